"""Hands and their ranks: public cases, names, explanations, the best five, and every one of the 7,462 ranks."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from caribbean.cards import CARDS, Card, CardRank, card_ids
from caribbean.errors import (
    CardCountError,
    CardTextError,
    DuplicateCardError,
    InputError,
    InputTypeError,
    SeveralErrors,
)
from caribbean.hands import STRENGTHS, Category, Hand, Rank, hand_of
from strategies import cards, distinct_cards, hands, ranks

CASES = json.loads(Path(__file__).with_name("data").joinpath("public.json").read_text(encoding="utf-8"))
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
ALL_RANKS = [Rank(strength) for strength in range(1, STRENGTHS + 1)]
KEYS = reference.classes()


# --- categories ----------------------------------------------------------------------------------------------------


def test_the_eleven_categories_weakest_first():
    """R-2: their order, their names in files, and their names as said."""
    assert reference.CATEGORIES == [category.slug for category in Category]
    assert reference.CATEGORIES == [str(category) for category in Category]
    words = "high card,ace-king,pair,two pair,three of a kind,straight,flush,full house,four of a kind,straight flush"
    assert [*words.split(","), "royal flush"] == [category.words for category in Category]
    assert list(range(11)) == list(Category)


@pytest.mark.parametrize("category", Category)
def test_a_category_is_found_by_its_slug(category):
    """The name in files leads back to the category."""
    assert category is Category.from_slug(category.slug)


@pytest.mark.parametrize("bad", ["", "Flush", "full house", "no-hand", "four_of_a_kind", None, 3, ["flush"]], ids=repr)
def test_an_unknown_slug_is_refused_with_those_there_are(bad):
    """The error names the text and every category."""
    with pytest.raises(InputError) as caught:
        Category.from_slug(bad)
    assert str(caught.value).startswith(f"{bad!r} is no category; ")
    assert all(slug in str(caught.value) for slug in reference.CATEGORIES)


# --- public cases --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES["category"], ids=lambda case: case["cards"])
def test_hands_that_others_misread_have_their_category(case):
    """Each of these was ranked wrongly by some library."""
    assert case["category"] == Hand(case["cards"]).rank.category.slug


@pytest.mark.parametrize("case", CASES["compare"], ids=lambda case: case["why"])
def test_hands_that_others_misorder_compare_rightly(case):
    """Each of these pairs was compared wrongly by some library; the order holds both ways."""
    left, right = Hand(case["left"]).rank, Hand(case["right"]).rank
    comparisons = {">": left > right, "<": left < right, "=": left == right}
    assert {case["order"]: True} == {sign: holds for sign, holds in comparisons.items() if holds}
    reverse = {">": right < left, "<": right > left, "=": right == left}
    assert reverse[case["order"]]


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: case["cards"])
def test_hands_that_others_accept_are_refused(case):
    """Repeats, texts that are no cards and wrong counts get an error that names the reason."""
    kinds = {"duplicate": DuplicateCardError, "parse": CardTextError, "count": CardCountError}
    kind, _, hint = case["because"].partition(" ")
    with pytest.raises(kinds[kind]) as caught:
        Hand(case["cards"])
    if hint:
        assert "the rank comes first" in str(caught.value)


def test_everything_wrong_with_a_hand_is_said_at_once():
    """A repeat in a hand that is too short gives both errors."""
    with pytest.raises(SeveralErrors) as caught:
        Hand("Ah Ah Kd")
    assert [DuplicateCardError, CardCountError] == [type(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 8, 9, 52])
def test_only_five_to_seven_cards_are_a_hand(count):
    """The error says how many there were and how many are needed."""
    with pytest.raises(CardCountError, match=rf"^the hand: got {count} cards?, needs 5 to 7$"):
        Hand(CARDS[:count])


@pytest.mark.parametrize("bad", [None, 5, b"AsKsQsJsTs", [1, 2, 3, 4, 5], [True] * 5, Card("As"), 1.0], ids=repr)
def test_what_holds_no_cards_is_no_hand(bad):
    """Numbers and bytes are refused as types."""
    with pytest.raises(InputTypeError, match=r"^(cards|a card) must be "):
        Hand(bad)


# --- ranks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [0, -1, 7463, 2**64])
def test_a_strength_outside_the_scale_is_refused(bad):
    """Strengths are 1 to 7462."""
    with pytest.raises(InputError, match=rf"^a strength must be from 1 to 7462, not {bad}$"):
        Rank(bad)


@pytest.mark.parametrize("bad", [True, 1.0, "1", None])
def test_a_strength_of_another_type_is_refused(bad):
    """A bool or a float is no strength."""
    with pytest.raises(InputTypeError, match=r"^a strength must be an int, not "):
        Rank(bad)


def test_every_rank_has_an_example_that_has_the_rank():
    """`example` is the way back from a rank to a hand, for all 7,462."""
    for rank in ALL_RANKS:
        hand = rank.example()
        assert rank == hand.rank
        assert 5 == len(hand)
        assert hand == rank.example()


def test_every_rank_names_its_card_ranks_in_order_of_significance():
    """R-4, for all 7,462: the ranks are those of the oracle's key; the ace of a wheel comes last."""
    for rank, key in zip(ALL_RANKS, KEYS, strict=True):
        expected = tuple(CardRank((worth - 2) % 13) for worth in key[1:])  # the oracle's low ace is 1
        assert expected == rank.ranks


def test_every_ordinal_counts_down_from_the_royal_flush():
    """The scale where lower is better: 1 is the royal flush, 7462 is 7-5-4-3-2."""
    assert list(range(7462, 0, -1)) == [rank.ordinal for rank in ALL_RANKS]
    assert 1 == Hand("As Ks Qs Js Ts").rank.ordinal
    assert 7462 == Hand("7c 5d 4h 3s 2c").rank.ordinal


def test_published_ordinals():
    """The ends of each category on the published scale of 1 to 7462."""
    published = {
        "As Ks Qs Js Ts": 1,
        "5s 4s 3s 2s As": 10,
        "As Ah Ad Ac Ks": 11,
        "2s 2h 2d 2c 3s": 166,
        "As Ah Ad Ks Kh": 167,
        "2s 2h 2d 3s 3h": 322,
        "As Ks Qs Js 9s": 323,
        "7s 5s 4s 3s 2s": 1599,
        "As Ks Qs Js Th": 1600,
        "5s 4s 3s 2s Ah": 1609,
        "As Ah Ad Ks Qs": 1610,
        "2s 2h 2d 4s 3s": 2467,
        "As Ah Ks Kh Qs": 2468,
        "3s 3h 2s 2h 4s": 3325,
        "As Ah Ks Qs Js": 3326,
        "2s 2h 5s 4s 3s": 6185,
        "As Ks Qs Js 9h": 6186,
        "7s 5s 4s 3s 2h": 7462,
    }
    assert published == {cards: Hand(cards).rank.ordinal for cards in published}


def test_each_category_has_the_published_number_of_ranks():
    """10 straights, 156 full houses and so on: the classes of each category."""
    expected = [1277 - 164, 164, 2860, 858, 858, 10, 1277, 156, 156, 9, 1]
    assert expected == [sum(rank.category is category for rank in ALL_RANKS) for category in Category]


def test_ranks_can_be_sorted_hashed_and_used_with_max():
    """A rank is an ordered value like a number, and equal ranks are one key."""
    shuffled = random.Random("sort").sample(ALL_RANKS, 500)
    assert sorted(shuffled, key=lambda rank: rank.strength) == sorted(shuffled)
    assert max(shuffled, key=lambda rank: rank.strength) == max(shuffled)
    assert len({rank.strength for rank in shuffled}) == len(set(shuffled + [Rank(rank.strength) for rank in shuffled]))


@given(ranks(), ranks())
def test_ranks_compare_as_their_strengths_with_every_operator(first, second):
    """Bigger is better, with all six operators."""
    a, b = first.strength, second.strength
    expected = (a < b, a <= b, a > b, a >= b, a == b, a != b)
    actual = (first < second, first <= second, first > second, first >= second, first == second, first != second)
    assert expected == actual


@pytest.mark.parametrize("other", [7462, "Royal flush", None, Category.ROYAL_FLUSH])
def test_a_rank_is_no_number(other):
    """A rank equals only ranks and has no order with anything else."""
    assert Rank(7462) != other
    with pytest.raises(TypeError):
        _ = Rank(7462) < other


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_ranks_pickle_and_copy(protocol):
    """A rank is equal after every journey."""
    rank = Rank(1234)
    assert rank == pickle.loads(pickle.dumps(rank, protocol)) == copy.copy(rank) == copy.deepcopy(rank)
    assert hash(rank) == hash(pickle.loads(pickle.dumps(rank, protocol)))


@pytest.mark.parametrize("name", ["strength", "category", "ordinal", "ranks", "extra"])
def test_a_rank_cannot_be_changed(name):
    """Setting any attribute is refused."""
    with pytest.raises(AttributeError):
        setattr(Rank(5), name, 1)


# --- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("As Ks Qs Js Ts", "Royal flush"),
        ("9s 8s 7s 6s 5s", "Straight flush, nine high"),
        ("5s 4s 3s 2s As", "Straight flush, five high"),
        ("6s 6h 6d 6c As", "Four of a kind, sixes"),
        ("Ks Kh Kd 4s 4h", "Full house, kings over fours"),
        ("4s 4h 4d Ks Kh", "Full house, fours over kings"),
        ("As 9s 7s 4s 2s", "Flush, ace high"),
        ("As Kd Qh Jc Ts", "Straight, ace high"),
        ("5s 4d 3h 2c As", "Straight, five high"),
        ("2s 2d 2h Jc Ts", "Three of a kind, twos"),
        ("Ks Kd 4h 4c As", "Two pair, kings and fours"),
        ("4s 4d As Kc Qh", "Pair of fours"),
        ("6s 6d As Kc Qh", "Pair of sixes"),
        ("As Kd 4h 3c 2s", "Ace-king"),
        ("As Qd 4h 3c 2s", "Ace high"),
        ("7s 5d 4h 3c 2s", "Seven high"),
    ],
)
def test_ranks_are_named_as_people_say_them(text, name):
    """Each category has its wording; `str` is the name."""
    rank = Hand(text).rank
    assert name == rank.name == str(rank)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ac Kd 4h 3s 2c", "ace-king or better"),
        ("4s 4h 5d 3c 2s", "pair of fours or better"),
        ("2c 2d 5h 4s 3c", "pair of twos or better"),
        ("4s 4h 6d 3c 2s", "pair of fours (4-4-6-3-2) or better"),
        ("Ac Kd 5h 3s 2c", "ace-king (A-K-5-3-2) or better"),
        ("7c 5d 4h 3s 2c", "seven high or better"),
        ("7c 6d 4h 3s 2c", "seven high (7-6-4-3-2) or better"),
        ("8c 5d 4h 3s 2c", "eight high or better"),
        ("As Ks Qs Js Ts", "royal flush or better"),
    ],
)
def test_a_rank_as_a_floor_says_its_cards_where_its_name_is_not_enough(text, words):
    """The weakest rank of its name needs no cards; any other is told apart by them."""
    assert words == Hand(text).rank.or_better


@pytest.mark.parametrize(
    ("left", "right", "text"),
    [
        (
            "Ks Kh Kd 4s 4h",
            "As 9s 7s 4c 2s",
            "Full house, kings over fours beats ace high: a full house ranks above a high card",
        ),
        (
            "4s 4d As Kc Qh",
            "As Kd 4h 3c 2s",
            "Pair of fours beats ace-king: a pair ranks above an ace-king",
        ),
        (
            "Ks Kd 4h 4c As",
            "2s 2d 2h Jc Ts",
            "Two pair, kings and fours loses to three of a kind, twos: three of a kind ranks above two pair",
        ),
        (
            "6s 6h 6d 6c As",
            "9s 8s 7s 6s 5s",
            "Four of a kind, sixes loses to straight flush, nine high: a straight flush ranks above four of a kind",
        ),
        (
            "8c 8d Ks 4h 2s",
            "8h 8s As 4c 2d",
            "Pair of eights loses to pair of eights: the first kicker decides, ace over king",
        ),
        (
            "Ac Ad 5h 5s Tc",
            "Ah As 5c 5d 9c",
            "Two pair, aces and fives beats two pair, aces and fives: the kicker decides, ten over nine",
        ),
        (
            "6s 6d 4h 4c As",
            "6h 6c 3h 3c As",
            "Two pair, sixes and fours beats two pair, sixes and threes: the lower pair decides, four over three",
        ),
        (
            "7s 7d 4h 4c As",
            "6h 6c 5h 5c As",
            "Two pair, sevens and fours beats two pair, sixes and fives: the higher pair decides, seven over six",
        ),
        (
            "9s 9d 9h 5c 2d",
            "9s 9d 9h 4c 3d",
            "Three of a kind, nines beats three of a kind, nines: the first kicker decides, five over four",
        ),
        (
            "9s 9d 9h 3c 2d",
            "9s 9d 9h 4c 3d",
            "Three of a kind, nines loses to three of a kind, nines: the first kicker decides, four over three",
        ),
        (
            "2s 8h 8d 8c 8s",
            "3s 8h 8d 8c 8s",
            "Four of a kind, eights loses to four of a kind, eights: the kicker decides, three over two",
        ),
        (
            "Ts Th 3s 3h 3d",
            "9s 9h 3s 3h 3d",
            "Full house, threes over tens beats full house, threes over nines: the pair decides, ten over nine",
        ),
        (
            "Ts Th Td 3h 3d",
            "9s 9h 9d Ah Ad",
            "Full house, tens over threes beats full house, nines over aces: "
            "the three of a kind decides, ten over nine",
        ),
        (
            "As Kd Jc 3h 2s",
            "Ah Kc Td 9h 8s",
            "Ace-king beats ace-king: the third card decides, jack over ten",
        ),
        (
            "5s 4d 3h 2c As",
            "6s 5d 4h 3c 2s",
            "Straight, five high loses to straight, six high: the highest card decides, six over five",
        ),
        (
            "Qd Jd 9d 7d 5d",
            "Qs Js 9s 7s 6s",
            "Flush, queen high loses to flush, queen high: the lowest card decides, six over five",
        ),
        (
            "Qd Td 9d 7d 5d",
            "Qs Js 9s 7s 6s",
            "Flush, queen high loses to flush, queen high: the second card decides, jack over ten",
        ),
        (
            "2h 3c 4d 5d Ah",
            "2s 3d 4s 5c Ad",
            "Straight, five high ties straight, five high: 5-4-3-2-A in both, and suits break no tie",
        ),
        (
            "As Ks Qs Js Ts",
            "Ah Kh Qh Jh Th",
            "Royal flush ties royal flush: A-K-Q-J-T in both, and suits break no tie",
        ),
    ],
)
def test_an_explanation_names_the_first_difference(left, right, text):
    """Why a hand wins, loses or ties, in a sentence; never more than the first difference."""
    assert text == Hand(left).rank.explain(Hand(right).rank)


WORTHS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]


def _first_difference(low: reference.Key, high: reference.Key) -> str:
    over, under = next((a, b) for a, b in zip(high[1:], low[1:], strict=True) if a != b)
    return f" decides, {WORTHS[over - 1]} over {WORTHS[under - 1]}"


def test_every_neighbour_is_explained_by_the_oracles_first_difference():
    """All 7,461 neighbours: within a category the deciding cards are those where the oracle's keys first differ."""
    for (low, high), (weaker, stronger) in zip(itertools.pairwise(KEYS), itertools.pairwise(ALL_RANKS), strict=True):
        won, lost = stronger.explain(weaker), weaker.explain(stronger)
        assert " beats " in won
        assert " loses to " in lost
        if low[0] == high[0]:
            assert won.endswith(_first_difference(low, high))
            assert lost.endswith(_first_difference(low, high))
        else:
            assert " ranks above " in won


@given(ranks(), ranks())
def test_an_explanation_agrees_with_the_comparison(first, second):
    """The verb is that of the operators, and a tie is said to be one."""
    verb = " beats " if first > second else " loses to " if first < second else " ties "
    assert verb in first.explain(second)
    assert first.explain(second).startswith(first.name)
    assert re.search(r" (decides, \w+ over \w+|ranks above .+|suits break no tie)$", first.explain(second))


@pytest.mark.parametrize("bad", [7462, None, "Royal flush", Hand("As Ks Qs Js Ts")], ids=repr)
def test_a_rank_is_explained_against_a_rank(bad):
    """A hand or a number is refused."""
    with pytest.raises(InputTypeError, match=r"^a rank is explained against a Rank, not "):
        Rank(1).explain(bad)


# --- the best five -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards_text", "best"),
    [
        ("As 2h 3c 4d 5s Kh 9d", "5s 4d 3c 2h As"),
        ("Ah 2h 3h 4h 5h Kh Qh", "5h 4h 3h 2h Ah"),
        ("9s 8s 7s 6s 5s 4s 2d", "9s 8s 7s 6s 5s"),
        ("Jh Js Jc 6d 6s 6h 9d", "Js Jh Jc 6s 6h"),
        ("Js Td 6c Qc Ad 6s Ac", "Ad Ac 6s 6c Qc"),
        ("9d 9s Ad As Kd Ks 3d", "As Ad Ks Kd 9s"),
        ("2h 9h 3h Kh 7h As Ad", "Kh 9h 7h 3h 2h"),
        ("8d 8h 8s 8c 9s 9h 9d", "8s 8h 8d 8c 9s"),
        ("6h 6s 5h 4d 3c 2s Ac", "6s 5h 4d 3c 2s"),
        ("9h 9s 8s 7s 6s 5s 4h", "9s 8s 7s 6s 5s"),
        ("7c 5d 4h 3s 2c", "7c 5d 4h 3s 2c"),
        ("Th 9s Jc Kd Qc Ac 2c", "Ac Kd Qc Jc Th"),
    ],
)
def test_the_best_five_stand_in_order_of_significance(cards_text, best):
    """Paired cards first, a wheel as 5-4-3-2-A; of cards that would do equally, the one of the higher suit."""
    assert best == " ".join(map(str, Hand(cards_text).best))


@given(hands())
def test_the_best_five_make_the_rank(hand):
    """They are five different cards of the hand, they have its rank, and their ranks are those of the rank in order."""
    best = hand.best
    assert 5 == len(set(best))
    assert set(best) <= set(hand)
    assert hand.rank == Hand(best).rank
    assert hand.rank.ranks == tuple(card.rank for card in best)


def test_the_best_five_of_many_random_hands_make_the_rank():
    """The same over 20,000 hands of seven, flushes and full houses among them."""
    shuffler = random.Random("best")
    for _ in range(20_000):
        hand = Hand(shuffler.sample(CARDS, 7))
        best = hand.best
        assert 5 == len(set(best) & set(hand))
        assert hand.rank == Hand(best).rank
        assert hand.rank.ranks == tuple(card.rank for card in best)


# --- hands as values -----------------------------------------------------------------------------------------------


@given(distinct_cards(5, 7), st.randoms(use_true_random=False))
def test_hands_of_the_same_cards_are_equal_in_any_order(given_cards, shuffler):
    """Equality and hash go by the set of cards, not by the rank and not by the order."""
    hand = Hand(given_cards)
    other = Hand(shuffler.sample(given_cards, len(given_cards)))
    assert hand == other
    assert hash(hand) == hash(other)
    assert given_cards == hand.cards == tuple(hand)
    assert len(given_cards) == len(hand)


@given(hands(), hands())
def test_hands_of_other_cards_differ(first, second):
    """Two hands are equal exactly where their cards are."""
    assert (set(first) == set(second)) == (first == second)


def test_equal_ranks_do_not_make_equal_hands():
    """Two royal flushes tie and are different hands."""
    spades, hearts = Hand("As Ks Qs Js Ts"), Hand("Ah Kh Qh Jh Th")
    assert spades.rank == hearts.rank
    assert spades != hearts


@pytest.mark.parametrize("other", ["As Ks Qs Js Ts", tuple(Hand("As Ks Qs Js Ts")), None, 7462], ids=repr)
def test_a_hand_equals_no_text_and_no_tuple(other):
    """Only hands equal hands."""
    assert Hand("As Ks Qs Js Ts") != other


def test_hands_have_no_order():
    """Which of two hands is better is a question to their ranks."""
    first, second = Hand("As Ks Qs Js Ts"), Hand("7c 5d 4h 3s 2c")
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert NotImplemented is getattr(first, compare)(second)


@given(hands(), cards())
def test_a_hand_contains_its_cards(hand, card):
    """Membership is by card."""
    assert (card in tuple(hand)) == (card in hand)
    assert str(hand.cards[0]) not in hand


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_hands_pickle_and_copy(protocol):
    """A hand keeps its cards, their order and its rank."""
    hand = Hand("10h As Kd 2c 2d 3s")
    for twin in (pickle.loads(pickle.dumps(hand, protocol)), copy.copy(hand), copy.deepcopy(hand)):
        assert (hand, hand.cards, hand.rank) == (twin, twin.cards, twin.rank)


@given(hands())
def test_a_hand_is_read_back_from_its_text(hand):
    """`str` and `repr` give the cards in order, and lead back."""
    assert hand.cards == Hand(str(hand)).cards
    assert f"Hand('{hand}')" == repr(hand)


@given(hands())
def test_a_hand_of_checked_ids_is_the_hand_of_its_cards(hand):
    """`hand_of` makes the same hand from ids, and refuses the same."""
    twin = hand_of(card_ids(hand.cards))
    assert (hand, hand.cards, hand.rank) == (twin, twin.cards, twin.rank)
    with pytest.raises(DuplicateCardError):
        hand_of(bytes([3] * 5))


def test_a_hand_as_plain_values():
    """`to_dict` gives the cards, the rank in every form, and the best five."""
    expected = {
        "cards": ["As", "2h", "3c", "4d", "5s", "Kh", "9d"],
        "category": "straight",
        "strength": 7462 - 1609 + 1,
        "ordinal": 1609,
        "name": "Straight, five high",
        "best": ["5s", "4d", "3c", "2h", "As"],
    }
    assert expected == Hand("As 2h 3c 4d 5s Kh 9d").to_dict()


@pytest.mark.parametrize("name", ["rank", "cards", "best", "extra"])
def test_a_hand_cannot_be_changed(name):
    """What a hand shows cannot be set."""
    with pytest.raises(AttributeError):
        setattr(Hand("As Ks Qs Js Ts"), name, ())
