"""The oracle: the rules of the four games, written a second time, slowly. It shares no code with the library.

It imports nothing of `caribbean`. Cards are two-letter texts ("Ah"), money is units, rules are plain tables, and each
step names the ruling (R-4) that it follows. Where the library and this file differ, one of them reads the rules wrong.
"""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

Key = tuple[int, ...]
Line = tuple[str, int, str, int]

CARD_RANKS = "23456789TJQKA"
CARD_SUITS = "cdhs"
PACK = [rank + suit for rank in CARD_RANKS for suit in CARD_SUITS]

CATEGORIES = [  # R-2, weakest first
    "high-card",
    "ace-king",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
]


# --- hands ---------------------------------------------------------------------------------------------------------


def worth(card: str) -> int:
    """2 to 14 for a card."""
    return CARD_RANKS.index(card[0]) + 2


def five(cards: Sequence[str]) -> tuple[str, Key]:
    """The category of five cards, and a key: bigger is better, equal keys tie. Found by counting."""
    times = Counter(map(worth, cards))
    # paired cards before single ones, and higher before lower.
    ranks = sorted(map(worth, cards), key=lambda rank: (times[rank], rank), reverse=True)
    one_suit = len({card[1] for card in cards}) == 1
    in_a_row = len(times) == 5 and ranks[0] - ranks[4] == 4
    if ranks == [14, 5, 4, 3, 2]:  # here, and only here, the ace is low
        ranks, in_a_row = [5, 4, 3, 2, 1], True
    pattern = sorted(times.values(), reverse=True)
    if one_suit and in_a_row:
        category = "royal-flush" if ranks[0] == 14 else "straight-flush"
    elif pattern == [4, 1]:
        category = "four-of-a-kind"
    elif pattern == [3, 2]:
        category = "full-house"
    elif one_suit:
        category = "flush"
    elif in_a_row:
        category = "straight"
    elif pattern == [3, 1, 1]:
        category = "three-of-a-kind"
    elif pattern == [2, 2, 1]:
        category = "two-pair"
    elif pattern == [2, 1, 1, 1]:
        category = "pair"
    elif 14 in times and 13 in times:
        category = "ace-king"
    else:
        category = "high-card"
    return category, (CATEGORIES.index(category), *ranks)


def best(cards: Sequence[str]) -> tuple[str, Key]:
    """The best five of five, six or seven cards: all of them are tried."""
    return max((five(chosen) for chosen in itertools.combinations(cards, 5)), key=lambda found: found[1])


def rank_multisets() -> Iterator[tuple[str, bool]]:
    """Every choice of five card ranks that a pack allows (2 first), once in mixed suits and, if it can be, in one."""
    for ranks in itertools.combinations_with_replacement(CARD_RANKS, 5):
        most = max(Counter(ranks).values())
        if most <= 4:
            yield "".join(ranks), False
        if most == 1:
            yield "".join(ranks), True


def representative(ranks: str, one_suit: bool) -> list[str]:
    """Five different cards of these ranks, in one suit or in mixed ones."""
    if one_suit:
        return [rank + "c" for rank in ranks]
    # Equal ranks are neighbours, so going round the four suits never gives the same card twice.
    return [rank + CARD_SUITS[place % 4] for place, rank in enumerate(ranks)]


def classes() -> list[Key]:
    """The keys of all different strengths, weakest first."""
    return sorted({five(representative(ranks, one_suit))[1] for ranks, one_suit in rank_multisets()})


# --- the four games ------------------------------------------------------------------------------------------------

STUD_BET = {  # "Payouts", bet of 000 and 004
    "royal-flush": 100,
    "straight-flush": 50,
    "four-of-a-kind": 20,
    "full-house": 7,
    "flush": 5,
    "straight": 4,
    "three-of-a-kind": 3,
    "two-pair": 2,
    "pair": 1,
    "ace-king": 1,
    "high-card": 1,
}
CHANGE_BET = {category: odds for category, odds in STUD_BET.items() if category != "high-card"}  # 002 has no row
HOLDEM_ANTE = {  # "Payouts", ante of 003
    "royal-flush": 100,
    "straight-flush": 20,
    "four-of-a-kind": 10,
    "full-house": 3,
    "flush": 2,
    "straight": 1,
    "three-of-a-kind": 1,
    "two-pair": 1,
    "pair": 1,
    "ace-king": 1,
    "high-card": 1,
}
EVEN = dict.fromkeys(CATEGORIES, 1)

WIN_TABLES = {  # what a winner's ante and bet are paid
    "progressive-caribbean-poker": (EVEN, STUD_BET),
    "caribbean-poker": (EVEN, CHANGE_BET),
    "caribbean-holdem": (HOLDEM_ANTE, EVEN),
    "cyber-caribbean-stud": (EVEN, STUD_BET),
}
PRIZES = {  # hundredths of the meter, or units of a cent
    "progressive-caribbean-poker": {
        "royal-flush": ("hundredths", 100),
        "straight-flush": ("hundredths", 10),
        "four-of-a-kind": ("units", 100_00),
        "full-house": ("units", 75_00),
        "flush": ("units", 50_00),
    },
    "cyber-caribbean-stud": {
        "royal-flush": ("hundredths", 100),
        "straight-flush": ("hundredths", 10),
        "four-of-a-kind": ("units", 500_00),
        "full-house": ("units", 100_00),
        "flush": ("units", 50_00),
    },
}
PRIZE_AFTER_FOLD = {"progressive-caribbean-poker": False, "cyber-caribbean-stud": True}
CHANGE_FEES = {"caribbean-poker": {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}}  # one ante a card


def qualifies(game: str, dealer: Sequence[str]) -> bool:
    """Whether the dealer's cards, five or seven, qualify in this game."""
    category, key = best(dealer)
    if game == "caribbean-holdem":
        if category == "pair":
            return key[1] >= 4
        return category not in ("high-card", "ace-king")
    return category != "high-card"


def outcome(game: str, player: Sequence[str], dealer: Sequence[str]) -> str:
    """How a played box ends (R-6): the qualifier comes before any comparison."""
    if not qualifies(game, dealer):
        return "no-qualify"
    mine, his = best(player)[1], best(dealer)[1]
    if mine == his:
        return "tie"
    return "win" if mine > his else "lose"


def ante_and_bet(game: str, ended: str, category: str, ante: int) -> list[Line]:
    """The lines of ante and bet: wager, stake, result, what goes back."""
    bet = 2 * ante
    if ended == "fold":
        return [("ante", ante, "lost", 0)]
    if ended == "no-qualify":
        return [("ante", ante, "won", ante + ante), ("bet", bet, "returned", bet)]
    if ended == "tie":
        return [("ante", ante, "returned", ante), ("bet", bet, "returned", bet)]
    if ended == "lose":
        return [("ante", ante, "lost", 0), ("bet", bet, "lost", 0)]
    on_ante, on_bet = WIN_TABLES[game]
    return [
        ("ante", ante, "won", ante + ante * on_ante[category]),
        ("bet", bet, "won", bet + bet * on_bet[category]),
    ]


def progressive_line(game: str, ended: str, category: str, stake: int, jackpot: int | None) -> Line:
    """The line of a progressive wager; the house keeps the stake (R-80)."""
    prize = PRIZES[game].get(category)
    if prize is None or (ended == "fold" and not PRIZE_AFTER_FOLD[game]):
        return ("progressive", stake, "lost", 0)
    kind, number = prize
    if kind == "units":
        return ("progressive", stake, "prize", number)
    if jackpot is None:
        raise ValueError("a share is due and nobody said how much is in the meter")
    return ("progressive", stake, "prize", jackpot * number // 100)  # rounded down


def box(
    game: str,
    ended: str,
    category: str,
    *,
    ante: int,
    changed: int = 0,
    progressive: int = 0,
    jackpot: int | None = None,
) -> list[Line]:
    """All lines of a box that ended so with a hand of this category: ante, bet, change, progressive."""
    lines = ante_and_bet(game, ended, category, ante)
    if changed:
        lines.append(("change", CHANGE_FEES[game][changed] * ante, "lost", 0))
    if progressive:
        lines.append(progressive_line(game, ended, category, progressive, jackpot))
    return lines


def settle(
    game: str,
    *,
    player: Sequence[str],
    dealer: Sequence[str] = (),
    board: Sequence[str] = (),
    action: str = "play",
    ante: int,
    changed: int = 0,
    progressive: int = 0,
    jackpot: int | None = None,
) -> tuple[str, list[Line]]:
    """How a box ends, and its lines. A fold looks at what the player had seen: his cards and three of a board."""
    if action == "fold":
        seen = [*player, *board[:3]]
        ended, category = "fold", best(seen)[0]
    else:
        mine = [*player, *board]
        ended, category = outcome(game, mine, [*dealer, *board]), best(mine)[0]
    lines = box(game, ended, category, ante=ante, changed=changed, progressive=progressive, jackpot=jackpot)
    return ended, lines


def net(lines: Iterable[Line]) -> int:
    """What the player gains or loses on these lines."""
    return sum(returned - stake for _, stake, _, returned in lines)


# --- shuffling -----------------------------------------------------------------------------------------------------


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC with SHA-256 as RFC 2104 defines it, out of the hash alone."""
    block = hashlib.sha256(key).digest() if len(key) > 64 else key
    block = block.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest()


def shuffle(seed: bytes, client_seed: bytes = b"", nonce: int = 0, size: int = 52) -> list[int]:
    """0 … size − 1 in the order that a seed gives: HMAC blocks, 4-byte words, rejection, Fisher-Yates from the end."""
    text = b"caribbean-rules/shuffle/1" + len(client_seed).to_bytes(8, "big") + client_seed + nonce.to_bytes(8, "big")
    counter = 0
    waiting: list[int] = []
    order = list(range(size))
    for place in reversed(range(1, size)):
        choices = place + 1
        while True:
            if not waiting:
                block = hmac_sha256(seed, text + counter.to_bytes(8, "big"))
                waiting = [int.from_bytes(block[start : start + 4], "big") for start in range(0, 32, 4)]
                counter += 1
            word = waiting.pop(0)
            if word < 2**32 - 2**32 % choices:
                break
        other = word % choices
        order[place], order[other] = order[other], order[place]
    return order
