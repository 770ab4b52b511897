"""A settlement as people and programs read it: the text and the plain values, both made from the lines alone."""

from __future__ import annotations

import json
import re
from fractions import Fraction

from hypothesis import given

from boxes import (
    EVERYTHING,
    FULL_HOUSE,
    PAIR,
    QUADS,
    QUALIFIES,
    calls,
    folded,
    played,
)
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD
from caribbean.hands import Hand
from caribbean.money import format_amount
from caribbean.settlement import settle

# ---- the text ------------------------------------------------------------------------------------------------------


def test_explain_of_a_win():
    """A player reads who won and why, what each wager did, and the sum."""
    assert (
        "You win. Full house, kings over fours beats ace-king: a full house ranks above an ace-king.\n"
        "Ante of 10.00 wins 1 to 1: 10.00.\n"
        "Bet of 20.00 wins 7 to 1: 140.00.\n"
        "Staked 30.00, returned 180.00: you win 150.00 USD."
    ) == played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES).explain()


def test_explain_of_a_loss_with_a_change():
    """A fee is lost like any other wager that lost."""
    assert (
        "The dealer wins. Pair of eights loses to pair of eights: the first kicker decides, ace over king.\n"
        "Ante of 10.00 is lost.\n"
        "Bet of 20.00 is lost.\n"
        "Change of 10.00 is lost.\n"
        "Staked 40.00, returned 0.00: you lose 40.00 USD."
    ) == played(CARIBBEAN_POKER, "8c 8d Ks 4h 2s", "8h 8s As 4c 2d", changed=1).explain()


def test_explain_of_a_tie():
    """Nothing won, nothing lost: even."""
    assert (
        "It is a tie. Straight, five high ties straight, five high: 5-4-3-2-A in both, and suits break no tie.\n"
        "Ante of 10.00 is returned.\n"
        "Bet of 20.00 is returned.\n"
        "Staked 30.00, returned 30.00: you are even."
    ) == played(CARIBBEAN_POKER, "2h 3c 4d 5d Ah", "2s 3d 4s 5c Ad").explain()


def test_explain_of_a_dealer_who_fails_in_the_words_of_the_game():
    """Hold'em players call; the dealer needs a pair of fours, and the text says so."""
    text = played(CARIBBEAN_HOLDEM, "As Ks", "7h 2d", board="Qs Js Ts 4c 3h").explain()
    assert (
        "The dealer does not qualify: Queen high, short of pair of fours or better.\n"
        "Ante of 10.00 wins 1 to 1: 10.00.\n"
        "Call of 20.00 is returned.\n"
        "Staked 30.00, returned 40.00: you win 10.00 USD."
    ) == text
    assert not re.search(r"\bbet\b", text, re.IGNORECASE)


def test_explain_of_a_win_that_the_cap_cut():
    """R-76: the line that was cut says by how much, and what is left of it."""
    assert (
        "You win. Full house, kings over fours beats ace-king: a full house ranks above an ace-king.\n"
        "Ante of 10.00 wins 1 to 1: 10.00.\n"
        "Bet of 20.00 wins 7 to 1, 50.00 less by the cap: 90.00.\n"
        "Staked 30.00, returned 130.00: you win 100.00 USD."
    ) == played(CARIBBEAN_POKER.replace(cap=100_00), FULL_HOUSE, QUALIFIES).explain()


def test_explain_of_a_fold_with_a_prize():
    """The prize of a folded box is shown as one (R-62)."""
    assert (
        "You folded.\n"
        "Ante of 10.00 is lost.\n"
        "Progressive of 1.00 wins a prize: 500.00.\n"
        "Staked 11.00, returned 500.00: you win 489.00 USD."
    ) == folded(CYBER_CARIBBEAN_STUD, QUADS, progressive=1_00).explain()


def test_explain_uses_the_words_of_the_game_for_every_wager():
    """Each of the four wagers has the name that the rules give it."""
    text = played(EVERYTHING, PAIR, QUALIFIES, progressive=1_00, changed=1).explain()
    starts = [sentence.partition(" of ")[0] for sentence in text.splitlines()[1:-1]]
    assert ["Pre-bet", "Raise", "Draw", "Jackpot bet"] == starts


@given(calls())
def test_every_amount_in_the_text_stands_in_the_lines(call):
    """Shown is what is paid: each sentence has amounts of its own line alone, the last one the totals."""
    variant = call["variant"].replace(exponent=2, title="x", words={})
    settlement = settle(**call | {"variant": variant})
    _, *sentences, total = settlement.explain().splitlines()
    assert len(settlement.lines) == len(sentences)
    for line, sentence in zip(settlement.lines, sentences, strict=True):
        shown = re.findall(r"\d+\.\d\d", sentence)
        allowed = {line.stake, line.returned, line.net, line.capped}
        assert set(shown) <= {format_amount(amount, 2) for amount in allowed}
        assert format_amount(line.stake, 2) == shown[0]
    assert [format_amount(amount, 2) for amount in (settlement.staked, settlement.returned)] == re.findall(
        r"\d+\.\d\d", total
    )[:2]
    assert (format_amount(abs(settlement.net), 2) in total) or settlement.net == 0
    assert ("you win" in total, "you lose" in total, "even" in total) == (
        settlement.net > 0,
        settlement.net < 0,
        settlement.net == 0,
    )


# ---- the plain values ----------------------------------------------------------------------------------------------


def test_the_plain_values_of_a_whole_settlement():
    """The contract of `caribbean settle --json`, in full."""
    assert {
        "game": "caribbean-poker",
        "outcome": "win",
        "lines": [
            {
                "wager": "ante",
                "stake": "10.00",
                "result": "won",
                "odds": "1",
                "returned": "20.00",
                "net": "10.00",
            },
            {
                "wager": "bet",
                "stake": "20.00",
                "result": "won",
                "odds": "7",
                "returned": "160.00",
                "net": "140.00",
            },
            {
                "wager": "change",
                "stake": "20.00",
                "result": "lost",
                "odds": None,
                "returned": "0.00",
                "net": "-20.00",
            },
        ],
        "staked": "50.00",
        "returned": "180.00",
        "net": "130.00",
        "player_rank": {
            "cards": ["Ks", "Kh", "Kd", "4s", "4h"],
            "category": "full-house",
            "strength": 7275,
            "ordinal": 188,
            "name": "Full house, kings over fours",
            "best": ["Ks", "Kh", "Kd", "4s", "4h"],
        },
        "dealer_rank": Hand(QUALIFIES).to_dict(),
        "fingerprint": CARIBBEAN_POKER.fingerprint,
    } == played(CARIBBEAN_POKER, FULL_HOUSE, QUALIFIES, changed=2).to_dict()


LINE_KEYS = ["wager", "stake", "result", "odds", "returned", "net"]
KEYS = ["game", "outcome", "lines", "staked", "returned", "net", "player_rank", "dealer_rank", "fingerprint"]


@given(calls())
def test_the_plain_values_keep_their_contract_in_every_game(call):
    """Keys, words and texts are those that programs were promised, and JSON carries them unchanged."""
    settlement = settle(**call)
    plain = settlement.to_dict()
    assert plain == json.loads(json.dumps(plain))
    assert KEYS == list(plain)
    assert plain["outcome"] in {"fold", "no-qualify", "win", "tie", "lose"}
    for line, text in zip(settlement.lines, plain["lines"], strict=True):
        assert LINE_KEYS + ["capped"] * (line.capped > 0) == list(text)
        assert text["wager"] in {"ante", "bet", "change", "progressive"}
        assert text["result"] in {"won", "lost", "returned", "prize"}
        assert text["odds"] is None or re.fullmatch(r"\d+(/\d+)?", text["odds"])
        assert line.odds == (None if text["odds"] is None else Fraction(text["odds"]))
    decimals = call["variant"].exponent
    money = re.compile(rf"-?\d+\.\d{{{decimals}}}" if decimals else r"-?\d+")
    amounts = [plain[key] for key in ("staked", "returned", "net")]
    amounts += [text[key] for text in plain["lines"] for key in ("stake", "returned", "net")]
    assert all(money.fullmatch(amount) for amount in amounts)
    assert re.fullmatch("[0-9a-f]{64}", plain["fingerprint"])
