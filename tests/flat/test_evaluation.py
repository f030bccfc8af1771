"""Evaluation: the same seed gives the same report, and what is right is counted as right."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from aljabr.algebra.parse import parse
from aljabr.flat.evaluation import classify, evaluate, greedy_actions, play
from aljabr.flat.networks import FEATURES, code_table, init_agent
from aljabr.game.graph import DEAD, StateGraph
from aljabr.play.lanes import make_lanes
from aljabr.search.orders import breadth_first

EQUATIONS = ["x + a = 0", "a*x = 0", "log(x) - a = 0", "sin(x) - b = 0", "sqrt(x) - c = 0"]
CLASSES = ["linear", "linear", "exponential", "trigonometric", "radical or power"]


@pytest.fixture(scope="module")
def agent():
    return init_agent(np.random.default_rng(0), FEATURES, 50)


@pytest.fixture(scope="module")
def table():
    return code_table(100)


@pytest.fixture(scope="module")
def report(agent, table):
    return evaluate(agent, table, EQUATIONS, StateGraph(), seed=1)


def test_the_same_seed_gives_the_same_report(agent, table, report):
    graph = StateGraph()
    for equation in ("b*x + c = 0", *EQUATIONS[::-1]):  # what the graph has seen does not matter
        graph.add(parse(equation))
    assert evaluate(agent, table, EQUATIONS, graph, seed=1) == report


def test_another_seed_plays_other_games(agent, table):
    reports = [evaluate(agent, table, EQUATIONS, StateGraph(), seed) for seed in range(1, 7)]
    assert len({each.greedy for each in reports}) == 1
    assert len({each.sampled for each in reports}) > 1


def test_classes_add_up(report):
    counts = {name: count for name, (count, _, _) in report.by_class.items()}
    assert counts == {name: CLASSES.count(name) for name in CLASSES}
    total = sum(count * sampled for count, _, sampled in report.by_class.values())
    assert total / len(EQUATIONS) == pytest.approx(report.sampled)
    assert 0 < report.sampled < 1


def test_an_equation_given_twice_counts_twice(agent, table):
    report = evaluate(agent, table, ["a*x = 0", "a*x = 0", "x + a = 0"], StateGraph())
    assert report.by_class["linear"][0] == 3


def solutions(graph: StateGraph) -> dict[bytes, int]:
    """Return the right action in every state on a way to the solutions."""
    right = {}
    for equation in EQUATIONS:
        state = graph.add(parse(equation))
        for move in breadth_first(graph, state).path:
            right[graph.tokens[state].tobytes()] = move.action
            state = move.state
    return right


def test_a_policy_that_is_always_right_solves_everything():
    graph = StateGraph()
    right = solutions(graph)
    lanes = make_lanes(len(EQUATIONS), equations=EQUATIONS, graph=graph)
    assert play(lanes, lambda tokens, mask: [right[row.tobytes()] for row in tokens]).all()


def test_a_policy_that_is_wrong_on_one_equation_fails_on_that_one():
    graph = StateGraph()
    right = solutions(graph)
    right[graph.tokens[graph.add(parse(EQUATIONS[3]))].tobytes()] = 0  # expand: changes nothing
    lanes = make_lanes(len(EQUATIONS), equations=EQUATIONS, graph=graph)
    solved = play(lanes, lambda tokens, mask: [right[row.tobytes()] for row in tokens])
    assert solved.tolist() == [True, True, True, False, True]


def test_one_step_too_few_is_not_enough():
    graph = StateGraph()
    right = solutions(graph)
    lanes = make_lanes(len(EQUATIONS), equations=EQUATIONS, graph=graph, max_steps=1)
    solved = play(lanes, lambda tokens, mask: [right[row.tobytes()] for row in tokens])
    assert solved.tolist() == [True, True, False, False, False]


def test_greedy_actions_are_legal_and_the_likeliest(agent, table):
    lanes = make_lanes(len(EQUATIONS), equations=EQUATIONS)
    lanes.restart(np.arange(len(EQUATIONS)), np.arange(len(EQUATIONS)))
    masks = lanes.masks()
    actions = np.asarray(partial(greedy_actions, agent, table)(lanes.tokens(), masks))
    assert masks[np.arange(len(EQUATIONS)), actions].all()


@pytest.mark.parametrize(("equation", "name"), [
    *zip(EQUATIONS, CLASSES, strict=True),
    ("a/x + b = 0", "rational or power"),
    ("sqrt(a)*x + b = 0", "linear"),
    ("exp(x) - sin(a) = 0", "exponential"),
])  # fmt: skip
def test_equations_are_classified_by_what_their_unknown_is_inside_of(equation, name):
    assert classify(parse(equation)) == name


def test_a_game_that_ended_dead_gets_no_second_try():
    graph = StateGraph()
    start = graph.add(parse("2*x = x"))  # dividing by x leaves 2 = 1, subtracting it x = 0
    after = dict(graph.successors(start))
    dead = [action for action, state in after.items() if graph.flags[state] & DEAD]
    solving = [action for action, state in after.items() if graph.is_solution(start, state)]
    moves = iter([dead[0]] + 19 * [solving[0]])
    lanes = make_lanes(2, equations=["2*x = x", "x + a = 0"], graph=graph)
    expand = 0  # keeps the second game going
    assert not play(lanes, lambda tokens, mask: [next(moves), expand]).any()
