"""A second way to every exact figure, on decks so small that all deals can be dealt: `settle()` and nothing else.

It enumerates boxes, asks `settle()` what each brings, and adds up. No count, bound or symmetry of the library is used.
"""

from __future__ import annotations

import functools
from collections import Counter
from fractions import Fraction
from itertools import combinations

from hypothesis import strategies as st

from caribbean.actions import Fold, Play
from caribbean.cards import Card
from caribbean.games import CARIBBEAN_HOLDEM, CARIBBEAN_POKER, PROGRESSIVE_CARIBBEAN_POKER
from caribbean.hands import Category
from caribbean.parts import ChangeRule, Pays, WagerPays
from caribbean.payouts import Stakes
from caribbean.paytables import Fate, PayTable
from caribbean.settlement import settle
from strategies import ranks

WHOLE_ANTE = 12_00
"""An ante on which no odds of the variants below are rounded."""


def cards(text):
    """The cards of a text."""
    return tuple(Card(one) for one in text.split())


def ids(deck):
    """The deck as the library takes it."""
    return bytes(card.id for card in deck)


STUD_DECK = cards("As Ks Qs Js Ts Ah Kh Ad 2c 2d 3c 4h 9d")
"""Thirteen cards with a hand of almost every category, and 360,360 deals."""
HOLDEM_DECK = cards("As Ks Qs Ah Kh Ad 4c 4d 3c 9h")
"""Ten cards, 75,600 deals."""
CHANGE_DECK = cards("As Ks Qs Js Ts Ah Kd 2c 2d 3c 9d 9h")
"""Twelve cards."""
SYMMETRIC_DECK = cards("Ac Ad Ah As Kc Kd Kh Ks Qc Qd Qh Qs")
"""All suits alike, so that hands stand for many others."""

FIVES_DECK = cards("As Ks Qs Js Ts Ah Kd 2c 2d 3c 9d 9h 4h 5c 6d")
"""Fifteen cards, so that five each and five to draw are all of them."""
ALIKE_FIVES = (*SYMMETRIC_DECK, *cards("Jc Jd Jh Js"))
"""Sixteen, with four equal suits."""


def counted(analysis):
    """What an analysis found, as a count of (outcome, category, net)."""
    return Counter({(line.outcome, line.category, line.net): line.deals for line in analysis.outcomes})


class Dealt:
    """The boxes of one variant, settled once each: (outcome, category, net in antes)."""

    def __init__(self, variant, ante=WHOLE_ANTE):
        self.variant, self.ante = variant, ante
        self.stakes = Stakes(ante=ante)
        self._settled = functools.cache(self._settle)

    def _settle(self, player, dealer, board, folds):
        settlement = settle(
            self.variant,
            stakes=self.stakes,
            player=player,
            dealer=None if folds else dealer,
            board=board or None,
            decision=Fold() if folds else Play(),
        )
        return settlement.outcome, settlement.player_rank.category, Fraction(settlement.net, self.ante)

    def play(self, player, dealer, board=()):
        """A box that was played."""
        return self._settled(tuple(sorted(player)), tuple(sorted(dealer)), tuple(sorted(board)), False)

    def fold(self, player, board=()):
        """A box that was folded."""
        return self._settled(tuple(sorted(player)), None, tuple(board), True)


def _sum(found):
    return sum((deals * net for (_, _, net), deals in found.items()), start=Fraction(0))


def worth_playing(fold, play):
    """Whether playing brings more than folding: where they are equal, a box is folded."""
    return _sum(play) > _sum(fold)


def _better(fold, play):
    return play if worth_playing(fold, play) else fold


def stud_ways(dealt, player, upcard, left):
    """Folding and playing, each as a count of what happens, over the dealer's four other cards."""
    fours = list(combinations(left, 4))
    play = Counter(dealt.play(player, (upcard, *four)) for four in fours)
    return Counter({dealt.fold(player): len(fours)}), play


def stud(variant, deck, *, choose=None, ante=WHOLE_ANTE):
    """All deals of a stud game: a count of (outcome, category, net). `choose(player, upcard)` says whether to play."""
    dealt, found = Dealt(variant, ante), Counter()
    for player in combinations(sorted(deck), 5):
        for upcard in sorted(set(deck) - set(player)):
            left = sorted(set(deck) - set(player) - {upcard})
            fold, play = stud_ways(dealt, player, upcard, left)
            if choose is None:
                found += _better(fold, play)
            else:
                found += play if choose(player, upcard) else fold
    return found


def ends(left):
    """The dealer's two cards and the two that come later, of the cards that are left, in every way."""
    return [
        (dealer, later) for later in combinations(left, 2) for dealer in combinations(sorted(set(left) - set(later)), 2)
    ]


def holdem_ways(dealt, hole, flop, left):
    """Folding and calling, each as a count of what happens, over all that can still come."""
    ways = ends(left)
    play = Counter(dealt.play(hole, dealer, flop + later) for dealer, later in ways)
    return Counter({dealt.fold(hole, flop): len(ways)}), play


def holdem(variant, deck, *, choose=None, ante=WHOLE_ANTE):
    """All deals of a hold'em game, as `stud`; `choose(hole, flop)`."""
    dealt, found = Dealt(variant, ante), Counter()
    for hole in combinations(sorted(deck), 2):
        for flop in combinations(sorted(set(deck) - set(hole)), 3):
            left = sorted(set(deck) - set(hole) - set(flop))
            fold, play = holdem_ways(dealt, hole, flop, left)
            if choose is None:
                found += _better(fold, play)
            else:
                found += play if choose(hole, flop) else fold
    return found


class Nets(Dealt):
    """What boxes bring, in units and nothing else: the counts of the above take too long where cards are changed."""

    def stand(self, player, upcard, left):
        """The sums of folding and of playing over the dealer's four other cards, and how many those are."""
        key = tuple(sorted(player))
        plays = [self._net(key, tuple(sorted((upcard, *four)))) for four in combinations(left, 4)]
        return self._fold_net(key) * len(plays), sum(plays), len(plays)

    @functools.cached_property
    def _net(self):
        return functools.cache(lambda player, dealer: int(self.play(player, dealer)[2] * self.ante))

    @functools.cached_property
    def _fold_net(self):
        return functools.cache(lambda player: int(self.fold(player)[2] * self.ante))


def changes(nets, player, upcard, left):
    """What every change is worth for one hand, in units, the fee taken off: the thrown cards and that."""
    rule = nets.variant.change
    for number, fee in rule.fees.items():
        for thrown in combinations(player, number):
            kept = tuple(card for card in player if card not in thrown)
            total = count = 0
            for drawn in combinations(left, number):
                fold, play, ways = nets.stand(kept + drawn, upcard, [card for card in left if card not in drawn])
                total += play if number in rule.forced_play else max(fold, play)
                count += ways
            yield thrown, Fraction(total, count) - fee * nets.ante


def exchange(variant, deck, *, ante=WHOLE_ANTE):
    """The expected net of a game with changes, in antes, and how often cards are changed."""
    nets = Nets(variant, ante)
    total, changed, pairs = Fraction(0), 0, 0
    for player in combinations(sorted(deck), 5):
        for upcard in sorted(set(deck) - set(player)):
            left = sorted(set(deck) - set(player) - {upcard})
            fold, play, ways = nets.stand(player, upcard, left)
            stand = Fraction(max(fold, play), ways)
            best = max(worth for _, worth in changes(nets, player, upcard, left))
            total += max(stand, best)
            changed += best > stand
            pairs += 1
    return total / pairs / ante, Fraction(changed, pairs)


# --- variants nobody plays -----------------------------------------------------------------------------------------

_CELLS = st.one_of(
    st.sampled_from(Fate),
    st.sampled_from([Fraction(n) for n in (1, 2, 3, 7, 20, 100)] + [Fraction(3, 2), Fraction(5, 12)]),
)


@st.composite
def _tables(draw):
    rest = draw(st.dictionaries(st.sampled_from(list(Category)), _CELLS, max_size=4))
    return PayTable({Category.HIGH_CARD: draw(_CELLS), **rest})


@st.composite
def _matrices(draw):
    """What outcomes pay: like the four games, or anything at all."""
    if draw(st.booleans()):
        usual = PROGRESSIVE_CARIBBEAN_POKER.pays
        return Pays(
            fold=usual.fold,
            no_qualify=WagerPays(draw(_tables()), PayTable("returned")),
            win=WagerPays(draw(_tables()), draw(_tables())),
            tie=usual.tie,
            lose=usual.lose,
        )
    rows = {name: WagerPays(draw(_tables()), draw(_tables())) for name in ("no_qualify", "win", "tie", "lose")}
    return Pays(fold=WagerPays(draw(_tables())), **rows)


@st.composite
def stud_variants(draw):
    """Five cards against five with any pays, qualifier and multiple."""
    return PROGRESSIVE_CARIBBEAN_POKER.replace(
        pays=draw(_matrices()), qualifier=draw(ranks()), bet_multiple=draw(st.integers(1, 4)), progressive=None
    )


@st.composite
def holdem_variants(draw):
    """Two against two with a board, with any pays, qualifier and multiple."""
    return CARIBBEAN_HOLDEM.replace(
        pays=draw(_matrices()), qualifier=draw(ranks()), bet_multiple=draw(st.integers(1, 4))
    )


@st.composite
def exchange_variants(draw, most):
    """Five against five with a change of up to `most` cards at any fees."""
    fees = draw(st.dictionaries(st.integers(1, most), st.integers(0, 3), min_size=1))
    forced = draw(st.lists(st.sampled_from(sorted(fees)), unique=True))
    return CARIBBEAN_POKER.replace(
        pays=draw(_matrices()),
        qualifier=draw(ranks()),
        bet_multiple=draw(st.integers(1, 3)),
        change=ChangeRule(fees=fees, forced_play=tuple(forced)),
    )
