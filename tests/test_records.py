"""Records: a round comes back from its own, an edited one is refused by name, and old ones stay readable (R-75)."""

from __future__ import annotations

import copy
import hashlib
import json
import random
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caribbean.actions import Change, Fold, Play
from caribbean.cards import CARDS
from caribbean.errors import CaribbeanError, RecordError
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, GAMES, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.payouts import Stakes
from caribbean.rounds import Round
from caribbean.roundstate import Phase
from decks import EVERY_KIND, IN_ORDER, METER, closed, dealt, shuffled
from strategies import variants

FOLDER = Path(__file__).parent / "data" / "records"
VECTORS = {path.stem: path.read_text(encoding="utf-8").rstrip("\n") for path in sorted(FOLDER.glob("*.json"))}
each_vector = pytest.mark.parametrize("name", VECTORS)

EDITED = ("000-royal-flush", "002-settled", "002-changed", "003-settled", "004-void", "custom-equal-shares")
"""Vectors of which every leaf is edited."""
DERIVED = re.compile(r"body\.(fingerprint|settlements|jackpot\.(after|awards))")
"""What follows from the rest of a record: an edit of it is refused even by who makes the hash good again."""


def _written(plain) -> str:
    """A record with its own canonical bytes and a hash that is right, whatever is in it."""
    header, body = (msgspec.json.encode(plain[part], order="sorted") for part in ("header", "body"))
    found = hashlib.sha256(header + b"\n" + body).hexdigest()
    return msgspec.json.encode({**plain, "hash": found}, order="sorted").decode()


def _leaves(plain, path=()):
    """The path of every leaf, an empty list or object among them."""
    inner = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    inner = list(inner)
    if not inner:
        yield path
    for key, value in inner:
        yield from _leaves(value, (*path, key))


def _at(plain, path):
    for key in path:
        plain = plain[key]
    return plain


def _named(path) -> str:
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")


def _others(value):
    """Values that are not this one, of its own type and of others."""
    return [other for other in _near(value) if type(other) is not type(value) or other != value]


def _near(value):
    if value is True or value is False:
        return [not value, None, 1]
    if isinstance(value, int):
        return [value + 1, -value - 1, float(value), str(value), None, True]
    if value is None:
        return ["", "0.00", 0, {}, []]
    if isinstance(value, str):
        digits = [str(int(value[0]) % 9 + 1) + value[1:]] if value[:1].isdigit() else []
        return [value + "0", value[1:], value.upper() + "x", " " + value, None, 0, *digits]
    return [None, 0, [1], {"a": 1}]


# ---- there and back -----------------------------------------------------------------------------------------------


def _every_step(variant, source, boxes):
    """The rounds of one way through a game, both ends among them."""
    funds = source.choice([None, 1_000_00])
    round_ = dealt(variant, shuffled(source), boxes=boxes, funds=funds, context={"n": source.random()})
    yield round_
    while round_.seat is not None:
        yield round_.void("a test")
        legal = round_.legal_actions()
        kinds = {type(action): action for action in source.sample(legal, len(legal))}
        more = {"funds": source.randint(500_00, 900_00)} if source.random() < 0.3 else {}
        round_ = round_.apply(source.choice(list(kinds.values())), **more)
        yield round_
    yield closed(round_)


@pytest.mark.parametrize("variant", EVERY_KIND, ids=lambda variant: variant.name)
def test_every_step_comes_back(variant):
    """At every step of a round its record gives an equal round, which writes the same bytes."""
    source = random.Random(f"steps {variant.name}")
    for number in range(60):
        for round_ in _every_step(variant, source, 1 + number % variant.boxes.player):
            record = round_.to_json()
            for again in (Round.from_json(record), Round.from_json(record.encode())):
                assert round_ == again
                assert record == again.to_json()
                assert (round_.key, round_.debits, round_.credits) == (again.key, again.debits, again.credits)


@given(variants(), st.randoms(use_true_random=False))
def test_rounds_of_any_game_come_back(variant, source):
    """The same for games that nobody plays, whatever parts they have: the record carries the rules themselves."""
    prices = variant.progressive.price if variant.progressive and source.random() < 0.7 else 0
    ante = variant.limits.min if variant.limits else source.randint(1, 10**6)
    boxes = source.randint(1, variant.boxes.player)
    stakes = {box: Stakes(ante=ante, progressive=prices) for box in range(1, boxes + 1)}
    round_ = Round.start(variant, stakes, shuffled(source))
    while round_.seat is not None:
        assert round_ == Round.from_json(round_.to_json())
        legal = round_.legal_actions()
        round_ = round_.apply(source.choice(legal))
    try:
        settled = closed(round_)
    except CaribbeanError:  # a meter at its limit
        settled = round_.void("a test")
    again = Round.from_json(settled.to_json())
    assert (settled, settled.to_json(), settled.variant) == (again, again.to_json(), again.variant)


def test_replay_gives_the_settlements():
    """Of a finished round those that it was paid by, of an open or void one none."""
    settled = closed(dealt(CYBER_CARIBBEAN_STUD).apply(Play()))

    assert settled.settlements == Round.replay(settled.to_json())
    assert () == Round.replay(dealt(CARIBBEAN_POKER).to_json())


def test_a_record_names_its_rules_library_and_host():
    """R-75: the header has form, version and context; the body the rules with their fingerprint, deck and decisions."""
    plain = json.loads(VECTORS["002-settled"])

    assert {"form", "library", "context"} == set(plain["header"])
    assert "caribbean-poker" == plain["body"]["variant"]["name"]
    assert 104 == len(plain["body"]["deck"])
    assert ["change", "play", "change", "play"] == [action["action"] for action in plain["body"]["actions"]]
    assert {"player"} == {action["by"] for action in plain["body"]["actions"]}


# ---- vectors ------------------------------------------------------------------------------------------------------


def test_there_is_a_vector_of_every_kind():
    """Every game, open, settled and void, with and without a jackpot, and three boxes with changes are kept."""
    rounds = [Round.from_json(text) for text in VECTORS.values()]

    assert set(GAMES) <= {round_.variant.name for round_ in rounds}
    assert set(Phase) == {round_.phase for round_ in rounds}
    assert {True, False} == {round_.meter_after is None for round_ in rounds if round_.phase is Phase.SETTLED}
    assert any(len(round_.seats) == 3 and sum(len(s.thrown) for s in round_.seats) == 7 for round_ in rounds)
    assert any(award.sharers == 2 for round_ in rounds for award in round_.awards)
    assert any(seat.decided_by == "house" for round_ in rounds for seat in round_.seats)


@each_vector
def test_vectors_stay_readable(name):
    """A record written by the first version is read, and written again byte for byte."""
    text = VECTORS[name]

    assert text == Round.from_json(text).to_json()


@each_vector
def test_keys_in_any_order_and_blanks_anywhere(name):
    """A store that reorders keys, adds white space or escapes letters does no harm, and what is read is the same."""
    plain = json.loads(VECTORS[name])
    source = random.Random(name)

    def shuffled_keys(value):
        if isinstance(value, dict):
            return {key: shuffled_keys(value[key]) for key in source.sample(sorted(value), len(value))}
        return [shuffled_keys(inner) for inner in value] if isinstance(value, list) else value

    for text in (
        json.dumps(shuffled_keys(plain)),
        json.dumps(plain, indent=4, ensure_ascii=False),
        f" \n\t{VECTORS[name]}\r\n",
    ):
        assert VECTORS[name] == Round.from_json(text).to_json()
        assert VECTORS[name] == Round.from_json(text.encode()).to_json()


# ---- edited records -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITED)
def test_every_edit_of_a_leaf_is_refused(name):
    """Whatever leaf is changed to whatever else, the hash, the form or the replay refuses the record, and says why."""
    plain = json.loads(VECTORS[name])
    for path in _leaves(plain):
        for other in _others(_at(plain, path)):
            edited = copy.deepcopy(plain)
            _at(edited, path[:-1])[path[-1]] = other
            with pytest.raises(RecordError) as caught:
                Round.from_json(json.dumps(edited))
            assert caught.value.disagreements
            assert all(caught.value.disagreements)


@pytest.mark.parametrize("name", EDITED)
def test_an_edit_with_a_new_hash_is_refused_or_is_another_round(name):
    """Who makes the hash good as well still cannot change what follows from the rest: the place is named.

    What is left to him is to record another round, and then all of it has to be that other round.
    """
    original, plain = Round.from_json(VECTORS[name]), json.loads(VECTORS[name])
    refused = 0
    for path in _leaves(plain):
        if path == ("hash",):
            continue
        for other in _others(_at(plain, path)):
            edited = copy.deepcopy(plain)
            _at(edited, path[:-1])[path[-1]] = other
            places = _refusal(original, edited)
            if places is not None:
                refused += 1
            if DERIVED.match(_named(path)):
                assert places is not None
                assert any(_named(path) in place or _named(path).startswith(place.split(":")[0]) for place in places)
                assert not any(place.startswith("hash") for place in places)
    assert refused > 100


@pytest.mark.parametrize("name", ["002-settled", "000-royal-flush"])
def test_what_is_added_or_taken_away_is_refused(name):
    """An unknown key, a missing one, a line more or less: no record has them, even with a hash that is right."""
    original, plain = Round.from_json(VECTORS[name]), json.loads(VECTORS[name])
    for path in {leaf[:depth] for leaf in _leaves(plain) for depth in range(len(leaf))}:
        if path[:2] == ("header", "context"):
            continue
        part = _at(plain, path)
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        for key in keys:
            edited = copy.deepcopy(plain)
            del _at(edited, path)[key]
            _refusal(original, edited)
        edited = copy.deepcopy(plain)
        if isinstance(part, dict):
            _at(edited, path)["unknown"] = 1
        else:
            _at(edited, path).append(copy.deepcopy(part[-1]))
        _refusal(original, edited)


def _refusal(original, edited):
    """The disagreements of an edited record with a good hash, or None where it is wholly that of another round."""
    text = _written(edited) if {"hash", "header", "body"} <= set(edited) else json.dumps(edited)
    try:
        again = Round.from_json(text)
    except RecordError as error:
        return error.disagreements
    assert original != again, text
    assert text == again.to_json()
    return None


def test_a_wrong_hash_alone_is_named():
    """Both hashes are told: the one in the record and the one of its content."""
    text = VECTORS["004-open"]
    right = json.loads(text)["hash"]
    with pytest.raises(RecordError) as caught:
        Round.from_json(text.replace(right, "0" * 64))
    assert (f"hash: the record has {'0' * 64}, its content {right}",) == caught.value.disagreements


def test_every_place_that_disagrees_is_named():
    """Two edits are two disagreements, besides the hash."""
    plain = json.loads(VECTORS["002-settled"])
    plain["body"]["settlements"][0]["net"] = "1.00"
    plain["body"]["settlements"][2]["lines"][0]["returned"] = "9.00"
    with pytest.raises(RecordError) as caught:
        Round.from_json(json.dumps(plain))
    assert ["hash", "body.settlements[0].net", "body.settlements[2].lines[0].returned"] == [
        place.split(":")[0] for place in caught.value.disagreements
    ]


def test_equal_numbers_of_other_types_are_edits():
    """1, 1.0 and true are equal to Python and different in a record."""
    for name in ("002-settled", "000-royal-flush"):
        plain = json.loads(VECTORS[name])
        for path in _leaves(plain):
            value = _at(plain, path)
            if type(value) is int and path[0] == "body":
                for other in (float(value), bool(value)):
                    edited = copy.deepcopy(plain)
                    _at(edited, path[:-1])[path[-1]] = other
                    with pytest.raises(RecordError):
                        Round.from_json(_written(edited))


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (lambda body: body["actions"].append({"action": "play", "by": "player", "funds": None}), "not possible"),
        (lambda body: body["actions"].pop(), "cannot be played again"),
        (lambda body: body["actions"][0].update(cards="Zz"), "position"),
        (lambda body: body["actions"][0].update(cards=None), "at least one"),
        (lambda body: body["actions"][1].update(by="house"), "waits for its player"),
        (lambda body: body.update(funds="1.00"), "the opening stakes"),
        (lambda body: body.update(funds="1.001"), "decimals"),
        (lambda body: body["boxes"].append(dict(body["boxes"][0])), "body.boxes"),
        (lambda body: body["boxes"].reverse(), "body.boxes[0].box"),
        (lambda body: body["boxes"][0].update(ante="0.00"), "at least 1"),
        (lambda body: body["boxes"][0].update(box=9), "no box 9"),
        (lambda body: body.update(status="ready"), "body.settlements"),
        (lambda body: body.update(status="changed"), "body.status"),
        (lambda body: body.update(status="lost"), "Invalid enum value"),
        (lambda body: body.update(void="the lights went out"), "body.void"),
        (lambda body: body.update(status="void"), "voided for a reason"),
        (lambda body: body.update(variant=[]), "body.variant"),
        (lambda body: body["variant"].update(bet_multiple=0), "bet_multiple"),
        (lambda body: body["variant"].update(bet_multiple=3), "body.fingerprint"),
        (lambda body: body["variant"].update(extends="caribbean-poker"), "body.variant.extends"),
        (lambda body: body["variant"].update(secret=1), "secret: is no key"),
    ],
)
def test_what_a_refusal_says(edit, told):
    """With a hash that is right, the disagreement is told in words that lead to it."""
    plain = json.loads(VECTORS["002-settled"])
    edit(plain["body"])
    with pytest.raises(RecordError) as caught:
        Round.from_json(_written(plain))
    assert told in str(caught.value)
    assert "hash" not in str(caught.value)


def test_a_meter_that_does_not_add_up_is_refused():
    """The meter in a record is checked like any other (R-81)."""
    plain = json.loads(VECTORS["000-royal-flush"])
    plain["body"]["jackpot"]["before"]["paid"] = 1
    with pytest.raises(RecordError, match="do not add up"):
        Round.from_json(_written(plain))


def test_a_meter_of_another_day_pays_another_prize():
    """A consistent meter that stood elsewhere gives other prizes than the record has; each place is named."""
    plain = json.loads(VECTORS["000-royal-flush"])
    richer = METER.adjust(1_00, key="set", reason="test", actor="test")[0]
    plain["body"]["jackpot"]["before"] = richer.to_plain()
    with pytest.raises(RecordError) as caught:
        Round.from_json(_written(plain))
    places = [place.split(":")[0] for place in caught.value.disagreements]
    assert "body.jackpot.awards[0].paid" in places
    assert "body.settlements[0].lines[2].returned" in places


# ---- forms, damage, oddities --------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [0, 2, 99, -1])
def test_an_unknown_form_is_named(form):
    """A record of a later version is refused as such, whatever else it has that this version does not know."""
    plain = json.loads(VECTORS["004-settled"])
    plain["header"]["form"] = form
    later = copy.deepcopy(plain)
    later["header"]["shuffle"] = later["body"]["weather"] = "new in this form"
    del later["body"]["deck"]
    for text in (json.dumps(plain), _written(plain), json.dumps(later)):
        with pytest.raises(RecordError) as caught:
            Round.from_json(text)
        assert (f"header.form: this version reads form 1, not {form}",) == caught.value.disagreements


def test_the_version_that_wrote_a_record_is_kept():
    """A later version that writes the round again says who dealt it."""
    plain = json.loads(VECTORS["004-settled"])
    plain["header"]["library"] = "0.0.1"
    text = _written(plain)

    assert text == Round.from_json(text).to_json()


@pytest.mark.parametrize(
    "text", [b"", "", "{}", "[]", "null", "5", '"x"', b"\xff\xfe", "{" * 10_000, "[" * 100_000, None, 5, "\ud800"]
)
def test_what_is_no_record_is_refused(text):
    """Damage of any kind is a RecordError, which is also a ValueError."""
    with pytest.raises(RecordError, match="the record is refused"):
        Round.from_json(text)


def test_damaged_records_are_refused_and_nothing_else():
    """Bytes flipped, cut, doubled and put in: either refused as a record, or read as the very same round."""
    source = random.Random("damage")
    for text in list(VECTORS.values()) * 100:
        data = bytearray(text.encode())
        for _ in range(source.choice([1, 1, 2, 8])):
            at = source.randrange(len(data))
            match source.randrange(5):
                case 0:
                    data[at] = source.randrange(256)
                case 1:
                    data[at] ^= 1 << source.randrange(8)
                case 2:
                    del data[at : at + source.choice([1, 1, 5, 400])]
                case 3:
                    data[at:at] = source.choice([b"[", b"{", b'"', b"\\", b"\xff", b"1e999", b" ", b"\\ud800", b"null"])
                case 4:
                    data[at:at] = data[at : at + source.choice([1, 20, 200])]
            if not data:
                break
        try:
            again = Round.from_json(bytes(data))
        except RecordError:
            continue
        assert text == again.to_json()


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(10**30), 10**30)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
        max_leaves=12,
    )
)
def test_any_json_value_is_a_context(context):
    """The host's context comes back as it was, and so do the bytes of the record."""
    round_ = dealt(CARIBBEAN_HOLDEM, context=context)
    record = round_.to_json()
    again = Round.from_json(record)
    assert (round_, record) == (again, again.to_json())
    assert context == json.loads(again.context)


def test_a_context_that_looks_like_a_record():
    """Keys of the record's own inside the context confuse nothing."""
    inner = json.loads(VECTORS["004-open"])
    round_ = dealt(CARIBBEAN_HOLDEM, context={"hash": "x", "body": inner, "header": None, 'a","hash":"b': "}{"})

    assert round_ == Round.from_json(round_.to_json())


def test_a_record_is_not_changed_by_the_process_that_reads_it():
    """Reading one record after another leaves nothing behind: each is read as if it were the first."""
    texts = list(VECTORS.values())
    source = random.Random("order")
    for _ in range(5):
        for text in source.sample(texts, len(texts)):
            assert text == Round.from_json(text).to_json()


def test_two_games_that_differ_in_a_title_only():
    """Names, titles and words are not in the fingerprint, but each record keeps its own."""
    one = CARIBBEAN_POKER.replace(title="One", words={"bet": "raise"})
    other = CARIBBEAN_POKER.replace(title="Other")
    for _ in range(2):
        for variant in (one, other, CARIBBEAN_POKER):
            round_ = dealt(variant)
            again = Round.from_json(round_.to_json())
            assert (variant.title, variant.words) == (again.variant.title, again.variant.words)
            assert round_ == again


def test_money_in_a_record_is_text_in_the_main_unit():
    """R-90: "10.00", whatever the exponent; and it is read back to the unit."""
    game = PROGRESSIVE_CARIBBEAN_POKER
    for exponent, text in ((0, "1000"), (2, "10.00"), (3, "1.000")):
        round_ = dealt(game.replace(exponent=exponent, progressive=None), funds=5_000).apply(Fold(), funds=7).close()
        assert text == json.loads(round_.to_json())["body"]["boxes"][0]["ante"]
        assert round_ == Round.from_json(round_.to_json())


def test_the_record_has_the_whole_deck():
    """R-72, R-75: all 52 cards in the order they were shuffled to, also those that nobody ever saw."""
    deck = shuffled(random.Random(3))
    record = json.loads(dealt(CYBER_CARIBBEAN_STUD, deck).to_json())

    assert "".join(card.text for card in deck) == record["body"]["deck"]


def test_reading_a_record_shows_no_card():
    """What is read but not yet played again is as silent as a round (R-73)."""
    from_text = dealt(CARIBBEAN_POKER, IN_ORDER, boxes=3).to_json()
    told = repr(Round.from_json(from_text))

    assert [] == [card.text for card in CARDS if card.text in told]


def test_changes_are_recorded_as_texts_in_one_way():
    """The order and the spelling in which a change was asked for leave no trace."""
    one = dealt(CARIBBEAN_POKER).apply(Change("3h 2c"))
    other = dealt(CARIBBEAN_POKER).apply(Change(["2♣", "3H"]))

    assert one.to_json() == other.to_json()
