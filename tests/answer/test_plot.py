"""Pictures of equations: well-formed, with the roots in their places, and never a crash."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import numpy as np
import pytest

from aljabr import solve
from aljabr.answer.picture import Curve, Dot, Frame, write
from aljabr.answer.plot import draw
from aljabr.answer.ticks import number_text, ticks
from aljabr.errors import UserError

SVG = "{http://www.w3.org/2000/svg}"
PLAIN = str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789")


class Read:
    """A picture read back: its parts, and places on it as numbers."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.ticks = {"middle": [], "end": []}
        for tick in self.parts("text", "tick"):
            text = tick.text.translate(PLAIN).replace("·10", "e")
            kind = tick.get("class").split()[1]
            place = float(tick.get("x")) if kind == "middle" else float(tick.get("y")) - 4
            self.ticks[kind].append((place, float(text)))

    def parts(self, kind: str, name: str) -> list[ElementTree.Element]:
        return [each for each in self.root.iter(SVG + kind) if name in each.get("class").split()]

    def number(self, kind: str, place: float) -> float:
        (first, low), *_, (last, high) = self.ticks[kind]
        return low + (place - first) / (last - first) * (high - low)

    def circles(self, name: str) -> list[tuple[float, float]]:
        return [
            (self.number("middle", float(dot.get("cx"))), self.number("end", float(dot.get("cy"))))
            for dot in self.parts("circle", name)
        ]

    def runs(self, side: str) -> list[np.ndarray]:
        """Return the pieces of a curve, as numbers; those in the legend are none."""
        (path,) = [each for each in self.parts("path", side) if "h26" not in each.get("d")]
        return [
            np.array([
                (self.number("middle", float(x)), self.number("end", float(y)))
                for x, y in (pair.split() for pair in run.split("L"))
            ])
            for run in path.get("d").split("M")[1:]
        ]  # fmt: skip

    @property
    def labels(self) -> list[str]:
        return [each.text for each in self.parts("text", "label")]

    @property
    def legend(self) -> list[str]:
        return [each.text for each in self.parts("text", "legend")]

    @property
    def said(self) -> str:
        return self.root.find(f"{SVG}desc").text


def test_the_parts_of_a_picture():
    svg = draw("x^2 = 9", "x", ["-3", "3"])
    picture = Read(svg)
    assert (picture.root.get("width"), picture.root.get("height")) == ("640", "400")
    assert picture.root.get("role") == "img"
    assert picture.root.find(f"{SVG}title").text == "x^2 = 9"
    assert picture.said.endswith("x^2 and 9. They meet where x = −3 or x = 3.")
    assert sorted(picture.legend) == ["9", "x", "x^2"]
    assert picture.labels == ["x = −3", "x = 3"]
    assert "prefers-color-scheme: dark" in svg
    assert svg.isascii()
    assert not re.search(r"<script|\bon\w+=|href|\bid=|nan|inf\b", svg)
    assert svg == draw("x^2 = 9", "x", ["-3", "3"])


@pytest.mark.parametrize(
    ("typed", "roots", "places"),
    [
        ("x^2 = 9", ["-3", "3"], [(-3, 9), (3, 9)]),
        ("9 = x^2", ["-3", "3"], [(-3, 9), (3, 9)]),
        ("x^3 - x", ["-1", "0", "1"], [(-1, 0), (0, 0), (1, 0)]),
        ("sqrt(x + 2) = x", ["2"], [(2, 2)]),
        ("cbrt(x) = -2", ["-8"], [(-8, -2)]),
        ("cbrt(-8) = x", ["(-8)^(1/3)"], [(-2, -2)]),
        ("1/(x - 1) = 2", ["3/2"], [(1.5, 2)]),
        ("(x - 1000000)^2 = 1", ["999999", "1000001"], [(999999, 1), (1000001, 1)]),
        ("x^2 = 10^-12", ["-1/10^6", "1/10^6"], [(-1e-6, 1e-12), (1e-6, 1e-12)]),
        ("(x - 1000) (x + 2) = 0", ["-2", "1000"], [(-2, 0), (1000, 0)]),
        ("x^2 = -4", ["2*sqrt(-1)", "-2*sqrt(-1)"], []),
        ("sqrt(x - 2) = sqrt(2x - 1)", ["-1"], []),  # neither side is real there
        ("sin(x) = 0", ["pi*n"], [(-math.pi, 0), (0, 0), (math.pi, 0)]),
        ("sin(x) = 1", ["pi/2 + 2*pi*n"], [(math.pi * n, 1) for n in (-1.5, 0.5, 2.5)]),
        ("x sin(x) = 0", ["0", "pi*n"], [(-math.pi, 0), (0, 0), (math.pi, 0)]),
        ("sin(x) = 0", ["pi*n/2"], [(0, 0)]),  # not for every n
        ("sin(log(x)) = 0", ["exp(pi*n)"], [(math.exp(math.pi * n), 0) for n in (-1, 0, 1)]),
        ("sqrt(x - sqrt(3)) = sqrt(x^2 - 3)", ["sqrt(3)"], [(3**0.5, 0)]),  # within a rounding
        ("sqrt(x)^2 = -1", ["-1"], []),  # though it is read as x = -1
    ],
)
def test_dots_are_at_the_roots(typed, roots, places):
    picture = Read(draw(typed, "x", roots))
    found = picture.circles("root")
    ends = np.ptp(np.concatenate([*picture.runs("left"), *picture.runs("right")]), axis=0)
    assert len(found) == len(places)
    for place, expected in zip(found, places, strict=True):
        np.testing.assert_allclose(place / ends, expected / ends, atol=2e-3)
    assert len(picture.labels) == len(places)


def test_a_curve_runs_along_its_side():
    (run,) = Read(draw("x^3 - 2x = 0", "x", ["0", "-sqrt(2)", "sqrt(2)"])).runs("left")
    xs, ys = run.T
    inside = np.abs(ys) < 1
    assert inside.sum() > 20
    np.testing.assert_allclose(ys[inside], (xs**3 - 2 * xs)[inside], atol=0.02)


@pytest.mark.parametrize(
    ("typed", "ends"),
    [
        ("1/(x - 1) = 2", [1]),
        ("tan(x) = 1/2", [-math.pi / 2, math.pi / 2]),
        ("|x - 1|/(x - 1) = 1/2", [1]),
        ("atan(1/(x - 1)) = 1/2", [1]),
    ],
)
def test_a_curve_is_broken_at_a_pole_or_a_jump(typed, ends):
    runs = Read(draw(typed, "x", ["-5/2", "5/2"])).runs("left")
    assert len(runs) == len(ends) + 1
    for before, after, end in zip(runs, runs[1:], ends, strict=False):
        assert before[-1, 0] == pytest.approx(end, abs=0.01)
        assert after[0, 0] == pytest.approx(end, abs=0.01)
        assert abs(before[-1, 1] - after[0, 1]) > 1


@pytest.mark.parametrize(
    ("typed", "root", "start"),
    [
        ("sqrt(x - 1) = 1", "2", (1, 0)),
        ("sqrt(x - 1)^2 = 1", "2", (1, 0)),
        ("acos(x) = pi", "-1", (-1, math.pi)),
    ],
)
def test_a_curve_starts_where_its_side_is_real(typed, root, start):
    (run,) = Read(draw(typed, "x", [root])).runs("left")
    assert tuple(run[0]) == pytest.approx(start, abs=0.02)


def test_steep_is_not_broken():
    assert len(Read(draw("atan(10000 x) = 1", "x", [])).runs("left")) == 1


def test_a_hole_is_shown_on_its_own_side():
    picture = Read(draw("x(x-1)/(x-1) = 1", "x", []))
    np.testing.assert_allclose(picture.circles("hole"), [(1, 1)], atol=0.01)
    assert picture.parts("circle", "hole")[0].get("class") == "hole left"
    assert picture.circles("root") == []


def test_growth_and_poles_leave_the_roots_in_sight():
    (low, high) = (Read(draw("e^x = 10^6", "x", ["6*log(10)"])).ticks["end"][i][1] for i in (0, -1))
    assert low <= 0
    assert 1e6 < high < 1e7
    assert Read(draw("1/x^2 = 4", "x", ["-1/2", "1/2"])).ticks["end"][-1][1] < 40


def test_where_nothing_is_solved_the_window_shows_where_the_curves_cross():
    picture = Read(draw("x^x = 4", "x", []))
    assert -2 < picture.ticks["middle"][0][1] < picture.ticks["middle"][-1][1] < 5
    assert "No point is marked" in picture.said


def test_the_window_goes_where_the_sides_are_real():
    picture = Read(draw("log(x) + sqrt(x - 1000) = 1", "x", []))
    assert picture.ticks["middle"][0][1] >= 0
    assert 990 < picture.runs("left")[0][0, 0] < 1010


@pytest.mark.parametrize("count", [3, 30, 300])
def test_labels_do_not_lie_on_each_other(count):
    roots = [str(number) for number in range(count)]
    picture = Read(draw("sin(pi*x) = 0", "x", roots))
    assert len(picture.circles("root")) == count
    boxes = [
        (float(each.get("x")), float(each.get("y")), 7 * len(each.text))
        for each in picture.parts("text", "label")
    ]
    assert boxes
    for index, (x, y, wide) in enumerate(boxes):
        for other_x, other_y, other_wide in boxes[:index]:
            assert abs(y - other_y) > 12 or x + wide < other_x or other_x + other_wide < x


def test_what_was_typed_is_written_as_text():
    picture = Read(draw("x\u200f + |2 x| \x0b= 2", "x", []))
    assert picture.legend[1:] == ["x\\u200f + |2 x|", "2"]
    assert Read(draw(r"$\frac{x}{2} = 3$", "x", ["6"])).legend[1:] == ["x/2", "3"]
    assert Read(draw("α^2 = 4", "α", ["2"])).labels == ["α = 2"]
    long = Read(draw("1 + " * 1000 + "x = x^2", "x", [])).legend[1:]
    assert long[0].endswith("…")
    assert len("".join(long)) < 70


def test_no_text_is_markup():
    curves = [Curve("<b>&amp;", [], []), Curve("\x1b]]>", [], [])]
    picture = Read(write("</title>", "&", Frame(0, 1, 0, 1), curves, [Dot(0.5, 0.5, "<i>")]))
    assert picture.root.find(f"{SVG}title").text == "</title>"
    assert picture.legend == ["&", "<b>&amp;", "\\x1b]]>"]
    assert picture.labels == ["<i>"]


@pytest.mark.parametrize(
    ("typed", "roots"),
    [
        ("x = x + 1", []),
        ("x - x = 1", []),
        ("x = x", []),
        ("0x = 0", []),
        ("x = sqrt(-4)", ["2*sqrt(-1)"]),
        ("log(-x^2) = 1", []),
        ("exp(exp(exp(x))) = 1e30", []),
        ("x^1000 = 10^38", []),
        ("1/sin(1/x) = 0", []),
        ("sin(" * 40 + "x" + ")" * 40 + " = x", ["0"]),
        ("acosh(acosh(acosh(acosh(acosh(x))))) = 2", []),
        ("10^-39 x = 10^39", []),
        ("x = 10^39", ["10^39"]),
        ("x = 10^-39", ["1/10^39"]),
        ("tan(tan(x)) = 1", ["atan(pi/4 + pi*n) + pi*m"]),
        ("sin(log(x)) = 0", ["exp(pi*n)"]),
        ("(x - 10^6) sin(x) = 0", ["1000000", "pi*n"]),
        ("x^2 - 2000000000x + 10^18 = 1", ["999999999", "1000000001"]),
        ("asin(x - 1000.3) = 3", ["x*y*"]),
        ("sqrt(x) = sqrt(-x)", ["0"]),
        ("acos(1 + x^2) = sqrt(-x^2)", ["0"]),  # real at zero alone
        ("log(x) = -700", ["exp(-700)"]),
        ("log(x)^2 = 490000", ["exp(700)", "exp(-700)"]),
        ("cos(x) = 1", ["exp(709)", "-exp(709)", "exp(-740)"]),
        ("exp(-1000 x^2) = exp(-740)", []),
        ("x = 2", ["1 + " * 2000 + "1"]),  # longer than what is read
    ],
    ids=range(26),
)
def test_whatever_it_is_there_is_a_picture(typed, roots):
    svg = draw(typed, "x", roots)
    assert not re.search(r"\bnan\b|\binf\b", svg)
    picture = Read(svg)
    assert all(0 <= float(each.get("x")) <= 640 for each in picture.root.iter(f"{SVG}text"))
    assert len(picture.ticks["middle"]) >= 2
    assert len(picture.ticks["end"]) >= 2


def test_what_cannot_be_plotted_is_told():
    with pytest.raises(UserError, match=r"parameters cannot be plotted: it holds a, b$"):
        draw("a x = b + a", "x", ["(a + b)/a"])
    with pytest.raises(UserError, match=r"it holds x$"):
        draw("t = 2x", "t", ["2*x"])
    with pytest.raises(UserError, match="there is nothing to plot: neither side is real"):
        draw("sqrt(-1 - x^2) = log(-x^2)", "x", [])
    assert draw("a x/a = 2", "x", ["2"])  # no parameter is left


def test_a_solution_draws_itself():
    picture = solve("3x + 5 = 11").plot()
    assert Read(picture).labels == ["x = 2"]
    assert picture._repr_svg_() == picture  # what a notebook asks for
    with pytest.raises(UserError, match=r"it holds a$"):
        solve("a x = 1").plot()


@pytest.mark.parametrize(
    ("low", "high", "count", "texts"),
    [
        (-3.4, 3.4, 7, ["−3", "−2", "−1", "0", "1", "2", "3"]),
        (0.2, 1.7, 3, ["0.5", "1.0", "1.5"]),
        (-1.7e-6, 1.7e-6, 5, ["−1·10⁻⁶", "0", "1·10⁻⁶"]),
        (0, 4.1e7, 5, ["0", "1·10⁷", "2·10⁷", "3·10⁷", "4·10⁷"]),
        (999998.6, 1000001.4, 3, ["999999", "1000000", "1000001"]),
    ],
)
def test_ticks_are_round_numbers(low, high, count, texts):
    assert [tick.text for tick in ticks(low, high, count)] == texts


def test_numbers_are_short():
    numbers = (0.0, -2.0, 1e5, math.pi, -1 / 3, 123456.7, 1.5e-6, 2e40)
    assert [number_text(number) for number in numbers] == [
        "0", "−2", "100000", "3.142", "−0.3333", "123457", "1.5·10⁻⁶", "2·10⁴⁰",
    ]  # fmt: skip
