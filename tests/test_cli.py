"""The command line: its JSON is a contract, its pages lose nothing, and it ends quietly."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

import click
import jsonschema
import pytest
from hypothesis import given
from rich.cells import cell_len

from caribbean.cli.app import GROUPS, OneLineErrors, caribbean
from caribbean.games import GAMES
from caribbean.hands import Hand
from caribbean.rulebook import outcomes_section, paytable, paytable_section, rules
from caribbean.rulefiles import parse_variant
from caribbean.versions import library_version
from console import document, page, program, run
from strategies import hands

DATA = Path(__file__).parent / "data"
PUBLIC = json.loads((DATA / "public.json").read_text(encoding="utf-8"))
GOLDEN = sorted((DATA / "cli").glob("*.json"))
ORDER = {">": 1, "=": 0, "<": -1}
STUD = ("settle", "cyber-caribbean-stud", "--ante", "10")
FULL_HOUSE = ("--player", "Ks Kh Kd 4s 4h", "--dealer", "Ac Kc 8d 7h 3s")


# ---- JSON ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_document_does_not_change(path):
    """A box of each game, worked out by hand: every key and every value of the contract."""
    golden = json.loads(path.read_text(encoding="utf-8"))
    result = run(*golden["argv"])
    assert "" == result.stderr
    assert golden["prints"] == json.loads(result.stdout)


def test_there_is_a_golden_document_for_each_game():
    """No game is left without one."""
    assert {f"settle-{name}" for name in GAMES} == {path.stem for path in GOLDEN}


@given(hands())
def test_rank_prints_the_hand_as_plain_values(hand):
    """`rank --json` is `Hand.to_dict()`, whether the cards come as one argument or as several."""
    assert hand.to_dict() == document("rank", str(hand))
    assert hand.to_dict() == document("rank", *map(str, hand))


def test_rank_has_the_keys_of_the_contract():
    """`cards`, `category`, `strength`, `ordinal`, `name`, `best`; the royal flush is the best there is."""
    assert {
        "cards": ["As", "Ks", "Qs", "Js", "Ts", "2d"],
        "category": "royal-flush",
        "strength": 7462,
        "ordinal": 1,
        "name": "Royal flush",
        "best": ["As", "Ks", "Qs", "Js", "Ts"],
    } == document("rank", "As Ks Qs Js Ts 2d")


@pytest.mark.parametrize("case", PUBLIC["category"], ids=lambda case: case["cards"])
def test_public_hands_have_their_category(case):
    """Hands that other programs misread."""
    assert case["category"] == document("rank", case["cards"])["category"]


@pytest.mark.parametrize("case", PUBLIC["compare"], ids=lambda case: case["left"])
def test_public_pairs_of_hands_stand_in_their_order(case):
    """The bigger strength is the better hand, and the smaller ordinal."""
    left, right = (document("rank", case[side]) for side in ("left", "right"))
    for key, sign in (("strength", 1), ("ordinal", -1)):
        difference = (left[key] - right[key]) * sign
        assert ORDER[case["order"]] == (difference > 0) - (difference < 0)


@pytest.mark.parametrize("game", ["progressive-caribbean-poker", "caribbean-poker", "cyber-caribbean-stud"])
@pytest.mark.parametrize("case", PUBLIC["settle_stud"], ids=lambda case: case["why"])
def test_public_boxes_of_stud_are_paid_to_the_unit(game, case):
    """Boxes that other programs pay wrongly; an ante of 10."""
    decision = ["--fold"] if case["action"] == "fold" else []
    argv = ["--ante", "10", "--player", case["player"], "--dealer", case["dealer"], *decision]
    assert case["net"] == document("settle", game, *argv)["net"]


@pytest.mark.parametrize("case", PUBLIC["settle_holdem"], ids=lambda case: case["why"])
def test_public_boxes_of_holdem_are_paid_to_the_unit(case):
    """The same with a board."""
    decision = ["--fold"] if case["action"] == "fold" else []
    cards = ["--player", case["player"], "--dealer", case["dealer"], "--board", case["board"]]
    assert case["net"] == document("settle", "caribbean-holdem", "--ante", "10", *cards, *decision)["net"]


def test_a_dealer_who_fails_leaves_the_side_wager_alone():
    """The progressive prize is paid whatever becomes of the hand."""
    cards = ["--player", "Ks Kh Kd 4s 4h", "--dealer", "Qs Jc 9d 7h 2s"]
    told = document(*STUD, *cards, "--progressive")
    lines = {line["wager"]: line for line in told["lines"]}
    assert "no-qualify" == told["outcome"]
    assert ("returned", "20.00") == (lines["bet"]["result"], lines["bet"]["returned"])
    assert ("prize", None, "100.00", "99.00") == tuple(
        lines["progressive"][key] for key in ("result", "odds", "returned", "net")
    )


@pytest.mark.parametrize("text", ["10", "10.0", "10.00", "0010.0"])
def test_money_is_read_as_text_of_the_main_unit(text):
    """All of these are ten."""
    assert "10.00" == document("settle", "caribbean-poker", "--ante", text, *FULL_HOUSE)["lines"][0]["stake"]


def test_cents_are_exact():
    """No cent is lost between a thousandth and a float."""
    told = document("settle", "progressive-caribbean-poker", "--ante", "0.07", *FULL_HOUSE)
    assert ("0.21", "1.26", "1.05") == (told["staked"], told["returned"], told["net"])


def test_games_lists_every_game():
    """Name, title and fingerprint of each."""
    expected = [{"name": game.name, "title": game.title, "fingerprint": game.fingerprint} for game in GAMES.values()]
    assert expected == document("games")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_rules_and_pay_table_print_the_rulebook(game):
    """The documents hold what the rulebook says, and which rules those are."""
    head = {"game": game.name, "title": game.title, "currency": "USD", "fingerprint": game.fingerprint}
    sections = [
        {
            "title": section.title,
            "paragraphs": list(section.paragraphs),
            "columns": list(section.columns),
            "rows": [list(row) for row in section.rows],
        }
        for section in rules(game)
    ]
    assert {**head, "sections": sections} == document("rules", game.name)
    assert {**head, "rows": [row.to_dict() for row in paytable(game)]} == document("paytable", game.name)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_printed_variant_is_a_file_that_plays_the_same(game, tmp_path):
    """What `variant` prints is read again as the same rules, as TOML, as JSON and against the schema."""
    path = tmp_path / "house.toml"
    path.write_text(page("variant", game.name), encoding="utf-8")
    assert game == parse_variant(path.read_text(encoding="utf-8"))
    assert game.fingerprint == document("rules", str(path))["fingerprint"]
    jsonschema.validate(document("variant", game.name), document("schema"))
    assert document("variant", game.name) == document("variant", str(path))


def test_the_schema_is_printed_as_json_with_and_without_the_option():
    """There is no other form of it."""
    assert document("schema") == json.loads(page("schema"))


def test_a_house_rule_settles_by_its_own_terms(tmp_path):
    """A file in place of a name; its currency, its words and its cap."""
    path = tmp_path / "house.toml"
    path.write_text(
        'extends = "caribbean-poker"\nname = "maison"\ntitle = "Maison ♠"\ncurrency = "EUR"\ncap = "100.00"\n'
        'words = { bet = "relance" }\n',
        encoding="utf-8",
    )
    argv = ("settle", str(path), "--ante", "10", *FULL_HOUSE)
    told = document(*argv)
    assert ("maison", "100.00") == (told["game"], told["net"])
    assert "50.00" == told["lines"][1]["capped"]
    shown = page(*argv)
    for text in ("Maison ♠: player wins", "relance", "won, 7 to 1, 50.00 less by the cap", "you win 100.00 EUR"):
        assert text in " ".join(shown.split())


# ---- pages --------------------------------------------------------------------------------------------------------


def _pages(width):
    yield page("games", width=width)
    yield page("rank", "As Ks Qs Js Ts 2d", width=width)
    for path in GOLDEN:
        argv = json.loads(path.read_text(encoding="utf-8"))["argv"]
        yield page(*(argument for argument in argv if argument != "--json"), width=width)
    for game in GAMES:
        yield page("rules", game, width=width)
        yield page("paytable", game, width=width)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_pages_fit_the_terminal(width):
    """No line is wider than the terminal, none ends in blanks, and nothing is coloured where it is no terminal."""
    for text in _pages(width):
        for line in text.splitlines():
            assert cell_len(line) <= width
            assert line == line.rstrip()
            assert line.isprintable()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_page_shows_every_amount_of_the_document(path):
    """What a person reads is what a program reads: amounts, hands, outcome, fingerprint."""
    golden = json.loads(path.read_text(encoding="utf-8"))
    told = golden["prints"]
    text = page(*(argument for argument in golden["argv"] if argument != "--json"))
    expected = [told["staked"], told["returned"], told["net"], told["fingerprint"]]
    expected += [line[key] for line in told["lines"] for key in ("stake", "returned", "net")]
    expected += [rank["name"] for rank in (told["player_rank"], told["dealer_rank"]) if rank]
    assert [] == [piece for piece in expected if piece not in text]


def test_no_terminal_is_so_narrow_that_money_is_cut():
    """The largest amounts there are stay whole where they fit no line."""
    argv = ("settle", "progressive-caribbean-poker", "--ante", "92233720368547758.07", *FULL_HOUSE)
    told = document(*argv)
    text = page(*argv, width=20)
    for line in told["lines"]:
        assert {line["stake"], line["returned"], line["net"]} <= set(text.split())


@pytest.mark.parametrize("width", [30, 60, 200])
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_pay_table_pages_keep_every_word(game, width):
    """Word for word what the rulebook has, however it is wrapped."""
    text = page("paytable", game.name, width=width)
    sections = (paytable_section(game), outcomes_section(game))
    words = {word for section in sections for row in section.rows for cell in row for word in cell.split()}
    assert words <= set(text.split())


def test_a_title_cannot_move_the_cursor(tmp_path):
    """Markup in a file is shown as text; control characters are refused, and the refusal spells them out."""
    path = tmp_path / "odd.toml"
    path.write_text('extends = "caribbean-poker"\ntitle = "a [bold]:smile:"\n', encoding="utf-8")
    assert "a [bold]:smile: (caribbean-poker)" == page("rules", str(path)).splitlines()[0]
    path.write_text('extends = "caribbean-poker"\ntitle = "a\\u001b[31mb\\nc"\n', encoding="utf-8")
    refused = run("rules", str(path))
    assert 2 == refused.exit_code
    assert "title: must be one line of text" in refused.stderr
    assert "\x1b" not in refused.stderr


def test_colours_are_for_terminals():
    """Headings are bold where rich is told that it writes to a terminal, and JSON never is."""
    argv = ("rank", "As Ks Qs Js Ts")
    assert run(*argv, FORCE_COLOR="1", TERM="xterm").stdout.startswith("\x1b[1mRoyal flush")
    assert json.loads(run(*argv, "--json", FORCE_COLOR="1", TERM="xterm").stdout)


def test_help_and_version():
    """Without a command the help is printed; each command has its own; the version is the library's."""
    assert page() == page("--help") == page("-h")
    for group in GROUPS:
        for command in group.COMMANDS:
            assert command.name in page()
            assert page(command.name, "--help").startswith(f"Usage: caribbean {command.name}")
    assert f"caribbean-rules {library_version()}\n" == page("--version")


def test_every_command_prints_json():
    """A program never has to read a page."""
    assert [] == [
        name for name, command in caribbean.commands.items() if "as_json" not in [p.name for p in command.params]
    ]


# ---- as a program -------------------------------------------------------------------------------------------------


def test_the_module_and_the_script_are_the_same_program():
    """`python -m caribbean` and `caribbean` print the same."""
    script = shutil.which("caribbean", path=sysconfig.get_path("scripts"))
    assert script is not None
    argv = ["rank", "--json", "Ah", "Kd", "10c", "3s", "2s"]
    told = subprocess.run([script, *argv], capture_output=True, check=True)
    assert Hand("Ah Kd Tc 3s 2s").to_dict() == json.loads(told.stdout)
    assert told.stdout == program(*argv).stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_is_utf8_and_pages_are_readable_on_any_terminal(encoding, tmp_path):
    """A title that the terminal cannot show is no error there, and is whole in JSON."""
    path = tmp_path / "greek.toml"
    path.write_text('extends = "caribbean-poker"\ntitle = "Πόκερ"\n', encoding="utf-8")
    environ = os.environ | {"PYTHONIOENCODING": encoding, "COLUMNS": "80"}
    assert "Πόκερ" == json.loads(program("rules", str(path), "--json", env=environ).stdout.decode("utf-8"))["title"]
    shown = program("rules", str(path), env=environ)
    assert (0, b"") == (shown.returncode, shown.stderr)
    assert "Πόκερ (caribbean-poker)".encode(encoding, "replace") == shown.stdout.splitlines()[0]


@pytest.mark.parametrize("argv", [("rules", "caribbean-poker"), ("schema",), ("--help",), ("--version",)])
def test_a_broken_pipe_ends_quietly(argv):
    """As with `| head -1`: whoever stopped reading needs no traceback."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        told = program(*argv, stdout=closed)
    assert b"" == told.stderr
    assert 0 != told.returncode


def test_a_refusal_is_a_line_and_a_status():
    """One line on stderr, status 2, and nothing on stdout."""
    told = program("rank", "Ahx", "--json")
    assert (2, b"") == (told.returncode, told.stdout)
    (line,) = told.stderr.splitlines()
    assert line.startswith(b"caribbean: 'Ahx', position 2: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_told_in_one_line():
    """Not the user's mistake, so another status."""
    with Path("/dev/full").open("wb") as full:
        told = program("schema", stdout=full)
    assert 1 == told.returncode
    assert [b"caribbean: cannot write: No space left on device"] == told.stderr.splitlines()


def test_ctrl_c_ends_quietly():
    """No traceback and no message, and the status that shells expect."""

    @click.command()
    def slow():
        signal.raise_signal(signal.SIGINT)

    group = OneLineErrors(commands={"slow": slow})
    with pytest.raises(SystemExit) as ended:
        group.main(["slow"], prog_name="caribbean")
    assert 130 == ended.value.code


HIDDEN = """
import sys

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in HIDE:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hide())
sys.argv[1:] = ["games"]
"""


@pytest.mark.parametrize("hide", [("click", "rich"), ("click",), ("rich",)])
@pytest.mark.parametrize("start", ["from caribbean.cli import main; sys.exit(main())", "import caribbean.__main__"])
def test_without_the_extra_one_line_says_what_to_install(hide, start):
    """The script and the module alike; the library itself needs neither package."""
    code = f"HIDE = {hide!r}\n{HIDDEN}\nimport caribbean\n{start}"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (2, b"") == (told.returncode, told.stdout)
    assert [b"caribbean: this needs click and rich; install them with: pip install 'caribbean-rules[cli]'"] == (
        told.stderr.splitlines()
    )


def test_another_missing_module_is_not_taken_for_the_extra():
    """What is broken in the library must not be hidden behind advice to install something."""
    code = f"HIDE = ('msgspec',)\n{HIDDEN}\nfrom caribbean.cli import main; main()"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert b"ModuleNotFoundError: No module named 'msgspec'" in told.stderr
