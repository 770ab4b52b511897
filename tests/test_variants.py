"""`Variant`: every refusal with its key, what can happen, the most that can be won, and the fingerprint."""

from __future__ import annotations

import copy
import itertools
import os
import pickle
import subprocess
import sys
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from caribbean.errors import InputError, InputTypeError, SeveralErrors, VariantError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, GAMES, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.hands import Category, Hand, Rank
from caribbean.parts import Boxes, ChangeRule, Deal, Limits, Outcome, Progressive, WagerPays
from caribbean.payouts import Stakes
from caribbean.paytables import Fixed, PayTable, PrizeTable, Share
from caribbean.variants import ALWAYS, BEST, Variant
from strategies import amounts, categories, ranks, variants

STUD, CHANGE, HOLDEM = PROGRESSIVE_CARIBBEAN_POKER, CARIBBEAN_POKER, CARIBBEAN_HOLDEM
PAIR_OF_TWOS = Hand("2c 2d 5h 4s 3c").rank
FIVE_BY_FIVE = Deal(player=5, dealer=5, dealer_up=1)


def _refused(variant: Variant, **changes) -> dict[str, str]:
    with pytest.raises(VariantError) as caught:
        variant.replace(**changes)
    return dict(caught.value.problems)


def _changed(part, **changes):
    return msgspec.structs.replace(part, **changes)


def _paying(variant: Variant, outcome: Outcome, **cells: PayTable) -> Variant:
    row = _changed(variant.pays[outcome], **cells)
    return variant.replace(pays=_changed(variant.pays, **{outcome.field: row}))


# --- refusals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("name", "", "must be lower-case words joined by hyphens, not ''"),
        ("name", "Caribbean", "must be lower-case words joined by hyphens, not 'Caribbean'"),
        ("name", "a b", "must be lower-case words joined by hyphens, not 'a b'"),
        ("name", "a-", "must be lower-case words joined by hyphens, not 'a-'"),
        ("name", "-a", "must be lower-case words joined by hyphens, not '-a'"),
        ("name", "a--b", "must be lower-case words joined by hyphens, not 'a--b'"),
        ("name", "é", "must be lower-case words joined by hyphens, not 'é'"),
        ("name", "a\n", "must be lower-case words joined by hyphens, not 'a\\n'"),
        ("name", 5, "must be lower-case words joined by hyphens, not 5"),
        ("title", "", "must be one line of text, not ''"),
        ("title", "  ", "must be one line of text, not '  '"),
        ("title", "two\nlines", "must be one line of text, not 'two\\nlines'"),
        ("title", "bell\a", "must be one line of text, not 'bell\\x07'"),
        ("title", "turned\u202e", "must be one line of text, not 'turned\\u202e'"),
        ("title", None, "must be text, not NoneType"),
        ("currency", "usd", "must be a code of capital letters such as USD, not 'usd'"),
        ("currency", "US", "must be a code of capital letters such as USD, not 'US'"),
        ("currency", "DOLLAR", "must be a code of capital letters such as USD, not 'DOLLAR'"),
        ("currency", None, "must be a code of capital letters such as USD, not None"),
        ("exponent", -1, "must be a whole number from 0 to 18, not -1"),
        ("exponent", 19, "must be a whole number from 0 to 18, not 19"),
        ("exponent", True, "must be a whole number from 0 to 18, not True"),
        ("exponent", 2.0, "must be a whole number from 0 to 18, not 2.0"),
        ("bet_multiple", 0, "must be a whole number from 1 to 1000, not 0"),
        ("bet_multiple", 1001, "must be a whole number from 1 to 1000, not 1001"),
        ("bet_multiple", True, "must be a whole number from 1 to 1000, not True"),
        ("bet_multiple", 1.5, "must be a whole number from 1 to 1000, not 1.5"),
        ("qualifier", "Ac Kd 4h 3s 2c", "must be a Rank, not str"),
        ("qualifier", 1114, "must be a Rank, not int"),
        ("qualifier", None, "must be a Rank, not NoneType"),
        ("interrupted", "fold", 'must be "resume" or a Rank, not str'),
        ("interrupted", None, 'must be "resume" or a Rank, not NoneType'),
        ("deal", None, "must be a Deal, not NoneType"),
        ("deal", 5, "must be a Deal, not int"),
        ("pays", None, "must be a Pays, not NoneType"),
        ("boxes", None, "must be a Boxes, not NoneType"),
        ("limits", (1, 5), "must be a Limits, not tuple"),
        ("change", {1: 1}, "must be a ChangeRule, not dict"),
        ("progressive", True, "must be a Progressive, not bool"),
        ("cap", 0, "the amount must be at least 1, not 0"),
        ("cap", 1000.0, "the amount must be an int number of units, not float 1000.0"),
        ("cap", True, "the amount must be an int number of units, not bool True"),
        ("words", 5, "must be a table of words, not int"),
        ("words", None, "must be a table of words, not NoneType"),
    ],
)
def test_fields_that_cannot_be_are_refused_with_their_key(field, value, reason):
    """Each field has its type and its range, and the refusal names the field and the value."""
    assert {field: reason} == _refused(STUD, **{field: value})


@pytest.mark.parametrize(
    ("words", "problems"),
    [
        ({"raise": "raise"}, {"words.raise": "is no wager; wagers are ante, bet, progressive, change"}),
        ({1: "one"}, {"words.1": "is no wager; wagers are ante, bet, progressive, change"}),
        ({"bet": ""}, {"words.bet": "must be one line of text, not ''"}),
        ({"bet": "  "}, {"words.bet": "must be one line of text, not '  '"}),
        ({"bet": "a\tb"}, {"words.bet": "must be one line of text, not 'a\\tb'"}),
        (
            {"ante": 5, "bet": None},
            {"words.ante": "must be a word, not int", "words.bet": "must be a word, not NoneType"},
        ),
    ],
)
def test_words_that_cannot_be_are_refused(words, problems):
    """A word is a word for one of the four wagers."""
    assert problems == _refused(STUD, words=words)


def test_everything_wrong_with_a_variant_is_said_at_once():
    """One error has every field that cannot be."""
    wrong = {
        "name": "A",
        "title": "",
        "currency": "x",
        "exponent": -1,
        "bet_multiple": 0,
        "qualifier": 1,
        "interrupted": 2,
        "deal": 3,
        "pays": 4,
        "boxes": 5,
        "limits": 6,
        "change": 7,
        "progressive": 8,
        "cap": 0,
        "words": 9,
    }
    assert list(wrong) == list(_refused(STUD, **wrong))


@pytest.mark.parametrize(
    ("variant", "changes", "problems"),
    [
        (
            HOLDEM,
            {"change": ChangeRule(fees={1: 1})},
            {"change": "a game with a board has no change of cards"},
        ),
        (
            CHANGE,
            {"change": ChangeRule(fees={5: 1, 6: 1, 7: 1})},
            {"change.fees.6": "a box has only 5 cards", "change.fees.7": "a box has only 5 cards"},
        ),
        (
            HOLDEM,
            {"progressive": Progressive(price=1, after_fold=True, prizes=PrizeTable({"flush": Fixed(1)}))}
            | {"deal": Deal(player=2, dealer=2, dealer_up=0, board=(2, 3))},
            {"progressive.after_fold": "a folded box has only 4 cards, which make no hand"},
        ),
        (
            HOLDEM,
            {"interrupted": PAIR_OF_TWOS, "deal": Deal(player=2, dealer=2, dealer_up=0, board=(0, 5))},
            {"interrupted": "the house would decide on 2 cards, which make no hand"},
        ),
        (
            HOLDEM,
            {
                "deal": Deal(player=2, dealer=2, dealer_up=0, board=(0, 5)),
                "pays": _changed(HOLDEM.pays, fold=WagerPays(PayTable({"high-card": "lost", "flush": "returned"}))),
            },
            {"pays.fold.ante": "a folded box has only 2 cards, so it cannot pay by category"},
        ),
        (
            STUD,
            {"pays": _changed(STUD.pays, win=WagerPays(PayTable({"pair": 1}), PayTable({"two-pair": 1})))},
            {"pays.win.ante": "has no row for ace-king", "pays.win.bet": "has no row for ace-king, pair"},
        ),
        (
            STUD,
            {"pays": _changed(STUD.pays, fold=WagerPays(PayTable({"ace-king": "lost"})))},
            {"pays.fold.ante": "has no row for high-card"},
        ),
        (
            STUD,
            {"pays": _changed(STUD.pays, no_qualify=WagerPays(PayTable(1), PayTable({"ace-king": "returned"})))},
            {"pays.no-qualify.bet": "has no row for high-card"},
        ),
    ],
)
def test_parts_that_do_not_go_together_are_refused_with_their_key(variant, changes, problems):
    """What only shows when the parts are seen together, all of it at once."""
    assert problems == _refused(variant, **changes)


@pytest.mark.parametrize(
    ("boxes", "deal", "fees", "needed"),
    [
        (Boxes(table=10, player=9), Deal(player=5, dealer=7, dealer_up=0), None, 52),
        (Boxes(table=10, player=10), FIVE_BY_FIVE, None, 55),
        (Boxes(table=10, player=7), Deal(player=6, dealer=5, dealer_up=0), {5: 1}, 82),
        (Boxes(table=5, player=5), Deal(player=5, dealer=7, dealer_up=0), {1: 1, 4: 1}, 52),
        (Boxes(table=5, player=5), Deal(player=5, dealer=7, dealer_up=0), {5: 1, 1: 1}, 57),
        (Boxes(table=5, player=5, closed_from=5), Deal(player=5, dealer=7, dealer_up=0), {5: 1}, 52),
        (Boxes(table=5, player=5, closed_from=5), Deal(player=6, dealer=6, dealer_up=0), {5: 1}, 56),
        (Boxes(table=5, player=5, closed_from=2), Deal(player=5, dealer=7, dealer_up=0), {5: 1}, 37),
        (Boxes(table=6, player=3, closed_from=3), FIVE_BY_FIVE, {5: 1}, 30),
    ],
)
def test_a_round_never_needs_more_cards_than_a_deck_has(boxes, deal, fees, needed):
    """R-1: one deck; every box that can change may change the most cards. Closed boxes change none."""
    change = ChangeRule(fees=fees) if fees else None
    if needed > 52:
        expected = {"boxes": f"a round may need {needed} cards, and the deck has 52 (R-1)"}
        assert expected == _refused(CHANGE, boxes=boxes, deal=deal, change=change)
    else:
        assert boxes == CHANGE.replace(boxes=boxes, deal=deal, change=change).boxes


def test_the_board_counts_for_the_deck():
    """Eight boxes of five cards, the dealer's five and a board of two come to 47; ten boxes to 57."""
    deal = Deal(player=5, dealer=5, dealer_up=0, board=(1, 1))
    assert deal == HOLDEM.replace(boxes=Boxes(table=8, player=8), deal=deal).deal
    expected = {"boxes": "a round may need 57 cards, and the deck has 52 (R-1)"}
    assert expected == _refused(HOLDEM, boxes=Boxes(table=10, player=10), deal=deal)


# --- values --------------------------------------------------------------------------------------------------------


@settings(max_examples=50)
@given(variants())
def test_any_variant_survives_every_journey(variant):
    """Pickle at every protocol and both copies: equal, hashes alike, same fingerprint."""
    twins = [pickle.loads(pickle.dumps(variant, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for twin in (*twins, copy.copy(variant), copy.deepcopy(variant), variant.replace()):
        assert variant == twin
        assert hash(variant) == hash(twin)
        assert variant.fingerprint == twin.fingerprint


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_variant_cannot_be_changed(game):
    """No field of a variant can be set, none added, and its words are no dict."""
    for name in (*game.__struct_fields__, "fingerprint_of_another", "extra"):
        with pytest.raises(AttributeError):
            setattr(game, name, 1)
    with pytest.raises(TypeError):
        game.words["bet"] = "raise"


def test_what_is_wrong_with_a_field_hides_nothing_of_the_others():
    """Fields that are sound are seen together although another is not."""
    change = ChangeRule(fees={6: 1})
    problems = _refused(CHANGE, title="", change=change, boxes=Boxes(table=10, player=10))
    assert {"title", "change.fees.6", "boxes"} == set(problems)
    assert {"change"} == set(_refused(CHANGE, change=5, boxes=Boxes(table=9, player=9)))


def test_replacing_makes_another_variant_and_checks_it():
    """A house rule is a new value; the game it came from stays as it was, and so does its fingerprint."""
    before = CHANGE.fingerprint
    house = CHANGE.replace(cap=5_000_00, title="House rules")
    assert (5_000_00, "House rules", None) == (house.cap, house.title, CHANGE.cap)
    assert house != CHANGE
    assert house.fingerprint != before == CHANGE.fingerprint
    assert CHANGE == house.replace(cap=None, title=CHANGE.title)


def test_replacing_a_field_that_does_not_exist_is_refused():
    """A misspelt field changes nothing in silence; all of them are named."""
    problems = {"max_bet": "is no field of a variant", "nmae": "is no field of a variant"}
    assert problems == _refused(STUD, nmae="x", max_bet=1, cap=5)


def test_a_variant_takes_its_fields_by_name():
    """Nothing is told apart by its place, and the rules that must be stated have no default."""
    with pytest.raises(TypeError):
        Variant("name", "title")
    needed = {"name", "title", "bet_multiple", "qualifier", "interrupted", "deal", "pays"}
    given_fields = {name: getattr(STUD, name) for name in needed}
    assert STUD == Variant(**given_fields, progressive=STUD.progressive)
    for name in needed:
        with pytest.raises(TypeError):
            Variant(**{key: value for key, value in given_fields.items() if key != name})


def test_words_of_the_players():
    """A game's own word for a wager, and the plain one where it has none."""
    assert ("call", "ante", "progressive") == tuple(map(HOLDEM.word, ("bet", "ante", "progressive")))
    assert "raise" == STUD.replace(words={"bet": "raise"}).word("bet")
    assert STUD.replace(words={"bet": "b", "ante": "a"}) == STUD.replace(words={"ante": "a", "bet": "b"})


# --- what can happen -----------------------------------------------------------------------------------------------

CLASSES = [sum(key[0] == place for key in reference.classes()) for place in range(11)]
STRONGEST = list(itertools.accumulate(CLASSES))
WEAKEST = [strongest - count + 1 for strongest, count in zip(STRONGEST, CLASSES, strict=True)]


@given(st.one_of(ranks(), st.sampled_from([1, 2, 7461, 7462, *WEAKEST, *STRONGEST]).map(Rank)), categories())
def test_an_outcome_is_reachable_where_two_hands_lead_to_it(qualifier, category):
    """R-52: a winner beats a hand that qualified, a tie equals one, a loser is below one; worked out from strengths."""
    variant = STUD.replace(qualifier=qualifier)
    weakest, strongest = WEAKEST[category], STRONGEST[category]
    expected = {
        Outcome.FOLD: True,
        Outcome.NO_QUALIFY: any(dealer < qualifier.strength for dealer in (1, 7462)),
        Outcome.WIN: strongest > qualifier.strength,
        Outcome.TIE: strongest >= qualifier.strength,
        Outcome.LOSE: weakest < 7462,
    }
    assert expected == {outcome: variant.reachable(outcome, category) for outcome in Outcome}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_what_the_four_games_can_pay(game):
    """R-52: over the qualifiers of the sheets a high card never wins or ties, in Hold'em an ace-king neither."""
    floor = Category.PAIR if game is HOLDEM else Category.ACE_KING
    for outcome in (Outcome.WIN, Outcome.TIE):
        assert [category >= floor for category in Category] == [game.reachable(outcome, c) for c in Category]
    assert all(game.reachable(outcome, c) for outcome in (Outcome.FOLD, Outcome.NO_QUALIFY) for c in Category)
    assert [c < Category.ROYAL_FLUSH for c in Category] == [game.reachable(Outcome.LOSE, c) for c in Category]


def test_a_box_that_plays_closed_cannot_fold():
    """R-32: where every box plays closed, there is no fold to pay, and nothing to change."""
    closed = Boxes(table=2, player=2, closed_from=1)
    variant = STUD.replace(boxes=closed)
    assert (False, True, True) == (variant.decides, STUD.decides, CHANGE.decides)
    assert not any(variant.reachable(Outcome.FOLD, category) for category in Category)
    blind = CHANGE.replace(boxes=Boxes(table=6, player=3, closed_from=1))
    assert blind.fingerprint == blind.replace(change=None).fingerprint


@pytest.mark.parametrize("question", [("win", Category.FLUSH), (Outcome.WIN, 6), (Outcome.WIN, "flush"), (None, None)])
def test_what_can_happen_is_asked_for_an_outcome_and_a_category(question):
    """A text or a number gets no answer that could be taken for one."""
    with pytest.raises(InputTypeError, match=r"^what can be reached is asked for an Outcome and a Category$"):
        STUD.reachable(*question)


def test_a_dealer_who_needs_nothing_always_qualifies():
    """`ALWAYS` is the weakest rank, `BEST` the strongest: one never fails, the other is never beaten."""
    always, never = STUD.replace(qualifier=ALWAYS), STUD.replace(qualifier=BEST)
    assert (Rank(1), Rank(7462)) == (ALWAYS, BEST)
    assert not any(always.reachable(Outcome.NO_QUALIFY, category) for category in Category)
    assert all(always.reachable(Outcome.WIN, category) for category in Category)
    assert not any(never.reachable(Outcome.WIN, category) for category in Category)
    assert [Category.ROYAL_FLUSH] == [c for c in Category if never.reachable(Outcome.TIE, c)]


# --- the most that can be won --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "arguments", "most"),
    [
        (CHANGE, {"ante": 10_00}, 2_010_00),
        (CHANGE, {"ante": 100_00}, 20_100_00),
        (STUD, {"ante": 10_00}, 2_010_00),
        (STUD, {"ante": 10_00, "progressive": 1_00, "jackpot": 100_000_00}, 2_010_00 + 100_000_00 - 1_00),
        (STUD, {"ante": 10_00, "progressive": 1_00, "jackpot": 0}, 2_010_00 - 1_00),
        (STUD, {"ante": 10_00, "jackpot": 100_000_00}, 2_010_00),
        (CYBER_CARIBBEAN_STUD, {"ante": 1, "progressive": 1_00, "jackpot": 0}, 1 + 2 * 20 + 500_00 - 1_00),
        (HOLDEM, {"ante": 10_00}, 1_000_00 + 20_00),
        (CHANGE.replace(cap=500_00), {"ante": 10_00}, 500_00),
        (STUD.replace(cap=500_00), {"ante": 10_00, "progressive": 1_00, "jackpot": 1_000_00}, 500_00 + 999_00),
    ],
)
def test_the_most_that_a_box_can_win(game, arguments, most):
    """R-40's royal flush; the meter on top, less the stake that the house keeps; a cap on the tables only (R-76)."""
    assert most == game.max_win(**arguments)


def test_the_most_is_over_what_can_happen():
    """A cell that no box reaches does not count, however much it promises."""
    dreaming = _paying(STUD, Outcome.LOSE, bet=PayTable({"high-card": "lost", "royal-flush": 1000}))
    assert 2_010_00 == dreaming.max_win(ante=10_00)
    real = _paying(STUD, Outcome.LOSE, bet=PayTable({"high-card": "lost", "straight-flush": 1000}))
    assert 20_000_00 - 10_00 == real.max_win(ante=10_00)


def test_the_most_with_a_share_needs_the_meter():
    """A jackpot that nobody stated is not taken for nothing."""
    with pytest.raises(InputError, match=r"wins a share of the jackpot: its amount must be given$"):
        STUD.max_win(ante=10_00, progressive=1_00)


@pytest.mark.parametrize(
    ("game", "arguments", "kind"),
    [
        (CHANGE, {"ante": 99}, InputError),
        (CHANGE, {"ante": 100_01}, InputError),
        (CHANGE, {"ante": 10_00, "progressive": 1_00}, InputError),
        (CHANGE, {"ante": 10_00, "jackpot": 1_00}, InputError),
        (STUD, {"ante": 0}, InputError),
        (STUD, {"ante": 10.0}, InputTypeError),
        (STUD, {"ante": 10_00, "progressive": 2_00}, InputError),
        (STUD, {"ante": 10_00, "progressive": 1_00, "jackpot": -1}, InputError),
        (STUD, {"ante": 10_00, "progressive": 1_00, "jackpot": 1000.0}, InputTypeError),
        (STUD, {"ante": 10_00, "progressive": 1_00, "jackpot": True}, InputTypeError),
        (CHANGE, {"ante": 1, "progressive": 1_00, "jackpot": 5}, SeveralErrors),
    ],
)
def test_the_most_is_of_stakes_that_can_be_placed(game, arguments, kind):
    """Stakes outside the limits, wagers that there are not, and a float as the meter are refused."""
    with pytest.raises(kind):
        game.max_win(**arguments)


# --- stakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ante", "fits"), [(99, False), (1_00, True), (50_50, True), (100_00, True), (100_01, False)])
def test_limits_are_inside(ante, fits):
    """R-31: from 1.00 to 100.00, both allowed."""
    problems = CHANGE.stakes_problems(Stakes(ante=ante))
    assert fits == (problems == [])


def test_problems_with_stakes_say_the_amounts_in_the_main_unit():
    """The limits, the price and what was offered stand in the text as money."""
    problems = CHANGE.stakes_problems(Stakes(ante=100_01, progressive=1_00))
    assert [
        "the ante of 100.01 is outside the limits, 1.00 to 100.00",
        "caribbean-poker has no progressive wager",
    ] == list(map(str, problems))
    assert ["the progressive wager costs 1.00, not 0.99"] == list(
        map(str, STUD.stakes_problems(Stakes(ante=1, progressive=99)))
    )


@given(amounts())
def test_without_limits_any_ante_is_placed(ante):
    """R-25: sheet 000 has blanks for limits; the table that opens must have them, the game does not."""
    assert [] == STUD.stakes_problems(Stakes(ante=ante, progressive=1_00))


def test_stakes_are_stakes():
    """An amount alone is no stakes of a box."""
    (problem,) = STUD.stakes_problems(10_00)
    assert isinstance(problem, InputTypeError)
    assert "the stakes must be Stakes, not int" == str(problem)


def test_the_meter_of_a_game_without_one_is_refused():
    """A jackpot goes with a progressive wager; no jackpot stated is no problem anywhere."""
    assert [] == CHANGE.jackpot_problems(None) == STUD.jackpot_problems(None) == STUD.jackpot_problems(0)
    assert ["caribbean-poker has no jackpot"] == list(map(str, CHANGE.jackpot_problems(5)))
    assert ["the jackpot must be at least 0, not -1"] == list(map(str, STUD.jackpot_problems(-1)))


# --- fingerprint ---------------------------------------------------------------------------------------------------


@settings(max_examples=50)
@given(variants())
def test_names_titles_and_words_are_not_in_the_fingerprint(variant):
    """The same rules under another name pay the same."""
    renamed = variant.replace(name="another-name", title="Another title", words={"ante": "blind"})
    assert variant.fingerprint == renamed.fingerprint
    assert 64 == len(variant.fingerprint)
    assert set(variant.fingerprint) <= set("0123456789abcdef")


OTHER_RULES = {
    "currency": {"currency": "EUR"},
    "exponent": {"exponent": 3},
    "bet_multiple": {"bet_multiple": 3},
    "qualifier": {"qualifier": Rank(STUD.qualifier.strength + 1)},
    "interrupted": {"interrupted": "resume"},
    "interrupted from another rank": {"interrupted": Rank(STUD.interrupted.strength + 1)},
    "player's cards": {"deal": Deal(player=6, dealer=5, dealer_up=1)},
    "dealer's cards": {"deal": Deal(player=5, dealer=6, dealer_up=1)},
    "cards face up": {"deal": Deal(player=5, dealer=5, dealer_up=2)},
    "board": {"deal": Deal(player=5, dealer=5, dealer_up=1, board=(1, 0))},
    "board after the decision": {"deal": Deal(player=5, dealer=5, dealer_up=1, board=(0, 1))},
    "boxes of the table": {"boxes": Boxes(table=2)},
    "boxes of a player": {"boxes": Boxes(table=2, player=2)},
    "closed boxes": {"boxes": Boxes(table=2, player=2, closed_from=2)},
    "limits": {"limits": Limits(min=1, max=2)},
    "least ante": {"limits": Limits(min=2, max=2)},
    "largest ante": {"limits": Limits(min=1, max=3)},
    "cap": {"cap": 1},
    "another cap": {"cap": 2},
    "change": {"change": ChangeRule(fees={1: 1})},
    "fee": {"change": ChangeRule(fees={1: 2})},
    "cards to change": {"change": ChangeRule(fees={2: 1})},
    "forced play": {"change": ChangeRule(fees={1: 1}, forced_play=(1,))},
    "no progressive": {"progressive": None},
    "price": {"progressive": _changed(STUD.progressive, price=2_00)},
    "after a fold": {"progressive": _changed(STUD.progressive, after_fold=True)},
    "stake returned": {"progressive": _changed(STUD.progressive, return_stake=True)},
    "equal shares": {"progressive": _changed(STUD.progressive, shares="equal")},
    "fixed prize": {"progressive": _changed(STUD.progressive, prizes=PrizeTable({"flush": Fixed(1)}))},
    "larger fixed prize": {"progressive": _changed(STUD.progressive, prizes=PrizeTable({"flush": Fixed(2)}))},
    "lower prize": {"progressive": _changed(STUD.progressive, prizes=PrizeTable({"straight": Fixed(1)}))},
    "share": {"progressive": _changed(STUD.progressive, prizes=PrizeTable({"flush": Share(Fraction(1))}))},
    "smaller share": {"progressive": _changed(STUD.progressive, prizes=PrizeTable({"flush": Share(Fraction(1, 2))}))},
}


def test_every_rule_that_decides_money_is_in_the_fingerprint():
    """Each field changed by itself gives a fingerprint of its own."""
    fingerprints = [STUD.fingerprint, *(STUD.replace(**changes).fingerprint for changes in OTHER_RULES.values())]
    assert len(fingerprints) == len(set(fingerprints))


def test_every_cell_that_can_be_paid_is_in_the_fingerprint():
    """For each outcome, wager and category that a box can reach, other odds give another fingerprint."""
    found = {STUD.fingerprint}
    cells = 1
    for outcome, row in STUD.pays:
        for wager, table in (("ante", row.ante), ("bet", row.bet)):
            if table is None:
                continue
            for category in filter(lambda c: STUD.reachable(outcome, c), Category):
                whole = {c: table.get(c) for c in Category if table.get(c) is not None}
                found.add(_paying(STUD, outcome, **{wager: PayTable({**whole, category: 77})}).fingerprint)
                cells += 1
    assert 1 + 11 + 2 * (11 + 10 + 10 + 10) == cells
    assert cells == len(found)


def test_cells_that_no_box_reaches_are_not_in_the_fingerprint():
    """R-52: sheet 002 prints no row below ace-king, sheet 000 does; they pay alike."""
    assert STUD.pays.win.bet != CHANGE.pays.win.bet
    assert STUD.fingerprint == _paying(STUD, Outcome.WIN, bet=CHANGE.pays.win.bet).fingerprint


def test_tables_that_pay_alike_have_one_fingerprint():
    """Rows that repeat the row below, and fees in another order, say nothing new."""
    rows = {category: STUD.pays.win.bet.get(category) for category in Category}
    assert STUD.fingerprint == _paying(STUD, Outcome.WIN, bet=PayTable(rows)).fingerprint
    backwards = ChangeRule(fees=dict(reversed(list(CHANGE.change.fees.items()))))
    assert CHANGE.fingerprint == CHANGE.replace(change=backwards).fingerprint


def test_the_four_games_have_four_fingerprints():
    """No two of them pay alike."""
    assert 4 == len({game.fingerprint for game in GAMES.values()})


@pytest.mark.parametrize("hash_seed", ["0", "1", "12345"])
def test_a_fingerprint_is_the_same_in_every_process(hash_seed):
    """Another process, with other hashes of texts, finds the same."""
    script = "from caribbean.games import GAMES\nfor game in GAMES.values(): print(game.fingerprint)"
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [game.fingerprint for game in GAMES.values()] == run.stdout.split()
