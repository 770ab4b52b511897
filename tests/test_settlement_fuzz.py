"""Anything at all as an argument: what settles must be a settlement or an error on purpose, and never a wrong box."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from boxes import ALL, FAILS, FULL_HOUSE, HUGE, ROYAL, calls, endless
from caribbean.actions import Change, Fold, Play
from caribbean.cards import CARDS, Card, Deck
from caribbean.errors import CaribbeanError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER
from caribbean.hands import Category, Hand
from caribbean.parts import Outcome
from caribbean.payouts import Line, Stakes, pay
from caribbean.settlement import Settlement, settle

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([0, 1, -1, 2**31, 2**63 - 1, 2**63, HUGE, -HUGE]),
    st.floats(),
    st.complex_numbers(),
    st.text(max_size=20),
    st.binary(max_size=20),
    st.decimals(),
    st.fractions(),
    st.sampled_from(CARDS),
    st.sampled_from(["As", "10h", "As Ks Qs Js Ts", "Kd Qd", "2c 3c 4c", FULL_HOUSE, FAILS, "As" * 60]),
    st.sampled_from([Fold(), Play(), Change("As"), Fold, Play, Card, int, object(), Ellipsis, NotImplemented]),
    st.sampled_from([Hand(ROYAL), Deck(CARDS), Stakes(ante=1), Stakes(ante=10_00, progressive=1_00), *ALL]),
    st.sampled_from([Category.FLUSH, Outcome.WIN, Line("ante", 1, "lost", None, 0), endless(), float.__add__]),
)
ANYTHING = st.one_of(
    SCALARS,
    st.lists(SCALARS, max_size=7),
    st.lists(st.sampled_from(CARDS), max_size=8),
    st.tuples(SCALARS, SCALARS),
    st.dictionaries(st.one_of(st.text(max_size=3), st.integers()), SCALARS, max_size=3),
    st.sets(st.one_of(st.text(max_size=3), st.sampled_from(CARDS)), max_size=5),
    st.builds(iter, st.lists(SCALARS, max_size=7)),
)
ARGUMENTS = ["variant", "stakes", "player", "dealer", "board", "decision", "changed", "jackpot"]


def settled(arguments):
    """The settlement, or None where the call was refused on purpose; any other exception is the test's to see."""
    try:
        return settle(**arguments)
    except CaribbeanError as error:
        if not str(error):
            raise
        return None


@settings(max_examples=300)
@given(calls(st.sampled_from(ALL)), st.dictionaries(st.sampled_from(ARGUMENTS), ANYTHING, min_size=1, max_size=3))
def test_anything_in_place_of_an_argument_is_settled_or_refused(call, others):
    """Whatever stands for one to three arguments of a good call: a settlement, or an error on purpose, nothing else."""
    settlement = settled(call | others)
    assert settlement is None or isinstance(settlement, Settlement)


@settings(max_examples=300)
@given(st.fixed_dictionaries(dict.fromkeys(ARGUMENTS, ANYTHING)))
def test_anything_in_place_of_all_arguments_is_settled_or_refused(arguments):
    """Whatever stands for all of them."""
    settlement = settled(arguments)
    assert settlement is None or isinstance(settlement, Settlement)


@settings(max_examples=300)
@given(ANYTHING, ANYTHING)
def test_anything_as_a_stake_makes_stakes_or_is_refused(ante, progressive):
    """What `Stakes` accepts are two ints in their range."""
    try:
        stakes = Stakes(ante=ante, progressive=progressive)
    except CaribbeanError:
        return
    assert type(stakes.ante) is type(stakes.progressive) is int
    assert 1 <= stakes.ante < 2**63
    assert 0 <= stakes.progressive < 2**63


PAY_ARGUMENTS = ["outcome", "category", "stakes", "changed", "jackpot", "sharers"]


@settings(max_examples=300)
@given(
    st.sampled_from(ALL), st.dictionaries(st.sampled_from(PAY_ARGUMENTS), ANYTHING, min_size=1, max_size=2), st.data()
)
def test_anything_as_an_argument_of_pay_is_paid_or_refused(game, others, data):
    """`pay()` is public too: -1 is no royal flush to it, and nothing is divided among no boxes."""
    good = {
        "outcome": data.draw(st.sampled_from(Outcome)),
        "category": data.draw(st.sampled_from(Category)),
        "stakes": Stakes(ante=10_00, progressive=1_00 if game.progressive else 0),
    }
    arguments = good | others
    try:
        lines = pay(game, arguments.pop("outcome"), arguments.pop("category"), arguments.pop("stakes"), **arguments)
    except CaribbeanError:
        return
    assert all(type(line) is Line for line in lines)
    assert all(line.returned >= 0 for line in lines)


@settings(max_examples=300)
@given(
    st.sampled_from(ALL),
    st.dictionaries(st.sampled_from(["ante", "progressive", "jackpot"]), ANYTHING, min_size=1, max_size=3),
)
def test_anything_as_an_argument_of_max_win_is_answered_or_refused(game, others):
    """The most that can be won is an int, or there is an error on purpose."""
    try:
        most = game.max_win(**{"ante": 10_00} | others)
    except CaribbeanError:
        return
    assert type(most) is int


TOKENS = st.sampled_from(["As", "Ks", "Qh", "Jd", "Tc", "10h", "9s", "2c", "2c", "Ah", "Kd", "3d", "4h", "5s", "x"])
NEAR_MISSES = {
    "player": st.lists(TOKENS, max_size=7),
    "dealer": st.none() | st.lists(TOKENS, max_size=7),
    "board": st.none() | st.lists(TOKENS, max_size=6),
    "decision": st.sampled_from([Fold(), Play()]),
    "changed": st.integers(-2, 8),
    "stakes": st.builds(Stakes, ante=st.integers(1, 200_00), progressive=st.sampled_from([0, 1, 1_00])),
    "jackpot": st.none() | st.integers(-1, 5),
}
"""Arguments that are nearly right, so that many are accepted and many are not."""


@settings(max_examples=500)
@given(
    calls(st.sampled_from(ALL)),
    st.sets(st.sampled_from(sorted(NEAR_MISSES)), max_size=2).flatmap(
        lambda names: st.fixed_dictionaries({name: NEAR_MISSES[name] for name in names})
    ),
)
def test_whatever_is_settled_was_a_legal_box(call, others):
    """Nothing is accepted that is wrong: distinct cards in the right numbers, stakes within limits, a legal change."""
    call |= others
    try:
        settlement = settle(**call)
    except CaribbeanError:
        return
    game, folds = call["variant"], isinstance(call["decision"], Fold)
    holdem = game is CARIBBEAN_HOLDEM
    player, dealer, board = ([str(card) for card in call[place] or ()] for place in ("player", "dealer", "board"))
    assert len(player) == (2 if holdem else 5)
    assert len(dealer) in ([0] if folds else []) + [2 if holdem else 5]
    assert len(board) in (([3, 5] if folds else [5]) if holdem else [0])
    cards = [card.replace("10", "T") for card in player + dealer + board]
    assert len(set(cards)) == len(cards)
    assert game is not CARIBBEAN_POKER or 1_00 <= call["stakes"].ante <= 100_00
    assert call["stakes"].progressive in ([0, 1_00] if game.progressive else [0])
    assert call["changed"] in (range(6) if game is CARIBBEAN_POKER else [0])
    assert call["jackpot"] is None or (game.progressive and call["jackpot"] >= 0)
    assert folds is (settlement.outcome is Outcome.FOLD)
