"""What an exact analysis does while it runs: it can be stopped, watched, split over threads and run beside another one.

None of that changes a figure. The decks are small, since here only how the work is done matters.
"""

from __future__ import annotations

import itertools
import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest

from caribbean import _counts, _work
from caribbean.actions import Change, Fold, Play
from caribbean.analysis import analyze
from caribbean.errors import CardCountError, DuplicateCardError, InputError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.hands import Category
from caribbean.parts import ChangeRule
from small_decks import HOLDEM_DECK, STUD_DECK, SYMMETRIC_DECK, cards, ids

pytestmark = pytest.mark.exhaustive

ONE_CARD = CARIBBEAN_POKER.replace(change=ChangeRule(fees={1: 1}))
TWO_CARDS = CARIBBEAN_POKER.replace(change=ChangeRule(fees={1: 1, 2: 0}))

MIXED = ids(STUD_DECK)
"""Thirteen cards, most of them in one suit."""
ALIKE = ids(SYMMETRIC_DECK)
"""Twelve cards in four suits that are alike."""
LARGER = bytes([*range(0, 52, 4), *range(1, 52, 8)])
"""Twenty cards, so that work done at the same time overlaps."""
THREE_SUITS = cards("Ac Ad Ah Kc Kd Kh Qc Qd Qh")
"""Nine cards, so alike that hardly a board differs from another."""


def by_upcard(seen):
    """A player's own function that looks at all it sees."""
    if seen.board:
        return Play() if seen.hand.rank.category > Category.ACE_KING or seen.cards[0].suit == 0 else Fold()
    return Play() if seen.upcard.rank < max(card.rank for card in seen.cards) else Fold()


def changes_lowest(seen):
    """A player's own function that changes a card where it has no pair."""
    if not seen.changed and seen.hand.rank.category <= Category.ACE_KING:
        return Change([min(seen.cards)])
    return by_upcard(seen)


SHAPES = {
    "stud": (PROGRESSIVE_CARIBBEAN_POKER, MIXED, {}),
    "stud-risk": (PROGRESSIVE_CARIBBEAN_POKER, MIXED, {"objective": "wager"}),
    "stud-asked": (PROGRESSIVE_CARIBBEAN_POKER, MIXED, {"strategy": by_upcard}),
    "change": (ONE_CARD, MIXED, {}),
    "change-of-two": (TWO_CARDS, MIXED, {}),
    "change-asked": (ONE_CARD, MIXED, {"strategy": changes_lowest}),
    "holdem": (CARIBBEAN_HOLDEM, MIXED[:12], {}),
    "holdem-risk": (CARIBBEAN_HOLDEM, MIXED[:12], {"objective": "wager"}),
    "holdem-asked": (CARIBBEAN_HOLDEM, MIXED[:12], {"strategy": by_upcard}),
    "holdem-two-threads": (CARIBBEAN_HOLDEM, MIXED[:12], {"threads": 2}),
}
"""Each way through the solver: variant, cards in play, what else is asked for."""

shapes = pytest.mark.parametrize("shape", SHAPES)
holdem_shapes = pytest.mark.parametrize("shape", ["holdem", "holdem-risk", "holdem-asked"])


def run(shape, *, deck=None, **more):
    """The analysis of a shape."""
    variant, usual, asked = SHAPES[shape]
    return analyze(variant, _cards=usual if deck is None else deck, **asked | more)


def watched(shape, **more):
    """The analysis of a shape, and all that its listener heard."""
    heard = []
    return run(shape, progress=lambda *told: heard.append(told), **more), heard


def phases(heard):
    """What was heard, phase by phase; a phase that was done and begins anew is one of its own. No announcements."""
    found = []
    for before, told in itertools.pairwise([("", 0, 0), *(told for told in heard if told[1] > 0)]):
        if told[0] != before[0] or before[1] == before[2]:
            found.append([])
        found[-1].append(told)
    return found


# --- stopped -------------------------------------------------------------------------------------------------------


@shapes
def test_a_listener_can_stop_the_work(shape):
    """A KeyboardInterrupt comes out at once, whenever it is raised; later analyses give the figures they ever gave."""
    usual, heard = watched(shape)
    for last in (1, 2, len(heard) // 3, len(heard) * 2 // 3, len(heard)):
        calls = []

        def interrupt(*told, calls=calls, last=last):
            calls.append(told)
            if len(calls) == last:
                raise KeyboardInterrupt(f"call {last}")

        with pytest.raises(KeyboardInterrupt, match=f"^call {last}$"):
            run(shape, progress=interrupt)
        assert last == len(calls)
    assert usual == run(shape)


@pytest.mark.parametrize("shape", ["stud-asked", "change-asked", "holdem-asked"])
def test_a_strategy_can_stop_the_work(shape):
    """A player's own function that is interrupted leaves nothing behind."""
    usual = run(shape)

    def interrupted(seen):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(shape, strategy=interrupted)
    assert usual == run(shape)


def test_an_interrupt_stops_every_thread(monkeypatch):
    """Of a phase that is interrupted in its first slice, no thread goes on to its last one."""
    weigh, done = _counts.HoldemCounts.value, []

    def seen(self, paid, start, stop, room):
        weigh(self, paid, start, stop, room)
        done.append(stop)

    def interrupt(*told):
        raise KeyboardInterrupt

    monkeypatch.setattr(_counts.HoldemCounts, "value", seen)
    with pytest.raises(KeyboardInterrupt):
        analyze(CARIBBEAN_HOLDEM, threads=2, progress=interrupt, _cards=bytes(range(52)))
    assert len(done) < 32


ENDLESS = """
import signal, sys
from caribbean import analyze, games

signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the parent left it at
told = lambda *_: print("started", flush=True)
while True:
    analyze(getattr(games, sys.argv[1]), threads=int(sys.argv[2]), progress=told)
"""
"""A process that analyses a whole deck again and again, and tells of each slice."""


@pytest.mark.skipif(sys.platform == "win32", reason="no signal can be sent to one process there")
@pytest.mark.parametrize(
    ("game", "threads"),
    [("CARIBBEAN_POKER", 1), ("CARIBBEAN_HOLDEM", 1), ("CARIBBEAN_HOLDEM", 2), ("PROGRESSIVE_CARIBBEAN_POKER", 1)],
)
def test_control_c_ends_a_process(game, threads):
    """A real SIGINT in the middle of a whole deck is a KeyboardInterrupt that ends the program, in C as in Python."""
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, game, str(threads)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert "started\n" == process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert -signal.SIGINT == process.returncode
    assert "KeyboardInterrupt" == complaint.splitlines()[-1]


# --- split ---------------------------------------------------------------------------------------------------------


@holdem_shapes
@pytest.mark.parametrize(
    "deck",
    [MIXED, MIXED[:12], ids(HOLDEM_DECK), ALIKE[:9], ids(THREE_SUITS)],
    ids=["thirteen", "twelve", "ten", "four-suits", "three-suits"],
)
def test_threads_change_no_figure(shape, deck):
    """One thread, two, three and eight give the same outcomes, all of them."""
    usual = run(shape, deck=deck)
    assert [usual] * 3 == [run(shape, deck=deck, threads=threads) for threads in (2, 3, 8)]


@shapes
@pytest.mark.parametrize("slices", [1, 3, 1000])
def test_slices_change_no_figure(shape, slices, monkeypatch):
    """The work in one slice, in fewer than there are threads, or in many more."""
    usual = run(shape)
    monkeypatch.setattr(_work, "_SLICES", slices)
    assert usual == run(shape)
    if SHAPES[shape][0] is CARIBBEAN_HOLDEM:
        assert [usual, usual] == [run(shape, threads=threads) for threads in (3, 8)]


def at_once(works):
    """What these come to, each in a Python thread of its own and all begun at once."""
    begin = Barrier(len(works), timeout=60)

    def one(work):
        begin.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(one, works))


def test_analyses_at_the_same_time():
    """Ten analyses in ten Python threads give what they give one after the other."""
    assert [run(shape) for shape in SHAPES] == at_once([partial(run, shape) for shape in SHAPES])


@pytest.mark.parametrize("shape", ["stud", "change", "holdem", "holdem-two-threads"])
def test_the_same_analysis_twice_at_once(shape):
    """Two of a kind, on cards enough to overlap, disturb each other as little."""
    assert [run(shape, deck=LARGER)] * 2 == at_once([partial(run, shape, deck=LARGER)] * 2)


# --- watched -------------------------------------------------------------------------------------------------------


@shapes
def test_a_listener_changes_no_figure(shape):
    """The analysis is the same object, listened to or not."""
    analysis, heard = watched(shape)
    assert heard
    assert run(shape) == analysis


@shapes
def test_progress_never_falls(shape):
    """In each phase `done` grows from call to call, up to no more than `total`, which stays as it is."""
    _, heard = watched(shape)
    for told in phases(heard):
        done = [at for _, at, _ in told]
        assert sorted(set(done)) == done
        assert 0 <= done[0] <= done[-1] <= told[0][2]
        assert 1 == len({total for _, _, total in told})


@pytest.mark.parametrize(
    ("shape", "threads"), [*((shape, 1) for shape in SHAPES), ("holdem", 2), ("holdem", 3), ("holdem", 8)]
)
def test_every_phase_ends_at_its_total(shape, threads):
    """A bar that shows the progress is full when its phase is over."""
    _, heard = watched(shape, threads=threads)
    assert [told[0][2] for told in phases(heard)] == [told[-1][1] for told in phases(heard)]


def test_phases_of_each_shape():
    """What is told, in its order: a phase begins after the one before it is over."""
    names = {shape: [name for name, _ in itertools.groupby(told[0] for told in watched(shape)[1])] for shape in SHAPES}
    assert ["counting dealer hands"] == names["stud"] == names["stud-risk"]
    assert ["counting dealer hands", "asking the strategy"] == names["stud-asked"]
    assert ["weighing boards", "counting boards"] == names["holdem"] == names["holdem-two-threads"]
    assert ["asking the strategy", "counting boards"] == names["holdem-asked"]
    assert [
        "counting dealer hands",
        "bounding changes",
        "comparing bounds",
        "weighing changes of one card",
        "counting changes of one card",
    ] == names["change"]
    assert {f"counting changes of two cards, {turn} of 2" for turn in (1, 2)} <= set(names["change-of-two"])


# --- the cards in play ---------------------------------------------------------------------------------------------


@shapes
def test_the_order_of_the_cards_in_play_is_no_matter(shape):
    """Descending or in any order, the same cards give the same figures."""
    source = random.Random(7)
    for deck in (MIXED, ALIKE):
        usual = run(shape, deck=bytes(sorted(deck)))
        others = [deck[::-1], *(bytes(source.sample(deck, len(deck))) for _ in range(2))]
        assert [usual] * 3 == [run(shape, deck=other) for other in others]


NEEDED = {CARIBBEAN_HOLDEM: 9, PROGRESSIVE_CARIBBEAN_POKER: 10, ONE_CARD: 11, TWO_CARDS: 12}
"""The cards of one deal, those drawn for a change among them."""


@shapes
def test_too_few_cards_are_refused(shape):
    """One card less than a deal takes; the error says how many there are, and how many are needed."""
    needed = NEEDED[SHAPES[shape][0]]
    with pytest.raises(CardCountError, match=f"^the cards in play: got {needed - 1} cards, needs {needed} to 52$"):
        run(shape, deck=LARGER[: needed - 1])
    with pytest.raises(CardCountError, match=f"^the cards in play: got 0 cards, needs {needed} to 52$"):
        run(shape, deck=b"")


@shapes
def test_a_repeated_card_is_refused(shape):
    """A card that is there twice is named, also where cards are too few or too many."""
    for deck in (LARGER + LARGER[:1], LARGER[:1] * 2, bytes(range(52)) + LARGER[:1]):
        with pytest.raises(DuplicateCardError, match=r"^2c is twice in the cards in play$"):
            run(shape, deck=deck)


@shapes
def test_the_fewest_cards_are_enough(shape):
    """With just as many cards as a deal takes, all probabilities still come to one."""
    needed = NEEDED[SHAPES[shape][0]]
    assert 1 == sum(line.probability for line in run(shape, deck=LARGER[:needed]).outcomes)


def test_an_id_of_no_card_is_refused():
    """Ids end at 51, however often one stands there."""
    for deck in (LARGER + b"\x34", LARGER + b"\xff\xff"):
        with pytest.raises(InputError, match=r"^the cards in play: (52|255) is no card's id$"):
            run("stud", deck=deck)
