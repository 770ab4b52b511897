"""One hand, one box: the calls a program makes most, beside a bare call into C and beside eval7 on the same cards.

Run it with `make bench`. All subjects are timed in turns, many times, in one process, and the best time of each counts:
whatever disturbs a machine only ever adds. The time of an empty loop is taken off. Import time and wheel size follow.
"""

from __future__ import annotations

import gc
import json
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import eval7

import caribbean
from caribbean import CARDS, CARIBBEAN_POKER, Hand, Play, Stakes, settle
from caribbean._ffi import lib

ROOT = Path(__file__).parent.parent
RESULT = Path(__file__).parent / "results" / "scalar.json"

HANDS = 1_000
TURNS = 200
IMPORTS = 20

EMPTY = "empty loop"
BARE = "bare CFFI call"
PEER = "eval7.evaluate"


class Subject(NamedTuple):
    """What is timed: `run` over inputs that `prepare` makes anew for each turn, outside the timing."""

    name: str
    run: Callable[[Any], None]
    prepare: Callable[[], Any]
    most_calls: float | None = None
    """The aim: no more than so many bare calls into C."""
    most_peers: float | None = None
    """The aim: no more than so many calls of eval7."""


def empty(inputs: Iterable[Any]) -> None:
    """What every loop costs."""
    for _ in inputs:
        pass


def bare_call(inputs: Iterable[bytes]) -> None:
    """The least that any answer from C costs."""
    strength = lib.crb_strength
    for ids in inputs:
        strength(ids, 7)


def peer(inputs: Iterable[Any]) -> None:
    """The peer, on hands of its own cards."""
    evaluate = eval7.evaluate
    for cards in inputs:
        evaluate(cards)


def rank_of_hand(inputs: Iterable[Hand]) -> None:
    """The rank of hands that were never asked for it."""
    for hand in inputs:
        _ = hand.rank


def hand_and_rank(inputs: Iterable[Any]) -> None:
    """From cards or text to the rank."""
    for cards in inputs:
        _ = Hand(cards).rank


def settled(inputs: Iterable[Any]) -> None:
    """A whole box of five cards against five."""
    stakes, decision = Stakes(ante=10_00), Play()
    for player, dealer in inputs:
        settle(CARIBBEAN_POKER, stakes=stakes, player=player, dealer=dealer, decision=decision)


def subjects() -> list[Subject]:
    """All that is timed, on the same random cards in every run."""
    generator = random.Random(7)
    sevens = [tuple(generator.sample(CARDS, 7)) for _ in range(HANDS)]
    boxes = [(cards[:5], cards[5:]) for cards in (tuple(generator.sample(CARDS, 10)) for _ in range(HANDS))]
    ids = [bytes(card.id for card in cards) for cards in sevens]
    peers = [[eval7.Card(card.text) for card in cards] for cards in sevens]
    texts = [" ".join(card.text for card in cards) for cards in sevens]
    pretty = [", ".join(card.symbol for card in cards) for cards in sevens]
    box_texts = [tuple(" ".join(card.text for card in cards) for cards in box) for box in boxes]
    return [
        Subject(EMPTY, empty, lambda: ids),
        Subject(BARE, bare_call, lambda: ids),
        Subject(PEER, peer, lambda: peers),
        Subject("first .rank of a fresh Hand", rank_of_hand, lambda: list(map(Hand, sevens)), 2, 0.5),
        Subject("Hand(seven Cards).rank", hand_and_rank, lambda: sevens, 6, 1.5),
        Subject("Hand('As Kd …').rank", hand_and_rank, lambda: texts),
        Subject("Hand('A♠, K♦ …').rank", hand_and_rank, lambda: pretty),
        Subject("settle(), from Cards", settled, lambda: boxes, 40),
        Subject("settle(), from texts", settled, lambda: box_texts),
    ]


def best_times(timed: list[Subject]) -> dict[str, float]:
    """Nanoseconds a call of each subject, the empty loop taken off."""
    best = {subject.name: float("inf") for subject in timed}
    gc.disable()
    for _ in range(TURNS):
        for subject in timed:
            inputs = subject.prepare()
            begin = time.perf_counter_ns()
            subject.run(inputs)
            best[subject.name] = min(best[subject.name], (time.perf_counter_ns() - begin) / HANDS)
    gc.enable()
    return {name: nanoseconds - (best[EMPTY] if name != EMPTY else 0) for name, nanoseconds in best.items()}


def import_milliseconds() -> float:
    """What `import caribbean` adds to the start of an interpreter."""
    bare = full = float("inf")
    for _ in range(IMPORTS):
        bare = min(bare, start_milliseconds("pass"))
        full = min(full, start_milliseconds("import caribbean"))
    return full - bare


def start_milliseconds(statement: str) -> float:
    """How long an interpreter takes to run one statement and end."""
    begin = time.perf_counter_ns()
    subprocess.run([sys.executable, "-I", "-c", statement], check=True)
    return (time.perf_counter_ns() - begin) / 1e6


def wheel_bytes() -> int:
    """The size of the wheel, built anew."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", "--wheel-dir", folder, str(ROOT)]
        subprocess.run(command, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        return wheel.stat().st_size


def against(times: float, aim: float | None) -> str:
    """A multiple beside its aim."""
    return f"{times:8.2f}" + ("" if aim is None else f"  {'meets' if times <= aim else 'MISSES'} {aim:g}")


def main() -> None:
    """Measure, print, and save."""
    timed = subjects()
    nanoseconds = best_times(timed)
    start, size = import_milliseconds(), wheel_bytes()

    print(f"caribbean-rules {caribbean.__version__}, Python {platform.python_version()}, {platform.platform()}")
    print(f"best of {TURNS} turns over {HANDS:,} inputs; seven cards a hand, five against five a box\n")
    print(f"{'':<30}{'ns':>9}  {'× bare call':<22}{'× eval7':<22}")
    for subject in timed:
        spent = nanoseconds[subject.name]
        calls = against(spent / nanoseconds[BARE], subject.most_calls)
        peers = against(spent / nanoseconds[PEER], subject.most_peers)
        print(f"{subject.name:<30}{spent:>9.1f}  {calls:<22}{peers:<22}".rstrip())
    print(f"\n{'import caribbean':<30}{start:>9.1f} ms  {'meets' if start <= 60 else 'MISSES'} 60 ms")
    print(f"{'wheel':<30}{size / 1e6:>9.3f} MB  {'meets' if size <= 1e6 else 'MISSES'} 1 MB")

    figures = {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "eval7": metadata.version("eval7"),
        "nanoseconds": {name: round(spent, 1) for name, spent in nanoseconds.items()},
        "import_milliseconds": round(start, 1),
        "wheel_bytes": size,
    }
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
