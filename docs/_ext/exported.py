"""The documentation of constants that `caribbean` exports from its modules.

A constant has no docstring of its own: its text stands below the assignment, in the module that makes it, and autodoc
looks for it only where the name was asked for.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from typing import Any

from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer

import caribbean


@functools.cache
def texts() -> dict[str, list[str]]:
    """The text below each constant of the library's modules, by its name."""
    found: dict[str, list[str]] = {}
    for module in pkgutil.iter_modules(caribbean.__path__, "caribbean."):
        if not module.ispkg and not module.name.startswith("caribbean._"):
            importlib.import_module(module.name)
            documented = ModuleAnalyzer.for_module(module.name).find_attr_docs()
            found |= {name: lines for (owner, name), lines in documented.items() if not owner}
    return found


def use_text(_app: Sphinx, what: str, name: str, _obj: object, _options: Any, lines: list[str]) -> None:
    """Put the constant's own text in the place of its type's."""
    if what == "data":
        lines[:] = texts()[name.rpartition(".")[2]]


def setup(app: Sphinx) -> dict[str, bool]:
    """Listen to autodoc."""
    app.connect("autodoc-process-docstring", use_text)
    return {"parallel_read_safe": True}
