"""What is installed: its metadata, its types, what importing it costs, and that all of it can be sent elsewhere."""

from __future__ import annotations

import ast
import copy
import importlib.resources
import inspect
import itertools
import os
import pickle
import re
import subprocess
import sys
import tomllib
from fractions import Fraction
from importlib import metadata
from pathlib import Path

import pytest

import caribbean
from caribbean import _ffi

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SOURCES = [path for folder in ("csrc", "docs", "examples", "src") for path in (ROOT / folder).rglob("*.*")]


def _required(extra: str | None = None) -> set[str]:
    """Names of the distributions that the installed metadata requires, for an extra or without one."""
    required = metadata.requires("caribbean-rules") or []
    marked = [line for line in required if ("extra ==" in line) is (extra is not None)]
    wanted = [line for line in marked if extra is None or re.search(rf"extra == ['\"]{extra}['\"]", line)]
    return {re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in wanted}


def _modules_after(statement: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after a statement."""
    code = f"import sys\n{statement}\nprint('\\n'.join(sys.modules))"
    return set(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split())


def test_dependencies_are_three() -> None:
    """Installing the library brings cffi, msgspec and tomli-w, and asks for nothing else."""
    assert {"cffi", "msgspec", "tomli-w"} == _required()


def test_extras() -> None:
    """The extras are those that the documentation names, and the command line needs click and rich."""
    extras = {"cli", "batch", "charts", "play", "distributed", "docs", "bench", "dev"}

    assert extras == set(metadata.metadata("caribbean-rules").get_all("Provides-Extra") or ())
    assert {"click", "rich"} == _required("cli")


def test_metadata() -> None:
    """Name, licence and the oldest Python stand in the installed metadata as the project states them."""
    installed = metadata.metadata("caribbean-rules")

    assert "caribbean-rules" == installed["Name"]
    assert "MIT" == installed["License-Expression"]
    assert ">=3.11" == installed["Requires-Python"]


def test_version_is_the_project_s() -> None:
    """`__version__`, `library_version()` and the metadata are the version in pyproject.toml."""
    expected = PROJECT["version"]

    assert expected == caribbean.__version__
    assert expected == caribbean.library_version()
    assert expected == metadata.version("caribbean-rules")


@pytest.mark.tree
def test_version_stands_in_one_place() -> None:
    """No source, header or page repeats the version; pyproject.toml alone has it (and the changelog, its history)."""
    quoted = re.compile(rf"(?<![\d.]){re.escape(PROJECT['version'])}(?![\d.])")
    text_files = [path for path in SOURCES if path.suffix in {".c", ".h", ".py", ".pyi"} and path.name != "tables.c"]
    repeats = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in [*text_files, ROOT / "setup.py", ROOT / "Makefile"]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if quoted.search(line) and "such as" not in line
    ]

    assert len(text_files) > 20
    assert [] == repeats


def test_unknown_attribute_is_refused() -> None:
    """`__version__` is computed when asked for; any other unknown name is an AttributeError that names it."""
    with pytest.raises(AttributeError, match="'no_such_name'"):
        caribbean.no_such_name  # noqa: B018 - the look-up is what is tested


def test_exports_are_sorted_and_there() -> None:
    """`__all__` names each export once, and `from caribbean import *` gives all of them."""
    names: dict[str, object] = {}
    exec("from caribbean import *", names)

    assert len(caribbean.__all__) == len(set(caribbean.__all__))
    assert set(caribbean.__all__) == set(names) - {"__builtins__"}


def _texts_below_constants() -> set[str]:
    """Names of module constants with a text below them, which is where documentation tools look."""
    documented = set()
    for resource in importlib.resources.files("caribbean").iterdir():
        if resource.name.endswith(".py"):
            body = ast.parse(resource.read_text(encoding="utf-8")).body
            for statement, below in itertools.pairwise(body):
                if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                    targets = statement.targets if isinstance(statement, ast.Assign) else [statement]
                    for target in targets:
                        name = target.target if isinstance(target, ast.AnnAssign) else target
                        if isinstance(name, ast.Name):
                            documented.add(name.id)
    return documented


def test_every_public_name_is_documented() -> None:
    """A class or function that is exported has a docstring of its own, a constant a text below it."""
    exported = {name: getattr(caribbean, name) for name in caribbean.__all__}
    classes = {name for name, value in exported.items() if inspect.isclass(value)}
    constants = {name for name in exported.keys() - classes if not inspect.isroutine(exported[name])}
    undocumented = [
        name
        for name in sorted(exported.keys() - constants)
        if not (vars(exported[name]).get("__doc__") if name in classes else exported[name].__doc__)
    ]

    assert [] == undocumented
    assert set() == constants - _texts_below_constants()


def test_public_methods_are_documented() -> None:
    """What a reader finds on an exported class by its public names has a docstring."""
    undocumented = [
        f"{class_name}.{name}"
        for class_name in caribbean.__all__
        if inspect.isclass(cls := getattr(caribbean, class_name))
        for name, member in vars(cls).items()
        if not name.startswith("_")
        and (inspect.isroutine(member) or isinstance(member, property))
        and not inspect.getdoc(member)
    ]

    assert [] == undocumented


@pytest.mark.parametrize("module", ["numpy", "click", "rich", "matplotlib", "importlib.metadata", "asyncio", "random"])
def test_import_is_lean(module: str) -> None:
    """Importing the library loads no extra, and not the slow corners of the standard library either."""
    assert module not in _modules_after("import caribbean")


def test_import_needs_no_extra() -> None:
    """The library works where click and rich cannot be imported."""
    code = (
        "import sys\n"
        "sys.modules.update(click=None, rich=None, numpy=None, matplotlib=None)\n"
        "import caribbean\n"
        "print(caribbean.Hand('As Ks Qs Js Ts').rank.strength)"
    )
    made = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)

    assert "7462\n" == made.stdout


def test_import_draws_no_entropy_and_reads_no_environment() -> None:
    """No environment variable of ours exists that could change how cards are dealt: none is ever looked at."""
    package = Path(str(importlib.resources.files("caribbean")))
    readers = [
        path.name
        for path in package.glob("*.py")
        if re.search(r"\b(environ|getenv)\b", path.read_text(encoding="utf-8"))
    ]

    assert [] == readers


@pytest.mark.parametrize("name", ["py.typed", "_ffi.pyi"])
def test_types_are_installed(name: str) -> None:
    """The package says that it is typed, and the compiled module has its stub."""
    assert importlib.resources.files("caribbean").joinpath(name).is_file()


def test_compiled_module_is_of_the_limited_api() -> None:
    """One compiled module serves every Python from 3.11 on; a free-threaded Python has its own."""
    suffix = Path(str(_ffi.__file__)).name
    if hasattr(sys, "_is_gil_enabled") and "t" in sys.abiflags:
        assert ".abi3." not in suffix
    elif os.name == "posix":
        assert "_ffi.abi3.so" == suffix


def _public_values() -> list[object]:
    games = list(caribbean.GAMES.values())
    settled = caribbean.settle(
        caribbean.CYBER_CARIBBEAN_STUD,
        stakes=caribbean.Stakes(ante=10_00, progressive=1_00),
        player="Ad Ah Kd 7c 7s",
        dealer="Ks Kh 9d 5h 2c",
        decision=caribbean.Play(),
    )
    return [
        *games,
        *(game.pays for game in games),
        caribbean.Card("As"),
        caribbean.Suit.SPADES,
        caribbean.CardRank.ACE,
        caribbean.Category.FLUSH,
        caribbean.Outcome.TIE,
        caribbean.Fate.LOST,
        caribbean.Hand("As Ks Qs Js Ts"),
        caribbean.Rank(7462),
        caribbean.Deck("As Ks Qs"),
        caribbean.Stakes(ante=1, progressive=2),
        caribbean.Fold(),
        caribbean.Play(),
        caribbean.Change("2c 3c"),
        caribbean.PayTable({"high-card": 1, "flush": "3/2"}),
        caribbean.PrizeTable({"flush": caribbean.Fixed(5), "royal-flush": caribbean.Share(Fraction(1))}),
        caribbean.ChangeRule(fees={1: 1}),
        settled,
        *settled.lines,
    ]


@pytest.mark.parametrize("value", _public_values(), ids=lambda value: type(value).__name__)
def test_values_can_be_sent(value: object) -> None:
    """A public value comes back equal, of the same type and with the same hash from pickling and from copying."""
    copies = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    copies += [copy.copy(value), copy.deepcopy(value)]

    assert [value] * len(copies) == copies
    assert {type(value)} == set(map(type, copies))
    assert {hash(value)} == set(map(hash, copies))


def test_cards_are_the_same_objects_after_a_journey() -> None:
    """A card that was pickled or copied is the very card it was."""
    for card in caribbean.CARDS:
        assert card is pickle.loads(pickle.dumps(card))
        assert card is copy.deepcopy(card)


def test_console_script_is_declared() -> None:
    """The command `caribbean` leads to `caribbean.cli:main`."""
    (script,) = (
        entry
        for entry in metadata.entry_points(group="console_scripts")
        if entry.name == "caribbean" and entry.dist is not None and entry.dist.name == "caribbean-rules"
    )

    assert "caribbean.cli:main" == script.value
