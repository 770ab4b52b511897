"""What a box is paid: `pay()`, the one place that knows. Knows the parts of a game; ranks no hand.

Settlement, analysis and simulation all come through here, so that they cannot disagree.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, Protocol, TypeAlias

import msgspec

from .errors import InputError, InputTypeError, raise_all, shown
from .hands import Category
from .money import amount_problem, check_amount, winnings
from .parts import ChangeRule, Outcome, Pays, Progressive
from .paytables import Fate, PayTable, Share

Wager: TypeAlias = Literal["ante", "bet", "change", "progressive"]
Result: TypeAlias = Literal["won", "lost", "returned", "prize"]


# Python looks a member up in its enumeration slowly, and every line of every box asks for these.
_LOST: Final = Fate.LOST
_RETURNED: Final = Fate.RETURNED


class Rules(Protocol):
    """All that `pay()` looks at in a variant: these five fields decide money, nothing else does."""

    @property
    def bet_multiple(self) -> int: ...  # noqa: D102 - documented on Variant
    @property
    def pays(self) -> Pays: ...  # noqa: D102
    @property
    def change(self) -> ChangeRule | None: ...  # noqa: D102
    @property
    def progressive(self) -> Progressive | None: ...  # noqa: D102
    @property
    def cap(self) -> int | None: ...  # noqa: D102


class Stakes(msgspec.Struct, frozen=True, kw_only=True):
    """What a box stakes before the deal, in units. The bet follows from the ante (R-5), a fee from the change."""

    ante: int
    progressive: int = 0

    def __post_init__(self) -> None:
        problems = (
            amount_problem(self.ante, "the ante"),
            amount_problem(self.progressive, "the progressive stake", least=0),
        )
        if any(problems):
            raise_all([problem for problem in problems if problem])


class Line(msgspec.Struct, frozen=True):
    """One wager and what became of it (R-9). Amounts in units; `net = returned - stake`."""

    wager: Wager
    stake: int
    result: Result
    odds: Fraction | None
    """The odds it was paid at, where it won; a prize has none."""
    returned: int
    """What goes back to the player: the stake where it is kept, and the winnings."""
    capped: int = 0
    """What the cap on a box's win withheld (R-76)."""

    @property
    def net(self) -> int:
        """The player's gain or loss on this wager."""
        return self.returned - self.stake


def pay(
    rules: Rules,
    outcome: Outcome,
    category: Category,
    stakes: Stakes,
    *,
    changed: int = 0,
    jackpot: int | None = None,
    sharers: int = 1,
) -> tuple[Line, ...]:
    """What every wager of one box is paid, a line a wager, in the order ante, bet, change, progressive.

    `category` is that of the player's hand, `changed` the number of cards changed, `jackpot` the meter in units (needed
    only where a share of it is due), `sharers` among how many boxes an equal prize is divided (R-84). What may be
    staked and decided, and which outcomes can be, is not asked here: `settle` has asked.
    """
    _check(category, stakes, changed, jackpot, sharers)
    row = rules.pays[outcome]
    lines = [_line("ante", stakes.ante, row.ante, category)]
    if row.bet is not None:
        lines.append(_line("bet", stakes.ante * rules.bet_multiple, row.bet, category))
    if rules.cap is not None:
        lines = _capped(lines, rules.cap)
    if changed:
        lines.append(_change_fee(rules.change, stakes, changed))
    if stakes.progressive:
        lines.append(_progressive(rules.progressive, outcome, category, stakes, jackpot, sharers))
    return tuple(lines)


def _check(category: object, stakes: object, changed: object, jackpot: object, sharers: object) -> None:
    """Refuse what would else be paid as something it is not: a table looks a category up by its number."""
    if not isinstance(category, Category):
        raise InputTypeError(f"a category must be a Category, not {type(category).__name__}")
    if not isinstance(stakes, Stakes):
        raise InputTypeError(f"the stakes must be Stakes, not {type(stakes).__name__}")
    if type(changed) is not int:
        raise InputTypeError(f"the number of cards changed must be an int, not {type(changed).__name__}")
    if jackpot is not None:
        check_amount(jackpot, "the jackpot", least=0)
    if type(sharers) is not int:
        raise InputTypeError(f"the number of boxes that share a prize must be an int, not {type(sharers).__name__}")
    if sharers < 1:
        raise InputError(f"the number of boxes that share a prize must be at least 1, not {shown(sharers)}")


def _line(wager: Wager, stake: int, table: PayTable, category: Category) -> Line:
    cell = table.get(category)
    if cell is _LOST:
        return Line(wager, stake, "lost", None, 0)
    if cell is _RETURNED:
        return Line(wager, stake, "returned", None, stake)
    if cell is None:
        raise InputError(f"the pay table of the {wager} has no row for {category.slug}")
    return Line(wager, stake, "won", cell, stake + winnings(stake, cell))


def _capped(lines: list[Line], cap: int) -> list[Line]:
    """The lines with their winnings cut where together they pass the cap (R-76), the last line first."""
    left = cap
    kept = []
    for line in lines:
        over = max(0, line.net - left)
        kept.append(msgspec.structs.replace(line, returned=line.returned - over, capped=over) if over else line)
        left -= max(0, kept[-1].net)
    return kept


def _change_fee(rule: ChangeRule | None, stakes: Stakes, changed: int) -> Line:
    if rule is None or changed not in rule.fees:
        raise InputError(f"{shown(changed)} cards cannot be changed")
    return Line("change", rule.fees[changed] * stakes.ante, "lost", None, 0)  # never returned


def _progressive(
    rule: Progressive | None,
    outcome: Outcome,
    category: Category,
    stakes: Stakes,
    jackpot: int | None,
    sharers: int,
) -> Line:
    if rule is None:
        raise InputError("this game has no progressive wager")
    if sharers != 1 and rule.shares != "equal":
        raise InputError("the shares of this game are paid in turn and not divided (R-84)")
    prize = rule.prizes.get(category)
    stake = stakes.progressive
    if prize is None or (outcome is Outcome.FOLD and not rule.after_fold):  # R-23 against R-62
        return Line("progressive", stake, "lost", None, 0)
    if jackpot is None and isinstance(prize, Share):
        raise InputError(f"{category.slug} wins a share of the jackpot: its amount must be given")
    won = prize.amount(jackpot or 0) // (sharers if isinstance(prize, Share) else 1)
    return Line("progressive", stake, "prize", None, won + (stake if rule.return_stake else 0))
