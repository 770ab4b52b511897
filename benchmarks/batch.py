"""Many hands in one call beside one hand a call of the Python peers, many boxes beside one, and what an import costs.

Run it with `make bench`. All subjects are timed in turns in one process on one core, and the best time of each counts:
whatever disturbs a machine only ever adds. A peer that does not install on this Python is left out, with the reason.
With `--page` the table is also written to docs/speed.md.
"""

from __future__ import annotations

import gc
import importlib
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from caribbean import CARDS, GAMES, Fold, Hand, Play, Stakes, __version__, _core, batch, parse_cards, settle
from caribbean._ffi import ffi, lib

RESULT = Path(__file__).parent / "results" / "batch.json"
PAGE = Path(__file__).parent.parent / "docs" / "speed.md"

TURNS = 40
AGAIN = 3
"""The first of them finds the arrays of other subjects in the caches."""
MANY = 1_000_000
BOXES = 200_000
FEW = 1_000
SEQUENCE = 1 << 17
ONE_BY_ONE = "Hand(cards).rank, one by one"


class Subject(NamedTuple):
    """What is timed, over how many items."""

    name: str
    what: str
    items: int
    run: Callable[[], Any]


def hands(rows: int, count: int) -> Any:
    """Random rows of distinct ids, the same in every run."""
    generator = np.random.default_rng(7)
    return np.argsort(generator.random((rows, 52)), axis=1)[:, :count].astype(np.uint8)


def in_sequence(count: int, start: int) -> Callable[[], Any]:
    """A part of all hands, from the middle of their order."""
    out = np.empty(SEQUENCE, np.uint16)
    return lambda: batch.evaluate_all(count, start=start, stop=start + SEQUENCE, out=out)


def of_ours() -> list[Subject]:
    """Batch calls, and the bare kernel below them."""
    sevens, fives = hands(MANY, 7), np.ascontiguousarray(hands(MANY, 7)[:, :5])
    masks = np.bitwise_or.reduce(np.uint64(1) << sevens.astype(np.uint64), axis=1)
    out = np.empty(MANY, np.uint16)
    raw, to = ffi.from_buffer("uint8_t[]", sevens), ffi.from_buffer("uint16_t[]", out)
    best = _core.PATHS[-1]
    found = [
        Subject("evaluate_many, random 7", "hand", MANY, lambda: batch.evaluate_many(sevens, out=out)),
        Subject("the bare kernel, random 7", "hand", MANY, lambda: lib.crb_evaluate_rows(best, raw, 7, MANY, to)),
        Subject("evaluate_many, 2 threads", "hand", MANY, lambda: batch.evaluate_many(sevens, out=out, threads=2)),
        Subject("evaluate_masks, random 7", "hand", MANY, lambda: batch.evaluate_masks(masks, out=out)),
        Subject("evaluate_many, random 5", "hand", MANY, lambda: batch.evaluate_many(fives, out=out)),
        Subject(
            "evaluate_all, 7 in sequence",
            "hand",
            SEQUENCE,
            in_sequence(7, 60_000_000),
        ),
        Subject(
            "evaluate_all, 5 in sequence",
            "hand",
            SEQUENCE,
            in_sequence(5, 1_000_000),
        ),
        *(
            Subject(
                f"random 7, kernel {path}", "hand", MANY, lambda path=path: _core.evaluate_rows(sevens, 7, out, path)
            )
            for path in _core.PATHS[:-1]
        ),
    ]
    cards = [tuple(CARDS[card] for card in row) for row in sevens[:FEW].tolist()]
    texts = [" ".join(map(str, row)) for row in cards]
    found += [
        Subject(ONE_BY_ONE, "hand", FEW, lambda: [Hand(row).rank for row in cards]),
        Subject("parse_cards, seven cards", "hand", FEW, lambda: [parse_cards(text) for text in texts]),
    ]
    return found


def of_boxes() -> list[Subject]:
    """A box and many boxes of each game, one in five folded."""
    found = []
    order = hands(BOXES, 14)
    for game in GAMES.values():
        deal = game.deal
        rounds = np.zeros(BOXES, batch.round_dtype(game))
        rounds["player"], rounds["dealer"] = order[:, : deal.player], order[:, 7 : 7 + deal.dealer]
        if sum(deal.board):
            rounds["board"] = order[:, 2:7]
        rounds["ante"] = game.limits.min if game.limits else 1_000
        rounds["played"] = np.random.default_rng(3).random(BOXES) < 0.8
        out = batch.settle_many(game, rounds)
        found.append(
            Subject(
                f"settle_many, {game.title}",
                "box",
                BOXES,
                lambda g=game, r=rounds, o=out: batch.settle_many(g, r, out=o),
            )
        )
        stakes = Stakes(ante=int(rounds["ante"][0]))
        boxes = [
            {
                "player": [CARDS[i] for i in row["player"]],
                "dealer": [CARDS[i] for i in row["dealer"]],
                "board": [CARDS[i] for i in row["board"]] if sum(deal.board) else None,
                "decision": Play() if row["played"] else Fold(),
            }
            for row in rounds[:FEW]
        ]
        found.append(
            Subject(
                f"settle, {game.title}",
                "box",
                FEW,
                lambda g=game, b=boxes, s=stakes: [settle(g, stakes=s, **box) for box in b],
            )
        )
    return found


def eval7(module: Any, rows: list[list[str]]) -> Callable[[], Any]:
    """Lists of cards."""
    made = [[module.Card(card) for card in row] for row in rows]
    return lambda: [module.evaluate(row) for row in made]


def phevaluator(module: Any, rows: list[list[str]]) -> Callable[[], Any]:
    """Numbers, whose order of ranks and suits is ours."""
    made = [[parse_cards(card)[0].id for card in row] for row in rows]
    return lambda: [module.evaluate_cards(*row) for row in made]


def treys(module: Any, rows: list[list[str]]) -> Callable[[], Any]:
    """A hand and a board of its numbers."""
    evaluate = module.Evaluator().evaluate
    made = [[module.Card.new(card) for card in row] for row in rows]
    return lambda: [evaluate(row[:2], row[2:]) for row in made]


def pokerkit(module: Any, rows: list[list[str]]) -> Callable[[], Any]:
    """Tuples of cards."""
    made = [tuple(module.Card.parse("".join(row))) for row in rows]
    return lambda: [module.StandardHighHand.from_game(row) for row in made]


PEERS = {"eval7": eval7, "phevaluator": phevaluator, "treys": treys, "pokerkit": pokerkit, "pkrbot": eval7}


def of_peers() -> list[Subject]:
    """Each peer on hands of its own cards, which are made before; what is absent is said."""
    rows = [[CARDS[card].text for card in row] for row in hands(FEW, 7).tolist()]
    found = []
    for name, make in PEERS.items():
        few = 50 if name == "pokerkit" else FEW  # it takes a second for a thousand
        try:
            run = make(importlib.import_module(name), rows[:few])
            run()
        except Exception as error:
            print(f"{name} is left out: {type(error).__name__}: {error}")
            continue
        found.append(Subject(f"{name} {metadata.version(name)}, random 7", "hand", few, run))
    return found


Row = tuple[str, str, float, float, float]
"""Name, of what, nanoseconds, million a second, and how many fit into one call of ours."""


def best_times(timed: list[Subject]) -> dict[str, float]:
    """Nanoseconds an item of each subject."""
    best = {subject.name: float("inf") for subject in timed}
    gc.disable()
    for _ in range(TURNS):
        for subject in timed:
            for _ in range(AGAIN):
                begin = time.perf_counter_ns()
                subject.run()
                best[subject.name] = min(best[subject.name], (time.perf_counter_ns() - begin) / subject.items)
    gc.enable()
    return best


def memory_and_time(statement: str) -> tuple[float, float]:
    """Most memory (MB) and least time (ms) of an interpreter that runs one statement."""
    code = f"{statement}\nfor line in open('/proc/self/status'):\n    if 'VmHWM' in line: print(line.split()[1])"
    fastest, peak = float("inf"), 0.0
    for _ in range(10):
        begin = time.perf_counter_ns()
        peak = float(subprocess.run([sys.executable, "-I", "-c", code], check=True, capture_output=True).stdout) / 1024
        fastest = min(fastest, (time.perf_counter_ns() - begin) / 1e6)
    return peak, fastest


def processor() -> str:
    """What the machine calls its processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def main() -> None:
    """Measure, print, and save."""
    timed = [*of_ours(), *of_boxes(), *of_peers()]
    nanoseconds = best_times(timed)
    reference = nanoseconds[ONE_BY_ONE]
    rows = [
        (s.name, s.what, nanoseconds[s.name], 1e3 / nanoseconds[s.name], reference / nanoseconds[s.name]) for s in timed
    ]
    bare, ours, with_batch = map(memory_and_time, ("pass", "import caribbean", "import caribbean.batch"))
    title = f"caribbean-rules {__version__}, Python {platform.python_version()}, NumPy {np.__version__}, {processor()}"
    print(f"{title}\nbest of {TURNS} turns; kernels {list(_core.PATHS)}, the last is used\n")
    print(f"{'':<46}{'ns':>10}{'million/s':>12}{'× one by one':>14}")
    for name, what, spent, rate, ratio in rows:
        print(f"{name:<46}{spent:>10.2f}{rate:>12.2f}{ratio:>14.2f}  a {what}")
    added = {"import caribbean": ours, "import caribbean.batch": with_batch}
    for name, (peak, spent) in added.items():
        print(f"{name:<46}{spent - bare[1]:>10.1f} ms{peak - bare[0]:>12.1f} MB")

    RESULT.parent.mkdir(exist_ok=True)
    figures = {"title": title, "nanoseconds": {name: round(spent, 3) for name, _, spent, _, _ in rows}}
    RESULT.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if "--page" in sys.argv:
        write_page(title, rows, {name: (spent - bare[1], peak - bare[0]) for name, (peak, spent) in added.items()})


def write_page(
    title: str, rows: list[tuple[str, str, float, float, float]], added: dict[str, tuple[float, float]]
) -> None:
    """The table as a page of the documentation."""
    lines = [
        "# Speed",
        "",
        "Made by `python benchmarks/batch.py --page`; do not edit. " + title + ".",
        "",
        f"Each row is the best of {TURNS} turns; all rows took turns in one process on one core. Peers rank cards that",
        "were made into their own kind of card before. The last column says how often the subject fits into the time",
        f"of `{ONE_BY_ONE.split(',', maxsplit=1)[0]}` for the same seven cards.",
        "",
        "| subject | ns | million/s | × one by one |",
        "|---|--:|--:|--:|",
        *(f"| {name} | {spent:.2f} | {rate:.2f} | {ratio:.2f} |" for name, _, spent, rate, ratio in rows),
        "",
        "| import | ms | MB |",
        "|---|--:|--:|",
        *(f"| `{name}` | {spent:.1f} | {peak:.1f} |" for name, (spent, peak) in added.items()),
        "",
        "How the kernels work, and what else was tried, is in [many hands at once](batch.md).",
    ]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
