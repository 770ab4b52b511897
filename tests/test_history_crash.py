"""Processes that die or meet over one history: what was answered is there, nothing is there twice, all of it adds up.

The processes are killed by SIGKILL while they work. After each time the history is opened as after a crash of a host.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from caribbean.actions import Fold, Play
from caribbean.games import CARIBBEAN_POKER
from caribbean.roundstate import Phase
from histories import ANTE, PURSE, dealt, filled, opened, raw, table
from history_worker import REFUSALS, call

WORKER = Path(__file__).parent / "history_worker.py"
TABLES = ("rounds", "steps", "movements", "meter_entries", "seeds")

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")


def at_work(*arguments):
    """A worker of its own process."""
    return subprocess.Popen(
        [sys.executable, str(WORKER), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def let_go(workers):
    """Start all of them at once, when all are ready."""
    assert ["ready\n"] * len(workers) == [worker.stdout.readline() for worker in workers]
    for worker in workers:
        worker.stdin.write("go\n")
        worker.stdin.flush()


def killed(workers):
    """End the workers wherever they are; none may have ended by itself, with an error."""
    for worker in workers:
        worker.send_signal(signal.SIGKILL)
    for worker in workers:
        _, complaint = worker.communicate()
        assert (-signal.SIGKILL, "") == (worker.returncode, complaint)


def diary(path):
    """What a worker asked and was answered: (name, arguments, the answer or None where it died before it came)."""
    calls = []
    for line in path.read_text().splitlines():
        kind, *rest = json.loads(line)
        if kind == "ask":
            calls.append((*rest, None))
        elif kind == "answer":
            calls[-1] = (*calls[-1][:2], rest[0])
        else:
            calls.pop()
    return calls


def rows(history):
    """How many rows each table has."""
    return [raw(history, f"SELECT count(*) FROM {name}")[0][0] for name in TABLES]


def holds_together(history):
    """The books prove right, and of each player: what he holds is what he paid in, and what his rounds made of it."""
    assert history.check() == []
    players = [player for (player,) in raw(history, "SELECT DISTINCT player FROM movements")]
    for player in players:
        bookings = list(history.bookings(player))
        paid_in = sum(b.units for b in bookings if b.kind == "deposit")
        won = sum(settlement.net for stored in history.rounds(player=player) for settlement in stored.round.settlements)
        purses = history.balance(player, "account") + history.balance(player, "table")
        assert paid_in + won == purses + history.held(player)
        assert history.held(player) == sum(stored.round.held for stored in history.open_rounds(player))


def asked_again(history, calls):
    """Every call of a diary made again: the answered ones change nothing, the last one happens once at the most."""
    before = rows(history)
    for name, arguments, answer in calls:
        if answer is not None:
            assert answer == call(history, name, arguments)
    assert before == rows(history)
    if calls and calls[-1][2] is None:
        outcomes = [tried(history, *calls[-1][:2]) for _ in range(2)]
        assert outcomes[0] == outcomes[1]
        assert outcomes[0] is not None or before == rows(history)


def tried(history, name, arguments):
    """The answer to a call and the rows after it; None where another worker was faster and it is refused."""
    try:
        return call(history, name, arguments), rows(history)
    except REFUSALS:
        return None


def finish(history):
    """Every open round resumes and is played to its end."""
    for stored in history.open_rounds():
        round_ = stored.round
        while round_.phase is not Phase.READY:
            round_ = round_.apply(Fold() if Fold() in round_.legal_actions() else Play())
        history.close(round_)
    assert history.open_rounds() == ()


def crash(path, times, seed):
    """Let two workers play on one history, kill them, look at everything; again and again on the same file."""
    dice = random.Random(seed)
    pairs = ([at_work("play", path, f"{name}.{number}") for name in ("ann", "bob")] for number in range(times))
    workers = next(pairs)
    for number in range(times):
        let_go(workers)
        time.sleep(dice.uniform(0.0, 0.5))
        killed(workers)
        workers = next(pairs, [])  # they get ready meanwhile
        with opened(path) as history:
            holds_together(history)
            for written in sorted(path.parent.glob(f"*.{number}.diary")):
                asked_again(history, diary(written))
            if number % 4 == 3 or number == times - 1:
                finish(history)
                holds_together(history)


@pytest.mark.parametrize("seed", range(4))
def test_killed_at_any_point_nothing_is_lost_and_nothing_is_twice(tmp_path, seed):
    """Five times each on one file, from before it exists; twenty in all. `long` does it two hundred times."""
    crash(tmp_path / "log.db", 5, seed)
    with opened(tmp_path / "log.db") as history:
        assert history.count() > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_killed_two_hundred_times(tmp_path, seed):
    """Ten times each on one file."""
    crash(tmp_path / "log.db", 10, seed)


def test_a_crash_between_commit_and_answer_pays_once(tmp_path):
    """The process commits the settlement and dies before it can say so; whoever asks again gets the same, unpaid."""
    path = tmp_path / "log.db"
    with filled(path) as history:
        round_ = history.start(dealt(), player="ann").apply(Play())
        record = round_.to_json()
    dies = "import os, sys; from histories import *; h = opened(sys.argv[1]); h.close(Round.from_json(sys.argv[2])); "
    done = subprocess.run(
        [sys.executable, "-c", f"{dies} os.kill(os.getpid(), 9)", str(path), record],
        cwd=WORKER.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (-signal.SIGKILL, "") == (done.returncode, done.stderr)
    with opened(path) as history:
        there, before = table(history), rows(history)
        assert round_.close() == history.close(round_)
        assert (there, before) == (table(history), rows(history))
        assert PURSE - 3 * ANTE + sum(s.returned for s in round_.close().settlements) == there
        assert history.check() == []


def test_two_processes_write_the_same_step_and_one_wins(tmp_path):
    """Of two decisions for one box the first is kept, and the other process is told that the log has another."""
    path = tmp_path / "log.db"
    with filled(path) as history:
        for _ in range(20):
            history.start(dealt(game=CARIBBEAN_POKER), player="ann")
    racers = [at_work("race", path, wish) for wish in ("Fold", "Play")]
    let_go(racers)
    ended = [racer.communicate() for racer in racers]
    assert ["", ""] == [complaint for _, complaint in ended]
    folds, plays = (said.splitlines() for said, _ in ended)
    assert 20 == len(folds) == len(plays)
    for fold, play in zip(folds, plays, strict=True):
        assert 1 == [fold, play].count("won")
        assert "the log has other decisions, of which there are 1 by now" in fold + play
    with opened(path) as history:
        assert plays.count("won") == sum(stored.round.seats[0].played for stored in history.open_rounds())
        assert PURSE - 20 * ANTE - plays.count("won") * 2 * ANTE == table(history)
        assert history.check() == []


def test_processes_that_open_a_new_history_at_once_share_it(tmp_path):
    """One of them makes it, the others wait for that; every deposit is there."""
    path = tmp_path / "log.db"
    makers = [at_work("create", path) for _ in range(4)]
    let_go(makers)
    assert [(f"{ANTE}\n", "")] * 4 == [maker.communicate() for maker in makers]
    with opened(path) as history:
        assert [ANTE] * 4 == [history.balance(str(maker.pid), "account") for maker in makers]
        assert history.check() == []
