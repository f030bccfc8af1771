"""What trained agents do, step by step, in the format of the paper's appendix."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from aljabr import agent as flat
from aljabr import checkpoint
from aljabr.agent import FlatAgent
from aljabr.datasets import FIXED
from aljabr.errors import UserError
from aljabr.graph import DEAD_END, StateGraph
from aljabr.parse import parse
from aljabr.printing import equation_text, expr_text


def trace(agent: FlatAgent, text: str) -> str:
    """Play one equation greedily and write down every step."""
    graph = StateGraph()
    equation = parse(text, table=graph.table)
    unknown = equation.unknown
    state = start = graph.add(equation)
    lines = [f"Equation: {equation_text(equation)}"]
    for number, move in enumerate(agent.walk(graph, start, flat.greedy), start=1):
        action = graph.action(state, move.action)
        term = "None" if action.term is None else expr_text(action.term, unknown)
        name, term = _PLAIN.get(action.rule.name, (action.rule.name, term))
        before = equation_text(graph.equation(state, unknown))
        lines.append(f"Step {number}: {before} | {name}, {term}")
        state = move.state
        if graph.is_solution(start, state):
            return "\n".join([*lines, f"Solved: {equation_text(graph.equation(state, unknown))}"])
    reached = "an undefined or too long equation"
    if state != DEAD_END:
        reached = equation_text(graph.equation(state, unknown))
    return "\n".join([*lines, f"Not solved, but reached: {reached}"])


_PLAIN = {"collect": ("collect", "x"), "negate": ("multiply", "-1")}


def traces(place: Path | None) -> Iterator[str]:
    """Yield the traces of one checkpoint, or of the best ones under runs/."""
    paths = (
        sorted(Path("runs").glob("*/best.safetensors"))
        if place is None
        else [checkpoint.find(place)]
    )
    if not paths:
        raise UserError("there is no trained agent under runs/: train one with `aljabr train`")
    for path in paths:
        agent = flat.load(path)
        config = agent.card["config"]
        yield f"# {config['agent']}, {agent.card['steps']:,} steps ({path.as_posix()})"
        own = config["equation"]
        for text in FIXED.values() if own is None else [own]:
            yield trace(agent, text)
