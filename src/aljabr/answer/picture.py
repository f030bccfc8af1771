"""A small writer of SVG: two curves in a frame, with ticks, dots, labels and a legend.

The picture has no script and no ids, so that several may stand in one page; its colours follow the
reader's preference for light or dark. It is written in ASCII, whatever it says.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain
from typing import Final

import numpy as np

from aljabr.algebra.reals import Array
from aljabr.answer.ticks import Tick, number_text, ticks
from aljabr.errors import escaped

WIDTH: Final = 640
HEIGHT: Final = 400
_TOP, _RIGHT, _BOTTOM = 42.0, 618.0, 364.0
_CHARACTER: Final = 7.3
"""The width of a character."""
_LINE: Final = 15.0
"""The height of a line of text."""
_LEGEND_ROOM: Final = 62
"""Characters of both sides in the legend."""
_FINE: Final = 0.04
"""How far a drawn curve may be from the points it is made of, in pixels."""
_MANY_DOTS: Final = 12

STYLE: Final = """
.aljabr text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace }
.aljabr .tick { fill: #57606a }
.aljabr .middle { text-anchor: middle }
.aljabr .end { text-anchor: end }
.aljabr .paper { fill: #ffffff }
.aljabr .legend, .aljabr .label { fill: #1f2328 }
.aljabr .label { stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round; paint-order: stroke }
.aljabr path { fill: none; stroke-width: 1 }
.aljabr .grid { stroke: #eaeef2 }
.aljabr .axis { stroke: #8c959f }
.aljabr .drop { stroke: #8c959f; stroke-dasharray: 2 3 }
.aljabr .curve { stroke-width: 2.25; stroke-linejoin: round; stroke-linecap: round }
.aljabr .left { stroke: #0969da }
.aljabr .right { stroke: #bc4c00 }
.aljabr .curve.right { stroke-dasharray: 7 5; stroke-linecap: butt }
.aljabr .root { fill: #1f2328; stroke: #ffffff; stroke-width: 1.5 }
.aljabr .hole { fill: #ffffff; stroke-width: 1.75 }
@media (prefers-color-scheme: dark) {
.aljabr .tick { fill: #9da7b3 }
.aljabr .paper { fill: #0d1117 }
.aljabr .legend, .aljabr .label { fill: #e6edf3 }
.aljabr .label { stroke: #0d1117 }
.aljabr .grid { stroke: #21262d }
.aljabr .axis, .aljabr .drop { stroke: #6e7681 }
.aljabr .left { stroke: #58a6ff }
.aljabr .right { stroke: #f0883e }
.aljabr .root { fill: #e6edf3; stroke: #0d1117 }
.aljabr .hole { fill: #0d1117 }
}
"""


class Picture(str):
    """The text of a picture in SVG; a notebook shows the picture."""

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Dot:
    """A point where the curves meet, and what is said of it."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Curve:
    """What is drawn of one side."""

    text: str
    pieces: list[Array]  # each [N, 2]
    holes: list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the plane that is shown, and its place in the picture."""

    low: float
    high: float
    bottom: float
    top: float
    left: float = 0.0

    def x(self, values: Array) -> Array:
        return self.left + (values - self.low) / (self.high - self.low) * (_RIGHT - self.left)

    def y(self, values: Array) -> Array:
        return _BOTTOM - (values - self.bottom) / (self.top - self.bottom) * (_BOTTOM - _TOP)

    def points(self, points: Array) -> Array:
        """Place points [N, 2]; what is far outside comes nearer, for numbers have their limits."""
        xs, ys = self.x(points[:, 0]), self.y(points[:, 1])
        return np.stack([xs, np.clip(ys, _TOP - 400, _BOTTOM + 400)], axis=1)


def write(
    title: str, unknown: str, frame: Frame, curves: Sequence[Curve], dots: Sequence[Dot]
) -> Picture:
    """Write a picture of two curves and the dots where they meet."""
    rows = ticks(frame.bottom, frame.top, 6)
    left = max(40.0, 18 + _CHARACTER * max((len(tick.text) for tick in rows), default=0))
    frame = Frame(frame.low, frame.high, frame.bottom, frame.top, left)
    paths = [[frame.points(piece) for piece in curve.pieces] for curve in curves]
    ink = np.concatenate([np.zeros((0, 2)), *chain(*paths)])
    box = f"{left:.1f} {_TOP:.0f} {_RIGHT - left:.1f} {_BOTTOM - _TOP:.0f}"
    x, y, width, height = box.split()
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="aljabr" role="img" '
        f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">',
        f"<title>{_said(title)}</title>",
        f"<desc>{_said(_description(unknown, frame, curves, dots))}</desc>",
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" class="paper"/>',
        *_scales(frame, unknown, rows),
        *_legend([curve.text for curve in curves]),
        # A picture within the picture cuts off what leaves the frame.
        f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{box}">',
        *_drop_lines(frame, dots),
        *[_path(path, side) for path, side in zip(paths, _SIDES, strict=True)],
        "</svg>",
        *_holes(frame, curves),
        *_marks(frame, dots, ink),
        "</svg>",
    ]
    text = "\n".join(lines) + "\n"
    return Picture(text.encode("ascii", "xmlcharrefreplace").decode("ascii"))


_SIDES: Final = ("left", "right")


def _said(text: str) -> str:
    """Write a text that may hold anything."""
    return escape(escaped(text), quote=False)


def _description(unknown: str, frame: Frame, curves: Sequence[Curve], dots: Sequence[Dot]) -> str:
    """Say what is to be seen, for who does not see it."""
    # As many digits as it takes to tell the ends apart.
    share = max(abs(frame.low), abs(frame.high)) / (frame.high - frame.low)
    digits = 3 + math.ceil(math.log10(share))
    low, high = number_text(frame.low, digits), number_text(frame.high, digits)
    text = f"Two curves, {unknown} from {low} to {high}: {curves[0].text} and {curves[1].text}. "
    if not dots:
        return text + "No point is marked where they meet."
    places = [dot.text for dot in dots[:_MANY_DOTS]]
    if len(dots) > _MANY_DOTS:
        places.append(f"at {len(dots) - _MANY_DOTS} further points")
    return text + f"They meet where {' or '.join(places)}."


# -- parts -----------------------------------------------------------------------------------------


def _scales(frame: Frame, unknown: str, rows: list[Tick]) -> Iterator[str]:
    """Write the grid with its numbers, and the axes where they are in sight."""
    columns = _columns(frame)
    xs = frame.x(np.array([tick.value for tick in columns]))
    ys = frame.y(np.array([tick.value for tick in rows]))
    grid = [f"M{x:.1f} {_TOP:.0f}V{_BOTTOM:.0f}" for x in xs]
    grid += [f"M{frame.left:.1f} {y:.1f}H{_RIGHT:.0f}" for y in ys]
    yield f'<path class="grid" d="{"".join(grid)}"/>'
    axes = []
    if frame.bottom <= 0 <= frame.top:
        axes.append(f"M{frame.left:.1f} {frame.y(np.zeros(1))[0]:.1f}H{_RIGHT:.0f}")
    if frame.low <= 0 <= frame.high:
        axes.append(f"M{frame.x(np.zeros(1))[0]:.1f} {_TOP:.0f}V{_BOTTOM:.0f}")
    yield f'<path class="axis" d="{"".join(axes)}"/>'
    name, row = _cut(unknown, 8), _BOTTOM + 18
    end = WIDTH - 14 - _CHARACTER * len(name)  # of the room for numbers, before the unknown's name
    for x, tick in zip(xs, columns, strict=True):
        if x + _CHARACTER * len(tick.text) / 2 < end:
            yield f'<text x="{x:.1f}" y="{row:.0f}" class="tick middle">{tick.text}</text>'
    for y, tick in zip(ys, rows, strict=True):
        yield f'<text x="{frame.left - 8:.1f}" y="{y + 4:.1f}" class="tick end">{tick.text}</text>'
    yield f'<text x="{WIDTH - 8}" y="{row:.0f}" class="legend end">{_said(name)}</text>'


def _columns(frame: Frame) -> list[Tick]:
    """Return as many ticks of the unknown as there is room for."""
    for count in (9, 7, 5, 3, 2):
        found = ticks(frame.low, frame.high, count)
        wide = _CHARACTER * max((len(tick.text) for tick in found), default=0) + 20
        if wide * len(found) <= _RIGHT - frame.left:
            break
    return found


def _legend(texts: Sequence[str]) -> Iterator[str]:
    """Write both sides above the frame, each behind a piece of its line."""
    left, right = map(len, texts)
    half = _LEGEND_ROOM // 2
    room = [max(half, _LEGEND_ROOM - right), max(half, _LEGEND_ROOM - left)]
    x = 40.0
    for text, side, length in zip(texts, _SIDES, room, strict=True):
        shown = _cut(text, length)
        yield f'<path class="curve {side}" d="M{x:.0f} 22h26"/>'
        yield f'<text x="{x + 34:.0f}" y="26" class="legend">{_said(shown)}</text>'
        x += 34 + _CHARACTER * len(shown) + 28


def _cut(text: str, length: int) -> str:
    text = escaped(" ".join(text.split()))
    return text if len(text) <= length else text[: length - 1] + "…"


def _drop_lines(frame: Frame, dots: Sequence[Dot]) -> Iterator[str]:
    """Lead from a few dots to the axis."""
    if 0 < len(dots) <= _MANY_DOTS:
        foot = frame.y(np.clip(np.zeros(1), frame.bottom, frame.top))[0]
        places = frame.points(np.array([(dot.x, dot.y) for dot in dots]))
        lines = "".join(f"M{x:.1f} {y:.1f}V{foot:.1f}" for x, y in places)
        yield f'<path class="drop" d="{lines}"/>'


def _path(pieces: list[Array], side: str) -> str:
    drawn = ["L".join(f"{x:.2f} {y:.2f}" for x, y in _thinned(piece)) for piece in pieces]
    return f'<path class="curve {side}" d="{"".join(f"M{each}" for each in drawn)}"/>'


def _thinned(points: Array) -> Array:
    """Leave out points that lie on the line between others (Ramer, Douglas and Peucker)."""
    kept = {0, len(points) - 1}
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        dx, dy = points[last] - points[first]
        away = points[first + 1 : last] - points[first]
        length = np.hypot(dx, dy)
        distances = (
            np.abs(away[:, 0] * dy - away[:, 1] * dx) / length if length else np.hypot(*away.T)
        )
        if len(away) and distances.max() > _FINE:
            middle = first + 1 + int(distances.argmax())
            kept.add(middle)
            spans += [(first, middle), (middle, last)]
    return points[sorted(kept)]


def _holes(frame: Frame, curves: Sequence[Curve]) -> Iterator[str]:
    for curve, side in zip(curves, _SIDES, strict=True):
        for x, y in curve.holes:
            if frame.bottom <= y <= frame.top:
                ((across, down),) = frame.points(np.array([(x, y)]))
                yield f'<circle cx="{across:.2f}" cy="{down:.2f}" r="4" class="hole {side}"/>'


# -- dots and labels -------------------------------------------------------------------------------

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
_PLACES: Final = ((9, -8), (-9, -8), (9, 18), (-9, 18), (0, -12), (0, 22), (9, -24), (-9, -24))
"""Where a label may stand, from its dot: to its right, to its left, or centred."""


def _marks(frame: Frame, dots: Sequence[Dot], ink: Array) -> Iterator[str]:
    """Write the dots, and those labels for which there is room."""
    places = frame.points(np.array([(dot.x, dot.y) for dot in dots]).reshape(-1, 2))
    taken: list[Box] = [(x - 5, y - 5, x + 5, y + 5) for x, y in places]
    labels = []
    for dot, (x, y) in zip(dots, places, strict=True):
        text = _said(dot.text)
        yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="4.5" class="root">'
        yield f"<title>{text}</title></circle>"
        boxes = [
            box
            for box in _boxes(x, y, _CHARACTER * len(dot.text), frame.left)
            if not any(_overlap(box, other) for other in taken)
        ]
        if boxes:
            box = min(boxes, key=lambda box: _covered(box, ink))
            taken.append(box)
            labels.append(
                f'<text x="{box[0]:.1f}" y="{box[3] - 3:.1f}" class="label">{text}</text>'
            )
    yield from labels


def _boxes(x: float, y: float, wide: float, left: float) -> Iterator[Box]:
    """Yield the places for a label within the frame."""
    for across, down in _PLACES:
        start = x + across - wide * (across < 0) - wide / 2 * (across == 0)
        box = (start, y + down - 11, start + wide, y + down + 3)
        if left < box[0] and box[2] < WIDTH - 4 and box[1] > _TOP and box[3] < _BOTTOM:
            yield box


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _covered(box: Box, ink: Array) -> int:
    """Count the points of the curves in a box."""
    xs, ys = ink.T
    return int(((box[0] < xs) & (xs < box[2]) & (box[1] < ys) & (ys < box[3])).sum())
