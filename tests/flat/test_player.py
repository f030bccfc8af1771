"""A trained agent plays without JAX: in traces, and in the solver, whose judgement it shares."""

from __future__ import annotations

from dataclasses import replace

import conftest
import numpy as np
import pytest
from conftest import read_sym

from aljabr.algebra.parse import parse
from aljabr.algebra.printing import expr_text
from aljabr.flat.networks import FEATURES, code_table, init_agent
from aljabr.flat.player import FlatAgent
from aljabr.game.games import EXTENDED, PAPER, SOLVER
from aljabr.game.graph import StateGraph
from aljabr.ledger import checkpoint
from aljabr.search.orders import breadth_first
from aljabr.search.policy import ILLEGAL
from aljabr.search.walks import Walk, walks
from aljabr.solver.solve import solve
from aljabr.solver.traces import trace
from aljabr.tasks.datasets import FIXED


def find_action(equation: str, rule: str, term: str | None = None) -> int:
    """Return the index of an action in an equation's first state."""
    graph = StateGraph()
    state = graph.add(parse(equation))
    expr = None if term is None else graph.table.intern(read_sym(term))
    index = conftest.find_action(graph, state, rule, expr)
    assert index is not None
    return index


def make_params(*actions: int):
    """Make a policy that always prefers some actions, the first one most of all."""
    params = init_agent(np.random.default_rng(0), FEATURES, 50)
    for layer in params["policy"]:
        layer["w"] *= 0
    for rank, action in enumerate(actions):
        params["policy"][-1]["b"][action] = 100.0 - 10.0 * rank
    return params


def save_agent(path, params, equation: str | None):
    stacked = {
        name: [{key: each[None] for key, each in layer.items()} for layer in layers]
        for name, layers in params.items()
    }
    config = {"agent": "ppo", "equation": equation, "encoding": "coded"}
    checkpoint.save(path, {"agent": stacked}, {"config": config, "steps": 1234})


def never(state, path_fn):
    return False


def no_search(*arguments, **options):
    raise AssertionError("the agent knows the way")


def places_in(game):
    """Return where the paper's actions stand in a game."""
    return [game.action_index(*PAPER.split_index(index)) for index in range(PAPER.num_actions)]


class Scripted(FlatAgent):
    """Knows one derivation by heart."""

    def evaluate(self, graph, ids):
        columns = places_in(graph.game)
        found = np.full((len(ids), graph.game.num_actions), ILLEGAL, np.float32)
        for row, state in zip(found, ids, strict=True):
            row[columns] = np.where(graph.mask[state, columns], 0.0, ILLEGAL)
            wanted = self.params.get(expr_text(graph.equation(state).lhs))
            if wanted is not None:
                rule, term = wanted
                expr = None if term is None else graph.table.intern(read_sym(term))
                row[conftest.find_action(graph, state, rule, expr)] = 50.0
        return found, np.zeros(len(ids), np.float32)


def test_the_policy_in_numpy_is_the_policy_in_jax():
    jnp = pytest.importorskip("jax.numpy")
    from aljabr.flat.networks import encode, log_policy

    params = init_agent(np.random.default_rng(3), FEATURES, 50)
    params["policy"][-1]["w"] *= 100
    table, graph = code_table(100), StateGraph()
    agent = FlatAgent(params, table, {})
    for equation in FIXED.values():
        state = graph.add(parse(equation))
        inputs = encode(jnp, graph.tokens[state], table)
        expected = log_policy(jnp, params, inputs, graph.mask[state])
        legal = graph.mask[state]
        (log_probs,), (steps,) = agent.evaluate(graph, [state])
        np.testing.assert_allclose(
            log_probs[legal], np.asarray(expected)[legal], rtol=1e-4, atol=1e-4
        )
        assert (log_probs[~legal] < -1e8).all()
        assert steps == 0.0


def test_a_wider_graph_looks_the_same_to_an_agent():
    agent = FlatAgent(init_agent(np.random.default_rng(3), FEATURES, 50), code_table(100), {})
    narrow, wide = StateGraph(), StateGraph(EXTENDED)
    for equation in FIXED.values():
        states = narrow.add(parse(equation)), wide.add(parse(equation))
        one, _ = agent.evaluate(narrow, states[:1])
        other, _ = agent.evaluate(wide, states[1:])
        assert other.shape == (1, EXTENDED.num_actions)
        np.testing.assert_array_equal(one, other[:, places_in(EXTENDED)])
        assert (np.delete(other, places_in(EXTENDED), 1) == ILLEGAL).all()


def test_in_the_solver_s_game_an_agent_keeps_its_preferences_among_what_is_legal_there():
    agent = FlatAgent(init_agent(np.random.default_rng(3), FEATURES, 50), code_table(100), {})
    narrow, wide = StateGraph(), StateGraph(SOLVER)
    places = places_in(SOLVER)
    for equation in FIXED.values():
        states = narrow.add(parse(equation)), wide.add(parse(equation))
        (one,), _ = agent.evaluate(narrow, states[:1])
        (other,), _ = agent.evaluate(wide, states[1:])
        legal = wide.mask[states[1], places]
        assert 0 < legal.sum() < narrow.mask[states[0]].sum()
        shift = np.log(np.exp(one[legal]).sum())
        np.testing.assert_allclose(other[places][legal], one[legal] - shift, rtol=1e-5, atol=1e-5)
        assert (np.delete(other, np.array(places)[legal]) == ILLEGAL).all()


def test_states_are_judged_alike_side_by_side():
    agent = FlatAgent(init_agent(np.random.default_rng(3), FEATURES, 50), code_table(100), {})
    graph = StateGraph()
    states = [graph.add(parse(equation)) for equation in FIXED.values()]
    together, _ = agent.evaluate(graph, states)
    for row, state in zip(together, states, strict=True):
        alone, _ = agent.evaluate(graph, [state])
        np.testing.assert_allclose(row, alone[0], rtol=1e-5, atol=1e-5)


def test_an_agent_of_the_papers_game_does_not_lead():
    agent = FlatAgent(make_params(), code_table(100), {})
    assert (agent.game, agent.leads) == ("paper", False)


def test_an_agent_does_not_look_at_what_is_too_long_for_it():
    agent = FlatAgent(make_params(), code_table(100), {})
    wide = StateGraph(replace(PAPER, num_actions=251, max_length=80))
    long = " + ".join(f"{letter}*{other}" for letter in "abcd" for other in "fghkm")
    states = [wide.add(parse(text)) for text in (f"x + {long} = 0", "x + a = 0")]
    unseen, seen = agent.evaluate(wide, states)[0]
    assert wide.mask[states[0]].any()
    assert (unseen == ILLEGAL).all()
    assert ILLEGAL == -1e9
    assert np.exp(seen).sum() == pytest.approx(1.0)


def test_a_walk_ends_where_an_agent_cannot_look():
    agent = FlatAgent(make_params(), code_table(100), {})
    wide = StateGraph(SOLVER)
    long = " + ".join(f"{letter}*{other}" for letter in "abcd" for other in "fghkm")
    start = wide.add(parse(f"x + {long} = 0"))
    assert walks(wide, [start], agent, [never]) == [Walk((), arrived=False)]


def test_a_walk_that_may_not_come_back_takes_the_next_choice():
    graph = StateGraph()
    start = graph.add(parse("x + a = 0"))
    agent = FlatAgent(make_params(find_action("x + a = 0", "negate")), code_table(100), {})
    (back,) = walks(graph, [start], agent, [never], revisit=True)
    assert len(back.path) == 20
    assert {move.state for move in back.path[1::2]} == {start}
    (walk,) = walks(graph, [start], agent, [never])
    states = [move.state for move in walk.path]
    assert len(states) > 2
    assert len({start, *states}) == len(states) + 1


def test_a_trace_reads_as_in_the_paper():
    action = find_action("a + x = 0", "subtract", "a")
    agent = FlatAgent(make_params(action), code_table(100), {})
    assert trace(agent, "a + x = 0").splitlines() == [
        "Equation: x + a = 0",
        "Step 1: x + a = 0 | subtract, a",
        "Solved: x = -a",
    ]
    scripted = Scripted({"a*x + b": ("subtract", "a*x"), "-a*x": ("negate", None),
                         "a*x": ("divide", "a")}, None, {})  # fmt: skip
    lines = trace(scripted, "a*x + b = 0").splitlines()
    assert lines[0] == "Equation: a*x + b = 0"
    assert lines[-1] == "Solved: x = -b/a"
    assert " | multiply, -1" in lines[2]


def test_a_trace_that_does_not_solve_says_where_it_ended():
    agent = FlatAgent(make_params(find_action("a*x = 0", "expand")), code_table(100), {})
    lines = trace(agent, "a*x + b = 0").splitlines()
    assert len(lines) == 22
    assert lines[1] == "Step 1: a*x + b = 0 | expand, None"
    assert lines[-1] == "Not solved, but reached: a*x + b = 0"


def test_the_solver_takes_the_agent_s_way_tidies_and_verifies_it(monkeypatch):
    monkeypatch.setattr("aljabr.solver.strategy.best_first", no_search)
    scripted = Scripted({"a*x + b": ("subtract", "a*x"), "-a*x": ("negate", None),
                         "a*x": ("divide", "a")}, None, {})  # fmt: skip
    solution = solve("a*x + b = 0", agent=scripted)
    assert [step.action for step in solution.steps] == ["subtract", "divide"]
    (root,) = solution.roots
    assert (root.value, root.conditions, root.verified) == ("-b/a", ("a ≠ 0",), "exact")


@pytest.mark.parametrize("equation", [FIXED["nested_reciprocal"], "sin(x) = 1/2", "x = x + 1"])
def test_where_the_agent_fails_search_answers(equation):
    agent = FlatAgent(make_params(find_action("a*x = 0", "expand")), code_table(100), {})
    assert solve(equation, agent=agent).sentence() == solve(equation).sentence()


def test_the_agent_keeps_to_the_budget():
    agent = FlatAgent(init_agent(np.random.default_rng(0), FEATURES, 50), code_table(100), {})
    assert solve("x^x = 5", budget=0.2, agent=agent).seconds < 2


# -- the command line ------------------------------------------------------------------------------


@pytest.fixture
def run(run_cli, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return run_cli


def test_traces_of_the_best_under_runs(run, tmp_path):
    action = find_action("a + x = 0", "subtract", "a")
    save_agent(tmp_path / "runs/one/best.safetensors", make_params(action), "a + x")
    save_agent(tmp_path / "runs/two/best.safetensors", make_params(action), None)
    status, out, _ = run("traces")
    assert status == 0
    assert out.startswith(
        "# ppo, 1,234 steps (runs/one/best.safetensors)\n\n"
        "Equation: x + a = 0\nStep 1: x + a = 0 | subtract, a\nSolved: x = -a\n\n"
        "# ppo, 1,234 steps (runs/two/best.safetensors)\n\nEquation: a*x + b = 0\n"
    )
    assert out.count("Equation:") == 1 + len(FIXED)
    assert run("traces", "--agent", "one")[1].count("Equation:") == 1


def test_solve_with_an_agent_by_name(run, tmp_path, monkeypatch):
    monkeypatch.setattr("aljabr.solver.strategy.best_first", no_search)
    graph = StateGraph()
    start = graph.add(parse("a + x = 0"))
    shortest = breadth_first(graph, start).path[0].action
    detour = find_action("a + x = 0", "negate")
    save_agent(tmp_path / "runs/one/best.safetensors", make_params(shortest), "a + x")
    assert "\nx = -a\n" in run("solve", "a + x", "--agent", "one")[1]
    on = find_action("-x - a = 0", "subtract", "-a")
    save_agent(tmp_path / "runs/two/best.safetensors", make_params(detour, on), "a + x")
    assert "\nx = -a\n" in run("solve", "a + x", "--agent", "runs/two")[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["traces"], "there is no trained agent under runs/: train one with `aljabr train`"),
        (["traces", "--agent", "nowhere"], "there is no checkpoint at nowhere"),
        (["solve", "2x = 4", "--agent", "nowhere"], "there is no checkpoint at nowhere"),
        (["solve", "2x = 4", "--agent", "notes.txt"], "notes.txt is not a checkpoint of aljabr's"),
        (["solve", "2x = 4", "--agent", "other"], "other holds no agent that can play"),
        (["bench", "table1", "--render"],
         "there are no finished runs of 3,000,000 steps in benchmarks/results/table1.jsonl"),
    ],
)  # fmt: skip
def test_a_mistake_gets_one_sentence(run, tmp_path, arguments, message):
    (tmp_path / "notes.txt").write_text("no checkpoint")
    checkpoint.save(tmp_path / "other", {"x": np.ones(1)}, {})
    assert run(*arguments) == (2, "", f"aljabr: {message}\n")
