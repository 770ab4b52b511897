"""`settle()`: one box, from cards, stakes and decision to a line a wager. Knows variants; knows no game by name.

It ranks, finds the outcome (R-6), and hands the rest to `pay()`. Nothing is rounded, drawn or remembered here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import msgspec

from .actions import Decision, Fold, Play
from .cards import CARDS, Card, card_ids
from .errors import (
    CardCountError,
    CardTextError,
    CaribbeanError,
    DuplicateCardError,
    InputError,
    InputTypeError,
    raise_all,
    shown,
)
from .hands import Category, Hand, Rank, hand_of
from .money import format_amount, odds_text
from .parts import Deal, Outcome
from .payouts import Line, Stakes, pay
from .variants import Variant

Cards: TypeAlias = str | Iterable[Card | str]
"""Cards as a caller may write them: `"As Kd"`, or any iterable of cards and texts."""

# By name, since Python looks a member up in its enumeration slowly.
_FOLD, _NO_QUALIFY, _WIN, _TIE, _LOSE = Outcome

_PLACES: Final = ("the player's hand", "the dealer's hand", "the board")


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a box. All amounts are units; `lines` has one line a wager, and everything else follows."""

    variant: Variant
    outcome: Outcome
    lines: tuple[Line, ...]
    player: Hand | None
    """The player's hand; on a fold what he had seen of it (R-11), None where that was less than five cards."""
    dealer: Hand | None
    """The dealer's hand, None where there was no showdown (R-11)."""

    @property
    def staked(self) -> int:
        """All that was wagered, change fees included."""
        return sum(line.stake for line in self.lines)

    @property
    def returned(self) -> int:
        """All that goes back to the player: stakes that come back, winnings and prizes."""
        return sum(line.returned for line in self.lines)

    @property
    def net(self) -> int:
        """The player's gain or loss: `returned - staked`."""
        return sum(line.net for line in self.lines)

    @property
    def player_rank(self) -> Rank | None:
        """The rank of the player's hand."""
        return None if self.player is None else self.player.rank

    @property
    def dealer_rank(self) -> Rank | None:
        """The rank of the dealer's hand, None without a showdown."""
        return None if self.dealer is None else self.dealer.rank

    def explain(self) -> str:
        """The settlement in a player's words, a sentence a line. Every amount in it is read from `lines`."""
        total = self._money(abs(self.net)) + " " + self.variant.currency
        result = f"you win {total}" if self.net > 0 else f"you lose {total}" if self.net else "you are even"
        sentences = [self._verdict(), *map(self._sentence, self.lines)]
        sentences.append(f"Staked {self._money(self.staked)}, returned {self._money(self.returned)}: {result}.")
        return "\n".join(sentences)

    def to_dict(self) -> dict[str, Any]:
        """The settlement as plain values, as `caribbean settle --json` prints it; money is text in the main unit."""
        return {
            "game": self.variant.name,
            "outcome": self.outcome.value,
            "lines": [
                {
                    "wager": line.wager,
                    "stake": self._money(line.stake),
                    "result": line.result,
                    "odds": None if line.odds is None else str(line.odds),
                    "returned": self._money(line.returned),
                    "net": self._money(line.net),
                    **({"capped": self._money(line.capped)} if line.capped else {}),
                }
                for line in self.lines
            ],
            "staked": self._money(self.staked),
            "returned": self._money(self.returned),
            "net": self._money(self.net),
            "player_rank": None if self.player is None else self.player.to_dict(),
            "dealer_rank": None if self.dealer is None else self.dealer.to_dict(),
            "fingerprint": self.variant.fingerprint,
        }

    def __repr__(self) -> str:
        staked, returned, net = map(self._money, (self.staked, self.returned, self.net))
        return f"<Settlement of {self.variant.name}: {self.outcome}, staked {staked}, returned {returned}, net {net}>"

    def _money(self, units: int) -> str:
        return format_amount(units, self.variant.exponent)

    def _verdict(self) -> str:
        if self.player is None or self.dealer is None:
            return "You folded."
        if self.outcome is Outcome.NO_QUALIFY:
            held, needed = self.dealer.rank.name, self.variant.qualifier.or_better
            return f"The dealer does not qualify: {held}, short of {needed}."
        says = {Outcome.WIN: "You win", Outcome.LOSE: "The dealer wins", Outcome.TIE: "It is a tie"}[self.outcome]
        return f"{says}. {self.player.rank.explain(self.dealer.rank)}."

    def _sentence(self, line: Line) -> str:
        word = self.variant.word(line.wager)
        start = f"{word[0].upper()}{word[1:]} of {self._money(line.stake)}"
        match line.result:
            case "lost":
                return f"{start} is lost."
            case "returned":
                return f"{start} is returned."
            case "prize":
                return f"{start} wins a prize: {self._money(line.returned)}."
            case "won":
                cut = f", {self._money(line.capped)} less by the cap" if line.capped else ""
                said = "" if line.odds is None else f" {odds_text(line.odds)}"
                return f"{start} wins{said}{cut}: {self._money(line.net)}."


def settle(
    variant: Variant,
    *,
    stakes: Stakes,
    player: Cards,
    dealer: Cards | None = None,
    board: Cards | None = None,
    decision: Decision,
    changed: int = 0,
    jackpot: int | None = None,
    sharers: int = 1,
) -> Settlement:
    """Settle one box: pure and exact, one line a wager (R-9).

    `player` and `dealer` are their own cards, final ones where cards were changed, `board` the community cards of a
    game that has them. `decision` is `Play()` or `Fold()`; a fold needs no dealer, and of the board only what was dealt
    before the decision (R-11). `changed` is the number of cards the box changed, `jackpot` the meter in units, needed
    where a share of it is due, `sharers` among how many boxes that share is divided (R-84). Raises `SeveralErrors`
    where more than one thing is wrong, else the error itself.
    """
    if not (isinstance(variant, Variant) and isinstance(stakes, Stakes) and isinstance(decision, (Fold, Play))):
        raise_all(_argument_problems(variant, stakes, decision))
    problems: list[CaribbeanError] = []
    folded = isinstance(decision, Fold)
    if folded and not variant.decides:
        problems.append(InputError(f"every box of {variant.name} plays closed and cannot fold (R-32)"))
    read = _read_cards(variant.deal, (player, dealer, board), folded, problems)
    problems += variant.stakes_problems(stakes)
    if type(changed) is not int or changed != 0:
        problems += _change_problems(variant, changed, folded)
    if jackpot is not None:
        problems += variant.jackpot_problems(jackpot)
    if problems:
        raise_all(problems)

    hole, dealt, common = read
    if folded:
        seen = hole + common[: variant.deal.board[0]]
        hand = hand_of(seen) if len(seen) >= 5 else None
        category = hand.rank.category if hand else Category.HIGH_CARD
        lines = pay(variant, _FOLD, category, stakes, changed=changed, jackpot=jackpot, sharers=sharers)
        return Settlement(variant=variant, outcome=_FOLD, lines=lines, player=hand, dealer=None)
    hand, against = hand_of(hole + common), hand_of(dealt + common)
    rank = hand.rank
    outcome = _showdown(variant, rank, against.rank)
    lines = pay(variant, outcome, rank.category, stakes, changed=changed, jackpot=jackpot, sharers=sharers)
    return Settlement(variant=variant, outcome=outcome, lines=lines, player=hand, dealer=against)


def _showdown(variant: Variant, player: Rank, dealer: Rank) -> Outcome:
    """Who wins, in the order of R-6: the qualifier comes before any comparison."""
    mine, theirs = player.strength, dealer.strength
    if theirs < variant.qualifier.strength:
        return _NO_QUALIFY
    if mine > theirs:
        return _WIN
    return _TIE if mine == theirs else _LOSE


def _argument_problems(variant: object, stakes: object, decision: object) -> list[CaribbeanError]:
    problems: list[CaribbeanError] = []
    if not isinstance(variant, Variant):
        problems.append(InputTypeError(f"the variant must be a Variant, not {type(variant).__name__}"))
    if not isinstance(stakes, Stakes):
        problems.append(InputTypeError(f"the stakes must be Stakes, not {type(stakes).__name__}"))
    if not isinstance(decision, (Fold, Play)):
        problems.append(InputTypeError(f"the decision must be Fold() or Play(), not {type(decision).__name__}"))
    return problems


def _change_problems(variant: Variant, changed: object, folded: bool) -> list[CaribbeanError]:
    if type(changed) is not int:
        return [InputTypeError(f"the number of cards changed must be an int, not {type(changed).__name__}")]
    if variant.change is None or not variant.decides:  # a closed box changes no cards
        return [InputError(f"{variant.name} has no change of cards")]
    if changed not in variant.change.fees:
        allowed = ", ".join(map(str, variant.change.fees))
        return [InputError(f"{shown(changed)} cards cannot be changed; the numbers allowed are {allowed}")]
    if folded and changed in variant.change.forced_play:
        return [InputError(f"a box that changed {changed} cards must be played")]
    return []


def _read_cards(
    deal: Deal, given: tuple[Cards, Cards | None, Cards | None], folded: bool, problems: list[CaribbeanError]
) -> list[bytes]:
    """The ids of the three places; what is wrong with them is added to `problems`."""
    read: list[bytes] = []
    unread = []
    for cards in given:
        try:
            read.append(b"" if cards is None else card_ids(cards))
        except CaribbeanError as error:
            problems.append(_placed(error, _PLACES[len(read)]))
            unread.append(len(read))
            read.append(b"")
    player, dealer, board = map(len, read)
    if folded or player != deal.player or dealer != deal.dealer or board != deal.board[0] + deal.board[1]:
        problems += _count_problems(deal, read, folded, unread)
    every = b"".join(read)
    if len(set(every)) != len(every):
        problems += _duplicates(read)
    return read


def _placed(error: CaribbeanError, where: str) -> CaribbeanError:
    """What is wrong with the cards of a place, with the place named."""
    if isinstance(error, CardTextError):
        return CardTextError(error.text, error.position, error.reason, where)
    return InputTypeError(f"{where}: {error}")


def _count_problems(deal: Deal, read: list[bytes], folded: bool, unread: list[int]) -> list[CaribbeanError]:
    """Wrong numbers of cards. A fold needs no dealer, and only the board that was dealt before it (R-11)."""
    whole = sum(deal.board)
    allowed = (
        {deal.player},
        {deal.dealer, 0} if folded else {deal.dealer},
        {deal.board[0], whole} if folded else {whole},
    )
    return [
        CardCountError(where, len(ids), " or ".join(map(str, sorted(counts - {0}))) or "none: this game has no board")
        for place, (where, ids, counts) in enumerate(zip(_PLACES, read, allowed, strict=True))
        if len(ids) not in counts and place not in unread
    ]


def _duplicates(read: list[bytes]) -> list[CaribbeanError]:
    holders: dict[int, list[str]] = {}
    for where, ids in zip(_PLACES, read, strict=True):
        for card_id in ids:
            holders.setdefault(card_id, []).append(where)
    return [DuplicateCardError(CARDS[i].text, where) for i, where in holders.items() if len(where) > 1]
