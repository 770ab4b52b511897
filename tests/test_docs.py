"""The documentation: every example in it runs against the installed library and prints what stands beside it.

How a page is read: ```` ```python ```` blocks share one namespace a page; with `>>>` they are doctests, without
they are programs. ```` ```toml ```` blocks that begin with `# name.toml` are files. ```` ```console ```` blocks
hold `$ caribbean …` commands and what they print. A ```` ```text ```` block right after a program is its output.
"""

from __future__ import annotations

import contextlib
import doctest
import importlib.util
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import caribbean

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"# ([\w-]+\.toml)\n")
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
RULE = re.compile(r"\bR-\d+\b")


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    text: str
    line: int
    """The line of the page on which the block's text begins."""
    output: str | None
    """The text of the `text` block right after it."""


def _blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    fences = list(FENCE.finditer(text))
    for number, fence in enumerate(fences):
        follower = fences[number + 1] if number + 1 < len(fences) else None
        is_output = follower is not None and follower[1] == "text" and not text[fence.end() : follower.start()].strip()
        yield Block(
            language=fence[1],
            text=fence[2],
            line=text.count("\n", 0, fence.start(2)) + 1,
            output=follower[2] if follower is not None and is_output else None,
        )


def _having(language: str) -> list[Path]:
    return [page for page in PAGES if any(block.language == language for block in _blocks(page))]


def _write_file(block: Block) -> None:
    name = FILE_NAME.match(block.text)
    if block.language == "toml" and name:
        Path(name[1]).write_text(block.text, encoding="utf-8")


def _run_doctest(block: Block, page: Path, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line - 1)
    test.globs = names  # the parser copies; the blocks of a page build on each other
    report = io.StringIO()
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.write, clear_globs=False)
    if report.getvalue():
        pytest.fail(report.getvalue(), pytrace=False)


def _run_program(block: Block, page: Path, names: dict[str, Any]) -> None:
    code = compile("\n" * (block.line - 1) + block.text, str(page), "exec")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, names)
    if block.output is not None:
        assert block.output == printed.getvalue()


@pytest.mark.parametrize("page", _having("python"), ids=lambda page: page.stem)
def test_python_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each Python example runs, in the order of the page, and prints what the page says."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in _blocks(page):
        _write_file(block)
        if block.language == "python":
            run = _run_doctest if ">>>" in block.text else _run_program
            run(block, page, names)


@pytest.mark.skipif(importlib.util.find_spec("click") is None, reason="the extra `cli` is not installed")
@pytest.mark.parametrize("page", _having("console"), ids=lambda page: page.stem)
def test_command_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each `$ caribbean …` command prints what the page says."""
    monkeypatch.chdir(tmp_path)
    program = shutil.which("caribbean", path=str(Path(sys.executable).parent))
    assert program is not None
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"}
    for block in _blocks(page):
        _write_file(block)
        if block.language == "console":
            commands = COMMAND.findall(block.text)
            assert commands, f"{page.name}, line {block.line}: no command"
            for command, expected in commands:
                name, *arguments = shlex.split(command)
                assert name == "caribbean", f"{page.name}, line {block.line}: {command}"
                made = subprocess.run(
                    [program, *arguments],
                    check=False,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    encoding="utf-8",
                    env=environment,
                )
                assert (command, _trimmed(expected)) == (command, _trimmed(made.stdout))


def _trimmed(text: str) -> str:
    # Tables are padded with blanks on the right, which no editor keeps.
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


@pytest.mark.tree
@pytest.mark.parametrize(
    "page", [page for page in _having("c") if (ROOT / "csrc").is_dir()], ids=lambda page: page.stem
)
def test_c_examples(page: Path, tmp_path: Path) -> None:
    """Each C example compiles against the sources and prints what the page says."""
    sources = [str(ROOT / "csrc" / name) for name in ("evaluate.c", "tables.c")]
    for block in _blocks(page):
        if block.language == "c" and "main(" in block.text:
            program = tmp_path / "example"
            program.with_suffix(".c").write_text(block.text, encoding="utf-8")
            compiler = os.environ.get("CC", "cc")
            example = str(program.with_suffix(".c"))
            flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'csrc'}"]
            subprocess.run([compiler, *flags, example, *sources, "-o", str(program)], check=True)
            made = subprocess.run([str(program)], check=True, capture_output=True, encoding="utf-8")
            assert block.output == made.stdout


def test_first_example_is_short() -> None:
    """The README's first Python example is a program of at most twenty lines, with its output below it."""
    first = next(block for block in _blocks(ROOT / "README.md") if block.language == "python")

    assert ">>>" not in first.text
    assert first.text.count("\n") <= 20
    assert first.output


def test_demo_tells_every_game() -> None:
    """The demo settles a round of each game and ends every one with its totals."""
    made = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "demo.py")],
        check=True,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
    )

    assert [game.title for game in caribbean.GAMES.values()] == [
        line
        for line, below in zip(made.stdout.splitlines(), made.stdout.splitlines()[1:], strict=False)
        if below and set(below) == {"="}
    ]
    assert len(caribbean.GAMES) == made.stdout.count("  Staked ")


def test_every_public_name_is_in_the_reference() -> None:
    """docs/reference.md lists every name that `caribbean` exports, and no other."""
    page = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\.\. auto\w+:: caribbean\.(\w+)$", page, re.MULTILINE)

    assert sorted(caribbean.__all__) == sorted(listed)


def _keys(form: object) -> Iterator[str]:
    if isinstance(form, dict):
        yield from form.get("properties", {})
        for inner in form.values():
            yield from _keys(inner)
    elif isinstance(form, list):
        for inner in form:
            yield from _keys(inner)


def test_every_key_of_a_variant_file_is_explained() -> None:
    """docs/variants.md names every key that a variant file may have."""
    page = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"`\[?([\w.-]+)\]?`", page))
    last_parts = {name.rsplit(".", 1)[-1] for name in explained}

    assert set() == set(_keys(caribbean.json_schema())) - last_parts


@pytest.mark.tree
def test_every_rule_that_code_cites_is_explained() -> None:
    """docs/rulings.md has a line for each `R-…` that a source file cites."""
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    cited = {
        rule
        for source in (ROOT / "src" / "caribbean").rglob("*.py")
        for rule in RULE.findall(source.read_text(encoding="utf-8"))
    }

    assert cited
    assert set() == cited - set(RULE.findall(page))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    """A relative link of a page names a file that exists."""
    targets = re.findall(r"\]\((?!https?://|#)([^)#]+)", page.read_text(encoding="utf-8"))
    beside_tests = [target for target in targets if not target.startswith("games/")]  # those are made with the docs

    assert [] == [target for target in beside_tests if not (page.parent / target).exists()]
