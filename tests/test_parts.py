"""The parts of a game: each refuses alone what cannot be, with its key and everything at once, and none can change."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caribbean.errors import InputTypeError, VariantError
from caribbean.parts import (
    Boxes,
    ChangeRule,
    Checker,
    Deal,
    FrozenMap,
    Limits,
    Outcome,
    Pays,
    Progressive,
    WagerPays,
)
from caribbean.paytables import Fixed, PayTable, PrizeTable
from strategies import boxes, change_rules, deals, limits, progressives

LOST, EVEN, BACK = PayTable("lost"), PayTable(1), PayTable("returned")
PRIZES = PrizeTable({"flush": Fixed(50_00)})
ROWS = {
    "fold": WagerPays(LOST),
    "no_qualify": WagerPays(EVEN, BACK),
    "win": WagerPays(EVEN, EVEN),
    "tie": WagerPays(BACK, BACK),
    "lose": WagerPays(LOST, LOST),
}
PARTS = [
    Deal(player=5, dealer=5, dealer_up=1),
    WagerPays(EVEN),
    Pays(**ROWS),
    Limits(min=1_00, max=100_00),
    Boxes(table=6, player=3, closed_from=3),
    ChangeRule(fees={1: 1, 2: 3}, forced_play=(2,)),
    Progressive(price=1_00, after_fold=True, prizes=PRIZES),
]


def _refused(make, **fields) -> dict[str, str]:
    with pytest.raises(VariantError) as caught:
        make(**fields)
    return dict(caught.value.problems)


# --- what all parts share ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_parts_are_values(part):
    """Equal parts hash alike, and every journey gives an equal part."""
    for twin in (copy.copy(part), copy.deepcopy(part)):
        assert part == twin
        assert hash(part) == hash(twin)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        twin = pickle.loads(pickle.dumps(part, protocol))
        assert part == twin
        assert hash(part) == hash(twin)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_parts_cannot_be_changed(part):
    """No field of a part can be set, and none added."""
    for name in (*part.__struct_fields__, "extra"):
        with pytest.raises(AttributeError):
            setattr(part, name, 1)


@given(st.one_of(deals(), boxes(), change_rules(), limits(), progressives()))
def test_parts_that_can_be_are_accepted(part):
    """Every part within its ranges is made, and survives pickling."""
    assert part == pickle.loads(pickle.dumps(part))


def test_a_checker_without_problems_raises_nothing():
    """Only what was noted is raised, in the order noted."""
    check = Checker()
    check.done()
    check.refuse("b", "second letter")
    check.refuse("a", "first letter")
    with pytest.raises(VariantError) as caught:
        check.done()
    assert (("b", "second letter"), ("a", "first letter")) == caught.value.problems


# --- outcomes ------------------------------------------------------------------------------------------------------


def test_the_five_outcomes():
    """R-6: their names in files, and the rows they have in `Pays`."""
    assert ["fold", "no-qualify", "win", "tie", "lose"] == [outcome.value for outcome in Outcome]
    assert ["fold", "no-qualify", "win", "tie", "lose"] == [str(outcome) for outcome in Outcome]
    assert ["fold", "no_qualify", "win", "tie", "lose"] == [outcome.field for outcome in Outcome]
    assert Outcome.NO_QUALIFY is Outcome("no-qualify")


# --- frozen maps ---------------------------------------------------------------------------------------------------


def test_a_frozen_map_is_a_mapping_that_hashes():
    """It equals a dict of the same items, in any order, and can be a key."""
    frozen = FrozenMap([("a", 1), ("b", 2)])
    assert {"b": 2, "a": 1} == frozen
    assert (1, 2, ["a", "b"]) == (frozen["a"], len(frozen), list(frozen))
    assert hash(frozen) == hash(FrozenMap([("b", 2), ("a", 1)]))
    assert "{'a': 1, 'b': 2}" == repr(frozen)
    with pytest.raises(TypeError):
        frozen["a"] = 2
    with pytest.raises(TypeError):
        del frozen["a"]


def test_a_frozen_map_keeps_nothing_of_the_mapping_it_was_made_from():
    """Changing the dict afterwards changes no rule."""
    fees = {1: 1}
    rule = ChangeRule(fees=fees)
    fees[1] = 0
    fees[2] = 0
    assert {1: 1} == rule.fees


# --- deal ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "key", "reason"),
    [
        ({"player": 0}, "player", "must be a whole number from 1 to 7, not 0"),
        ({"player": 8}, "player", "must be a whole number from 1 to 7, not 8"),
        ({"player": True}, "player", "must be a whole number from 1 to 7, not True"),
        ({"player": 5.0}, "player", "must be a whole number from 1 to 7, not 5.0"),
        ({"dealer": 0}, "dealer", "must be a whole number from 1 to 7, not 0"),
        ({"dealer": "5"}, "dealer", "must be a whole number from 1 to 7, not '5'"),
        ({"dealer_up": -1}, "dealer_up", "must be a whole number from 0 to 5, not -1"),
        ({"dealer_up": 6}, "dealer_up", "must be a whole number from 0 to 5, not 6"),
        ({"board": (3,)}, "board", "must be two whole numbers from 0 to 7, not (3,)"),
        ({"board": [0, 0]}, "board", "must be two whole numbers from 0 to 7, not [0, 0]"),
        ({"board": (-1, 1)}, "board", "must be two whole numbers from 0 to 7, not (-1, 1)"),
        ({"board": (8, 0)}, "board", "must be two whole numbers from 0 to 7, not (8, 0)"),
        ({"board": (True, 0)}, "board", "must be two whole numbers from 0 to 7, not (True, 0)"),
        ({"board": None}, "board", "must be two whole numbers from 0 to 7, not None"),
        ({"player": 4}, "player", "a hand needs 5 to 7 cards, not 4 and 0 on the board"),
        ({"dealer": 4}, "dealer", "a hand needs 5 to 7 cards, not 4 and 0 on the board"),
        ({"dealer": 2, "player": 2, "board": (3, 3), "dealer_up": 0}, "player", None),
    ],
)
def test_deals_that_cannot_be_are_refused(fields, key, reason):
    """Hands have five to seven cards with the board, and no more cards face up than there are."""
    problems = _refused(Deal, **{"player": 5, "dealer": 5, "dealer_up": 1, **fields})
    assert key in problems
    assert reason in (None, problems[key])


def test_everything_wrong_with_a_deal_is_said_at_once():
    """Sides and board are judged together."""
    problems = _refused(Deal, player=0, dealer=9, dealer_up=1, board=(1, 2, 3))
    assert ["player", "dealer", "board"] == list(problems)
    problems = _refused(Deal, player=4, dealer=4, dealer_up=5)
    assert ["dealer_up", "player", "dealer"] == list(problems)


def test_a_number_beside_a_wrong_one_is_judged_by_its_widest_range():
    """What is refused beside a wrong neighbour could be right beside no other."""
    assert {"dealer"} == set(_refused(Deal, player=5, dealer=9, dealer_up=7))
    assert "must be a whole number from 0 to 7, not 8" == _refused(Deal, player=5, dealer=9, dealer_up=8)["dealer_up"]
    assert {"table"} == set(_refused(Boxes, table=0, player=10))
    assert "must be a whole number from 1 to 10, not 11" == _refused(Boxes, table=0, player=11)["player"]


# --- pays ----------------------------------------------------------------------------------------------------------


def test_pays_are_found_by_outcome():
    """`pays[Outcome.WIN]` is the row `win`; all rows come in the order of the outcomes."""
    pays = Pays(**ROWS)
    assert list(ROWS.values()) == [pays[outcome] for outcome in Outcome]
    assert list(zip(Outcome, ROWS.values(), strict=True)) == list(pays)


@pytest.mark.parametrize("bad", ["win", 0, None], ids=repr)
def test_pays_are_found_by_nothing_else(bad):
    """A text is no outcome."""
    with pytest.raises(InputTypeError, match=r"^pays are found by Outcome, not by "):
        Pays(**ROWS)[bad]


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"fold": WagerPays(LOST, LOST)}, {"fold.bet": "a folded box has no bet to pay"}),
        ({"win": WagerPays(EVEN)}, {"win.bet": "is missing"}),
        ({"no_qualify": WagerPays(EVEN)}, {"no-qualify.bet": "is missing"}),
        ({"tie": EVEN}, {"tie": "must be a WagerPays, not PayTable"}),
        (
            {"fold": None, "tie": 1, "lose": WagerPays(LOST)},
            {
                "fold": "must be a WagerPays, not NoneType",
                "tie": "must be a WagerPays, not int",
                "lose.bet": "is missing",
            },
        ),
    ],
)
def test_pays_that_cannot_be_are_refused(fields, problems):
    """A folded box has an ante only, every other outcome pays both."""
    assert problems == _refused(Pays, **{**ROWS, **fields})


def test_a_row_is_made_of_pay_tables():
    """Both cells are checked together."""
    assert {"ante": "must be a PayTable, not int", "bet": "must be a PayTable or None, not str"} == _refused(
        WagerPays, ante=1, bet="lost"
    )
    assert {"ante": "must be a PayTable, not NoneType"} == _refused(WagerPays, ante=None)


# --- limits, boxes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("least", "most", "problems"),
    [
        (0, 5, {"min": "the amount must be at least 1, not 0"}),
        (1.0, 5, {"min": "the amount must be an int number of units, not float 1.0"}),
        (1, "5", {"max": "the amount must be an int number of units, not str '5'"}),
        (1, 2**63, {"max": "the amount must be at most 9223372036854775807 units (2**63 - 1)"}),
        (2, 1, {"max": "is below the minimum (1 < 2 units)"}),
        (
            True,
            None,
            {
                "min": "the amount must be an int number of units, not bool True",
                "max": "the amount must be an int number of units, not NoneType",
            },
        ),
    ],
)
def test_limits_that_cannot_be_are_refused(least, most, problems):
    """Both limits are amounts, and the least is not above the most."""
    assert problems == _refused(Limits, min=least, max=most)


def test_limits_may_be_one_amount():
    """A table with a single allowed ante."""
    assert Limits(min=5, max=5) == Limits(min=5, max=5)


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"table": 0}, {"table": "must be a whole number from 1 to 10, not 0"}),
        ({"table": 11}, {"table": "must be a whole number from 1 to 10, not 11"}),
        ({"table": True}, {"table": "must be a whole number from 1 to 10, not True"}),
        ({"player": 7}, {"player": "must be a whole number from 1 to 6, not 7"}),
        ({"player": 0}, {"player": "must be a whole number from 1 to 6, not 0"}),
        ({"closed_from": 4}, {"closed_from": "must be a whole number from 1 to 3, not 4"}),
        ({"closed_from": 0}, {"closed_from": "must be a whole number from 1 to 3, not 0"}),
        ({"closed_from": False}, {"closed_from": "must be a whole number from 1 to 3, not False"}),
    ],
)
def test_boxes_that_cannot_be_are_refused(fields, problems):
    """A player buys no more boxes than there are, and only a box he can buy plays closed."""
    assert problems == _refused(Boxes, **{"table": 6, "player": 3, "closed_from": 3, **fields})


def test_boxes_are_one_open_box_by_default():
    """Games without boxes have one, and it is open."""
    assert Boxes(table=1, player=1, closed_from=None) == Boxes()


# --- change --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"fees": {}}, {"fees": "is empty; a game without a change has no change rule"}),
        ({"fees": 5}, {"fees": "must be a table of cards to antes, not int"}),
        ({"fees": [(1, 1)]}, {"fees": "must be a table of cards to antes, not list"}),
        ({"fees": {0: 1}}, {"fees.0": "is no number of cards, which is from 1 to 7"}),
        ({"fees": {8: 1}}, {"fees.8": "is no number of cards, which is from 1 to 7"}),
        ({"fees": {"1": 1}}, {"fees.1": "is no number of cards, which is from 1 to 7"}),
        ({"fees": {True: 1}}, {"fees.True": "is no number of cards, which is from 1 to 7"}),
        ({"fees": {1: -1}}, {"fees.1": "must be a whole number from 0 to 1000, not -1"}),
        ({"fees": {1: 0.5}}, {"fees.1": "must be a whole number from 0 to 1000, not 0.5"}),
        ({"fees": {1: 1001}}, {"fees.1": "must be a whole number from 0 to 1000, not 1001"}),
        (
            {"fees": {1: True, 2: 2.0}},
            {
                "fees.1": "must be a whole number from 0 to 1000, not True",
                "fees.2": "must be a whole number from 0 to 1000, not 2.0",
            },
        ),
        ({"forced_play": (3,)}, {"forced_play": "3 cards cannot be changed"}),
        ({"forced_play": (True,)}, {"forced_play": "True cards cannot be changed"}),
        ({"forced_play": (1.0,)}, {"forced_play": "1.0 cards cannot be changed"}),
        ({"forced_play": ([],)}, {"forced_play": "[] cards cannot be changed"}),
        ({"forced_play": 1}, {"forced_play": "must be a tuple of numbers of cards, not int"}),
        ({"forced_play": [1]}, {"forced_play": "must be a tuple of numbers of cards, not list"}),
    ],
)
def test_changes_that_cannot_be_are_refused(fields, problems):
    """Fees are whole antes for one to seven cards; play is forced only after a change that can be made."""
    assert problems == _refused(ChangeRule, **{"fees": {1: 1, 2: 2}, **fields})


def test_changes_are_the_same_however_they_were_written():
    """The order of the fees and of the forced plays means nothing, and a repeat neither."""
    first = ChangeRule(fees={1: 1, 5: 1}, forced_play=(5, 1, 5))
    second = ChangeRule(fees={5: 1, 1: 1}, forced_play=(1, 5))
    assert first == second
    assert hash(first) == hash(second)
    assert ([1, 5], (1, 5)) == (list(first.fees), first.forced_play)


def test_a_change_may_be_free():
    """A fee of no ante is a rule, too."""
    assert {1: 0} == ChangeRule(fees={1: 0}).fees


# --- progressive ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"price": 0}, {"price": "the amount must be at least 1, not 0"}),
        ({"price": 1.0}, {"price": "the amount must be an int number of units, not float 1.0"}),
        ({"after_fold": 1}, {"after_fold": "must be true or false, not int"}),
        ({"after_fold": None}, {"after_fold": "must be true or false, not NoneType"}),
        ({"return_stake": "no"}, {"return_stake": "must be true or false, not str"}),
        ({"prizes": {"flush": 5}}, {"prizes": "must be a PrizeTable, not dict"}),
        ({"prizes": EVEN}, {"prizes": "must be a PrizeTable, not PayTable"}),
        ({"shares": "split"}, {"shares": 'must be "in-turn" or "equal", not \'split\''}),
        ({"shares": None}, {"shares": 'must be "in-turn" or "equal", not None'}),
    ],
)
def test_progressive_wagers_that_cannot_be_are_refused(fields, problems):
    """The price is an amount, the switches are true or false, the prizes a table of prizes."""
    assert problems == _refused(Progressive, **{"price": 1_00, "after_fold": True, "prizes": PRIZES, **fields})


def test_everything_wrong_with_a_progressive_wager_is_said_at_once():
    """One error has all five."""
    problems = _refused(Progressive, price=-1, after_fold=0, prizes=None, return_stake=2, shares=3)
    assert {"price", "after_fold", "prizes", "return_stake", "shares"} == set(problems)


def test_what_a_progressive_wager_does_by_default():
    """R-80, R-84: the house keeps the stake, and shares are taken in turn."""
    wager = Progressive(price=1_00, after_fold=True, prizes=PRIZES)
    assert (False, "in-turn") == (wager.return_stake, wager.shares)


@pytest.mark.parametrize("part", [part for part in PARTS if not isinstance(part, WagerPays)], ids=repr)
def test_parts_take_their_fields_by_name(part):
    """Two numbers of one type cannot be swapped by mistake: all fields in their order are no part."""
    fields = {name: getattr(part, name) for name in part.__struct_fields__}
    assert part == type(part)(**fields)
    with pytest.raises(TypeError):
        type(part)(*fields.values())


@pytest.mark.parametrize(
    "make",
    [
        lambda: Deal(player=7, dealer=7, dealer_up=7),
        lambda: Deal(player=1, dealer=1, dealer_up=0, board=(4, 2)),
        lambda: Boxes(table=10, player=10, closed_from=10),
        lambda: Boxes(table=1, player=1, closed_from=1),
        lambda: ChangeRule(fees={1: 0, 7: 1_000}, forced_play=(1, 7)),
        lambda: Limits(min=1, max=2**63 - 1),
        lambda: Progressive(price=1, after_fold=False, prizes=PRIZES),
    ],
)
def test_parts_may_be_at_the_edges_of_their_ranges(make):
    """The least and the most of every range are inside."""
    assert make() == make()


def test_a_board_number_has_a_range_of_its_own():
    """Seven on the board is a number that a board may have, and too many beside any hand; eight is none."""
    assert "board" not in _refused(Deal, player=1, dealer=1, dealer_up=0, board=(7, 0))
    assert "board" in _refused(Deal, player=1, dealer=1, dealer_up=0, board=(0, 8))
