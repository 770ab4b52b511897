"""`Variant`: a game's rules as one frozen value, checked whole, with its fingerprint. Knows no game by name."""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec

from .cards import CARDS
from .errors import CaribbeanError, InputError, InputTypeError, VariantError, raise_all, shown
from .hands import STRENGTHS, Category, Rank
from .money import MAX_EXPONENT, amount_problem, format_amount
from .parts import Boxes, ChangeRule, Checker, Deal, FrozenMap, Limits, Outcome, Pays, Progressive
from .payouts import Stakes, pay
from .paytables import Fixed, Prize, cell_text

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
_CURRENCY = re.compile(r"[A-Z]{3,5}", re.ASCII)
WAGERS: Final = ("ante", "bet", "progressive", "change")
_PARTS: Final = (
    ("deal", Deal, True),
    ("pays", Pays, True),
    ("boxes", Boxes, True),
    ("limits", Limits, False),
    ("change", ChangeRule, False),
    ("progressive", Progressive, False),
)

BEST: Final = Rank(STRENGTHS)
ALWAYS: Final = Rank(1)
"""The qualifier of a dealer who always qualifies: the weakest hand there is."""


class Variant(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The rules of a game. `VariantError` lists every problem of rules that cannot be, each with its key."""

    name: str
    """Lower-case words with hyphens, as in `caribbean-holdem`."""
    title: str
    currency: str = "USD"
    exponent: int = 2
    """How many decimals the main unit has (R-90)."""
    bet_multiple: int
    """The bet is exactly so many antes (R-5)."""
    qualifier: Rank
    """The weakest rank with which the dealer qualifies; `ALWAYS` where he needs nothing."""
    interrupted: Literal["resume"] | Rank
    """What happens when the player does not come back (R-70): the round waits, or the house plays from this rank up."""
    deal: Deal
    pays: Pays
    boxes: Boxes = Boxes()
    limits: Limits | None = None
    change: ChangeRule | None = None
    progressive: Progressive | None = None
    cap: int | None = None
    """The most a box can win on ante and bet together, in units (R-76)."""
    words: Mapping[str, str] = FrozenMap(())
    """The words that players of this game use for `ante`, `bet`, `progressive` or `change`."""

    def __post_init__(self) -> None:
        check = Checker()
        _check_fields(check, self)
        unsound = {key.partition(".")[0] for key, _ in check.problems}
        for fields, look in _TOGETHER:
            if not fields & unsound:
                look(check, self)
        check.done()
        msgspec.structs.force_setattr(self, "words", FrozenMap(sorted(self.words.items())))

    def replace(self, **changes: Any) -> Variant:
        """The same rules but for some fields: a house rule. The result is checked like any variant."""
        unknown = sorted(set(changes) - set(self.__struct_fields__))
        if unknown:
            raise VariantError([(key, "is no field of a variant") for key in unknown])
        return msgspec.structs.replace(self, **changes)

    def word(self, wager: str) -> str:
        """What players of this game call a wager."""
        return self.words.get(wager, wager)

    @property
    def decides(self) -> bool:
        """Whether any box is the player's to decide; from the first one on, all may play closed (R-32)."""
        return self.boxes.closed_from != 1

    def reachable(self, outcome: Outcome, category: Category) -> bool:
        """Whether a box can end in `outcome` with a hand of `category`.

        Who wins beats a hand that qualified, and who ties equals it, so their categories have a floor (R-52).
        """
        if not isinstance(outcome, Outcome) or not isinstance(category, Category):
            raise InputTypeError("what can be reached is asked for an Outcome and a Category")
        if outcome is Outcome.WIN:
            return self.qualifier < BEST and category >= Rank(self.qualifier.strength + 1).category
        if outcome is Outcome.TIE:
            return category >= self.qualifier.category
        if outcome is Outcome.LOSE:
            return category < Category.ROYAL_FLUSH
        return self.decides if outcome is Outcome.FOLD else self.qualifier > ALWAYS

    def max_win(self, *, ante: int, progressive: int = 0, jackpot: int | None = None) -> int:
        """The most that one box can win in units, net of its stakes, with `jackpot` in the meter.

        `jackpot` is needed where a progressive stake can win a share. Change fees only lower a win and are left out.
        """
        stakes = Stakes(ante=ante, progressive=progressive)
        raise_all([*self.stakes_problems(stakes), *self.jackpot_problems(jackpot)])
        return max(
            sum(line.net for line in pay(self, outcome, category, stakes, jackpot=jackpot))
            for outcome in Outcome
            for category in Category
            if self.reachable(outcome, category)
        )

    def stakes_problems(self, stakes: Stakes) -> list[CaribbeanError]:
        """Why these stakes cannot be placed: the limits (R-31), the price of the progressive wager (R-21, R-61)."""
        if not isinstance(stakes, Stakes):
            return [InputTypeError(f"the stakes must be Stakes, not {type(stakes).__name__}")]
        problems: list[CaribbeanError] = []
        limits, rule = self.limits, self.progressive
        if limits is not None and not limits.min <= stakes.ante <= limits.max:
            low, high = (format_amount(limit, self.exponent) for limit in (limits.min, limits.max))
            ante = format_amount(stakes.ante, self.exponent)
            problems.append(InputError(f"the ante of {ante} is outside the limits, {low} to {high}"))
        if stakes.progressive and rule is None:
            problems.append(InputError(f"{self.name} has no progressive wager"))
        elif stakes.progressive and rule is not None and stakes.progressive != rule.price:
            price, got = (format_amount(units, self.exponent) for units in (rule.price, stakes.progressive))
            problems.append(InputError(f"the progressive wager costs {price}, not {got}"))
        return problems

    def jackpot_problems(self, jackpot: object) -> list[CaribbeanError]:
        """Why this cannot be the amount in the meter of this game; None means that nobody said it."""
        if jackpot is None:
            return []
        if self.progressive is None:
            return [InputError(f"{self.name} has no jackpot")]
        problem = amount_problem(jackpot, "the jackpot", least=0)
        return [problem] if problem else []

    @functools.cached_property
    def fingerprint(self) -> str:
        """SHA-256, in hex, over what decides money: names, titles and words are not in it.

        Variants that pay alike have the same fingerprint, however their tables were written.
        """
        text = json.dumps(_canonical(self), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def _check_fields(check: Checker, variant: Variant) -> None:
    """Each field by itself: its type and its range."""
    if not isinstance(variant.name, str) or not _NAME.fullmatch(variant.name):
        check.refuse("name", f"must be lower-case words joined by hyphens, not {shown(variant.name)}")
    if check.instance("title", variant.title, str, "text"):
        _check_text(check, "title", variant.title)
    if not isinstance(variant.currency, str) or not _CURRENCY.fullmatch(variant.currency):
        check.refuse("currency", f"must be a code of capital letters such as USD, not {shown(variant.currency)}")
    check.whole("exponent", variant.exponent, 0, MAX_EXPONENT)
    check.whole("bet_multiple", variant.bet_multiple, 1, 1_000)
    check.instance("qualifier", variant.qualifier, Rank, "a Rank")
    if variant.interrupted != "resume":
        check.instance("interrupted", variant.interrupted, Rank, '"resume" or a Rank')
    for key, kind, needed in _PARTS:
        part = getattr(variant, key)
        if part is not None or needed:
            check.instance(key, part, kind, f"a {kind.__name__}")
    if variant.cap is not None:
        check.amount("cap", variant.cap)
    if check.instance("words", variant.words, Mapping, "a table of words"):
        for wager, word in variant.words.items():
            if wager not in WAGERS:
                key = wager if isinstance(wager, str) else shown(wager)
                check.refuse(f"words.{key}", f"is no wager; wagers are {', '.join(WAGERS)}")
            elif check.instance(f"words.{wager}", word, str, "a word"):
                _check_text(check, f"words.{wager}", word)


def _check_text(check: Checker, key: str, text: str) -> None:
    """What people read is one line, so that it cannot pass for another line of what it stands in."""
    if not text.strip() or not text.isprintable():
        check.refuse(key, f"must be one line of text, not {shown(text)}")


# ---- what only shows when fields are seen together: each check, and the fields that have to be sound for it ----------


def _check_change(check: Checker, variant: Variant) -> None:
    if variant.change is None:
        return
    if variant.deal.board != (0, 0):
        check.refuse("change", "a game with a board has no change of cards")
    if not variant.decides:
        check.refuse("change", "where every box plays closed, none changes cards (R-32)")
    for cards in variant.change.fees:
        if cards > variant.deal.player:
            check.refuse(f"change.fees.{cards}", f"a box has only {variant.deal.player} cards")


def _check_size(check: Checker, variant: Variant) -> None:
    needed = _cards_needed(variant)
    if needed > len(CARDS):
        check.refuse("boxes", f"a round may need {needed} cards, and the deck has {len(CARDS)} (R-1)")


def _check_after_fold(check: Checker, variant: Variant) -> None:
    seen = variant.deal.player + variant.deal.board[0]
    if seen < 5 and variant.progressive is not None and variant.progressive.after_fold:
        check.refuse("progressive.after_fold", f"a folded box has only {seen} cards, which make no hand")


def _check_interrupted(check: Checker, variant: Variant) -> None:
    seen = variant.deal.player + variant.deal.board[0]
    if seen < 5 and isinstance(variant.interrupted, Rank):
        check.refuse("interrupted", f"the house would decide on {seen} cards, which make no hand")


def _check_fold_row(check: Checker, variant: Variant) -> None:
    seen = variant.deal.player + variant.deal.board[0]
    if seen < 5 and len(variant.pays.fold.ante.rows) > 1:
        check.refuse("pays.fold.ante", f"a folded box has only {seen} cards, so it cannot pay by category")


def _check_rows(check: Checker, variant: Variant) -> None:
    for outcome, row in variant.pays:
        for wager, table in (("ante", row.ante), ("bet", row.bet)):
            if table is None:
                continue
            reached = (category for category in Category if variant.reachable(outcome, category))
            if missing := [category.slug for category in reached if table.get(category) is None]:
                check.refuse(f"pays.{outcome}.{wager}", f"has no row for {', '.join(missing)}")


_TOGETHER: Final[tuple[tuple[set[str], Callable[[Checker, Variant], None]], ...]] = (
    ({"deal", "boxes", "change"}, _check_change),
    ({"deal", "boxes", "change"}, _check_size),
    ({"deal", "progressive"}, _check_after_fold),
    ({"deal", "interrupted"}, _check_interrupted),
    ({"deal", "pays"}, _check_fold_row),
    ({"boxes", "pays", "qualifier"}, _check_rows),
)


def _cards_needed(variant: Variant) -> int:
    """How many cards the longest round takes."""
    boxes, change = variant.boxes, variant.change
    can_change = boxes.player if boxes.closed_from is None else boxes.closed_from - 1
    changed = can_change * max(change.fees) if change is not None else 0
    return boxes.player * variant.deal.player + variant.deal.dealer + sum(variant.deal.board) + changed


def _canonical(variant: Variant) -> dict[str, Any]:
    """What decides money, as plain values: tables written out by category, unreachable cells left blank."""
    change, limits, rule = variant.change, variant.limits, variant.progressive
    interrupted = variant.interrupted
    return {
        "form": 1,
        "currency": variant.currency,
        "exponent": variant.exponent,
        "bet_multiple": variant.bet_multiple,
        "qualifier": variant.qualifier.strength,
        "interrupted": interrupted.strength if isinstance(interrupted, Rank) else interrupted,
        "deal": msgspec.structs.asdict(variant.deal),
        "boxes": msgspec.structs.asdict(variant.boxes),
        "limits": msgspec.structs.asdict(limits) if limits else None,
        "cap": variant.cap,
        "change": {"fees": list(change.fees.items()), "forced_play": change.forced_play} if change else None,
        "progressive": {
            "price": rule.price,
            "after_fold": rule.after_fold,
            "return_stake": rule.return_stake,
            "shares": rule.shares,
            "prizes": [_prize_text(rule.prizes.get(category)) for category in Category],
        }
        if rule
        else None,
        "pays": {
            outcome.value: {
                wager: [
                    cell_text(table.get(category)) if variant.reachable(outcome, category) else None
                    for category in Category
                ]
                for wager, table in (("ante", row.ante), ("bet", row.bet))
                if table is not None
            }
            for outcome, row in variant.pays
        },
    }


def _prize_text(prize: Prize | None) -> str | int | None:
    return prize.units if isinstance(prize, Fixed) else None if prize is None else str(prize)
