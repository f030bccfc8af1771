"""The way of an equation through the rooms: a walk that is counted, and a picture of it.

    python -m benchmarks.house                     draw the picture and write the walk into the page
    python -m benchmarks.house --walk              only print the walk, as JSON

Solves one equation with a profiler that notes which module each call is in. Writes
`docs/house.svg` and the walk in `docs/design.md`. The walk before the rooms were made is that of
`BEFORE`, measured by this program's `--walk` with that commit's package first on the path.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any, Final

import numpy as np
import tyro

import aljabr
from aljabr import solve

EQUATION: Final = "3x + 5 = 11"
PICTURE: Final = Path("docs/house.svg")
PAGE: Final = Path("docs/design.md")
RESULTS: Final = Path("benchmarks/results/house.json")
BEFORE: Final = "259aba9"
"""The last commit at which the modules lay in one folder."""

# -- the walk --------------------------------------------------------------------------------------


@contextmanager
def _followed(seen: list[str]) -> Iterator[None]:
    """Note the modules of the package in which calls are made, one after the other."""
    root = Path(aljabr.__file__).parent

    def follow(frame: FrameType, event: str, argument: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(str(root)):
            seen.append(".".join(Path(file).relative_to(root).with_suffix("").parts))

    sys.setprofile(follow)
    try:
        yield
    finally:
        sys.setprofile(None)


def walk(text: str = EQUATION) -> dict[str, Any]:
    """Return the modules in order of their first call, and how often a call changes module."""
    solve(text)  # whatever is loaded late is loaded now
    seen: list[str] = []
    with _followed(seen):
        solve(text)
    rooms = [module.split(".")[0] for module in seen]
    return {
        "equation": text,
        "modules": list(dict.fromkeys(seen)),
        "switches": _switches(seen),
        "rooms": list(dict.fromkeys(rooms)),
        "room_switches": _switches(rooms),
    }


def _switches(names: Sequence[str]) -> int:
    return sum(1 for _ in groupby(names)) - 1


def render(record: dict[str, Any]) -> str:
    """Write the walk before and after."""
    before, after = record["before"], record["after"]
    old = f"{len(before['modules'])} modules, {before['switches']} switches between them"
    new = (
        f"{len(after['modules'])} modules, {after['switches']} switches between them;"
        f" {len(after['rooms'])} rooms, {after['room_switches']} switches between them"
    )
    return "\n".join(
        [
            f'`solve("{after["equation"]}")`, warm, calls within the package, counted by'
            " `python -m benchmarks.house`:",
            "",
            f"- **before** (commit {BEFORE}): {old}: {', '.join(before['modules'])}.",
            f"- **after**: {new}; in order of their first call:"
            f" {', '.join(f'`{name}`' for name in after['modules'])}.",
        ]
    )


# -- the picture -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Box:
    """A room on the way."""

    room: str
    does: str
    shows: tuple[str, ...]
    """What it makes of the equation."""


def boxes(text: str = EQUATION) -> list[Box]:
    """Take an equation from room to room, and keep what each makes of it."""
    from aljabr.algebra.parse import parse
    from aljabr.algebra.printing import equation_text
    from aljabr.answer.judge import Judge
    from aljabr.game.games import SOLVER
    from aljabr.game.graph import StateGraph
    from aljabr.search.best_first import best_first
    from aljabr.search.orders import Led
    from aljabr.solver import registry

    policy: Any = registry.load()
    graph = StateGraph(SOLVER)
    equation = parse(text, None, graph.table)
    judge = Judge(graph, equation)
    legal = graph.legal_actions(judge.start)
    log_probs, steps = policy.evaluate(graph, [judge.start])
    best = int(np.argmax(log_probs[0]))
    action = dict(legal)[best]
    said = action.rule.tell(graph.table, equation, equation, action.term)
    said = said.replace(" from both sides", "").replace(" both sides", "")
    result = best_first(graph, judge.start, Led(graph, policy), judge.goal())
    assert result.path is not None
    last = graph.equation(result.path[-1].state)
    solution = solve(text)
    root = solution.roots[0]
    return [
        Box("algebra", "reads the text", (equation_text(equation), "as an exact tree")),
        Box("game", "lists the moves", (f"{len(legal)} legal moves,", "each a row of a table")),
        Box(
            "expert",
            "a network judges them",
            (f"{np.exp(log_probs[0, best]):.0%}: {said}", f"about {steps[0]:.0f} steps to go"),
        ),
        Box(
            "search",
            "follows the best",
            (f"{result.expanded} states expanded,", f"reaches {equation_text(last)}"),
        ),
        Box(
            "answer",
            "proves and explains",
            (f"put in: holds {'exactly' if root.verified == 'exact' else 'numerically'}",
             f"{len(solution.steps)} steps, in words"),
        ),
    ]  # fmt: skip


WIDTH, HEIGHT, GAP, TOP = 190, 104, 26, 58


def draw(found: list[Box], text: str, answer: str) -> str:
    """Draw the rooms from left to right as SVG, for light and dark pages."""
    total = len(found) * WIDTH + (len(found) + 1) * GAP
    parts = [_STYLE.format(width=total, height=TOP + HEIGHT + 52)]
    parts.append(_text(GAP, 30, f"you type: {text}", "typed"))
    for number, box in enumerate(found):
        left = GAP + number * (WIDTH + GAP)
        parts.append(
            f'<rect x="{left}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" rx="8" class="box"/>'
        )
        parts.append(_text(left + 12, TOP + 24, box.room, "room"))
        parts.append(_text(left + 12, TOP + 44, box.does, "does"))
        for line, shown in enumerate(box.shows):
            parts.append(_text(left + 12, TOP + 70 + 18 * line, shown, "shows"))
        if number:
            middle = TOP + HEIGHT // 2
            parts.append(f'<path d="M{left - GAP + 3} {middle} H{left - 7}" class="arrow"/>')
            parts.append(f'<path d="M{left - 9} {middle - 4} l6 4 l-6 4 z" class="head"/>')
    parts.append(_text(total - GAP, TOP + HEIGHT + 34, f"you read: {answer}", "typed end"))
    return "\n".join([*parts, "</svg>", ""])


def _text(x: int, y: int, text: str, kind: str) -> str:
    return f'<text x="{x}" y="{y}" class="{kind}">{escape(text)}</text>'


_STYLE: Final = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" \
role="img" aria-label="The way of an equation through the rooms">
<style>
text {{ font-family: system-ui, sans-serif; font-size: 13px; fill: #1f2328 }}
.room {{ font-weight: 600; font-size: 15px }}
.does {{ fill: #57606a }}
.shows {{ font-family: ui-monospace, monospace; font-size: 12px }}
.typed {{ font-family: ui-monospace, monospace; font-size: 15px }}
.end {{ text-anchor: end }}
.box {{ fill: #f6f8fa; stroke: #8c959f }}
.arrow {{ stroke: #57606a; stroke-width: 1.5 }}
.head {{ fill: #57606a }}
@media (prefers-color-scheme: dark) {{
text {{ fill: #e6edf3 }}
.does {{ fill: #9da7b3 }}
.box {{ fill: #161b22; stroke: #6e7681 }}
.arrow {{ stroke: #9da7b3 }}
.head {{ fill: #9da7b3 }}
}}
</style>"""

# -- the command -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """What to do."""

    walk: bool = False
    """Only print the walk."""


def main() -> None:
    """Draw, count and write."""
    options = tyro.cli(Options, description=__doc__)
    if options.walk:
        print(json.dumps(walk()))
        return
    from aljabr.ledger import page
    from aljabr.ledger.provenance import provenance

    record = json.loads(RESULTS.read_text(encoding="utf-8"))
    record |= {"after": walk(), "made_with": provenance()}
    RESULTS.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    answer = solve(EQUATION)
    PICTURE.write_text(draw(boxes(), EQUATION, answer.sentence()), encoding="utf-8")
    page.write(PAGE, {"walk": render(record)})


if __name__ == "__main__":
    main()
