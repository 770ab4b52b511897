"""Commit–reveal: what is promised can be checked by anybody, and nothing but the promised seed opens it."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caribbean import Commitment, Deck, InputError, InputTypeError, Reveal, RevealError, ServerSeed, SeveralErrors
from caribbean.fairness import MAX_CLIENT_SEED_BYTES, MAX_NONCE
from caribbean.shuffling import permutation

SEED = hashlib.sha256(b"a seed that can be recognized").digest()
SECRET = ServerSeed(SEED)
REVEAL = Reveal(server_seed=SEED, client_seed=b"lucky", nonce=7)

tags = {"client_seed": st.binary(max_size=MAX_CLIENT_SEED_BYTES), "nonce": st.integers(0, MAX_NONCE)}
server_seeds = st.binary(min_size=32, max_size=32)
reveals = st.builds(Reveal, server_seed=server_seeds, **tags)


# The promise and its proof


@given(server_seeds, tags["client_seed"], tags["nonce"])
def test_what_was_promised_is_what_is_revealed(seed, client_seed, nonce):
    """Commit, shuffle, reveal, check: the checker gets the permutation that was dealt, and it is the one shuffle's."""
    secret = ServerSeed(seed)
    commitment = secret.commitment
    dealt = secret.permutation(client_seed=client_seed, nonce=nonce)
    reveal = secret.reveal(client_seed=client_seed, nonce=nonce)
    assert dealt == reveal.verify(commitment, client_seed=client_seed, nonce=nonce)
    assert dealt == permutation(seed, client_seed=client_seed, nonce=nonce)
    assert Reveal(server_seed=seed, client_seed=client_seed, nonce=nonce) == reveal
    assert commitment == reveal.commitment


def test_a_commitment_is_plain_sha256_of_the_seed():
    """Anybody can check it with `sha256sum`: no tag, no salt."""
    assert hashlib.sha256(SEED).digest() == SECRET.commitment.digest
    assert hashlib.sha256(SEED).hexdigest() == str(SECRET.commitment)


def test_the_deck_is_the_permutation_read_as_card_ids():
    """The first number is the first card; a deck shuffled from the seed alone is the one of no client seed, nonce 0."""
    order = SECRET.permutation(client_seed=b"lucky", nonce=7)
    assert list(order) == [card.id for card in Deck.of_permutation(order)]
    assert Deck.shuffled(SEED) == Deck.of_permutation(SECRET.permutation(client_seed=b"", nonce=0))


def test_seed_client_seed_and_nonce_all_decide():
    """Another server seed, client seed or nonce gives another permutation."""
    orders = [
        SECRET.permutation(client_seed=b"lucky", nonce=7),
        SECRET.permutation(client_seed=b"lucky", nonce=8),
        SECRET.permutation(client_seed=b"Lucky", nonce=7),
        ServerSeed(bytes(32)).permutation(client_seed=b"lucky", nonce=7),
    ]
    assert 4 == len(set(orders))


def test_fresh_seeds_differ():
    """Each round gets a server seed and so a commitment of its own."""
    assert 100 == len({ServerSeed.fresh().commitment for _ in range(100)})


ANOTHER = ServerSeed(bytes(32)).commitment
SEED_DISAGREES = f"the server seed belongs to commitment {SECRET.commitment}, shown was {ANOTHER}"
CLIENT_SEED_DISAGREES = "the client seed is not the one that was sent (5 bytes revealed, 6 sent)"
NONCE_DISAGREES = "the nonce is 7, shown was 8"


@pytest.mark.parametrize("client_seed", [b"lucky", b"lucky!"])
@pytest.mark.parametrize("nonce", [7, 8])
@pytest.mark.parametrize("commitment", [SECRET.commitment, ANOTHER], ids=["same", "another"])
def test_a_reveal_that_disagrees_says_in_what(commitment, client_seed, nonce):
    """A house that swaps the server seed, the client seed or the nonce is told all it swapped, and no seed is shown."""
    expected = []
    if commitment == ANOTHER:
        expected.append(SEED_DISAGREES)
    if client_seed != b"lucky":
        expected.append(CLIENT_SEED_DISAGREES)
    if nonce != 7:
        expected.append(NONCE_DISAGREES)
    if not expected:
        assert 52 == len(REVEAL.verify(commitment, client_seed=client_seed, nonce=nonce))
        return
    with pytest.raises(RevealError) as caught:
        REVEAL.verify(commitment, client_seed=client_seed, nonce=nonce)
    assert tuple(expected) == caught.value.disagreements
    assert "the reveal is not the one promised: " + "; ".join(expected) == str(caught.value)
    assert SEED.hex() not in str(caught.value).lower()
    assert "lucky" not in str(caught.value)
    assert str(caught.value) == str(pickle.loads(pickle.dumps(caught.value)))


@given(reveals, st.integers(0, 32 * 8 - 1))
def test_one_bit_of_the_server_seed_is_noticed(reveal, bit):
    """The commitment belongs to every bit of the seed."""
    other = (int.from_bytes(reveal.server_seed) ^ 1 << bit).to_bytes(32)
    changed = msgspec.structs.replace(reveal, server_seed=other)
    with pytest.raises(RevealError, match="server seed"):
        changed.verify(reveal.commitment, client_seed=reveal.client_seed, nonce=reveal.nonce)


def test_the_name_of_a_shuffle_is_commitment_and_nonce():
    """The log's key: it knows no client seed, so that shuffling again with another one is a repeat."""
    assert f"{SECRET.commitment}/7" == SECRET.commitment.shuffle_id(7)
    assert SECRET.commitment.shuffle_id(7) == REVEAL.shuffle_id
    assert REVEAL.shuffle_id == msgspec.structs.replace(REVEAL, client_seed=b"").shuffle_id
    assert 4 == len({each.shuffle_id(nonce) for each in (SECRET.commitment, ANOTHER) for nonce in (0, MAX_NONCE)})


# Text forms


@given(st.binary(min_size=32, max_size=32))
def test_commitments_and_their_text_are_a_pair(digest):
    """Text, repr, pickle and copy give the commitment back, and it has one text only."""
    commitment = Commitment(digest)
    assert commitment == Commitment.from_hex(str(commitment))
    assert commitment == eval(repr(commitment))
    assert commitment == pickle.loads(pickle.dumps(commitment)) == copy.deepcopy(commitment)
    for other in (str(commitment) + " ", " " + str(commitment), str(commitment)[:-2], str(commitment) + "00"):
        with pytest.raises(InputError):
            Commitment.from_hex(other)
    if str(commitment) != str(commitment).upper():
        with pytest.raises(InputError, match=r"^a commitment must be lower-case hex digits, two a byte$"):
            Commitment.from_hex(str(commitment).upper())


@given(reveals)
def test_reveals_and_their_json_are_a_pair(reveal):
    """JSON, as text or bytes, repr, pickle and copy give the reveal back; any JSON reader reads the form."""
    text = reveal.to_json()
    assert reveal == Reveal.from_json(text) == Reveal.from_json(text.encode())
    assert reveal == eval(repr(reveal))
    assert reveal == pickle.loads(pickle.dumps(reveal)) == copy.deepcopy(reveal)
    assert {
        "shuffle": "caribbean-rules/shuffle/1",
        "server_seed": reveal.server_seed.hex(),
        "client_seed": reveal.client_seed.hex(),
        "nonce": reveal.nonce,
    } == json.loads(text)
    assert reveal == Reveal.from_json(json.dumps(dict(reversed(json.loads(text).items())), indent=4))


def test_the_json_of_a_reveal_is_this_line():
    """Records of this version stay readable, so the form is pinned."""
    reveal = Reveal(server_seed=bytes(range(32)), client_seed=b"\0lucky", nonce=3)
    expected = (
        '{"shuffle":"caribbean-rules/shuffle/1",'
        '"server_seed":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",'
        '"client_seed":"006c75636b79","nonce":3}'
    )
    assert expected == reveal.to_json()


FIELDS = json.loads(REVEAL.to_json())
NO_REVEALS = {
    "nothing": ("", "this is no reveal: Input data was truncated"),
    "no JSON": ("lucky", "this is no reveal: JSON is malformed"),
    "no UTF-8": (b'{"shuffle":"\xff"}', "this is no reveal: "),
    "a lone surrogate": ('{"shuffle":"\ud800"}', "this is no reveal: "),
    "two values": (REVEAL.to_json() * 2, "this is no reveal: JSON is malformed: trailing characters"),
    "deep": ('{"shuffle":' + "[" * 100_000, "this is no reveal: Expected `str`, got `array` - at `$.shuffle`"),
    "deeper": ('{"more":' * 100_000, "this is no reveal: Object contains unknown field `more`"),
    "a list": ("[]", "this is no reveal: Expected `object`, got `array`"),
    "missing": (json.dumps({"nonce": 7}), "this is no reveal: Object missing required field `shuffle`"),
    "unknown": (json.dumps(FIELDS | {"card": "As"}), "this is no reveal: Object contains unknown field `card`"),
    "another shuffle": (
        json.dumps(FIELDS | {"shuffle": "caribbean-rules/shuffle/2"}),
        "this reveal is not for the shuffle 'caribbean-rules/shuffle/1'",
    ),
    "upper case": (
        json.dumps(FIELDS | {"server_seed": SEED.hex().upper()}),
        "the server seed must be lower-case hex digits, two a byte",
    ),
    "odd digits": (
        json.dumps(FIELDS | {"client_seed": "abc"}),
        "the client seed must be lower-case hex digits, two a byte",
    ),
    "spaces": (
        json.dumps(FIELDS | {"client_seed": "ab cd"}),
        "the client seed must be lower-case hex digits, two a byte",
    ),
    "short": (json.dumps(FIELDS | {"server_seed": "ab"}), "a server seed must have exactly 32 bytes, not 1"),
    "long": (json.dumps(FIELDS | {"client_seed": "ab" * 1025}), "a client seed has at most 1024 bytes, not 1025"),
    "nonce below": (json.dumps(FIELDS | {"nonce": -1}), "a nonce must be from 0 to 2**63 - 1"),
    "nonce above": (json.dumps(FIELDS | {"nonce": 2**63}), "a nonce must be from 0 to 2**63 - 1"),
    "nonce text": (json.dumps(FIELDS | {"nonce": "7"}), "this is no reveal: Expected `int`, got `str` - at `$.nonce`"),
    "nonce 7.0": (json.dumps(FIELDS | {"nonce": 7.0}), "this is no reveal: Expected `int`, got `float`"),
    "nonce true": (json.dumps(FIELDS | {"nonce": True}), "this is no reveal: Expected `int`, got `bool`"),
    "nonce of 5,000 digits": (json.dumps(FIELDS).replace("7}", "7" * 5000 + "}"), "this is no reveal: "),
}


@pytest.mark.parametrize(("text", "reason"), NO_REVEALS.values(), ids=NO_REVEALS)
def test_json_that_is_no_reveal_is_refused(text, reason):
    """Each mistake has its reason, and no seed of a broken text is shown."""
    with pytest.raises(InputError) as caught:
        Reveal.from_json(text)
    assert str(caught.value).startswith(reason)
    assert SEED.hex() not in str(caught.value).lower()


@given(st.text() | st.binary())
def test_any_text_is_a_reveal_or_an_input_error(text):
    """Nothing but `InputError` comes out of a text that cannot be read."""
    with pytest.raises(InputError):
        Reveal.from_json(text)


@pytest.mark.parametrize("bad", [None, 7, FIELDS, REVEAL, bytearray(b"{}")], ids=lambda bad: type(bad).__name__)
def test_what_is_no_text_is_refused(bad):
    """A reveal is read from text or bytes, a commitment from text."""
    with pytest.raises(InputTypeError, match=r"^a reveal is read from text, not from "):
        Reveal.from_json(bad)
    with pytest.raises(InputTypeError, match=r"^a commitment must be hex text, not "):
        Commitment.from_hex(bad)


# The door

BAD_TAGS = {
    "client text": ({"client_seed": "lucky", "nonce": 0}, "a client seed must be bytes, not str"),
    "client None": ({"client_seed": None, "nonce": 0}, "a client seed must be bytes, not NoneType"),
    "client bytearray": ({"client_seed": bytearray(3), "nonce": 0}, "a client seed must be bytes, not bytearray"),
    "client too long": ({"client_seed": bytes(1025), "nonce": 0}, "a client seed has at most 1024 bytes, not 1025"),
    "nonce bool": ({"client_seed": b"", "nonce": True}, "a nonce must be an int, not bool"),
    "nonce float": ({"client_seed": b"", "nonce": 0.0}, "a nonce must be an int, not float"),
    "nonce text": ({"client_seed": b"", "nonce": "0"}, "a nonce must be an int, not str"),
    "nonce below": ({"client_seed": b"", "nonce": -1}, "a nonce must be from 0 to 2**63 - 1"),
    "nonce above": ({"client_seed": b"", "nonce": 2**63}, "a nonce must be from 0 to 2**63 - 1"),
    "nonce endless": ({"client_seed": b"", "nonce": 10**6000}, "a nonce must be from 0 to 2**63 - 1"),
}
TAKERS = {
    "permutation": SECRET.permutation,
    "reveal": SECRET.reveal,
    "Reveal": lambda **tag: Reveal(server_seed=SEED, **tag),
    "verify": lambda **tag: REVEAL.verify(SECRET.commitment, **tag),
}


@pytest.mark.parametrize("taker", TAKERS.values(), ids=TAKERS)
@pytest.mark.parametrize(("tag", "reason"), BAD_TAGS.values(), ids=BAD_TAGS)
def test_client_seeds_and_nonces_are_checked_wherever_they_come_in(taker, tag, reason):
    """Wrong types and values are refused with the reason, which shows no seed."""
    with pytest.raises((InputError, InputTypeError)) as caught:
        taker(**tag)
    assert reason == str(caught.value)


@pytest.mark.parametrize("nonce", [True, 0.0, "0", None, -1, 2**63], ids=repr)
def test_a_shuffle_has_no_name_by_what_is_no_nonce(nonce):
    """A key of the log is not made from what could not have shuffled."""
    with pytest.raises((InputError, InputTypeError), match=r"^a nonce must be "):
        SECRET.commitment.shuffle_id(nonce)


def test_client_seed_and_nonce_up_to_their_limits_are_taken():
    """1,024 bytes and 2**63 − 1 are allowed."""
    tag = {"client_seed": bytes(1024), "nonce": 2**63 - 1}
    assert SECRET.permutation(**tag) == SECRET.reveal(**tag).verify(SECRET.commitment, **tag)


def test_all_mistakes_of_a_reveal_are_said_at_once():
    """A reveal with three wrong parts names all three."""
    with pytest.raises(SeveralErrors) as caught:
        Reveal(server_seed=bytes(31), client_seed="lucky", nonce=-1)
    assert [
        "a server seed must have exactly 32 bytes, not 31",
        "a client seed must be bytes, not str",
        "a nonce must be from 0 to 2**63 - 1",
    ] == [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("make", [ServerSeed, lambda seed: Reveal(server_seed=seed, client_seed=b"", nonce=0)])
@pytest.mark.parametrize("size", [0, 16, 31, 33, 64])
def test_server_seeds_have_exactly_32_bytes(make, size):
    """Shorter ones lack entropy; of several lengths, two seeds could share a stream under different commitments."""
    with pytest.raises(InputError, match=f"^a server seed must have exactly 32 bytes, not {size}$"):
        make(bytes(size))


@pytest.mark.parametrize("bad", [None, 7, 2**255, "0" * 32, bytearray(32), [0] * 32, 0.5], ids=repr)
def test_seeds_and_digests_that_are_no_bytes_are_refused(bad):
    """No number and no text is a seed or a digest."""
    with pytest.raises(InputTypeError, match=f"^a server seed must be bytes, not {type(bad).__name__}$"):
        ServerSeed(bad)
    with pytest.raises(InputTypeError, match=f"^a commitment must be bytes, not {type(bad).__name__}$"):
        Commitment(bad)


@pytest.mark.parametrize("size", [0, 20, 31, 33, 64])
def test_commitments_have_32_bytes(size):
    """A digest of another size is no SHA-256."""
    with pytest.raises(InputError, match=f"^a commitment must have 32 bytes, not {size}$"):
        Commitment(bytes(size))


@pytest.mark.parametrize("bad", [str(SECRET.commitment), SECRET.commitment.digest, SECRET, None])
def test_reveals_are_checked_against_commitments_only(bad):
    """Text or bytes in place of a commitment are a mistake, and no disagreement."""
    with pytest.raises(InputTypeError, match=r"^a reveal is checked against a Commitment, not "):
        REVEAL.verify(bad, client_seed=b"lucky", nonce=7)


@pytest.mark.parametrize("bad", [bytes(52), bytes(range(51)), bytes(range(53)), bytes([*range(51), 52]), b""], ids=len)
def test_a_deck_takes_whole_permutations_only(bad):
    """Each of the 52 ids once; the error shows nothing of the order."""
    with pytest.raises(InputError) as caught:
        Deck.of_permutation(bad)
    reason = f"a permutation must hold each of 0 … 51 once; these {len(bad)} bytes do not"
    assert reason == str(caught.value)


@pytest.mark.parametrize("bad", [bytearray(range(52)), list(range(52)), "As", None], ids=lambda bad: type(bad).__name__)
def test_a_deck_takes_permutations_as_bytes_only(bad):
    """What could change later, or is no permutation at all, is refused."""
    with pytest.raises(InputTypeError, match=f"^a permutation must be bytes, not {type(bad).__name__}$"):
        Deck.of_permutation(bad)
