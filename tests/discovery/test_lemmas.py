"""What is shipped as a lemma is one: tried by another reader and other numerics, at many points."""

from __future__ import annotations

import json
import random
from typing import Any

import mpmath
import pytest
from evaluating import Program, letters, product, same

from aljabr.game.formulas import FILE
from aljabr.game.lemmas import Lemma

NUM_POINTS = 200
NUM_SPECIAL = 100
RECORDS: list[dict[str, Any]] = [
    record for record in map(json.loads, FILE.read_text("utf-8").splitlines()) if record["found"]
]
POLYNOMIALS = [
    record
    for record in RECORDS
    if not any(name in record["equation"] for name in ("exp", "sqrt", "sin", "^x", "^("))
]


def points(names: list[str], seed: str) -> list[dict[str, Any]]:
    """Draw complex points, and real ones of either sign."""
    rng = random.Random(seed)
    draw = [lambda: mpmath.mpc(rng.uniform(-3, 3), rng.uniform(-3, 3)),
            lambda: mpmath.mpf(rng.uniform(-3, 3))]  # fmt: skip
    return [{name: draw[number % 2]() for name in names} for number in range(NUM_POINTS)]


@pytest.mark.parametrize("record", POLYNOMIALS, ids=lambda record: record["name"])
def test_the_roots_are_all_roots_at_random_points(record):
    program = Program(record)
    with mpmath.workdps(40):
        for point in points(program.letters, record["name"]):
            coefficients = program.coefficients(point)
            roots, holds = program.at(point)
            assert holds
            assert len(roots) == len(coefficients) - 1
            expected = mpmath.polyroots(coefficients, maxsteps=200, extraprec=80)
            assert same(roots, expected), point


@pytest.mark.parametrize("record", POLYNOMIALS, ids=lambda record: record["name"])
def test_the_conditions_leave_out_all_points_where_the_roots_are_others(record):
    program = Program(record)
    rng = random.Random(record["name"])
    tried = 0
    with mpmath.workdps(60):
        for _ in range(NUM_SPECIAL):
            point = {name: mpmath.mpf(rng.randint(-2, 2)) for name in program.letters}
            try:
                coefficients = program.coefficients(point)
            except ZeroDivisionError:
                continue  # the equation itself makes no sense here
            roots, holds = program.at(point)
            if holds and coefficients[0] != 0:
                tried += 1
                found = product(coefficients[0], roots)
                assert len(found) == len(coefficients), point
                largest = max(map(abs, coefficients))
                errors = map(mpmath.fsub, found, coefficients)
                assert max(map(abs, errors)) < 1e-9 * largest, point
    assert tried > 0


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["name"])
def test_a_lemma_speaks_of_its_letters_and_names_alone(record):
    known = letters(record["equation"]) - {"x"}
    for name, text in record["definitions"]:
        assert letters(text) <= known
        known.add(name)
    for text in record["conditions"]:
        assert letters(text) <= known
    for text in record["roots"]:
        assert letters(text) <= known | {"n"}  # any whole number


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["name"])
def test_a_lemma_is_read_back_as_it_was(record):
    lemma = Lemma.of(record)
    assert len(lemma.roots) == len(record["roots"])
    assert [str(name) for name, _ in lemma.definitions] == [
        name for name, _ in record["definitions"]
    ]
    assert lemma.match(lemma.pattern) if lemma.pattern else True


def test_the_quintic_has_none():
    assert "quintic" not in {record["name"] for record in RECORDS}
