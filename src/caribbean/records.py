"""The record of a round as JSON: written, read, compared (R-75). Reads a round's state; plays nothing again itself.

A record is `{"header": …, "body": …, "hash": …}`. The header says who wrote it and what the host added. The body is all
that decides the round, and what came of it. The hash is SHA-256 over both. Keys are sorted, so a store that reorders
them does no harm. A record holds the whole deck: it is for the server only.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

import msgspec

from .actions import Action, Change, Fold, Play
from .cards import CARDS, Deck
from .errors import CaribbeanError, RecordError
from .jackpot import Meter
from .money import format_amount, parse_amount
from .payouts import Stakes
from .roundstate import By, Event, Phase, RoundState, texts
from .rulefiles import variant_from, variant_to
from .settlement import Settlement
from .variants import Variant

FORM: Final = 1
"""The form of records written by this version. Older forms stay readable."""

_UNREADABLE: Final = (msgspec.DecodeError, TypeError, ValueError, RecursionError)
_CARD_IDS: Final = {card.text: card.id for card in CARDS}


class _HeaderForm(msgspec.Struct, forbid_unknown_fields=True):
    form: int
    library: str
    context: Any


class _BoxForm(msgspec.Struct, forbid_unknown_fields=True):
    box: int
    ante: str
    progressive: str


class _ActionForm(msgspec.Struct, forbid_unknown_fields=True):
    action: Literal["fold", "play", "change"]
    by: By
    funds: str | None
    cards: str | None = None


class _JackpotForm(msgspec.Struct, forbid_unknown_fields=True):
    before: dict[str, Any]
    after: msgspec.Raw
    awards: msgspec.Raw


class _BodyForm(msgspec.Struct, forbid_unknown_fields=True):
    """What a round is played again from is read; what then comes of it is only compared, so it stays text."""

    variant: msgspec.Raw
    fingerprint: msgspec.Raw
    deck: str
    boxes: list[_BoxForm]
    funds: str | None
    actions: list[_ActionForm]
    status: Phase
    jackpot: _JackpotForm | None
    settlements: msgspec.Raw
    void: str | None


class _RecordForm(msgspec.Struct, forbid_unknown_fields=True):
    header: _HeaderForm
    body: _BodyForm
    hash: str


class _FormOnly(msgspec.Struct):
    form: int


class _HeaderOnly(msgspec.Struct):
    """All that has to be readable in a record of any form: the number of the form."""

    header: _FormOnly


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """What a record says, read but not yet played again."""

    variant: Variant
    deck: Deck
    stakes: dict[int, Stakes]
    funds: int | None
    events: tuple[Event, ...]
    status: Phase
    meter: Meter | None
    void_reason: str | None
    context: Any
    library: str
    text: str | bytes

    def __repr__(self) -> str:
        return f"<Record of {self.variant.name}: {self.status}>"  # no card of it

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("game", self.variant.name), ("status", self.status.value)]


# ---- writing ------------------------------------------------------------------------------------------------------


def write(state: RoundState) -> str:
    """The record of a round."""
    header = _encoded({"form": FORM, "library": state.library, "context": json.loads(state.context)})
    body = _encoded(_body(state))
    return f'{{"body":{body.decode()},"hash":"{_hash(header, body)}","header":{header.decode()}}}'


def _body(state: RoundState) -> dict[str, Any]:
    def money(units: int) -> str:
        return format_amount(units, state.variant.exponent)

    def maybe(units: int | None) -> str | None:
        return None if units is None else money(units)

    before, after = state.meter_before, state.meter_after
    return {
        "variant": msgspec.Raw(_variant_text(state.variant)),
        "fingerprint": state.variant.fingerprint,
        "deck": "".join(texts(state.deck.ids)),
        "boxes": [
            {"box": seat.box, "ante": money(seat.stakes.ante), "progressive": money(seat.stakes.progressive)}
            for seat in state.seats
        ],
        "funds": maybe(state.opening_funds),
        "actions": [_action_text(event, maybe(event.funds)) for event in state.events],
        "status": state.phase.value,
        "jackpot": None
        if before is None or after is None
        else {
            "before": before.to_plain(),
            "after": after.to_plain(),
            "awards": [award.to_plain() for award in state.awards],
        },
        "settlements": [_settlement_text(settlement, money) for settlement in state.settlements],
        "void": state.void_reason,
    }


def _action_text(event: Event, funds: str | None) -> dict[str, Any]:
    action = event.action
    plain: dict[str, Any] = {"action": type(action).__name__.lower(), "by": event.by, "funds": funds}
    return plain | {"cards": str(action)} if isinstance(action, Change) else plain


def _settlement_text(settlement: Settlement, money: Callable[[int], str]) -> dict[str, Any]:
    player, dealer = settlement.player, settlement.dealer
    return {
        "outcome": settlement.outcome.value,
        "player": player and player.rank.strength,
        "dealer": dealer and dealer.rank.strength,
        "lines": [
            {
                "wager": line.wager,
                "stake": money(line.stake),
                "result": line.result,
                "odds": None if line.odds is None else str(line.odds),
                "returned": money(line.returned),
                "capped": money(line.capped),
            }
            for line in settlement.lines
        ],
        "net": money(settlement.net),
    }


# ---- reading ------------------------------------------------------------------------------------------------------


def read(text: str | bytes) -> Record:
    """What a record says. `RecordError` where it is damaged beyond reading; a wrong hash is left to `compare`."""
    found = _decoded(text)
    header, body = found.header, found.body
    try:
        variant = _variant(bytes(body.variant))
        amount = functools.partial(parse_amount, exponent=variant.exponent)
        return Record(
            variant=variant,
            deck=_deck(body.deck),
            stakes={
                seat.box: Stakes(ante=amount(seat.ante), progressive=amount(seat.progressive)) for seat in body.boxes
            },
            funds=None if body.funds is None else amount(body.funds),
            events=tuple(
                Event(_action(form), form.by, None if form.funds is None else amount(form.funds))
                for form in body.actions
            ),
            status=body.status,
            meter=None if body.jackpot is None else Meter.from_plain(body.jackpot.before),
            void_reason=body.void,
            context=header.context,
            library=header.library,
            text=text,
        )
    except RecordError as error:
        raise RecordError([*hash_problems(text), *error.disagreements]) from None
    except CaribbeanError as error:
        raise RecordError([*hash_problems(text), f"body: {error}"]) from error


def compare(record: Record, replayed: RoundState) -> None:
    """Raise `RecordError` unless the replayed round gives the record's body byte for byte, and the hash is right."""
    again = write(replayed)
    if again == record.text or again.encode() == record.text:
        return
    # Not as we write it: edited, or the same content with its keys in another order and other white space.
    recorded, expected = _plain(record.text), _plain(again)
    disagreements = hash_problems(record.text)
    # What the replay gives may be what nobody has seen yet, where somebody made an open record a settled one.
    differences = _differences(recorded["body"], expected["body"], "body", told=not disagreements)
    disagreements += [*differences, *_repeated_keys(record.text)]
    if disagreements:
        raise RecordError(disagreements)


def hash_problems(text: str | bytes) -> list[str]:
    """What is wrong with the hash of a record: nothing, or that it is not the one of its content."""
    plain = _plain(text)
    found = _hash(_encoded(plain["header"]), _encoded(plain["body"]))
    return [] if found == plain["hash"] else [f"hash: the record has {plain['hash']}, its content {found}"]


def _repeated_keys(text: str | bytes) -> list[str]:
    """The keys that stand twice in a table of a record: readers differ in which of them counts."""
    found: list[str] = []

    def table(pairs: list[tuple[str, Any]]) -> None:
        keys = [key for key, _ in pairs]
        found.extend(f"{key!r} stands twice in one table" for key in sorted(set(keys)) if keys.count(key) > 1)

    json.loads(text, object_pairs_hook=table)
    return found


def _differences(recorded: Any, replayed: Any, path: str, *, told: bool) -> Iterator[str]:
    if isinstance(recorded, dict) and isinstance(replayed, dict):
        for key in sorted(recorded.keys() | replayed.keys()):
            one, other = recorded.get(key, _NOTHING), replayed.get(key, _NOTHING)
            yield from _differences(one, other, f"{path}.{key}", told=told)
    elif isinstance(recorded, list) and isinstance(replayed, list) and len(recorded) == len(replayed):
        for place, (one, other) in enumerate(zip(recorded, replayed, strict=True)):
            yield from _differences(one, other, f"{path}[{place}]", told=told)
    elif type(recorded) is not type(replayed) or recorded != replayed:  # 1, 1.0 and true are equal to Python
        yield f"{path}: the record has {recorded!r}, the replay {f'gives {replayed!r}' if told else 'something else'}"


class _Nothing:
    """What a record has under a key that it does not have; null is something."""

    def __repr__(self) -> str:
        return "nothing"


_NOTHING: Final = _Nothing()


def _plain(text: str | bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except _UNREADABLE as error:  # in a part that the forms leave as it is
        reason = f"this is no record: {error}"
    raise RecordError([reason])


def _decoded(text: str | bytes) -> _RecordForm:
    found, reason = None, ""
    try:
        found = msgspec.json.decode(text, type=_RecordForm)
    except _UNREADABLE as error:
        # Raised below, outside of this block: the error at hand may carry the text, and with it the deck.
        reason = f"this is no record: {error}"
    if found is None:
        raise RecordError([_other_form(text) or reason])
    if found.header.form != FORM:
        raise RecordError([_unknown(found.header.form)])
    return found


def _other_form(text: str | bytes) -> str | None:
    """That a text is a record of a form which this version cannot read, if it is one."""
    try:
        form = msgspec.json.decode(text, type=_HeaderOnly).header.form
    except _UNREADABLE:
        return None
    return None if form == FORM else _unknown(form)


def _unknown(form: int) -> str:
    return f"header.form: this version reads form {FORM}, not {form}"


@functools.lru_cache(maxsize=64)
def _variant(text: bytes) -> Variant:
    plain = _plain(text)
    if not isinstance(plain, dict):
        raise RecordError(["body.variant: must be a table"])
    return _first_of_its_kind(variant_from(plain))


@functools.lru_cache(maxsize=64)
def _variant_text(variant: Variant) -> bytes:
    return _encoded(variant_to(_first_of_its_kind(variant)))


@functools.lru_cache(maxsize=64)
def _first_of_its_kind(variant: Variant) -> Variant:
    # One object a game: a look-up above then need not compare two games table by table.
    return variant


def _deck(text: str) -> Deck:
    try:
        return Deck.of_permutation(bytes([_CARD_IDS[text[at : at + 2]] for at in range(0, len(text), 2)]))
    except (KeyError, CaribbeanError):
        # Which card is wrong would tell of cards that nobody has seen yet.
        raise RecordError(["body.deck: is not a whole deck, two letters a card"]) from None


def _action(form: _ActionForm) -> Action:
    if form.action == "change":
        return Change(form.cards or "")
    return Fold() if form.action == "fold" else Play()


def _encoded(plain: Any) -> bytes:
    return msgspec.json.encode(plain, order="sorted")


def _hash(header: bytes, body: bytes) -> str:
    return hashlib.sha256(header + b"\n" + body).hexdigest()
