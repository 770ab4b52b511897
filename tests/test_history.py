"""The log of a host: rounds and the money that moves for them, each operation once, whatever is asked again."""

from __future__ import annotations

import pytest

from boxes import FAILS, JUNK, PAIR, QUALIFIES, ROYAL
from caribbean.actions import Change, Fold, Play
from caribbean.cards import Deck
from caribbean.errors import (
    ConflictError,
    FundsError,
    IllegalActionError,
    InputError,
    InputTypeError,
    OpenRoundError,
    UnknownKeyError,
)
from caribbean.fairness import ServerSeed
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, CYBER_CARIBBEAN_STUD, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.rounds import Round
from caribbean.roundstate import Phase
from histories import ANTE, PURSE, SIDE, dealt, filled, opened, raw, stacked, table

WINS = (PAIR, QUALIFIES)
"""A pair against an ace-king: ante and bet win even money, so 60.00 come back for 30.00."""


@pytest.fixture
def path(tmp_path):
    """Where the history is."""
    return tmp_path / "log.db"


@pytest.fixture
def history(path):
    """A history with 1,000.00 on the tables of ann and bob, and a jackpot."""
    with filled(path) as history:
        yield history


# ---- purses -------------------------------------------------------------------------------------------------------


def test_money_moves_between_outside_account_and_table(history):
    """Each operation answers with the balance it leaves; buying in and cashing out move from purse to purse."""
    assert 2_500_00 - PURSE == history.deposit("ann", 500_00, key="a")
    assert 1_400_00 == history.withdraw("ann", 100_00, key="b")
    assert PURSE + 400_00 == history.buy_in("ann", 400_00, key="c")
    assert PURSE == history.cash_out("ann", 400_00, key="d")
    assert (1_400_00, PURSE) == (history.balance("ann", "account"), history.balance("ann", "table"))
    assert history.check() == []


@pytest.mark.parametrize("operation", ["deposit", "withdraw", "buy_in", "cash_out"])
def test_an_operation_repeated_by_its_key_moves_once_and_answers_the_same(history, operation):
    """Also when other money has moved since, and also over another connection."""
    first = getattr(history, operation)("ann", 70_00, key="once")
    history.deposit("ann", 5_00, key="later")
    history.buy_in("ann", 5_00, key="later still")
    count = raw(history, "SELECT count(*) FROM movements")
    with opened(history._journal.path) as other:
        again = [getattr(side, operation)("ann", 70_00, key="once", at="later") for side in (history, other)]
    assert [first, first] == again
    assert count == raw(history, "SELECT count(*) FROM movements")


@pytest.mark.parametrize(
    ("operation", "player", "units", "differs"),
    [
        ("deposit", "bob", 70_00, "player"),
        ("withdraw", "ann", 70_00, "kind"),
        ("deposit", "ann", 70_01, "units"),
    ],
)
def test_a_key_used_for_something_else_is_refused_and_says_what_differs(history, operation, player, units, differs):
    """One key, one content."""
    history.deposit("ann", 70_00, key="once")
    with pytest.raises(ConflictError, match=f"once: {differs} was") as caught:
        getattr(history, operation)(player, units, key="once")
    assert "once" == caught.value.key
    assert history.check() == []


@pytest.mark.parametrize("operation", ["withdraw", "buy_in"])
def test_a_purse_never_goes_below_zero(history, operation):
    """All of it can be taken, one unit more cannot; nothing of the refused operation is left."""
    with pytest.raises(FundsError, match=r"account of ann holds 1000\.00, which does not cover 1000\.01"):
        getattr(history, operation)("ann", PURSE + 1, key="more")
    with pytest.raises(FundsError, match="table of ann"):
        history.cash_out("ann", PURSE + 1, key="more")
    assert (PURSE, PURSE) == (history.balance("ann", "account"), table(history))
    getattr(history, operation)("ann", PURSE, key="more")  # the key is free: nothing was written
    assert 0 == history.balance("ann", "account")


@pytest.mark.parametrize("units", [-1, 0, float("nan"), True, "10", 10.0, 2**63, None])
def test_public_fault_a_stake_that_is_no_amount_moves_nothing(history, units):
    """−1, 0, NaN, True, "10", 10.0, 2^63 and None are refused by name."""
    for operation in (history.deposit, history.withdraw, history.buy_in, history.cash_out):
        with pytest.raises((InputError, InputTypeError), match="the amount to"):
            operation("ann", units, key="odd")
    assert (PURSE, PURSE) == (history.balance("ann", "account"), table(history))


def test_public_fault_amounts_beyond_two_to_the_31_are_exact(history):
    """A purse holds up to 2^63 − 1 units, and not one more."""
    room = 2**63 - 1 - PURSE
    assert 2**63 - 1 == history.deposit("ann", room, key="much")
    with pytest.raises(InputError, match="more than 9223372036854775807 units"):
        history.deposit("ann", 1, key="too much")
    history.withdraw("ann", room, key="back")
    assert PURSE == history.balance("ann", "account")


@pytest.mark.parametrize("name", ["", " ", None, 7, "\ud800"])
def test_players_and_keys_are_text(history, name):
    """Anything else is refused before it is written."""
    with pytest.raises((InputError, InputTypeError)):
        history.deposit(name, 1, key="k")
    with pytest.raises((InputError, InputTypeError)):
        history.deposit("ann", 1, key=name)
    with pytest.raises((InputError, InputTypeError)):
        history.start(dealt(), player=name)


def test_bookings_are_the_statement_of_a_player(history):
    """Every movement in its order, those of a round with its key, box and wager."""
    round_ = history.close(history.start(dealt(stacked(*WINS)), player="ann").apply(Play()), at="noon")
    got = [(b.kind, b.purse, b.units, b.round_key, b.box, b.wager) for b in history.bookings("ann")]
    assert [
        ("deposit", "account", 2 * PURSE, None, None, None),
        ("buy-in", "account", -PURSE, None, None, None),
        ("buy-in", "table", PURSE, None, None, None),
        ("stake", "table", -ANTE, round_.key, 1, "ante"),
        ("stake", "table", -2 * ANTE, round_.key, 1, "bet"),
        ("return", "table", 2 * ANTE, round_.key, 1, "ante"),
        ("return", "table", 4 * ANTE, round_.key, 1, "bet"),
    ] == got
    assert "noon" == list(history.bookings("ann"))[-1].at
    assert table(history) == sum(b.units for b in history.bookings("ann") if b.purse == "table")


# ---- rounds -------------------------------------------------------------------------------------------------------


def test_a_round_is_debited_when_it_stakes_and_credited_when_it_is_settled(history):
    """Ante at the start, bet with the decision, winnings at the end; what is staked meanwhile is held."""
    round_ = history.start(dealt(stacked(*WINS)), player="ann")
    assert (PURSE - ANTE, ANTE) == (table(history), history.held("ann"))
    round_ = history.save(round_.apply(Play()))
    assert (PURSE - 3 * ANTE, 3 * ANTE) == (table(history), history.held("ann"))
    closed = history.close(round_)
    assert (PURSE + 3 * ANTE, 0) == (table(history), history.held("ann"))
    assert closed.settlements[0].net == 3 * ANTE
    assert history.check() == []


def test_a_fold_loses_the_ante_and_nothing_else(history):
    """Public fault: the stake is taken at the start and not again when it is lost."""
    history.close(history.start(dealt(), player="ann").apply(Fold()))
    assert PURSE - ANTE == table(history)
    assert history.check() == []


def test_close_stores_decisions_that_were_not_saved(history):
    """A last decision and the settlement may go into one transaction."""
    round_ = history.start(dealt(stacked(*WINS)), player="ann").apply(Play())
    closed = history.close(round_)
    assert closed == history.load(round_.key)
    assert PURSE + 3 * ANTE == table(history)


def test_a_round_can_be_closed_by_its_key(history):
    """What another process has saved is enough."""
    round_ = history.save(history.start(dealt(stacked(*WINS)), player="ann").apply(Play()))
    assert history.close(round_.key) == round_.close()


def test_public_fault_paid_twice_on_a_retry(history):
    """Whoever heard no answer asks again, with what he has in his hands, and the round is paid once."""
    ready = history.start(dealt(stacked(*WINS)), player="ann").apply(Play())
    closed = history.close(ready)
    again = [history.close(ready), history.close(closed), history.close(ready.key)]
    assert [closed] * 3 == again
    assert PURSE + 3 * ANTE == table(history)
    assert history.check() == []


def test_public_fault_start_and_save_asked_again_take_once(history):
    """The same round, the same stakes: taken once, and the round goes on."""
    first = dealt()
    for _ in range(3):
        assert first == history.start(first, player="ann")
    decided = first.apply(Play())
    for _ in range(3):
        assert decided == history.save(decided)
        assert first == history.start(first, player="ann")
    assert PURSE - 3 * ANTE == table(history)


def test_public_fault_refund_then_retry(history):
    """After a void nothing can be settled, and asking for the refund again refunds nothing."""
    ready = history.save(history.start(dealt(stacked(*WINS), side=SIDE), player="ann", jackpot="main").apply(Play()))
    voided = history.void(ready, "the lamp fell on the table")
    assert PURSE == table(history)
    assert voided == history.void(ready.key, "the lamp fell on the table")
    with pytest.raises(ConflictError, match="the lamp fell on the table"):
        history.void(ready, "another reason")
    for attempt in (ready, ready.key):
        with pytest.raises(IllegalActionError, match="phase void"):
            history.close(attempt)
    assert PURSE == table(history)
    assert history.check() == []


def test_public_fault_a_settled_round_is_not_voided(history):
    """Paid is paid: a refund on top is refused."""
    closed = history.close(history.start(dealt(stacked(*WINS)), player="ann").apply(Play()))
    with pytest.raises(IllegalActionError, match="phase settled"):
        history.void(closed, "regret")
    assert PURSE + 3 * ANTE == table(history)


def test_public_fault_action_after_the_end(history):
    """A round that was closed over one connection does not go on over another, nor with another decision."""
    first = history.start(dealt(), player="ann")
    history.close(first.apply(Fold()))
    with pytest.raises(ConflictError, match="settled already, after other decisions"):
        history.save(first.apply(Play()))
    with pytest.raises(ConflictError, match="settled already, after other decisions"):
        history.close(first.apply(Play()))
    assert PURSE - ANTE == table(history)


def test_public_fault_reload_after_a_loss(history):
    """The round as it was before the decision is no way to decide again."""
    before = history.start(dealt(stacked(JUNK, QUALIFIES)), player="ann")
    reloaded = history.load(before.key)
    history.close(before.apply(Play()))
    assert before == reloaded
    with pytest.raises(ConflictError):
        history.close(reloaded.apply(Fold()))
    assert PURSE - 3 * ANTE == table(history)


def test_public_fault_double_draw(history):
    """A box that has changed cards cannot be changed otherwise from an older copy of the round."""
    first = history.start(dealt(game=CARIBBEAN_POKER), player="ann")
    one, other = (first.apply(Change([card])) for card in sorted(map(str, first.legal_actions()[2:4])))
    history.save(one)
    with pytest.raises(ConflictError, match="the log has other decisions"):
        history.save(other)
    assert PURSE - 2 * ANTE == table(history)


def test_an_older_step_does_not_overwrite_a_newer_one(history):
    """Saving again what was saved before the last step changes nothing; the log stays at the last step."""
    first = history.start(dealt(game=CARIBBEAN_POKER), player="ann")
    changed = history.save(first.apply(first.legal_actions()[2]))
    decided = history.save(changed.apply(Play()))
    assert first == history.save(first)
    assert changed == history.save(changed)
    assert decided == history.load(first.key)
    assert history.check() == []


def test_steps_between_may_be_left_out_but_not_changed(history):
    """Several decisions go into one save, as the house makes them (R-70), if they go on from what is stored."""
    first = history.start(dealt(game=CARIBBEAN_POKER, boxes=2), player="ann")
    folded = history.save(first.apply(Fold()))
    with pytest.raises(ConflictError, match="other decisions, of which there are 1"):
        history.save(first.apply(Play()).apply(Play()))
    history.save(folded.apply(folded.legal_actions()[2]).apply(Play()))
    assert history.check() == []


def test_public_fault_funds_checked_then_spent(path, history):
    """Two tables spend the same balance: the second is refused by the log, whatever its host has looked up before."""
    history.cash_out("ann", PURSE - 3 * ANTE, key="nearly all")
    with opened(path) as other:
        one, two = dealt(funds=table(history)), dealt(funds=table(other))
        one, two = history.start(one, player="ann"), other.start(two, player="ann")
        with pytest.raises(FundsError, match=r"holds 10\.00, which does not cover 20\.00"):
            other.close(two.apply(Play()))
        with pytest.raises(FundsError, match=r"holds 10\.00, which does not cover 20\.00"):
            history.save(one.apply(Play()))
        assert [ANTE, ANTE] == [table(history), table(other)]
        other.close(two.apply(Fold()))
    assert history.check() == []


def test_a_start_without_funds_leaves_nothing(history):
    """Neither the round nor a contribution nor a part of the stakes."""
    rich = dealt(ante=PURSE, side=SIDE)
    with pytest.raises(FundsError, match=r"holds 1000\.00, which does not cover 1001\.00"):
        history.start(rich, player="ann", jackpot="main")
    with pytest.raises(UnknownKeyError):
        history.load(rich.key)
    assert PURSE == table(history)
    assert 1 == history.meter("main").number


def test_r51_a_round_waits_for_money(history):
    """Funds that came in between two actions are spent when they are there."""
    history.cash_out("ann", PURSE - ANTE, key="nearly all")
    round_ = history.start(dealt(game=CARIBBEAN_HOLDEM, funds=ANTE), player="ann")
    assert "funds" in round_.why_illegal(Play(), funds=table(history))
    history.buy_in("ann", 2 * ANTE, key="more")
    history.close(history.load(round_.key).apply(Play(), funds=table(history)))
    assert history.check() == []


def test_r70_the_house_completes_a_round_of_a_player_who_is_gone(history):
    """The open round is loaded, decided by the house, and settled; the record says by whom."""
    round_ = history.start(dealt(stacked(*WINS)), player="ann")
    gone = history.open_rounds("ann")[0]
    history.close(gone.round.complete(funds=table(history)))
    assert "house" == history.load(round_.key).seats[0].decided_by
    assert PURSE + 3 * ANTE == table(history)


@pytest.mark.parametrize("what", ["player", "jackpot", "funds", "seed"])
def test_a_start_asked_again_with_something_else_is_refused(history, what):
    """One round has one player, one jackpot, one opening and one seed."""
    seed = ServerSeed.fresh()
    deck = Deck.of_permutation(seed.permutation(client_seed=b"c", nonce=1))
    usual = {"player": "ann", "jackpot": "main", "seed": seed, "client_seed": b"c", "nonce": 1}
    round_ = history.start(dealt(deck, context=0), **usual)
    assert round_ == history.start(round_, **usual)
    other = usual | {"player": {"player": "bob"}, "jackpot": {"jackpot": None}, "seed": {"seed": None}}.get(what, {})
    again = dealt(deck, context=0, funds=PURSE) if what == "funds" else round_
    with pytest.raises(ConflictError, match=what):
        history.start(again, **other)


def test_start_takes_a_round_as_dealt_and_save_an_open_one(history):
    """What would leave a step out at the start, or settle beside the log, is refused."""
    with pytest.raises(InputError, match="before the first decision"):
        history.start(dealt().apply(Fold()), player="ann")
    round_ = history.start(dealt(), player="ann")
    with pytest.raises(InputError, match="close"):
        history.save(round_.apply(Fold()).close())
    for call in (history.save, lambda r: history.start(r, player="ann"), history.close, history.reveal):
        with pytest.raises(InputTypeError, match="Round"):
            call(7)


def test_a_round_that_the_log_does_not_know_is_refused(history):
    """By its key, or as a round that was never started."""
    stranger = dealt()
    for call in (history.load, history.stored, history.reveal, history.close, lambda k: history.void(k, "why")):
        with pytest.raises(UnknownKeyError, match="there is no round 'nobody'"):
            call("nobody")
    for call in (history.save, history.close):
        with pytest.raises(UnknownKeyError):
            call(stranger)


def test_a_round_in_another_currency_is_refused(path, tmp_path):
    """Units of two currencies never meet in one purse; a history keeps the currency it began with."""
    with opened(tmp_path / "eur.db", currency="EUR", exponent=2) as euros:
        euros.deposit("ann", PURSE, key="a")
        with pytest.raises(InputError, match="EUR with 2 decimals, the game in USD"):
            euros.start(dealt(), player="ann")
    with pytest.raises(ConflictError, match="currency is EUR, not USD"):
        opened(tmp_path / "eur.db", currency="USD")


@pytest.mark.parametrize("wrong", [{"exponent": "2"}, {"exponent": True}, {"exponent": -1}, {"currency": ""}])
def test_a_currency_that_cannot_be_makes_no_file(tmp_path, wrong):
    """It is refused before the file is made, since it would stand there for good."""
    with pytest.raises((InputError, InputTypeError), match="currency"):
        opened(tmp_path / "new.db", **wrong)
    assert not (tmp_path / "new.db").exists()


# ---- reading ------------------------------------------------------------------------------------------------------


def test_open_and_finished_rounds_are_found(history):
    """Open ones by player, finished ones in the order in which they ended, the last ones first in a player's log."""
    a, b, c = (history.start(dealt(), player=player, at="t0") for player in ("ann", "bob", "ann"))
    assert [a.key, b.key, c.key] == [stored.key for stored in history.open_rounds()]
    assert [a.key, c.key] == [stored.key for stored in history.open_rounds("ann")]
    history.close(c.apply(Fold()), at="t1")
    history.void(a, "why", at="t2")
    assert [b.key] == [stored.key for stored in history.open_rounds()]
    assert [(c.key, Phase.SETTLED, "t1"), (a.key, Phase.VOID, "t2")] == [
        (stored.key, stored.status, stored.at) for stored in history.rounds()
    ]
    assert [c.key, a.key] == [stored.key for stored in history.last("ann", 5)]
    assert [c.key] == [stored.key for stored in history.last("ann", 1)]
    assert [] == list(history.rounds(player="bob"))
    assert 2 == history.count()
    assert ("bob", None, Phase.DECISION) == (
        history.stored(b.key).player,
        history.stored(b.key).jackpot,
        history.stored(b.key).status,
    )


def test_finished_rounds_replay_from_the_log_alone(path, history):
    """All four games; what is read back from another connection settles the same."""
    for game in (PROGRESSIVE_CARIBBEAN_POKER, CARIBBEAN_POKER, CARIBBEAN_HOLDEM, CYBER_CARIBBEAN_STUD):
        history.close(history.start(dealt(game=game), player="ann").apply(Play()))
    with opened(path) as other:
        rounds = list(other.rounds())
        assert 4 == len(rounds)
        assert [stored.round.settlements for stored in rounds] == [Round.replay(stored.record) for stored in rounds]
        assert other.check() == []


def test_iterating_over_rounds_goes_on_while_others_are_written(history, monkeypatch):
    """More than a page of rounds; those that end meanwhile are seen too."""
    monkeypatch.setattr("caribbean.roundlog.PAGE", 4)
    for _ in range(3):
        history.close(history.start(dealt(), player="ann").apply(Fold()))
    seen = []
    for stored in history.rounds():
        seen.append(stored.key)
        if len(seen) < 10:
            history.close(history.start(dealt(), player="ann").apply(Fold()))
    assert 12 == len(set(seen)) == len(seen) == history.count()


# ---- secrets ------------------------------------------------------------------------------------------------------


def test_r73_nothing_of_an_open_round_is_in_the_file_in_the_clear(path, history):
    """Neither the deck nor the seed; once it is over, its record is readable without the key."""
    seed = ServerSeed.fresh()
    deck = Deck.of_permutation(seed.permutation(client_seed=b"", nonce=0))
    round_ = history.start(dealt(deck), player="ann", seed=seed)
    text = "".join(map(str, deck)).encode()
    held = b"".join(part.read_bytes() for part in path.parent.iterdir())
    assert text not in held
    assert seed.expose() not in held
    history.close(round_.apply(Fold()))
    with opened(path, seal=None, unseal=None) as keyless:
        assert text.decode() in next(keyless.rounds()).record


def test_r73_a_stored_round_does_not_print_its_cards(history):
    """Its `repr` names the round, the player and the phase."""
    stored = history.stored(history.start(dealt(), player="ann").key)
    assert f"<StoredRound {stored.key[:8]}… of ann: decision>" == repr(stored) == str(stored)


def test_a_reveal_waits_for_the_end_of_the_round(path, history):
    """Refused while the round is open, to whoever asks; then it verifies against what was promised."""
    seed = ServerSeed.fresh()
    deck = Deck.of_permutation(seed.permutation(client_seed=b"mine", nonce=7))
    round_ = history.start(dealt(deck), player="ann", seed=seed, client_seed=b"mine", nonce=7)
    for attempt in (round_, round_.key, round_.apply(Fold()).close()):
        with pytest.raises(OpenRoundError, match="is open"):
            history.reveal(attempt)
    history.close(round_.apply(Fold()))
    with opened(path) as other:
        reveal = other.reveal(round_.key)
    assert deck.ids == reveal.verify(seed.commitment, client_seed=b"mine", nonce=7)


@pytest.mark.parametrize("nonce", [7, 8])
def test_a_server_seed_serves_one_round(history, nonce):
    """The same (seed, nonce) is refused, and with another nonce too: one reveal would tell the other round's cards."""
    seed = ServerSeed.fresh()
    for number, player in ((7, "ann"), (nonce, "bob")):
        deck = Deck.of_permutation(seed.permutation(client_seed=player.encode(), nonce=number))
        started = dealt(deck)
        if player == "ann":
            history.start(started, player=player, seed=seed, client_seed=b"ann", nonce=number)
    with pytest.raises(ConflictError, match="this server seed was used before"):
        history.start(started, player="bob", seed=seed, client_seed=b"bob", nonce=nonce)
    assert PURSE == table(history, "bob")


def test_a_deck_that_is_not_of_its_seed_is_refused(history):
    """What is committed to is what is dealt."""
    with pytest.raises(InputError, match="the deck of the round does not come from this seed"):
        history.start(dealt(), player="ann", seed=ServerSeed.fresh())
    assert () == history.open_rounds()


def test_a_round_without_a_seed_has_no_reveal(history):
    """And says so."""
    closed = history.close(history.start(dealt(), player="ann").apply(Fold()))
    with pytest.raises(UnknownKeyError, match="without a seed"):
        history.reveal(closed)


def test_royals_and_failing_dealers_pay_what_the_record_says(history):
    """Credits are the returned amounts of the settlement's lines, to the unit."""
    closed = history.close(history.start(dealt(stacked(ROYAL, FAILS)), player="ann").apply(Play()))
    assert sum(line.returned for line in closed.settlements[0].lines) == table(history) - (PURSE - 3 * ANTE)
