"""Families that go on from each other are one; no member is lost or added by that."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from test_families import N, make_findings, read, texts_of

from aljabr import solve
from aljabr.algebra.conditions import Condition
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.forms import Forms
from aljabr.answer.finding import Finding
from aljabr.answer.halves import joined


def make_halves(table: ExprTable, *texts: str) -> list[Finding]:
    """Return families such as `pi*n | n - 1`: those members for which n - 1 ≥ 0."""
    pairs = [text.split("|") for text in texts]
    findings = make_findings(table, *(value for value, *_ in pairs))
    return [
        replace(each, conditions=tuple(Condition("root", table.intern(read(one))) for one in asked))
        for each, (_, *asked) in zip(findings, pairs, strict=True)
    ]


@pytest.mark.parametrize(
    ("texts", "expected", "num_conditions"),
    [
        (["pi + 2*pi*n | n", "pi + 2*pi*n | -1 - n"], ["pi + 2*pi*n"], 0),
        (["1 + 2*n | n", "-1 - 2*n | n"], ["1 + 2*n"], 0),
        (["pi*n | n - 1", "-pi*n | n"], ["pi*n"], 0),
        (["exp(1 + n) | n", "exp(-n) | n"], ["exp(1 + n)"], 0),  # not evenly spaced
        (["(1 + 2*n)**2 | n", "(1 - 2*n)**2 | n - 1"], ["(1 + 2*n)^2"], 1),  # the same
        (["pi*n | n - 3", "pi*n | n", "2*pi"], ["pi*n"], 1),  # one within another
        (["pi*n | n - 3", "pi*n"], ["pi*n"], 0),
        (["pi*n | n | 1/2 + n", "pi*n | -n"], ["pi*n"], 0),
        (["a + pi*n | n | b", "a + pi*n | -n | b"], ["a + pi*n"], 1),
        (["pi*n | n - 1", "pi*n | -1 - n"], ["pi*n", "pi*n"], 2),  # 0 is between
        (["pi*n | n - 1", "0"], ["pi*n", "0"], 1),
        (["a + pi*n | n | b", "a + pi*n | -n"], ["a + pi*n", "a + pi*n"], 3),
        (["pi*n | n", "pi*n/2 | -n"], ["pi*n", "pi*n/2"], 2),
        (["pi*n | n", "1 + pi*n | -n"], ["pi*n", "1 + pi*n"], 2),
        (["pi*n | n", "pi*n | b - n"], ["pi*n", "pi*n"], 2),  # nobody knows where it ends
    ],
)
def test_families_that_go_on_from_each_other_are_one(table, texts, expected, num_conditions):
    found = joined(Forms(table), make_halves(table, *texts))
    assert texts_of(found) == expected
    assert sum(len(each.conditions) for each in found) == num_conditions


def test_joining_neither_loses_nor_adds_a_root(table):
    """Half-lines with random ends, counted either way, as sets of whole numbers."""
    rng = random.Random(0)
    num_joined = 0
    for _ in range(80):
        texts = [
            f"{rng.choice(['', '-'])}{rng.choice([1, 2])}*n + {rng.randrange(3)}"
            f"| {rng.choice(['', '-'])}n + {rng.randrange(-3, 4)}"
            for _ in range(3)
        ]
        findings = make_halves(table, *texts)
        found = joined(Forms(table), findings)
        assert members(findings) == members(found), texts
        num_joined += len(found) < len(findings)
    assert num_joined > 20


def members(findings: list[Finding]) -> set[int]:
    """Return the members that are not far from zero."""
    found = set()
    for each in findings:
        for number in range(-60, 61):
            kept = [int(one.expr.sym.subs({N: number})) >= 0 for one in each.conditions]
            found |= {int(each.value.sym.subs({N: number}))} if all(kept) else set()
    return {each for each in found if abs(each) < 20}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cos|x| = -1", ["pi + 2*pi*n"]),
        ("sin|x| = sin(3|x|)", ["pi*n", "pi/4 + pi*n/2"]),
        ("|x| cos(x) = x", ["2*pi*n", "pi + 2*pi*n"]),
        ("cos(pi*|x|) = 1/2", ["1/3 + 2*n", "2*n - 1/3"]),
        ("|sin(sqrt(x))| = 1", ["pi^2/4 + 4*pi^2*n^2 + 2*pi^2*n"]),
    ],
)
def test_no_family_of_an_answer_is_told_twice(text, expected):
    solution = solve(text)
    assert solution.complete
    assert [each.value for each in solution.roots] == expected
