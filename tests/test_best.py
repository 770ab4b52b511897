"""The best strategy as an object: it answers as the decision of one situation does, and survives a file."""

from __future__ import annotations

import pytest

from caribbean.actions import Change, Fold, Play
from caribbean.best import BestStrategy, best_strategy
from caribbean.cards import CARDS, Card, CardRank, Deck, parse_cards
from caribbean.decisions import decision
from caribbean.errors import CardCountError, InputError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.strategy import Seen


@pytest.fixture(scope="module")
def stud():
    """Of a game without changes."""
    return best_strategy(PROGRESSIVE_CARIBBEAN_POKER)


@pytest.fixture(scope="module")
def holdem():
    """Of the game with a board."""
    return best_strategy(CARIBBEAN_HOLDEM)


def dealt(number):
    """A shuffled deck."""
    return tuple(Deck.shuffled(number.to_bytes(32, "big")))


def test_stud_answers_as_a_decision(stud):
    """Forty random hands and upcards, in any suits: the same action as counting that situation alone."""
    for number in range(40):
        *cards, upcard = dealt(number)[:6]
        expected = decision(PROGRESSIVE_CARIBBEAN_POKER, cards, upcard=upcard).best
        assert expected == stud(Seen(cards=tuple(cards), upcards=(upcard,)))


def test_holdem_answers_as_a_decision(holdem):
    """Forty random holdings and flops, and the one where it makes no difference."""
    for number in range(40):
        deck = dealt(number)
        expected = decision(CARIBBEAN_HOLDEM, deck[:2], flop=deck[2:5]).best
        assert expected == holdem(Seen(cards=deck[:2], board=deck[2:5]))
    assert Fold() == holdem(Seen(cards=parse_cards("9s7c"), board=parse_cards("AcQd2h")))


@pytest.mark.long
def test_change_answers_as_a_decision():
    """Thirty random hands, and one that changes a card in every suit: the cards thrown are named rightly."""
    strategy = best_strategy(CARIBBEAN_POKER)
    for number in range(30):
        *cards, upcard = dealt(number)[:6]
        expected = decision(CARIBBEAN_POKER, cards, upcard=upcard)
        found = strategy(Seen(cards=tuple(cards), upcards=(upcard,)))
        assert expected.actions[0].value == expected.of(found).value
    for suit in "cdhs":
        cards = parse_cards(" ".join(f"{rank}{suit}" for rank in "AKQJ") + (" 2h" if suit != "h" else " 2s"))
        assert Change([cards[4]]) == strategy(Seen(cards=cards, upcards=(Card("3c"),)))


def test_after_a_change_the_thrown_cards_matter(stud):
    """Then another question is asked, with the cards that are dead."""
    cards = parse_cards("AsKsQsJs9s")
    with pytest.raises(InputError, match="thrown"):
        stud(Seen(cards=cards, upcards=(Card("2c"),), changed=1))
    change = BestStrategy(variant=CARIBBEAN_POKER, objective="ante", ante=None, decisions=b"")
    assert Play() == change.final("AsKsQsJs9s", thrown="2h", upcard="2c")
    assert Fold() == change.final("7s5s4s3s2h", thrown="Kh", upcard="Ac")


def test_a_stored_strategy_is_the_same(stud):
    """To bytes and back: equal, and small; other rules and other bytes are refused."""
    stored = stud.to_bytes()
    assert stud == BestStrategy.from_bytes(stored, PROGRESSIVE_CARIBBEAN_POKER)
    assert len(stored) < 300_000
    for other, game in ((stored, CARIBBEAN_HOLDEM), (stored, CYBER_CARIBBEAN_STUD), (b"", PROGRESSIVE_CARIBBEAN_POKER)):
        with pytest.raises(InputError):
            BestStrategy.from_bytes(other, game)
    with pytest.raises(InputError):
        BestStrategy.from_bytes(stored[:-100], PROGRESSIVE_CARIBBEAN_POKER)


def test_the_chart_of_ace_king(stud):
    """A-K-J-8-3 folds to a deuce and plays against an eight; every upcard and every ace-king is there."""
    chart = stud.ace_king_chart()
    assert 164 == len(chart)
    row = chart[CardRank.JACK, CardRank.EIGHT, CardRank.THREE]
    assert 13 == len(row)
    assert ("fold", "play") == (row[CardRank.TWO].words, row[CardRank.EIGHT].words)
    weakest = chart[CardRank.FOUR, CardRank.THREE, CardRank.TWO]
    assert "fold" == weakest[CardRank.TEN].words
    hands = sum(sum(advice) for advice in row.values())
    assert (4**5 - 4) * 47 == hands


def test_a_chart_needs_an_upcard(holdem):
    """Hold'em shows none."""
    with pytest.raises(InputError, match="no upcard"):
        holdem.ace_king_chart()
    with pytest.raises(CardCountError):
        holdem(Seen(cards=CARDS[:5], upcards=(CARDS[6],)))
