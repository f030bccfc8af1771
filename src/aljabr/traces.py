"""What trained agents do, step by step, in the format of the paper's appendix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from aljabr import agent as flat
from aljabr import agents, checkpoint
from aljabr.agent import FlatAgent
from aljabr.agents import Agent
from aljabr.datasets import FIXED
from aljabr.errors import UserError
from aljabr.graph import CONFIGS, DEAD_END, StateGraph
from aljabr.guided import walks
from aljabr.parse import parse
from aljabr.printing import equation_text, expr_text
from aljabr.search import Move
from aljabr.tree import TreePolicy


def trace(agent: Agent, text: str) -> str:
    """Play one equation greedily and write down every step."""
    graph = StateGraph(CONFIGS[agent.config.game if isinstance(agent, TreePolicy) else "paper"])
    equation = parse(text, table=graph.table)
    unknown = equation.unknown
    state = start = graph.add(equation)
    lines = [f"Equation: {equation_text(equation)}"]
    for number, move in enumerate(_moves(agent, graph, start), start=1):
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


def _moves(agent: Agent, graph: StateGraph, start: int) -> Iterable[Move]:
    """Return what an agent does; of a tree policy's walk, only one that solves."""
    if isinstance(agent, FlatAgent):
        return agent.walk(graph, start, flat.greedy)
    (path,) = walks(graph, [start], agent, [lambda state, _: graph.is_solution(start, state)])
    return path or ()


_PLAIN = {"collect": ("collect", "x"), "negate": ("multiply", "-1")}


def traces(name: str | None) -> Iterator[str]:
    """Yield the traces of one agent, or of the best ones under runs/."""
    paths = sorted(Path("runs").glob("*/best.safetensors")) if name is None else [agents.find(name)]
    if not paths:
        raise UserError("there is no trained agent under runs/: train one with `aljabr train`")
    for path in paths:
        agent = agents.load(str(path))
        assert agent is not None
        yield f"# {_title(checkpoint.read_card(path))} ({path.as_posix()})"
        own = agent.card["config"]["equation"] if isinstance(agent, FlatAgent) else None
        for text in FIXED.values() if own is None else [own]:
            yield trace(agent, text)


def _title(card: dict[str, Any]) -> str:
    if card.get("agent") == "expert":
        return f"expert, {len(card['rounds'])} rounds"
    return f"{card['config']['agent']}, {card['steps']:,} steps"
