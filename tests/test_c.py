"""The C core's own tests, which need no Python: every hand against a second evaluator, sanitizers, warnings."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.tree

MAKEFILE_FOLDER = Path(__file__).parent / "c"


@pytest.mark.parametrize("target", ["test", "test-sanitize", "warnings"])
def test_c(target: str) -> None:
    """`make -C tests/c` succeeds: see the target's comment there. Only an absent clang is left out, by name."""
    made = subprocess.run(["make", "-C", str(MAKEFILE_FOLDER), target], check=False, capture_output=True, text=True)

    assert made.returncode == 0, made.stdout + made.stderr
    print(made.stdout)
