"""Commit–reveal around the one shuffle: a secret seed, its commitment, its reveal. Knows no card, no round, no clock.

The house makes a `ServerSeed` for one round and shows its `Commitment`; then it learns the client seed. Both seeds and
a nonce give the permutation. After the round a `Reveal` lets anybody repeat it. That no reveal is made while the round
is open, and that no server seed serves twice, is for the log to see to: it remembers the commitment.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final, NoReturn, Self, final

import msgspec

from .errors import CaribbeanError, InputError, InputTypeError, RevealError, raise_all
from .shuffling import DOMAIN, SEED_BYTES, fresh_seed, permutation

MAX_CLIENT_SEED_BYTES: Final = 1024
MAX_NONCE: Final = 2**63 - 1
"""The largest whole number that a database column holds for certain."""

_SCHEME: Final = DOMAIN.decode()


class Commitment(msgspec.Struct, frozen=True):
    """The SHA-256 of a server seed, shown before the client seed is known. `str()` gives it as 64 hex digits."""

    digest: bytes

    def __post_init__(self) -> None:
        if type(self.digest) is not bytes:
            raise InputTypeError(f"a commitment must be bytes, not {type(self.digest).__name__}")
        if len(self.digest) != hashlib.sha256().digest_size:
            raise InputError(f"a commitment must have 32 bytes, not {len(self.digest)}")

    @staticmethod
    def from_hex(text: str) -> Commitment:
        """The commitment that `str()` has written: 64 lower-case hex digits."""
        return Commitment(_from_hex(text, "a commitment"))

    def shuffle_id(self, nonce: int) -> str:
        """The public name of the shuffle with this nonce. The client seed is not in it.

        So whoever refuses a name that was used before also refuses to shuffle again with another client seed.
        """
        raise_all(_tag_problems(b"", nonce))
        return f"{self}/{nonce}"

    def __str__(self) -> str:
        return self.digest.hex()

    def __repr__(self) -> str:
        return f"Commitment.from_hex('{self}')"


@final
class ServerSeed:
    """The 32 secret bytes of one round; only `expose()` and `reveal()` give them away.

    `repr`, `str`, `format` and errors name the commitment instead. Pickling is refused, since a pickle ends up in
    caches and queues unsealed; a copy is the object itself. Exactly 32 bytes are taken: HMAC fills shorter keys up
    with zeros, so seeds of several lengths could share a stream and yet have different commitments.
    """

    __slots__ = ("_seed",)
    _seed: bytes

    def __init__(self, seed: bytes) -> None:
        """The holder of a seed that was stored before; `ServerSeed.fresh()` gives a new one."""
        raise_all(_seed_problems(seed))
        object.__setattr__(self, "_seed", seed)

    @staticmethod
    def fresh() -> ServerSeed:
        """32 bytes from the operating system's generator, for one round and never again."""
        return ServerSeed(fresh_seed())

    @property
    def commitment(self) -> Commitment:
        """What is shown before the client seed is known."""
        return Commitment(hashlib.sha256(self._seed).digest())

    def permutation(self, *, client_seed: bytes, nonce: int) -> bytes:
        """The 52 numbers 0 … 51 in shuffled order, for `Deck.of_permutation`.

        `client_seed` is any bytes up to 1,024; `nonce` is 0 … 2**63 − 1.
        """
        raise_all(_tag_problems(client_seed, nonce))
        return permutation(self._seed, client_seed=client_seed, nonce=nonce)

    def reveal(self, *, client_seed: bytes, nonce: int) -> Reveal:
        """What is shown when the round is over; before that, the seed tells every card to come."""
        raise_all(_tag_problems(client_seed, nonce))
        return Reveal(server_seed=self._seed, client_seed=client_seed, nonce=nonce)

    def expose(self) -> bytes:
        """The seed itself, to be sealed and stored; `ServerSeed(…)` takes it back."""
        return self._seed

    def __eq__(self, other: object) -> bool:
        return hmac.compare_digest(self._seed, other._seed) if isinstance(other, ServerSeed) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.commitment)

    def __repr__(self) -> str:
        return f"<ServerSeed of commitment {self.commitment}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    # Both ways that serializers take: without the second, `object` would hand out the slots.
    def __reduce__(self) -> NoReturn:
        raise InputTypeError("a server seed is not pickled; seal and store what expose() gives")

    def __getstate__(self) -> NoReturn:
        self.__reduce__()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a server seed cannot be changed ({name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a server seed cannot be changed ({name})")


class Reveal(msgspec.Struct, frozen=True, kw_only=True):
    """All that a shuffle was made from. It is public from the moment it exists, so make it when the round is over."""

    server_seed: bytes
    client_seed: bytes
    nonce: int

    def __post_init__(self) -> None:
        raise_all([*_seed_problems(self.server_seed), *_tag_problems(self.client_seed, self.nonce)])

    @property
    def commitment(self) -> Commitment:
        """The commitment that this reveal opens; whether it is the one that was shown, `verify` says."""
        return Commitment(hashlib.sha256(self.server_seed).digest())

    @property
    def shuffle_id(self) -> str:
        """The public name of the shuffle, as `Commitment.shuffle_id` gives it."""
        return self.commitment.shuffle_id(self.nonce)

    def verify(self, commitment: Commitment, *, client_seed: bytes, nonce: int) -> bytes:
        """The permutation, if this reveal is the one promised; else `RevealError` names all that disagrees.

        The arguments are what the checker holds himself: the commitment and nonce as shown before the round, and the
        client seed as he sent it. A reveal must not be its own witness for any of the three.
        """
        if not isinstance(commitment, Commitment):
            raise InputTypeError(f"a reveal is checked against a Commitment, not {type(commitment).__name__}")
        raise_all(_tag_problems(client_seed, nonce))
        wrong = []
        if self.commitment != commitment:
            wrong.append(f"the server seed belongs to commitment {self.commitment}, shown was {commitment}")
        if self.client_seed != client_seed:
            sizes = f"{len(self.client_seed)} bytes revealed, {len(client_seed)} sent"
            wrong.append(f"the client seed is not the one that was sent ({sizes})")
        if self.nonce != nonce:
            wrong.append(f"the nonce is {self.nonce}, shown was {nonce}")
        if wrong:
            raise RevealError(wrong)
        return permutation(self.server_seed, client_seed=client_seed, nonce=nonce)

    def to_json(self) -> str:
        """The reveal as one line of JSON: the name of the shuffle, both seeds in hex, the nonce."""
        form = _RevealForm(
            shuffle=_SCHEME, server_seed=self.server_seed.hex(), client_seed=self.client_seed.hex(), nonce=self.nonce
        )
        return msgspec.json.encode(form).decode()

    @staticmethod
    def from_json(text: str | bytes) -> Reveal:
        """The reveal that `to_json` has written; spaces and the order of the keys do not matter."""
        if not isinstance(text, (str, bytes)):
            raise InputTypeError(f"a reveal is read from text, not from {type(text).__name__}")
        try:
            form = msgspec.json.decode(text, type=_RevealForm)
        except (msgspec.DecodeError, UnicodeEncodeError) as error:
            # Of what was read, this names keys and positions only.
            raise InputError(f"this is no reveal: {error}") from None
        if form.shuffle != _SCHEME:
            raise InputError(f"this reveal is not for the shuffle {_SCHEME!r}")
        return Reveal(
            server_seed=_from_hex(form.server_seed, "the server seed"),
            client_seed=_from_hex(form.client_seed, "the client seed"),
            nonce=form.nonce,
        )


class _RevealForm(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The keys of a reveal in JSON."""

    shuffle: str
    server_seed: str
    client_seed: str
    nonce: int


def _from_hex(text: object, what: str) -> bytes:
    """The bytes that hex digits stand for. Only lower case is read, so that a value has one text."""
    if not isinstance(text, str):
        raise InputTypeError(f"{what} must be hex text, not {type(text).__name__}")
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = None
    if found is None or found.hex() != text:
        raise InputError(f"{what} must be lower-case hex digits, two a byte")
    return found


# The texts of these problems never show a seed: they end up in logs.
def _seed_problems(seed: object) -> list[CaribbeanError]:
    if type(seed) is not bytes:
        return [InputTypeError(f"a server seed must be bytes, not {type(seed).__name__}")]
    if len(seed) != SEED_BYTES:
        return [InputError(f"a server seed must have exactly {SEED_BYTES} bytes, not {len(seed)}")]
    return []


def _tag_problems(client_seed: object, nonce: object) -> list[CaribbeanError]:
    problems: list[CaribbeanError] = []
    if type(client_seed) is not bytes:
        problems.append(InputTypeError(f"a client seed must be bytes, not {type(client_seed).__name__}"))
    elif len(client_seed) > MAX_CLIENT_SEED_BYTES:
        problems.append(InputError(f"a client seed has at most {MAX_CLIENT_SEED_BYTES} bytes, not {len(client_seed)}"))
    if type(nonce) is not int:
        problems.append(InputTypeError(f"a nonce must be an int, not {type(nonce).__name__}"))
    elif not 0 <= nonce <= MAX_NONCE:
        problems.append(InputError("a nonce must be from 0 to 2**63 - 1"))
    return problems
