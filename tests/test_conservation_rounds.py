"""Conservation over rounds by chance: what players stake, get back, win and lose, what the house and the meter keep."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from boxes import ALL
from caribbean.actions import Change, Fold, Play
from caribbean.cards import CARDS, Deck
from caribbean.hands import Category
from caribbean.jackpot import Meter, MeterRule
from caribbean.payouts import Stakes
from caribbean.rounds import Round
from caribbean.roundstate import Phase
from decks import shuffled, stacked, three_boxes

ROUNDS = 100_000
RULE = MeterRule(seed=1_000_00, to_meter=Fraction(7, 9), to_reserve=Fraction(1, 11), ceiling=1_002_00)
GAMES_AND_ONE_MORE = [*ALL, three_boxes(), three_boxes(shares="equal", closed_from=2)]


def _chosen(source: random.Random, round_: Round):
    """An action that is legal and soon found; every set of cards may be thrown."""
    if round_.variant.change is not None and round_.phase is Phase.DECISION and source.random() < 0.4:
        seat = round_.seats[round_.turn]
        thrown = Change([CARDS[card] for card in source.sample(seat.cards, source.randint(1, 5))])
        if round_.why_illegal(thrown) is None:
            return thrown
    return Play() if source.random() < 0.7 and round_.why_illegal(Play()) is None else Fold()


def _straight_flushes(source: random.Random, boxes: int) -> Deck:
    """A deck that gives every box a straight flush or a royal, each in a suit of its own."""
    hands = []
    for suit in source.sample("cdhs", boxes + 1):
        low = source.choice([0, 3, 8])
        hands.append(" ".join(rank + suit for rank in "23456789TJQKA"[low : low + 5]))
    return stacked(hands[:-1], hands[-1])


def _played(source: random.Random, variant, meter: Meter | None):
    """A round to its end, and the entries of the stakes that fed the meter."""
    boxes = source.sample(range(1, variant.boxes.table + 1), source.randint(1, variant.boxes.player))
    low, high = (variant.limits.min, variant.limits.max) if variant.limits else (1, 500_00)
    price = variant.progressive.price if variant.progressive else 0
    stakes = {
        box: Stakes(ante=source.randint(low, high), progressive=price if source.random() < 0.8 else 0) for box in boxes
    }
    entries = []
    if meter is not None:
        for box, staked in stakes.items():
            if staked.progressive:  # it moves when the wager is taken
                meter, entry = meter.contribute(staked.progressive, key=f"{box}")
                entries.append(entry)
    funds = source.choice([None, None, 6 * high * len(boxes) + price * len(boxes)])
    lucky = meter is not None and source.random() < 0.02  # else hardly a share would ever be due
    deck = _straight_flushes(source, len(boxes)) if lucky else shuffled(source)
    round_ = Round.start(variant, stakes, deck, funds=funds)
    while round_.seat is not None:
        round_ = round_.apply(_chosen(source, round_))
    if source.random() < 0.02:
        for entry in entries:
            meter, back = meter.reverse(entry, key=f"{entry.key}/void")
            entries = [*entries, back]
        return round_.void("by chance"), meter, entries
    closed = round_.close(meter=meter)
    return closed, closed.meter_after if meter is not None else None, entries


def _due_from_the_meter(round_: Round) -> int:
    """What the settlements pay out of the meter: prizes of the two categories that win a share of it."""
    return sum(
        line.returned
        for settlement in round_.settlements
        for line in settlement.lines
        if line.result == "prize" and settlement.player.rank.category >= Category.STRAIGHT_FLUSH
    )


def _conserved(rounds: int, seed: str) -> Counter:
    source = random.Random(seed)
    books: Counter = Counter()
    meters = {id(variant): Meter.start(RULE, key="start")[0] for variant in GAMES_AND_ONE_MORE if variant.progressive}
    in_pots = {name: Fraction(meter.units) for name, meter in meters.items()}
    for number in range(rounds):
        variant = GAMES_AND_ONE_MORE[number % len(GAMES_AND_ONE_MORE)]
        before = meters.get(id(variant))
        round_, after, entries = _played(source, variant, before)
        debits = sum(debit.units for debit in round_.debits)
        returned = sum(credit.units for credit in round_.credits)
        net = sum(settlement.net for settlement in round_.settlements)
        assert returned - debits == net
        assert sum(settlement.staked for settlement in round_.settlements) == (
            0 if round_.phase is Phase.VOID else debits
        )
        from_meter, contributed = _due_from_the_meter(round_), sum(entry.contributed for entry in entries)
        assert sum(award.paid - award.paid % award.sharers for award in round_.awards) == from_meter
        seeded = sum(award.seeded for award in round_.awards)
        # What the house has more afterwards: the stakes less what fed the pots, less what it paid and seeded itself.
        house = debits - contributed - (returned - from_meter) - seeded
        if after is not None:
            meters[id(variant)] = after
            in_pots[id(variant)] += contributed + seeded - from_meter
            assert in_pots[id(variant)] == after.exact + after.reserve + after.overflow
        assert net + house + contributed + seeded - from_meter == 0
        if round_.funds is not None:
            assert round_.opening_funds == round_.funds + debits
        books["debits"] += debits
        books["credits"] += returned
        books["net"] += net
        books["prizes of the meter"] += from_meter
        books["shares"] += len(round_.awards)
        books[round_.phase] += 1
    assert books["credits"] - books["debits"] == books["net"]
    return books


@pytest.mark.exhaustive
def test_a_hundred_thousand_rounds():
    """Nothing is lost and nothing is made: player, house and meter together are where they began, round by round."""
    books = _conserved(ROUNDS, "conservation")

    assert ROUNDS == books[Phase.SETTLED] + books[Phase.VOID]
    assert min(books[Phase.VOID], books["shares"]) > 500
    assert books["prizes of the meter"] > 0


@pytest.mark.long
def test_a_million_rounds():
    """The same, ten times as long and from another start."""
    assert 10 * ROUNDS == (books := _conserved(10 * ROUNDS, "more"))[Phase.SETTLED] + books[Phase.VOID]
