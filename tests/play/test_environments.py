"""Environments: Gymnasium's contract, the rewards, the ends, and many lanes equal to one."""

from dataclasses import replace

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from aljabr.algebra.printing import expr_text
from aljabr.game.games import EXTENDED, OPEN, PAPER
from aljabr.game.graph import StateGraph
from aljabr.play.environments import AlgebraEnv, AlgebraVectorEnv
from aljabr.play.lanes import make_lanes

IDS = sorted(id for id in gym.registry if id.startswith("aljabr/"))
LONG = f"{'+'.join(f'x^{k}' for k in range(2, 22))} = {'+'.join(f'x^{k}' for k in range(31, 51))}"
EQUATIONS = ("a*x + b", "c*(a*x + b) + d", "sqrt(a*x + b) - c", "a/x + b", "exp(a*x) = b")


def index(env, rule, term=None):
    """Return the index of an action of a single environment, its term given as text."""
    graph, id = env.graph, env._lanes.ids[0]
    for candidate in np.flatnonzero(env.action_masks()):
        action = graph.action(id, candidate)
        if action.rule.name == rule and (term is None or expr_text(action.term) == term):
            return candidate
    raise AssertionError(f"{rule} {term} is not legal in {env.graph.equation(id)}")


def play(env, *moves):
    """Reset, play some moves, and return what each step returned."""
    env.reset(seed=0)
    return [env.step(index(env, *move)) for move in moves]


def random_actions(rng, masks, illegal=0.0):
    """Draw a legal action for each lane, now and then any action."""
    legal = (rng.random(masks.shape) * masks).argmax(1)
    anything = rng.integers(masks.shape[1], size=len(masks))
    return np.where(rng.random(len(masks)) < illegal, anything, legal)


# -- Gymnasium's contract ------------------------------------------------------------------------


def test_all_environments_are_registered():
    assert IDS == ["aljabr/Extended-v0", "aljabr/Fixed-v0", "aljabr/Open-v0", "aljabr/Random-v0"]


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("reward", ["paper", "shaped"])
def test_check_env_passes_without_warnings(id, reward):
    check_env(gym.make(id, reward=reward).unwrapped)  # warnings are errors here


@pytest.mark.parametrize("id", IDS)
def test_a_vector_of_every_id_can_be_made_and_stepped(id):
    env = gym.make_vec(id, num_envs=3, vectorization_mode="vector_entry_point")
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, info = env.reset(seed=0)
    assert observations in env.observation_space
    actions = env.action_space.sample(tuple(info["action_mask"]))
    observations, rewards, terminated, truncated, info = env.step(actions)
    assert observations in env.observation_space
    assert rewards.shape == terminated.shape == truncated.shape == (3,)
    num_actions = {"aljabr/Extended-v0": 335, "aljabr/Open-v0": OPEN.num_actions}.get(id, 50)
    assert info["action_mask"].shape == (3, num_actions)


def test_the_extended_game_solves_by_another_branch():
    env = gym.make("aljabr/Extended-v0", equation="sin(exp(x))", render_mode="ansi").unwrapped
    assert env.observation_space.shape == (160,)
    steps = play(env, ("second_asin",), ("log",))
    assert [step[4]["solved"] for step in steps] == [False, True]
    assert env.render() == "x = log(pi)"


def test_the_game_is_that_of_the_graph_if_one_is_given():
    graph = StateGraph(replace(EXTENDED, num_actions=99, max_length=50, capacity=1_000_000))
    for arguments in ({"graph": graph}, {"graph": graph, "game": "extended"}):
        assert AlgebraEnv(equation="a*x + b", **arguments).action_space.n == 99
    assert AlgebraEnv(equation="a*x + b", game="extended").action_space.n == 335
    assert AlgebraEnv(equation="a*x + b", game="paper").action_space.n == 50


def test_the_mask_fits_the_action_space():
    env = gym.make("aljabr/Fixed-v0")
    _, info = env.reset(seed=0)
    assert info["action_mask"][env.action_space.sample(info["action_mask"])] == 1
    assert (info["action_mask"] == env.unwrapped.action_masks()).all()


def test_returned_arrays_are_the_callers():
    """What was returned neither changes later nor changes the game when written to."""
    env, untouched = (AlgebraVectorEnv(4, equation="a*x + b", max_steps=2) for _ in range(2))
    rng = np.random.default_rng(0)
    kept = []
    for turn in range(9):
        if turn % 3 == 0:
            observations, info = env.reset(seed=turn)
            expected, expected_info = untouched.reset(seed=turn)
        else:
            actions = random_actions(rng, expected_info["action_mask"])
            observations, *_, info = env.step(actions)
            expected, *_, expected_info = untouched.step(actions)
        for array, other in (
            (observations, expected),
            (info["action_mask"], expected_info["action_mask"]),
            (info["state_id"], expected_info["state_id"]),
        ):
            assert (array == other).all()
            array[:] = 0
            kept.append((other, other.copy()))
    assert all((array == copy).all() for array, copy in kept)


@pytest.mark.parametrize("action", [-1, 50, 1.5, "expand"])
def test_what_is_no_action_is_refused(action):
    env = AlgebraEnv(equation="a*x + b")
    env.reset(seed=0)
    with pytest.raises(ValueError, match="is not an action"):
        env.step(action)


@pytest.mark.parametrize("actions", [[0, -1], [0], [0, 50]])
def test_what_are_no_actions_are_refused(actions):
    env = AlgebraVectorEnv(2, equation="a*x + b")
    env.reset(seed=0)
    with pytest.raises((ValueError, IndexError)):
        env.step(np.array(actions))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"equation": "a + b = 0"}, "which of a, b is the unknown"),
        ({"equation": "x = b/a"}, "solved already"),
        ({"equation": "x - x = 1"}, "does not hold the unknown"),
        ({"equation": " + ".join(f"sin({k}*x)" for k in range(2, 20))}, "longer than 50 nodes"),
        ({"equation": "a*x", "equations": ["a*x"]}, "not both"),
        ({"equations": []}, "no equation to play"),
        ({"equation": "a*x", "reward": "best"}, "no reward 'best', only paper, shaped"),
        ({"equation": "a*x", "game": "chess"}, "no game 'chess', only paper, extended"),
        ({"equation": "a*x", "game": "extended", "graph": StateGraph()}, "not of the extended"),
        ({"equation": LONG, "game": "extended"}, "more than 80 terms"),
    ],
)
def test_a_game_that_cannot_be_played_says_why(arguments, message):
    with pytest.raises(ValueError, match=message):
        AlgebraEnv(**arguments)


# -- rewards and ends ----------------------------------------------------------------------------

SOLVING = (("subtract", "b"), ("divide", "a"))


@pytest.mark.parametrize(
    ("reward", "expected"),
    [
        # C: ax + b = 0 is 9 + 1, ax = -b is 5 + 5, x = -b/a is 1 + 11
        ("paper", [0.0, -2.0]),
        ("shaped", [(0 - 1) / 100, (-2 - 1 + 100) / 100]),
        (lambda before, after, solved, dead: 1000.0 * before + after + solved, [10010, 10013]),
    ],
)
def test_a_solved_episode_earns(reward, expected):
    steps = play(AlgebraEnv(equation="a*x + b", reward=reward), *SOLVING)
    assert [step[1] for step in steps] == pytest.approx(expected)
    assert [step[2:4] for step in steps] == [(False, False), (True, False)]
    assert [step[4]["solved"] for step in steps] == [False, True]


@pytest.mark.parametrize(
    ("equation", "move", "before", "after"),
    [
        ("a*x + b = a*x", ("subtract", "a*x"), 14, 2),  # the unknown vanishes: b = 0
        ("(a + b + c + d + x)^8", ("expand",), 16, 198),  # too long
    ],
)
@pytest.mark.parametrize("reward", ["paper", "shaped"])
def test_a_dead_end_terminates_and_costs(equation, move, before, after, reward):
    gain = before - after
    env = AlgebraEnv(equation=equation, reward=reward)
    (step,) = play(env, move)
    assert step[1] == pytest.approx(gain if reward == "paper" else (gain - 1 - 100) / 100)
    assert step[2:4] == (True, False)
    assert not step[4]["solved"]
    assert not step[4]["action_mask"].any()


def test_isolating_what_is_no_root_does_not_end_the_episode():
    """sqrt(x) = -a squares to x = a**2, which the first equation refutes, not the later ones."""
    steps = play(AlgebraEnv(equation="sqrt(x) = -a"), ("square",), ("negate",), ("negate",))
    assert [step[2:4] for step in steps] == [(False, False)] * 3


def test_running_out_of_steps_is_truncation():
    steps = play(AlgebraEnv(equation="a*x + b", max_steps=3), *[("negate",)] * 3)
    assert [step[2:4] for step in steps] == [(False, False), (False, False), (False, True)]


def test_solving_with_the_last_step_is_termination_only():
    steps = play(AlgebraEnv(equation="a*x + b", max_steps=2), *SOLVING)
    assert steps[-1][2:4] == (True, False)


def test_an_illegal_action_changes_nothing_but_the_step_count():
    env = AlgebraEnv(equation="a*x + b", max_steps=2)
    before, start = env.reset(seed=0)
    log = PAPER.index_of["log"]  # of zero, on the right
    assert not start["action_mask"][log]
    observation, reward, terminated, truncated, info = env.step(log)
    assert (observation == before).all()
    assert (info["action_mask"] == start["action_mask"]).all()
    assert info["state_id"] == start["state_id"]
    assert reward == pytest.approx(-0.01)
    assert not terminated
    assert not truncated
    assert env.step(49)[3]


# -- starting, seeding, rendering ----------------------------------------------------------------


def starts_drawn(env, seed, count=30):
    env.reset(seed=seed)
    return [env.reset()[0].tobytes() for _ in range(count)]


def test_the_seed_decides_the_equations():
    env = AlgebraEnv(equations=EQUATIONS)
    drawn = starts_drawn(env, 1)
    assert drawn == starts_drawn(AlgebraEnv(equations=EQUATIONS), 1)
    assert drawn != starts_drawn(env, 2)
    assert len(set(drawn)) == len(EQUATIONS)


def test_an_equation_can_be_asked_for():
    env = AlgebraEnv(equations=EQUATIONS, render_mode="ansi")
    env.reset(seed=0, options={"equation": "x + c = 0"})
    assert env.render() == "x + c = 0"
    for _ in range(30):  # it is not drawn later
        env.reset()
        assert env.render() != "x + c = 0"


def test_rendering_follows_the_equation():
    env = AlgebraEnv(equation="2*t + 3", render_mode="ansi")
    env.reset(seed=0)
    texts = [env.render()]
    for move in (("subtract", "3"), ("divide", "2")):
        env.step(index(env, *move))
        texts.append(env.render())
    assert texts == ["2*t + 3 = 0", "2*t = -3", "t = -3/2"]


def test_a_dead_end_can_be_rendered():
    env = AlgebraEnv(equation="(a + b + c + d + x)^8", render_mode="ansi")
    play(env, ("expand",))
    assert env.render() == "undefined or too long"


def test_without_a_render_mode_nothing_is_rendered():
    env = AlgebraEnv(equation="a*x + b")
    env.reset()
    assert env.render() is None


# -- many lanes ----------------------------------------------------------------------------------


def test_every_lane_equals_a_single_environment():
    num_lanes = 6
    rng = np.random.default_rng(0)
    vector = AlgebraVectorEnv(num_lanes, equations=EQUATIONS, max_steps=7, render_mode="ansi")
    observations, info = vector.reset(seed=3)
    singles = [AlgebraEnv(equations=EQUATIONS, max_steps=7) for _ in range(num_lanes)]
    for single, text in zip(singles, vector.render(), strict=True):
        single.reset(options={"equation": text})
    ends = 0
    for _ in range(150):
        actions = random_actions(rng, info["action_mask"], illegal=0.2)
        observations, rewards, terminated, truncated, info = vector.step(actions)
        texts = vector.render()
        for lane, single in enumerate(singles):
            observation, *flags, single_info = single.step(actions[lane])
            assert flags == [rewards[lane], terminated[lane], truncated[lane]]
            assert single_info["solved"] == info["solved"][lane]
            if terminated[lane] or truncated[lane]:
                ends += 1
                assert info["_final_obs"][lane]
                assert (info["final_obs"][lane] == observation).all()
                observation, single_info = single.reset(options={"equation": texts[lane]})
            elif "final_obs" in info:
                assert not info["_final_obs"][lane]
                assert info["final_obs"][lane] is None
            assert (observations[lane] == observation).all()
            assert (info["action_mask"][lane] == single_info["action_mask"]).all()
    assert ends > 50


def test_infos_are_those_of_gymnasiums_own_vector():
    graph = StateGraph()
    arguments = {"equation": "a*x + b", "max_steps": 4, "graph": graph}
    ours = AlgebraVectorEnv(4, **arguments)
    theirs = SyncVectorEnv(
        [lambda: AlgebraEnv(**arguments)] * 4, autoreset_mode=AutoresetMode.SAME_STEP
    )
    rng = np.random.default_rng(0)
    _, info = ours.reset(seed=0)
    theirs.reset(seed=0)
    for _ in range(40):
        actions = random_actions(rng, info["action_mask"])
        *results, info = ours.step(actions)
        *expected, expected_info = theirs.step(actions)
        for result, other in zip(results, expected, strict=True):
            assert (result == other).all()
        assert (info["state_id"] == expected_info["state_id"]).all()
        assert ("final_obs" in info) == ("final_obs" in expected_info)
        if "final_obs" in info:
            ended = info["_final_obs"]
            assert (ended == expected_info["_final_obs"]).all()
            for key in ("state_id", "solved"):
                final, other = info["final_info"][key], expected_info["final_info"][key]
                assert (final[ended] == other[ended]).all()


def test_restarting_lanes_leaves_the_outcome_alone():
    lanes = make_lanes(3, equation="a*x + b")
    lanes.restart(np.arange(3), np.zeros(3, int))
    outcome = lanes.advance(np.full(3, PAPER.index_of["negate"]))
    reached = outcome.ids.copy()
    lanes.restart(np.array([1]), np.array([0]))
    assert (outcome.ids == reached).all()
    assert lanes.ids.tolist() == [reached[0], lanes.starts[0], reached[2]]


def test_the_seed_decides_a_vector_run():
    def run(seed):
        env = AlgebraVectorEnv(5, equations=EQUATIONS, max_steps=4)
        rng = np.random.default_rng(0)
        observations, info = env.reset(seed=seed)
        seen = [observations]
        for _ in range(30):
            observations, *_, info = env.step(random_actions(rng, info["action_mask"]))
            seen.append(observations)
        return np.array(seen)

    assert (run(0) == run(0)).all()
    assert (run(0) != run(1)).any()


def test_forgetting_changes_nothing_of_the_game():
    small = StateGraph(replace(PAPER, capacity=400))
    bounded = AlgebraVectorEnv(8, equations=EQUATIONS, max_steps=9, graph=small)
    companion = AlgebraEnv(equation="a/x + b", graph=small, max_steps=1000, render_mode="ansi")
    unbounded = AlgebraVectorEnv(8, equations=EQUATIONS, max_steps=9)
    rng = np.random.default_rng(0)
    _, info = bounded.reset(seed=0)
    unbounded.reset(seed=0)
    companion.reset(seed=0)
    for _ in range(300):
        actions = random_actions(rng, info["action_mask"], illegal=0.1)
        *results, info = bounded.step(actions)
        *expected, expected_info = unbounded.step(actions)
        for result, other in zip(results, expected, strict=True):
            assert (result == other).all()
        assert (info["action_mask"] == expected_info["action_mask"]).all()
        assert (info["solved"] == expected_info["solved"]).all()
        assert len(small) < 500
        companion.step(PAPER.index_of["negate"])
    assert bounded.generation == companion.generation > 1
    assert companion.render() == "a/x + b = 0"  # negated an even number of times
    assert unbounded.generation == 0


def test_a_graph_too_small_for_its_lanes_says_so():
    env = AlgebraVectorEnv(8, equation="a*x + b", graph=StateGraph(replace(PAPER, capacity=10)))
    env.reset(seed=0)
    env.graph.successors(1)  # now it is full
    with pytest.raises(ValueError, match="graph of 10 states is too small"):
        env.step(np.zeros(8, int))


def test_without_autoreset_finished_lanes_wait():
    env = AlgebraVectorEnv(
        2, equation="a*x + b", max_steps=2, autoreset_mode="Disabled", render_mode="ansi"
    )
    env.reset(options={"equations": ["a*x = 0", "x + c = 0"]})
    assert env.render() == ("a*x = 0", "x + c = 0")
    negate = PAPER.index_of["negate"]
    env.step(np.array([negate, negate]))
    _, _, _, truncated, info = env.step(np.array([negate, negate]))
    assert truncated.all()
    assert "final_obs" not in info
    with pytest.raises(RuntimeError, match="reset it first"):
        env.step(np.array([negate, negate]))
    env.reset(options={"reset_mask": np.array([True, False])})
    assert env.render() == ("a*x + b = 0", "x + c = 0")
    with pytest.raises(RuntimeError, match="reset it first"):
        env.step(np.array([negate, negate]))


def test_one_equation_for_each_lane():
    env = AlgebraVectorEnv(2, equation="a*x + b")
    with pytest.raises(ValueError, match="each of the 2 lanes"):
        env.reset(options={"equations": ["a*x = 0"]})
