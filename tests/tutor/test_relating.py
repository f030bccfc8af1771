"""What the tutor calls the same is the same, and what it calls fair is fair."""

from __future__ import annotations

import time

import pytest

from aljabr.algebra import arithmetic as ar
from aljabr.algebra.expr import ExprTable
from aljabr.algebra.parse import parse
from aljabr.tutor.branches import may_add
from aljabr.tutor.identities import in_half_angles, in_primes
from aljabr.tutor.reading import Reader
from aljabr.tutor.relating import Relater, ratio
from aljabr.tutor.values import missing


def difference(text: str):
    equation = parse(text)
    return equation.lhs.sym - equation.rhs.sym


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("4^x = 3", "(2^x)^2 = 3", True),
        ("6^x = 1", "2^x*3^x = 1", True),
        ("sin(2x) = 1", "2 sin(x) cos(x) = 1", True),
        ("cos(2x) = cos(x)", "2cos(x)^2 - 1 = cos(x)", True),
        ("sin(x)^2 = 1/4", "1 - cos(x)^2 = 1/4", True),
        ("tan(x) = 2", "sin(x)/cos(x) = 2", True),
        ("sin(2x) = 1", "2 sin(x) = 1", False),
        ("sin(x + 1) = 0", "sin(x) + sin(1) = 0", False),
        ("x^2 = 4", "x = 2", False),
    ],
)
def test_identities(one, other, same):
    assert (ratio(difference(one), difference(other)) is not None) is same


def test_angles_without_a_common_part_are_left_alone():
    assert in_half_angles([difference("sin(x) = sin(sqrt(2)*x)")]) is None
    assert in_half_angles([difference("x = 1")]) is None


def test_numbers_by_primes():
    assert in_primes(parse("x = log(12)").rhs.sym) == 2 * ar.logarithm(ar.rational(2)) + (
        ar.logarithm(ar.rational(3))
    )


@pytest.mark.parametrize(
    ("these", "those", "lost"),
    [
        (["1", "2"], ["2", "1"], []),
        (["1", "sqrt(8)"], ["2*sqrt(2)"], ["1"]),
        (["pi*n"], ["2*pi*n", "pi + 2*pi*n"], []),
        (["2*pi*n", "pi + 2*pi*n"], ["pi*n"], []),
        (["pi*n"], ["2*pi*n"], ["pi"]),
        (["pi/6 + 2*pi*n", "5*pi/6 + 2*pi*n"], ["(-1)^n*pi/6 + pi*n"], []),
        (["0"], ["pi*n"], []),
        (["pi*n"], ["0"], ["pi"]),
        (["asin(1/3) + 2*pi*n"], ["pi - asin(1/3) + 2*pi*n"], ["asin(1/3)"]),
    ],
)
def test_which_roots_are_missing(these, those, lost):
    table = ExprTable()
    reader = Reader(table)
    reader.lines(["sin(x) = 0", "x = pi*n"])
    values = [[reader.read(f"x = {each}").rhs for each in group] for group in (these, those)]
    wanted = [parse(f"x = {each}", table=table).rhs for each in lost]
    assert missing(table, *values) == wanted


def test_what_has_no_common_period_is_not_told():
    table = ExprTable()
    reader = Reader(table)
    reader.lines(["sin(x) = 0", "x = pi*n"])
    one, other = (reader.read(f"x = {each}").rhs for each in ("pi*n", "n"))
    assert missing(table, [one], [other]) is None


@pytest.mark.parametrize(
    ("given", "root", "fair"),
    [
        ("sqrt(x) = -2", "4", True),
        ("sqrt(x) = -2", "16", False),
        ("x = 3", "-3", False),
        ("1/(x - 1) = x/(x - 1)", "1", True),
        ("|x| = -3", "3", True),
        ("ln(x) + ln(x - 3) = ln(10)", "-2", True),
        ("ln(x) + ln(x - 3) = ln(10)", "-3", False),
        ("2^x = 4", "-2", False),
    ],
)
def test_a_step_adds_roots_of_another_branch_only(given, root, fair):
    table = ExprTable()
    value = parse(f"x = {root}", table=table).rhs
    assert may_add(table, parse(given, table=table), value) is fair


def test_a_divisor_cuts_roots_out():
    table = ExprTable()
    lines = Reader(table).lines(["(x^2 - 4)/(x - 2) = 0", "x + 2 = 0", "x^2 - 4 = 0"])
    relater = Relater(table, "real", time.monotonic() + 5)
    assert relater.relate(lines[0], lines[1], lines[0]).same
    relation = relater.relate(lines[0], lines[2], lines[0])
    assert [str(each.sym) for each in relation.gained] == ["2"]
    assert relation.is_fair
