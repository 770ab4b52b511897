"""The rules and the pay table of any variant, as text. Knows the parts of a variant; knows no game by name.

Every number and every alternative is read from the variant itself, so what a player is shown is what settles.
Nothing is laid out here: a command line, a page or a screen does that from the same `Section`s.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from .hands import STRENGTHS, Category, Hand, Rank
from .money import format_amount, odds_text
from .parts import ChangeRule, Outcome, Progressive
from .paytables import Fate, Fixed, Pay, PayTable, Prize, Share, cell_text
from .variants import ALWAYS, Variant

NOTHING: Final = "-"
"""What stands in a cell where nothing is paid: no wager was placed, or no row is that low."""

OUTCOME_WORDS: Final = {
    Outcome.FOLD: "fold",
    Outcome.NO_QUALIFY: "dealer does not qualify",
    Outcome.WIN: "player wins",
    Outcome.TIE: "tie",
    Outcome.LOSE: "dealer wins",
}
"""What a player calls an outcome."""


class Section(msgspec.Struct, frozen=True):
    """A part of the rules: its title, its paragraphs, and a table (`columns` over `rows`) where it has one.

    Its fields are plain values; `caribbean rules --json` prints them as they are.
    """

    title: str
    paragraphs: tuple[str, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class PayRow(msgspec.Struct, frozen=True):
    """What a variant pays a hand of one category when it wins, and what its progressive wager wins."""

    variant: Variant
    category: Category

    @property
    def ante(self) -> Pay | None:
        """What the ante of a winner is paid; None where the table has no row so low."""
        return self.variant.pays.win.ante.get(self.category)

    @property
    def bet(self) -> Pay | None:
        """What the bet of a winner is paid; None where the table has no row so low."""
        table = self.variant.pays.win.bet
        return None if table is None else table.get(self.category)

    @property
    def prize(self) -> Prize | None:
        """What the progressive wager wins, whatever the outcome; None where there is no wager or no prize."""
        rule = self.variant.progressive
        return None if rule is None else rule.prizes.get(self.category)

    @property
    def example(self) -> Hand:
        """The best hand of the category."""
        return _best_rank(self.category).example()

    @property
    def wins(self) -> bool:
        """Whether such a hand can win at all: a winner beats a dealer who qualified (R-52)."""
        return self.variant.reachable(Outcome.WIN, self.category)

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values, as `caribbean paytable --json` prints it; cells are written as in a variant file."""
        prize = self.prize
        fixed = format_amount(prize.units, self.variant.exponent) if isinstance(prize, Fixed) else None
        return {
            "category": self.category.slug,
            "ante": cell_text(self.ante),
            "bet": cell_text(self.bet),
            "progressive": fixed if prize is None or fixed is not None else str(prize),
            "example": [card.text for card in self.example],
            "wins": self.wins,
        }


def paytable(variant: Variant) -> tuple[PayRow, ...]:
    """A row a category, the best first."""
    return tuple(PayRow(variant, category) for category in reversed(Category))


def deciding_sections(variant: Variant) -> tuple[Section, ...]:
    """What is decided and when, in the order of a round: stakes, the decision, changes, the dealer's hand."""
    change = [_change_section(variant, variant.change)] if variant.change is not None and variant.decides else []
    return (
        Section("Stakes", tuple(_stakes(variant))),
        Section("The decision", tuple(_decision(variant))),
        *change,
        Section("The dealer's hand", tuple(_qualifier(variant))),
    )


def rules(variant: Variant) -> tuple[Section, ...]:
    """All the rules of a variant, section by section, in the order in which a round meets them."""
    *decided, dealer = deciding_sections(variant)
    sections = [
        Section("The deal", tuple(_deal(variant))),
        Section("Boxes", tuple(_boxes(variant))),
        *decided,
        Section("Ranks of hands", tuple(_ranking())),
        dealer,
        outcomes_section(variant),
        paytable_section(variant),
    ]
    if variant.progressive is not None:
        sections += [_progressive_section(variant, variant.progressive)]
    sections += [
        Section("Interrupted rounds", tuple(_interrupted(variant))),
        Section("Money", (f"Amounts are in {variant.currency}. The smallest unit is {_money(variant, 1)}.",)),
        Section("Fingerprint", (f"SHA-256 of everything in these rules that decides money: {variant.fingerprint}",)),
    ]
    return tuple(sections)


def _deal(variant: Variant) -> Iterator[str]:
    deal, several = variant.deal, variant.boxes.table > 1
    yield (
        "One deck of 52 cards without jokers is shuffled afresh for every round. The order of all its cards is fixed "
        "before the first one is shown, and nothing that happens later changes it."
    )
    who, order = ("Each box", "boxes in table order") if several else ("The player", "the player")
    yield (
        f"{who} gets {_cards(deal.player)} and the dealer {_cards(deal.dealer)}, one at a time: "
        f"{order}, then the dealer, and so on in turns."
    )
    hidden = "are shown at the showdown only; there is none where every box has folded."
    if deal.dealer_up == 0:
        yield f"The dealer's cards lie face down. They {hidden}"
    elif deal.dealer_up == deal.dealer:
        yield "The dealer's cards lie face up."
    else:
        last = "The last" if deal.dealer_up == 1 else f"The last {deal.dealer_up}"
        yield f"{last} of the dealer's cards lie{'s' * (deal.dealer_up == 1)} face up. The others {hidden}"
    yield from _board(variant)


def _board(variant: Variant) -> Iterator[str]:
    before, after = variant.deal.board
    player, dealer = (own + before + after for own in (variant.deal.player, variant.deal.dealer))
    dealt = [f"{_cards(n)} dealt {when}" for n, when in ((before, "before"), (after, "after")) if n]
    if dealt:
        yield f"Community cards belong to every hand: {_listed(dealt)} the decision."
    if player != dealer:
        yield f"A hand is the best five of its cards: of {player} for the player, of {dealer} for the dealer."
    elif player > 5:
        yield f"A hand is the best five of its {player} cards, the player's and the dealer's alike."
    if before + after >= 5:
        yield "The community cards may be the hand all by themselves."


def _boxes(variant: Variant) -> Iterator[str]:
    boxes, bet = variant.boxes, variant.word("bet")
    if boxes.table == 1:
        yield "The player has one box."
    elif boxes.player == 1:
        yield f"A table has {boxes.table} boxes, and a player buys 1 of them, whichever is free."
    else:
        yield f"A table has {boxes.table} boxes. A player buys 1 to {boxes.player} of them, whichever are free."
        yield "They are played in table order, each with its own stakes, and all of them against one dealer's hand."
    first = boxes.closed_from
    if (boxes.player if first is None else first - 1) > 1:
        yield "Boxes are looked at one after the other: cards of the next one show once the one before is decided."
    if first is None:
        return
    alone = f"Box {first} of a player" + ("" if first == boxes.player else " and any later one")
    yield (
        f"{'Every box' if first == 1 else alone} plays closed: its {variant.word('ante')} and its {bet} are both "
        f"placed before the deal, it cannot fold{' or change cards' if variant.change else ''}, and its cards stay "
        "unseen until the showdown."
    )


def _stakes(variant: Variant) -> Iterator[str]:
    ante, bet, limits = variant.word("ante"), variant.word("bet"), variant.limits
    if limits is None:
        yield f"Every box that plays needs its {ante}. Its limits are the table's, which cannot open without them."
    else:
        low, high = _money(variant, limits.min), _money(variant, limits.max)
        yield f"Every box that plays needs its {ante}: from {low} to {high}, in whole units of money."
    yield f"The {bet} is exactly {_times(variant.bet_multiple, ante)}; no other amount is taken."


def _decision(variant: Variant) -> Iterator[str]:
    deal, bet = variant.deal, variant.word("bet")
    if not variant.decides:
        yield "After the deal nothing is left to decide."
        return
    seen = [f"the {_cards(deal.player)} of the box"]
    seen += [f"{_cards(deal.board[0])} of the board"] if deal.board[0] else []
    seen += [f"{_cards(deal.dealer_up)} of the dealer"] if deal.dealer_up else []
    yield f"The player sees {_listed(seen)}, and folds or plays."
    yield f"A fold ends the box there: its {bet} is never placed."
    yield f"To play is to place the {bet}. The money for it has to be there; a box without it cannot be played."
    if variant.change is None:
        yield "The cards are played as they were dealt: none can be changed."


def _change_section(variant: Variant, rule: ChangeRule) -> Section:
    ante, word = variant.word("ante"), variant.word("change")
    paragraphs = (
        "Once in a round, before it is folded or played, a box may give up cards for the next ones of the deck. "
        "They take the places of those given up, which are out of the round.",
        f"The fee of a {word} is not returned, whatever the outcome.",
        f"A {word} is possible only where the money left afterwards still covers the {variant.word('bet')}.",
    )
    after = {cards: "must be played" if cards in rule.forced_play else "fold or play" for cards in rule.fees}
    fees = {cards: _times(fee, ante) if fee else "nothing" for cards, fee in rule.fees.items()}
    rows = tuple((str(cards), fees[cards], after[cards]) for cards in rule.fees)
    return Section(word.capitalize(), paragraphs, ("Cards", "Fee", "Afterwards"), rows)


def _ranking() -> Iterator[str]:
    yield f"From the best to the weakest: {', '.join(category.words for category in reversed(Category))}."
    yield (
        "An ace is the highest card, or the lowest one in 5-4-3-2-A. Ace-king is a hand with both of these cards and "
        "nothing better."
    )
    yield (
        "Hands of one kind are compared in order of significance: the cards that make the hand first, then the others "
        "from high to low. Suits decide nothing."
    )


def _qualifier(variant: Variant) -> Iterator[str]:
    if variant.qualifier == ALWAYS:
        yield "The dealer qualifies with any hand. The better hand wins, equal ones tie."
        return
    yield f"What the dealer needs to qualify: {variant.qualifier.or_better}."
    yield (
        "That is looked at first: a dealer who does not qualify settles the box, whatever the player holds and even "
        "where both hands are equal. Against one who does, the better hand wins, equal ones tie."
    )


def outcomes_section(variant: Variant) -> Section:
    """Outcome × wager: what becomes of the ante and the bet. Outcomes that cannot happen are left out."""
    paragraphs = ["At odds of x to y a stake wins x for every y of it, and comes back as well."]
    tables = [table for _, row in variant.pays for table in (row.ante, row.bet) if table is not None]
    if any(not isinstance(cell, Fate) and cell.denominator > 1 for table in tables for _, cell in table.rows):
        paragraphs.append("Winnings are rounded down to whole units of money.")
    if variant.cap is not None:
        both = f"{variant.word('ante')} and {variant.word('bet')}"
        most = _money(variant, variant.cap)
        paragraphs.append(f"On {both} together a box wins at most {most}; what is above that is not paid.")
    win = variant.pays.win
    rows = tuple(
        (OUTCOME_WORDS[outcome], _table_text(row.ante, win.ante), _table_text(row.bet, win.bet))
        for outcome, row in variant.pays
        if any(variant.reachable(outcome, category) for category in Category)
        and (outcome is not Outcome.FOLD or variant.decides)
    )
    columns = ("Outcome", variant.word("ante").capitalize(), variant.word("bet").capitalize())
    return Section("What each outcome pays", tuple(paragraphs), columns, rows)


def paytable_section(variant: Variant) -> Section:
    """The pay table: for each category an example, what a winner is paid, and the prize."""
    tables = {"ante": variant.pays.win.ante, "bet": variant.pays.win.bet}
    # A wager that wins alike with every hand needs no column: the outcomes say it.
    shown = [wager for wager, table in tables.items() if table and len(table.rows) > 1] or list(tables)
    columns = ["Hand", "Example", *(variant.word(wager).capitalize() for wager in shown)]
    if variant.progressive is not None:
        columns.append(variant.word("progressive").capitalize())
    lines = []
    for row in paytable(variant):
        cells = [_cell_in_words(row.ante if wager == "ante" else row.bet) for wager in shown]
        if variant.progressive is not None:
            cells.append(_prize_text(row))
        lines.append((row.category.words + ("" if row.wins else " *"), str(row.example), *cells))
    notes = [f"What a player who wins is paid on the {_listed([variant.word(wager) for wager in shown])}."]
    if not all(row.wins for row in paytable(variant)):
        notes.append("* Such a hand never beats a dealer who qualifies.")
    return Section("Pay table", tuple(notes), tuple(columns), tuple(lines))


def _progressive_section(variant: Variant, rule: Progressive) -> Section:
    shares = [prize for _, prize in rule.prizes.rows if isinstance(prize, Share)]
    paragraphs = [*_progressive(variant, rule), *(_shares(rule, shares) if shares else ())]
    return Section(f"The {variant.word('progressive')} wager", tuple(paragraphs))


def _progressive(variant: Variant, rule: Progressive) -> Iterator[str]:
    word, ante = variant.word("progressive"), variant.word("ante")
    yield (
        f"A box may also place the {word} wager, once and at its price exactly: {_money(variant, rule.price)}. "
        f"That is done before the deal, before or after the {ante}, and never without one."
    )
    yield (
        "It wins the prize that the pay table has for the final hand of the box, whatever else becomes of the box: "
        "also where the dealer wins or does not qualify."
    )
    if variant.decides:  # R-62 against R-23
        yield (
            "A box that folds wins its prize too."
            if rule.after_fold
            else "A box that folds loses this wager as well, and wins no prize."
        )
    if rule.return_stake:
        yield "With a prize the stake comes back as well; without one it is lost."
    else:
        yield "The house keeps the stake, also where it pays a prize."
    if any(isinstance(prize, Fixed) for _, prize in rule.prizes.rows):
        yield "The house pays the fixed prizes; they do not come out of the jackpot."


def _shares(rule: Progressive, shares: list[Share]) -> Iterator[str]:
    yield "A share of the jackpot is rounded down to whole units of money, and the rest stays in it."
    if any(share.part == 1 for share in shares):
        yield "Once all of the jackpot is won, it starts again from its seed."
    if rule.shares == "in-turn":
        yield "Where several boxes win shares in one round, each in table order is paid from what those before it left."
    else:
        yield "Where several boxes win the same share in one round, that prize is divided equally among them."


def _interrupted(variant: Variant) -> Iterator[str]:
    if isinstance(variant.interrupted, Rank):
        yield (
            "Where the player does not come back, the house completes the round. What it plays, if the money covers "
            f"the {variant.word('bet')}: {variant.interrupted.or_better}. Any other box it folds. It changes no cards, "
            "and the record marks its decisions as its own."
        )
    else:
        yield "Where the player is gone, the round waits as it is, and goes on from there on their return."
    meter = " What it had put into the jackpot is taken out again." if variant.progressive else ""
    yield f"A round that cannot go on at all is void, and every stake of it comes back.{meter}"


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def _times(multiple: int, word: str) -> str:
    return f"as much as the {word}" if multiple == 1 else f"{multiple} times the {word}"


def _listed(items: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(items[:-1]), items[-1])))


def _money(variant: Variant, units: int) -> str:
    return f"{format_amount(units, variant.exponent)} {variant.currency}"


def _cell_in_words(cell: Pay | None) -> str:
    if cell is None:
        return NOTHING
    return cell.value if isinstance(cell, Fate) else odds_text(cell)


def _table_text(table: PayTable | None, own_win: PayTable | None) -> str:
    """What a wager is paid in one outcome: one cell for all hands, the pay table, or each run of hands in words."""
    if table is None:
        return NOTHING
    if len(table.rows) == 1:
        return _cell_in_words(table.rows[0][1])
    if table == own_win:
        return "by the pay table"
    runs = []
    for cell, run in itertools.groupby(reversed(Category), table.get):
        best, *rest = run
        if cell is not None:
            below = "" if not rest else " or less" if rest[-1] is Category.HIGH_CARD else f" to {rest[-1].words}"
            runs.append(f"{best.words}{below}: {_cell_in_words(cell)}")
    return "; ".join(runs)


def _prize_text(row: PayRow) -> str:
    prize = row.prize
    if isinstance(prize, Fixed):
        return format_amount(prize.units, row.variant.exponent)
    return NOTHING if prize is None else f"{prize} of the jackpot"


@functools.cache
def _best_rank(category: Category) -> Rank:
    return next(rank for rank in map(Rank, range(STRENGTHS, 0, -1)) if rank.category is category)
