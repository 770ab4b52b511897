"""The oracle itself: hands and boxes worked out on paper, and the counts that everybody publishes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import reference

CASES = json.loads(Path(__file__).with_name("data").joinpath("public.json").read_text(encoding="utf-8"))


def _cents(text: str) -> int:
    whole, decimals = text.split(".")
    return int(whole + decimals)


def _texts(cards: str) -> list[str]:
    return [card.replace("10", "T") for card in cards.split()]


def test_the_oracle_knows_7462_classes_with_the_published_count_in_each_category():
    """The oracle finds as many different strengths in each category as are published."""
    found = Counter(reference.CATEGORIES[key[0]] for key in reference.classes())
    expected = {
        "royal-flush": 1,
        "straight-flush": 9,
        "four-of-a-kind": 156,
        "full-house": 156,
        "flush": 1277,
        "straight": 10,
        "three-of-a-kind": 858,
        "two-pair": 858,
        "pair": 2860,
        "ace-king": 164,
        "high-card": 1113,
    }
    assert expected == found
    assert 7462 == found.total()


@pytest.mark.parametrize("case", CASES["category"], ids=lambda case: case["cards"])
def test_the_oracle_puts_public_hands_into_their_category(case):
    """The oracle agrees with public cases on the category of a hand."""
    assert case["category"] == reference.best(_texts(case["cards"]))[0]


@pytest.mark.parametrize("case", CASES["compare"], ids=lambda case: case["why"])
def test_the_oracle_orders_public_hands(case):
    """The oracle agrees with public cases on which of two hands is better, or that they tie."""
    left, right = (reference.best(_texts(case[side]))[1] for side in ("left", "right"))
    order = ">" if left > right else "<" if left < right else "="
    assert case["order"] == order


@pytest.mark.parametrize("game", ["progressive-caribbean-poker", "caribbean-poker", "cyber-caribbean-stud"])
@pytest.mark.parametrize("case", CASES["settle_stud"], ids=lambda case: case["why"])
def test_the_oracle_settles_public_stud_boxes(game, case):
    """The oracle nets what the public cases net, in each of the three stud games."""
    _, lines = reference.settle(
        game, player=_texts(case["player"]), dealer=_texts(case["dealer"]), action=case["action"], ante=10_00
    )
    assert _cents(case["net"]) == reference.net(lines)


@pytest.mark.parametrize("case", CASES["settle_holdem"], ids=lambda case: case["why"])
def test_the_oracle_settles_public_holdem_boxes(case):
    """The oracle nets what the public cases net in Caribbean Hold'em."""
    player, dealer, board = (_texts(case[key]) for key in ("player", "dealer", "board"))
    _, lines = reference.settle(
        "caribbean-holdem", player=player, dealer=dealer, board=board, action=case["action"], ante=10_00
    )
    assert _cents(case["net"]) == reference.net(lines)


def test_the_oracle_pays_the_two_sums_of_the_sheet():
    """R-40: with an ante of 10, a full house wins 150 in all and a royal flush 2,010."""
    dealer = _texts("Ac Kc 8d 7h 3s")
    full_house = reference.settle("caribbean-poker", player=_texts("Ks Kh Kd 4s 4h"), dealer=dealer, ante=10_00)[1]
    royal_flush = reference.settle("caribbean-poker", player=_texts("Ts Js Qs Ks As"), dealer=dealer, ante=10_00)[1]
    assert 150_00 == reference.net(full_house)
    assert 2_010_00 == reference.net(royal_flush)


def test_the_oracle_computes_hmac_as_published():
    """HMAC-SHA256 test cases 1, 2 and 6 of RFC 4231: a short key, a shorter one, and one longer than a block."""
    expected = [
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ]
    given = [
        (b"\x0b" * 20, b"Hi There"),
        (b"Jefe", b"what do ya want for nothing?"),
        (b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First"),
    ]
    assert expected == [reference.hmac_sha256(key, message).hex() for key, message in given]
