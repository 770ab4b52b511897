"""Every situation a strategy can be asked about, up to the names of suits. Knows cells and `Seen`; no game, no money.

Suits that hold the same ranks in all that is seen may be exchanged: one situation is asked, and the answer stands for
its images. In the answer for an image the thrown cards are exchanged along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ._counts import FOLD, HOLDINGS, PLAY, ROW
from .actions import Change, Fold, Play
from .cards import CARDS
from .errors import InputError, InputTypeError
from .hands import Hand
from .strategy import NamedStrategy, Seen, Strategy

Step = Callable[[int], None]


def _lanes(ids: tuple[int, ...]) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(card >> 2 for card in ids if card & 3 == suit) for suit in range(4))


def _code(action: object, ids: tuple[int, ...], seen: Seen, allowed: tuple[int, ...]) -> int:
    """The kernel's number of an action."""
    if isinstance(action, Play):
        return PLAY
    if isinstance(action, Fold):
        return FOLD
    if not isinstance(action, Change):
        raise InputTypeError(f"a strategy must give Fold(), Play() or Change(…), not {type(action).__name__}")
    thrown = 0
    for card in action.cards:
        if card.id not in ids:
            raise InputError(f"the strategy throws {card}, which is not among {' '.join(map(str, seen.cards))}")
        thrown |= 1 << ids.index(card.id)
    if seen.changed:
        raise InputError("the strategy changes cards a second time")
    if len(action.cards) not in allowed:
        raise InputError(f"the strategy changes {len(action.cards)} cards, which cannot be changed here")
    return thrown


def _exchanged(code: int, ids: tuple[int, ...], one: int, other: int) -> int:
    """The same action where two suits change places; the hand itself stays as it is."""
    if code in (PLAY, FOLD) or one == other:
        return code
    suits = {one: other, other: one}
    thrown = 0
    for place, card in enumerate(ids):
        if code >> place & 1:
            thrown |= 1 << ids.index(card & ~3 | suits.get(card & 3, card & 3))
    return thrown


def hands_of(classes: memoryview) -> Iterator[tuple[int, ...]]:
    """The five ids of each class."""
    return (tuple(classes[at : at + 5]) for at in range(0, len(classes), 7))


def ask_stud(
    classes: memoryview,
    strategy: Strategy,
    *,
    deck: bytes,
    allowed: tuple[int, ...] = (),
    changed: int = 0,
    step: Step = lambda _: None,
) -> bytearray:
    """What a strategy does in every cell [class][upcard]: the kernel's numbers of actions."""
    cells = bytearray()
    at_once = strategy.at_once if isinstance(strategy, NamedStrategy) else None
    in_play = _lanes(tuple(deck))
    total = len(classes) // 7
    for number, ids in enumerate(hands_of(classes), start=1):
        known = at_once(Hand([CARDS[i] for i in ids])) if at_once else None
        if known is not None:
            cells += bytes([PLAY if isinstance(known, Play) else FOLD]) * ROW
        else:
            cells += _ask_upcards(ids, strategy, deck=deck, in_play=in_play, allowed=allowed, changed=changed)
        if number % 1024 == 0 or number == total:
            step(number)
    return cells


def _ask_upcards(
    ids: tuple[int, ...],
    strategy: Strategy,
    *,
    deck: bytes,
    in_play: tuple[frozenset[int], ...],
    allowed: tuple[int, ...],
    changed: int,
) -> bytearray:
    cards = tuple(CARDS[i] for i in ids)
    lanes = tuple((held, there) for held, there in zip(_lanes(ids), in_play, strict=True))
    row = bytearray(ROW)
    for upcard in deck:
        if upcard in ids:
            continue
        suit = upcard & 3
        first = lanes.index(lanes[suit])
        like = upcard & ~3 | first
        if first == suit:
            seen = Seen(cards=cards, upcards=(CARDS[upcard],), changed=changed)
            row[upcard] = _code(strategy(seen), ids, seen, allowed)
        else:
            row[upcard] = _exchanged(row[like], ids, first, suit)
    return row


def ask_holdem(flops: memoryview, strategy: Strategy, *, deck: bytes, step: Step = lambda _: None) -> bytearray:
    """What a strategy does in every cell [flop][holding]: 1 to call, 0 to fold."""
    cells = bytearray()
    in_play = _lanes(tuple(deck))
    for number, at in enumerate(range(0, len(flops), 4), start=1):
        flop = tuple(flops[at : at + 3])
        lanes = tuple(zip(_lanes(flop), in_play, strict=True))
        left = [card for card in deck if card not in flop]
        cells += _ask_holdings(flop, left, lanes, strategy)
        step(number)
    return cells


def _ask_holdings(
    flop: tuple[int, ...],
    left: list[int],
    lanes: tuple[object, ...],
    strategy: Strategy,
) -> bytearray:
    board = tuple(CARDS[i] for i in flop)
    row = bytearray(HOLDINGS)
    answers: dict[tuple[int, ...], bool] = {}
    for high in left:
        for low in left:
            if low >= high:
                break
            like = _standing(low, high, lanes)
            if like not in answers:
                own = (CARDS[low], CARDS[high])
                action = strategy(Seen(cards=own, board=board))
                if not isinstance(action, (Fold, Play)):
                    raise InputTypeError(f"a strategy must give Fold() or Play() here, not {type(action).__name__}")
                answers[like] = isinstance(action, Play)
            row[low + high * (high - 1) // 2] = answers[like]
    return row


def _standing(low: int, high: int, lanes: tuple[object, ...]) -> tuple[int, ...]:
    """The same for all holdings that differ by an exchange of suits alike on the flop."""
    one = low & ~3 | lanes.index(lanes[low & 3])
    if low & 3 == high & 3:
        return one, high & ~3 | one & 3
    taken = low & 3
    alike = [suit for suit in range(4) if lanes[suit] == lanes[high & 3]]
    if lanes[taken] != lanes[high & 3]:
        return one, high & ~3 | alike[0]
    return one, high & ~3 | alike[1]
