"""The published shuffles and the stand-alone verifier: both agree with the library, and share no code with it."""

from __future__ import annotations

import hashlib
import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caribbean import Commitment, Deck, Reveal, ServerSeed
from caribbean.fairness import MAX_CLIENT_SEED_BYTES, MAX_NONCE

HERE = Path(__file__).parent
VERIFIER = HERE.parent / "docs" / "verify_shuffle.py"
PUBLISHED = json.loads(HERE.joinpath("data", "reveals.json").read_text(encoding="utf-8"))
SECRET = ServerSeed(hashlib.sha256(b"a seed").digest())
REVEAL = SECRET.reveal(client_seed=b"lucky", nonce=7)
FIELDS = json.loads(REVEAL.to_json())
ANOTHER = ServerSeed(bytes(32)).commitment


def test_a_thousand_vectors_are_published():
    """They are all different, and all come out of their generator byte for byte."""
    assert 1000 == len(PUBLISHED["vectors"])
    assert 1000 == len({(seed, client_seed, nonce) for seed, _, client_seed, nonce, _ in PUBLISHED["vectors"]})
    made = runpy.run_path(str(HERE / "data" / "make_reveals.py"))["text"]()
    assert HERE.joinpath("data", "reveals.json").read_text(encoding="utf-8") == made


def test_the_library_gives_the_published_vectors():
    """Commitment and permutation of each vector are those of the library, through the reveal a player would check."""
    for seed, commitment, client_seed, nonce, order in PUBLISHED["vectors"]:
        form = {"shuffle": "caribbean-rules/shuffle/1", "server_seed": seed, "client_seed": client_seed, "nonce": nonce}
        shown, sent = Commitment.from_hex(commitment), bytes.fromhex(client_seed)
        assert order == Reveal.from_json(json.dumps(form)).verify(shown, client_seed=sent, nonce=nonce).hex()


def test_the_verifier_gives_the_published_vectors():
    """So it agrees with the library on all of them, those with a word that is passed over included."""
    shuffle = runpy.run_path(str(VERIFIER))["shuffle"]
    for seed, _, client_seed, nonce, order in PUBLISHED["vectors"]:
        assert order == bytes(shuffle(bytes.fromhex(seed), bytes.fromhex(client_seed), nonce)).hex()


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=MAX_CLIENT_SEED_BYTES), st.integers(0, MAX_NONCE))
def test_the_verifier_agrees_with_the_library(seed, client_seed, nonce):
    """On anything else, too."""
    expected = ServerSeed(seed).permutation(client_seed=client_seed, nonce=nonce)
    assert expected == bytes(runpy.run_path(str(VERIFIER))["shuffle"](seed, client_seed, nonce))


def test_the_verifier_is_short_and_stands_alone():
    """At most 60 lines, and nothing imported but three modules of Python."""
    lines = VERIFIER.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60
    assert ["import hashlib", "import json", "import sys"] == [line for line in lines if "import" in line.split()]


def _verify(reveal: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    # -I: no path of ours, no environment; what runs is the file and Python alone.
    command = [sys.executable, "-I", str(VERIFIER), *arguments]
    return subprocess.run(command, input=reveal, capture_output=True, text=True, check=False, encoding="utf-8")


def test_the_verifier_prints_the_deck():
    """From the command line, with what the player holds and the reveal on standard input."""
    ran = _verify(REVEAL.to_json(), str(SECRET.commitment), b"lucky".hex(), "7")
    deck = Deck.of_permutation(SECRET.permutation(client_seed=b"lucky", nonce=7))
    assert (0, " ".join(map(str, deck)) + "\n", "") == (ran.returncode, ran.stdout, ran.stderr)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((str(ANOTHER), b"lucky".hex(), "7"), "WRONG: the server seed does not have this commitment"),
        ((str(SECRET.commitment), b"Lucky".hex(), "7"), "WRONG: the shuffle used another client seed or nonce"),
        ((str(SECRET.commitment), b"lucky".hex(), "8"), "WRONG: the shuffle used another client seed or nonce"),
        ((str(SECRET.commitment),), "Check one shuffle of caribbean-rules."),
    ],
)
def test_the_verifier_says_what_is_wrong(arguments, reason):
    """A reveal that is not the one promised ends with 1 and without a deck."""
    ran = _verify(REVEAL.to_json(), *arguments)
    assert (1, "") == (ran.returncode, ran.stdout)
    assert ran.stderr.startswith(reason)


@pytest.mark.parametrize("change", [{"shuffle": "caribbean-rules/shuffle/2"}, {"server_seed": "ab" * 33}])
def test_the_verifier_refuses_what_is_no_such_reveal(change):
    """A reveal of another shuffle, or with a seed of another length, is not checked by the rules of this one."""
    commitment = hashlib.sha256(bytes.fromhex("ab" * 33)).hexdigest()
    ran = _verify(json.dumps(FIELDS | change), commitment, b"lucky".hex(), "7")
    assert (1, "WRONG: this is no reveal of caribbean-rules/shuffle/1\n") == (ran.returncode, ran.stderr)
