"""csrc/tables.c against its generator: the committed numbers are the ones that can be made again."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.tree

CSRC = Path(__file__).parent.parent / "csrc"
GENERATOR = CSRC / "gen_tables.py"
TABLES = CSRC / "tables.c"

BYTES = {"uint64_t": 8, "uint32_t": 4, "uint16_t": 2}


def _arrays() -> dict[str, tuple[int, list[int]]]:
    """Each array of tables.c: the bytes of an item, and its items."""
    found = re.findall(r"^const (\w+) (\w+)\[(\d+)\]=\{\n(.*?)\n\};$", TABLES.read_text(), re.M | re.S)
    arrays = {}
    for kind, name, length, text in found:
        numbers = [int(number.rstrip("u"), 0) for number in text.replace("\n", "").rstrip(",").split(",")]
        assert int(length) == len(numbers)
        arrays[name] = (BYTES[kind], numbers)
    return arrays


def test_tables_can_be_made_again(tmp_path: Path) -> None:
    """The generator writes the committed file byte for byte, from another folder and with another hash seed."""
    made = subprocess.run(
        [sys.executable, "-P", str(GENERATOR)],
        check=True,
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONHASHSEED": "2002"},
    ).stdout

    assert TABLES.read_bytes() == made


def test_generator_needs_only_the_standard_library() -> None:
    """No table depends on a package, or on code of ours that the tables are tested with."""
    tree = ast.parse(GENERATOR.read_text())
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}

    assert {"sys", "io", "itertools", "typing"} == imported


def test_tables_are_small() -> None:
    """All tables together stay under 350 kB, so that they fit the second cache of any processor in use."""
    arrays = _arrays()

    assert {"crb_card_key", "crb_row_start", "crb_cell", "crb_flush", "crb_within", "crb_base"} == set(arrays)
    assert sum(size * len(numbers) for size, numbers in arrays.values()) < 350_000


def test_every_hand_has_its_own_cell() -> None:
    """The used cells are as many as there are ways to hold five, six and seven ranks: none is shared."""
    _, cells = _arrays()["crb_cell"]
    ways = 6_175 + 18_395 + 49_205

    assert ways == sum(cell != 0 for cell in cells)


def test_every_strength_is_in_the_tables() -> None:
    """The two tables of strengths together hold 1 to 7462 with no gap, and share no strength."""
    arrays = _arrays()
    plain = set(arrays["crb_cell"][1]) - {0}
    flushes = set(arrays["crb_flush"][1]) - {0}

    assert set(range(1, 7463)) == plain | flushes
    assert set() == plain & flushes
