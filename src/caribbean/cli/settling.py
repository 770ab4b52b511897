"""`caribbean settle`: what every wager of one box is paid. Prints what `Settlement.to_dict()` and `explain()` say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from ..actions import Fold, Play
from ..errors import CaribbeanError, SeveralErrors, raise_all
from ..money import odds_text
from ..payouts import Stakes
from ..rulebook import OUTCOME_WORDS
from ..settlement import Settlement, settle
from ..variants import Variant
from .arguments import COUNT, find_variant, game_argument, json_option, read_money
from .page import Page, print_json

_AMOUNTS = ("Stake", "Returned", "Net")


@click.command("settle")
@game_argument
@click.option("--ante", required=True, metavar="AMOUNT", help="The ante, in the main unit: 10 or 10.50.")
@click.option("--progressive", is_flag=True, help="The progressive wager was placed, at its price.")
@click.option("--jackpot", metavar="AMOUNT", help="What the jackpot stands at; needed where a share of it is won.")
@click.option("--player", required=True, metavar="CARDS", help="The player's own cards, as they are in the end.")
@click.option("--dealer", metavar="CARDS", help="The dealer's own cards; a fold needs none.")
@click.option("--board", metavar="CARDS", help="The community cards, in games that have them.")
@click.option("--fold", is_flag=True, help="The box was folded; else it was played.")
@click.option("--changed", type=COUNT, default=0, metavar="N", help="How many cards the box changed.")
@json_option
def settle_command(game: str, as_json: bool, **box: Any) -> None:
    """Settle one box of a game, to the unit, a line a wager."""
    settlement = _settled(find_variant(game), **box)
    if as_json:
        print_json(settlement.to_dict())
    else:
        _page(settlement).print()


def _settled(
    variant: Variant, *, ante: str, progressive: bool, jackpot: str | None, fold: bool, **cards: Any
) -> Settlement:
    """The settlement; whatever is wrong, with money and with cards, is reported together."""
    problems: list[CaribbeanError] = []

    def money(option: str, text: str, least: int) -> int | None:
        try:
            return read_money(option, text, variant, least=least)
        except CaribbeanError as error:
            problems.append(error)
            return None

    ante_units = money("--ante", ante, 1)
    meter = None if jackpot is None else money("--jackpot", jackpot, 0)
    # An ante that cannot be read must not hide what is wrong with the cards: one within the limits stands in for it.
    stand_in = variant.limits.min if variant.limits else 1
    # A game without a progressive wager has no price for it, and `settle` refuses any stake on it.
    price = variant.progressive.price if variant.progressive else 1
    stakes = Stakes(ante=ante_units or stand_in, progressive=price if progressive else 0)
    try:
        settlement = settle(variant, stakes=stakes, decision=Fold() if fold else Play(), jackpot=meter, **cards)
    except SeveralErrors as error:
        problems += error.problems
    except CaribbeanError as error:
        problems.append(error)
    raise_all(problems)
    return settlement


def _page(settlement: Settlement) -> Page:
    variant, told = settlement.variant, settlement.to_dict()
    page = Page()
    page.heading(f"{variant.title}: {OUTCOME_WORDS[settlement.outcome]}")
    lines = [
        (variant.word(line["wager"]), line["stake"], _result(line), line["returned"], line["net"])
        for line in told["lines"]
    ]
    lines.append(("total", told["staked"], "", told["returned"], told["net"]))
    page.table(("Wager", "Stake", "Result", "Returned", "Net"), lines, right=_AMOUNTS)
    hands = [
        (who, " ".join(rank["best"]), rank["name"])
        for who, rank in (("Player", told["player_rank"]), ("Dealer", told["dealer_rank"]))
        if rank is not None
    ]
    if hands:
        page.heading("Hands")
        page.table(("", "Best five", "Name"), hands)
    page.heading(f"In words ({variant.currency})")
    for sentence in settlement.explain().splitlines():
        page.paragraph(sentence)
    page.heading("Rules")
    page.paragraph(f"{variant.name}, fingerprint {told['fingerprint']}")
    return page


def _result(line: dict[str, Any]) -> str:
    odds = line["odds"]
    if odds is None:
        return str(line["result"])
    cut = f", {line['capped']} less by the cap" if "capped" in line else ""
    return f"{line['result']}, {odds_text(Fraction(odds))}{cut}"


COMMANDS = (settle_command,)
