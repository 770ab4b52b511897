"""The rulebook: what a player reads is what settles, for the four games and for any other variant."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, GAMES, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.hands import STRENGTHS, Category, Rank
from caribbean.money import format_amount
from caribbean.parts import Outcome
from caribbean.payouts import Stakes, pay
from caribbean.paytables import Fate, Fixed, Share
from caribbean.rulebook import OUTCOME_WORDS, outcomes_section, paytable, paytable_section, rules
from caribbean.rulefiles import parse_variant
from strategies import amounts, change_rules, variants

FIFTH = parse_variant("""
extends = "caribbean-poker"
name = "fifth-game"
title = "A fifth game"
currency = "EUR"
bet_multiple = 3
qualifier = "none"
cap = "5000.00"
words = { ante = "stake", bet = "raise", progressive = "star", change = "draw" }
[change]
fees = { 1 = 1, 2 = false, 3 = false, 4 = false, 5 = 2 }
forced_play = [5]
[boxes]
closed_from = 2
[pays.win]
ante = "3/2"
bet = { high-card = 1, straight = 5, royal-flush = 250 }
[pays.tie]
bet = "table"
[pays.lose]
ante = { high-card = "lost", full-house = "returned" }
[progressive]
price = "2.50"
after_fold = true
return_stake = true
shares = "equal"
prizes = { pair = "3.00", straight = "1/3", royal-flush = "100%" }
""")


def _text(variant, *, without=()):
    """All of the rules in one text, each cell of a table on a line with the others of its row."""
    lines = []
    for section in rules(variant):
        if section.title not in without:
            lines += [section.title, *section.paragraphs, " | ".join(section.columns)]
            lines += [" | ".join(row) for row in section.rows]
    return "\n".join(lines)


def _rows(section):
    return {row[0].removesuffix(" *"): row[1:] for row in section.rows}


@pytest.mark.parametrize("variant", [*GAMES.values(), FIFTH], ids=lambda variant: variant.name)
def test_every_part_of_the_rules_has_its_section(variant):
    """The sections follow a round, and only rules that the variant has are there."""
    expected = ["The deal", "Boxes", "Stakes", "The decision"]
    expected += [variant.word("change").capitalize()] if variant.change else []
    expected += ["Ranks of hands", "The dealer's hand", "What each outcome pays", "Pay table"]
    expected += [f"The {variant.word('progressive')} wager"] if variant.progressive else []
    expected += ["Interrupted rounds", "Money", "Fingerprint"]
    assert expected == [section.title for section in rules(variant)]


@given(variants())
def test_sections_are_whole_for_any_variant(variant):
    """Every section says something, every row has a cell for each column, and no text is blank or has two spaces."""
    for section in rules(variant):
        assert section.paragraphs
        assert all(len(row) == len(section.columns) for row in section.rows)
        for text in (
            section.title,
            *section.paragraphs,
            *section.columns,
            *(cell for row in section.rows for cell in row),
        ):
            assert " ".join(text.split()) == text != ""


@given(variants())
def test_sections_are_plain_values(variant):
    """They go to JSON and back without a loss."""
    sections = rules(variant)
    assert sections == tuple(msgspec.json.decode(msgspec.json.encode(sections), type=tuple[type(sections[0]), ...]))


@given(variants())
def test_every_amount_of_a_variant_is_told(variant):
    """Limits, cap, price and fixed prizes, in the main unit and with the currency."""
    told = []
    if variant.limits:
        told += [variant.limits.min, variant.limits.max]
    if variant.cap is not None:
        told.append(variant.cap)
    if variant.progressive:
        told.append(variant.progressive.price)
    text = _text(variant)
    for units in told:
        assert f"{format_amount(units, variant.exponent)} {variant.currency}" in text
    prizes = variant.progressive.prizes.rows if variant.progressive else ()
    for category, prize in prizes:
        shown = format_amount(prize.units, variant.exponent) if isinstance(prize, Fixed) else f"{prize} of the jackpot"
        assert shown == _rows(paytable_section(variant))[category.words][-1]


@given(variants())
def test_every_number_of_a_variant_is_told(variant):
    """Cards dealt, boxes, the multiple of the bet, fees, the qualifier, and what the house plays."""
    text, deal, boxes = _text(variant), variant.deal, variant.boxes
    assert f"gets {deal.player} card" in text
    assert f"the dealer {deal.dealer} card" in text
    for cards, when in zip(deal.board, ("before", "after"), strict=True):
        assert bool(cards) == (f"{cards} card{'s' * (cards != 1)} dealt {when}" in text)
    if boxes.table > 1:
        assert f"A table has {boxes.table} boxes" in text
    if boxes.closed_from not in (None, 1):
        assert f"Box {boxes.closed_from} of a player" in text
    if variant.bet_multiple > 1:
        assert f"exactly {variant.bet_multiple} times the {variant.word('ante')}" in text
    if variant.qualifier > Rank(1):
        assert variant.qualifier.or_better in text
    if isinstance(variant.interrupted, Rank):
        assert variant.interrupted.or_better in text
    assert variant.fingerprint in text


@given(change_rules())
def test_every_fee_of_a_change_is_told(rule):
    """A row for each number of cards that may be changed, with its fee and whether the box must be played."""
    section = next(section for section in rules(FIFTH.replace(change=rule)) if section.title == "Draw")
    words = {0: "nothing", 1: "as much as the stake"}
    expected = [
        (
            str(cards),
            words.get(fee, f"{fee} times the stake"),
            "must be played" if cards in rule.forced_play else "fold or play",
        )
        for cards, fee in rule.fees.items()
    ]
    assert expected == list(section.rows)


@given(variants(), variants(), st.data())
def test_rules_that_pay_differently_never_read_alike(variant, other, data):
    """Whatever single part of a variant is exchanged: a new fingerprint comes with other words."""
    assume(variant.boxes.closed_from != 1 and other.boxes.closed_from != 1)
    field = data.draw(st.sampled_from([name for name in variant.__struct_fields__ if name not in ("name", "title")]))
    try:
        changed = variant.replace(**{field: getattr(other, field)})
    except ValueError:
        assume(False)
    if variant.fingerprint != changed.fingerprint and not _differ_only_in_shares_they_lack(variant, changed):
        assert _text(variant, without=("Fingerprint",)) != _text(changed, without=("Fingerprint",))


def _differ_only_in_shares_they_lack(first, second):
    """Without a share among the prizes nobody need be told how several of them are paid."""
    if first.progressive is None or second.progressive is None:
        return False
    if any(isinstance(prize, Share) for _, prize in first.progressive.prizes.rows):
        return False
    alike = msgspec.structs.replace(second.progressive, shares=first.progressive.shares)
    return first == second.replace(progressive=alike)


@pytest.mark.parametrize("field", ["after_fold", "return_stake", "shares"])
@pytest.mark.parametrize("game", [PROGRESSIVE_CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD], ids=lambda game: game.name)
def test_each_term_of_the_progressive_wager_has_words_of_its_own(game, field):
    """A house rule about the fold, the stake or the shares changes one sentence of its section, no other."""
    rule = game.progressive
    value = ({"in-turn", "equal"} - {rule.shares}).pop() if field == "shares" else not getattr(rule, field)
    changed = game.replace(progressive=msgspec.structs.replace(rule, **{field: value}))
    before, after = ({s.title: s for s in rules(variant)} for variant in (game, changed))
    differing = [title for title in before if before[title] != after[title]]
    assert ["The progressive wager", "Fingerprint"] == differing
    pairs = zip(before[differing[0]].paragraphs, after[differing[0]].paragraphs, strict=True)
    assert 1 == sum(first != second for first, second in pairs)


@given(variants(), amounts())
def test_the_pay_table_shows_what_is_paid(variant, ante):
    """Each cell is what `pay()` does with a winner of that category, before any cap."""
    uncapped = variant.replace(cap=None, progressive=None)
    for row in paytable(variant):
        assert variant.reachable(Outcome.WIN, row.category) == row.wins
        if row.wins:
            lines = pay(uncapped, Outcome.WIN, row.category, Stakes(ante=ante))
            assert [_cell_of(line) for line in lines] == [row.ante, row.bet]


def _cell_of(line):
    return line.odds if line.result == "won" else Fate(line.result)


@given(variants())
def test_the_outcomes_show_what_is_paid(variant):
    """A cell that says one thing for all hands is what `pay()` does with every category, in every outcome."""
    uncapped = variant.replace(cap=None, progressive=None)
    shown = _rows(outcomes_section(variant))
    for outcome in Outcome:
        reached = [category for category in Category if variant.reachable(outcome, category)]
        closed = outcome is Outcome.FOLD and variant.boxes.closed_from == 1
        assert (bool(reached) and not closed) == (OUTCOME_WORDS[outcome] in shown)
        for category in reached if not closed else ():
            lines = pay(uncapped, outcome, category, Stakes(ante=1))
            for line, cell in zip(lines, shown[OUTCOME_WORDS[outcome]], strict=False):
                if ":" not in cell and cell != "by the pay table":
                    assert _in_words(_cell_of(line)) == cell


def _in_words(cell):
    return f"{cell.numerator} to {cell.denominator}" if isinstance(cell, Fraction) else cell.value


@pytest.mark.parametrize("category", Category)
def test_each_example_is_the_best_hand_of_its_category(category):
    """No stronger hand has the same category."""
    row = next(row for row in paytable(CARIBBEAN_POKER) if row.category is category)
    rank = row.example.rank
    assert category is rank.category
    assert rank.strength == STRENGTHS or Rank(rank.strength + 1).category is not category


def test_categories_stand_best_first():
    """From the royal flush down to the high card."""
    assert sorted(Category, reverse=True) == [row.category for row in paytable(CARIBBEAN_HOLDEM)]


def test_a_row_as_plain_values():
    """Odds, fates and prizes are written as in a variant file; what is not there is None."""
    royal, *_, lowest = (row.to_dict() for row in paytable(CYBER_CARIBBEAN_STUD))
    assert {
        "category": "royal-flush",
        "ante": "1",
        "bet": "100",
        "progressive": "100%",
        "example": ["As", "Ks", "Qs", "Js", "Ts"],
        "wins": True,
    } == royal
    assert ("1", "1", None, False) == tuple(lowest[key] for key in ("ante", "bet", "progressive", "wins"))
    by_category = {row.category: row.to_dict() for row in paytable(FIFTH)}
    assert "3/2" == by_category[Category.FLUSH]["ante"]
    assert "1/3" == by_category[Category.FLUSH]["progressive"]
    assert "3.00" == by_category[Category.PAIR]["progressive"]


STUD_OUTCOMES = {
    "fold": ("lost", "-"),
    "dealer does not qualify": ("1 to 1", "returned"),
    "player wins": ("1 to 1", "by the pay table"),
    "tie": ("returned", "returned"),
    "dealer wins": ("lost", "lost"),
}


@pytest.mark.parametrize(
    "game", [PROGRESSIVE_CARIBBEAN_POKER, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD], ids=lambda game: game.name
)
def test_outcomes_of_the_stud_games(game):
    """The matrix of the rulings: the table pays the bet, the ante is even money."""
    assert STUD_OUTCOMES == _rows(outcomes_section(game))


def test_outcomes_of_holdem_speak_of_the_call():
    """The table pays the ante, the call is even money, and nobody reads of a bet."""
    section = outcomes_section(CARIBBEAN_HOLDEM)
    assert ("Outcome", "Ante", "Call") == section.columns
    assert {**STUD_OUTCOMES, "player wins": ("by the pay table", "1 to 1")} == _rows(section)
    assert " bet " not in _text(CARIBBEAN_HOLDEM)


@pytest.mark.parametrize(
    ("game", "sentences"),
    [
        (
            PROGRESSIVE_CARIBBEAN_POKER,
            [
                "The last of the dealer's cards lies face up.",
                "Its limits are the table's",
                "What the dealer needs to qualify: ace-king or better.",
                "once and at its price exactly: 1.00 USD",
                "A box that folds loses this wager as well, and wins no prize.",
                "The house keeps the stake, also where it pays a prize.",
                "each in table order is paid from what those before it left",
                "if the money covers the bet: pair of twos or better.",
            ],
        ),
        (
            CARIBBEAN_POKER,
            [
                "A table has 6 boxes. A player buys 1 to 3 of them",
                "Box 3 of a player plays closed",
                "cards of the next one show once the one before is decided",
                "from 1.00 USD to 100.00 USD",
                "5 | 5 times the ante | fold or play",
                "The fee of a change is not returned",
                "the round waits as it is",
            ],
        ),
        (
            CARIBBEAN_HOLDEM,
            [
                "The dealer's cards lie face down.",
                "3 cards dealt before and 2 cards dealt after the decision",
                "A hand is the best five of its 7 cards",
                "The community cards may be the hand all by themselves.",
                "The call is exactly 2 times the ante",
                "What the dealer needs to qualify: pair of fours or better.",
                "none can be changed",
            ],
        ),
        (CYBER_CARIBBEAN_STUD, ["A box that folds wins its prize too.", "the round waits as it is"]),
        (
            FIFTH,
            [
                "The raise is exactly 3 times the stake",
                "The dealer qualifies with any hand.",
                "Box 2 of a player and any later one plays closed: its stake and its raise",
                "1 | as much as the stake | fold or play",
                "5 | 2 times the stake | must be played",
                "On stake and raise together a box wins at most 5000.00 EUR",
                "dealer wins | royal flush to full house: returned; flush or less: lost | lost",
                "tie | returned | by the pay table",
                "player wins | 3 to 2 | by the pay table",
                "Winnings are rounded down",
                "With a prize the stake comes back as well",
                "divided equally among them",
                "1/3 of the jackpot",
                "The fee of a draw is not returned",
            ],
        ),
    ],
    ids=lambda given: getattr(given, "name", ""),
)
def test_what_sets_a_game_apart_is_told(game, sentences):
    """The terms that differ from game to game, in so many words."""
    text = _text(game)
    assert [] == [sentence for sentence in sentences if sentence not in text]


def test_hands_that_never_win_are_marked():
    """A winner over a qualified dealer has at least a pair in hold'em, at least ace-king in the others (R-52)."""
    for game, lowest in ((CARIBBEAN_HOLDEM, Category.PAIR), (CARIBBEAN_POKER, Category.ACE_KING)):
        marked = [row[0] for row in paytable_section(game).rows if row[0].endswith(" *")]
        assert [f"{category.words} *" for category in sorted(Category, reverse=True) if category < lowest] == marked
    assert not any("*" in text for text in paytable_section(FIFTH).paragraphs)


def test_where_every_box_is_closed_nothing_is_said_of_decisions():
    """No fold, no change, no prize after a fold."""
    closed = FIFTH.replace(boxes=msgspec.structs.replace(FIFTH.boxes, closed_from=1), change=None)
    text = _text(closed)
    assert "Every box plays closed" in text
    assert "After the deal nothing is left to decide." in text
    assert "that folds" not in text
    assert "fold" not in _rows(outcomes_section(closed))
    assert "Draw" not in [section.title for section in rules(closed)]


def test_a_box_has_its_own_words_for_one_card():
    """Grammar at the edges: one card, one box of several, a dealer who hides nothing."""
    odd = parse_variant("""
        extends = "caribbean-holdem"
        [deal]
        player = 1
        dealer = 1
        dealer_up = 1
        board = [4, 1]
        [boxes]
        table = 5
        player = 1
    """)
    text = _text(odd)
    assert "Each box gets 1 card and the dealer 1 card, one at a time" in text
    assert "4 cards dealt before and 1 card dealt after the decision" in text
    assert "The dealer's cards lie face up." in text
    assert "A table has 5 boxes, and a player buys 1 of them" in text
