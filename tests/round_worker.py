"""Another process that goes on with rounds: it knows of each only what its record says.

Reads lines of JSON, `{"record": …, "do": […]}`, and answers each with the record after those steps.
"""

from __future__ import annotations

import json
import subprocess
import sys

import msgspec

from caribbean.actions import Change, Fold, Play
from caribbean.jackpot import Meter
from caribbean.rounds import Round


def told(action, *, funds=None, by="player"):
    """A decision as the worker is told of it."""
    return [type(action).__name__, str(action) if isinstance(action, Change) else None, funds, by]


def done(round_, step):
    """A round after a step, as the worker takes it."""
    name, detail, *more = step
    match name:
        case "Close":
            return round_.close(meter=None if detail is None else Meter.from_plain(detail))
        case "Void":
            return round_.void(detail)
        case "Complete":
            return round_.complete(funds=detail)
    funds, by = more
    action = Change(detail) if name == "Change" else Fold() if name == "Fold" else Play()
    return round_.apply(action, funds=funds, by=by)


class Worker:
    """A process of its own, kept running, since starting one takes longer than a thousand rounds."""

    def __init__(self):
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def go_on(self, record: str, *steps) -> str:
        """The record that the other process writes after these steps."""
        self._process.stdin.write(json.dumps({"record": record, "do": steps}) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def stop(self):
        """End the process."""
        self._process.stdin.close()
        self._process.wait(timeout=30)
        self._process.stdout.close()


def main():
    """Answer until there is nothing more to read."""
    for line in sys.stdin:
        asked = msgspec.json.decode(line)
        round_ = Round.from_json(asked["record"])
        for step in asked["do"]:
            round_ = done(round_, step)
        print(json.dumps(round_.to_json()), flush=True)


if __name__ == "__main__":
    main()
