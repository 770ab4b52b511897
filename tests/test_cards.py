"""Cards and decks over their whole domain: every text, every id, every way to copy, and what must never be shown."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from caribbean.cards import CARDS, Card, CardRank, Deck, Suit, card_ids, parse_cards, repeated
from caribbean.errors import CardCountError, CardTextError, DuplicateCardError, InputError, InputTypeError
from strategies import card_texts, cards, decks, distinct_cards, seeds, spellings

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
ALPHABET = "0123456789TJQKAtjqkacdhsCDHS♣♦♥♠ ,x"
RANK_TEXTS = {"10": "T"} | {text: text.upper() for text in "23456789TJQKAtjqka"}
SUIT_TEXTS = {text: text.lower() for text in "cdhsCDHS"} | dict(zip("♣♦♥♠", "cdhs", strict=True))
MEANINGS = {r + s: RANK_TEXTS[r] + SUIT_TEXTS[s] for r in RANK_TEXTS for s in SUIT_TEXTS}
CARDS_TEXT = re.compile(r"[\s,]*(?:(10|[2-9TJQKAtjqka])([cdhsCDHS♣♦♥♠])[\s,]*)*")


def _attempt(read, text):
    try:
        return read(text), None
    except CardTextError as error:
        return None, error


# --- suits and ranks -----------------------------------------------------------------------------------------------


def test_suits_are_clubs_diamonds_hearts_spades():
    """The four suits, their letters and their signs, in id order."""
    assert [(0, "c", "♣"), (1, "d", "♦"), (2, "h", "♥"), (3, "s", "♠")] == [(s, s.letter, s.symbol) for s in Suit]
    assert ["c", "d", "h", "s"] == [str(suit) for suit in Suit]
    assert ["CLUBS", "DIAMONDS", "HEARTS", "SPADES"] == [suit.name for suit in Suit]


def test_card_ranks_are_two_to_ace():
    """The thirteen ranks with their letters and words, the ace high."""
    names = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
    assert list(zip(range(13), "23456789TJQKA", names, strict=True)) == [(r, r.letter, r.word) for r in CardRank]
    assert list("23456789TJQKA") == [str(rank) for rank in CardRank]


def test_plurals_are_english():
    """More than one six is sixes; the others take an s."""
    expected = "twos threes fours fives sixes sevens eights nines tens jacks queens kings aces"
    assert expected == " ".join(rank.plural for rank in CardRank)


# --- cards ---------------------------------------------------------------------------------------------------------


def test_there_are_52_cards_in_the_order_of_their_ids():
    """Id = rank × 4 + suit, from 2c to As, as the C header states."""
    assert reference.PACK == [card.text for card in CARDS]
    assert list(range(52)) == [card.id for card in CARDS]
    assert [(id_ // 4, id_ % 4) for id_ in range(52)] == [(card.rank, card.suit) for card in CARDS]


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_form_of_a_card_leads_back_to_it(card):
    """Text, repr, sign, every spelling, id, and rank with suit: each gives the very same object."""
    assert card is Card(card.text) is Card(str(card)) is Card(card.symbol)
    assert f"Card('{card.text}')" == repr(card)
    assert card is eval(repr(card), {"Card": Card})
    assert card is Card.from_id(card.id) is Card.of(card.rank, card.suit)
    assert {card} == {Card(text) for text in spellings(card)}
    assert card.symbol == card.rank.letter + card.suit.symbol


def test_every_text_of_one_two_or_three_characters_is_refused_or_means_what_it_says():
    """Over 35 characters, all 44,135 texts: a listed spelling is its card, anything else a `CardTextError` in place."""
    texts = map("".join, itertools.chain.from_iterable(itertools.product(ALPHABET, repeat=n) for n in (1, 2, 3)))
    read = 0
    for text in texts:
        card, error = _attempt(Card, text)
        if error is None:
            assert MEANINGS.get(text) == card.text, text
            read += 1
        else:
            assert text not in MEANINGS, text
            assert text == error.text
            assert any(meant.startswith(text[: error.position]) for meant in MEANINGS), (text, error.position)
    assert len(MEANINGS) == read


def test_every_short_text_of_cards_is_refused_or_read():
    """The same texts as lists of cards, against a pattern: separators may stand before, between and after."""
    texts = map("".join, itertools.chain.from_iterable(itertools.product(ALPHABET, repeat=n) for n in (0, 1, 2, 3)))
    for text in texts:
        found, error = _attempt(parse_cards, text)
        if error is None:
            assert CARDS_TEXT.fullmatch(text), text
            assert [MEANINGS[r + s] for r, s in re.findall(r"(10|.)([cdhsCDHS♣♦♥♠])", text)] == [*map(str, found)], text
        else:
            assert not CARDS_TEXT.fullmatch(text), text
            assert CARDS_TEXT.match(text).end() <= error.position <= len(text), text


def test_no_other_letter_of_any_script_is_a_rank_or_a_suit():
    """Of all characters outside ASCII, only the four signs name a suit, and none names a rank."""
    for code in range(128, 0x11000):
        character = chr(code)
        if character not in "♣♦♥♠":
            with pytest.raises(CardTextError):
                Card("A" + character)
        with pytest.raises(CardTextError):
            Card(character + "s")


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("", 0, "a card was expected"),
        ("Ahx", 2, "a single card was expected to end here"),
        ("Ahh", 2, "a single card was expected to end here"),
        ("Ah ", 2, "a single card was expected to end here"),
        ("Ah Kh", 2, "a single card was expected to end here"),
        ("10hh", 3, "a single card was expected to end here"),
        ("1h", 0, "'1' is no rank; ranks are 2 to 9, T, J, Q, K, A; ten is 'T' or '10'"),
        ("11h", 0, "'1' is no rank; ranks are 2 to 9, T, J, Q, K, A; ten is 'T' or '10'"),
        ("0h", 0, "'0' is no rank; ranks are 2 to 9, T, J, Q, K, A"),
        ("Zz", 0, "'Z' is no rank; ranks are 2 to 9, T, J, Q, K, A"),
        (" Ah", 0, "' ' is no rank; ranks are 2 to 9, T, J, Q, K, A"),
        ("Ax", 1, "'x' is no suit; suits are c, d, h, s"),
        ("A", 1, "no suit follows 'A'; suits are c, d, h, s"),
        ("10", 2, "no suit follows '10'; suits are c, d, h, s"),
        ("10x", 2, "'x' is no suit; suits are c, d, h, s"),
        ("HA", 0, "the rank comes first: write 'Ah' for 'HA'"),
        ("sk", 0, "the rank comes first: write 'Ks' for 'sk'"),
        ("♥A", 0, "the rank comes first: write 'Ah' for '♥A'"),
        ("h", 0, "'h' is no rank; ranks are 2 to 9, T, J, Q, K, A"),
    ],
)
def test_a_refused_text_says_where_and_why(text, position, reason):
    """The error has the text, the position at which it goes wrong, and a reason that helps."""
    with pytest.raises(CardTextError) as caught:
        Card(text)
    assert (text, position, reason) == (caught.value.text, caught.value.position, caught.value.reason)


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("Ah Kx", 4, "'x' is no suit; suits are c, d, h, s"),
        ("Ah, 1h", 4, "'1' is no rank; ranks are 2 to 9, T, J, Q, K, A; ten is 'T' or '10'"),
        ("AhK", 3, "no suit follows 'K'; suits are c, d, h, s"),
        ("Ah;Kh", 2, "';' is no rank; ranks are 2 to 9, T, J, Q, K, A"),
        ("Ah HK", 3, "the rank comes first: write 'Kh' for 'HK'"),
    ],
)
def test_a_refused_list_of_cards_says_where_and_why(text, position, reason):
    """Positions are counted in the whole text."""
    with pytest.raises(CardTextError) as caught:
        parse_cards(text)
    assert (text, position, reason) == (caught.value.text, caught.value.position, caught.value.reason)


@pytest.mark.parametrize("bad", [5, 5.0, None, b"As", ["As"], True])
def test_cards_are_made_from_text_only(bad):
    """Anything but text is a type error."""
    with pytest.raises(InputTypeError, match=r"^a card is made from text, not from "):
        Card(bad)
    with pytest.raises(InputTypeError, match=r"^cards are read from text, not from "):
        parse_cards(bad)


@pytest.mark.parametrize("bad", [-1, 52, 255, 256, 100000, -(2**63), 2**64])
def test_ids_outside_the_pack_are_refused(bad):
    """No id but 0 to 51 is a card; a negative one does not count from the end."""
    with pytest.raises(InputError, match=rf"^a card id must be from 0 to 51, not {bad}$"):
        Card.from_id(bad)


@pytest.mark.parametrize("bad", [True, False, "3", 3.0, None, CardRank.ACE, b"\x03"], ids=repr)
def test_ids_of_another_type_are_refused(bad):
    """A bool is no id, a float neither, and a rank is not the id of a card."""
    with pytest.raises(InputTypeError, match=r"^a card id must be an int, not "):
        Card.from_id(bad)


@pytest.mark.parametrize(("rank", "suit"), [(12, Suit.SPADES), (CardRank.ACE, 3), (Suit.SPADES, CardRank.ACE)])
def test_a_rank_and_a_suit_cannot_be_numbers_or_swapped(rank, suit):
    """`Card.of` takes a `CardRank` and a `Suit`, in this order."""
    with pytest.raises(InputTypeError, match=r"^a card is made of a CardRank and a Suit$"):
        Card.of(rank, suit)


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_copies_of_a_card_are_the_card(card):
    """Pickling at every protocol, copying and deep-copying give the same object."""
    assert {id(card)} == {id(pickle.loads(pickle.dumps(card, protocol))) for protocol in PROTOCOLS}
    assert card is copy.copy(card)
    assert [card] == copy.deepcopy([card])
    assert card is copy.deepcopy([card])[0]


def test_cards_are_totally_ordered_by_rank_then_suit():
    """All 52 × 52 pairs compare as their ids do, with every operator."""
    for first, second in itertools.product(CARDS, repeat=2):
        expected = (
            first.id < second.id,
            first.id <= second.id,
            first.id > second.id,
            first.id >= second.id,
            first.id == second.id,
            first.id != second.id,
        )
        actual = (
            first < second,
            first <= second,
            first > second,
            first >= second,
            first == second,
            first != second,
        )
        assert expected == actual


def test_equal_cards_hash_alike_and_all_differ():
    """A set of all spellings of all cards has 52 members."""
    assert set(CARDS) == {Card(text) for card in CARDS for text in spellings(card)}
    assert 52 == len(set(CARDS))


@pytest.mark.parametrize("other", ["As", 51, ("A", "s"), None, CardRank.ACE, Suit.SPADES])
def test_a_card_equals_no_text_and_no_number(other):
    """`==` with something else is False, both ways; only cards equal cards, so a hash can be trusted."""
    card = Card("As")
    assert not card == other  # noqa: SIM201 - the operator itself is under test
    assert not other == card  # noqa: SIM201
    assert card != other


@pytest.mark.parametrize("other", ["As", 51, None])
def test_a_card_has_no_order_with_other_things(other):
    """`<` and the others with something that is no card is a TypeError."""
    for compare in (
        lambda card: card < other,
        lambda card: card <= other,
        lambda card: card > other,
        lambda card: card >= other,
    ):
        with pytest.raises(TypeError):
            compare(Card("As"))


@pytest.mark.parametrize("name", ["id", "rank", "suit", "text", "symbol", "extra"])
def test_a_card_cannot_be_changed(name):
    """Setting or deleting any attribute is refused, and nothing changed."""
    card = Card("As")
    with pytest.raises(AttributeError, match=r"cannot be changed"):
        setattr(card, name, 1)
    with pytest.raises(AttributeError, match=r"cannot be changed"):
        delattr(card, name)
    assert ("As", 51, CardRank.ACE, Suit.SPADES) == (card.text, card.id, card.rank, card.suit)


# --- lists of cards ------------------------------------------------------------------------------------------------


@given(st.lists(card_texts(), max_size=20), st.data())
def test_cards_are_read_in_order_whatever_separates_them(pairs, data):
    """Spaces, commas, lines and nothing at all stand between cards."""
    gap = st.sampled_from(["", " ", ",", ", ", "\n", "\t ", " "])
    text = data.draw(gap) + "".join(spelling + data.draw(gap) for _, spelling in pairs)
    assert tuple(card for card, _ in pairs) == parse_cards(text)
    assert bytes(card.id for card, _ in pairs) == card_ids(text)


@given(st.lists(st.tuples(card_texts(), st.booleans()), max_size=20), st.sampled_from([list, tuple, iter]))
def test_ids_come_from_any_iterable_of_cards_and_spellings(pairs, collect):
    """Cards and texts may be mixed, in a list, a tuple or an iterator that can be read only once."""
    mixed = [spelling if as_text else card for (card, spelling), as_text in pairs]
    assert bytes(card.id for (card, _), _ in pairs) == card_ids(collect(mixed))


def test_a_generator_that_mixes_signs_and_letters_is_read_whole():
    """A spelling off the fast path in the middle of a one-shot generator loses no card before it."""
    assert card_ids("As Ah Kd Td 2c") == card_ids(text for text in ["As", "A♥", Card("Kd"), "10d", "2c"])


def test_repeats_are_left_to_the_caller():
    """Reading does not judge repeats: the place where they are wrong knows its own name."""
    assert bytes([51, 51]) == card_ids("As As") == card_ids(["As", Card("As")])
    assert [Card("2c"), Card("As")] == repeated(card_ids("As 2c As As Kd 2c"))
    assert [] == repeated(card_ids("As Kd"))


@pytest.mark.parametrize("bad", [5, None, b"As", bytearray(b"As"), Card("As"), 3.5])
def test_what_is_no_iterable_of_cards_is_refused(bad):
    """One card alone, bytes and numbers are not lists of cards."""
    with pytest.raises(InputTypeError, match=r"^cards must be text or an iterable of cards, not "):
        card_ids(bad)


@pytest.mark.parametrize("bad", [51, True, None, 1.0, b"As", ["As"], CardRank.ACE], ids=repr)
def test_members_that_are_no_cards_are_refused(bad):
    """Ids, bools and nested lists inside a list of cards are refused, wherever they stand."""
    for given_cards in (["As", bad], (bad, "As"), iter([bad])):
        with pytest.raises(InputTypeError, match=r"^a card must be a Card or text, not "):
            card_ids(given_cards)


@pytest.mark.parametrize("bad", ["", "As Kd", "as ", "1h"])
def test_members_that_spell_no_single_card_are_refused(bad):
    """Each text in a list is one card."""
    with pytest.raises(CardTextError):
        card_ids(["Kd", bad])


# --- decks ---------------------------------------------------------------------------------------------------------


@given(seeds())
def test_a_shuffled_deck_is_the_permutation_of_its_entropy(seed):
    """The same entropy gives the same deck, card by card as the oracle shuffles."""
    assert [reference.PACK[place] for place in reference.shuffle(seed)] == [str(card) for card in Deck.shuffled(seed)]
    assert Deck.shuffled(seed) == Deck.shuffled(entropy=seed)


def test_a_deck_without_given_entropy_is_whole_and_fresh():
    """All 52 cards once, in another order each time."""
    shuffled = {Deck.shuffled() for _ in range(20)}
    assert 20 == len(shuffled)
    assert {CARDS} == {tuple(sorted(deck)) for deck in shuffled}


@pytest.mark.parametrize(
    ("bad", "kind"),
    [
        (b"", InputError),
        (b"\0" * 31, InputError),
        (1, InputTypeError),
        (True, InputTypeError),
        ("0" * 32, InputTypeError),
        (bytearray(32), InputTypeError),
        (0.5, InputTypeError),
    ],
    ids=repr,
)
def test_entropy_that_could_not_reach_every_deck_is_refused(bad, kind):
    """Seeds below 32 bytes, ints, text: none of them shuffles."""
    with pytest.raises(kind, match=r"^a seed must "):
        Deck.shuffled(bad)


@given(decks(), st.lists(st.integers(0, 9), max_size=8))
def test_dealing_gives_the_cards_in_order_and_keeps_every_deck_as_it_was(deck, counts):
    """However the deal is cut, the same cards come in the same order, and each deck left behind is untouched."""
    whole, rest, dealt = tuple(deck), deck, []
    for count in counts:
        if count > len(rest):
            break
        before = tuple(rest)
        taken, left = rest.deal(count)
        assert before == tuple(rest)
        assert len(before) - count == len(left)
        dealt += taken
        rest = left
    assert whole == (*dealt, *rest)
    assert whole == tuple(deck)


def test_a_deck_can_be_dealt_to_its_end_and_not_beyond():
    """The last card can be dealt; one more is an error that says what was left."""
    taken, rest = Deck("As Kd").deal(2)
    assert (Card("As"), Card("Kd")) == taken
    assert 0 == len(rest)
    assert ((), Deck("")) == rest.deal(0)
    with pytest.raises(CardCountError, match=r"^the deck: got 0 cards, needs 1 to deal$"):
        rest.deal(1)
    with pytest.raises(CardCountError, match=r"^the deck: got 52 cards, needs 53 to deal$"):
        Deck(CARDS).deal(53)


@pytest.mark.parametrize("bad", [True, 1.0, "1", None])
def test_the_number_to_deal_is_an_int(bad):
    """A bool or a float is no number of cards."""
    with pytest.raises(InputTypeError, match=r"^the number of cards to deal must be an int, not "):
        Deck("As Kd").deal(bad)


def test_no_negative_number_of_cards_is_dealt():
    """A negative count deals nothing from the end."""
    with pytest.raises(InputError, match=r"^the number of cards to deal must be at least 0, not -1$"):
        Deck("As Kd").deal(-1)


@pytest.mark.parametrize("bad", ["As As", ["As", "A♠"], [*CARDS, Card("2c")]])
def test_a_card_cannot_stand_twice_in_a_deck(bad):
    """R-1: the repeated card is named."""
    with pytest.raises(DuplicateCardError, match=r"^(As|2c) is twice in the deck$"):
        Deck(bad)


@given(distinct_cards(0, 52))
def test_decks_are_equal_and_hash_alike_by_order(given_cards):
    """Decks of the same cards in the same order are equal; a deck equals no tuple."""
    deck = Deck(given_cards)
    assert deck == Deck(" ".join(map(str, given_cards)))
    assert hash(deck) == hash(Deck(given_cards))
    assert (len(given_cards) < 2) == (deck == Deck(given_cards[::-1]))
    assert deck != given_cards


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_decks_pickle_and_copy(protocol):
    """A deck travels whole, at every protocol."""
    deck = Deck.shuffled(b"\x05" * 32)
    assert deck == pickle.loads(pickle.dumps(deck, protocol)) == copy.copy(deck) == copy.deepcopy(deck)


@given(decks(), st.integers(0, 52))
def test_a_deck_shows_no_card_in_its_text(deck, count):
    """R-73: repr and str say how many cards are left, and nothing else."""
    rest = deck.deal(count)[1]
    assert f"<Deck of {52 - count} cards>" == repr(rest) == str(rest) == f"{rest}"


@pytest.mark.parametrize("name", ["_ids", "cards", "extra"])
def test_a_deck_cannot_be_changed(name):
    """R-72: no attribute of a deck can be set."""
    deck = Deck("As Kd")
    with pytest.raises(AttributeError, match=r"cannot be changed"):
        setattr(deck, name, b"")
    with pytest.raises(AttributeError, match=r"cannot be changed"):
        delattr(deck, name)
    assert (Card("As"), Card("Kd")) == tuple(deck)


@given(cards())
def test_membership_in_a_deck_is_by_card(card):
    """A deck is an iterable of cards."""
    assert card in Deck(CARDS)
    assert str(card) not in Deck(CARDS)


# --- first use from several threads --------------------------------------------------------------------------------

FOUR_THREADS = """
import json, threading
start, found = threading.Barrier(4), []

def work():
    start.wait()
    from caribbean.cards import CARDS, Card, Deck
    from caribbean.hands import Hand
    texts = ("As Ks Qs Js Ts", "7c 5d 4h 3s 2c", "Ac Kd 4h 3s 2c", "9s 8s 7s 6s 5s 4s 2d")
    ranks = [Hand(text).rank for text in texts]
    found.append([
        len(set(Deck.shuffled())), len(set(CARDS)), Card("As") is CARDS[51],
        [rank.strength for rank in ranks], [rank.name for rank in ranks],
    ])

threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps(found))
"""


def test_first_use_from_four_threads_at_once():
    """Four threads that import and rank at the same moment in a fresh process all get whole decks and right ranks."""
    run = subprocess.run([sys.executable, "-c", FOUR_THREADS], capture_output=True, text=True, check=True)
    names = ["Royal flush", "Seven high", "Ace-king", "Straight flush, nine high"]
    weakest_ace_king = 1 + sum(key[0] == 0 for key in reference.classes())
    nine_high = 7462 - 5
    assert [[52, 52, True, [7462, 1, weakest_ace_king, nine_high], names]] * 4 == json.loads(run.stdout)
