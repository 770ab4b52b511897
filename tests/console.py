"""How the tests of the command line run it: inside this process, or as a program of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from click.testing import CliRunner, Result

from caribbean.cli.app import caribbean

# What the machine says about its terminal must not reach a test.
_PLAIN = {"COLUMNS": "80", "FORCE_COLOR": None, "NO_COLOR": None, "TTY_COMPATIBLE": None, "TERM": "dumb"}


def run(*argv: str, **environ: str | None) -> Result:
    """What the command prints, and its exit status."""
    return CliRunner(env={**_PLAIN, **environ}).invoke(caribbean, argv, prog_name="caribbean")


def document(*argv: str) -> Any:
    """The one JSON document that a command prints with `--json`."""
    result = run(*argv, "--json")
    assert (0, "") == (result.exit_code, result.stderr), result.stderr
    return json.loads(result.stdout)


def page(*argv: str, width: int = 80) -> str:
    """What a command prints for people."""
    result = run(*argv, COLUMNS=str(width))
    assert (0, "") == (result.exit_code, result.stderr), result.stderr
    return result.stdout


def refusal(*argv: str) -> str:
    """The one line of a refused command, without `caribbean: `; with and without `--json` it is the same."""
    lines = set()
    for options in ((), ("--json",)):
        result = run(*argv[:1], *options, *argv[1:])
        assert (2, "") == (result.exit_code, result.stdout), result.output
        assert isinstance(result.exception, SystemExit)
        lines.add(result.stderr)
    (line,) = lines
    assert 1 == len(line.splitlines())
    assert line[:-1].isprintable()
    assert line.startswith("caribbean: ")
    return line.removeprefix("caribbean: ").removesuffix("\n")


def program(*argv: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """`python -m caribbean` as a process of its own, whose output is no terminal."""
    environ = {name: text for name, text in os.environ.items() if name not in _PLAIN} | {"COLUMNS": "80"}
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environ} | options
    return subprocess.run([sys.executable, "-m", "caribbean", *argv], check=False, **options)
