"""A server seed stays secret: no print, log, copy, pickle, serializer or traceback gives it away by accident."""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import io
import json
import logging
import pickle
import pprint
import traceback

import msgspec
import pytest
import rich.console
import rich.pretty
import rich.traceback
from hypothesis import given
from hypothesis import strategies as st
from rich import inspect

from caribbean import InputError, InputTypeError, Reveal, ServerSeed

SEED = hashlib.sha256(b"a seed that can be recognized").digest()
SECRET = ServerSeed(SEED)
REVEAL = Reveal(server_seed=SEED, client_seed=b"lucky", nonce=7)
BAD_TAGS = [
    {"client_seed": "lucky", "nonce": 0},
    {"client_seed": bytes(1025), "nonce": 0},
    {"client_seed": b"", "nonce": 0.5},
    {"client_seed": b"", "nonce": -1},
    {"client_seed": None, "nonce": 2**63},
]

server_seeds = st.binary(min_size=32, max_size=32)


def _shows_the_seed(text: str) -> bool:
    """Whether any usual way to write down the seed, or half of it, is in a text."""
    halves = [SEED[:16], SEED[16:]]
    forms = [form for half in halves for form in (half.hex(), repr(half)[2:-1], str(int.from_bytes(half)))]
    return any(form.lower() in text.lower() for form in [*forms, str(int.from_bytes(SEED)), str(list(SEED[:8]))[1:-1]])


@dataclasses.dataclass
class Holder:
    """Something of the host's that has a seed in it."""

    secret: ServerSeed


def _log_line() -> str:
    stream = io.StringIO()
    log = logging.Logger("host")
    log.addHandler(logging.StreamHandler(stream))
    log.warning("%s %r", SECRET, {"secret": SECRET})
    return stream.getvalue()


def _printed_by_rich(thing: object) -> str:
    console = rich.console.Console(file=io.StringIO(), width=200)
    console.print(thing)
    console.print(rich.pretty.Pretty(thing))
    inspect(thing, console=console)
    return console.file.getvalue()


SHOWN = {
    "repr": lambda: repr(SECRET),
    "str": lambda: str(SECRET),
    "format": lambda: f"{SECRET} {SECRET!r} {SECRET!s} {SECRET!a} {SECRET:}",
    "percent": lambda: "%s %r" % (SECRET, SECRET),  # noqa: UP031 - old texts are written so
    "in a list": lambda: str([SECRET, (SECRET, {SECRET: SECRET})]),
    "dataclass": lambda: repr(Holder(SECRET)) + str(dataclasses.asdict(Holder(SECRET))),
    "pprint": lambda: pprint.pformat([SECRET]),
    "logging": _log_line,
    "rich": lambda: _printed_by_rich(SECRET) + _printed_by_rich(Holder(SECRET)),
    "json": lambda: json.dumps(SECRET, default=str),
}


@pytest.mark.parametrize("show", SHOWN.values(), ids=SHOWN)
def test_no_way_of_printing_shows_the_seed(show):
    """The commitment stands there instead, which is public."""
    text = show()
    assert not _shows_the_seed(text)
    assert str(SECRET.commitment) in text.replace("\n", "")


def test_the_search_for_the_seed_finds_it_where_it_is():
    """The tests around this one can fail: each usual form of the seed is recognized."""
    forms = [SEED.hex(), SEED.hex().upper(), repr(SEED), str(int.from_bytes(SEED)), str(list(SEED)), repr(REVEAL)]
    assert [True] * 6 == list(map(_shows_the_seed, forms))


@pytest.mark.parametrize("taker", [SECRET.permutation, SECRET.reveal], ids=["permutation", "reveal"])
@pytest.mark.parametrize("tag", BAD_TAGS, ids=repr)
def test_no_traceback_of_a_refusal_shows_the_seed(taker, tag):
    """Error reporters print the locals of each frame; none of them is the seed."""
    with pytest.raises((InputError, InputTypeError)) as caught:
        taker(**tag)
    error = caught.value
    frames = traceback.TracebackException.from_exception(error, capture_locals=True)
    assert not _shows_the_seed("".join(frames.format()))
    console = rich.console.Console(file=io.StringIO(), width=200)
    console.print(rich.traceback.Traceback.from_exception(type(error), error, error.__traceback__, show_locals=True))
    assert not _shows_the_seed(console.file.getvalue())


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_server_seed_is_not_pickled(protocol):
    """Neither alone nor inside something: a pickle would carry it to places where nobody expects a secret."""
    for thing in (SECRET, [SECRET], Holder(SECRET)):
        with pytest.raises(
            InputTypeError, match=r"^a server seed is not pickled; seal and store what expose\(\) gives$"
        ):
            pickle.dumps(thing, protocol)


def test_no_serializer_finds_the_seed():
    """There is no state to take, no `vars`, no bytes, and msgspec and json do not know the type."""
    with pytest.raises(InputTypeError, match="not pickled"):
        SECRET.__getstate__()
    for take in (vars, bytes, json.dumps, msgspec.json.encode, msgspec.to_builtins, list):
        with pytest.raises(TypeError):
            take(SECRET)


def test_copies_of_a_server_seed_are_itself():
    """Copying something that holds a seed works, and makes no second secret."""
    assert SECRET is copy.copy(SECRET)
    assert SECRET is copy.deepcopy(SECRET)
    assert SECRET is copy.deepcopy(Holder(SECRET)).secret


def test_a_server_seed_cannot_be_changed():
    """No attribute of it can be set, added or deleted."""
    for name in ("_seed", "commitment", "more"):
        with pytest.raises(AttributeError, match=f"^a server seed cannot be changed \\({name}\\)$"):
            setattr(SECRET, name, bytes(32))
        with pytest.raises(AttributeError, match=f"^a server seed cannot be changed \\({name}\\)$"):
            delattr(SECRET, name)
    assert SEED == SECRET.expose()


@pytest.mark.parametrize(
    ("value", "name"),
    [(REVEAL, "nonce"), (REVEAL, "server_seed"), (SECRET.commitment, "digest")],
    ids=["nonce", "seed", "digest"],
)
def test_reveals_and_commitments_cannot_be_changed(value, name):
    """They are frozen."""
    with pytest.raises(AttributeError):
        setattr(value, name, getattr(value, name))


@given(server_seeds, server_seeds)
def test_server_seeds_compare_by_their_bytes(one, other):
    """`expose` and `ServerSeed` are a pair; equal seeds are equal and hash alike, others differ."""
    assert one == ServerSeed(one).expose()
    assert ServerSeed(one) == ServerSeed(bytes(bytearray(one)))
    assert hash(ServerSeed(one)) == hash(ServerSeed(bytes(bytearray(one))))
    assert (one == other) is (ServerSeed(one) == ServerSeed(other))
    assert ServerSeed(one) != one
