"""Caribbean-style poker, right: hands, rules, pay tables and exact settlement of four games."""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from .actions import Action, Change, Decision, Fold, Play
from .cards import CARDS, Card, CardRank, Deck, Suit, parse_cards
from .errors import (
    CardCountError,
    CardTextError,
    CaribbeanError,
    DuplicateCardError,
    IllegalActionError,
    InexactError,
    InputError,
    InputTypeError,
    RecordError,
    RevealError,
    RowError,
    SeveralErrors,
    UnknownGameError,
    VariantError,
)
from .fairness import Commitment, Reveal, ServerSeed
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

if TYPE_CHECKING:
    from .analysis import Comparison, analyze, compare
    from .auditing import Audit, audit
    from .best import BestStrategy, best_strategy
    from .decisions import ActionValue, DecisionTable, after_change, decision
    from .entries import Entry, MeterRule
    from .figures import Analysis, Combined, OutcomeFigures, ProgressiveFigures
    from .history import History
    from .jackpot import Meter
    from .rounds import TRANSITIONS, Round
    from .roundstate import Movement, Phase
    from .strategy import STRATEGIES, Seen, Strategy
    from .table import Table

    __version__: str

__all__ = [
    "ALWAYS",
    "CARDS",
    "CARIBBEAN_HOLDEM",
    "CARIBBEAN_POKER",
    "CYBER_CARIBBEAN_STUD",
    "GAMES",
    "PROGRESSIVE_CARIBBEAN_POKER",
    "STRATEGIES",
    "TRANSITIONS",
    "Action",
    "ActionValue",
    "Analysis",
    "Audit",
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
    "Commitment",
    "Comparison",
    "Deal",
    "Decision",
    "DecisionTable",
    "Deck",
    "DuplicateCardError",
    "Entry",
    "Fate",
    "Fixed",
    "Fold",
    "Hand",
    "History",
    "IllegalActionError",
    "InexactError",
    "InputError",
    "InputTypeError",
    "Limits",
    "Line",
    "Meter",
    "MeterRule",
    "Movement",
    "Outcome",
    "OutcomeFigures",
    "PayTable",
    "Pays",
    "Phase",
    "Play",
    "Prize",
    "PrizeTable",
    "Progressive",
    "ProgressiveFigures",
    "Rank",
    "RecordError",
    "Reveal",
    "RevealError",
    "Round",
    "RowError",
    "Seen",
    "ServerSeed",
    "Settlement",
    "SeveralErrors",
    "Share",
    "Stakes",
    "Strategy",
    "Suit",
    "Table",
    "UnknownGameError",
    "Variant",
    "VariantError",
    "WagerPays",
    "after_change",
    "analyze",
    "audit",
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

# What only some programs need is loaded when it is first asked for, which keeps `import caribbean` quick.
_LATER: Final = {
    "Comparison": "analysis",
    "analyze": "analysis",
    "compare": "analysis",
    "Audit": "auditing",
    "audit": "auditing",
    "BestStrategy": "best",
    "best_strategy": "best",
    "ActionValue": "decisions",
    "DecisionTable": "decisions",
    "after_change": "decisions",
    "decision": "decisions",
    "Entry": "entries",
    "MeterRule": "entries",
    "Analysis": "figures",
    "Combined": "figures",
    "OutcomeFigures": "figures",
    "ProgressiveFigures": "figures",
    "History": "history",
    "Meter": "jackpot",
    "TRANSITIONS": "rounds",
    "Round": "rounds",
    "Movement": "roundstate",
    "Phase": "roundstate",
    "STRATEGIES": "strategy",
    "Seen": "strategy",
    "Strategy": "strategy",
    "Table": "table",
}


if not TYPE_CHECKING:  # a type checker is to know the names above and no others

    def __getattr__(name: str) -> object:
        if name == "__version__":
            return library_version()
        if name in _LATER:
            return getattr(import_module(f".{_LATER[name]}", __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
