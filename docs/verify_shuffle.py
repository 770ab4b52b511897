#!/usr/bin/env python3
"""Check one shuffle of caribbean-rules. This file uses Python alone and no part of the library.

    python verify_shuffle.py COMMITMENT CLIENT_SEED NONCE < reveal.json

COMMITMENT and NONCE were shown before the round; CLIENT_SEED is what the player sent, in hex ("" for none). Prints
the deck, first card first, or says what is wrong and ends with exit code 1.
"""

import hashlib
import json
import sys

NAME = "caribbean-rules/shuffle/1"


def hmac_sha256(key, message):
    """RFC 2104, for a key of at most 64 bytes."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def shuffle(server_seed, client_seed, nonce):
    """The 52 numbers of the deck, drawn from an urn: the first one drawn is the last card."""
    start = NAME.encode() + len(client_seed).to_bytes(8, "big") + client_seed + nonce.to_bytes(8, "big")
    urn, drawn, unread, blocks = list(range(52)), [], b"", 0
    while len(urn) > 1:
        if not unread:
            unread = hmac_sha256(server_seed, start + blocks.to_bytes(8, "big"))
            blocks += 1
        word, unread = int.from_bytes(unread[:4], "big"), unread[4:]
        if word >= 2**32 - 2**32 % len(urn):
            continue  # the few words that would favour small numbers
        pick = word % len(urn)
        drawn.append(urn[pick])
        urn[pick] = urn[-1]  # the last number of the urn fills the gap
        urn.pop()
    return (drawn + urn)[::-1]


def main(commitment, client_seed, nonce):
    """Compare the reveal on standard input with what was shown and sent, then print its deck."""
    reveal = json.load(sys.stdin)
    seed = bytes.fromhex(reveal["server_seed"])
    if reveal["shuffle"] != NAME or len(seed) != 32:
        sys.exit("WRONG: this is no reveal of " + NAME)
    if hashlib.sha256(seed).hexdigest() != commitment.lower():
        sys.exit("WRONG: the server seed does not have this commitment")
    if reveal["client_seed"] != client_seed.lower() or reveal["nonce"] != int(nonce):
        sys.exit("WRONG: the shuffle used another client seed or nonce")
    order = shuffle(seed, bytes.fromhex(client_seed), int(nonce))
    print(" ".join("23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in order))


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) == 4 else sys.exit(__doc__)
