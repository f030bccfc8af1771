"""MathML says what our LaTeX says: it is read by the rules of MathML, and has the same values."""

from __future__ import annotations

import cmath
import random
from string import ascii_letters
from xml.etree import ElementTree

import pytest
import symengine as se
from conftest import random_states

from aljabr.algebra.alphabet import GREEK
from aljabr.algebra.expr import Expr
from aljabr.algebra.mathml import mathml, sentence
from aljabr.algebra.parse import parse
from aljabr.algebra.printing import expr_latex
from aljabr.algebra.typesetting import typed_latex
from aljabr.tasks import datasets

SIGNS = {"−": "-", "⋅": "*", "\u2062": "*", "\u2061": ""}
NAMES = {"π": "pi", "i": "@", "ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan"}


TOOLS = {name: each for name, each in vars(cmath).items() if name[0] != "_" and name != "e"}


def read(element: ElementTree.Element) -> str:
    """Write MathML as a formula of Python's."""
    parts = [read(child) for child in element]
    text = (element.text or "").strip()
    match element.tag:
        case "math":
            return "".join(parts)
        case "mrow" if parts and parts[0] == "|":
            return f"abs({''.join(parts[1:-1])})"
        case "mrow" | "msqrt":
            return f"{'sqrt' if element.tag == 'msqrt' else ''}({''.join(parts)})"
        case "mfrac":
            return f"(({parts[0]})/({parts[1]}))"
        case "msup":
            base = "exp(1)" if parts[0] == "e" else parts[0]
            return f"(({base})**({parts[1]}))"
        case "msub":
            return f"{parts[0]}_{parts[1].strip('()')}"
        case "mo":
            return SIGNS.get(text, text)
        case "mi":
            return NAMES.get(text, GREEK.get(text, text))
        case "mn":
            return text
    raise AssertionError(element.tag)


def agree(expr: Expr, rng: random.Random) -> bool:
    """Whether an expression and its MathML have the same values at random points."""
    formula = read(ElementTree.fromstring(mathml(expr_latex(expr))))
    letters = sorted(expr.sym.free_symbols, key=str)
    for _ in range(3):
        # Complex, so that no root lies on the edge between two branches.
        point = {each: complex(rng.uniform(0.3, 1.7), rng.uniform(0.01, 0.03)) for each in letters}
        names = {each.name: value for each, value in point.items()}
        imaginary = "i" if "i" in names else "(1j)"  # of a letter i, LaTeX says no more either
        formula = formula.replace("@", imaginary)
        try:
            found = complex(eval(formula, {**TOOLS, "abs": abs, **names}))
            expected = complex(expr.sym.subs(point).n(80, real=False))
        except (OverflowError, ZeroDivisionError, ValueError, RuntimeError):
            continue
        if abs(expected) < 1e6 and not cmath.isclose(found, expected, rel_tol=1e-6, abs_tol=1e-6):
            return False
    return True


def both_sides(text: str) -> tuple[Expr, Expr]:
    equation = parse(text, "x")
    return equation.lhs, equation.rhs


@pytest.mark.parametrize(
    "text",
    [
        "x^2 - 5x + 6 = 0", "-x = -(a + b)", "sqrt(x + 3)/2 = |x - 1|", "sin(2x)^2 = cos(x)/3",
        "e^(2x) - 3e^x = 2", "a_1 x + b_2 = alpha", "ln(x)/ln(2) = pi", "2^(x + 1) = 3^x",
        "(a x + b)/(c x + d) = (x - 1)^(1/3)", "atan(x) + asin(x) = acos(x)", "|x| = ||x| - 1|",
        "1/x + 2/(3(x + 1)) = -5/7", "x^(-2) = a^b", "(x + 1)^(x^2) = 2", "x + sqrt(-1) = 2e + 1",
    ],
)  # fmt: skip
def test_the_sides_of_an_equation_are_read_back(text):
    for side in both_sides(text):
        assert agree(side, random.Random(0))


@pytest.mark.parametrize("name", ["school", "symbolic", "sets", "open"])
def test_equations_of_the_datasets_are_read_back(name):
    texts = list(datasets.load(name, "validation", 0))[:150]
    assert len(texts) > 50
    for text in texts:
        for side in both_sides(text):
            assert agree(side, random.Random(text)), text


def test_states_of_random_games_are_read_back(table):
    states = [side for seed in range(40) for lhs, rhs, _ in random_states(seed, 12, table)
              for side in (lhs, rhs)]  # fmt: skip
    assert len(states) > 400
    for side in states:
        assert agree(side, random.Random(str(side.sym))), side


# -- what was typed --------------------------------------------------------------------------------


def value(formula: str, names: dict[str, complex]) -> complex:
    return complex(eval(formula.replace("@", "i"), {**TOOLS, "abs": abs, **names}))


def agrees_as_typed(text: str, rng: random.Random) -> bool | None:
    """Whether what is set as it was typed has the values of what is read; None if it is not set."""
    latex = typed_latex(text)
    if latex is None:
        return None
    left, right = read(ElementTree.fromstring(mathml(latex))).strip("()").split("=")
    equation = parse(text, "x")
    difference = equation.lhs.sym - equation.rhs.sym
    letters = list(map(se.Symbol, ascii_letters))
    for _ in range(3):
        point = {each: complex(rng.uniform(0.3, 1.7), rng.uniform(0.01, 0.03)) for each in letters}
        names = {each.name: number for each, number in point.items()}
        found = value(_whole(left), names) - value(_whole(right), names)
        expected = complex(difference.subs(point).n(80, real=False))
        if not any(cmath.isclose(found, sign * expected, rel_tol=1e-6, abs_tol=1e-6)
                   for sign in (1, -1)):  # fmt: skip
            return False
    return True


def _whole(formula: str) -> str:
    """Give a side back the brackets that splitting an equation took from it."""
    missing = formula.count("(") - formula.count(")")
    return "(" * -missing + formula + ")" * missing


@pytest.mark.parametrize("name", ["school", "sets", "symbolic"])
def test_what_is_typed_is_set_as_it_stands(name):
    texts = list(datasets.load(name, "validation", 0))[:200]
    found = [agrees_as_typed(text, random.Random(text)) for text in texts]
    assert False not in found, texts[found.index(False)]
    assert found.count(True) > 0.8 * len(texts)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("2(x - 1) = 3x²/4", r"2 \left(x - 1\right) = 3 \frac{x^{2}}{4}"),
        ("-20 - 2*(x - 24) + 6 = x", r"- 20 - 2 \cdot \left(x - 24\right) + 6 = x"),
        ("(x + 3)/(x - 1) = x^-2", r"\frac{x + 3}{x - 1} = x^{-2}"),
        ("|x| = sqrt(x + a_1)", r"\left|x\right| = \sqrt{x + a_{1}}"),
        ("sin 2x = 1", None), ("log_2(x) = 1", None), ("2,5x = 30%", None), ("x^2^3 = 1", None),
        ("|2*|x| + 1| = 3", None), ("(x = 2", None), ("/x = 1", None), ("x & y", None),
    ],
)  # fmt: skip
def test_strange_notations_are_left_as_they_are(text, latex):
    assert typed_latex(text) == latex


def test_a_mistake_in_the_mathml_would_be_seen():
    expr = both_sides("2x + 3 = 0")[0]
    rng = random.Random(0)
    assert agree(expr, rng)
    assert not cmath.isclose(eval("2*x-3", {"x": 1.0}), complex(expr.sym.subs({se.Symbol("x"): 1})))


def test_products_and_functions_have_their_invisible_signs():
    assert mathml("2 x").count("&#x2062;") == 1
    assert "&#x2062;" not in mathml("2 + x")
    assert mathml(r"\sin\left(x\right)").count("&#x2061;") == 1
    assert '<mo form="prefix">−</mo>' in mathml("x = -2")


def test_a_sentence_keeps_its_words_and_sets_its_terms():
    found = sentence("divide both sides by $a$ (if $a \\neq 0$) & go on")
    assert found.startswith("divide both sides by <math><mi>a</mi></math> (if <math>")
    assert found.endswith(") &amp; go on")


@pytest.mark.parametrize("text", ["<b>", "5 $ for one", "}{", r"\frac{", r"\left(", "^", r"\\"])
def test_nothing_that_is_typed_becomes_markup(text):
    for found in (mathml(text), sentence(text)):
        ElementTree.fromstring(f"<p>{found}</p>")
        assert "<b>" not in found
