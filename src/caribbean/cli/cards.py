"""`caribbean rank`: what a hand is worth. Prints what `Hand.to_dict()` holds."""

from __future__ import annotations

import click

from ..hands import STRENGTHS, Hand
from .arguments import json_option
from .page import Page, print_json


@click.command("rank")
@click.argument("cards", nargs=-1, required=True)
@json_option
def rank(cards: tuple[str, ...], as_json: bool) -> None:
    """Rank a hand of five to seven CARDS.

    Cards are written As, 10h or Th, A♥; one argument or several: "As Ks Qs Js Ts".
    """
    hand = Hand(" ".join(cards))
    if as_json:
        print_json(hand.to_dict())
        return
    told = hand.to_dict()
    page = Page()
    page.heading(told["name"])
    page.table(
        ("", ""),
        (
            ("Cards", " ".join(told["cards"])),
            ("Best five", " ".join(told["best"])),
            ("Category", hand.rank.category.words),
            ("Strength", f"{told['strength']} of {STRENGTHS}; bigger is better"),
            ("Ordinal", f"{told['ordinal']}; 1 is the best"),
        ),
    )
    page.print()


COMMANDS = (rank,)
