"""The one shuffle: entropy to a permutation. Knows no card and no game, so that neither can influence it.

A stream of HMAC-SHA256 blocks is cut into words; a word is turned into a number below a bound by rejection, so
that every number is equally likely; Fisher-Yates turns the numbers into a permutation. The same entropy gives
the same permutation on every machine and in every later version.
"""

from __future__ import annotations

import hmac
import os
import struct
from collections.abc import Iterator

from .errors import InputError, InputTypeError

SEED_BYTES = 32
"""The least entropy a shuffle takes: 52! is about 2**225.58, so 29 bytes could not reach every deck."""

WORD_BITS = 32
_BLOCK_WORDS = struct.Struct(">8I")  # a block has 256 bits, eight words, the first bytes first
DOMAIN = b"caribbean-rules/shuffle/1"
"""The name of this stream and mapping; another way to shuffle would need another name."""

_LENGTH_BYTES = 8


def fresh_seed() -> bytes:
    """32 bytes from the operating system's generator, for one round and never again."""
    return os.urandom(SEED_BYTES)


def permutation(seed: bytes, *, client_seed: bytes = b"", nonce: int = 0, size: int = 52) -> bytes:
    """A permutation of 0 … size − 1 (at most 256), every one equally likely over all seeds.

    `seed` is at least 32 secret bytes; `client_seed` and `nonce` only tag the stream and need no secrecy.
    """
    check_seed(seed)
    if not isinstance(client_seed, bytes):
        raise InputTypeError(f"a client seed must be bytes, not {type(client_seed).__name__}")
    for what, number, low, high in (("a nonce", nonce, 0, 2**64 - 1), ("the size", size, 0, 256)):
        if type(number) is not int:
            raise InputTypeError(f"{what} must be an int, not {type(number).__name__}")
        if not low <= number <= high:
            raise InputError(f"{what} must be from {low} to {high}")
    return shuffled(words(seed, client_seed=client_seed, nonce=nonce), size=size)


def check_seed(seed: object) -> None:
    """Refuse what cannot seed a shuffle; the text never shows the seed."""
    if not isinstance(seed, bytes):
        raise InputTypeError(f"a seed must be bytes, not {type(seed).__name__}")
    if len(seed) < SEED_BYTES:
        raise InputError(f"a seed must have at least {SEED_BYTES} bytes, not {len(seed)}")


def words(seed: bytes, *, client_seed: bytes = b"", nonce: int = 0) -> Iterator[int]:
    """The endless stream of 32-bit words: HMAC-SHA256(seed, domain ‖ length ‖ client seed ‖ nonce ‖ counter).

    The client seed goes in behind its length, so that no two pairs of client seed and nonce meet in one message.
    """
    tag = DOMAIN + len(client_seed).to_bytes(_LENGTH_BYTES) + client_seed + nonce.to_bytes(_LENGTH_BYTES)
    counter = 0
    while True:
        yield from _BLOCK_WORDS.unpack(hmac.digest(seed, tag + counter.to_bytes(_LENGTH_BYTES), "sha256"))
        counter += 1


def below(bound: int, stream: Iterator[int], *, bits: int = WORD_BITS) -> int:
    """The next number below `bound` from a stream of `bits`-bit words.

    Words at or above the last whole multiple of `bound` are passed over: each number then has the same count of words.
    """
    limit = (1 << bits) // bound * bound
    for word in stream:
        if word < limit:
            return word % bound
    raise InputError("the stream of random words ended")


def shuffled(stream: Iterator[int], *, size: int = 52, bits: int = WORD_BITS) -> bytes:
    """Fisher-Yates from the last place down, over a stream of `bits`-bit words."""
    places = bytearray(range(size))
    for last in range(size - 1, 0, -1):
        chosen = below(last + 1, stream, bits=bits)
        places[last], places[chosen] = places[chosen], places[last]
    return bytes(places)
