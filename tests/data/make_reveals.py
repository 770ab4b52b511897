"""Writes `reveals.json`: 1,000 published shuffles, computed by `docs/verify_shuffle.py`, so without the library.

    python tests/data/make_reveals.py

The file never changes: a round on record is repeated from its seeds. The inputs come from SHA-256 of a label and a
number, after some that stand at an edge.
"""

from __future__ import annotations

import hashlib
import json
import runpy
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
COLUMNS = ["server_seed", "commitment", "client_seed", "nonce", "order"]
COUNTING = bytes(range(32))
# Of some seven million shuffles one meets a word that would favour small numbers and is passed over. These nonces of
# the seed `COUNTING` do, at the first, the 34th and the fifth word; a search found them.
PASSED_OVER = [7128005, 11524181, 12442508]
EDGE_SEEDS = [bytes(32), b"\xff" * 32, COUNTING, bytes(31) + b"\x01", b"\x01" + bytes(31)]
EDGE_NONCES = [0, 1, 255, 256, 2**31 - 1, 2**31, 2**32, 2**53, 2**53 + 1, 2**63 - 1]
# Around the block of SHA-256 and its padding, and around the limit.
EDGE_LENGTHS = [1, 7, 8, 9, 14, 15, 22, 23, 30, 31, 32, 55, 56, 63, 64, 65, 119, 120, 255, 256, 257, 1023, 1024]


def from_label(label: str, number: int, length: int) -> bytes:
    """So many bytes that look random and are the same everywhere."""
    blocks = (hashlib.sha256(f"{label} {number} {block}".encode()).digest() for block in range(length // 32 + 1))
    return b"".join(blocks)[:length]


def inputs() -> Iterator[tuple[bytes, bytes, int]]:
    """Server seed, client seed and nonce of each of the vectors, edges first."""
    yield from ((COUNTING, b"", nonce) for nonce in PASSED_OVER)
    yield from ((seed, b"", 0) for seed in EDGE_SEEDS)
    yield from ((COUNTING, b"edge", nonce) for nonce in EDGE_NONCES)
    yield from ((COUNTING, from_label("length", length, length), 0) for length in EDGE_LENGTHS)
    yield from ((COUNTING, text.encode(), 0) for text in ("Caribbean", "caribbean", "Antígua ♠", "\0", "\0\0"))
    for number in range(954):
        nonce = int.from_bytes(from_label("nonce", number, 8), "big") >> (1 + number % 63)
        yield from_label("server", number, 32), from_label("client", number, number % 25), nonce


def text() -> str:
    """The whole file, a vector a line."""
    shuffle = runpy.run_path(str(HERE.parents[1] / "docs" / "verify_shuffle.py"))["shuffle"]
    rows = []
    for server_seed, client_seed, nonce in inputs():
        order = bytes(shuffle(server_seed, client_seed, nonce))
        commitment = hashlib.sha256(server_seed).digest()
        rows.append(json.dumps([server_seed.hex(), commitment.hex(), client_seed.hex(), nonce, order.hex()]))
    about = "Bytes are hex; the first number of an order is the first card. Made by make_reveals.py."
    head = f'{{"about": {json.dumps(about)},\n"columns": {json.dumps(COLUMNS)},\n"vectors": [\n'
    return head + ",\n".join(rows) + "\n]}\n"


if __name__ == "__main__":
    HERE.joinpath("reveals.json").write_text(text(), encoding="utf-8")
