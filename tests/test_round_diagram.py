"""The picture of the phases in the documentation is that of `TRANSITIONS`, whatever stands in it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from caribbean.rounds import TRANSITIONS

SOURCE = Path(__file__).parent.parent / "docs" / "_ext" / "arc_diagram.py"
pytestmark = pytest.mark.tree


def _drawn(states, arcs):
    spec = importlib.util.spec_from_file_location("arc_diagram", SOURCE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return ET.fromstring(module.drawn(states, arcs, "a <title>"))


def _texts(picture):
    return [element.text for element in picture.iter() if element.tag.endswith("text")]


def test_every_phase_and_every_way_is_in_the_picture():
    """A box a phase, an arc a pair of phases, with the names of all that leads along it."""
    arcs: dict[tuple[str, str], list[str]] = {}
    for phase, row in TRANSITIONS.items():
        for kind, targets in row.items():
            for target in targets:
                arcs.setdefault((phase.value, target.value), []).append(kind.__name__)
    picture = _drawn([phase.value for phase in TRANSITIONS], arcs)
    paths = [element for element in picture.iter() if element.get("marker-end")]

    assert len(arcs) == len(paths)
    assert sorted([*(", ".join(names) for names in arcs.values()), *(p.value for p in TRANSITIONS)]) == sorted(
        _texts(picture)
    )


def test_nothing_lies_outside_the_picture():
    """Loops, short ways, long ways and ways back fit between its edges."""
    states = list("abcdef")
    picture = _drawn(states, {(one, other): ["x"] for one in states for other in states})
    _, _, width, height = map(float, picture.get("viewBox").split())

    assert width > 500
    for element in picture.iter():
        if element.get("marker-end"):
            numbers = list(map(float, re.findall(r"-?[\d.]+", element.get("d"))))
            assert all(0 <= x <= width for x in numbers[::2])
            # A curve stays three quarters of the way to its handles.
            edge = numbers[1]
            assert all(0 <= edge + 0.75 * (y - edge) <= height for y in numbers[1::2])


def test_names_are_escaped():
    """A name with a sign of markup stays text."""
    assert ["<&>", "a", "b"] == sorted(_texts(_drawn(["a", "b"], {("a", "b"): ["<&>"]})))
