"""Expressions written in two notations mean what mpmath makes of them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pytest
from flint import acb
from mpmath import mp, mpc, mpf

from aljabr.algebra.parse import ParseError, parse
from aljabr.algebra.points import GivenPoint

NUM_TREES = 200
DIGITS = 40
TINY = mpf("1e-9")

# Each function with its names in plain text and in LaTeX, and the arguments it is real for.
Inside = Callable[[mpf], bool]
FUNCTIONS: dict[str, tuple[str, str, Inside]] = {
    "sin": ("sin Sin SIN", r"\sin", lambda u: True),
    "cos": ("cos", r"\cos", lambda u: True),
    "tan": ("tan tg", r"\tan \tg", lambda u: abs(mp.cos(u)) > TINY),
    "cot": ("cot ctg cotan", r"\cot", lambda u: abs(mp.sin(u)) > TINY),
    "sec": ("sec", r"\sec", lambda u: abs(mp.cos(u)) > TINY),
    "csc": ("csc cosec", r"\csc", lambda u: abs(mp.sin(u)) > TINY),
    "asin": ("asin arcsin sin^-1", r"\arcsin \sin^{-1}", lambda u: abs(u) < 1),
    "acos": ("acos arccos", r"\arccos", lambda u: abs(u) < 1),
    "atan": ("atan arctan arctg tan⁻¹", r"\arctan \arctg", lambda u: True),
    "asec": ("asec arcsec", r"\operatorname{arcsec}", lambda u: abs(u) > 1),
    "acsc": ("acsc arccsc csc^(-1)", r"\operatorname{arccsc}", lambda u: abs(u) > 1),
    "sinh": ("sinh sh", r"\sinh \sh", lambda u: abs(u) < 20),
    "cosh": ("cosh ch", r"\cosh", lambda u: abs(u) < 20),
    "tanh": ("tanh th", r"\tanh", lambda u: abs(u) < 20),
    "coth": ("coth cth", r"\coth", lambda u: TINY < abs(u) < 20),
    "sech": ("sech", r"\operatorname{sech}", lambda u: abs(u) < 20),
    "csch": ("csch cosech", r"\operatorname{csch}", lambda u: TINY < abs(u) < 20),
    "asinh": ("asinh arsinh arcsinh sinh^-1", r"\operatorname{arsinh}", lambda u: True),
    "acosh": ("acosh arcosh", r"\operatorname{arcosh}", lambda u: u > 1),
    "atanh": ("atanh artanh", r"\operatorname{artanh}", lambda u: abs(u) < 1),
    "acoth": ("acoth arcoth", r"\operatorname{arcoth}", lambda u: abs(u) > 1),
    "asech": ("asech", r"\operatorname{asech}", lambda u: TINY < u < 1),
    "acsch": ("acsch", r"\operatorname{acsch}", lambda u: abs(u) > TINY),
    "exp": ("exp", r"\exp", lambda u: abs(u) < 20),
    "ln": ("ln log Ln LN LOG", r"\ln \log", lambda u: u > TINY),
    "lg": ("lg log10 log_10 log₁₀", r"\lg \log_{10}", lambda u: u > TINY),
    "sqrt": ("sqrt √ SQRT", r"\sqrt", lambda u: u > TINY),
    "cbrt": ("cbrt ∛", r"\sqrt[3]", lambda u: u > TINY),
    "abs": ("abs", r"\abs", lambda u: True),
}
MEANINGS = {"ln": mp.log, "lg": mp.log10, "abs": mp.fabs}


class Unreal(Exception):
    """A function is not real here, or undefined."""


@dataclass(frozen=True)
class Tree:
    """An expression: an operation and its operands, or a letter or a number."""

    head: str
    parts: tuple[Tree, ...] = ()
    number: Fraction = Fraction(0)

    def value(self, letters: dict[str, Fraction]) -> mpf:
        """Evaluate by mpmath, far from everything that the parser does."""
        if self.head == "number":
            return mpf(self.number.numerator) / self.number.denominator
        if self.head == "percent":
            return mpf(self.number.numerator) / self.number.denominator / 100
        if self.head == "degrees":
            return mp.radians(mpf(self.number.numerator) / self.number.denominator)
        if self.head == "pi":
            return +mp.pi
        if self.head in letters:
            return mpf(letters[self.head].numerator) / letters[self.head].denominator
        first, *rest = [part.value(letters) for part in self.parts]
        if self.head in FUNCTIONS:
            if not FUNCTIONS[self.head][2](first):
                raise Unreal
            return MEANINGS.get(self.head, getattr(mp, self.head, None))(first)
        (second,) = rest
        if self.head == "/" and abs(second) < TINY:
            raise Unreal
        if self.head == "^" and (first < TINY or abs(second) > 6):
            raise Unreal
        return {
            "+": lambda: first + second,
            "-": lambda: first - second,
            "*": lambda: first * second,
            "/": lambda: first / second,
            "^": lambda: first**second,
        }[self.head]()


def random_tree(source: random.Random, depth: int) -> Tree:
    kind = source.random()
    if depth == 0 or kind < 0.1:
        leaf = source.choice(["number", "number", "percent", "degrees", "pi", *"xxxabt"])
        digits = source.choice([0, 0, 1, 2])
        number = Fraction(source.randint(1, 40), 10**digits)
        return Tree(leaf, (), number if leaf in ("number", "percent", "degrees") else Fraction(0))
    if kind < 0.45:
        return Tree(source.choice([*FUNCTIONS]), (random_tree(source, depth - 1),))
    if kind < 0.55:
        exponent = Tree(
            "number", (), Fraction(source.choice([2, 3, 2, 1]), source.choice([1, 1, 2]))
        )
        return Tree("^", (random_tree(source, depth - 1), exponent))
    sides = random_tree(source, depth - 1), random_tree(source, depth - 1)
    return Tree(source.choice(["+", "-", "*", "*", "/"]), sides)


# -- writing ---------------------------------------------------------------------------------------

LEVELS = {"+": 0, "-": 0, "*": 1, "/": 1, "^": 2}
ATOM = 3


class Writer:
    """Writes a tree, each time in another of the ways that people have."""

    def __init__(self, source: random.Random, latex: bool) -> None:
        self.source, self.latex = source, latex

    def write(self, tree: Tree, level: int = 0) -> str:
        text = self.piece(tree)
        return text if LEVELS.get(tree.head, ATOM) >= level else self.bracket(text)

    def bracket(self, text: str) -> str:
        pairs = [("(", ")"), ("[", "]"), ("{", "}")]
        if self.latex:
            pairs = [
                (r"\left(", r"\right)"),
                (r"\left[", r"\right]"),
                ("(", ")"),
                (r"\bigl(", r"\bigr)"),
            ]
        opening, closing = self.source.choice(pairs)
        return f"{opening}{text}{closing}"

    def piece(self, tree: Tree) -> str:
        if tree.head == "number":
            return self.number(tree.number)
        if tree.head == "percent":
            return self.decimal(tree.number) + (r"\%" if self.latex else self.pick("%", " %"))
        if tree.head == "degrees":
            sign = self.pick(r"^\circ", r"^{\circ}") if self.latex else self.pick("°", "º")
            return self.decimal(tree.number) + sign
        if tree.head == "pi":
            return r"\pi " if self.latex else self.pick("pi", "π", "PI", "Pi")
        if tree.head in FUNCTIONS:
            return self.call(tree.head, tree.parts[0])
        if not tree.parts:
            return self.pick(tree.head, f"{{{tree.head}}}" if self.latex else tree.head)
        return self.operation(tree.head, *tree.parts)

    def pick(self, *choices: str) -> str:
        return self.source.choice(choices)

    def number(self, number: Fraction) -> str:
        half = number - Fraction(1, 2)
        if half.denominator == 1 and self.source.random() < 0.3:
            return f"{half}½" if half else "½"
        power = self.source.choice([3, 0, 0, -2])
        if power and self.source.random() < 0.3:
            return f"{self.decimal(number / Fraction(10) ** power)}{self.pick('e', 'E')}{power}"
        return self.decimal(number)

    def decimal(self, number: Fraction) -> str:
        digits = next(n for n in range(9) if (number * 10**n).denominator == 1)
        text = f"{int(number * 10**digits):0{digits + 1}d}"
        if digits == 0:
            return text
        whole, fraction = text[:-digits], text[-digits:]
        comma = "," if self.source.random() < 0.5 and not (digits == 3 and whole != "0") else "."
        return f"{whole}{comma}{fraction}"

    def call(self, name: str, argument: Tree) -> str:
        plain, latex, _ = FUNCTIONS[name]
        typed = self.source.choice((latex if self.latex else plain).split())
        if typed.startswith(r"\sqrt"):
            return f"{typed}{{{self.write(argument)}}}"
        if typed == r"\abs":
            return rf"\left|{self.write(argument)}\right|"
        if name == "abs" and argument.head != "abs" and self.source.random() < 0.5:
            return f"({self.bars(argument)})"
        inside = self.inside(typed, argument)
        if not self.latex:
            return f"{typed}({inside})"
        return self.pick(rf"{typed}\left({inside}\right)", f"{typed}{{{inside}}}")

    def bars(self, argument: Tree) -> str:
        text = self.write(argument)
        return f"abs({text})" if "|" in text else f"|{text}|"

    def inside(self, typed: str, argument: Tree) -> str:
        """Write an argument; a decimal comma right inside a logarithm would be refused."""
        text = self.write(argument)
        return f"({text})" if typed.lower().lstrip("\\") == "log" and "," in text else text

    def operation(self, sign: str, left: Tree, right: Tree) -> str:
        if sign in ("+", "-"):
            space = self.pick("", " ")
            minus = sign if self.latex or sign == "+" else self.pick("-", "−", "–")
            return f"{self.write(left)}{space}{minus}{space}{self.write(right, 1)}"
        if sign == "^":
            base = self.write(left, ATOM)
            if left.head in FUNCTIONS or left.head in ("degrees", "percent", "number"):
                base = self.bracket(base)
            exponent = self.write(right)
            if self.latex:
                return f"{base}^{{{exponent}}}"
            return f"{base}{self.pick('^', '**')}({exponent})"
        if sign == "/":
            if self.latex:
                command = self.pick(r"\frac", r"\dfrac", r"\tfrac")
                return f"{command}{{{self.write(left)}}}{{{self.write(right)}}}"
            return f"{self.write(left, 1)}{self.pick('/', ' / ', '÷', ':')}{self.write(right, 2)}"
        return self.product(left, right)

    def product(self, left: Tree, right: Tree) -> str:
        first, second = self.write(left, 1), self.write(right, 2)
        if not second[0].isdigit() and second[0] not in "½.|" and self.source.random() < 0.6:
            if first[-1].isalpha() and (second[0].isalpha() or second[0] in "([{\\"):
                return f"{first} {second}"
            if re.search(r"[eE]-?\d+$", first) or second[0] in "eE":  # 2e-3x is refused
                return f"{first} {second}"
            return f"{first}{self.pick('', ' ')}{second}"
        dots = (r" \cdot ", r" \times ") if self.latex else ("*", " * ", "·", "×")
        return f"{first}{self.pick(*dots)}{second}"


def close(left: mpc, right: mpc) -> bool:
    return abs(left - right) < mpf(10) ** -25 * (1 + abs(left))


def number_of(value: acb) -> mpc:
    return mpc(
        value.real.mid().str(DIGITS, radius=False), value.imag.mid().str(DIGITS, radius=False)
    )


@pytest.mark.parametrize("latex", [False, True], ids=["plain", "LaTeX"])
def test_random_expressions_mean_what_they_say(latex):
    source = random.Random(f"notations:{latex}")
    checked = 0
    with mp.workdps(DIGITS):
        while checked < NUM_TREES:
            tree = random_tree(source, source.randint(1, 3))
            letters = {name: Fraction(source.randint(20, 120), 64) for name in "xabt"}
            try:
                value = tree.value(letters)
            except (Unreal, ZeroDivisionError):
                continue
            text = f"{Writer(source, latex).write(tree)} = q"
            point = GivenPoint(
                {**letters, "q": letters["x"]}
            )  # inside, x and the unknown change names
            try:
                equation = parse(text, "q")
            except ParseError as error:
                if not re.search("grows past|larger than|out of bounds", error.message):
                    raise
                continue
            found = number_of(point.value(equation.rhs))
            assert close(found, mpc(value)), (text, value, found)
            checked += 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("acosh(-2)", mp.acosh(-2)),
        ("acosh(0.5)", mp.acosh(0.5)),
        ("arcosh(-1/2)", mp.acosh(-0.5)),
        ("asinh(-2)", mp.asinh(-2)),
        ("atanh(0.5)", mp.atanh(0.5)),
        ("atanh(-2)", mp.atanh(-2)),
        ("acoth(3)", mp.acoth(3)),
        ("acoth(-3)", mp.acoth(-3)),
        ("asech(2)", mp.asech(2)),
        ("asech(-2)", mp.asech(-2)),
        ("acsch(-2)", mp.acsch(-2)),
        ("asec(1/2)", mp.asec(0.5)),
        ("acsc(-1/2)", mp.acsc(-0.5)),
        ("asinh(sqrt(-4))", mp.asinh(2j)),
        ("acosh(1 + sqrt(-1))", mp.acosh(1 + 1j)),
        ("atanh(1 + sqrt(-1))", mp.atanh(1 + 1j)),
    ],
)
def test_functions_are_principal_values(text, value):
    found = number_of(GivenPoint({}).value(parse(f"x = {text}").rhs))
    assert abs(found - value) < 1e-12
