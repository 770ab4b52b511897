"""What an analysis refuses, and says when it does: arguments, closed games, changes that the rules do not have."""

from __future__ import annotations

import json
import zlib
from fractions import Fraction

import pytest
from msgspec.structs import replace

from caribbean.actions import Change, Fold, Play
from caribbean.analysis import analyze, compare
from caribbean.best import BestStrategy, best_strategy
from caribbean.decisions import after_change, decision
from caribbean.errors import CardCountError, DuplicateCardError, InputError, InputTypeError, SeveralErrors
from caribbean.figures import percent
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.parts import Boxes, ChangeRule, WagerPays
from caribbean.paytables import PayTable
from caribbean.report import as_html, as_markdown, as_text, par_sheet
from caribbean.strategy import Seen
from console import run
from small_decks import CHANGE_DECK, FIVES_DECK, STUD_DECK, ids

STUD, CHANGE, HOLDEM = PROGRESSIVE_CARIBBEAN_POKER, CARIBBEAN_POKER, CARIBBEAN_HOLDEM
CLOSED = Boxes(table=1, player=1, closed_from=1)
HAND = "As Kh Jd 8c 3s"


def with_fold(variant, odds):
    """The variant where a fold pays so many times the ante."""
    return variant.replace(pays=replace(variant.pays, fold=WagerPays(PayTable(odds))))


@pytest.mark.parametrize("ask", [analyze, best_strategy])
@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"objective": "money"}, InputError, "the objective must be one of ante, wager, not 'money'"),
        ({"objective": ["ante"]}, InputError, "the objective must be one of ante, wager"),
        ({"threads": 0}, InputError, "threads must be a number from 1 to 8, not 0"),
        ({"threads": "2"}, InputError, "threads must be a number from 1 to 8, not '2'"),
        ({"threads": True}, InputError, "threads must be a number from 1 to 8, not True"),
        ({"progress": 5}, InputTypeError, "progress must be a function or None, not int"),
        ({"ante": 1.5}, InputTypeError, "the ante"),
    ],
)
def test_arguments_are_checked_before_any_work(ask, arguments, error, words):
    """Each is named, with what it may be."""
    with pytest.raises(error, match=words):
        ask(STUD, **arguments)


@pytest.mark.parametrize(
    "ask",
    [
        analyze,
        best_strategy,
        lambda variant: decision(variant, HAND, upcard="2h"),
        lambda variant: after_change(variant, HAND, thrown="2c", upcard="2h"),
        lambda variant: compare(variant, STUD),
    ],
)
@pytest.mark.parametrize("variant", ["cyber-caribbean-stud", None, 5])
def test_only_a_variant_can_be_analysed(ask, variant):
    """A name is none."""
    with pytest.raises(InputTypeError, match=r"the variant must be a Variant, not"):
        ask(variant)


@pytest.mark.parametrize("variant", [STUD, CHANGE, HOLDEM])
def test_a_game_of_closed_boxes_is_played_blind(variant):
    """Nothing is decided and no card changed (R-32): the figures are those of the strategy `blind`."""
    deck = ids(FIVES_DECK)
    closed = variant.replace(boxes=CLOSED)
    found, blind = analyze(closed, _cards=deck), analyze(variant, strategy="blind", _cards=deck)
    assert ("blind", 1) == (found.strategy, found.play_frequency)
    assert blind.outcomes == found.outcomes == analyze(closed, strategy="blind", _cards=deck).outcomes


@pytest.mark.parametrize(
    "ask",
    [
        lambda closed: analyze(closed, strategy="any-pair"),
        lambda closed: analyze(closed, strategy=lambda seen: Play()),
        best_strategy,
        lambda closed: decision(closed, HAND, upcard="2h"),
        lambda closed: after_change(closed, HAND, thrown="2c", upcard="2h"),
    ],
)
def test_a_closed_game_has_no_decisions(ask):
    """Who asks for one is told that the game is played closed."""
    with pytest.raises(InputError, match="is played closed"):
        ask(CHANGE.replace(boxes=CLOSED))


@pytest.mark.parametrize(
    ("variant", "cards", "thrown", "error", "words"),
    [
        (CHANGE, "As Kh Jd 8c 8d 8h", "2c", CardCountError, "the hand: got 6 cards, needs 5"),
        (CHANGE, "As Kh Jd 8c", "2c", CardCountError, "the hand: got 4 cards, needs 5"),
        (CHANGE, HAND, "", CardCountError, "the thrown cards: got 0 cards, needs 1, 2, 3, 4, 5"),
        (CHANGE, HAND, "2c 2d 2s 4c 5c 6c", CardCountError, "the thrown cards: got 6 cards"),
        (CHANGE.replace(change=ChangeRule(fees={1: 1})), HAND, "2c 2d", CardCountError, "got 2 cards, needs 1"),
        (STUD, HAND, "2c", InputError, "no card can be changed in progressive-caribbean-poker"),
        (HOLDEM, HAND, "2c", InputError, "no card can be changed in caribbean-holdem"),
        (CHANGE, "As Kh", "", SeveralErrors, "the thrown cards: got 0 cards.*the hand: got 2 cards"),
        (CHANGE, HAND, "As", DuplicateCardError, "As"),
    ],
)
def test_after_a_change_cards_are_counted(variant, cards, thrown, error, words):
    """Five held, as many thrown as the rules allow, all of them different."""
    with pytest.raises(error, match=words):
        after_change(variant, cards, thrown=thrown, upcard="2h")


@pytest.mark.parametrize(("odds", "multiple"), [(25 * 10**12, 2), (25 * 10**12, 3), (57 * 10**9, 1000)])
def test_odds_too_large_for_the_best_per_unit_are_refused(odds, multiple):
    """Where the sums would pass 63 bits an error says so; nothing goes on for ever, and per ante is still exact."""
    variant = with_fold(STUD.replace(name="huge", bet_multiple=multiple), odds)
    with pytest.raises(InputError, match=r"^huge pays too much"):
        analyze(variant, objective="wager")


def test_the_best_per_unit_needs_the_optimum():
    """A named strategy has no objective, and a game with a change has the one per ante."""
    for variant, strategy in ((STUD, "any-pair"), (CHANGE, "optimal")):
        with pytest.raises(InputError, match="the best per unit staked is found for the optimal strategy"):
            analyze(variant, strategy=strategy, objective="wager", _cards=ids(STUD_DECK))


def test_fractions_too_fine_are_called_so():
    """No ante was given, so none is spoken of."""
    fine = PayTable(Fraction(10**18 - 1, 10**18 - 11))
    finer = PayTable(Fraction(10**18 - 1, 10**18 - 33))
    pays = replace(STUD.pays, no_qualify=WagerPays(fine, finer))
    with pytest.raises(InputError, match=r"^fine pays in fractions too fine for an exact analysis$"):
        analyze(STUD.replace(name="fine", pays=pays))


def test_both_games_are_checked_before_one_is_analysed():
    """What is wrong with the second is said at once."""
    heard = []
    with pytest.raises(InputError, match=r"^capped caps a win"):
        compare(STUD, STUD.replace(name="capped", cap=500_00), progress=lambda *told: heard.append(told))
    assert [] == heard


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ({"upcard": "Kh"}, r"^Kh is in the hand and in the upcard$"),
        ({"cards": "As As Jd 8c 3s", "upcard": "2c"}, r"^As is twice in the hand$"),
    ],
)
def test_the_places_of_a_card_are_named(cards, words):
    """A card that is there twice, with where."""
    with pytest.raises(DuplicateCardError, match=words):
        decision(STUD, cards.get("cards", HAND), upcard=cards["upcard"])


def test_an_ante_outside_the_limits_has_no_figures():
    """As `settle()` refuses it (R-31)."""
    for ask in (lambda: analyze(CHANGE, ante=100_01), lambda: decision(CHANGE, HAND, upcard="2h", ante=99)):
        with pytest.raises(InputError, match=r"outside the limits, 1\.00 to 100\.00"):
            ask()


# --- a player's function -------------------------------------------------------------------------------------------


def test_a_function_is_not_asked_where_it_must_play():
    """After a change with a forced play there is no question."""
    variant = CHANGE.replace(change=ChangeRule(fees={1: 1}, forced_play=(1,)))
    asked = []

    def throws_one(seen):
        asked.append(seen.changed)
        return Change(seen.cards[:1])

    analysis = analyze(variant, strategy=throws_one, _cards=ids(CHANGE_DECK))
    assert {0} == set(asked)
    assert 1 == analysis.change_frequency


def test_a_second_change_is_named_so():
    """Cards can be changed once."""
    with pytest.raises(InputError, match=r"^the strategy changes cards a second time$"):
        analyze(CHANGE, strategy=lambda seen: Change(seen.cards[:1]), _cards=ids(FIVES_DECK))


def test_a_function_is_told_apart_from_a_named_strategy():
    """A function that is called like one of ours is shown as a function."""

    def optimal(seen):
        return Fold()

    assert "optimal()" == analyze(STUD, strategy=optimal, _cards=ids(STUD_DECK)).strategy


def test_what_a_function_knows_at_once_is_not_believed():
    """Only the strategies of the library are asked once for all upcards."""

    class Mine:
        def at_once(self, hand):
            return Fold()

        def __call__(self, seen):
            return Play()

    assert 1 == analyze(STUD, strategy=Mine(), _cards=ids(STUD_DECK)).play_frequency


@pytest.mark.long
def test_the_best_strategy_of_a_game_with_changes_is_a_strategy():
    """Analysed like a player's own it comes to the optimum; after a change the best is done."""
    assert analyze(CHANGE).outcomes == analyze(CHANGE, strategy=best_strategy(CHANGE)).outcomes


# --- stored strategies ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stored():
    """The best strategy of a game, stored."""
    return best_strategy(STUD).to_bytes()


def head_of(stored, **changes):
    """The same file with another first line."""
    line, packed = stored.split(b"\n", 1)
    return json.dumps({**json.loads(line), **changes}).encode() + b"\n" + packed


@pytest.mark.parametrize(
    "change",
    [
        lambda stored: head_of(stored, objective="junk"),
        lambda stored: head_of(stored, objective=["ante"]),
        lambda stored: head_of(stored, ante="x"),
        lambda stored: head_of(stored, form=True),
        lambda stored: head_of(stored, form=2),
        lambda stored: head_of(stored, fingerprint="0"),
        lambda stored: b"[" * 100_000,
        lambda stored: stored[:-5],
        lambda stored: stored + b"more",
        lambda stored: stored.split(b"\n")[0] + b"\n" + zlib.compress(b"\x4d" * (134_459 * 52)),
        lambda stored: stored.split(b"\n")[0] + b"\n" + zlib.compress(b"\x00" * 52),
    ],
)
def test_a_damaged_strategy_is_refused(stored, change):
    """Its head, its end, how many decisions it has and which: all are looked at."""
    with pytest.raises(InputError):
        BestStrategy.from_bytes(change(stored), STUD)


def test_only_bytes_are_a_stored_strategy(stored):
    """And only a variant says what it is for."""
    for given, variant in (("text", STUD), (stored, "x"), (None, STUD)):
        with pytest.raises(InputTypeError, match="a stored strategy is bytes"):
            BestStrategy.from_bytes(given, variant)


def test_a_strategy_is_asked_about_different_cards(stored):
    """The same card twice is named."""
    strategy, cards = BestStrategy.from_bytes(stored, STUD), list(STUD_DECK[:5])
    for hand, upcard in (((cards[0],) * 5, cards[1]), (tuple(cards), cards[0])):
        with pytest.raises(DuplicateCardError, match="what the player sees"):
            strategy(Seen(cards=hand, upcards=(upcard,)))


# --- money, sheets, the command line -------------------------------------------------------------------------------


def test_both_wagers_at_an_ante_that_is_rounded_are_refused():
    """Figures for antes on which nothing is rounded do not hold for another one; those found at that ante do."""
    half = WagerPays(PayTable("3/2"), STUD.pays.no_qualify.bet)
    variant = STUD.replace(pays=replace(STUD.pays, no_qualify=half))
    deck = ids(STUD_DECK)
    with pytest.raises(InputError, match=r"^an ante of 1 units is not paid in full units"):
        analyze(variant, _cards=deck).combined(ante=1, meter=0)
    one = analyze(variant, ante=1, _cards=deck)
    assert -one.house_edge + one.progressive.value(0) - STUD.progressive.price == one.combined(ante=1, meter=0).net


def test_percentages_of_any_number_of_places():
    """None as well."""
    assert ["33", "33.3", "-0.33", "0.0"] == [
        percent(Fraction(1, 3), 0),
        percent(Fraction(1, 3), 1),
        percent(Fraction(-1, 300), 2),
        percent(Fraction(0), 1),
    ]


def test_a_wager_that_is_always_good_has_no_break_even_meter():
    """Where fixed prizes alone bring more than the price, no meter is the even one."""
    rule = CYBER_CARIBBEAN_STUD.progressive
    cheap = CYBER_CARIBBEAN_STUD.replace(progressive=replace(rule, price=1))
    assert analyze(cheap, _cards=ids(STUD_DECK)).progressive.break_even is None


def test_the_sheet_prints_what_decides_the_figures():
    """Stakes, the fees of a change and what may follow it, and the qualifier."""
    variant = CHANGE.replace(change=ChangeRule(fees={1: 1, 5: 3}, forced_play=(5,)))
    analysis = analyze(variant, strategy="any-pair", _cards=ids(FIVES_DECK))
    rows = next(table.rows for table in par_sheet(analysis) if table.title == "Rules")
    assert ("Change of 1", "as much as the ante; afterwards fold or play") in rows
    assert ("Change of 5", "3 times the ante; afterwards must be played") in rows
    assert any("qualify" in text for _, text in rows)


def test_the_sheet_says_what_outcomes_pay_a_cap_and_closed_boxes():
    """Two games with different figures never have the same sheet but for name and fingerprint."""
    capped = STUD.replace(cap=500_00, boxes=CLOSED)
    analysis = analyze(capped, ante=10_00, _cards=ids(STUD_DECK))
    tables = {table.title: table for table in par_sheet(analysis)}
    assert any("500.00 USD" in note for note in tables["What each outcome pays"].notes)
    assert ("dealer does not qualify", "1 to 1", "returned") in tables["What each outcome pays"].rows
    assert ("The decision", "After the deal nothing is left to decide.") in tables["Rules"].rows
    assert any(note.startswith("*") for note in tables["Pay table"].notes)
    for text in (as_text(par_sheet(analysis)), as_markdown(par_sheet(analysis)), as_html(par_sheet(analysis))):
        assert "500.00 USD" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["analyze", "caribbean-poker", "--jackpot", "100"], "caribbean-poker has no jackpot"),
        (["analyze", "caribbean-poker", "--json", "--format", "html"], "--json and --format html are two documents"),
        (["compare", STUD.name, CYBER_CARIBBEAN_STUD.name, "--ante", "x"], "--ante"),
    ],
)
def test_the_command_line_refuses_what_it_cannot_do(arguments, words):
    """Nothing that was asked for is dropped without a word."""
    done = run(*arguments)
    assert 2 == done.exit_code
    assert words in done.stderr


def test_a_capped_game_is_compared_at_an_ante(tmp_path):
    """Both at the same ante, in units."""
    file = tmp_path / "capped.toml"
    file.write_text(f'extends = "{STUD.name}"\nname = "capped"\ncap = "500.00"\n')
    arguments = ["compare", STUD.name, str(file), "--strategy", "any-pair", "--ante", "100", "--json"]
    found = json.loads(run(*arguments).stdout)
    assert (10_000, 10_000) == (found["base"]["ante"], found["other"]["ante"])
    assert 0 < Fraction(found["house_edge"])


def test_the_document_has_both_wagers_together():
    """With an ante and a jackpot, as `Analysis.combined` says."""
    arguments = ["analyze", CYBER_CARIBBEAN_STUD.name, "--strategy", "any-pair", "--ante", "10", "--jackpot", "100000"]
    found = json.loads(run(*arguments, "--json").stdout)["combined"]
    both = analyze(CYBER_CARIBBEAN_STUD, strategy="any-pair").combined(ante=10_00, meter=100_000_00)
    assert both.to_dict() == found
