"""Caps, prizes, shares and units, R-76 to R-90: one box worked on paper for each ruling that a settlement can show.

The number in the name of a test is the number of the ruling. Amounts are cents unless a test says otherwise.
"""

from __future__ import annotations

import json

import msgspec
import pytest

from boxes import ALL, FLUSH, FULL_HOUSE, PAIR, QUADS, QUALIFIES, ROYAL, STEEL_WHEEL, folded, played, summary
from caribbean.errors import InputTypeError
from caribbean.games import CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.hands import Category
from caribbean.parts import Outcome
from caribbean.payouts import Stakes, pay

# ---- …, R-90 ---------------------------------------------------------------------------------


def test_r76_a_cap_cuts_what_a_box_wins_and_shows_it_on_the_line():
    """R-76: at most 1,000.00 from ante and bet: a royal's 2,010.00 is cut by 1,010.00, on the line of the bet."""
    capped = CARIBBEAN_POKER.replace(cap=1_000_00)
    settlement = played(capped, ROYAL, QUALIFIES)
    assert 1_000_00 == settlement.net
    assert [0, 1_010_00] == [line.capped for line in settlement.lines]
    assert {"ante": (10_00, "won", 20_00), "bet": (20_00, "won", 20_00 + 990_00)} == summary(settlement)
    assert "1010.00" == settlement.to_dict()["lines"][1]["capped"]
    assert "1010.00 less by the cap" in settlement.explain()


def test_r76_where_the_cap_does_not_bite_nothing_is_shown():
    """R-76: exactly at the cap, nothing is cut and nothing said."""
    at_the_cap = played(CARIBBEAN_POKER.replace(cap=150_00), FULL_HOUSE, QUALIFIES)
    assert 150_00 == at_the_cap.net
    assert "cap" not in at_the_cap.explain() + json.dumps(at_the_cap.to_dict()["lines"])
    one_less = played(CARIBBEAN_POKER.replace(cap=149_99), FULL_HOUSE, QUALIFIES)
    assert [149_99, 1] == [one_less.net, one_less.lines[1].capped]


def test_r76_a_cap_below_the_antes_win_cuts_both_lines():
    """R-76: with a cap of 4.00 the ante wins 4.00 and the bet nothing; both stakes still come back."""
    settlement = played(CARIBBEAN_POKER.replace(cap=4_00), FULL_HOUSE, QUALIFIES)
    assert {"ante": (10_00, "won", 14_00), "bet": (20_00, "won", 20_00)} == summary(settlement)
    assert [6_00, 140_00] == [line.capped for line in settlement.lines]


def test_r76_the_cap_has_no_part_in_the_progressive_or_a_fee():
    """R-76: the jackpot is paid beside a capped win; a fee is no win to set off against."""
    settlement = played(CYBER_CARIBBEAN_STUD.replace(cap=1_00), ROYAL, QUALIFIES, progressive=1_00, jackpot=50_000_00)
    assert 1_00 - 1_00 + 50_000_00 == settlement.net
    with_fee = played(CARIBBEAN_POKER.replace(cap=150_00), FULL_HOUSE, QUALIFIES, changed=1)
    assert [150_00 - 10_00, 0] == [with_fee.net, sum(line.capped for line in with_fee.lines)]


def test_r80_the_house_keeps_the_stake_unless_the_rules_return_it():
    """R-80: prizes are "for one"; returning the stake with a prize is a parameter, and a lost wager stays lost."""
    rule = CYBER_CARIBBEAN_STUD.progressive
    kind = CYBER_CARIBBEAN_STUD.replace(
        progressive=type(rule)(price=1_00, after_fold=True, prizes=rule.prizes, return_stake=True)
    )
    assert (1_00, "prize", 51_00) == summary(played(kind, FLUSH, QUALIFIES, progressive=1_00))["progressive"]
    assert (1_00, "prize", 51_00) == summary(folded(kind, FLUSH, progressive=1_00))["progressive"]
    assert (1_00, "lost", 0) == summary(played(kind, PAIR, QUALIFIES, progressive=1_00))["progressive"]


@pytest.mark.parametrize(
    ("meter", "prize"), [(0, 0), (9, 0), (10, 1), (19, 1), (1_234_567, 123_456), (2**63 - 1, 922337203685477580)]
)
def test_r81_a_share_is_rounded_down_to_a_unit(meter, prize):
    """R-81: ten per cent of the meter in whole cents; what is cut off stays in the meter."""
    settlement = folded(CYBER_CARIBBEAN_STUD, STEEL_WHEEL, progressive=1_00, jackpot=meter)
    assert (1_00, "prize", prize) == summary(settlement)["progressive"]


def test_r82_a_fixed_prize_does_not_depend_on_the_meter():
    """R-82: it comes from the house; the meter may be empty, unknown or enormous. The royal takes all of the meter."""
    for jackpot in (None, 0, 1, 2**63 - 1):
        assert 500_00 - 11_00 == folded(CYBER_CARIBBEAN_STUD, QUADS, progressive=1_00, jackpot=jackpot).net
    assert 2**63 - 1 - 11_00 == folded(CYBER_CARIBBEAN_STUD, ROYAL, progressive=1_00, jackpot=2**63 - 1).net


def test_r84_boxes_that_share_a_prize_equally_divide_shares_and_not_fixed_prizes():
    """R-84: a share is divided by the number of boxes and rounded down; a fixed prize is paid to each."""
    stakes = Stakes(ante=10_00, progressive=1_00)
    equal = msgspec.structs.replace(CYBER_CARIBBEAN_STUD.progressive, shares="equal")
    game = CYBER_CARIBBEAN_STUD.replace(progressive=equal)
    for category, prize in ((Category.ROYAL_FLUSH, 33_33), (Category.STRAIGHT_FLUSH, 3_33), (Category.FLUSH, 50_00)):
        lines = pay(game, Outcome.LOSE, category, stakes, jackpot=100_00, sharers=3)
        assert prize == lines[-1].returned


def test_r90_money_is_whole_units_and_text_shows_the_main_unit():
    """R-90: 10_00 is ten dollars; amounts in a settlement are ints, and text in its plain form."""
    settlement = played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES)
    numbers = [settlement.staked, settlement.returned, settlement.net]
    numbers += [amount for line in settlement.lines for amount in (line.stake, line.returned, line.net, line.capped)]
    assert {int} == {type(number) for number in numbers}
    plain = settlement.to_dict()
    assert ["30.00", "180.00", "150.00"] == [plain[key] for key in ("staked", "returned", "net")]
    with pytest.raises(InputTypeError, match=r"^the ante must be an int number of units, not float 10\.0$"):
        Stakes(ante=10.0)


def test_r90_currency_and_exponent_belong_to_the_rules():
    """R-90: 1,000 units are 1000 yen, or 0.00001000 of a coin with eight decimals."""
    yen = PROGRESSIVE_CARIBBEAN_POKER.replace(currency="JPY", exponent=0)
    coin = PROGRESSIVE_CARIBBEAN_POKER.replace(currency="XBT", exponent=8)
    assert "15000" == played(yen, FULL_HOUSE, QUALIFIES, ante=1_000).to_dict()["net"]
    assert "0.00015000" == played(coin, FULL_HOUSE, QUALIFIES, ante=1_000).to_dict()["net"]
    assert "you win 15000 JPY" in played(yen, FULL_HOUSE, QUALIFIES, ante=1_000).explain()
    assert {"USD"} == {game.currency for game in ALL}
    assert {2} == {game.exponent for game in ALL}
