"""Bad input to `settle()` and what stands under it: the kind of the error, and the card, field or reason it names."""

from __future__ import annotations

import decimal
import math
from fractions import Fraction

import pytest

from boxes import ALL, FAILS, FULL_HOUSE, HUGE, JUNK, PAIR, QUALIFIES, ROYAL, STUD, endless, folded, played
from caribbean.actions import Change, Play
from caribbean.cards import CARDS
from caribbean.errors import (
    CardCountError,
    CardTextError,
    CaribbeanError,
    DuplicateCardError,
    InputError,
    InputTypeError,
    SeveralErrors,
    UnknownGameError,
)
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, find_game
from caribbean.hands import Category
from caribbean.parts import Boxes, Outcome
from caribbean.payouts import Stakes, pay
from caribbean.settlement import settle


def refused(call, kind, text):
    """That `call` is refused with exactly this kind of error and this text."""
    with pytest.raises(CaribbeanError) as caught:
        call()
    assert (kind, text) == (type(caught.value), str(caught.value))


# ---- cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
@pytest.mark.parametrize(
    ("player", "dealer", "where"),
    [
        ("As As Qs Js Ts", FAILS, "As is twice in the player's hand"),
        (PAIR, "9s 9h 9s Kd 2d", "9s is twice in the dealer's hand"),
        (PAIR, "8d 9h 9s Kd 2d", "8d is in the player's hand and in the dealer's hand"),
        ("As As As As As", FAILS, "As is twice in the player's hand"),
        ("10h Th Qs Js 2s", "3c 4c 5c 6c 8c", "Th is twice in the player's hand"),
    ],
)
def test_a_card_in_two_places_of_a_stud_game_is_named(game, player, dealer, where):
    """Within a hand and across hands, however the card is spelt."""
    refused(lambda: played(game, player, dealer), DuplicateCardError, where)


@pytest.mark.parametrize(
    ("player", "dealer", "board", "where"),
    [
        ("As As", "Kc Kd", "2c 3d 4h 9s Jc", "As is twice in the player's hand"),
        ("As Ad", "Kc Kc", "2c 3d 4h 9s Jc", "Kc is twice in the dealer's hand"),
        ("As Ad", "Kc Kd", "2c 3d 4h 9s 2c", "2c is twice in the board"),
        ("As Ad", "As Kd", "2c 3d 4h 9s Jc", "As is in the player's hand and in the dealer's hand"),
        ("As Ad", "Kc Kd", "2c 3d Ad 9s Jc", "Ad is in the player's hand and in the board"),
        ("As Ad", "Kc Kd", "2c 3d 4h 9s Kd", "Kd is in the dealer's hand and in the board"),
    ],
)
def test_a_card_in_two_places_of_holdem_is_named(player, dealer, board, where):
    """Across all three places, on a fold too."""
    refused(lambda: played(CARIBBEAN_HOLDEM, player, dealer, board=board), DuplicateCardError, where)
    refused(lambda: folded(CARIBBEAN_HOLDEM, player, dealer=dealer, board=board), DuplicateCardError, where)


def test_every_repeated_card_is_named():
    """Two repeated cards are two problems in one error."""
    refused(
        lambda: played(CARIBBEAN_POKER, "As Ks Qs Js 9s", "As Ks 2c 3d 4h"),
        SeveralErrors,
        "As is in the player's hand and in the dealer's hand; Ks is in the player's hand and in the dealer's hand",
    )


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 6, 7, 8, 52])
def test_a_wrong_number_of_cards_is_refused_with_the_right_one(game, count):
    """The player's hand has the game's number of cards and no other; 4 and 8 give no number back."""
    cards, needs = CARDS[:count], game.deal.player
    more = {"board": CARDS[-3:]} if game is CARIBBEAN_HOLDEM else {}
    if count == needs:
        assert Outcome.FOLD is folded(game, cards, **more).outcome
        return
    with pytest.raises(CaribbeanError) as caught:
        folded(game, cards, **more)
    problems = getattr(caught.value, "problems", [caught.value])
    assert ("the player's hand", count, str(needs)) == (problems[0].where, problems[0].got, problems[0].needs)
    if count < 50:
        assert CardCountError is type(caught.value)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6])
def test_a_dealer_or_a_board_that_is_there_has_all_its_cards(count):
    """On a fold the dealer may be left out, but not half; so with the cards of the board."""
    refused(
        lambda: folded(CARIBBEAN_POKER, JUNK, dealer=CARDS[-count:]),
        CardCountError,
        f"the dealer's hand: got {count} card{'s' * (count > 1)}, needs 5",
    )
    if count != 3:
        refused(
            lambda: folded(CARIBBEAN_HOLDEM, "7c 2d", board=CARDS[-count:]),
            CardCountError,
            f"the board: got {count} card{'s' * (count > 1)}, needs 3 or 5",
        )


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("Ahx Kh Qh Jh Th", 2, "'x' is no rank; ranks are 2 to 9, T, J, Q, K, A"),
        ("Ah Kh Qh Jh Tx", 13, "'x' is no suit; suits are c, d, h, s"),
        ("1h Kh Qh Jh Th", 0, "'1' is no rank; ranks are 2 to 9, T, J, Q, K, A; ten is 'T' or '10'"),
        ("Ah Kh Qh Jh T", 13, "no suit follows 'T'; suits are c, d, h, s"),
        ("HA HK HQ HJ HT", 0, "the rank comes first: write 'Ah' for 'HA'"),
    ],
)
def test_junk_in_a_text_of_cards_is_refused_with_its_position(text, position, reason):
    """The hand, the text, where it goes wrong, and why."""
    for where, hands in (("the player's hand", (text, FAILS)), ("the dealer's hand", (PAIR, text))):
        with pytest.raises(CardTextError) as caught:
            played(CARIBBEAN_POKER, *hands)
        assert (text, position, reason) == (caught.value.text, caught.value.position, caught.value.reason)
        assert f"{where}: {text!r}, position {position}: {reason}" == str(caught.value)


@pytest.mark.parametrize(
    "cards", [b"AsKsQsJsTs", 5, 5.0, True, object(), bytearray(5)], ids=lambda cards: type(cards).__name__
)
def test_what_are_no_cards_are_a_type_error(cards):
    """Bytes and numbers are no cards, nor are things that hold none."""
    with pytest.raises(InputTypeError, match=r"^the player's hand: cards must be text or an iterable of cards, not "):
        played(CARIBBEAN_POKER, cards, FAILS)


@pytest.mark.parametrize("card", [0, 51, 12.0, True, None, b"As", ["As"], (0, 1)], ids=repr)
def test_a_card_that_is_a_number_is_a_type_error(card):
    """Ids are no cards here: 52, -1 and 255 must not rank, and 0 must not either."""
    with pytest.raises(InputTypeError, match=r"^the player's hand: a card must be a Card or text, not "):
        played(CARIBBEAN_POKER, ["As", "Ks", "Qs", "Js", card], FAILS)


# ---- stakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ante", "progressive"])
@pytest.mark.parametrize(
    "stake",
    [True, False, 1.0, 10.0, math.nan, math.inf, "10", "10.00", b"10", None, decimal.Decimal(10), Fraction(10), [10]],
    ids=repr,
)
def test_a_stake_that_is_no_int_is_a_type_error(name, stake):
    """The stake is named with its type, and with its value where that is short."""
    what = {"ante": "the ante", "progressive": "the progressive stake"}[name]
    with pytest.raises(InputTypeError, match=rf"^{what} must be an int number of units, not "):
        Stakes(**{"ante": 10_00, name: stake})


def test_stakes_out_of_range_are_refused():
    """Zero, less, and 2**63 and more; a progressive stake of zero is none."""
    refused(lambda: Stakes(ante=0), InputError, "the ante must be at least 1, not 0")
    refused(lambda: Stakes(ante=-1), InputError, "the ante must be at least 1, not -1")
    for huge in (2**63, 2**64, HUGE):
        refused(
            lambda huge=huge: Stakes(ante=huge),
            InputError,
            "the ante must be at most 9223372036854775807 units (2**63 - 1)",
        )
    refused(lambda: Stakes(ante=1, progressive=-1), InputError, "the progressive stake must be at least 0, not -1")
    assert 0 == Stakes(ante=1, progressive=0).progressive


def test_two_bad_stakes_are_two_problems():
    """A float and a zero are both told."""
    refused(
        lambda: Stakes(ante=0, progressive=1.0),
        SeveralErrors,
        "the ante must be at least 1, not 0; the progressive stake must be an int number of units, not float 1.0",
    )


@pytest.mark.parametrize("stake", [-HUGE, endless()], ids=["a number of 5,000 digits", "a list 50,000 deep"])
def test_a_stake_that_cannot_be_printed_is_refused_like_any_other(stake):
    """An error text must not fail over the value that it is about."""
    with pytest.raises((InputError, InputTypeError), match=r"^the ante must be "):
        Stakes(ante=stake)


# ---- what the game does not have -----------------------------------------------------------------------------------


def test_a_change_must_be_a_number_that_the_game_allows():
    """A bool is no number of cards; six cards cannot be changed; a game without a change says so."""
    for bad, kind in ((True, "bool"), (1.0, "float"), ("1", "str"), (None, "NoneType"), ([1], "list")):
        refused(
            lambda bad=bad: played(CARIBBEAN_POKER, PAIR, FAILS, changed=bad),
            InputTypeError,
            f"the number of cards changed must be an int, not {kind}",
        )
    refused(
        lambda: played(CARIBBEAN_POKER, PAIR, FAILS, changed=6),
        InputError,
        "6 cards cannot be changed; the numbers allowed are 1, 2, 3, 4, 5",
    )
    refused(
        lambda: played(CARIBBEAN_POKER, PAIR, FAILS, changed=HUGE),
        InputError,
        "… cards cannot be changed; the numbers allowed are 1, 2, 3, 4, 5",
    )
    refused(
        lambda: played(CYBER_CARIBBEAN_STUD, PAIR, FAILS, changed=1),
        InputError,
        "cyber-caribbean-stud has no change of cards",
    )


@pytest.mark.parametrize(
    ("jackpot", "kind", "reason"),
    [
        (-1, InputError, "the jackpot must be at least 0, not -1"),
        (-HUGE, InputError, "the jackpot must be at least 0, not …"),
        (2**63, InputError, "the jackpot must be at most 9223372036854775807 units (2**63 - 1)"),
        (1.0, InputTypeError, "the jackpot must be an int number of units, not float 1.0"),
        (True, InputTypeError, "the jackpot must be an int number of units, not bool True"),
        ("5", InputTypeError, "the jackpot must be an int number of units, not str '5'"),
    ],
    ids=["negative", "hugely negative", "2**63", "float", "bool", "text"],
)
def test_a_jackpot_must_be_an_amount(jackpot, kind, reason):
    """It may be empty, and it is checked even where nothing of it is due."""
    refused(lambda: folded(CYBER_CARIBBEAN_STUD, JUNK, jackpot=jackpot), kind, reason)
    refused(lambda: folded(CYBER_CARIBBEAN_STUD, ROYAL, progressive=1_00, jackpot=jackpot), kind, reason)


def test_a_game_that_nobody_knows_is_answered_with_the_nearest():
    """The nearest name is offered, where there is one; what is no text is a type error."""
    refused(
        lambda: find_game("caribean-holdem"),
        UnknownGameError,
        "no game is called 'caribean-holdem'; did you mean 'caribbean-holdem'?",
    )
    refused(
        lambda: find_game("Cyber Caribbean Stud"),
        UnknownGameError,
        "no game is called 'Cyber Caribbean Stud'; did you mean 'cyber-caribbean-stud'?",
    )
    refused(lambda: find_game("zzz"), UnknownGameError, "no game is called 'zzz'")
    refused(lambda: find_game(None), InputTypeError, "a game is found by its name, not by NoneType")


def test_arguments_of_another_kind_are_named_all_at_once():
    """A name is no variant, a number no stakes, a class, a change or a text no decision."""
    refused(
        lambda: settle("caribbean-poker", stakes=10_00, player=PAIR, dealer=FAILS, decision="play"),
        SeveralErrors,
        "the variant must be a Variant, not str; the stakes must be Stakes, not int; "
        "the decision must be Fold() or Play(), not str",
    )
    for decision, kind in ((Play, "StructMeta"), (Change("As"), "Change"), (None, "NoneType"), (True, "bool")):
        refused(
            lambda decision=decision: settle(
                CARIBBEAN_POKER, stakes=Stakes(ante=10_00), player=PAIR, dealer=FAILS, decision=decision
            ),
            InputTypeError,
            f"the decision must be Fold() or Play(), not {kind}",
        )


@pytest.mark.parametrize(
    ("arguments", "kind", "text"),
    [
        ({"category": -1}, InputTypeError, "a category must be a Category, not int"),
        ({"category": "flush"}, InputTypeError, "a category must be a Category, not str"),
        ({"stakes": 10_00}, InputTypeError, "the stakes must be Stakes, not int"),
        ({"changed": True}, InputTypeError, "the number of cards changed must be an int, not bool"),
        ({"changed": 1}, InputError, "1 cards cannot be changed"),
        ({"jackpot": -1}, InputError, "the jackpot must be at least 0, not -1"),
        ({"jackpot": 1.0}, InputTypeError, "the jackpot must be an int number of units, not float 1.0"),
        ({"sharers": 0}, InputError, "the number of boxes that share a prize must be at least 1, not 0"),
        ({"sharers": True}, InputTypeError, "the number of boxes that share a prize must be an int, not bool"),
        (
            {"sharers": 2, "stakes": Stakes(ante=10_00, progressive=1_00), "jackpot": 5},
            InputError,
            "the shares of this game are paid in turn and not divided (R-84)",
        ),
        ({"outcome": "win"}, InputTypeError, "pays are found by Outcome, not by str"),
    ],
)
def test_pay_refuses_what_it_would_pay_as_something_else(arguments, kind, text):
    """A table looks a category up by its number, so -1 would be a royal flush: `pay()` takes what it says it takes."""
    named = {"outcome": Outcome.WIN, "category": Category.ROYAL_FLUSH, "stakes": Stakes(ante=10_00)} | arguments
    first = [named.pop(name) for name in ("outcome", "category", "stakes")]
    refused(lambda: pay(CYBER_CARIBBEAN_STUD, *first, **named), kind, text)


def test_a_game_in_which_every_box_plays_closed_has_no_fold():
    """R-32: a closed box cannot fold, so where the first one is closed nothing can."""
    closed = CYBER_CARIBBEAN_STUD.replace(boxes=Boxes(closed_from=1))
    assert 150_00 == played(closed, FULL_HOUSE, QUALIFIES).net
    refused(
        lambda: folded(closed, JUNK),
        InputError,
        "every box of cyber-caribbean-stud plays closed and cannot fold (R-32)",
    )


# ---- several at once -----------------------------------------------------------------------------------------------


def test_everything_that_is_wrong_is_told_at_once():
    """Counts, repeats, stakes, change and jackpot: each is a problem of its own, in the order of the arguments."""
    with pytest.raises(SeveralErrors) as caught:
        played(
            CARIBBEAN_POKER,
            "As As Ks Qs",
            "Kc Kd Kh As",
            board="2c",
            ante=1,
            progressive=5,
            changed=9,
            jackpot=-1,
        )
    assert [
        "the player's hand: got 4 cards, needs 5",
        "the dealer's hand: got 4 cards, needs 5",
        "the board: got 1 card, needs none: this game has no board",
        "As is in the player's hand and in the dealer's hand",
        "the ante of 0.01 is outside the limits, 1.00 to 100.00",
        "caribbean-poker has no progressive wager",
        "9 cards cannot be changed; the numbers allowed are 1, 2, 3, 4, 5",
        "caribbean-poker has no jackpot",
    ] == list(map(str, caught.value.problems))


def test_a_text_that_cannot_be_read_hides_no_other_problem():
    """Three places with three different mistakes: each is told, and the count of an unread one is not guessed."""
    with pytest.raises(SeveralErrors) as caught:
        played(CARIBBEAN_HOLDEM, "Ax Kx", "2c 2c", board="3d 4d", ante=5)
    assert [
        "the player's hand: 'Ax Kx', position 1: 'x' is no suit; suits are c, d, h, s",
        "the board: got 2 cards, needs 5",
        "2c is twice in the dealer's hand",
    ] == list(map(str, caught.value.problems))


def test_the_problems_are_errors_of_their_own_kind():
    """`problems` holds the errors themselves, so a program can look for a kind."""
    with pytest.raises(SeveralErrors) as caught:
        played(CYBER_CARIBBEAN_STUD, "As As Ks Qs Js", "2c 3c", changed=1.0)
    assert [CardCountError, DuplicateCardError, InputTypeError] == [type(problem) for problem in caught.value.problems]
    assert isinstance(caught.value, ValueError)


def test_what_was_refused_leaves_nothing_behind():
    """A refusal between two equal calls changes neither."""
    before = played(CYBER_CARIBBEAN_STUD, FULL_HOUSE, QUALIFIES)
    for _ in range(3):
        with pytest.raises(CaribbeanError):
            played(CYBER_CARIBBEAN_STUD, FULL_HOUSE, FULL_HOUSE, jackpot=-1, changed=7)
    assert before == played(CYBER_CARIBBEAN_STUD, FULL_HOUSE, QUALIFIES)
