"""Caribbean-style poker, right: hands, rules, pay tables and exact settlement of four games."""

from .actions import Action, Change, Decision, Fold, Play
from .cards import CARDS, Card, CardRank, Deck, Suit, parse_cards
from .errors import (
    CardCountError,
    CardTextError,
    CaribbeanError,
    DuplicateCardError,
    InputError,
    InputTypeError,
    RowError,
    SeveralErrors,
    UnknownGameError,
    VariantError,
)
from .forms import json_schema
from .games import (
    CARIBBEAN_HOLDEM,
    CARIBBEAN_POKER,
    CYBER_CARIBBEAN_STUD,
    GAMES,
    PROGRESSIVE_CARIBBEAN_POKER,
    find_game,
)
from .hands import Category, Hand, Rank
from .money import format_amount, parse_amount
from .parts import Boxes, ChangeRule, Deal, Limits, Outcome, Pays, Progressive, WagerPays
from .payouts import Line, Stakes, pay
from .paytables import Fate, Fixed, PayTable, Prize, PrizeTable, Share
from .rulefiles import format_variant, load_variant, parse_variant
from .settlement import Settlement, settle
from .variants import ALWAYS, Variant
from .versions import library_version

__all__ = [
    "ALWAYS",
    "CARDS",
    "CARIBBEAN_HOLDEM",
    "CARIBBEAN_POKER",
    "CYBER_CARIBBEAN_STUD",
    "GAMES",
    "PROGRESSIVE_CARIBBEAN_POKER",
    "Action",
    "Boxes",
    "Card",
    "CardCountError",
    "CardRank",
    "CardTextError",
    "CaribbeanError",
    "Category",
    "Change",
    "ChangeRule",
    "Deal",
    "Decision",
    "Deck",
    "DuplicateCardError",
    "Fate",
    "Fixed",
    "Fold",
    "Hand",
    "InputError",
    "InputTypeError",
    "Limits",
    "Line",
    "Outcome",
    "PayTable",
    "Pays",
    "Play",
    "Prize",
    "PrizeTable",
    "Progressive",
    "Rank",
    "RowError",
    "Settlement",
    "SeveralErrors",
    "Share",
    "Stakes",
    "Suit",
    "UnknownGameError",
    "Variant",
    "VariantError",
    "WagerPays",
    "find_game",
    "format_amount",
    "format_variant",
    "json_schema",
    "library_version",
    "load_variant",
    "parse_amount",
    "parse_cards",
    "parse_variant",
    "pay",
    "settle",
]


def __getattr__(name: str) -> str:
    if name == "__version__":
        return library_version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
