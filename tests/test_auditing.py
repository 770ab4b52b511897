"""Auditing a log: whole records go through, touched ones are named, and returns are held against exact ones."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from caribbean import CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, GAMES, Deck, Fold, Play, Stakes
from caribbean.analysis import analyze
from caribbean.auditing import audit, log_size, read_log
from caribbean.cli.app import caribbean as cli
from caribbean.entries import MeterRule
from caribbean.errors import InputError, InputTypeError
from caribbean.fairness import ServerSeed
from caribbean.hands import hand_of
from caribbean.history import History
from caribbean.jackpot import Meter
from caribbean.rounds import Round
from histories import dealt, filled, raw, tamper

RULE = MeterRule(seed=10_000_00, to_meter=Fraction(7, 10), to_reserve=Fraction(1, 10))


def _finished(number: int, seed: int = 1) -> list[Round]:
    """Rounds of the four games in turn, decided by one simple rule."""
    draw = random.Random(seed)
    meter, _ = Meter.start(RULE, key="start")
    rounds = []
    for place in range(number):
        variant = list(GAMES.values())[place % len(GAMES)]
        side = 100 if variant.progressive and draw.random() < 0.5 else 0
        count = draw.randint(1, variant.boxes.player)
        boxes = sorted(draw.sample(range(1, variant.boxes.table + 1), count))
        stakes = {box: Stakes(ante=draw.randint(1_00, 100_00), progressive=side) for box in boxes}
        round_ = Round.start(variant, stakes, Deck.shuffled(draw.randbytes(32)), context={"id": place})
        while round_.seat is not None:
            good = hand_of(round_.seat.cards + round_.board).rank >= variant.qualifier
            round_ = round_.apply(Play() if good else Fold())
        round_ = round_.close(meter=meter if variant.progressive else None)
        meter = round_.meter_after or meter
        rounds.append(round_)
    return rounds


def _lines(rounds: list[Round]) -> list[tuple[str, str]]:
    return [(f"line {number}", round_.to_json()) for number, round_ in enumerate(rounds, start=1)]


def test_a_whole_log_goes_through_and_its_sums_are_those_of_its_settlements() -> None:
    """Boxes, stakes and nets of an audit are those of the settlements, progressive wagers left out."""
    rounds = _finished(60)
    found = audit(_lines(rounds), exact=False)
    assert (60, 60, 0, 0, ()) == (found.records, found.settled, found.void, found.open, found.disagreements)
    for game in found.returns:
        lines = [
            line
            for round_ in rounds
            if round_.variant == game.variant
            for settlement in round_.settlements
            for line in settlement.lines
            if line.wager != "progressive"
        ]
        assert sum(line.stake for line in lines) == game.staked
        assert sum(line.net for line in lines) == game.net


def test_records_that_disagree_are_named_with_their_reasons_and_left_out() -> None:
    """One edited amount and one that is no record: both named by place, the others audited."""
    lines = _lines(_finished(8))
    lines[2] = (lines[2][0], lines[2][1].replace('"net":"', '"net":"1', 1))
    lines[5] = (lines[5][0], "{}")
    found = audit(lines, exact=False)
    assert ["line 3", "line 6"] == [disagreement.place for disagreement in found.disagreements]
    assert any("net" in reason for reason in found.disagreements[0].reasons)
    assert (8, 6) == (found.records, found.settled)


def test_open_and_void_rounds_are_counted_and_settle_nothing() -> None:
    """A round that is not settled has no part in the returns."""
    opened = Round.start(CYBER_CARIBBEAN_STUD, Stakes(ante=10_00), Deck.shuffled(bytes(32)))
    found = audit(_lines([opened, opened.void("power cut")]), exact=False)
    assert (2, 0, 1, 1) == (found.records, found.settled, found.void, found.open)
    assert [0] == [game.boxes for game in found.returns]


def test_the_exact_return_is_that_of_the_analysis_weighted_by_the_antes() -> None:
    """Expected net = −edge × antes, variance = variance × squares of antes; z from both."""
    rounds = [round_ for round_ in _finished(40) if round_.variant == CYBER_CARIBBEAN_STUD]
    game = audit(_lines(rounds)).returns[0]
    figures = analyze(CYBER_CARIBBEAN_STUD)
    antes = [seat.stakes.ante for round_ in rounds for seat in round_.seats]
    assert -figures.house_edge * sum(antes) == game.expected_net
    assert figures.variance * sum(ante**2 for ante in antes) == game.variance
    assert game.z_score == pytest.approx(float(game.net - game.expected_net) / float(game.variance) ** 0.5)


def test_closed_boxes_are_tallied_apart_as_they_play_blind() -> None:
    """R-32: the third box decides nothing, so optimal play is no measure for it."""
    stakes = {1: Stakes(ante=1_00), 2: Stakes(ante=2_00), 5: Stakes(ante=5_00)}
    round_ = Round.start(CARIBBEAN_POKER, stakes, Deck.shuffled(bytes(32))).apply(Fold()).apply(Fold()).close()
    game = audit(_lines([round_]), exact=False).returns[0]
    assert (2, 3_00, 1, 5_00) == (
        game.open_boxes.boxes,
        game.open_boxes.antes,
        game.closed_boxes.boxes,
        game.closed_boxes.antes,
    )


def test_a_capped_game_says_why_it_has_no_exact_return() -> None:
    """With a cap (R-76) the return depends on the ante: that is said, and nothing else is lost."""
    variant = CYBER_CARIBBEAN_STUD.replace(name="capped", cap=100_00)
    round_ = Round.start(variant, Stakes(ante=10_00), Deck.shuffled(bytes(32))).apply(Fold()).close()
    game = audit(_lines([round_])).returns[0]
    assert (None, None) == (game.expected_net, game.z_score)
    assert game.why_not


def test_progress_is_told_and_ends_at_the_number_of_records() -> None:
    """The last call has all of them."""
    told: list[int] = []
    audit(_lines(_finished(5)), exact=False, progress=told.append)
    assert 5 == told[-1]


def test_a_history_and_a_file_of_lines_are_read_alike(tmp_path: Path) -> None:
    """The finished rounds of a database audit as those of a file with a record a line."""
    round_ = Round.start(CARIBBEAN_POKER, Stakes(ante=10_00), Deck.shuffled(bytes(32)))
    with History.open(tmp_path / "log.db") as history:
        history.deposit("ann", 100_00, key="d1")
        history.buy_in("ann", 100_00, key="b1")
        history.start(round_, player="ann")
        closed = history.close(round_.apply(Play()))
    (tmp_path / "log.jsonl").write_text(closed.to_json() + "\n\n", encoding="utf-8")
    from_history = audit(read_log(tmp_path / "log.db"), exact=False)
    from_lines = audit(read_log(tmp_path / "log.jsonl"), exact=False)
    assert from_lines.to_dict() == from_history.to_dict()
    assert 1 == from_lines.settled


@pytest.mark.parametrize("name", ["absent", "directory", "a\0b"])
def test_what_cannot_be_read_is_one_clear_error(tmp_path: Path, name: str) -> None:
    """A missing file, a directory, a name that can be none."""
    (tmp_path / "directory").mkdir()
    for read in (lambda path: list(read_log(path)), log_size):
        with pytest.raises(InputError, match=re.escape(name.replace("\0", "\\x00"))):
            read(tmp_path / name)


def test_a_path_of_a_log_is_a_path() -> None:
    """Anything else is a clear error."""
    with pytest.raises(InputTypeError, match="must be a path, not object"):
        list(read_log(object()))  # type: ignore[arg-type]


def test_a_line_that_is_no_text_is_one_disagreement(tmp_path: Path) -> None:
    """One bad byte spoils its own record; those before and after are audited."""
    lines = [round_.to_json().encode() for round_ in _finished(3)]
    lines[1] = lines[1].replace(b'"', b"\xff", 1)
    (tmp_path / "log.jsonl").write_bytes(b"\n".join([*lines, b"\xff\xfe\x00"]))
    found = audit(read_log(tmp_path / "log.jsonl"), exact=False)
    assert ["line 2", "line 4"] == [disagreement.place for disagreement in found.disagreements]
    assert (4, 2, 0) == (found.records, found.settled, found.open)


def test_a_round_that_ends_twice_in_a_log_counts_once() -> None:
    """The same record again is named and left out; an open record of the round and its end are two steps."""
    opened = Round.start(CYBER_CARIBBEAN_STUD, Stakes(ante=10_00), Deck.shuffled(bytes(32)))
    closed = opened.apply(Fold()).close()
    found = audit(_lines([opened, closed, closed, closed, opened]), exact=False)
    assert (5, 1, 1) == (found.records, found.settled, found.open)
    assert ["line 3", "line 4", "line 5"] == [disagreement.place for disagreement in found.disagreements]
    assert f"round {closed.key} stands in the log before" in found.disagreements[0].reasons[0]
    assert [1] == [game.boxes for game in found.returns]


# ---- histories ----------------------------------------------------------------------------------------------------


def _played(path: Path) -> History:
    """A sealed history with two finished rounds, one of them with a seed, and an open one."""
    history = filled(path)
    seed = ServerSeed.fresh()
    seeded = dealt(Deck.of_permutation(seed.permutation(client_seed=b"", nonce=0)))
    history.close(history.start(seeded, player="ann", seed=seed).apply(Fold()))
    history.close(history.start(dealt(), player="ann").apply(Fold()))
    history.start(dealt(), player="bob")
    return history


def test_the_books_of_a_sealed_history_are_audited_without_its_key(tmp_path: Path) -> None:
    """Open rounds and seeds stay sealed and are believed; nothing disagrees for it."""
    with _played(tmp_path / "log.db"):
        found = audit(read_log(tmp_path / "log.db"), exact=False)
        assert (2, 2, 0, ()) == (found.records, found.settled, found.open, found.disagreements)
        assert 2 == log_size(tmp_path / "log.db")


def test_books_that_do_not_add_up_are_a_disagreement(tmp_path: Path) -> None:
    """Money that was moved for no round is found beside records that all stand up; the command says so too."""
    with _played(tmp_path / "log.db") as history:
        tamper(history, "movements", "UPDATE movements SET units = units - 1 WHERE kind = 'stake' AND player = 'ann'")
    found = audit(read_log(tmp_path / "log.db"), exact=False)
    assert (2, 2) == (found.records, found.settled)
    assert ["books"] == [disagreement.place for disagreement in found.disagreements]
    assert any("ann holds" in reason for reason in found.disagreements[0].reasons)
    result = CliRunner().invoke(cli, ["audit", str(tmp_path / "log.db"), "--no-exact"])
    assert 1 == result.exit_code
    assert "books" in result.stdout


@pytest.mark.parametrize("record", [b"\xff\xfe", b"{}"])
def test_a_record_of_a_history_that_cannot_be_read_is_a_disagreement(tmp_path: Path, record: bytes) -> None:
    """The other rounds are audited."""
    with _played(tmp_path / "log.db") as history:
        tamper(history, "steps", "UPDATE steps SET record = ? WHERE round = 1 AND status = 'settled'", record)
        places = [f"round {stored}" for (stored,) in raw(history, "SELECT round_key FROM rounds WHERE id = 1")]
    found = audit(read_log(tmp_path / "log.db"), exact=False)
    assert [*places, "books"] == [disagreement.place for disagreement in found.disagreements]
    assert (2, 1) == (found.records, found.settled)


def test_the_commands_print_what_the_library_found(tmp_path: Path) -> None:
    """`audit --json` is `Audit.to_dict()`, exit status 1 where a record disagrees; `replay` settles one record."""
    rounds = _finished(4)
    log = tmp_path / "log.jsonl"
    log.write_text("".join(round_.to_json() + "\n" for round_ in rounds), encoding="utf-8")
    result = CliRunner().invoke(cli, ["audit", str(log), "--no-exact", "--json"])
    assert (0, audit(_lines(rounds), exact=False).to_dict()) == (result.exit_code, json.loads(result.stdout))
    log.write_text("{}\n", encoding="utf-8")
    assert 1 == CliRunner().invoke(cli, ["audit", str(log), "--no-exact"]).exit_code
    one = tmp_path / "one.json"
    one.write_text(rounds[0].to_json(), encoding="utf-8")
    told = json.loads(CliRunner().invoke(cli, ["replay", str(one), "--json"]).stdout)
    assert [settlement.to_dict() for settlement in rounds[0].settlements] == told["settlements"]
    one.write_text(rounds[0].to_json().replace('"ante":"', '"ante":"1', 1), encoding="utf-8")
    refused = CliRunner().invoke(cli, ["replay", str(one)])
    assert 2 == refused.exit_code
    assert "hash" in refused.stderr
