"""The public surface: what a user may import, and the fields of the records."""

from __future__ import annotations

import inspect

import pytest

import aljabr
from aljabr import datasets, solve

NAMES = [
    "Branch", "Checked", "CheckedLine", "Exercise", "Hint", "Method", "ParseError", "Proviso",
    "Rejected", "Root", "Solution", "Step", "check", "hint", "methods", "practice", "solve",
]  # fmt: skip
DATASETS = [
    "FIXED", "NAMES", "SPLITS", "Known", "answers", "load", "split_names", "training_mix",
]  # fmt: skip
ENVS = ["AlgebraEnv", "AlgebraVectorEnv", "StateGraph"]
IDS = ["aljabr/Extended-v0", "aljabr/Fixed-v0", "aljabr/Open-v0", "aljabr/Random-v0"]
FIELDS = {
    "complete", "complex_roots", "conditions", "definitions",
    "domain", "equation", "members", "members_complete", "note", "numeric_roots",
    "rejected", "roots", "seconds", "status", "steps", "unknown", "where",
}  # fmt: skip
ROOT_FIELDS = {
    "approx", "conditions", "family", "multiplicity", "real", "value", "verified",
}  # fmt: skip
STEP_FIELDS = {"action", "branch", "lhs", "note", "rhs", "term"}
REJECTED_FIELDS = {"branch", "reason", "value"}


def test_the_names_of_the_package():
    assert sorted(aljabr.__all__) == sorted(NAMES)
    assert all(hasattr(aljabr, name) for name in NAMES)
    assert inspect.isfunction(aljabr.solve)
    assert list(inspect.signature(solve).parameters) == [
        *("text", "unknown", "budget", "agent", "domain", "detail", "where")
    ]


def test_the_names_of_the_datasets():
    assert sorted(datasets.__all__) == sorted(DATASETS)
    assert all(hasattr(datasets, name) for name in DATASETS)


def test_the_names_of_the_environments():
    gym = pytest.importorskip("gymnasium")
    import aljabr.envs as envs

    assert sorted(envs.__all__) == sorted(ENVS)
    assert sorted(name for name in gym.registry if name.startswith("aljabr/")) == IDS
    assert gym.make("aljabr.envs:aljabr/Fixed-v0").unwrapped.__class__ is envs.AlgebraEnv


@pytest.mark.parametrize(
    "text", ["a x + b = 0", "x = x + 1", "x/x = 1", "x^x = 5", "sqrt(x) = x - 2", "x^4 = 16"]
)
def test_the_fields_of_a_record(text):
    record = solve(text, budget=0.3).to_json()
    assert set(record) == FIELDS
    assert all(set(root) == ROOT_FIELDS for root in record["roots"])
    assert all(set(root) == ROOT_FIELDS for root in record["complex_roots"])
    assert all(set(step) == STEP_FIELDS for step in record["steps"])
    assert all(set(each) == REJECTED_FIELDS for each in record["rejected"])


def test_conditions_of_a_record_are_plain_strings():
    (root,) = solve("a x + b = 0").to_json()["roots"]
    assert [type(each) for each in root["conditions"]] == [str]
