"""A process that works on a history until it is killed, or races another one. Run by `test_history_crash.py`.

`play` writes each call into a diary before it makes it, and its answer after: what the diary has answered must be in
the history, and a call without an answer may be.
"""

from __future__ import annotations

import json
import os
import random
import sys

from boxes import FAILS, ROYAL, STEEL_WHEEL
from caribbean.actions import Change
from caribbean.cards import Deck
from caribbean.errors import ConflictError, FundsError, IllegalActionError, OpenRoundError
from caribbean.fairness import ServerSeed
from caribbean.games import GAMES
from caribbean.payouts import Stakes
from caribbean.rounds import Round
from caribbean.roundstate import Phase
from histories import ANTE, RULE, SIDE, opened, stacked

SHARED = "both"
"""A player for whom every worker plays, so that they meet in his purse and in his rounds."""

REFUSALS = (FundsError, ConflictError, IllegalActionError, OpenRoundError)
"""What a worker may be told, because another one has spent the money or ended the round."""


def call(history, name, arguments):
    """Make a call that a diary has, and give its answer as JSON can hold it."""
    if name == "start":
        record, player, jackpot, seed = arguments
        more = {"seed": ServerSeed(bytes.fromhex(seed))} if seed else {}
        return history.start(Round.from_json(record), player=player, jackpot=jackpot, **more).key
    if name in ("save", "close"):
        return getattr(history, name)(Round.from_json(arguments[0])).to_json()
    if name == "void":
        return history.void(*arguments).to_json()
    if name == "adjust_meter":
        return history.adjust_meter("main", 1, key=arguments[0], reason="test", actor="worker").number
    player, units, key = arguments
    return getattr(history, name)(player, units, key=key)


class Worker:
    """Plays rounds of all games, at random, and writes its diary."""

    def __init__(self, path, name):
        self.dice = random.Random(name)
        self.name, self.number = name, 0
        self.diary = os.open(f"{path}.{name}.diary", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.history = opened(path, timeout=30.0)
        self.history.create_meter("main", RULE)

    def write(self, entry):
        """One line, in one piece, out of this process's hands."""
        os.write(self.diary, json.dumps(entry).encode() + b"\n")

    def call(self, name, *arguments):
        """Make a call between its two entries; whether it was made, or refused."""
        self.write(["ask", name, arguments])
        try:
            answer = call(self.history, name, arguments)
        except REFUSALS as error:
            self.write(["refused", str(error)])
            return False
        self.write(["answer", answer])
        return True

    def key(self):
        """A key that no other call has."""
        self.number += 1
        return f"{self.name}/{self.number}"

    def work(self):
        """Go on until somebody makes an end of it."""
        while True:
            player = self.dice.choice([self.name.split(".")[0], SHARED])
            doing = self.dice.random()
            if self.history.balance(player, "table") < 20 * ANTE:
                units = self.dice.randrange(50 * ANTE, 99 * ANTE)
                self.call("deposit", player, units, self.key())
                self.call("buy_in", player, units, self.key())
            elif doing < 0.05:
                self.call("adjust_meter", self.key())
            elif doing < 0.1:
                self.call("cash_out", player, self.dice.randrange(1, ANTE), self.key())
            elif doing < 0.3 and (waiting := self.history.open_rounds(player)):
                self.finish(self.dice.choice(waiting).round)
            else:
                self.finish(self.deal(player))

    def deal(self, player):
        """A new round, in any game, sometimes with the progressive wager and sometimes with a seed to reveal."""
        game = self.dice.choice(list(GAMES.values()))
        side = SIDE if game.progressive and self.dice.random() < 0.8 else 0
        boxes = self.dice.randint(1, game.boxes.player)
        seed = ServerSeed.fresh() if self.dice.random() < 0.5 else None
        deck = Deck.of_permutation(seed.permutation(client_seed=b"", nonce=0)) if seed else Deck.shuffled()
        if side and not seed:
            deck = stacked(self.dice.choice([ROYAL, STEEL_WHEEL]), FAILS)  # else hardly a prize would ever be won
        stakes = {box: Stakes(ante=ANTE, progressive=side) for box in range(1, boxes + 1)}
        round_ = Round.start(game, stakes, deck, context={"id": self.key()})
        exposed = seed.expose().hex() if seed else None
        started = self.call("start", round_.to_json(), player, "main" if side else None, exposed)
        return round_ if started else None

    def finish(self, round_):
        """Decide a round to its end, or leave it open, or call it off; every step may be the last."""
        while round_ is not None and round_.phase is not Phase.READY:
            ending = self.dice.random()
            if ending < 0.1:
                return
            if ending < 0.2:
                self.call("void", round_.key, "a test")
                return
            changes = [action for action in round_.legal_actions() if isinstance(action, Change)]
            plain = [action for action in round_.legal_actions() if not isinstance(action, Change)]
            wanted = changes if changes and self.dice.random() < 0.5 else plain
            round_ = round_.apply(self.dice.choice(wanted))
            if round_.phase is not Phase.READY or self.dice.random() < 0.5:
                saved = self.call("save", round_.to_json())
                round_ = round_ if saved else None
        if round_ is not None:
            self.call("close", round_.to_json())


def race(path, wish):
    """Decide every open round as wished, when told to go, and say of each whether that was first."""
    history = opened(path, timeout=30.0)
    decided = [
        next(stored.round.apply(a) for a in stored.round.legal_actions() if type(a).__name__ == wish)
        for stored in history.open_rounds()
    ]
    waited()
    for round_ in decided:
        try:
            history.save(round_)
            print("won", flush=True)
        except ConflictError as error:
            print(error, flush=True)


def create(path):
    """Open a history that is not there yet, when told to go."""
    waited()
    with opened(path, timeout=30.0) as history:
        print(history.deposit(str(os.getpid()), ANTE, key=str(os.getpid())), flush=True)


def waited():
    """Say that all is loaded, and go on when told to."""
    print("ready", flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    what, where, *rest = sys.argv[1:]
    if what == "play":
        waited()
        Worker(where, *rest).work()
    elif what == "race":
        race(where, *rest)
    else:
        create(where)
