"""The exact analyses, in units of the portable evaluator: how many random seven-card hands it ranks in the same time.

Run it with `python benchmarks/exact.py`; with `long` behind it the cases of minutes come as well. Everything is timed
on one thread by processor time, so that a busy machine changes little. The phases of each analysis are printed with
their part of the time.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Final

from caribbean import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, PROGRESSIVE_CARIBBEAN_POKER, Variant
from caribbean._ffi import ffi, lib
from caribbean.analysis import analyze
from caribbean.parts import ChangeRule

AIMS: Final = {
    "five-card stud": (PROGRESSIVE_CARIBBEAN_POKER, 2e8),
    "hold'em": (CARIBBEAN_HOLDEM, 1.5e9),
    "one change, up to five cards bounded": (CARIBBEAN_POKER, 2e9),
}
LONG: Final = {
    "one ante for one card or two": CARIBBEAN_POKER.replace(name="flat", change=ChangeRule(fees={1: 1, 2: 1})),
    "one ante for one card or five": CARIBBEAN_POKER.replace(
        name="one-or-five", change=ChangeRule(fees={1: 1, 5: 1}, forced_play=(5,))
    ),
}
HANDS: Final = 1 << 18
ROUNDS: Final = 40


def hands_a_second() -> float:
    """How many random seven-card hands the evaluator ranks in a second of processor time, the loop being in C."""
    source = random.Random(1)
    cards = b"".join(bytes(source.sample(range(52), 7)) for _ in range(HANDS))
    buffer = ffi.from_buffer("uint8_t[]", cards)
    best = 0.0
    for _ in range(ROUNDS):
        start = time.process_time()
        lib.crb_rank_many(buffer, HANDS)
        best = max(best, HANDS / (time.process_time() - start))
    return best


class Phases:
    """Processor time by phase, as `progress` reports them."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.process_time()

    def __call__(self, phase: str, done: int, total: int) -> None:  # noqa: ARG002 - as analyze calls it
        """Book the time since the last report."""
        now = time.process_time()
        self.seconds[phase] = self.seconds.get(phase, 0.0) + now - self._last
        self._last = now


def timed(variant: Variant) -> tuple[float, Phases]:
    """One analysis: its processor time and its phases."""
    phases = Phases()
    start = time.process_time()
    analyze(variant, progress=phases)
    return time.process_time() - start, phases


def main(write: Callable[[str], None] = print) -> None:
    """Print the ratios."""
    unit = hands_a_second()
    write(f"the evaluator: {unit / 1e6:.0f} million hands a second")
    cases = [(name, variant, f", aim {aim:.1e}", 3) for name, (variant, aim) in AIMS.items()]
    if "long" in sys.argv[1:]:
        cases += [(name, variant, "", 1) for name, variant in LONG.items()]
    for name, variant, aim, times in cases:
        seconds, phases = min((timed(variant) for _ in range(times)), key=lambda found: found[0])
        write(f"{name}: {seconds:.2f} s = {seconds * unit:.2e} units{aim}")
        for phase, part in phases.seconds.items():
            write(f"    {phase}: {part:.2f} s")


if __name__ == "__main__":
    main()
