"""`mypy --strict` over the installed library, as its users run it: right code passes, each mistake is seen."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

FILES = Path(__file__).with_name("typing")


def _mypy(path: Path, cwd: Path) -> list[str]:
    """The lines that mypy prints for a file, with no configuration of ours and outside our tree."""
    run = subprocess.run(
        [
            sys.executable,
            *("-m", "mypy", "--strict", "--config-file=", "--no-error-summary", "--hide-error-context"),
            *("--no-pretty", "--no-color-output", "--show-error-codes", f"--cache-dir={cwd / 'cache'}", str(path)),
        ],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode in (0, 1), run.stdout + run.stderr
    return run.stdout.splitlines()


@pytest.fixture(scope="module")
def outside(tmp_path_factory):
    """A directory that is not ours; both runs share mypy's cache in it."""
    return tmp_path_factory.mktemp("typing")


def test_a_users_code_passes_the_strictest_check(outside):
    """The package says that it is typed, and every public type is what a user expects."""
    assert [] == _mypy(FILES / "user.py", outside)


def test_a_users_code_runs():
    """What mypy accepted is true as well."""
    runpy.run_path(str(FILES / "user.py"), run_name="__main__")


def test_each_mistake_is_seen(outside):
    """Each marked line has exactly the error of its mark, and no other line has any."""
    source = FILES.joinpath("wrong_uses.py.txt").read_text(encoding="utf-8")
    copy = outside / "wrong_uses.py"
    copy.write_text(source, encoding="utf-8")
    expected = {
        (number, mark[1])
        for number, line in enumerate(source.splitlines(), start=1)
        if (mark := re.search(r"# E: ([\w-]+)$", line))
    }
    reported = (re.search(r":(\d+): error: .*\[([\w-]+)\]$", line) for line in _mypy(copy, outside))
    assert len(expected) > 40
    assert sorted(expected) == sorted({(int(found[1]), found[2]) for found in reported if found})
