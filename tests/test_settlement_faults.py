"""Faults that were made in public and cost money, each as a test, as far as a settlement alone can show it."""

from __future__ import annotations

import itertools
import json
import math
import re
import threading
from decimal import Decimal

import msgspec
import pytest

from boxes import (
    ALL,
    FAILS,
    FLUSH,
    FULL_HOUSE,
    JUNK,
    LADDER,
    PAIR,
    QUADS,
    QUALIFIES,
    ROYAL,
    STUD,
    TWO_PAIR,
    WITH_JACKPOT,
    folded,
    played,
)
from caribbean.actions import Fold, Play
from caribbean.errors import CaribbeanError, InputError, InputTypeError, VariantError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.parts import Outcome, WagerPays
from caribbean.payouts import Stakes
from caribbean.paytables import PayTable
from caribbean.settlement import settle


def test_a_hand_is_not_paid_again_at_a_later_stake():
    """Game King: a win was re-paid at a stake that was raised afterwards. Here the stake belongs to the settlement."""
    small = Stakes(ante=1_00)
    first = settle(CARIBBEAN_POKER, stakes=small, player=ROYAL, dealer=QUALIFIES, decision=Play())
    with pytest.raises(AttributeError):
        small.ante = 100_00
    later = played(CARIBBEAN_POKER, ROYAL, QUALIFIES, ante=100_00)
    assert [201_00, 20_100_00] == [first.net, later.net]
    assert 1_00 == first.lines[0].stake


@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
def test_nothing_of_one_round_leaks_into_the_next(game):
    """Betfred: the state of the last round was paid in the next. Any order of calls gives each call its own result."""
    boxes = [
        lambda: played(game, ROYAL, QUALIFIES, ante=3_00),
        lambda: folded(game, JUNK, ante=100_00),
        lambda: played(game, PAIR, FAILS, ante=7_77),
        lambda: played(game, TWO_PAIR, "Qd Qs Qh 2c 3h", ante=50_00),
    ]
    alone = [box().to_dict() for box in boxes]
    for order in itertools.permutations(range(4)):
        assert [alone[i] for i in order] == [boxes[i]().to_dict() for i in order]


def test_a_refused_call_leaks_nothing_either():
    """Betfred again: a round that failed half-way leaves the next one as it was."""
    expected = folded(CYBER_CARIBBEAN_STUD, FLUSH, progressive=1_00)
    for wrong in ({"player": "As"}, {"changed": 1}, {"jackpot": -1}, {"stakes": Stakes(ante=1, progressive=1)}):
        call = {"stakes": Stakes(ante=10_00), "player": ROYAL, "decision": Fold()} | wrong
        with pytest.raises(CaribbeanError):
            settle(CYBER_CARIBBEAN_STUD, **call)
    assert expected == folded(CYBER_CARIBBEAN_STUD, FLUSH, progressive=1_00)


def test_a_box_settled_in_four_threads_at_once_is_settled_the_same():
    """A library was known to deal a deck of six cards on first use from four threads: there is no state to race for."""
    expected = [played(game, ROYAL, QUALIFIES, ante=1_00 * n).to_dict() for game in STUD for n in range(1, 20)]
    found = {}

    def work(name):
        found[name] = [played(game, ROYAL, QUALIFIES, ante=1_00 * n).to_dict() for game in STUD for n in range(1, 20)]

    threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert dict.fromkeys(range(4), expected) == found


@pytest.mark.parametrize("player", LADDER)
def test_what_is_shown_is_what_is_paid(player):
    """Paddy Power: a display that differed was owed. Text and plain values have the amounts of the lines, no others."""
    settlement = played(CYBER_CARIBBEAN_STUD, player, FAILS, progressive=1_00, jackpot=1_234_567_89)
    net = settlement.net
    assert f"{abs(net) // 100}.{abs(net) % 100:02}" in settlement.explain().splitlines()[-1]
    assert f"{'-' * (net < 0)}{abs(net) // 100}.{abs(net) % 100:02}" == settlement.to_dict()["net"]
    shown = sum(round(Decimal(line["net"]) * 100) for line in settlement.to_dict()["lines"])
    assert net == shown


@pytest.mark.parametrize(
    ("game", "nets"),
    [
        (PROGRESSIVE_CARIBBEAN_POKER, (149_00 + 75_00, -11_00)),
        (CYBER_CARIBBEAN_STUD, (149_00 + 100_00, -11_00 + 100_00)),
    ],
)
def test_no_other_games_rule_is_applied(game, nets):
    """GGPoker: a rule of another game was applied. The two jackpot games differ in a prize and after a fold."""
    play, fold = played(game, FULL_HOUSE, QUALIFIES, progressive=1_00), folded(game, FULL_HOUSE, progressive=1_00)
    assert nets == (play.net, fold.net)
    assert [game, game] == [play.variant, fold.variant]
    assert game.name == play.to_dict()["game"]


def test_stud_pays_the_bet_by_the_table_and_holdem_the_ante():
    """GGPoker again: a flush wins 5 to 1 on the bet of stud, 2 to 1 on the ante of Hold'em, and never both."""
    stud = played(CARIBBEAN_POKER, FLUSH, QUALIFIES)
    holdem = played(CARIBBEAN_HOLDEM, "Kd Jd", "Ah Ac", board="9d 6d 3d 2c 5s")
    assert [["1", "5"], ["2", "1"]] == [[line["odds"] for line in box.to_dict()["lines"]] for box in (stud, holdem)]


def test_each_game_has_a_fingerprint_of_its_own_and_every_settlement_carries_it():
    """The rules that paid can be proved later: four games, four fingerprints, none of them in a name or a title."""
    prints = {game.fingerprint for game in ALL}
    assert 4 == len(prints)
    for game in STUD:
        assert game.fingerprint == played(game, PAIR, FAILS).to_dict()["fingerprint"]
        renamed = game.replace(name="x", title="Y", words={"bet": "raise"})
        assert game.fingerprint == played(renamed, PAIR, FAILS).to_dict()["fingerprint"]


def test_a_house_rule_has_another_fingerprint_and_leaves_the_game_as_it_was():
    """A changed rule cannot pass for the old one: the cached fingerprint of the base is not handed on."""
    before = CARIBBEAN_POKER.fingerprint
    win = WagerPays(CARIBBEAN_POKER.pays.win.ante, PayTable({"ace-king": 1, "full-house": 8, "royal-flush": 100}))
    house = CARIBBEAN_POKER.replace(pays=msgspec.structs.replace(CARIBBEAN_POKER.pays, win=win))
    assert before != house.fingerprint
    assert before == CARIBBEAN_POKER.fingerprint
    assert 150_00 == played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES).net
    assert 170_00 == played(house, FULL_HOUSE, QUALIFIES).net


def test_the_rules_cannot_change_while_a_round_is_on():
    """RTS 7D: rules and pay table are frozen, down to the cells of a table."""
    game = CYBER_CARIBBEAN_STUD
    attempts = [
        lambda: setattr(game, "bet_multiple", 3),
        lambda: setattr(game.pays, "win", game.pays.tie),
        lambda: setattr(game.pays.win, "bet", PayTable(1)),
        lambda: setattr(game.pays.win.bet, "rows", ()),
        lambda: delattr(game.pays.win.bet, "rows"),
        lambda: setattr(game.progressive, "after_fold", False),
        lambda: setattr(game.progressive.prizes, "rows", ()),
        lambda: delattr(game.progressive.prizes, "rows"),
        lambda: setattr(CARIBBEAN_POKER.limits, "max", 10**9),
    ]
    for attempt in attempts:
        with pytest.raises(AttributeError):
            attempt()
    with pytest.raises(TypeError):
        CARIBBEAN_POKER.change.fees[1] = 0
    with pytest.raises(TypeError):
        CARIBBEAN_HOLDEM.words["bet"] = "ante"
    assert 2_010_00 == played(game, ROYAL, QUALIFIES).net


@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
def test_hidden_cards_stand_in_no_text(game):
    """GGPoker 2023: hidden cards in messages. A fold's dealer, though known to the caller, is in no text or error."""
    settlement = folded(game, JUNK, dealer="As Kh 9d 8c 2h")
    plain = settlement.to_dict() | {"fingerprint": ""}
    texts = [repr(settlement), str(settlement), settlement.explain(), json.dumps(plain)]
    with pytest.raises(CaribbeanError) as caught:
        folded(game, JUNK, dealer="As Kh 9d 8c 2h", changed=99)
    texts.append(str(caught.value))
    for card in ("As", "Kh", "9d", "8c", "2h"):
        assert not [text for text in texts if re.search(card, text)]


@pytest.mark.parametrize("ante", [2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32, 2**53 + 1, 2**63 - 1])
@pytest.mark.parametrize("game", WITH_JACKPOT, ids=lambda game: game.name)
def test_a_stake_at_2_31_pence_and_beyond_is_settled_to_the_penny(game, ante):
    """Betfair: a stake at 2**31 pence wrapped round. Here 2**31, 2**32, 2**53 and 2**63 are no borders."""
    win, lose = played(game, FULL_HOUSE, QUALIFIES, ante=ante), played(game, PAIR, "Qd Qs Jh 7d 3c", ante=ante)
    assert [15 * ante, -3 * ante] == [win.net, lose.net]
    assert [3 * ante, 18 * ante] == [win.staked, win.returned]
    cents = 15 * ante
    assert f"{cents // 100}.{cents % 100:02}" == win.to_dict()["net"]


@pytest.mark.parametrize(
    ("stake", "kind"),
    [
        (-1, InputError),
        (0, InputError),
        (2**63, InputError),
        (-(2**63), InputError),
        (math.nan, InputTypeError),
        (math.inf, InputTypeError),
        (True, InputTypeError),
        (False, InputTypeError),
        ("10", InputTypeError),
        ("", InputTypeError),
        (10.0, InputTypeError),
        (0.1 + 0.2, InputTypeError),
        (None, InputTypeError),
        (Decimal("10"), InputTypeError),
        (10 + 0j, InputTypeError),
        ([10], InputTypeError),
        ({}, InputTypeError),
    ],
    ids=repr,
)
def test_what_is_no_stake_is_refused_as_one(stake, kind):
    """-1, 0, NaN, True, "10", 10.0, 2**63 and None were all accepted as a stake somewhere."""
    with pytest.raises(kind, match=r"^the ante must be "):
        Stakes(ante=stake)


@pytest.mark.parametrize("stake", [-1, 2**63, math.nan, True, "1.00", 1.0, None], ids=repr)
def test_what_is_no_progressive_stake_is_refused_as_one(stake):
    """The same for the wager on the jackpot, where 0 means none."""
    with pytest.raises(CaribbeanError, match=r"^the progressive stake must be "):
        Stakes(ante=10_00, progressive=stake)


def test_a_cent_stake_is_never_off():
    """Floats were off for 124 of 100,000 stakes of some cents: here 100,000 stakes are right to the cent."""
    stakes = range(1, 100_001)
    assert [] == [
        ante for ante in stakes if played(CYBER_CARIBBEAN_STUD, FULL_HOUSE, QUALIFIES, ante=ante).net != 15 * ante
    ]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_push_returns_everything(game):
    """A push once returned a third: here staked is what comes back."""
    cards = {"player": "2h 3c 4d 5d Ah", "dealer": "2s 3d 4s 5c Ad"}
    if game is CARIBBEAN_HOLDEM:
        cards = {"player": "As Kd", "dealer": "Qh 2s", "board": "4c 5d 6h 7s 8c"}
    for ante in (1_00, 1_01, 33_33):
        settlement = settle(game, stakes=Stakes(ante=ante), decision=Play(), **cards)
        assert [Outcome.TIE, 3 * ante, 3 * ante] == [settlement.outcome, settlement.staked, settlement.returned]


@pytest.mark.parametrize("game", WITH_JACKPOT, ids=lambda game: game.name)
def test_a_side_bet_is_paid_though_the_main_hand_loses(game):
    """A side bet was once not paid where the main hand lost: four of a kind loses to a straight flush, and is paid."""
    settlement = played(game, QUADS, "7h 6h 5h 4h 3h", progressive=1_00)
    prize = {"progressive-caribbean-poker": 100_00, "cyber-caribbean-stud": 500_00}[game.name]
    assert [Outcome.LOSE, prize - 31_00] == [settlement.outcome, settlement.net]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_stake_is_lost_once(game):
    """A stake was once taken at the start and again on the loss: here a loss is the stakes, each once."""
    cards = {"player": "Ac Kd 9h 7s 2c", "dealer": "As Kc 9c 7d 3s"}
    if game is CARIBBEAN_HOLDEM:
        cards = {"player": "Kc Qd", "dealer": "Ah Ad", "board": "9s 6h 4c 2c 7d"}
    settlement = settle(game, stakes=Stakes(ante=10_00), decision=Play(), **cards)
    assert [-30_00, 30_00, 0] == [settlement.net, settlement.staked, settlement.returned]


def test_a_double_change_cannot_be_settled():
    """Double draw: one change is all there is; ten cards changed in two goes are no number of cards."""
    with pytest.raises(InputError, match=r"^10 cards cannot be changed"):
        played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES, changed=10)


def test_settling_twice_gives_the_same_and_adds_nothing_up():
    """Paid twice on a retry: the second settlement is equal to the first, and neither knows of the other."""
    once = played(CYBER_CARIBBEAN_STUD, ROYAL, QUALIFIES, progressive=1_00, jackpot=50_000_00)
    again = played(CYBER_CARIBBEAN_STUD, ROYAL, QUALIFIES, progressive=1_00, jackpot=50_000_00)
    assert once == again
    assert 52_009_00 == again.net


def test_a_typed_in_label_cannot_be_a_rule():
    """A label that no rule agrees with: a variant has no field for one, and no unknown field at all."""
    with pytest.raises(VariantError, match=r"^rtp: is no field of a variant$"):
        CARIBBEAN_POKER.replace(rtp="99.9%")
