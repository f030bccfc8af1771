"""The tree of states that a search has tried, drawn: the line that was found runs along the top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from aljabr.errors import escaped
from aljabr.tutor.looking import Tried

COLUMN: Final = 96.0
"""Pixels between a state and its successors."""
ROW: Final = 15.0
_TOP: Final = 120.0
"""Room for what the line reads, which is written slantwise."""
_LEFT: Final = 24.0
_RIGHT: Final = 150.0
_LONGEST: Final = 22
"""Characters of an equation that are written; the whole is in its title."""

Place = tuple[float, float]


def draw(tree: Sequence[Tried]) -> str:
    """Write the tree as a picture in SVG; nothing if there is none."""
    if not tree:
        return ""
    places = _places(tree)
    width = max(x for x, _ in places.values()) + _RIGHT
    height = max(y for _, y in places.values()) + ROW
    expanded = sum(each.order >= 0 for each in tree)
    line = [each.equation for each in tree if each.on_line]
    said = f"A tree of {len(tree)} states, {expanded} of them expanded."
    if line:
        said += f" The line found: {'; '.join(line)}."
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" role="img" width="{width:.0f}"'
        f' height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">',
        f"<title>The states that the search tried</title><desc>{_text(said)}</desc>",
        *_edges(tree, places),
        *_states(tree, places),
        "</svg>",
    ]
    return "\n".join(parts)


def _places(tree: Sequence[Tried]) -> dict[int, Place]:
    """Give each state a place: by depth to the right, leaves below each other, the line on top."""
    below: dict[int | None, list[Tried]] = {}
    known = {each.id for each in tree}
    for each in tree:
        parent = each.parent if each.parent in known else None
        below.setdefault(parent, []).append(each)
    places: dict[int, Place] = {}
    row = 0
    ordered = sorted(below.get(None, []), key=_first)
    stack = [(each, 0) for each in reversed(ordered)]
    while stack:  # depth first, each state in the row of its first successor
        node, depth = stack.pop()
        places[node.id] = (_LEFT + COLUMN * depth, _TOP + ROW * row)
        after = sorted(below.get(node.id, []), key=_first)
        if not after:
            row += 1
        stack += [(each, depth + 1) for each in reversed(after)]
    return places


def _first(node: Tried) -> tuple[bool, int]:
    return not node.on_line, node.id


def _edges(tree: Sequence[Tried], places: dict[int, Place]) -> Iterator[str]:
    for is_line in (False, True):
        found = [each for each in tree if each.parent in places and each.on_line is is_line]
        lines = []
        for each in found:
            assert each.parent is not None
            (x, y), (right, down) = places[each.parent], places[each.id]
            middle = x + COLUMN / 2
            lines.append(f"M{x:.0f} {y:.0f}C{middle:.0f} {y:.0f} {middle:.0f} {down:.0f} "
                         f"{right:.0f} {down:.0f}")  # fmt: skip
        if lines:
            yield f'<path class="edge{" on" if is_line else ""}" d="{"".join(lines)}"/>'


def _states(tree: Sequence[Tried], places: dict[int, Place]) -> Iterator[str]:
    for each in tree:
        x, y = places[each.id]
        kind = "on" if each.on_line else "off" if each.order >= 0 else "seen"
        how = f"{each.move}: " if each.move else ""
        title = f"<title>{_text(how + each.equation)}</title>"
        yield f'<circle class="{kind}" cx="{x:.0f}" cy="{y:.0f}" r="4.5">{title}</circle>'
        if each.on_line:
            yield (
                f'<text transform="translate({x:.0f} {y - 10:.0f}) rotate(-32)">'
                f"{_text(_cut(each.equation))}</text>"
            )


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _text(text: str) -> str:
    return escape(escaped(text), quote=False)
