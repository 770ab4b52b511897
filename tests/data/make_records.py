"""Write `records/*.json`: rounds of every kind as this version records them. Later versions must read all of them.

Run it by hand for a new kind of record only, and under a new name: a file that was published never changes.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from caribbean.actions import Change, Fold, Play
from caribbean.cards import CARDS
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.payouts import Stakes
from caribbean.rounds import Round
from decks import METER, dealt, shuffled, stacked, three_boxes

FOLDER = Path(__file__).parent / "records"
HOST = {"id": "r-0001", "at": "2026-01-31T12:00:00Z", "mode": "free", "terminal": {"no": 7, "names": ["α", "b"]}}
ROYAL = "As Ks Qs Js Ts"
STEEL = "9d 8d 7d 6d 5d"
BEATEN = "2c 2h 4h 4d 8h"


def _first(round_: Round, count: int) -> Change:
    return Change([CARDS[card_id] for card_id in round_.seats[round_.turn].cards[:count]])


def records() -> dict[str, Round]:
    """Rounds by the name of their file."""
    source = random.Random("records")
    stakes = {2: Stakes(ante=1_00), 3: Stakes(ante=2_50), 6: Stakes(ante=100_00)}
    opened = Round.start(CARIBBEAN_POKER, stakes, shuffled(source), funds=500_00, context=HOST)
    changed = opened.apply(_first(opened, 2))
    played = changed.apply(Play(), funds=480_00)
    done = played.apply(_first(played, 5)).apply(Play())
    hold_em = dealt(CARIBBEAN_HOLDEM, shuffled(source), funds=15_00, context=HOST)
    royal = dealt(PROGRESSIVE_CARIBBEAN_POKER, stacked([ROYAL], BEATEN), context=HOST)
    steel = dealt(CYBER_CARIBBEAN_STUD, stacked([STEEL], BEATEN))
    shared = dealt(three_boxes(shares="equal"), stacked([STEEL, ROYAL, "9s 8s 7s 6s 5s"], BEATEN), boxes=3)
    for action in (Play(), Play(), Fold()):
        shared = shared.apply(action)
    return {
        "000-royal-flush": royal.apply(Play()).close(meter=METER),
        "000-by-the-house": royal.complete().close(meter=METER),
        "000-open": royal,
        "000-void": royal.apply(Play()).void("the lights went out"),
        "002-open": opened,
        "002-changed": changed,
        "002-second-box": played,
        "002-ready": done,
        "002-settled": done.close(),
        "002-void": changed.void("the lights went out"),
        "003-waiting-for-money": hold_em,
        "003-called": hold_em.apply(Play(), funds=20_00),
        "003-settled": hold_em.apply(Play(), funds=20_00).close(),
        "003-folded": hold_em.apply(Fold()).close(),
        "004-prize-after-fold": steel.apply(Fold()).close(meter=METER),
        "004-open": steel,
        "004-settled": steel.apply(Play()).close(meter=METER),
        "004-void": steel.void("the lights went out"),
        "custom-equal-shares": shared.close(meter=METER),
    }


if __name__ == "__main__":
    for name, round_ in records().items():
        path = FOLDER / f"{name}.json"
        if not path.exists():
            path.write_text(round_.to_json() + "\n", encoding="utf-8")
