"""Bad input on the command line: exit status 2, one line that says what is wrong, nothing on stdout, no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caribbean.games import GAMES
from console import refusal, run

PUBLIC = json.loads((Path(__file__).parent / "data" / "public.json").read_text(encoding="utf-8"))
STUD = ("settle", "cyber-caribbean-stud")
PLAYER, DEALER = ("--player", "Ks Kh Kd 4s 4h"), ("--dealer", "Ac Kc 8d 7h 3s")
REASONS = {
    "duplicate": "twice in the hand",
    "parse": "position",
    "count": "needs 5 to 7",
    "parse (suit first: say so)": "the rank comes first: write 'Ah' for 'HA'",
}


@pytest.mark.parametrize("case", PUBLIC["refused"], ids=lambda case: case["cards"] or "nothing")
def test_public_cards_that_other_programs_take(case):
    """Each is refused for its own reason, whether the cards come as one argument or as several."""
    assert REASONS[case["because"]] in refusal("rank", case["cards"])
    if case["cards"]:
        assert REASONS[case["because"]] in refusal("rank", *case["cards"].split())


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("Ah Ah Kd Qs Jc", "Ah is twice in the hand"),
        ("Ah Kd Qs Jc", "the hand: got 4 cards, needs 5 to 7"),
        ("2c 3c 4c 5c 6c 7c 8c 9c", "the hand: got 8 cards, needs 5 to 7"),
        ("Ah Kd Qs Jc Tx", "'Ah Kd Qs Jc Tx', position 13: 'x' is no suit; suits are c, d, h, s"),
        ("100000", "'100000', position 2: '0' is no suit; suits are c, d, h, s"),
        ("52", "'52', position 1: '2' is no suit; suits are c, d, h, s"),
        ("None", "'None', position 0: 'N' is no rank; ranks are 2 to 9, T, J, Q, K, A"),
        ("1h Kh Qh Jh Th", "'1' is no rank; ranks are 2 to 9, T, J, Q, K, A; ten is 'T' or '10'"),
        ("Ah\x1b[31m", "'Ah\\x1b[31m', position 2: '\\x1b' is no rank"),
        ("A\nh", "'A\\nh', position 1: '\\n' is no suit"),
    ],
)
def test_cards_are_refused_with_what_is_wrong(cards, said):
    """The card, the count or the position."""
    assert said in refusal("rank", cards)


@given(st.text(max_size=30).filter(lambda text: not text.startswith("-")))
def test_no_text_gets_past_the_door_or_breaks_it(text):
    """Whatever the text: a hand, or one line and status 2."""
    result = run("rank", text)
    assert result.exit_code in (0, 2)
    assert (result.exit_code == 2) == (len(result.stderr.splitlines()) == 1)
    assert (result.exit_code == 2) == (result.stdout == "")
    assert result.stderr == "" or result.stderr[:-1].isprintable()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((*PLAYER, "--dealer", "Ks Kc 8d 7h 3s"), "Ks is in the player's hand and in the dealer's hand"),
        (("--player", "Ks Ks Kd 4s 4h", *DEALER), "Ks is twice in the player's hand"),
        (("--player", "Ks Kh Kd 4s", *DEALER), "the player's hand: got 4 cards, needs 5"),
        (PLAYER, "the dealer's hand: got 0 cards, needs 5"),
        ((*PLAYER, *DEALER, "--board", "2s 3s 4s 5s 6s"), "the board: got 5 cards, needs none"),
        ((*PLAYER, *DEALER, "--changed", "1"), "cyber-caribbean-stud has no change of cards"),
        ((*PLAYER, *DEALER, "--changed", "one"), "Invalid value for '--changed': 'one' is no whole number"),
        (
            ("--player", "As Ks Qs Js Ts", "--dealer", "Ac Kc 8d 7h 3s", "--progressive"),
            "royal-flush wins a share of the jackpot: its amount must be given",
        ),
        ((*PLAYER, *DEALER, "--jackpot", "-1"), "--jackpot: must be at least 0.00, not -1"),
        ((*PLAYER, *DEALER, "--jackpot", "much"), "--jackpot: 'much' is no amount of money"),
        (DEALER, "Missing option '--player'."),
        ((*PLAYER, "--dealer"), "Option '--dealer' requires an argument."),
        ((*PLAYER, *DEALER, "--raise", "5"), "No such option '--raise'"),
        ((*PLAYER, *DEALER, "again"), "Got unexpected extra argument (again)"),
    ],
)
def test_a_box_that_cannot_be_settled(options, said):
    """Cards, wagers and options that this game does not have, each named."""
    assert said in refusal(*STUD, "--ante", "10", *options)


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("caribbean-poker", ("--ante", "10", "--progressive"), "caribbean-poker has no progressive wager"),
        ("caribbean-poker", ("--ante", "10", "--jackpot", "5"), "caribbean-poker has no jackpot"),
        ("caribbean-poker", ("--ante", "10", "--changed", "6"), "6 cards cannot be changed; the numbers allowed are"),
        ("caribbean-poker", ("--ante", "10", "--changed", "-1"), "'-1' is no whole number"),
        ("caribbean-poker", ("--ante", "0.99"), "the ante of 0.99 is outside the limits, 1.00 to 100.00"),
        ("caribbean-poker", ("--ante", "100.01"), "the ante of 100.01 is outside the limits, 1.00 to 100.00"),
    ],
)
def test_what_this_game_does_not_have(game, options, said):
    """A rule of another game is not applied in silence."""
    assert said in refusal("settle", game, *options, *PLAYER, *DEALER)


@pytest.mark.parametrize(
    "ante", ["10.005", "-5", "-1", "0", "0.00", "1e3", "NaN", "inf", "ten", "True", "None", "", " 10"]
)
def test_money_that_is_no_ante(ante):
    """Fractions of a cent, nothing, less than nothing, and texts that other programs read as numbers."""
    said = refusal(*STUD, "--ante", ante, *PLAYER, *DEALER)
    assert said.startswith("--ante: ")
    assert ante in said


@pytest.mark.parametrize("ante", ["92233720368547758.08", "9223372036854775808", "9" * 30, "9" * 40, "9" * 5000])
def test_money_too_large_for_a_ledger(ante):
    """From 2**63 units on, however long the number is, in one line of a bearable length."""
    said = refusal(*STUD, "--ante", ante, *PLAYER, *DEALER)
    assert said.startswith("--ante: ")
    assert len(said) < 200


def test_all_that_is_wrong_with_a_box_is_told_at_once():
    """Money, cards and counts in one line, joined by semicolons."""
    said = refusal(
        *STUD,
        "--ante",
        "ten",
        "--jackpot",
        "-1",
        "--player",
        "As Ks Qs Js",
        "--dealer",
        "As Kh 2c 3c 4c",
        "--changed",
        "2",
    )
    assert [
        "--ante: 'ten' is no amount of money",
        'write it as text in the main unit, "10.00"',
        "--jackpot: must be at least 0.00, not -1",
        "the player's hand: got 4 cards, needs 5",
        "As is in the player's hand and in the dealer's hand",
        "cyber-caribbean-stud has no change of cards",
    ] == said.split("; ")


def test_an_ante_that_cannot_be_read_does_not_break_limits_too():
    """One mistake, one message."""
    said = refusal("settle", "caribbean-poker", "--ante", "ten", *PLAYER, *DEALER)
    assert "outside the limits" not in said


@pytest.mark.parametrize(
    "command", [("rules",), ("paytable",), ("variant",), ("settle", "--ante", "1", *PLAYER, *DEALER)]
)
@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("caribean-poker", "no game is called 'caribean-poker'; did you mean 'caribbean-poker'?"),
        ("holdem", "no game is called 'holdem'; did you mean 'caribbean-holdem'?"),
        ("x", "no game is called 'x'"),
        ("", "no game is called ''"),
        ("missing.toml", "missing.toml: No such file or directory"),
        ("no/such/place", "no/such/place: No such file or directory"),
        ("/", "/: Is a directory"),
    ],
)
def test_a_game_that_nobody_knows(command, game, said):
    """The nearest name for a name, the reason for a file; every command that takes a game says the same."""
    first, *options = command
    assert said == refusal(first, game, *options)


def test_a_file_with_three_mistakes_names_all_three(tmp_path):
    """With the file and the key of each."""
    path = tmp_path / "three.toml"
    path.write_text('extends = "caribbean-poker"\nbet_multiple = "2"\n[deal]\njokers = 1\n[limits]\nmin = "1.005"\n')
    said = refusal("rules", str(path))
    assert said.startswith(f"{path}: ")
    for mistake in ("bet_multiple: ", "deal.jokers: is no key of this table", "limits.min: '1.005' has more than"):
        assert mistake in said


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"x = [", "this is no TOML"),
        (b"", "name: is missing"),
        (b'extends = "caribean-poker"', "extends: no game is called 'caribean-poker'; did you mean 'caribbean-poker'?"),
        (b'extends = "caribbean-poker"\nexponent = 0x' + b"f" * 5000, "exponent: "),
        (b'extends = "caribbean-poker"\nexponent = ' + b"9" * 5000, "this is no TOML"),
        (b'extends = "caribbean-poker"\n"a\\nb" = 1', "a b: is no key of this table"),
    ],
)
def test_a_file_that_is_no_variant(content, said, tmp_path):
    """Bytes, half a table, nothing at all, an unknown base, numbers without end."""
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    message = refusal("paytable", str(path))
    assert message.startswith(f"{path}: ")
    assert said in message


_VALUES = st.recursive(
    st.booleans() | st.integers(-2, 2**70) | st.floats() | st.text("a1.%/-9", max_size=6) | st.just("table"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["ante", "bet", "1", "pair"]), inner),
    max_leaves=4,
)


_KEYS = """
    name title currency exponent bet_multiple qualifier interrupted cap words deal pays limits boxes change progressive
    extends deal.player deal.board pays.win pays.win.bet limits.min boxes.closed_from change.fees progressive.prizes
    progressive.price
"""


@given(key=st.sampled_from(_KEYS.split()), value=_VALUES)
def test_no_file_gets_past_the_door_or_breaks_it(key, value, tmp_path_factory):
    """Any value under any key: rules, or one line and status 2."""
    path = tmp_path_factory.mktemp("files") / "odd.toml"
    base = "" if key == "extends" else 'extends = "cyber-caribbean-stud"\n'
    path.write_text(f"{base}{key} = {_toml(value)}\n", encoding="utf-8")
    result = run("rules", str(path))
    assert result.exit_code in (0, 2), result.output
    assert (result.exit_code == 2) == (len(result.stderr.splitlines()) == 1)
    assert (result.exit_code == 2) == (result.stdout == "")


def _toml(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value).replace("NaN", "nan").replace("Infinity", "inf")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("frobnicate",), "No such command 'frobnicate'."),
        (("--frobnicate",), "No such option '--frobnicate'"),
        (("rank", "--frobnicate"), "No such option '--frobnicate'"),
        (("rank",), "Missing argument 'CARDS...'."),
        (("rules",), "Missing argument 'GAME|FILE.toml'."),
        (("settle", "caribbean-poker"), "Missing option '--ante'."),
        (("games", "all"), "Got unexpected extra argument (all)"),
        (("schema", "a\nb"), "Got unexpected extra argument (a b)"),
    ],
)
def test_mistakes_in_the_command_itself_are_one_line_too(argv, said):
    """No usage text of several lines: one line."""
    assert said in refusal(*argv)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_printed_before_all_is_well(game):
    """A refusal leaves stdout empty also where most of the page was known already."""
    assert "the player's hand" in refusal("settle", game, "--ante", "10", "--player", "As", "--fold")
