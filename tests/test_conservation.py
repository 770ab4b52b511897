"""Money in is money out and what the house keeps: for every game, line by line, and the same as the oracle says."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from boxes import ALL, calls
from caribbean.actions import Fold, Play
from caribbean.cards import CARDS
from caribbean.games import GAMES
from caribbean.hands import Category, Hand
from caribbean.parts import Outcome
from caribbean.payouts import Stakes, pay
from caribbean.paytables import Fate, Share
from caribbean.settlement import settle
from strategies import variants

pytestmark = pytest.mark.exhaustive

DEALS = 20_000
"""So many random deals of each game are settled twice: here and by the oracle."""


# ---- conservation --------------------------------------------------------------------------------------------------


@given(calls())
def test_money_in_is_money_out_and_the_house(call):
    """For any game: what the box staked and what the house adds is what comes back and what the house keeps."""
    settlement = settle(**call)
    stakes, variant = call["stakes"], call["variant"]
    staked = stakes.ante + stakes.progressive
    staked += stakes.ante * variant.bet_multiple * isinstance(call["decision"], Play)
    staked += stakes.ante * variant.change.fees[call["changed"]] if call["changed"] else 0
    house = -sum(line.net for line in settlement.lines)
    assert staked == settlement.staked
    assert settlement.staked == settlement.returned + house
    assert all(line.stake >= 0 and line.returned >= 0 and line.capped >= 0 for line in settlement.lines)
    assert settlement.returned >= 0


@given(calls())
def test_each_line_pays_what_the_rules_say_for_its_outcome_and_hand(call):
    """A line by itself, from the tables alone: lost, returned, odds rounded down, a prize; a cap may only take away."""
    settlement = settle(**call)
    variant, stakes = call["variant"], call["stakes"]
    row = variant.pays[settlement.outcome]
    category = settlement.player_rank.category if settlement.player else Category.HIGH_CARD
    for line in settlement.lines:
        if line.wager in ("ante", "bet"):
            cell = getattr(row, line.wager).get(category)
            back = {Fate.LOST: 0, Fate.RETURNED: line.stake}.get(cell)
            if back is None:
                back = line.stake + int(Fraction(line.stake) * cell // 1)
            assert back == line.returned + line.capped
        elif line.wager == "change":
            assert (0, 0) == (line.returned, line.capped)
        else:
            rule, prize = variant.progressive, variant.progressive.prizes.get(category)
            if prize is None or (settlement.outcome is Outcome.FOLD and not rule.after_fold):
                assert ("lost", 0) == (line.result, line.returned)
            else:
                won = call["jackpot"] * prize.part // 1 if isinstance(prize, Share) else prize.units
                assert ("prize", won + stakes.progressive * rule.return_stake) == (line.result, line.returned)


@given(calls())
def test_settle_agrees_with_pay_for_its_outcome_and_category(call):
    """Settlement, analysis and simulation cannot disagree: the lines are those of `pay()`."""
    settlement = settle(**call)
    category = settlement.player_rank.category if settlement.player else Category.HIGH_CARD
    assert settlement.lines == pay(
        call["variant"],
        settlement.outcome,
        category,
        call["stakes"],
        changed=call["changed"],
        jackpot=call["jackpot"],
    )
    assert call["variant"].reachable(settlement.outcome, category)


@given(calls())
def test_a_cap_bounds_the_win_and_its_lines_say_by_how_much(call):
    """R-76: with a cap ante and bet together win at most that; what was withheld is the difference."""
    capped = settle(**call)
    free = settle(**call | {"variant": call["variant"].replace(cap=None)})
    withheld = sum(line.capped for line in capped.lines)
    assert free.net - withheld == capped.net
    if call["variant"].cap is None:
        assert capped.lines == free.lines
    else:
        tables = [line for line in capped.lines if line.wager in ("ante", "bet")]
        assert sum(max(0, line.net) for line in tables) <= call["variant"].cap
        assert withheld == 0 or sum(max(0, line.net) for line in tables) == call["variant"].cap
    assert all(line.capped == 0 for line in capped.lines if line.wager in ("change", "progressive"))


# ---- the oracle ----------------------------------------------------------------------------------------------------

SPELT = {str(card): card for card in CARDS}


def _deals(game, seed):
    """Random boxes of a game, as the oracle takes them; the seed is fixed, so every run settles the same ones."""
    draw = random.Random(seed)
    holdem = game.deal.board != (0, 0)
    for _ in range(DEALS):
        cards = draw.sample(reference.PACK, 10)
        fold = draw.random() < 0.2
        box = {"player": cards[:5], "dealer": cards[5:], "board": []}
        if holdem:
            box = {"player": cards[:2], "dealer": cards[2:4], "board": cards[4:9]}
        yield box | {
            "action": "fold" if fold else "play",
            "ante": draw.choice([1_00, 10_00, 33_33, 100_00, draw.randint(1_00, 100_00)]),
            "changed": draw.randint(0, 5) if game.change else 0,
            "progressive": draw.choice([0, 1_00]) if game.progressive else 0,
            "jackpot": draw.randint(0, 10**9) if game.progressive else None,
        }


def _settled(game, box):
    """The settlement of such a box here, in the oracle's form."""
    settlement = settle(
        game,
        stakes=Stakes(ante=box["ante"], progressive=box["progressive"]),
        player=box["player"],
        dealer=box["dealer"],
        board=box["board"],
        decision=Fold() if box["action"] == "fold" else Play(),
        changed=box["changed"],
        jackpot=box["jackpot"],
    )
    lines = [(line.wager, line.stake, line.result, line.returned) for line in settlement.lines]
    return settlement.outcome.value, lines


@pytest.mark.parametrize("name", GAMES)
def test_random_deals_are_settled_as_the_oracle_settles_them(name):
    """20,000 deals of each game, folds, changes and jackpots among them: the same outcome and the same lines."""
    game = GAMES[name]
    outcomes = set()
    for box in _deals(game, seed=f"conservation of {name}"):
        found = _settled(game, box)
        assert reference.settle(name, **box) == found, box
        outcomes.add(found[0])
    assert {"fold", "no-qualify", "win", "lose"} <= outcomes


def _ranked(game, pack):
    """Hands that are rare, dealt on purpose: every category against every other, in both places."""
    for mine, theirs in itertools.product(pack, repeat=2):
        if not set(mine) & set(theirs):
            yield {"player": list(mine), "dealer": list(theirs), "board": []}


RARE = [
    "As Ks Qs Js Ts",
    "Ah Kh Qh Jh Th",
    "9c 8c 7c 6c 5c",
    "5d 4d 3d 2d Ad",
    "9d 9h 9s 9c 2c",
    "2c 2d 2h 2s 3c",
    "Kd Kc Kh 4s 4h",
    "4c 4d 4h 5s 5h",
    "Kd Jd 9d 6d 3d",
    "Ac Jc 8c 6c 4c",
    "Ac Kd Qh Js Tc",
    "5c 4d 3h 2s Ad",
    "8c 8d 8h Ks 2d",
    "Ac Ad 5h 5s Tc",
    "2c 2d 3h 4s 6c",
    "Ac Kd 4h 3s 2c",
    "Ad Kc Jh Ts 9d",
    "Ac Qd Jh Ts 9c",
    "7c 5d 4h 3s 2c",
]


@pytest.mark.parametrize("name", ["progressive-caribbean-poker", "caribbean-poker", "cyber-caribbean-stud"])
def test_rare_hands_are_settled_as_the_oracle_settles_them(name):
    """Random deals hold no royal flush: here every category meets every other, with the jackpot at stake and folded."""
    game, boxes = GAMES[name], 0
    wager = {"progressive": 1_00, "jackpot": 1_234_567} if game.progressive else {"progressive": 0, "jackpot": None}
    for box in _ranked(game, [hand.split() for hand in RARE]):
        for action, changed in itertools.product(("play", "fold"), (0, 5) if game.change else (0,)):
            whole = box | wager | {"action": action, "changed": changed, "ante": 7_77}
            assert reference.settle(name, **whole) == _settled(game, whole)
            boxes += 1
    assert boxes > 300


@pytest.mark.parametrize("board", [hand for hand in RARE if hand != "9d 9h 9s 9c 2c"])
def test_rare_boards_are_settled_as_the_oracle_settles_them(board):
    """Boards that are whole hands themselves, where many a showdown of Hold'em is a tie."""
    game = GAMES["caribbean-holdem"]
    draw = random.Random(board)
    rest = [card for card in reference.PACK if card not in board.split()]
    for _ in range(150):
        cards = draw.sample(rest, 4)
        box = {"player": cards[:2], "dealer": cards[2:], "board": board.split(), "action": "play", "ante": 10_00}
        box |= {"changed": 0, "progressive": 0, "jackpot": None}
        assert reference.settle("caribbean-holdem", **box) == _settled(game, box)


# ---- monotonicity --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_better_hand_never_pays_less_in_a_box_that_wins(game):
    """Within each outcome, up the categories, no wager returns less; so a better hand is never worse to hold."""
    placed = game.progressive.price if game.progressive else 0
    for outcome in Outcome:
        reached = [category for category in Category if game.reachable(outcome, category)]
        rows = [
            pay(game, outcome, category, Stakes(ante=10_00, progressive=placed), jackpot=10_000_00 if placed else None)
            for category in reached
        ]
        for worse, better in itertools.pairwise(rows):
            assert all(low.returned <= high.returned for low, high in zip(worse, better, strict=True))


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
@given(data=st.data())
def test_a_better_hand_against_the_same_dealer_never_nets_less(game, data):
    """Two hands, one dealer, one board: who holds the better one wins at least as much."""
    cards = data.draw(st.permutations(CARDS))
    deal = game.deal
    hands = [cards[:5], cards[5:10]] if deal.player == 5 else [cards[:2], cards[2:4]]
    dealer, board = cards[10 : 10 + deal.dealer], cards[20 : 20 + sum(deal.board)]
    boxes = [
        settle(game, stakes=Stakes(ante=10_00), player=hand, dealer=dealer, board=board, decision=Play())
        for hand in hands
    ]
    worse, better = sorted(boxes, key=lambda box: box.player_rank)
    assert worse.net <= better.net
    if worse.player_rank == better.player_rank:
        assert [(line.result, line.net) for line in worse.lines] == [(line.result, line.net) for line in better.lines]


@given(calls(), st.integers(2, 1_000))
def test_a_larger_ante_scales_what_is_won_and_lost(call, times):
    """Without a cap or limits, whole odds scale: n times the ante is n times the net of ante, bet and fee."""
    variant = call["variant"].replace(cap=None, limits=None)
    ante = 1 + call["stakes"].ante % 1_000_000
    small, large = (
        settle(**call | {"variant": variant, "stakes": msgspec.structs.replace(call["stakes"], ante=ante * by)})
        for by in (1, times)
    )
    for one, many in zip(small.lines, large.lines, strict=True):
        if one.wager == "progressive":
            assert one == many
        elif one.odds is None or one.odds.denominator == 1:
            assert (one.stake * times, one.net * times) == (many.stake, many.net)
        else:
            assert one.net * times <= many.net < (one.net + 1) * times


@given(calls(variants(), fold=False))
def test_what_is_reachable_covers_every_showdown(call):
    """Whatever two hands meet, the outcome and the category they give are cells that the rules have."""
    box, variant = settle(**call), call["variant"]
    first = Hand([*call["player"], *call["board"]]).rank
    second = Hand([*call["dealer"], *call["board"]]).rank
    expected = Outcome.NO_QUALIFY if second < variant.qualifier else Outcome.TIE
    if expected is Outcome.TIE and first != second:
        expected = Outcome.WIN if first > second else Outcome.LOSE
    assert expected is box.outcome
    assert variant.reachable(box.outcome, first.category)
