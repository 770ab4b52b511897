"""Many hands and many boxes at once: equal to one by one, on every kernel and with any number of threads."""

from __future__ import annotations

import array
import itertools
import random
from math import comb

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from boxes import calls
from caribbean import (
    CARDS,
    CARIBBEAN_HOLDEM,
    CARIBBEAN_POKER,
    CYBER_CARIBBEAN_STUD,
    GAMES,
    CardCountError,
    DuplicateCardError,
    Fold,
    Hand,
    InputError,
    InputTypeError,
    Outcome,
    PayTable,
    Play,
    RowError,
    Stakes,
    Variant,
    WagerPays,
    settle,
)
from caribbean._core import PATHS, evaluate, evaluate_all, evaluate_masks, evaluate_rows
from strategies import variants

np = pytest.importorskip("numpy")
batch = pytest.importorskip("caribbean.batch")

COUNTS = (5, 6, 7)
BIGGEST = 2**63 - 1


def deal(rows, count, seed=7):
    """Random rows of distinct ids."""
    generator = random.Random(seed)
    return np.array([generator.sample(range(52), count) for _ in range(rows)], np.uint8).reshape(rows, count)


def masks_of(cards):
    """The same hands as masks."""
    return np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1)


def one_by_one(cards):
    """What the scalar call says of each row."""
    return np.array([evaluate(bytes(row), len(row)) for row in cards.tolist()], np.uint16)


# --- hands -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("rows", [0, 1, 31, 32, 33, 100, 1000])
def test_every_kernel_is_the_scalar_call(path, count, rows):
    """Rows, masks and numbered hands give the strengths that one call a hand gives, in any number of rows."""
    cards = deal(rows, count)
    wanted = one_by_one(cards)
    found = [np.zeros(rows, np.uint16) for _ in range(3)]
    hands = itertools.islice(itertools.combinations(range(52), count), 2_000, 2_000 + rows)

    assert rows == evaluate_rows(cards, count, found[0], path)
    assert rows == evaluate_masks(masks_of(cards) if rows else np.empty(0, np.uint64), found[1], path)
    evaluate_all(count, 2_000, found[2], path)

    assert wanted.tolist() == found[0].tolist() == found[1].tolist()
    assert [evaluate(bytes(hand), count) for hand in hands] == found[2].tolist()


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_threads_change_nothing(threads):
    """The same strengths, and the same first bad row, however many threads share the rows."""
    cards = np.tile(deal(1_000, 7), (120, 1))
    wanted = np.tile(one_by_one(cards[:1_000]), 120)

    assert (wanted == batch.evaluate_many(cards, threads=threads)).all()
    assert (wanted == batch.evaluate_masks(masks_of(cards), threads=threads)).all()
    cards[[50_000, 90_000], 3] = 52
    with pytest.raises(InputError, match=r"^row 50000: a card id must be from 0 to 51, not 52$"):
        batch.evaluate_many(cards, threads=threads)


@pytest.mark.parametrize("count", COUNTS)
def test_all_hands_can_be_taken_from_anywhere(count):
    """A part of all hands is that part of them, from the first to the last, on several threads too."""
    total = comb(52, count)
    for start in (0, 1, 1_325, total // 2, total - 40_000):
        whole = batch.evaluate_all(count, start=start, stop=start + 40_000, threads=2)
        part = batch.evaluate_all(count, start=start + 777, stop=start + 1_777)
        assert whole[777:1_777].tolist() == part.tolist()
    assert evaluate(bytes(range(52 - count, 52)), count) == batch.evaluate_all(count, start=total - 1)[0]
    assert 0 == len(batch.evaluate_all(count, start=total))


def test_all_five_card_hands():
    """2,598,960 hands hold the 7,462 strengths, four of them the best."""
    times = np.bincount(batch.evaluate_all(5))

    assert (7_463, 0, 4) == (len(times), times[0], times[7_462])
    assert times[1:].all()


@pytest.mark.parametrize(
    "view",
    [
        lambda cards: cards,
        memoryview,
        lambda cards: memoryview(bytearray(cards.tobytes())).cast("B", cards.shape),
        lambda cards: np.frombuffer(cards.tobytes(), np.uint8).reshape(cards.shape),
    ],
    ids=["array", "memoryview", "bytearray", "read-only"],
)
def test_any_contiguous_buffer_will_do(view):
    """What exports its memory in rows is read where it is."""
    cards = deal(50, 7)

    assert one_by_one(cards).tolist() == batch.evaluate_many(view(cards)).tolist()


def test_masks_from_the_standard_library():
    """An `array.array` of 64-bit numbers is a buffer of masks."""
    cards = deal(50, 6)

    assert one_by_one(cards).tolist() == batch.evaluate_masks(array.array("Q", masks_of(cards).tolist())).tolist()


def test_out_is_filled_and_returned():
    """`out` is what comes back, also where it is a part of a larger array; nothing beside it changes."""
    cards = deal(77, 7)
    whole = np.full(100, 9, np.uint16)
    out = whole[10:87]

    assert out is batch.evaluate_many(cards, out=out)
    assert [9] * 10 + one_by_one(cards).tolist() + [9] * 13 == whole.tolist()


@pytest.mark.parametrize("count", COUNTS)
def test_empty_arrays(count):
    """No rows, no strengths."""
    assert (0,) == batch.evaluate_many(np.empty((0, count), np.uint8)).shape
    assert (0,) == batch.evaluate_masks(np.empty(0, np.uint64)).shape
    none = np.empty((0, count), np.uint8)
    assert (0,) == batch.compare_many(none, none).shape


@pytest.mark.parametrize(
    ("kind", "text", "call"),
    [
        (InputTypeError, "cards must be of type uint8, not int64", lambda: batch.evaluate_many(np.zeros((2, 5), int))),
        (InputTypeError, "cards must be of type uint8, not bool", lambda: batch.evaluate_many(np.zeros((2, 5), bool))),
        (InputTypeError, "cards must be an array or buffer, not list", lambda: batch.evaluate_many([[1, 2, 3, 4, 5]])),
        (InputError, "cards must have 2 dimensions, not 1", lambda: batch.evaluate_many(np.zeros(7, np.uint8))),
        (CardCountError, "a row: got 4 cards, needs 5 to 7", lambda: batch.evaluate_many(np.zeros((1, 4), np.uint8))),
        (CardCountError, "a row: got 8 cards, needs 5 to 7", lambda: batch.evaluate_many(np.zeros((0, 8), np.uint8))),
        (InputError, "C-contiguous", lambda: batch.evaluate_many(deal(20, 7)[:, :5])),
        (InputError, "C-contiguous", lambda: batch.evaluate_many(deal(20, 7)[::2])),
        (InputTypeError, "masks must be of type uint64", lambda: batch.evaluate_masks(np.zeros(3, np.int64))),
        (InputTypeError, "out must be", lambda: batch.evaluate_many(deal(3, 5), out=np.zeros(3, np.int16))),
        (InputError, "out must be", lambda: batch.evaluate_many(deal(3, 5), out=np.zeros(4, np.uint16))),
        (InputError, "out must be", lambda: batch.evaluate_many(deal(3, 5), out=np.zeros(6, np.uint16)[::2])),
        (InputError, "threads must be", lambda: batch.evaluate_many(deal(3, 5), threads=0)),
        (InputError, "threads must be", lambda: batch.evaluate_many(deal(3, 5), threads=True)),
        (InputError, "row 1: a mask has the bits 0 to 51", lambda: batch.evaluate_masks(np.array([31, 1 << 52], "u8"))),
        (CardCountError, "row 1: got 4 cards", lambda: batch.evaluate_masks(np.array([31, 15], "u8"))),
        (InputError, "hands have 5 to 7 cards, not 4", lambda: batch.evaluate_all(4)),
        (InputError, "are not among the 2598960", lambda: batch.evaluate_all(5, start=5, stop=4)),
        (InputError, "are not among the 2598960", lambda: batch.evaluate_all(5, stop=2598961)),
        (InputError, "are no rows", lambda: batch.compare_many(deal(2, 5), deal(3, 5))),
        (CardCountError, "the dealer: got 4 cards", lambda: batch.compare_many(deal(2, 5), deal(2, 4))),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_array_of_hands_is_refused(kind, text, call):
    """Wrong types are never converted and wrong shapes never guessed; the error says what was wanted."""
    with pytest.raises(kind, match=text):
        call()


@given(st.integers(0, 199), st.integers(0, 6), st.integers(0, 6), st.sampled_from(PATHS))
def test_a_repeated_card_is_named_with_its_row(row, first, second, path):
    """Wherever it is: the row and the card, and every kernel stops at the same row."""
    assume(first != second)
    cards = deal(200, 7)
    cards[row, first] = cards[row, second]
    card = CARDS[cards[row, second]]

    assert row == evaluate_rows(cards, 7, np.zeros(200, np.uint16), path)
    with pytest.raises(DuplicateCardError, match=f"^{card} is twice in row {row}$"):
        batch.evaluate_many(cards)


def test_the_door_checks_lengths():
    """Memory of other lengths than asked for, and kernels that are not there, do not reach C."""
    cards, strengths = deal(10, 7), np.zeros(10, np.uint16)
    for call in (
        lambda: evaluate_rows(cards, 6, strengths),
        lambda: evaluate_rows(cards, 7, strengths[:9]),
        lambda: evaluate_rows(cards, 7, strengths, len(PATHS)),
        lambda: evaluate_masks(masks_of(cards), strengths[:9]),
        lambda: evaluate_all(8, 0, strengths),
        lambda: evaluate_all(5, comb(52, 5) - 9, strengths),
    ):
        with pytest.raises(InputError):
            call()


# --- player against dealer -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("own", "theirs", "board"), [(5, 5, 0), (2, 2, 5), (5, 7, 0), (3, 1, 4)])
def test_comparing_is_comparing_hands(own, theirs, board):
    """1, 0 or -1 as the ranks of the two hands compare, with the shared board where there is one."""
    cards = deal(500, own + theirs + board)
    sides = [np.ascontiguousarray(part) for part in np.split(cards, [own, own + theirs], axis=1)]
    expected = []
    for row in cards.tolist():
        of = [CARDS[card] for card in row]
        shared = of[own + theirs :]
        mine, other = Hand([*of[:own], *shared]).rank, Hand([*of[own : own + theirs], *shared]).rank
        expected.append((mine > other) - (mine < other))

    assert expected == batch.compare_many(*sides, threads=2).tolist()
    assert expected == batch.compare_many(*(sides if board else sides[:2])).tolist()


def test_comparing_refuses_a_card_on_both_sides():
    """A card that both hold, and an id that is no card, are named with the row."""
    mine, theirs = np.array([[0, 1, 2, 3, 4]], np.uint8), np.array([[4, 5, 6, 7, 8]], np.uint8)
    with pytest.raises(DuplicateCardError, match=r"^3c is twice in row 0$"):
        batch.compare_many(mine, theirs)
    theirs[0, 0] = 99
    with pytest.raises(InputError, match=r"^row 0: a card id must be from 0 to 51, not 99$"):
        batch.compare_many(mine, theirs)


# --- boxes -----------------------------------------------------------------------------------------------------------


def as_row(call):
    """The row that a call of `settle()` is."""
    variant, folded = call["variant"], isinstance(call["decision"], Fold)
    deal = variant.deal
    row = np.zeros(1, batch.round_dtype(variant))
    ids = {name: [card.id for card in call[name] or ()] for name in ("player", "dealer", "board")}
    for name, wanted in (("player", deal.player), ("dealer", deal.dealer), ("board", sum(deal.board))):
        if wanted:
            row[name] = ids[name] + [batch.NOT_DEALT] * (wanted - len(ids[name]))
    row["ante"], row["played"] = call["stakes"].ante, not folded
    if variant.progressive:
        row["progressive"] = call["stakes"].progressive
        row["jackpot"] = -1 if call["jackpot"] is None else call["jackpot"]
    if variant.change:
        row["changed"] = call["changed"]
    return row


def as_settled(settlement):
    """What a settlement is in a row of results."""
    lines = {line.wager: line for line in settlement.lines}
    amounts = [[getattr(lines[w], key) if w in lines else 0 for w in batch.WAGERS] for key in ("stake", "returned")]
    return (batch.OUTCOMES.index(settlement.outcome), *amounts)


def check_equal(call):
    """One box both ways: equal, or refused where an amount is too large for 64 bits, and only there."""
    row = as_row(call)
    settlement = settle(**call)
    expected = as_settled(settlement)
    if max(settlement.staked, settlement.returned) > BIGGEST:
        with pytest.raises(RowError, match=r"^row 0: an amount passes 2\*\*63 - 1 units$"):
            batch.settle_many(call["variant"], row)
        return
    (found,) = batch.settle_many(call["variant"], row)
    assert expected == (found["outcome"], found["staked"].tolist(), found["returned"].tolist())


@given(calls(st.sampled_from(list(GAMES.values()))))
def test_a_box_of_a_game_is_settled_as_settle_does(call):
    """Every wager of the four games, to the unit: outcome, stake, what comes back."""
    check_equal(call)


@given(calls(variants()))
@settings(max_examples=300)
def test_a_box_of_any_variant_is_settled_as_settle_does(call):
    """Random rules: caps, kept progressive stakes, odds that round, folds that are paid, changes of any fee."""
    check_equal(call)


@pytest.mark.parametrize("name", GAMES)
def test_many_boxes_of_a_game(name):
    """Two thousand random boxes at once, in any number of slices, are each what `settle` says."""
    game = GAMES[name]
    generator = random.Random(11)
    rows, expected = [], []
    for number in range(2_000):
        cards = generator.sample(CARDS, 14)
        folded = generator.random() < 0.3
        wager = game.progressive is not None and generator.random() < 0.5
        ante = generator.choice([1, 5, 7, 1_000]) * (game.limits.min if game.limits else 1)
        call = {
            "variant": game,
            "stakes": Stakes(
                ante=min(ante, game.limits.max) if game.limits else ante,
                progressive=game.progressive.price if wager else 0,
            ),
            "player": cards[: game.deal.player],
            "dealer": None if folded and number % 2 else cards[7 : 7 + game.deal.dealer],
            "board": cards[2 : 2 + (game.deal.board[0] if folded and number % 3 else sum(game.deal.board))],
            "decision": Fold() if folded else Play(),
            "changed": generator.choice([0, *game.change.fees]) if game.change and not folded else 0,
            "jackpot": generator.randrange(10**9) if wager else None,
        }
        if game.deal.player == 5:
            call["board"] = None
        rows.append(as_row(call))
        expected.append(as_settled(settle(**call)))
    rounds = np.tile(np.concatenate(rows), 20)

    for threads in (1, 2):
        found = batch.settle_many(game, rounds, threads=threads)
        assert [e[0] for e in expected] * 20 == found["outcome"].tolist()
        assert [e[1] for e in expected] * 20 == found["staked"].tolist()
        assert [e[2] for e in expected] * 20 == found["returned"].tolist()


def royal_row(game, **fields):
    """A royal flush against a dealer who does not qualify, as a row."""
    row = np.zeros(1, batch.round_dtype(game))
    row["player"], row["dealer"] = [51, 47, 43, 39, 35], [2, 7, 13, 20, 29]
    row["ante"], row["played"] = 1_000, 1
    if "jackpot" in row.dtype.names:
        row["jackpot"] = -1
    for name, number in fields.items():
        row[name] = number
    return row


@pytest.mark.parametrize(
    ("game", "fields", "text"),
    [
        (CARIBBEAN_POKER, {"ante": 0}, "the ante must be at least 1, not 0"),
        (CARIBBEAN_POKER, {"ante": -5}, "the ante must be at least 1, not -5"),
        (CARIBBEAN_POKER, {"played": 2}, "played must be 0 or 1, not 2"),
        (CARIBBEAN_POKER, {"changed": 9}, "9 cards cannot be changed"),
        (CARIBBEAN_POKER.replace(limits=None), {"ante": BIGGEST}, r"an amount passes 2\*\*63 - 1 units"),
        (CARIBBEAN_POKER, {"player": [51, 51, 43, 39, 35]}, "As is twice in the player's hand"),
        (CARIBBEAN_POKER, {"dealer": [51, 7, 13, 20, 29]}, "As is in the player's hand and in the dealer's hand"),
        (CARIBBEAN_POKER, {"dealer": [255] * 5}, "a card id must be from 0 to 51, not 255"),
        (CARIBBEAN_POKER, {"dealer": [255, 7, 13, 20, 29], "played": 0}, "a card id must be from 0 to 51, not 255"),
        (CARIBBEAN_POKER, {"player": [52, 47, 43, 39, 35]}, "a card id must be from 0 to 51, not 52"),
        (CYBER_CARIBBEAN_STUD, {"progressive": 7}, "the progressive wager costs"),
        (CYBER_CARIBBEAN_STUD, {"jackpot": -2}, "the jackpot must be at least 0, not -2"),
        (CYBER_CARIBBEAN_STUD, {"progressive": 100}, "royal-flush wins a share of the jackpot"),
    ],
    ids=lambda value: "" if isinstance(value, Variant) else str(value),
)
def test_a_bad_round_is_refused_as_settle_refuses_it(game, fields, text):
    """The first bad row is named, with the words that `settle` has for it; good rows before it do not matter."""
    rounds = np.concatenate([royal_row(game), royal_row(game, **fields), royal_row(game, ante=-1)])
    with pytest.raises(RowError, match=f"^row 1: .*{text}") as caught:
        batch.settle_many(game, rounds)
    assert 1 == caught.value.row


def test_fields_are_found_by_name():
    """In any order, packed or not, with others beside them; what may be left out counts as not there."""
    kind = [("id", "u4"), ("dealer", "u1", 5), ("played", "u1"), ("ante", "i8"), ("note", "f8"), ("player", "u1", 5)]
    rounds = np.zeros(3, kind)
    rounds["player"], rounds["dealer"] = [51, 47, 43, 39, 35], [2, 7, 13, 20, 29]
    rounds["ante"], rounds["played"] = [100, 200, 300], 1
    found = batch.settle_many(CARIBBEAN_POKER, rounds)

    assert [Outcome.NO_QUALIFY] * 3 == [batch.OUTCOMES[code] for code in found["outcome"]]
    assert [[200, 200, 0, 0], [400, 400, 0, 0], [600, 600, 0, 0]] == found["returned"].tolist()


@pytest.mark.parametrize(
    ("rounds", "text"),
    [
        (np.zeros(3), "rounds must be a structured array"),
        ([], "rounds must be a structured array"),
        (np.zeros((2, 2), batch.round_dtype(CARIBBEAN_POKER)), "rounds must be a structured array"),
        (np.zeros(3, [("ante", "f8")]), "ante must be of type int64, not float64"),
        (np.zeros(3, [("ante", "i8"), ("player", "u1", 5), ("dealer", "u1", 5)]), "played is missing"),
        (np.zeros(3, batch.round_dtype(CYBER_CARIBBEAN_STUD)), "caribbean-poker has no progressive"),
        (np.zeros(3, batch.round_dtype(CARIBBEAN_HOLDEM)), r"player must be of type"),
        (np.zeros(4, batch.round_dtype(CARIBBEAN_POKER))[::2], "C-contiguous"),
    ],
    ids=["floats", "list", "two dimensions", "float money", "missing", "progressive", "two cards", "strided"],
)
def test_what_is_no_array_of_rounds_is_refused(rounds, text):
    """Money as a float, a missing field, a wager that the game does not have."""
    with pytest.raises(InputError if "contiguous" in text else InputTypeError, match=text):
        batch.settle_many(CARIBBEAN_POKER, rounds)


def test_no_rounds():
    """An empty array settles to an empty array; a variant that is none is refused."""
    assert 0 == len(batch.settle_many(CARIBBEAN_POKER, np.empty(0, batch.round_dtype(CARIBBEAN_POKER))))
    with pytest.raises(InputTypeError, match="the variant must be a Variant, not str"):
        batch.settle_many("caribbean-poker", np.empty(0, batch.round_dtype(CARIBBEAN_POKER)))


def test_odds_too_fine_for_64_bits_are_refused():
    """Where stake times odds cannot be kept exact in 64 bits, the batch says so before it settles anything."""
    pays = CARIBBEAN_POKER.pays
    fine = WagerPays(ante=PayTable("999999999999999999/999999999999999998"), bet=pays.win.bet)
    game = CARIBBEAN_POKER.replace(pays=msgspec.structs.replace(pays, win=fine))
    with pytest.raises(InputError, match="too fine a fraction"):
        batch.settle_many(game, royal_row(game))
