"""A table of transitions as a picture: states in a row, an arc for every way from one to another. Knows no state.

Plain SVG in the colour of the text around it, so that it needs no other program and fits a dark page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT, GAP = 104, 40, 66
"""Of a state, and between two of them."""
LIFT = 34
"""How much higher an arc goes for each state that it passes."""

Arcs = Mapping[tuple[str, str], Sequence[str]]
"""From a state to a state: the names of what leads there."""


def drawn(states: Sequence[str], arcs: Arcs, title: str) -> str:
    """The picture: ways onward are arcs above, ways back below, a way to the same state is a loop."""
    centre = {state: WIDTH / 2 + 10 + place * (WIDTH + GAP) for place, state in enumerate(states)}
    steps = [states.index(other) - states.index(one) for one, other in arcs]
    axis = 0.75 * (max(*steps, 0) * LIFT + 30) + HEIGHT / 2 + 14
    total = centre[states[-1]] + WIDTH / 2 + 10
    height = axis + HEIGHT / 2 + 0.75 * (-min(*steps, 0) * LIFT + 30) + 14
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total:g} {height:g}" role="img" '
        'style="max-width: 100%; color: inherit" font-family="inherit" font-size="12">',
        f"<title>{escape(title)}</title>",
        '<defs><marker id="arc-end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z" fill="currentColor"/></marker></defs>',
    ]
    for (one, other), names in arcs.items():
        parts += _arc(centre[one], centre[other], states.index(other) - states.index(one), axis, ", ".join(names))
    leading = {one for one, _ in arcs}
    for state in states:
        last = "" if state in leading else ' stroke-width="3"'
        parts.append(
            f'<rect x="{centre[state] - WIDTH / 2:g}" y="{axis - HEIGHT / 2:g}" width="{WIDTH}" height="{HEIGHT}" '
            f'rx="8" fill="none" stroke="currentColor"{last}/>'
            f'<text x="{centre[state]:g}" y="{axis + 4:g}" text-anchor="middle" fill="currentColor" font-weight="bold">'
            f"{escape(state)}</text>"
        )
    return "".join([*parts, "</svg>"])


def _arc(start: float, end: float, steps: int, axis: float, name: str) -> list[str]:
    """An arc and its name. Of arcs at one state the further-reaching ones lie outside, so that they do not cross."""
    side = 1 if steps < 0 else -1
    edge = axis + side * HEIGHT / 2
    first, last = (start - 14, start - 44) if steps == 0 else (start - side * (46 - 9 * abs(steps)), end + side * 8)
    if steps > 0:
        last = end - 46 + 9 * steps
    top = edge + side * (LIFT * abs(steps) + 30)
    path = f"M{first:g} {edge:g} C{first:g} {top:g} {last:g} {top:g} {last:g} {edge:g}"
    height = edge + (top - edge) * 0.75 + 4
    halo = "paint-order: stroke; stroke: var(--color-background-primary, #fff); stroke-width: 6px"
    return [
        f'<path d="{path}" fill="none" stroke="currentColor" marker-end="url(#arc-end)"/>',
        f'<text x="{(first + last) / 2:g}" y="{height:g}" text-anchor="middle" fill="currentColor" style="{halo}">'
        f"{escape(name)}</text>",
    ]
