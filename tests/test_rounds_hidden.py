"""What a player may not yet see is in nothing that he could see (R-73): two decks that agree on the rest look alike."""

from __future__ import annotations

import io
import random
import re
from collections import Counter

import pytest
from rich.console import Console
from rich.pretty import Pretty, pretty_repr

from caribbean.actions import Change, Fold, Play
from caribbean.cards import CARDS, Deck
from caribbean.errors import CaribbeanError, RecordError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, GAMES
from caribbean.parts import Limits
from caribbean.rounds import Round
from caribbean.roundstate import Phase
from caribbean.table import Table
from caribbean.table_actions import BuyIn, DealCards, Leave, Place, Settle
from decks import EVERY_KIND, IN_ORDER, METER, closed, dealt, hidden_places, shuffled, three_boxes

PAIRS = 100_000
TWINS = 10
"""How many other decks each round is compared with."""


def _story(source: random.Random, variant):
    """A way through a round, and where it stops: what is bought, what is decided, and what the house does then."""
    boxes = source.randint(1, variant.boxes.player)
    round_ = dealt(variant, shuffled(source), boxes=boxes)
    actions = []
    lean = source.choice([(0.2, 0.6), (0.9, 0.1), (0.5, 0.5)])  # all boxes folded has to happen often too
    while round_.seat is not None and source.random() < 0.8:
        action = Fold() if source.random() < lean[0] else Play()
        if variant.change is not None and round_.phase is Phase.DECISION and source.random() < lean[1]:
            thrown = source.sample(round_.seat.cards, source.randint(1, 5))
            action = Change([CARDS[card_id] for card_id in thrown])
        actions.append(action)
        round_ = round_.apply(action)
    end = "stop" if source.random() < 0.3 else "void" if round_.seat is not None or source.random() < 0.2 else "close"
    return round_.deck, boxes, actions, end


def _lived(variant, deck, boxes, actions, end) -> Round:
    round_ = dealt(variant, deck, boxes=boxes)
    for action in actions:
        round_ = round_.apply(action)
    if end == "void":
        return round_.void("a test")
    return closed(round_) if end == "close" else round_


def _twin(source: random.Random, round_: Round) -> Deck:
    """Another deck that agrees with that of the round on every card that may be seen."""
    places = hidden_places(round_)
    order = bytearray(round_.deck.ids)
    for place, other in zip(places, source.sample(places, len(places)), strict=True):
        order[place] = round_.deck.ids[other]
    return Deck.of_permutation(bytes(order))


def _refused(step):
    try:
        step()
    except CaribbeanError as error:
        return type(error), str(error), repr(error), error.args, getattr(error, "state", None)
    return None


def _errors(round_: Round, number: int):
    """What one of several refusals tells."""
    steps = (
        lambda: round_.apply(Change("Ah Kd 2c")),
        lambda: round_.apply(Play(), funds=1),
        round_.close,
        round_.complete,
        lambda: round_.apply(Fold(), by="house"),
        lambda: round_.apply(Change([CARDS[card_id] for card_id in round_.seats[0].thrown or b"\0"])),
        lambda: round_.void(""),
        lambda: round_.apply("fold"),
    )
    return _refused(steps[number % len(steps)])


def _looks(round_: Round, number: int):
    """All that could reach a player, or a log that he could come to see."""
    return (
        round_.public(),
        repr(round_),
        str(round_),
        f"{round_} {round_!r} {round_:}",
        format(round_),
        round_.__rich_repr__(),
        repr(round_.seats),
        _errors(round_, number),
    )


def _compare(pairs: int, seed: str) -> Counter[tuple[str, Phase]]:
    source = random.Random(seed)
    seen: Counter[tuple[str, Phase]] = Counter()
    for number in range(pairs // TWINS):
        variant = EVERY_KIND[number % len(EVERY_KIND)]
        story = _story(source, variant)
        round_ = _lived(variant, *story)
        looks = _looks(round_, number)
        for _ in range(TWINS):
            twin = _lived(variant, _twin(source, round_), *story[1:])
            assert looks == _looks(twin, number)
            seen[variant.name, twin.phase] += twin.deck != round_.deck
    return seen


@pytest.mark.exhaustive
def test_a_hundred_thousand_pairs_of_decks():
    """R-73: rounds whose decks agree on the visible cards are told apart by no view, text or error, in any phase."""
    seen = _compare(PAIRS, "hidden cards")

    for variant in EVERY_KIND:
        phases = set(Phase) - (set() if variant.change else {Phase.CHANGED})
        assert phases == {phase for name, phase in seen if name == variant.name}
    assert min(seen.values()) > 100
    assert seen.total() > 0.99 * PAIRS  # nearly all twins are other decks


@pytest.mark.long
def test_a_million_pairs_of_decks():
    """The same, ten times as long and from another start."""
    assert _compare(10 * PAIRS, "more hidden cards").total() > 0


@pytest.mark.parametrize("variant", EVERY_KIND, ids=lambda variant: variant.name)
def test_what_may_be_seen_is_seen(variant):
    """The comparison above is no empty one: any other card in a visible place gives another view."""
    source = random.Random(f"visible {variant.name}")
    for _ in range(40):
        story = _story(source, variant)
        round_ = _lived(variant, *story)
        used = {card for action in story[2] if isinstance(action, Change) for card in action.cards}
        hidden = hidden_places(round_)
        places = [place for place in range(52) if place not in hidden and CARDS[round_.deck.ids[place]] not in used]
        if not places:
            continue
        visible, other = source.choice(places), source.choice(hidden)
        order = bytearray(round_.deck.ids)
        order[visible], order[other] = order[other], order[visible]
        twin = _lived(variant, Deck.of_permutation(bytes(order)), *story[1:])
        assert round_.public() != twin.public()
        assert repr(round_) == repr(twin)


def test_a_console_shows_no_card():
    """Neither `print` of rich nor its pretty printer, which look into values by themselves, shows more than `repr`."""
    for round_ in (
        dealt(CARIBBEAN_POKER, boxes=3),
        closed(dealt(CARIBBEAN_POKER, boxes=2).apply(Fold()).apply(Play())),
    ):
        out = io.StringIO()
        console = Console(file=out, width=200)
        console.print(round_)
        console.print(Pretty(round_))
        console.print(Pretty(round_.seats))
        console.print(Pretty([round_.seats[0], round_.deck]))
        told = out.getvalue() + pretty_repr(round_) + pretty_repr(round_.seats, expand_all=True)
        assert [] == CARD.findall(told)
        assert "cards" not in told.replace("52 cards", "")


CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs])+\b")
"""A card, or several written without blanks between them."""


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_error_of_an_open_record_tells_a_hidden_card(game):
    """Whatever is wrong with the record of an open round, its refusal names no card that nobody has seen."""
    source = random.Random(f"record {game.name}")
    for _ in range(20):
        round_ = dealt(game, shuffled(source), boxes=game.boxes.player)
        hidden = {CARDS[round_.deck.ids[place]].text for place in hidden_places(round_)}
        record = round_.to_json()
        deck = re.search('"deck":"(.*?)"', record)[1]
        for other in (
            deck[:-2],
            deck[:-1],
            deck + "2c",
            deck[:-2] + deck[:2],
            deck[:-2] + "Zz",
            deck.lower(),
            deck[:50] + " " + deck[50:],
            deck.replace("T", "10"),
            "".join(sorted(deck)),
            deck[-2:] + deck[2:-2] + deck[:2],
            "",
        ):
            with pytest.raises(RecordError) as caught:
                Round.from_json(record.replace(deck, other))
            told = " ".join(CARD.findall(str(caught.value) + repr(caught.value)))
            assert [] == [card for card in hidden if card in told]


def _table(deck):
    table = Table.open(
        CYBER_CARIBBEAN_STUD,
        account=500_00,
        chips=(10_00,),
        mid_round_buy_in=False,
        limits=Limits(min=10_00, max=50_00),
    )
    for action in (BuyIn(200_00), Place(1), Place(1, "progressive")):
        table = table.apply(action)
    return table.apply(DealCards(), deck=deck)


def test_a_table_tells_no_hidden_card():
    """The views and texts of a table are equal for decks that agree on what is seen, the keys in its journal or not."""
    source = random.Random("table")
    for _ in range(300):
        first = _table(shuffled(source))
        assert first.round is not None
        second = _table(_twin(source, first.round))
        ways = source.choice([[Fold(), Settle()], [Play()], [Leave()], [Fold()]])
        for action in (None, *ways):
            if action is not None:
                more = {"meter": METER} if isinstance(action, Settle) else {}
                first, second = first.apply(action, **more), second.apply(action, **more)
            for look in (repr, str, format, pretty_repr, lambda table: table.public(), lambda table: table.look()):
                assert look(first) == look(second)
            assert _refused(lambda: first.apply(Place(2))) == _refused(lambda: second.apply(Place(2)))  # noqa: B023


def test_the_dealer_stays_hidden_for_good_where_every_box_was_folded():
    """R-11: neither the view, nor the settlements, nor their texts have his down cards; the record has."""
    for variant in EVERY_KIND:
        if variant.boxes.closed_from is None or variant.boxes.closed_from > 2:
            round_ = dealt(variant, IN_ORDER, boxes=min(2, variant.boxes.player))
            while round_.seat is not None:
                round_ = round_.apply(Fold())
            settled = closed(round_)
            assert {None} == {settlement.dealer for settlement in settled.settlements}
            down = settled.dealer[: len(settled.dealer) - variant.deal.dealer_up]
            told = str(settled.public()) + "".join(settlement.explain() for settlement in settled.settlements)
            assert set() == {CARDS[card].text for card in down} & set(CARD.findall(told))
            assert CARDS[down[0]].text in settled.to_json()


def test_a_void_round_shows_no_more_than_before():
    """R-74 is no way to look at cards: what was hidden when it was called off stays hidden."""
    for round_ in (
        dealt(CARIBBEAN_POKER, boxes=3),
        dealt(CARIBBEAN_POKER, boxes=3).apply(Change("2c")).apply(Play()),
        dealt(CARIBBEAN_HOLDEM).apply(Play()),
        dealt(three_boxes(closed_from=1), boxes=3),
    ):
        before, after = round_.public(), round_.void("a test").public()
        for part in ("dealer", "board", "boxes"):
            assert before[part] == after[part]
