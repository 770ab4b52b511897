"""Caribbean-style poker, right: hands, rules, pay tables and exact settlement of four games."""

from .actions import Action, Change, Decision, Fold, Play
from .analysis import Comparison, analyze, compare
from .best import BestStrategy, best_strategy
from .cards import CARDS, Card, CardRank, Deck, Suit, parse_cards
from .decisions import ActionValue, DecisionTable, after_change, decision
from .errors import (
    CardCountError,
    CardTextError,
    CaribbeanError,
    DuplicateCardError,
    InexactError,
    InputError,
    InputTypeError,
    SeveralErrors,
    UnknownGameError,
    VariantError,
)
from .figures import Analysis, Combined, OutcomeFigures, ProgressiveFigures
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
from .strategy import STRATEGIES, Seen, Strategy
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
    "STRATEGIES",
    "Action",
    "ActionValue",
    "Analysis",
    "BestStrategy",
    "Boxes",
    "Card",
    "CardCountError",
    "CardRank",
    "CardTextError",
    "CaribbeanError",
    "Category",
    "Change",
    "ChangeRule",
    "Combined",
    "Comparison",
    "Deal",
    "Decision",
    "DecisionTable",
    "Deck",
    "DuplicateCardError",
    "Fate",
    "Fixed",
    "Fold",
    "Hand",
    "InexactError",
    "InputError",
    "InputTypeError",
    "Limits",
    "Line",
    "Outcome",
    "OutcomeFigures",
    "PayTable",
    "Pays",
    "Play",
    "Prize",
    "PrizeTable",
    "Progressive",
    "ProgressiveFigures",
    "Rank",
    "Seen",
    "Settlement",
    "SeveralErrors",
    "Share",
    "Stakes",
    "Strategy",
    "Suit",
    "UnknownGameError",
    "Variant",
    "VariantError",
    "WagerPays",
    "after_change",
    "analyze",
    "best_strategy",
    "compare",
    "decision",
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
