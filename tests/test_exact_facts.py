"""Exact figures against published and independently enumerated ones, to the last digit."""

from __future__ import annotations

from fractions import Fraction

import pytest

from caribbean.actions import Change, Fold, Play
from caribbean.analysis import analyze, compare
from caribbean.decisions import decision
from caribbean.figures import percent
from caribbean.games import (
    CARIBBEAN_HOLDEM,
    CARIBBEAN_POKER,
    CYBER_CARIBBEAN_STUD,
    PROGRESSIVE_CARIBBEAN_POKER,
)
from caribbean.hands import Category
from caribbean.parts import Outcome, Pays, WagerPays
from caribbean.paytables import PayTable

STUD_DEALS = 19_933_230_517_200
HOLDEM_DEALS = 27_813_810_024_000


@pytest.fixture(scope="module")
def stud():
    """The best play of the stud game, computed once."""
    return analyze(PROGRESSIVE_CARIBBEAN_POKER)


def with_win(variant, rows):
    """The variant with another pay table for the bet that wins."""
    usual = variant.pays
    win = WagerPays(usual.win.ante, PayTable(rows))
    return variant.replace(
        pays=Pays(fold=usual.fold, no_qualify=usual.no_qualify, win=win, tie=usual.tie, lose=usual.lose)
    )


STUD_ROWS = {
    "high-card": 1,
    "two-pair": 2,
    "three-of-a-kind": 3,
    "straight": 4,
    "flush": 5,
    "full-house": 7,
    "four-of-a-kind": 20,
    "straight-flush": 50,
    "royal-flush": 100,
}


def test_stud_optimum(stud):
    """Net, edge, element of risk, frequencies and deviation of the best play."""
    assert (STUD_DEALS, -1_041_372_912_372) == (stud.deals, stud.net)
    assert "5.224306" == percent(stud.house_edge)
    assert "2.555286" == percent(stud.element_of_risk)
    assert "52.22548" == percent(stud.play_frequency, 5)
    assert "38.5452" == percent(stud.hit_frequency, 4)
    assert ("2.242950", "2.044510") == (f"{stud.standard_deviation:.6f}", f"{float(stud.average_wager):.6f}")


def test_stud_outcomes(stud):
    """How many deals end how under the best play."""
    assert 9_523_005_974_460 == stud.deals_of(Outcome.FOLD)
    assert 4_532_514_033_720 == stud.deals_of(Outcome.NO_QUALIFY)
    assert 2_726_592_727_512 == stud.deals_of(Outcome.LOSE)
    assert 321_623_100 == stud.deals_of(Outcome.TIE)
    assert 488_012_139_360 == stud.deals_of(Outcome.WIN, Category.TWO_PAIR)
    assert 21_856_990_280 == stud.deals_of(Outcome.WIN, Category.FLUSH)
    assert 16_759_740 == stud.deals_of(Outcome.WIN, Category.ROYAL_FLUSH)


@pytest.mark.parametrize(
    ("strategy", "net", "edge", "risk", "play"),
    [
        ("three-rules", -1_041_417_758_724, "5.224531", "2.553771", "52.29049"),
        ("any-pair", -1_090_272_101_460, "5.469621", "2.738034", "49.88226"),
        ("any-ace-king", -1_132_600_203_540, "5.681970", "2.672141", "56.31868"),
        ("blind", -3_310_360_338_060, "16.607245", "5.535748", "100.00000"),
    ],
)
def test_stud_strategies(strategy, net, edge, risk, play):
    """The strategies of the books."""
    analysis = analyze(CYBER_CARIBBEAN_STUD, strategy=strategy)
    assert net == analysis.net
    assert (edge, risk) == (percent(analysis.house_edge), percent(analysis.element_of_risk))
    assert play == percent(analysis.play_frequency, 5)


@pytest.mark.parametrize(
    ("changed", "edge"),
    [
        (
            {
                "high-card": 1,
                "two-pair": 2,
                "three-of-a-kind": 3,
                "straight": 5,
                "flush": 7,
                "full-house": 10,
                "four-of-a-kind": 25,
                "straight-flush": 50,
            },
            "3.70368",
        ),
        ({"royal-flush": 250}, "5.19908"),
        ({"full-house": 5}, "5.55791"),
    ],
)
def test_house_variants(changed, edge):
    """What other pay tables cost."""
    variant = with_win(PROGRESSIVE_CARIBBEAN_POKER, STUD_ROWS | changed)
    assert edge == percent(analyze(variant).house_edge, 5)


@pytest.mark.parametrize(
    ("hand", "upcard", "counts", "best"),
    [
        ("AsKhJd8c3s", "2h", (74566, 4131, 0, 84488), Fold()),
        ("AsKhJd8c3s", "8h", (81339, 3888, 81, 77877), Play()),
        ("AsKhQd5c2s", "4d", (74304, 4770, 0, 84111), Fold()),
        ("2s2h3d4c5s", "2d", (86814, 9804, 27, 66540), Play()),
        ("5s4h3d2cAs", "6d", (72709, 89048, 0, 1428), Play()),
        ("AsKsQsJsTs", "Ah", (62551, 100633, 1, 0), Play()),
    ],
)
def test_stud_decisions(hand, upcard, counts, best):
    """One hand and upcard, of 163,185 dealer hands."""
    table = decision(PROGRESSIVE_CARIBBEAN_POKER, hand, upcard=upcard)
    play = table.of(Play())
    assert counts == (play.fails, play.wins, play.ties, play.loses)
    assert best == table.best


@pytest.mark.parametrize(
    ("hole", "flop", "counts", "best"),
    [
        ("7c2d", "AhKsQd", (246450, 53199, 122101, 648440), Fold()),
        ("AsAh", "AdAcKs", (0, 1070160, 0, 30), Play()),
        ("AsKs", "QsJsTs", (172098, 898092, 0, 0), Play()),
        ("Tc8c", "2d5hKs", (365898, 126488, 14759, 563045), Play()),
    ],
)
def test_holdem_decisions(hole, flop, counts, best):
    """One holding and flop, of 1,070,190 continuations."""
    table = decision(CARIBBEAN_HOLDEM, hole, flop=flop)
    call = table.of(Play())
    assert counts == (call.fails, call.wins, call.ties, call.loses)
    assert best == table.best


def test_the_situation_where_it_makes_no_difference():
    """9s7c on AcQd2h: calling loses exactly the ante that folding loses, and then one folds."""
    table = decision(CARIBBEAN_HOLDEM, "9s7c", flop="AcQd2h")
    assert [-1, -1] == [line.value for line in table.actions]
    assert Fold() == table.best


def by_the_table(variant):
    """Where the dealer fails, the ante is paid by the table."""
    usual = variant.pays
    fails = WagerPays(usual.win.ante, usual.no_qualify.bet)
    return variant.replace(pays=Pays(fold=usual.fold, no_qualify=fails, win=usual.win, tie=usual.tie, lose=usual.lose))


@pytest.mark.parametrize(
    ("variant", "net", "edge", "risk", "call", "deviation", "always"),
    [
        (CARIBBEAN_HOLDEM, -858_799_769_176, "3.08767396", "1.170573", "81.887340", "2.594862", "8.864200"),
        (
            by_the_table(CARIBBEAN_HOLDEM),
            -600_123_513_880,
            "2.15764584",
            "0.817348",
            "81.990581",
            "2.612861",
            "7.899643",
        ),
    ],
)
def test_holdem(variant, net, edge, risk, call, deviation, always):
    """The best play by either rule for a dealer who fails, and always calling."""
    analysis = analyze(variant)
    assert (HOLDEM_DEALS, net) == (analysis.deals, analysis.net)
    assert (edge, risk) == (percent(analysis.house_edge, 8), percent(analysis.element_of_risk))
    assert call == percent(analysis.play_frequency)
    assert deviation == f"{analysis.standard_deviation:.6f}"
    assert always == percent(analyze(variant, strategy="always-call").house_edge)


def test_change():
    """Sheet 002 at one ante a card: at most one card is ever worth changing, and what that comes to."""
    analysis = analyze(CARIBBEAN_POKER)
    assert Fraction(8_683_003_637_268, 837_195_681_722_400) == analysis.house_edge
    assert STUD_DEALS == analysis.deals
    assert "0.474937" == percent(analysis.element_of_risk)
    assert "2.18376986" == f"{float(analysis.average_wager):.8f}"
    pairs = 122_151_120
    assert 49_548_192 == analysis.fold_frequency * pairs
    assert 62_345_460 == analysis.play_frequency * pairs
    assert 10_257_468 == analysis.change_frequency * pairs


def test_all_changes_of_one_hand():
    """Four to a royal flush before a deuce: throw the deuce. Every change is counted, five cards included."""
    table = decision(CARIBBEAN_POKER, "AsKsQsJs2h", upcard="2c")
    assert 2 + 31 == len(table.actions)
    assert Change("2h") == table.best
    assert 138_816_257_580 == table.of(Change("As Ks Qs Js 2h")).deals
    assert table.of(Change("2h")).value > table.of(Play()).value > -1


@pytest.mark.parametrize(
    ("variant", "fixed", "even"),
    [(PROGRESSIVE_CARIBBEAN_POKER, "0.230323", "263205.26"), (CYBER_CARIBBEAN_STUD, "0.362376", "218047.37")],
)
def test_progressive(variant, fixed, even):
    """The fixed part of a 1.00 wager, what a unit of the meter adds, and the meter at which it is even."""
    figures = analyze(variant).progressive
    assert fixed == f"{float(figures.fixed):.6f}"
    assert (4 + Fraction(36, 10)) / 2_598_960 == figures.per_meter
    assert even == f"{float(figures.break_even) / 100:.2f}"
    assert figures.edge(0) == 1 - figures.fixed


def test_combined(stud):
    """Base and progressive together lose what they lose apart; at a meter of nothing as at one."""
    both = stud.combined(ante=5_00, meter=100_000_00)
    assert 5_00 * stud.house_edge + 1_00 * stud.progressive.edge(100_000_00) == -both.net
    assert 5_00 * stud.average_wager + 1_00 == both.staked


def test_compare():
    """A row of the pay table has its price: seven for a full house, instead of five, is worth 0.333603 %."""
    other = with_win(PROGRESSIVE_CARIBBEAN_POKER, STUD_ROWS | {"full-house": 5})
    assert "0.3336" == percent(compare(PROGRESSIVE_CARIBBEAN_POKER, other).house_edge, 4)
