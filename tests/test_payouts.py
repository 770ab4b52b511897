"""`pay()`, the one place that pays: every game × outcome × category against the oracle, and money that adds up."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import reference
from caribbean.errors import InputError, InputTypeError, SeveralErrors
from caribbean.games import GAMES
from caribbean.hands import Category
from caribbean.parts import ChangeRule, Outcome, Pays, WagerPays
from caribbean.payouts import Line, Stakes, pay
from caribbean.paytables import Fate, Fixed, PayTable, PrizeTable, Share
from strategies import amounts, categories, pay_tables, stakes, variants

STUD = GAMES["progressive-caribbean-poker"]
CHANGE = GAMES["caribbean-poker"]
CYBER = GAMES["cyber-caribbean-stud"]


def _plain(lines):
    return [(line.wager, line.stake, line.result, line.returned) for line in lines]


# --- against the oracle --------------------------------------------------------------------------------------------

EVERY_CELL = [
    (game, outcome, category)
    for game, outcome, category in itertools.product(GAMES, Outcome, Category)
    if GAMES[game].reachable(outcome, category)
]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("ante", [1, 10_00, 2**31 - 1, 2**31, 2**62])
def test_every_outcome_and_category_is_paid_as_the_oracle_pays(game, ante):
    """Ante, bet and progressive of every box that can be, a cent or a fortune, line by line."""
    variant = GAMES[game]
    for outcome, category in itertools.product(Outcome, Category):
        if not variant.reachable(outcome, category):
            continue
        placed = [0] if variant.progressive is None else [0, variant.progressive.price]
        for progressive, jackpot in itertools.product(placed, [0, 9, 123_456_78, 2**62]):
            expected = reference.box(
                game, outcome.value, category.slug, ante=ante, progressive=progressive, jackpot=jackpot
            )
            found = pay(variant, outcome, category, Stakes(ante=ante, progressive=progressive), jackpot=jackpot)
            assert expected == _plain(found), (outcome, category, progressive, jackpot)


@pytest.mark.parametrize("changed", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("outcome", Outcome)
def test_change_fees_are_the_oracles_and_never_come_back(changed, outcome):
    """R-35: one ante a card, in every outcome, a fold among them."""
    for category in Category:
        if CHANGE.reachable(outcome, category):
            expected = reference.box("caribbean-poker", outcome.value, category.slug, ante=7_50, changed=changed)
            assert expected == _plain(pay(CHANGE, outcome, category, Stakes(ante=7_50), changed=changed))


def test_lines_stand_in_the_order_ante_bet_change_progressive():
    """R-9: one line a wager; a folded box has no bet, and a wager that was not placed has no line."""
    both = CHANGE.replace(progressive=STUD.progressive)
    stake = Stakes(ante=1_00, progressive=1_00)
    played = pay(both, Outcome.WIN, Category.FLUSH, stake, changed=2)
    folded = pay(both, Outcome.FOLD, Category.FLUSH, stake, changed=2)
    assert ["ante", "bet", "change", "progressive"] == [line.wager for line in played]
    assert ["ante", "change", "progressive"] == [line.wager for line in folded]
    assert ["ante", "bet"] == [line.wager for line in pay(both, Outcome.LOSE, Category.PAIR, Stakes(ante=1_00))]


def test_the_line_says_at_which_odds_it_was_paid():
    """Odds stand on a line that won, and on no other."""
    ante, bet = pay(STUD, Outcome.WIN, Category.FULL_HOUSE, Stakes(ante=10_00))
    assert Line("ante", 10_00, "won", Fraction(1), 20_00) == ante
    assert Line("bet", 20_00, "won", Fraction(7), 160_00) == bet
    assert (10_00, 140_00) == (ante.net, bet.net)
    for outcome in (Outcome.FOLD, Outcome.TIE, Outcome.LOSE):
        lines = pay(STUD, outcome, Category.FULL_HOUSE, Stakes(ante=10_00, progressive=1_00))
        assert {None} == {line.odds for line in lines}


def test_the_sums_of_the_sheet():
    """R-40: a full house wins 150 in all, a royal flush 2,010."""
    for category, net in ((Category.FULL_HOUSE, 150_00), (Category.ROYAL_FLUSH, 2_010_00)):
        assert net == sum(line.net for line in pay(CHANGE, Outcome.WIN, category, Stakes(ante=10_00)))


# --- progressive ---------------------------------------------------------------------------------------------------


def test_a_folded_box_wins_its_prize_only_where_the_game_says_so():
    """R-23 against R-62: sheet 000 loses the wager with the fold, sheet 004 pays the flush all the same."""
    stake = Stakes(ante=10_00, progressive=1_00)
    assert Line("progressive", 1_00, "lost", None, 0) == pay(STUD, Outcome.FOLD, Category.FLUSH, stake)[-1]
    assert Line("progressive", 1_00, "prize", None, 50_00) == pay(CYBER, Outcome.FOLD, Category.FLUSH, stake)[-1]


@pytest.mark.parametrize("outcome", [Outcome.NO_QUALIFY, Outcome.WIN, Outcome.LOSE])
def test_a_played_box_wins_its_prize_whatever_the_outcome(outcome):
    """R-24: also where the main wagers are returned or lost."""
    stake = Stakes(ante=10_00, progressive=1_00)
    line = pay(STUD, outcome, Category.STRAIGHT_FLUSH, stake, jackpot=100_000_00)[-1]
    assert Line("progressive", 1_00, "prize", None, 10_000_00) == line


def test_a_share_needs_the_meter_and_a_fixed_prize_does_not():
    """Who wins a share must say how much is in the meter; nobody else need."""
    stake = Stakes(ante=10_00, progressive=1_00)
    assert 100_00 == pay(STUD, Outcome.WIN, Category.FOUR_OF_A_KIND, stake)[-1].returned
    for category in (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        with pytest.raises(InputError, match=rf"^{category.slug} wins a share of the jackpot: its amount must be "):
            pay(STUD, Outcome.WIN, category, stake)


def test_the_stake_comes_back_with_a_prize_where_the_rules_say_so():
    """R-80: a parameter; it never comes back without a prize."""
    rule = STUD.progressive
    returning = STUD.replace(
        progressive=type(rule)(price=1_00, after_fold=False, prizes=rule.prizes, return_stake=True)
    )
    stake = Stakes(ante=10_00, progressive=1_00)
    assert 51_00 == pay(returning, Outcome.LOSE, Category.FLUSH, stake)[-1].returned
    assert 0 == pay(returning, Outcome.LOSE, Category.PAIR, stake)[-1].returned


@pytest.mark.parametrize(("sharers", "prize"), [(1, 100_00), (2, 50_00), (3, 33_33), (7, 14_28)])
def test_equal_shares_are_rounded_down_and_fixed_prizes_are_not_divided(sharers, prize):
    """R-84: a share is divided among so many boxes; a fixed prize is the house's and whole."""
    stake = Stakes(ante=10_00, progressive=1_00)
    equal = STUD.replace(progressive=msgspec.structs.replace(STUD.progressive, shares="equal"))
    royal = pay(equal, Outcome.WIN, Category.ROYAL_FLUSH, stake, jackpot=100_00, sharers=sharers)[-1]
    flush = pay(equal, Outcome.WIN, Category.FLUSH, stake, jackpot=100_00, sharers=sharers)[-1]
    assert prize == royal.returned
    assert 50_00 == flush.returned


def test_shares_that_are_paid_in_turn_are_not_divided():
    """R-84: in turn, each share is of the meter as the earlier ones left it, and there is nothing to divide."""
    stake = Stakes(ante=10_00, progressive=1_00)
    with pytest.raises(InputError, match=r"^the shares of this game are paid in turn and not divided"):
        pay(STUD, Outcome.WIN, Category.ROYAL_FLUSH, stake, jackpot=100_00, sharers=2)


def test_a_category_below_the_prizes_loses_the_wager():
    """Below a flush nothing is won."""
    for category in [category for category in Category if category < Category.FLUSH]:
        line = pay(CYBER, Outcome.FOLD, category, Stakes(ante=1, progressive=1_00))[-1]
        assert Line("progressive", 1_00, "lost", None, 0) == line


# --- cap -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cap", "ante", "bet"),
    [
        (2_010_00, (20_00, 0), (2_020_00, 0)),
        (2_009_99, (20_00, 0), (2_019_99, 1)),
        (1_000_00, (20_00, 0), (1_010_00, 1_010_00)),
        (10_00, (20_00, 0), (20_00, 2_000_00)),
        (9_99, (19_99, 1), (20_00, 2_000_00)),
        (1, (10_01, 9_99), (20_00, 2_000_00)),
    ],
)
def test_a_cap_cuts_what_ante_and_bet_win_together(cap, ante, bet):
    """R-76: the bet is cut first; the stakes always come back, and the line says what was withheld."""
    lines = pay(CHANGE.replace(cap=cap), Outcome.WIN, Category.ROYAL_FLUSH, Stakes(ante=10_00))
    assert [ante, bet] == [(line.returned, line.capped) for line in lines]
    assert ["won", "won"] == [line.result for line in lines]


def test_a_cap_does_not_touch_the_progressive_wager_or_losses():
    """R-76: a prize is paid in full beside a cap; what is lost or returned has nothing to cut."""
    capped = STUD.replace(cap=1)
    stake = Stakes(ante=10_00, progressive=1_00)
    assert 10_000_00 == pay(capped, Outcome.WIN, Category.ROYAL_FLUSH, stake, jackpot=10_000_00)[-1].returned
    for outcome in (Outcome.FOLD, Outcome.TIE, Outcome.LOSE):
        assert pay(STUD, outcome, Category.FLUSH, stake) == pay(capped, outcome, Category.FLUSH, stake)


@given(pay_tables(), pay_tables(), amounts(), amounts(), categories())
def test_a_cap_bounds_the_win_and_accounts_for_all_it_withheld(on_ante, on_bet, ante, cap, category):
    """With any tables: winnings are at most the cap, and with what was withheld they are those without a cap."""
    rows = {outcome.field: row for outcome, row in STUD.pays}
    free = STUD.replace(pays=Pays(**{**rows, "no_qualify": WagerPays(on_ante, on_bet)}))
    stake = Stakes(ante=ante)
    without = pay(free, Outcome.NO_QUALIFY, category, stake)
    within = pay(free.replace(cap=cap), Outcome.NO_QUALIFY, category, stake)
    assert sum(max(0, line.net) for line in within) == min(cap, sum(max(0, line.net) for line in without))
    for cut, whole in zip(within, without, strict=True):
        assert (whole.stake, whole.result, whole.odds) == (cut.stake, cut.result, cut.odds)
        assert whole.returned == cut.returned + cut.capped
        assert 0 <= cut.capped <= max(0, whole.net)


# --- any rules at all ----------------------------------------------------------------------------------------------


@given(variants(), st.sampled_from(Outcome), categories(), amounts(), st.data())
def test_any_rules_pay_whole_units_and_never_less_than_nothing(variant, outcome, category, ante, data):
    """Whatever the tables: ints all over, nothing below zero, the bet a multiple of the ante, odds that say the win."""
    assume(variant.reachable(outcome, category))
    changed = data.draw(st.sampled_from([0, *variant.change.fees])) if variant.change else 0
    progressive = data.draw(st.sampled_from([0, variant.progressive.price])) if variant.progressive else 0
    lines = pay(variant, outcome, category, Stakes(ante=ante, progressive=progressive), changed=changed, jackpot=12_345)
    by_wager = {line.wager: line for line in lines}
    assert len(lines) == len(by_wager)
    assert ante == by_wager["ante"].stake
    if outcome is not Outcome.FOLD:
        assert ante * variant.bet_multiple == by_wager["bet"].stake
    for line in lines:
        assert (int, int, int) == (type(line.stake), type(line.returned), type(line.capped))
        assert line.returned >= 0
        assert line.returned - line.stake == line.net
        if line.result == "won":
            assert line.stake + math.floor(line.stake * line.odds) == line.returned + line.capped
        elif line.result in ("lost", "returned"):
            assert line.returned == (line.stake if line.result == "returned" else 0)


@given(stakes(), st.fractions(Fraction(1, 100), 100, max_denominator=100))
def test_fractional_odds_round_down_on_each_line(stake, odds):
    """R-8 and R-81: 3 to 2 on one cent wins one cent; each wager rounds by itself."""
    rows = {outcome.field: row for outcome, row in STUD.pays}
    variant = STUD.replace(
        pays=Pays(**{**rows, "no_qualify": WagerPays(PayTable(odds), PayTable(odds))}), progressive=None
    )
    ante, bet = pay(variant, Outcome.NO_QUALIFY, Category.PAIR, Stakes(ante=stake.ante))
    assert math.floor(stake.ante * odds) == ante.net
    assert math.floor(2 * stake.ante * odds) == bet.net


# --- stakes and refusals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [0, -1, 2**63])
def test_an_ante_outside_its_range_is_refused(bad):
    """No ante of nothing, and none that a ledger cannot hold."""
    with pytest.raises(InputError, match=r"^the ante must be at "):
        Stakes(ante=bad)


@pytest.mark.parametrize("bad", [1.0, True, "10.00", None, Fraction(1), float("nan")], ids=repr)
def test_stakes_are_ints(bad):
    """A float as money is a TypeError, in either stake."""
    with pytest.raises(InputTypeError, match=r"^the ante must be an int number of units"):
        Stakes(ante=bad)
    with pytest.raises(InputTypeError, match=r"^the progressive stake must be an int number of units"):
        Stakes(ante=1, progressive=bad)


def test_everything_wrong_with_stakes_is_said_at_once():
    """Both stakes are judged."""
    with pytest.raises(SeveralErrors) as caught:
        Stakes(ante=0, progressive=-1)
    assert "the ante must be at least 1, not 0; the progressive stake must be at least 0, not -1" == str(caught.value)


def test_stakes_and_lines_cannot_be_changed():
    """A stake is settled as it was placed."""
    for value in (Stakes(ante=1), pay(STUD, Outcome.FOLD, Category.PAIR, Stakes(ante=1))[0]):
        for name in (*value.__struct_fields__, "extra"):
            with pytest.raises(AttributeError):
                setattr(value, name, 5)
    assert Stakes(ante=1) == Stakes(ante=1, progressive=0)
    assert 1 == len({Stakes(ante=1), Stakes(ante=1)})


def test_stakes_take_their_amounts_by_name():
    """Two amounts cannot be swapped by mistake."""
    with pytest.raises(TypeError):
        Stakes(1, 1)


@pytest.mark.parametrize("changed", [6, -1, 7])
def test_a_number_of_cards_that_cannot_be_changed_is_not_charged(changed):
    """There is no fee for it, so there is no line."""
    with pytest.raises(InputError, match=rf"^{changed} cards cannot be changed$"):
        pay(CHANGE, Outcome.WIN, Category.PAIR, Stakes(ante=1), changed=changed)


def test_wagers_that_a_game_does_not_have_are_not_paid():
    """A change in a game without one, and a progressive wager in a game without one, are refused."""
    with pytest.raises(InputError, match=r"^1 cards cannot be changed$"):
        pay(STUD, Outcome.WIN, Category.PAIR, Stakes(ante=1), changed=1)
    with pytest.raises(InputError, match=r"^this game has no progressive wager$"):
        pay(CHANGE, Outcome.WIN, Category.PAIR, Stakes(ante=1, progressive=1))


def test_a_cell_that_does_not_exist_is_an_error():
    """R-52: sheet 002 has no row for a win with a high card; it is not paid as something else."""
    with pytest.raises(InputError, match=r"^the pay table of the bet has no row for high-card$"):
        pay(CHANGE, Outcome.WIN, Category.HIGH_CARD, Stakes(ante=1))


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        ({"outcome": "win"}, InputTypeError),
        ({"category": 6}, InputTypeError),
        ({"category": -1}, InputTypeError),
        ({"category": "flush"}, InputTypeError),
        ({"stakes": 10_00}, InputTypeError),
        ({"changed": True}, InputTypeError),
        ({"changed": 1.0}, InputTypeError),
        ({"jackpot": 1000.0}, InputTypeError),
        ({"jackpot": True}, InputTypeError),
        ({"jackpot": "1000"}, InputTypeError),
        ({"jackpot": -1}, InputError),
        ({"jackpot": 2**63}, InputError),
        ({"sharers": 0}, InputError),
        ({"sharers": -1}, InputError),
        ({"sharers": True}, InputTypeError),
        ({"sharers": 2.0}, InputTypeError),
    ],
)
def test_arguments_that_could_be_paid_as_something_else_are_refused(arguments, kind):
    """A number is no category, a float no meter, a bool no count."""
    right = {"outcome": Outcome.WIN, "category": Category.FLUSH, "stakes": Stakes(ante=1, progressive=1_00)}
    with pytest.raises(kind):
        pay(STUD, **{**right, **arguments})


def test_a_fee_vector_is_charged_as_it_stands():
    """R-35: other fees in use: 1-2-3-2-1, and one or five for one ante; a free change is a line of nothing."""
    for fees in ({1: 1, 2: 2, 3: 3, 4: 2, 5: 1}, {1: 1, 5: 1}, {1: 0}):
        variant = CHANGE.replace(change=ChangeRule(fees=fees))
        for cards, fee in fees.items():
            line = pay(variant, Outcome.LOSE, Category.PAIR, Stakes(ante=3), changed=cards)[-1]
            assert Line("change", 3 * fee, "lost", None, 0) == line


def test_prizes_and_tables_of_any_kind_mix():
    """A fixed prize below a share below a fixed prize; a returned ante beside a lost bet."""
    on_ante = PayTable({"high-card": "lost", "flush": "returned"})
    prizes = PrizeTable({"pair": Fixed(5), "flush": Share(Fraction(1, 3)), "royal-flush": Fixed(7)})
    rule = STUD.progressive
    rows = {outcome.field: row for outcome, row in STUD.pays}
    variant = STUD.replace(
        progressive=type(rule)(price=1, after_fold=True, prizes=prizes),
        pays=Pays(**{**rows, "lose": WagerPays(on_ante, PayTable("lost"))}),
    )
    stake = Stakes(ante=1, progressive=1)
    found = {
        category: [line.returned for line in pay(variant, Outcome.LOSE, category, stake, jackpot=100)]
        for category in (Category.HIGH_CARD, Category.PAIR, Category.FLUSH, Category.STRAIGHT_FLUSH)
    }
    assert [[0, 0, 0], [0, 0, 5], [1, 0, 33], [1, 0, 33]] == list(found.values())
    assert 7 == pay(variant, Outcome.WIN, Category.ROYAL_FLUSH, stake, jackpot=100)[-1].returned
    assert Fate.RETURNED is variant.pays.lose.ante.get(Category.FLUSH)
