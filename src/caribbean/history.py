"""The log of a host: rounds, money and jackpots in one SQLite file, each operation one transaction and safe to repeat.

Knows rounds from outside only: it stores their records, books what they say is staked and returned, and lends them the
meter. What is right in a round, the round decides. Times and ids come from the host; nothing here reads a clock.
"""

from __future__ import annotations

import hashlib
import os
from typing import Self

from .errors import (
    ConflictError,
    DamagedHistoryError,
    InputError,
    InputTypeError,
    OpenRoundError,
    UnknownKeyError,
    shown,
)
from .fairness import Reveal, ServerSeed
from .journal import Journal
from .ledger import Booking, Purse, refuse_other
from .money import MAX_EXPONENT, MAX_UNITS, format_amount
from .plain import check_text
from .proof import chained, decisions_digest, disagreements, latest_link
from .roundlog import Cipher, RoundLog, Row, StoredRound, check_ciphers
from .rounds import Round
from .roundstate import Movement, Phase

__all__ = ["Booking", "History", "Purse", "StoredRound"]

_LONGEST_WAIT = 1_000_000
"""SQLite counts the milliseconds of a timeout in 32 bits."""


class History(RoundLog):
    """Rounds, purses and meters in a file. One connection: for one thread, while other processes open the file too.

    A call that raised has written nothing; a call that got no answer is made again with the same arguments, and what it
    did before is not done twice.
    """

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        seal: Cipher | None = None,
        unseal: Cipher | None = None,
        currency: str | None = None,
        exponent: int | None = None,
        read_only: bool = False,
        timeout: float = 5.0,
    ) -> Self:
        """Open a history, or begin one where there is no file.

        `seal` and `unseal` (bytes to bytes) lock the records of open rounds and the server seeds away; without them
        they are stored in the clear. A history has one currency: that of its first opening, USD with 2 decimals unless
        said otherwise. `timeout` is how many seconds a call waits for another process that writes.
        """
        check_ciphers(seal, unseal)
        if currency is not None:
            check_text(currency, "the currency")
        _check_numbers(exponent, timeout)
        wanted = {"currency": currency, "exponent": None if exponent is None else str(exponent)}
        created = {"currency": currency or "USD", "exponent": str(2 if exponent is None else exponent)}
        journal = Journal.open(path, created_with=created, read_only=read_only, timeout=timeout)
        history = cls(journal, seal, unseal)
        has = {"currency": history.currency, "exponent": str(history.exponent)}
        differing = [
            f"{name} is {has[name]}, not {said}" for name, said in wanted.items() if said not in (None, has[name])
        ]
        if differing:
            journal.close()
            raise ConflictError(journal.path, differing)
        return history

    # ---- rounds: from the deal to the payment -----------------------------------------------------------------------

    def start(
        self,
        round_: Round,
        *,
        player: str,
        jackpot: str | None = None,
        seed: ServerSeed | None = None,
        client_seed: bytes = b"",
        nonce: int = 0,
        at: str = "",
    ) -> Round:
        """Take the stakes of a round just dealt, feed the jackpot with its progressive ones (R-83), and store it.

        `jackpot` names the meter; it is needed where a share of it can be won. With `seed` (and the client seed and
        nonce that made the deck) the log can reveal it once the round is over. A deck serves one round (R-1).
        `FundsError` where the balance at the table does not cover the stakes.
        """
        self._check_start(round_, player, jackpot, seed)
        with self._writing(at):
            found = self._latest(round_.key)
            if found is not None:
                self._check_same_start(found, round_, player, jackpot, seed, client_seed, nonce)
                return round_
            round_id = self._keep_round(round_, player, jackpot, at)
            if seed is not None:
                self._keep_seed(round_, round_id, seed, client_seed, nonce)
            self._keep_step(round_id, round_, at)
            self._check_room(round_, player, jackpot)
            self._take(round_id, round_, player, at)
            if jackpot is not None:
                self._contribute(round_id, round_, jackpot, at)
        return round_

    def save(self, round_: Round, *, at: str = "") -> Round:
        """Store where an open round stands, and take what its decisions have staked since.

        `ConflictError` where the log has the round elsewhere by now: another process was faster.
        """
        _check_round(round_)
        if round_.over:
            raise InputError(f"the round is {round_.phase} already; the log settles it itself, by close() or void()")
        with self._writing(at):
            row = self._row(round_.key)
            if self._is_new(row, round_):
                self._keep_step(row.id, round_, at)
                self._take(row.id, round_, row.player, at)
        return round_

    def close(self, round_: Round | str, *, at: str = "") -> Round:
        """Settle a round with its jackpot as it stands, and pay it: record, credits and prizes in one transaction.

        Takes the round, with decisions that are not stored yet if there are any, or its key. A round that is settled
        already is given back as it was settled, and nothing is paid.
        """
        with self._writing(at):
            row = self._row(_key(round_))
            given = round_ if isinstance(round_, Round) and not round_.over else None
            new = given is not None and self._is_new(row, given)
            if row.over:
                stored = self._round(row)
                _refuse_other_end(stored, round_)
                return stored.close()
            latest = given is not None and (new or len(given.events) == row.decisions)
            open_ = given if given is not None and latest else self._round(row)
            staked = any(seat.stakes.progressive for seat in open_.seats)
            closed = open_.close(meter=self.meter(row.jackpot) if row.jackpot and staked else None)
            if isinstance(round_, Round) and round_.over:
                _refuse_other_end(closed, round_)
            self._take(row.id, closed, row.player, at)
            self._keep_step(row.id, closed, at)
            self._give("return", row.id, closed, row.player, at)
            self._award(row.id, closed, row.jackpot, at)
        return closed

    def void(self, round_: Round | str, reason: str, *, at: str = "") -> Round:
        """Call a round off as the log has it: every stake comes back, its contributions are reversed (R-74)."""
        with self._writing(at):
            row = self._row(_key(round_))
            stored = self._round(row)
            if stored.phase is Phase.VOID:
                refuse_other(row.key, {"the reason": reason}, (stored.void_reason,))
                return stored
            voided = stored.void(reason)
            self._keep_step(row.id, voided, at)
            self._give("refund", row.id, voided, row.player, at)
            self._reverse(row, at)
        return voided

    def reveal(self, round_: Round | str) -> Reveal:
        """The reveal of a round that is over; `OpenRoundError` before, since the seed tells every card to come."""
        row = self._row(_key(round_))
        if not row.over:
            raise OpenRoundError(f"round {row.key} is open; its seed is revealed when it is over")
        found = self._journal.row("SELECT seed, sealed, client_seed, nonce FROM seeds WHERE round = ?", row.id)
        if found is None:
            raise UnknownKeyError(f"round {row.key} was started without a seed")
        seed = ServerSeed(self._opened(found[0], found[1], row.key))
        return seed.reveal(client_seed=found[2], nonce=found[3])

    def check(self, *, sealed: bool = True) -> list[str]:
        """Prove the books: what disagrees, a line each; an empty list where all of it adds up.

        Every round is replayed from its record and held against the money that moved for it, every balance against the
        sum of what came in and went out, every meter against its entries (R-81), and the chain over all steps link by
        link. Nobody else's writing is waited for. An auditor who has no `unseal` asks with `sealed=False`: the open
        rounds and the seeds that are sealed are then believed.
        """
        found: list[str] = []
        try:
            with self._journal.transaction(writes=False):
                for problem in disagreements(self._journal, self._opened, sealed=sealed):
                    found.append(problem)  # one by one: what was found stands, also where the rest cannot be read
        except DamagedHistoryError as error:
            found.append(str(error))
        return found

    # ---- writing, inside a transaction ------------------------------------------------------------------------------

    def _keep_round(self, round_: Round, player: str, jackpot: str | None, at: str) -> int:
        deck = hashlib.sha256(round_.deck.ids).hexdigest()
        found = self._journal.row("SELECT round_key FROM rounds WHERE deck = ?", deck)
        if found is not None:  # whoever saw the one round would know the cards of the other
            raise ConflictError(round_.key, [f"its deck was dealt before, in round {found[0]}"])
        return self._journal.insert("rounds", round_key=round_.key, player=player, jackpot=jackpot, deck=deck, at=at)

    def _keep_step(self, round_id: int, round_: Round, at: str) -> None:
        sealed = not round_.over and self._seal is not None
        decisions = len(round_.events)
        step = {
            "round": round_id,
            "step": decisions + round_.over,
            "decisions": decisions,
            "status": round_.phase.value,
            "digest": decisions_digest(round_, decisions),
            "sealed": int(sealed),
            "record": self._written(round_, sealed),
            "at": at,
        }
        self._journal.insert("steps", **step, chain=chained(latest_link(self._journal), round_.key, *step.values()))

    def _written(self, round_: Round, sealed: bool) -> bytes:
        record = round_.to_json().encode()
        return self._locked(record) if sealed else record

    def _check_room(self, round_: Round, player: str, jackpot: str | None) -> None:
        """Refuse a round whose win could not be paid, before anything is dealt on it: its close must not fail."""
        meter = self.meter(jackpot).units if jackpot is not None else None
        wins = (
            round_.variant.max_win(
                ante=seat.stakes.ante,
                progressive=seat.stakes.progressive,
                jackpot=meter if seat.stakes.progressive else None,
            )
            for seat in round_.seats
        )
        if self.balance(player, "table") + sum(wins) > MAX_UNITS:
            most = format_amount(MAX_UNITS, self.exponent)
            raise InputError(f"with what this round can win, the table of {player} could pass {most} (2**63 - 1 units)")

    def _take(self, round_id: int, round_: Round, player: str, at: str) -> None:
        """Take the stakes that were not taken before: the balance is looked at and spent under the same lock."""
        taken = {key for (key,) in self._journal.rows("SELECT key FROM movements WHERE round = ?", round_id)}
        due = [debit for debit in round_.debits if debit.key not in taken]
        self._cover(player, "table", sum(debit.units for debit in due))
        for debit in due:
            self._move("stake", -debit.units, debit, round_id, player, at)

    def _give(self, kind: str, round_id: int, round_: Round, player: str, at: str) -> None:
        for credit in round_.credits:
            self._move(kind, credit.units, credit, round_id, player, at)

    def _move(self, kind: str, units: int, movement: Movement, round_id: int, player: str, at: str) -> None:
        box, wager = movement.box, movement.wager
        self._post(player, "table", units, key=movement.key, kind=kind, round=round_id, box=box, wager=wager, at=at)

    def _contribute(self, round_id: int, round_: Round, jackpot: str, at: str) -> None:
        meter = self.meter(jackpot)
        for debit in round_.debits:
            if debit.wager == "progressive":
                meter, entry = meter.contribute(debit.units, key=f"{debit.key}/contribution")
                self._enter(jackpot, meter, entry, at=at, round_id=round_id)

    def _award(self, round_id: int, closed: Round, jackpot: str | None, at: str) -> None:
        meter = closed.meter_before
        for entry in closed.awards:
            if meter is None or jackpot is None:
                raise ConflictError(closed.key, ["a prize was won, and the round belongs to no meter"])
            meter = meter.after(entry)
            self._enter(jackpot, meter, entry, at=at, round_id=round_id)

    def _reverse(self, row: Row, at: str) -> None:
        if row.jackpot is None:
            return
        keys = self._journal.rows("SELECT key FROM meter_entries WHERE round = ? ORDER BY number", row.id)
        meter = self.meter(row.jackpot)
        for (key,) in keys:
            contribution = self._entry(key)
            if contribution is not None:
                meter, entry = meter.reverse(contribution, key=f"{key}/reversal")
                self._enter(row.jackpot, meter, entry, at=at, round_id=row.id)

    def _keep_seed(self, round_: Round, round_id: int, seed: ServerSeed, client_seed: bytes, nonce: int) -> None:
        if seed.permutation(client_seed=client_seed, nonce=nonce) != round_.deck.ids:
            raise InputError("the deck of the round does not come from this seed, client seed and nonce")
        commitment = str(seed.commitment)
        if self._journal.row("SELECT 1 FROM seeds WHERE commitment = ?", commitment):
            # With any other nonce too: the reveal of the one round would tell every card of the other.
            raise ConflictError(commitment, ["this server seed was used before; each round takes a fresh one"])
        self._journal.insert(
            "seeds",
            commitment=commitment,
            nonce=nonce,
            client_seed=client_seed,
            round=round_id,
            sealed=self._seal is not None,
            seed=self._locked(seed.expose()),
        )

    # ---- checking ---------------------------------------------------------------------------------------------------

    def _check_start(self, round_: Round, player: str, jackpot: str | None, seed: object) -> None:
        _check_round(round_)
        if seed is not None and not isinstance(seed, ServerSeed):
            raise InputTypeError(f"the seed must be a ServerSeed, not {type(seed).__name__}")
        check_text(player, "the player")
        if round_.events or round_.over:
            raise InputError("a round is started as it was dealt, before the first decision")
        if jackpot is not None:
            check_text(jackpot, "the name of a jackpot")
            if round_.variant.progressive is None:
                raise InputError(f"{round_.variant.name} has no jackpot")
        elif round_.needs_meter:
            raise InputError("a box staked on a share of the meter, so the round needs the name of its jackpot")
        money = (round_.variant.currency, round_.variant.exponent)
        if money != (self.currency, self.exponent):
            has = f"{self.currency} with {self.exponent} decimals"
            raise InputError(f"this history is in {has}, the game in {money[0]} with {money[1]}")

    def _check_same_start(
        self,
        row: Row,
        round_: Round,
        player: str,
        jackpot: str | None,
        seed: ServerSeed | None,
        client_seed: bytes,
        nonce: int,
    ) -> None:
        first = self._journal.row("SELECT digest FROM steps WHERE round = ? AND step = 0", row.id)
        kept = self._journal.row("SELECT commitment, client_seed, nonce FROM seeds WHERE round = ?", row.id)
        given = (str(seed.commitment), client_seed, nonce) if seed is not None else None
        asked: dict[str, object] = {"the player": player, "the jackpot": jackpot, "the seed": given}
        refuse_other(row.key, asked, (row.player, row.jackpot, kept))
        if first != (decisions_digest(round_, 0),):
            raise ConflictError(row.key, ["it was dealt with other funds"])

    def _is_new(self, row: Row, round_: Round) -> bool:
        """Whether an open round goes on from the stored one; False where it is stored already, else a conflict."""
        decisions = len(round_.events)
        same = self._journal.row("SELECT digest FROM steps WHERE round = ? AND decisions = ?", row.id, decisions)
        if same is not None and same[0] == decisions_digest(round_, decisions):
            return False
        if row.over:
            raise ConflictError(row.key, [f"the round is {row.status} already, after other decisions"])
        if row.decisions < decisions and row.digest == decisions_digest(round_, row.decisions):
            return True
        raise ConflictError(row.key, [f"the log has other decisions, of which there are {row.decisions} by now"])


def _check_numbers(exponent: object, timeout: object) -> None:
    if exponent is not None and type(exponent) is not int:
        raise InputTypeError(f"the exponent of a currency is a whole number, not {shown(exponent)}")
    if isinstance(exponent, int) and not 0 <= exponent <= MAX_EXPONENT:
        raise InputError(f"the exponent of a currency is from 0 to {MAX_EXPONENT}, not {shown(exponent)}")
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)):
        raise InputTypeError(f"the timeout is a number of seconds, not {shown(timeout)}")
    if not 0 <= timeout <= _LONGEST_WAIT:
        raise InputError(f"the timeout is from 0 to {_LONGEST_WAIT} seconds, not {shown(timeout)}")


def _check_round(round_: object) -> None:
    if not isinstance(round_, Round):
        raise InputTypeError(f"a Round is needed, not {type(round_).__name__}")


def _key(round_: object) -> str:
    if isinstance(round_, str):
        return round_
    if isinstance(round_, Round):
        return round_.key
    raise InputTypeError(f"a Round or its key is needed, not {type(round_).__name__}")


def _refuse_other_end(stored: Round, given: Round | str) -> None:
    if isinstance(given, Round) and given.over and given.to_json() != stored.to_json():
        raise ConflictError(given.key, [f"the log has the round {stored.phase}, and not as it is given here"])
