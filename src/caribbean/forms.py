"""The form of a variant file: which keys it has, and what stands under each. Knows no game and reads nothing.

The JSON Schema for editors and the reader in `rulefiles` both come from these types. What a text must look like
stands here for the schema only; the reader gives each text to the function that understands it.
"""

from __future__ import annotations

import copy
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from .hands import Category

_UNITS = r"[0-9]{1,30}(?:\.[0-9]{1,30})?"
_PART = r"[0-9]{1,3}(?:\.[0-9]{1,9})?%|[0-9]{1,18}/[0-9]{1,18}"
_BY_CATEGORY = Meta(extra_json_schema={"propertyNames": {"enum": [category.slug for category in Category]}})
_ODDS = "[0-9]{1,18}(?:/[0-9]{1,18})?"

Money = Annotated[
    str,
    Meta(description="Money in the main unit.", examples=["10.00"], extra_json_schema={"pattern": f"^{_UNITS}$"}),
]
Whole = Annotated[int, Meta(ge=0)]
OddsNumber = Annotated[int, Meta(ge=1, description="n to 1")]
CellText = Annotated[
    str,
    Meta(
        description="lost, returned or odds.",
        examples=["3/2"],
        extra_json_schema={"pattern": f"^(?:lost|returned|{_ODDS})$"},
    ),
]
RowText = Annotated[
    str,
    Meta(
        description="lost, returned, odds, or table: as pays.win has it for this wager.",
        extra_json_schema={"pattern": f"^(?:lost|returned|table|{_ODDS})$"},
    ),
]
ByCategory = Annotated[dict[str, OddsNumber | CellText], _BY_CATEGORY, Meta(min_length=1)]
WinRow = OddsNumber | CellText | ByCategory
PayRow = OddsNumber | RowText | ByCategory
PrizeText = Annotated[str, Meta(examples=["100.00", "10%"], extra_json_schema={"pattern": f"^(?:{_UNITS}|{_PART})$"})]
CardsText = Annotated[str, Meta(description="Five cards.", examples=["4s 4h 5d 3c 2s"])]


class DealForm(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The table `[deal]`."""

    player: Whole
    dealer: Whole
    dealer_up: Whole
    board: Annotated[list[Whole], Meta(min_length=2, max_length=2)] | UnsetType = UNSET


class WinForm(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The table `[pays.win]`, which the other rows may refer to."""

    ante: WinRow
    bet: WinRow


class PlayedForm(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The table `[pays.tie]` and its like."""

    ante: PayRow
    bet: PayRow


class FoldForm(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The table `[pays.fold]`."""

    ante: PayRow


class PaysForm(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename={"no_qualify": "no-qualify"}):
    """The table `[pays]`."""

    fold: FoldForm
    no_qualify: PlayedForm
    win: WinForm
    tie: PlayedForm
    lose: PlayedForm


class LimitsForm(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The table `[limits]`."""

    min: Money
    max: Money


class BoxesForm(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The table `[boxes]`."""

    table: Whole | UnsetType = UNSET
    player: Whole | UnsetType = UNSET
    closed_from: Whole | UnsetType = UNSET


class ChangeForm(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The table `[change]`."""

    fees: dict[int, Whole]
    forced_play: list[Whole] | UnsetType = UNSET


class ProgressiveForm(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The table `[progressive]`."""

    price: Money
    after_fold: bool
    prizes: Annotated[dict[str, PrizeText], _BY_CATEGORY]
    return_stake: bool | UnsetType = UNSET
    shares: Literal["in-turn", "equal"] | UnsetType = UNSET


class WordsForm(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The table `[words]`."""

    ante: str | UnsetType = UNSET
    bet: str | UnsetType = UNSET
    progressive: str | UnsetType = UNSET
    change: str | UnsetType = UNSET


class VariantForm(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A whole file."""

    name: str
    title: str
    currency: str | UnsetType = UNSET
    exponent: Whole | UnsetType = UNSET
    bet_multiple: Whole
    qualifier: CardsText | Literal["none"]
    interrupted: CardsText | Literal["resume"]
    words: WordsForm | UnsetType = UNSET
    deal: DealForm
    pays: PaysForm
    limits: LimitsForm | UnsetType = UNSET
    boxes: BoxesForm | UnsetType = UNSET
    change: ChangeForm | UnsetType = UNSET
    progressive: ProgressiveForm | UnsetType = UNSET
    cap: Money | UnsetType = UNSET


def json_schema() -> dict[str, Any]:
    """JSON Schema of a variant file: a whole one, or one that `extends` a game and states what differs."""
    whole = msgspec.json.schema(VariantForm)
    definitions = whole["$defs"]
    partial = {f"{name}Changes": _as_changes(form) for name, form in definitions.items()}
    start = partial["VariantFormChanges"]
    start["properties"]["extends"] = {"type": "string", "description": "The game that this file starts from."}
    start["required"] = ["extends"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A caribbean-rules variant",
        "anyOf": [{"$ref": "#/$defs/VariantForm"}, {"$ref": "#/$defs/VariantFormChanges"}],
        "$defs": definitions | partial,
    }


def _as_changes(form: dict[str, Any]) -> dict[str, Any]:
    """A form in which nothing is required and `false` takes a key away."""
    changes: dict[str, Any] = _redirected(copy.deepcopy(form))
    changes.pop("required", None)
    changes["properties"] = {key: {"anyOf": [{"const": False}, kind]} for key, kind in changes["properties"].items()}
    for kind in changes["properties"].values():
        inner = kind["anyOf"][1]
        if "additionalProperties" in inner:
            inner["additionalProperties"] = {"anyOf": [{"const": False}, inner["additionalProperties"]]}
    return changes


def _redirected(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {k: f"{v}Changes" if k == "$ref" else _redirected(v) for k, v in schema.items()}
    return [_redirected(item) for item in schema] if isinstance(schema, list) else schema
