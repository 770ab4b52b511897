"""How many ways lead through a round, and that every action in every phase is refused or taken alike by all who ask."""

from __future__ import annotations

import functools
import itertools
from math import comb
from pathlib import Path
from typing import NamedTuple

import pytest

from boxes import ALL
from caribbean.actions import Change, Fold, Play
from caribbean.cards import CARDS
from caribbean.errors import CaribbeanError, IllegalActionError, InputError, InputTypeError
from caribbean.games import CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, GAMES, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.hands import Hand
from caribbean.parts import Boxes, ChangeRule
from caribbean.rounds import GUARDS, TRANSITIONS, Close, Void
from caribbean.roundstate import Phase
from decks import ANTE, BET, EVERY_KIND, closed, dealt, stacked, text, three_boxes

FOLDER = Path(__file__).parent / "data" / "paths"


class Case(NamedTuple):
    """A line of a file."""

    game: str
    boxes: int
    closed: int | None
    fees: dict[int, int] | None
    forced: tuple[int, ...]
    funds: int | None
    paths: int


def _number(word):
    return None if word == "-" else int(word)


def _cases():
    for file in sorted(FOLDER.glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                boxes, closed_from, fees, forced, funds, paths = line.split()
                pairs = (
                    None if fees == "-" else {int(n): int(fee) for n, fee in (p.split(":") for p in fees.split(","))}
                )
                numbers = () if forced == "-" else tuple(map(int, forced.split(",")))
                yield Case(file.stem, int(boxes), _number(closed_from), pairs, numbers, _number(funds), int(paths))


CASES = list(_cases())


def _name(case):
    return f"{case.game}-{case.boxes}-{case.closed}-{case.fees}-{case.forced}-{case.funds}".replace(" ", "")


def _by_formula(case: Case) -> int:
    """The count from antes alone: a bet is two of them, a change of n among five cards has C(5, n) ways."""
    open_boxes = case.boxes if case.closed is None else min(case.boxes, case.closed - 1)

    def ways(funds, boxes):
        if boxes == 0:
            return 1
        endless = funds is None
        total = ways(funds, boxes - 1)  # fold
        if endless or funds >= 2:
            total += ways(None if endless else funds - 2, boxes - 1)
        for cards, fee in (case.fees or {}).items():
            if endless or funds >= fee + 2:
                left = None if endless else funds - fee
                played = ways(None if endless else left - 2, boxes - 1)
                folded = 0 if cards in case.forced else ways(left, boxes - 1)
                total += comb(5, cards) * (played + folded)
        return total

    return ways(case.funds, open_boxes)


def _variant(case: Case):
    game = GAMES[case.game]
    boxes = Boxes(table=game.boxes.table, player=game.boxes.player, closed_from=case.closed)
    change = ChangeRule(fees=case.fees, forced_play=case.forced) if case.fees else None
    return game.replace(boxes=boxes, change=change)


def _walked(round_) -> int:
    """The count by walking: every legal action of every phase, until nothing is left to decide."""
    if round_.phase is Phase.READY:
        return 1
    return sum(_walked(round_.apply(action)) for action in round_.legal_actions())


def test_there_are_cases_of_every_game():
    """Each game has a file of its own, with one box and, where it can be, with two and three."""
    assert {(name, boxes) for name, game in GAMES.items() for boxes in range(1, game.boxes.player + 1)} == {
        (case.game, case.boxes) for case in CASES
    }


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_paths_by_formula(case):
    """The pinned count is what antes and combinations alone give."""
    assert case.paths == _by_formula(case)


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_paths_by_walking(case):
    """The pinned count is what `legal_actions` and `apply` lead through."""
    variant = _variant(case)
    opening = dealt(variant, boxes=case.boxes).held
    funds = None if case.funds is None else opening + case.funds * ANTE

    assert case.paths == _walked(dealt(variant, boxes=case.boxes, funds=funds))


def test_the_counts_that_everyone_can_check():
    """Plain stud 2, a box with a change 1 + 1 + 31·2 = 64, a closed box 1, and so three boxes 4,096."""
    found = {(case.game, case.boxes): case.paths for case in CASES if case.funds is None and case.closed in (None, 3)}

    assert 2 == found["cyber-caribbean-stud", 1]
    assert 1 + 1 + 31 * 2 == _walked(dealt(CARIBBEAN_POKER))
    assert 64 * 64 == next(
        case.paths for case in CASES if case.boxes == 3 and case.closed == 3 and len(case.fees or ()) == 5
    )


# ---- every phase × every action -----------------------------------------------------------------------------------


def _in_every_phase(variant):
    """Rounds of a game in every phase that it reaches: at each box, decided and changed in several ways."""
    for boxes in range(1, variant.boxes.player + 1):
        waiting = [dealt(variant, boxes=boxes)]
        if variant.change is None:
            waiting.append(dealt(variant, boxes=boxes, funds=dealt(variant, boxes=boxes).held + BET - 1))
        else:
            waiting.append(dealt(variant, boxes=boxes, funds=dealt(variant, boxes=boxes).held + BET + 2 * ANTE))
        while waiting:
            round_ = waiting.pop()
            yield round_
            if round_.phase is not Phase.READY:
                yield round_.void("a test")
                kinds = {type(action): action for action in reversed(round_.legal_actions())}
                waiting += map(round_.apply, kinds.values())
            else:
                yield closed(round_)
                yield round_.void("a test")


def _battery(round_):
    """Actions of every kind for a round: each set of the cards in the box of the turn, and cards from elsewhere."""
    box = round_.seat.cards if round_.seat is not None else round_.seats[0].cards
    stranger = next(card for card in reversed(CARDS) if card.id not in box)
    held = [CARDS[card_id] for card_id in box]
    yield Fold()
    yield Play()
    for count in range(1, len(held) + 1):
        for chosen in itertools.combinations(held, count):
            yield Change(chosen)
    yield Change([stranger])
    yield Change([held[0], stranger])
    yield Change([*held, stranger])


def _outcome(round_, action):
    """The round after an action, or the reason for which it is refused."""
    try:
        return round_.apply(action)
    except IllegalActionError as error:
        return error.reason


@functools.cache
def _rounds_of(variant):
    return list(_in_every_phase(variant))


@pytest.mark.parametrize("variant", EVERY_KIND, ids=lambda variant: variant.name)
def test_all_three_agree_on_every_action_in_every_phase(variant):
    """An action is in `legal_actions` iff `why_illegal` has no reason iff `apply` takes it; the table is obeyed."""
    phases = set()
    for round_ in _rounds_of(variant):
        phases.add(round_.phase)
        before, legal = round_.to_json(), round_.legal_actions()
        assert len(set(legal)) == len(legal)
        tried = list(_battery(round_))
        assert set(legal) <= set(tried)
        for action in tried:
            reason, outcome = round_.why_illegal(action), _outcome(round_, action)
            assert (reason is None) == (action in legal)
            if reason is None:
                assert type(action) in TRANSITIONS[round_.phase]
                assert outcome.phase in TRANSITIONS[round_.phase][type(action)]
                assert round_.held + round_.cost(action) == outcome.held
            else:
                assert reason == outcome
        assert before == round_.to_json()  # whatever was tried, nothing has changed
    assert phases == set(Phase) - (set() if variant.change else {Phase.CHANGED})


@pytest.mark.parametrize("variant", EVERY_KIND, ids=lambda variant: variant.name)
def test_what_the_house_may_do_in_every_phase(variant):
    """Close and void follow the table too; complete decides what is left to decide, and only where R-70 says so."""
    for round_ in _rounds_of(variant):
        row = TRANSITIONS[round_.phase]
        outcomes = {
            Close: _house(lambda: closed(round_)),  # noqa: B023 - called at once
            Void: _house(lambda: round_.void("a test")),  # noqa: B023
        }
        for kind, outcome in outcomes.items():
            if kind in row:
                assert (outcome.phase,) == row[kind]
            elif kind is Close and round_.phase is Phase.SETTLED:
                assert outcome is round_  # settled once and for all
            else:
                assert f"{kind.__name__.lower()} is not possible while the round is in phase {round_.phase}" == outcome
        completed = _house(round_.complete)
        if round_.seat is None or round_.over:
            assert f"nothing is left to decide in phase {round_.phase}" == completed
        elif variant.interrupted == "resume":
            assert f"{variant.name} waits for its player (R-70)" == completed
        else:
            assert completed.phase is Phase.READY


def _house(step):
    try:
        return step()
    except IllegalActionError as error:
        return error.reason


@pytest.mark.parametrize("variant", EVERY_KIND, ids=lambda variant: variant.name)
def test_the_house_decides_by_the_rule_alone(variant):
    """By "house" an action is taken iff the game has a rule for it (R-70), and then only the one it gives."""
    for round_ in _rounds_of(variant):
        allowed = set()
        for action in _battery(round_):
            try:
                round_.apply(action, by="house")
                allowed.add(action)
            except IllegalActionError:
                pass
        if variant.interrupted == "resume" or round_.seat is None or round_.over:
            assert set() == allowed
        else:
            assert {round_.complete().events[len(round_.events)].action} == allowed


def test_the_table_has_a_row_for_every_phase():
    """Every phase has a row, the last ones are empty, rows lead to phases, and every decision has its guards."""
    assert set(Phase) == set(TRANSITIONS)
    assert [{}, {}] == [TRANSITIONS[Phase.SETTLED], TRANSITIONS[Phase.VOID]]
    assert {Fold, Play, Change, Close, Void} == {kind for row in TRANSITIONS.values() for kind in row}
    assert {Fold, Play, Change} == set(GUARDS)
    assert all(len(targets) in (1, 2) for row in TRANSITIONS.values() for targets in row.values())


def test_every_phase_but_the_first_is_led_to():
    """No phase of the table is out of reach."""
    assert set(Phase) == {target for row in TRANSITIONS.values() for targets in row.values() for target in targets}


# ---- every guard, by name -----------------------------------------------------------------------------------------

MINE = "2c 3c 4c 5d 9h"
DEALER = "Ah Kh Qh Jd 8s"
FORCED = CARIBBEAN_POKER.replace(name="forced", change=ChangeRule(fees={1: 1, 5: 1}, forced_play=(5,)))


def _reason(round_, action, **more):
    with pytest.raises(IllegalActionError) as caught:
        round_.apply(action, **more)
    assert caught.value.reason == str(caught.value) == round_.why_illegal(action, **more)
    assert round_.public(**more) == caught.value.state
    return caught.value.reason


def test_a_change_is_refused_where_the_game_has_none():
    """The reason names the game."""
    assert "cyber-caribbean-stud has no change of cards" == _reason(
        dealt(CYBER_CARIBBEAN_STUD, stacked([MINE], DEALER)), Change("2c")
    )


def test_cards_that_are_not_in_the_box_cannot_be_changed():
    """The reason names the strangers, all of them, and none of the box's own."""
    round_ = dealt(CARIBBEAN_POKER, stacked([MINE, DEALER], "Kc Kd Ks 8h 8c"), boxes=2)

    assert "not in box 1: Td Ah" == _reason(round_, Change("2c Ah Td"))
    assert "not in box 2: 2c" == _reason(round_.apply(Fold()), Change("2c"))


def test_a_number_of_cards_without_a_fee_cannot_be_changed():
    """The reason names the numbers that can (R-35)."""
    round_ = dealt(FORCED, stacked([MINE], DEALER))

    assert "3 cards cannot be changed; the numbers allowed are 1, 5" == _reason(round_, Change("2c 3c 4c"))
    assert None is round_.why_illegal(Change(MINE))


def test_a_box_changes_once():
    """After a change the table has no change (R-34)."""
    round_ = dealt(CARIBBEAN_POKER, stacked([MINE], DEALER)).apply(Change("2c"))

    assert "change is not possible while the round is in phase changed" == _reason(round_, Change("3c"))


def test_after_a_forced_change_the_box_must_be_played():
    """The reason names the number of cards; after another number the box may be folded."""
    round_ = dealt(FORCED, stacked([MINE], DEALER))

    assert "box 1 changed 5 cards and must be played" == _reason(round_.apply(Change(MINE)), Fold())
    assert (Play(),) == round_.apply(Change(MINE)).legal_actions()
    assert (Fold(), Play()) == round_.apply(Change("2c")).legal_actions()


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_bet_beyond_the_funds_is_refused(game):
    """R-12, R-38: what the bet takes and what is there stand in the reason; one unit more and it is legal."""
    held = dealt(game).held
    short, enough = (dealt(game, funds=held + BET - missing) for missing in (1, 0))

    word = game.word("bet")
    assert f"the {word} of box 1 takes 20.00, and the funds are 19.99" == _reason(short, Play())
    assert (Fold(),) == short.legal_actions()
    assert Play() in enough.legal_actions()


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_a_change_must_leave_the_bet(count):
    """R-37: the fee alone is not enough; fee and bet to the unit are."""
    cards = " ".join(MINE.split()[:count])
    needed = count * ANTE + BET
    short, enough = (dealt(CARIBBEAN_POKER, stacked([MINE], DEALER), funds=ANTE + needed - m) for m in (1, 0))

    assert (
        f"changing {count} in box 1 and then its bet takes {needed // 100}.00, "
        f"and the funds are {needed // 100 - 1}.99" == _reason(short, Change(cards))
    )
    changed = enough.apply(Change(cards))
    assert BET == changed.funds
    assert 0 == changed.apply(Play()).funds


def test_funds_given_with_an_action_count_instead_of_those_known():
    """R-51: they may have grown, and they may be gone; what the round knew before does not matter then."""
    poor, rich = dealt(CYBER_CARIBBEAN_STUD, funds=ANTE + 1_00), dealt(CYBER_CARIBBEAN_STUD, funds=ANTE + 1_00 + BET)

    assert None is poor.why_illegal(Play(), funds=BET)
    assert 5 == poor.apply(Play(), funds=BET + 5).funds
    assert "the bet of box 1 takes 20.00, and the funds are 19.99" == _reason(rich, Play(), funds=BET - 1)
    assert (Fold(),) == rich.legal_actions(funds=0)


def test_funds_that_nobody_named_are_the_host_s_to_check():
    """None means that the host has checked, in the round as well as in the action."""
    round_ = dealt(CARIBBEAN_POKER)

    assert 33 == len(round_.legal_actions())
    assert None is round_.apply(Play()).funds
    assert 0 == round_.apply(Play(), funds=BET).funds


@pytest.mark.parametrize("funds", [-1, True, 1.0, "10", 2**63, float("nan")])
def test_funds_are_an_amount(funds):
    """Anything else is refused wherever funds are given, and nothing changes."""
    round_ = dealt(CYBER_CARIBBEAN_STUD)
    for step in (
        lambda: dealt(CYBER_CARIBBEAN_STUD, funds=funds),
        lambda: round_.apply(Play(), funds=funds),
        lambda: round_.why_illegal(Play(), funds=funds),
        lambda: round_.legal_actions(funds=funds),
        lambda: round_.public(funds=funds),
    ):
        with pytest.raises(CaribbeanError, match="the funds must be"):
            step()


@pytest.mark.parametrize("action", ["fold", None, Fold, 1, ("fold",)])
def test_what_is_no_action_is_a_type_error(action):
    """A text or a class is no action."""
    round_ = dealt(CYBER_CARIBBEAN_STUD)
    with pytest.raises(InputTypeError, match=r"an action is Fold\(\), Play\(\) or Change\(…\)"):
        round_.why_illegal(action)
    with pytest.raises(InputTypeError):
        round_.apply(action)


@pytest.mark.parametrize("by", ["dealer", None, "", ["player"], True])
def test_nobody_else_decides(by):
    """Decisions are the player's or the house's."""
    with pytest.raises(InputError, match='by "player" or "house"'):
        dealt(CYBER_CARIBBEAN_STUD).apply(Fold(), by=by)


def test_what_the_house_may_not_do_says_why():
    """R-70: the reason names the rule; a change is never the house's."""
    pair, junk = stacked(["2c 2d 4c 5d 9h"], DEALER), stacked([MINE], DEALER)
    with pytest.raises(IllegalActionError, match=r"the house would play by the rule of the game, and may not fold"):
        dealt(PROGRESSIVE_CARIBBEAN_POKER, pair).apply(Fold(), by="house")
    with pytest.raises(IllegalActionError, match=r"the house would fold by the rule of the game, and may not play"):
        dealt(PROGRESSIVE_CARIBBEAN_POKER, junk).apply(Play(), by="house")
    both = CARIBBEAN_POKER.replace(name="completed", interrupted=Hand("2c 2d 5h 4s 3c").rank)
    with pytest.raises(IllegalActionError, match=r"may not change \(R-70\)"):
        dealt(both, pair).apply(Change("2c"), by="house")


def test_a_forced_box_is_played_by_the_house_whatever_it_holds():
    """R-70 with a forced play: the box may not be folded, so it is not."""
    rule = FORCED.replace(interrupted=Hand("2c 2d 5h 4s 3c").rank)
    round_ = dealt(rule, stacked([MINE], DEALER, "7c 8d Td Jc Qs")).apply(Change(MINE))

    completed = round_.complete()
    assert ("7c 8d Td Jc Qs", "house", Play()) == (
        text(completed.seats[0].cards),
        completed.seats[0].decided_by,
        completed.seats[0].decision,
    )


def test_a_change_that_forces_the_play_takes_the_bet_with_the_fee():
    """The bet is down with the change, so that no lack of money can keep the box from being played."""
    opened = dealt(FORCED, stacked([MINE], DEALER))
    forced = opened.apply(Change(MINE), funds=ANTE + BET)

    assert ANTE + BET == opened.cost(Change(MINE))
    assert (0, 2 * ANTE + BET) == (forced.cost(Play()), forced.held)
    assert (Play(),) == forced.legal_actions(funds=0) == forced.legal_actions()
    assert 2 * ANTE + BET == forced.apply(Play(), funds=0).held
    assert 2 * ANTE + BET == sum(credit.units for credit in forced.void("power cut").credits)


def test_boxes_are_decided_in_table_order_whatever_the_order_of_the_stakes():
    """R-30, R-33: the turn goes by the number of the box."""
    variant = three_boxes()
    stakes = dict(reversed(dealt_stakes(variant).items()))
    round_ = type(dealt(variant)).start(variant, stakes, stacked([MINE, "6c 6d 6h 7c 7d", "Tc Td Th Jc 2s"], DEALER))

    turns = []
    while round_.seat is not None:
        turns.append(round_.public()["turn"])
        round_ = round_.apply(Play())
    assert [1, 2, 3] == turns


def dealt_stakes(variant):
    """The stakes of a round of three boxes."""
    return {seat.box: seat.stakes for seat in dealt(variant, boxes=3).seats}
