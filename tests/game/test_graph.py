"""The state graph: the rules as arrays, computed once, bounded and savable."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import symengine as se
from conftest import STARTS, a, b, c, find_action, make_equation, x

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.expr import Expr, ExprTable
from aljabr.game import games
from aljabr.game.games import EXTENDED, GAMES, PAPER, SOLVER, Game, GameName
from aljabr.game.graph import DEAD, DEAD_END, ISOLATED, NOT_COMPUTED, VANISHED, StateGraph

GAME_NAMES = list(GAMES)
ARRAYS = ("tokens", "mask", "next", "term_ids", "sides", "complexity", "flags")


def add(graph: StateGraph, lhs: Sym, rhs: Sym = ar.ZERO) -> int:
    return graph.add(make_equation(ExprTable(), lhs, rhs))


def step(graph: StateGraph, state: int, action: int | None) -> int:
    assert action is not None
    return int(graph.step(np.array([state], np.int32), np.array([action]))[0])


def act(graph: StateGraph, state: int, rule: str, term: Sym = None) -> int:
    operand = None if term is None else graph.table.intern(term)
    action = find_action(graph, state, rule, operand)
    assert action is not None
    assert graph.mask[state, action]
    return step(graph, state, action)


def walk(
    graph: StateGraph, states: npt.NDArray[np.int32], seed: int, num_steps: int = 30
) -> list[npt.NDArray[np.int32]]:
    """Step all starts by random legal actions; a dead state starts again."""
    rng = np.random.default_rng(seed)
    starts = states
    visited = []
    for _ in range(num_steps):
        weights = rng.random((len(states), graph.game.num_actions))
        actions = (weights * graph.mask[states]).argmax(1)
        states = graph.step(states, actions)
        visited.append(states)
        states = np.where(graph.flags[states] & DEAD, starts, states)
    return visited


def starts_of(graph: StateGraph) -> npt.NDArray[np.int32]:
    return np.array([add(graph, *start) for start in STARTS], np.int32)


def describe(graph: StateGraph, state: int) -> tuple[str, ...]:
    """A state in words that do not depend on the numbering."""
    if state == DEAD_END:
        return ("dead end",)
    equation = graph.equation(state)
    return str(equation.lhs.sym), str(equation.rhs.sym)


def fits(graph: StateGraph, lhs: Expr, rhs: Expr) -> bool:
    """Whether a state is short enough and, where no list is cut, has not too many terms."""
    too_many = lhs.holds_unknown and len(games.terms(lhs, rhs)) > graph.game.num_terms
    return max(lhs.size, rhs.size) <= 50 and (graph.game.cuts or not too_many)


# -- states and steps ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAME_NAMES)
def test_steps_are_those_of_the_rules(name: GameName) -> None:
    num_actions = max(70, GAMES[name].num_plain + 50)
    game = replace(GAMES[name], num_actions=num_actions, max_length=50, capacity=1_000_000)
    graph = StateGraph(game)
    states = np.unique(np.concatenate([starts_of(graph), *walk(graph, starts_of(graph), 0, 10)]))
    rng = np.random.default_rng(1)
    for state in states.tolist():
        if graph.flags[state] & DEAD:
            continue
        equation = graph.equation(state)
        found = games.terms(equation.lhs, equation.rhs)
        mask = game.legal_mask(equation.lhs, equation.rhs, found)[:num_actions]
        assert graph.mask[state].tolist() == [bool(bit) for bit in mask.ljust(num_actions, b"\x00")]
        for action in rng.choice(np.flatnonzero(graph.mask[state]), 8).tolist():
            rule, rank = game.split_index(action)
            term = None if rule.operand is None else found[rank]
            after = games.successor(graph.table, equation.lhs, equation.rhs, rule, term)
            reached = step(graph, state, action)
            if after is None or not fits(graph, *after):
                assert reached == DEAD_END
            else:
                reached_equation = graph.equation(reached)
                assert (reached_equation.lhs, reached_equation.rhs) == after


def test_a_row_shows_the_state() -> None:
    graph = StateGraph()
    state = add(graph, a * x + b)
    lhs = graph.equation(state).lhs
    assert bytes(graph.tokens[state, :5].tolist()) == lhs.tokens
    assert not graph.tokens[state, 5:50].any()
    assert graph.tokens[state, 50] == tk.number_tokens([0])[0][0]
    assert graph.complexity[state] == 9 + 1
    assert graph.flags[state] == 0


def test_tokens_of_both_sides_are_padded_apart() -> None:
    graph = StateGraph()
    for state in {*starts_of(graph).tolist(), *walk(graph, starts_of(graph), 3, 6)[-1].tolist()}:
        if state != DEAD_END:
            equation = graph.equation(state)
            row = bytes(graph.tokens[state].tolist())
            assert row == equation.lhs.tokens.ljust(50, b"\0") + equation.rhs.tokens.ljust(
                50, b"\0"
            )
            assert graph.complexity[state] == equation.complexity


def test_equal_equations_are_one_state_whatever_table_they_come_from() -> None:
    graph = StateGraph()
    assert add(graph, a * x + b) == add(graph, b + x * a)
    assert add(graph, ar.ZERO, a * x + b) == add(graph, a * x + b)
    assert len(graph) == 2


def test_a_graph_may_be_given_the_table_of_its_equation() -> None:
    table = ExprTable()
    equation = make_equation(table, a * x, b)
    graph = StateGraph(PAPER, table)
    found = graph.equation(graph.add(equation))
    assert (found.lhs, found.rhs) == (equation.lhs, equation.rhs)
    assert StateGraph().table is not StateGraph().table


def test_an_illegal_action_changes_nothing() -> None:
    graph = StateGraph()
    state = add(graph, (x + a) * (x + b))
    illegal = np.flatnonzero(~graph.mask[state])
    assert PAPER.index_of["log"] in illegal
    assert (graph.step(np.full(len(illegal), state, np.int32), illegal) == state).all()


def test_known_transitions_are_answered_from_the_array() -> None:
    graph = StateGraph()
    state = add(graph, a * x + b)
    action = PAPER.index_of["negate"]
    assert graph.next[state, action] == NOT_COMPUTED
    after = step(graph, state, action)
    assert graph.next[state, action] == after
    graph.next[state, action] = state
    assert step(graph, state, action) == state


def test_successors_are_all_legal_steps() -> None:
    graph = StateGraph()
    state = add(graph, c * (a * x + b) + a)
    successors = graph.successors(state)
    assert [action for action, _ in successors] == np.flatnonzero(graph.mask[state]).tolist()
    for action, after in successors:
        assert step(graph, state, action) == after


# -- ends ----------------------------------------------------------------------------------------


def test_undefined_and_too_long_states_are_the_dead_end() -> None:
    graph = StateGraph(replace(PAPER, max_length=11))
    long = add(graph, a * x**2 + b * x + c)
    assert act(graph, long, "negate") == DEAD_END
    assert act(graph, long, "subtract", c) != DEAD_END
    assert act(graph, long, "multiply", x) == DEAD_END
    assert add(graph, sum((se.Symbol(f"q{i}") * x**i for i in range(2, 9)), a)) == DEAD_END
    assert graph.flags[DEAD_END] == DEAD
    assert not graph.mask[DEAD_END].any()
    assert graph.complexity[DEAD_END] >= graph.complexity.max()
    assert (graph.step(np.zeros(50, np.int32), np.arange(50)) == DEAD_END).all()


def test_the_dead_end_has_no_equation_and_solves_nothing() -> None:
    graph = StateGraph()
    with pytest.raises(IndexError, match="no equation"):
        graph.equation(DEAD_END)
    assert not graph.is_solution(add(graph, a * x + b), DEAD_END)


def test_a_vanished_unknown_ends_the_game_on_the_spot() -> None:
    graph = StateGraph()
    state = act(graph, add(graph, x, x + a), "subtract", x)
    assert graph.flags[state] == DEAD | VANISHED
    assert not graph.mask[state].any()
    assert (graph.step(np.full(50, state, np.int32), np.arange(50)) == state).all()


def test_an_isolated_unknown_is_flagged_and_the_game_goes_on() -> None:
    graph = StateGraph()
    isolated = add(graph, x, a)
    assert graph.flags[isolated] == ISOLATED
    assert graph.mask[isolated].any()
    assert not graph.flags[add(graph, x, x + a)]
    assert not graph.flags[add(graph, x**2, a)]


def test_a_solution_is_an_isolated_root_of_its_start() -> None:
    graph = StateGraph()
    start = add(graph, a * x + b)
    right = act(graph, act(graph, start, "subtract", b), "divide", a)
    wrong, other = add(graph, x, b / a), add(graph, a * x, -b)
    starts = np.array([start] * 4, np.int32)
    solved = graph.solves(starts, np.array([right, wrong, other, DEAD_END], np.int32))
    assert solved.tolist() == [True, False, False, False]
    assert graph.is_solution(start, right)
    assert not graph.is_solution(start, wrong)
    assert not graph.is_solution(start, other)


# -- actions -------------------------------------------------------------------------------------


def test_actions_and_indices_are_inverse() -> None:
    graph = StateGraph()
    for state in starts_of(graph).tolist():
        for index in np.flatnonzero(graph.mask[state]).tolist():
            action = graph.action(state, index)
            assert graph.find_action(state, action) == index
            assert find_action(graph, state, action.rule.name, action.term) == index


def test_a_term_that_is_not_in_the_state_is_not_found() -> None:
    graph = StateGraph()
    state = add(graph, a * x + b)
    assert find_action(graph, state, "divide", graph.table.intern(c)) is None


def test_an_index_past_the_terms_is_no_action() -> None:
    graph = StateGraph()
    with pytest.raises(IndexError):
        graph.action(add(graph, x, a), 49)


def test_the_cap_cuts_the_action_list() -> None:
    small, large = (StateGraph(replace(PAPER, num_actions=count)) for count in (13, 80))
    lhs = (a * x + b) / (c * x + a) + b
    one, other = add(small, lhs), add(large, lhs)
    assert small.mask[one].tolist() == large.mask[other, :13].tolist()
    term = small.action(one, 12).term
    assert term is not None
    assert find_action(small, one, "subtract", term) == 12
    assert find_action(small, one, "multiply", term) is None


def test_the_extended_game_cuts_no_list_but_bounds_the_terms() -> None:
    graph = StateGraph(EXTENDED)
    symbols = [se.Symbol(f"q{i}") for i in range(79)]
    state = add(graph, se.Add(x, *symbols[:77]))
    assert int(graph.mask[state].sum()) > 4 * 77
    assert find_action(graph, state, "divide", graph.table.intern(symbols[76])) is not None
    assert add(graph, se.Add(x, *symbols[:40]), se.Add(*symbols[40:])) == DEAD_END


def test_the_solvers_game_reaches_what_no_other_rule_undoes() -> None:
    graph = StateGraph(SOLVER)
    start = add(graph, x**3, se.Integer(-8))
    assert graph.is_solution(start, act(graph, start, "power_root"))
    start = add(graph, se.Abs(x), se.Integer(3))
    assert graph.is_solution(start, act(graph, start, "abs"))
    assert SOLVER.num_terms == EXTENDED.num_terms


def test_the_extended_game_reaches_what_another_branch_only_solves() -> None:
    graph = StateGraph(EXTENDED)
    start = add(graph, se.sin(se.exp(x)))
    assert graph.is_solution(start, act(graph, act(graph, start, "second_asin"), "log"))


# -- bounds and storage --------------------------------------------------------------------------


def test_arrays_grow_and_keep_what_they_hold() -> None:
    graph = StateGraph(replace(PAPER, capacity=100))
    reserved = len(graph.flags)
    starts = starts_of(graph)
    first = {name: getattr(graph, name)[starts].copy() for name in ARRAYS if name != "next"}
    walk(graph, np.tile(starts, 8), 0, 60)
    assert len(graph) > reserved
    assert all(len(getattr(graph, name)) >= len(graph) for name in ARRAYS)
    for name, rows in first.items():
        assert (getattr(graph, name)[starts] == rows).all()


def test_the_capacity_is_a_flag_not_a_wall() -> None:
    graph = StateGraph(replace(PAPER, capacity=40))
    starts = starts_of(graph)
    assert not graph.is_full
    walk(graph, starts, 0, 5)
    assert graph.is_full
    assert len(graph) > 40


def bounds(game: Game) -> tuple[str, int, int, int]:
    return game.name, game.num_actions, game.max_length, game.capacity


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_saved_graph_loads_as_it_was_and_goes_on_alike(tmp_path: Path, name: GameName) -> None:
    num_actions = max(60, GAMES[name].num_plain + 40)
    graph = StateGraph(replace(GAMES[name], num_actions=num_actions, max_length=50, capacity=5000))
    starts = starts_of(graph)
    walk(graph, starts, 0)
    path = tmp_path / "graph.npz"
    graph.save(path)
    again = StateGraph.load(path)
    assert bounds(again.game) == bounds(graph.game) == (name, num_actions, 50, 5000)
    assert again.game.rules == graph.game.rules
    assert len(again) == len(graph)
    assert len(again.table) == len(graph.table)
    for array in ARRAYS:
        one, other = (getattr(each, array)[: len(graph)] for each in (again, graph))
        assert (one == other).all(), array
    for one, other in zip(walk(graph, starts, 1), walk(again, starts, 1), strict=True):
        assert one.tolist() == other.tolist()
    assert describe(again, len(again) - 1) == describe(graph, len(graph) - 1)


def test_forgetting_keeps_what_is_asked_and_does_not_change_the_game() -> None:
    graph, whole = StateGraph(), StateGraph()
    assert (starts_of(graph) == starts_of(whole)).all()
    starts = starts_of(graph)
    keep = np.concatenate([starts, walk(graph, starts, 0)[-1], [DEAD_END]]).astype(np.int32)
    walk(whole, starts, 0)
    before = [describe(graph, state) for state in keep.tolist()]
    size = len(graph)
    kept = graph.forget(keep)
    assert len(graph) <= len(set(keep.tolist())) + 1 < size
    assert kept[-1] == DEAD_END
    assert [describe(graph, state) for state in kept.tolist()] == before
    assert not (graph.next[1 : len(graph)] > 0)[graph.mask[1 : len(graph)]].any()
    for one, other in zip(walk(graph, kept[: len(starts)], 2), walk(whole, starts, 2), strict=True):
        assert [describe(graph, state) for state in one.tolist()] == [
            describe(whole, state) for state in other.tolist()
        ]
