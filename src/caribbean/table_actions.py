"""What a player can do at a table besides deciding, as values ("At the table" in the rulings). Knows no table."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from .actions import Action

Spot: TypeAlias = Literal["ante", "progressive"]
Panel: TypeAlias = Literal["paytable", "rules", "log", "version"]


class BuyIn(msgspec.Struct, frozen=True):
    """Move units from the account to the balance at the table."""

    units: int


class Deposit(msgspec.Struct, frozen=True):
    """Money from outside comes into the account; the host's to do."""

    units: int


class ChooseChip(msgspec.Struct, frozen=True):
    """Take a chip of so many units into the hand."""

    units: int


class Place(msgspec.Struct, frozen=True):
    """Put the chosen chip on the ante of a box, again to increase it; or the price on its progressive spot (R-21)."""

    box: int
    spot: Spot = "ante"


class Undo(msgspec.Struct, frozen=True):
    """Take the chip that was placed last back."""


class Remove(msgspec.Struct, frozen=True):
    """Take the top chip of a spot off."""

    box: int
    spot: Spot = "ante"


class Clear(msgspec.Struct, frozen=True):
    """Take every chip back."""


class DealCards(msgspec.Struct, frozen=True):
    """Begin the round."""


class Settle(msgspec.Struct, frozen=True):
    """See the round settled."""


class CallOff(msgspec.Struct, frozen=True):
    """Void the round that cannot go on, for a reason (R-74); the host's to do."""

    reason: str


class Rebet(msgspec.Struct, frozen=True):
    """Place the bets of the last round again, ante and progressive both."""


class NewGame(msgspec.Struct, frozen=True):
    """Clear the table of the last round and bet anew."""


class Show(msgspec.Struct, frozen=True):
    """Look at the pay table, the rules, the log of the last rounds, or the version."""

    panel: Panel


class Leave(msgspec.Struct, frozen=True):
    """Go; in the middle of a round that is an interruption (R-70)."""


class Return(msgspec.Struct, frozen=True):
    """Come back to a round that waited."""


TableAction: TypeAlias = (
    BuyIn
    | Deposit
    | ChooseChip
    | Place
    | Undo
    | Remove
    | Clear
    | DealCards
    | Settle
    | CallOff
    | Rebet
    | NewGame
    | Show
    | Leave
    | Return
    | Action
)
