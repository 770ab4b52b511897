"""`analyze`, `advise` and `compare`: their JSON is a contract, and their pages print what the library computed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from caribbean.analysis import analyze
from caribbean.decisions import decision
from caribbean.games import CARIBBEAN_HOLDEM, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.report import as_html, as_markdown, as_text, par_sheet
from console import document, page, run

CYBER = CYBER_CARIBBEAN_STUD.name
PROGRESSIVE = PROGRESSIVE_CARIBBEAN_POKER.name
HOLDEM = CARIBBEAN_HOLDEM.name


def test_analyze_prints_one_document():
    """Exact figures as text p/q, percentages beside them, every outcome with its deals."""
    found = document("analyze", CYBER, "--strategy", "any-pair", "--jackpot", "100000")
    assert (CYBER, CYBER_CARIBBEAN_STUD.fingerprint) == (found["game"], found["fingerprint"])
    assert ("any-pair", 19_933_230_517_200, "-1090272101460") == (found["strategy"], found["deals"], found["net"])
    assert "5.469621" == found["house_edge_percent"]
    assert Fraction(1_090_272_101_460, 19_933_230_517_200) == Fraction(found["house_edge"])
    assert 1 == Fraction(found["rtp"]) + Fraction(found["element_of_risk"])
    assert 1 == sum(Fraction(found[f"{name}_frequency"]) for name in ("play", "fold", "change"))
    assert found["deals"] == sum(line["deals"] for line in found["outcomes"])
    assert {"outcome", "category", "deals"} == set(found["outcomes"][0])
    assert (10_000_000, "34.519962") == (found["progressive"]["meter"], found["progressive"]["edge_percent"])


def test_a_game_without_a_progressive_wager_has_none():
    """The key is there, and null."""
    assert document("analyze", HOLDEM, "--strategy", "any-pair")["progressive"] is None


def test_analyze_prints_a_sheet():
    """The page names the game, the method and the figures; Markdown and HTML hold the same cells."""
    shown = page("analyze", PROGRESSIVE, "--strategy", "any-ace-king", "--jackpot", "250000", "--ante", "5", width=200)
    for words in ("PAR sheet", "19,933,230,517,200", "5.681970 %", "Break-even meter", "263205.26 USD"):
        assert words in shown
    analysis = analyze(PROGRESSIVE_CARIBBEAN_POKER, strategy="any-ace-king")
    tables = par_sheet(analysis)
    texts = as_text(tables), as_markdown(tables), as_html(tables)
    for table in tables:
        for row in table.rows:
            assert all(cell.replace("'", "&#x27;") in texts[2] for cell in row)
            assert all(cell in text for cell in row for text in texts[:2])
    assert texts[1] == run("analyze", PROGRESSIVE, "--strategy", "any-ace-king", "--format", "markdown").stdout


def test_advise_prints_every_action_with_its_counts():
    """The best action first, with the counts of all 163,185 dealer hands."""
    found = document("advise", PROGRESSIVE, "--hand", "AsKhJd8c3s", "--upcard", "8h")["actions"]
    table = decision(PROGRESSIVE_CARIBBEAN_POKER, "AsKhJd8c3s", upcard="8h")
    assert [line.to_dict() for line in table.actions] == found
    assert ("play", "81339", "3888", "81", "77877") == tuple(
        found[0][key] for key in ("action", "fails", "wins", "ties", "loses")
    )
    assert "fold" in page("advise", HOLDEM, "--hand", "7c2d", "--flop", "AhKsQd").splitlines()[3]


def test_compare_prints_the_difference():
    """A game costs as much as itself."""
    assert "0" == document("compare", CYBER, PROGRESSIVE, "--strategy", "any-pair")["house_edge"]
    assert "0.000000 %" in page("compare", CYBER, CYBER, "--strategy", "any-pair")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("analyze", CYBER, "--strategy", "luck"), "'luck' is no strategy"),
        (("analyze", HOLDEM, "--strategy", "three-rules"), "upcard"),
        (("analyze", CYBER, "--threads", "0"), "threads"),
        (("analyze", CYBER, "--jackpot", "1.005"), "--jackpot"),
        (("advise", CYBER, "--hand", "AsKhJd8c3s"), "upcard"),
        (("advise", HOLDEM, "--hand", "AsKh", "--flop", "AsQd2h"), "As"),
        (("advise", CYBER, "--hand", "AsKhJd8c", "--upcard", "2d"), "got 4 cards"),
    ],
)
def test_refusals(arguments, words):
    """One line, status 2."""
    result = run(*arguments)
    assert 2 == result.exit_code
    assert words in result.stderr
    assert 1 == len(result.stderr.splitlines())
