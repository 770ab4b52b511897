"""What a table consists of: chips, purses, the journal. Knows rounds; moves nothing. `table` moves it."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from .errors import VariantError
from .money import format_amount
from .parts import Limits
from .rounds import Round
from .table_actions import Panel, Spot
from .variants import Variant

Stage = Literal["betting", "playing", "ready", "over", "away", "left"]
"""Where a table stands: bets are placed, boxes are decided, the house settles, the round is over; its player is away
from a round that waits, or has left."""


class Chip(msgspec.Struct, frozen=True):
    """A placed chip."""

    box: int
    spot: Spot
    units: int


class Transfer(msgspec.Struct, frozen=True):
    """A line of the journal: what it did to the account and to the balance at the table, in units."""

    kind: Literal["open", "carried", "deposit", "buy-in", "stake", "return", "cash-out"]
    account: int
    balance: int
    key: str | None = None
    """The key of the round's movement, for stakes and returns."""


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a table and the money that follows from them."""

    variant: Variant
    chips: tuple[int, ...]
    mid_round_buy_in: bool
    journal: tuple[Transfer, ...]
    stage: Stage = "betting"
    chip: int
    """The chosen chip, in units."""
    placed: tuple[Chip, ...] = ()
    """The chips on the table in the order placed; the last one is the first to be undone."""
    last_bets: tuple[Chip, ...] = ()
    round: Round | None = None
    log: tuple[Round, ...] = ()
    """The last finished rounds, the latest last."""
    panel: Panel | None = None
    """What the player looks at besides the table."""
    leaving: bool = False

    @property
    def account(self) -> int:
        """The units in the account: the fold of the journal."""
        return sum(transfer.account for transfer in self.journal)

    @property
    def balance(self) -> int:
        """The units at the table that are neither placed nor staked."""
        return sum(transfer.balance for transfer in self.journal) - sum(chip.units for chip in self.placed)

    @property
    def buy_in_offered(self) -> bool:
        """Whether the balance is under the least bet, so that a front end should offer to buy in."""
        return self.stage in ("betting", "over") and not self.placed and self.balance < self.limits.min

    @property
    def limits(self) -> Limits:
        """The least and the largest ante of this table."""
        limits = self.variant.limits
        if limits is None:
            raise VariantError([("limits", "a table has limits (R-25)")])
        return limits

    @property
    def bets(self) -> dict[int, tuple[int, int]]:
        """What is placed, box by box: the ante and the progressive stake in units."""
        found: Counter[tuple[int, Spot]] = Counter()
        for chip in self.placed:
            found[chip.box, chip.spot] += chip.units
        return {box: (found[box, "ante"], found[box, "progressive"]) for box in sorted({box for box, _ in found})}

    def __repr__(self) -> str:
        # The keys in the journal come from the whole deck, and a table says too much anyway.
        return f"<Table of {self.variant.name}: {self.stage}, balance {self.money(self.balance)}>"

    def __rich_repr__(self) -> list[tuple[str, str]]:  # msgspec's own would show every field
        return [("game", self.variant.name), ("stage", self.stage), ("balance", self.money(self.balance))]

    def money(self, units: int) -> str:
        """Units as text in the main unit."""
        return format_amount(units, self.variant.exponent)

    def chip_for(self, spot: Spot) -> int:
        """The units that go on a spot at once: the chosen chip, or the price of the progressive wager."""
        rule = self.variant.progressive
        return rule.price if spot == "progressive" and rule is not None else self.chip
