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
from typing import Any, Final, Literal, TypeVar

import msgspec

from .actions import Action, Change, Fold, Play
from .cards import Deck
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


Form = TypeVar("Form")


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
    after: dict[str, Any]
    awards: list[dict[str, Any]]


class _BodyForm(msgspec.Struct, forbid_unknown_fields=True):
    variant: msgspec.Raw
    fingerprint: str
    deck: str
    boxes: list[_BoxForm]
    funds: str | None
    actions: list[_ActionForm]
    status: str
    jackpot: _JackpotForm | None
    settlements: list[dict[str, Any]]
    void: str | None


class _RecordForm(msgspec.Struct, forbid_unknown_fields=True):
    header: msgspec.Raw
    body: msgspec.Raw
    hash: str


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
    body: bytes
    disagreements: tuple[str, ...]


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
    """What a record says. `RecordError` where it is damaged beyond reading; a wrong hash is kept for `compare`."""
    outer = _decoded(text, _RecordForm, "")
    header = _decoded(outer.header, _HeaderForm, "header")
    body = _decoded(outer.body, _BodyForm, "body")
    if header.form != FORM:
        raise RecordError([f"header.form: this version reads form {FORM}, not {header.form}"])
    plain = _canonical(outer.body)
    disagreements = []
    found = _hash(_canonical(outer.header), plain)
    if found != outer.hash:
        disagreements.append(f"hash: the record has {outer.hash}, its content {found}")
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
            status=_status(body.status),
            meter=None if body.jackpot is None else Meter.from_plain(body.jackpot.before),
            void_reason=body.void,
            context=header.context,
            library=header.library,
            body=plain,
            disagreements=tuple(disagreements),
        )
    except RecordError as error:
        raise RecordError([*disagreements, *error.disagreements]) from error
    except CaribbeanError as error:
        raise RecordError([*disagreements, f"body: {error}"]) from error


def compare(record: Record, replayed: RoundState) -> None:
    """Raise `RecordError` unless the replayed round gives the record's body byte for byte, and the hash is right."""
    body = _encoded(_body(replayed))
    disagreements = list(record.disagreements)
    if body != record.body:
        disagreements += _differences(msgspec.json.decode(record.body), msgspec.json.decode(body), "body")
    if disagreements:
        raise RecordError(disagreements)


def _differences(recorded: Any, replayed: Any, path: str) -> Iterator[str]:
    if isinstance(recorded, dict) and isinstance(replayed, dict):
        for key in sorted(recorded.keys() | replayed.keys()):
            yield from _differences(recorded.get(key), replayed.get(key), f"{path}.{key}")
    elif isinstance(recorded, list) and isinstance(replayed, list) and len(recorded) == len(replayed):
        for place, (one, other) in enumerate(zip(recorded, replayed, strict=True)):
            yield from _differences(one, other, f"{path}[{place}]")
    elif recorded != replayed:
        yield f"{path}: the record has {recorded!r}, the replay gives {replayed!r}"


def _decoded(text: str | bytes | msgspec.Raw, form: type[Form], where: str) -> Form:
    try:
        return msgspec.json.decode(text, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError, RecursionError) as error:
        raise RecordError([f"{where or 'this is no record'}: {error}"]) from error


@functools.lru_cache(maxsize=64)
def _variant(text: bytes) -> Variant:
    plain = msgspec.json.decode(text)
    if not isinstance(plain, dict):
        raise RecordError(["body.variant: must be a table"])
    return variant_from(plain)


@functools.lru_cache(maxsize=64)
def _variant_text(variant: Variant) -> bytes:
    return _encoded(variant_to(variant))


def _deck(text: str) -> Deck:
    try:
        return Deck(text)
    except CaribbeanError:
        # Which card is wrong would tell of cards that nobody has seen yet.
        raise RecordError(["body.deck: is not a deck of distinct cards"]) from None


def _action(form: _ActionForm) -> Action:
    if form.action == "change":
        return Change(form.cards or "")
    return Fold() if form.action == "fold" else Play()


def _status(text: str) -> Phase:
    try:
        return Phase(text)
    except ValueError:
        raise RecordError([f"body.status: {text!r} is no phase of a round"]) from None


def _encoded(plain: Any) -> bytes:
    return msgspec.json.encode(plain, order="sorted")


def _canonical(raw: msgspec.Raw) -> bytes:
    return _encoded(msgspec.json.decode(raw))


def _hash(header: bytes, body: bytes) -> str:
    return hashlib.sha256(header + b"\n" + body).hexdigest()
