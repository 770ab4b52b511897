"""The shape of the library, read from its source: floors, sizes, and what no module may do."""

from __future__ import annotations

import ast
import graphlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import caribbean
from caribbean.games import GAMES

PACKAGE = Path(caribbean.__file__).parent

# A module imports only from floors below its own. A new module gets its floor here first.
FLOORS = [
    {"errors", "versions"},
    {"money", "shuffling", "journal"},
    {"fairness"},
    {"cards"},
    {"_core", "_counts"},
    {"hands"},
    {"paytables", "forms", "sections"},
    {"parts", "actions"},
    {"payouts", "plain"},
    {"variants", "entries"},
    {"games", "settlement", "jackpot"},
    {"rulefiles", "rulebook", "roundstate", "openings", "ledger"},
    {"closing", "views", "records"},
    {"rounds", "table_actions"},
    {"roundlog", "tablestate", "proof", "strategy", "_lower", "_terms"},
    {"history", "table", "_situations", "simulation", "batch"},
    {"figures"},
    {"_work"},
    {"_changing"},
    {"_solving"},
    {"decisions"},
    {"analysis", "best"},
    {"auditing", "report", "charts"},
    {"__init__"},
    {"cli", "play"},
    {"__main__"},
]
FLOOR = {module: floor for floor, modules in enumerate(FLOORS) for module in modules}

# What else than the standard library a module may use; the extras are optional, so only their own modules may.
WITHOUT_ANY = {"errors", "versions", "money", "shuffling", "journal", "cards", "games", "__init__", "__main__"}
THIRD_PARTY = {module: {"msgspec"} for module in FLOOR if module not in WITHOUT_ANY} | {
    "rulefiles": {"msgspec", "tomli_w"},
    "batch": {"numpy"},
    "cli": {"click", "rich", "msgspec"},
    "charts": {"matplotlib"},
}

# The only imports inside a function, each with its reason.
LATE_IMPORTS = {
    ("cli/__init__", "main"),  # says what to install where the extra is absent
    ("versions", "library_version"),  # slow, and few programs ask
}

EXACT = ["money", "payouts", "settlement", "paytables", "parts", "variants", "rulefiles", "rulebook"]

MODULES = {path.relative_to(PACKAGE).with_suffix("").as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
TREES = {module: ast.parse(path.read_text(encoding="utf-8")) for module, path in MODULES.items()}
each_module = pytest.mark.parametrize("module", MODULES)


def _top(module: str) -> str:
    return module.split("/", maxsplit=1)[0]


def _own_imports(module: str) -> Iterator[str]:
    """The modules of ours that a module imports, by their path in the package."""
    # The package in which the relative imports of this module start.
    home = module.split("/")[:-1]
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "caribbean":
                    yield _resolved([], alias.name.split(".")[1:])
        elif isinstance(node, ast.ImportFrom):
            names = (node.module or "").split(".") if node.module else []
            if node.level:
                base = home[: len(home) - node.level + 1]
            elif names and names[0] == "caribbean":
                base, names = [], names[1:]
            else:
                continue
            if names:
                yield _resolved(base, names)
            else:
                yield from (_resolved(base, [alias.name]) for alias in node.names)


def _resolved(base: list[str], names: list[str]) -> str:
    path = "/".join([*base, *names])
    if path in MODULES or path == "_ffi":
        return path
    package = f"{path}/__init__" if path else "__init__"
    return package if package in MODULES else "/".join([*base, "__init__"])


def _foreign_imports(module: str) -> set[str]:
    found = set()
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").split(".")[0])
    return found - set(sys.stdlib_module_names) - {"caribbean"}


def _functions(module: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(TREES[module]) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


# --- floors --------------------------------------------------------------------------------------------------------


@each_module
def test_every_module_has_a_floor(module):
    """A module that stands nowhere fails here until its place is decided."""
    assert _top(module) in FLOOR


def test_no_module_has_two_floors():
    """The table itself is in order."""
    assert sum(map(len, FLOORS)) == len(FLOOR)


@each_module
def test_imports_go_down_only(module):
    """Each module of ours that is imported stands on a lower floor; a sub-package may import its own modules."""
    wrong = [
        imported
        for imported in _own_imports(module)
        if imported != "_ffi"
        and not (_top(imported) == _top(module) and "/" in module)
        and FLOOR[_top(imported)] >= FLOOR[_top(module)]
    ]
    assert [] == wrong


def test_no_modules_import_each_other_in_a_circle():
    """Inside the sub-packages, too, imports have a direction."""
    order = graphlib.TopologicalSorter({module: set(_own_imports(module)) for module in MODULES})
    order.prepare()  # raises CycleError


@each_module
def test_imports_stand_at_the_top(module):
    """No import hides in a function, but for those that are listed with their reason."""
    late = {
        (module, function.name)
        for function in _functions(module)
        for node in ast.walk(function)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    }
    assert late <= LATE_IMPORTS


@each_module
def test_only_what_is_declared_is_imported(module):
    """Each module uses the standard library and its own few dependencies: an extra is never needed by the core."""
    assert _foreign_imports(module) <= THIRD_PARTY.get(_top(module), set())


def test_two_doors_lead_to_c():
    """Only they import the compiled module: one for hands and rounds, one for counts over all deals."""
    assert ["_core", "_counts"] == [module for module in MODULES if "_ffi" in _own_imports(module)]


@each_module
def test_the_evaluator_is_called_with_the_length_of_its_own_bytes(module):
    """C reads as many bytes as it is told, so that no other number than `len` of the same bytes is ever given."""
    calls = [
        node
        for node in ast.walk(TREES[module])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "evaluate"
    ]
    assert [f"evaluate({ast.unparse(call.args[0])}, len({ast.unparse(call.args[0])}))" for call in calls] == [
        ast.unparse(call) for call in calls
    ]


# --- size ----------------------------------------------------------------------------------------------------------


@each_module
def test_no_module_is_longer_than_400_lines(module):
    """A longer one wants two names."""
    assert len(MODULES[module].read_text(encoding="utf-8").splitlines()) <= 400


@each_module
def test_no_function_is_longer_than_40_lines(module):
    """A longer one does two things. Its docstring is not counted, so that nobody saves words there."""
    lengths = {}
    for function in _functions(module):
        first = function.body[0]
        documented = ast.get_docstring(function) is not None
        docstring = first.end_lineno - first.lineno + 1 if documented else 0
        lengths[function.name] = function.end_lineno - function.lineno + 1 - docstring
    assert {} == {name: length for name, length in lengths.items() if length > 40}


@each_module
def test_every_module_says_what_it_may_know(module):
    """Each opens with its docstring."""
    assert ast.get_docstring(TREES[module])


# --- a game is data ------------------------------------------------------------------------------------------------

CONSTANTS = {name.replace("-", "_").upper() for name in GAMES}


def _asks_for_a_game(tree: ast.AST) -> list[str]:
    """The comparisons that look at a name or title, or at one of the four constants."""
    found = []
    for node in ast.walk(tree):
        sides: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            sides = [node.subject]
        for side in sides:
            word = side.attr if isinstance(side, ast.Attribute) else side.id if isinstance(side, ast.Name) else ""
            if word in CONSTANTS or (isinstance(side, ast.Attribute) and word in {"name", "title"}):
                found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize("module", [module for module in MODULES if FLOOR.get(_top(module), 99) >= FLOOR["payouts"]])
def test_nothing_asks_which_game_it_is(module):
    """No comparison looks at the name or title of a game. Below `payouts` no module can hold a game."""
    assert [] == _asks_for_a_game(TREES[module])


@pytest.mark.parametrize(
    "text",
    [
        'variant.name == "x"',
        "variant is CARIBBEAN_POKER",
        "games.CARIBBEAN_POKER in found",
        "1 < a.title",
        "match variant.name:\n    case _: pass",
    ],
)
def test_a_question_for_the_game_would_be_seen(text):
    """The check above finds what it looks for."""
    assert 1 == len(_asks_for_a_game(ast.parse(text)))


@pytest.mark.parametrize("module", [module for module in MODULES if module != "games"])
def test_the_name_of_a_game_stands_in_one_module(module):
    """Outside `games` no text is the name of a game, so that nothing can be looked up by it."""
    texts = [node.value for node in ast.walk(TREES[module]) if isinstance(node, ast.Constant)]
    assert [] == [text for text in texts if isinstance(text, str) and text in GAMES]


# --- exact, and no assertions --------------------------------------------------------------------------------------


@each_module
def test_no_mistake_of_a_user_is_an_assertion(module):
    """`assert` vanishes under -O; an error does not."""
    assert [] == [node.lineno for node in ast.walk(TREES[module]) if isinstance(node, ast.Assert)]


@pytest.mark.parametrize("module", EXACT)
def test_no_float_comes_near_money(module):
    """No float is written, made or asked for where money is decided or shown, and nothing is rounded by chance."""
    floats = [
        ast.unparse(node)
        for node in ast.walk(TREES[module])
        if (isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)))
        or (isinstance(node, ast.Name) and node.id in {"float", "round"})
    ]
    assert [] == floats


@each_module
def test_nothing_is_decided_by_environment_clock_or_hidden_chance(module):
    """No module reads the environment, the time or a generator of its own; entropy comes from one place (R-72)."""
    forbidden = {"random", "secrets", "time", "datetime", "uuid"}
    imported = {
        alias.name.split(".")[0] if isinstance(node, ast.Import) else (node.module or "").split(".")[0]
        for node in ast.walk(TREES[module])
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    # One waits for another process and asks no clock; one says how long an analysis will take, on stderr.
    allowed = {"time"} if module in {"journal", "cli/analysing"} else set()
    assert set() == (imported & forbidden) - allowed
    attributes = {ast.unparse(node) for node in ast.walk(TREES[module]) if isinstance(node, ast.Attribute)}
    assert set() == attributes & {"os.environ", "os.getenv"}
    assert not any(name.startswith("time.") and name != "time.sleep" for name in attributes)
    assert ("os.urandom" in attributes) == (module == "shuffling")
