"""Whatever is typed becomes an equation or one sentence, and what is printed reads back.

A few hundred texts; by hand, more: ALJABR_TEXTS=20000 pytest tests/algebra/test_fuzz.py
"""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aljabr.algebra import tokens as tk
from aljabr.algebra.equation import Equation
from aljabr.algebra.lexer import tokenize
from aljabr.algebra.parse import ParseError, parse
from aljabr.algebra.printing import equation_latex, equation_text
from aljabr.answer.explain import is_turned, simplification
from aljabr.errors import escaped

NUM_TEXTS = int(os.environ.get("ALJABR_TEXTS", "400"))
SETTINGS = settings(max_examples=NUM_TEXTS, derandomize=True, deadline=5000, database=None)

OPERANDS = r"""
    x x x y a b e t n f g h X E 2 3 10 0 1 0.5 2,5 1,000 .3 3. 1.5e-3 2E6 1e3 1e99 30% 5‰ 1½ ½ 30°
    \pi pi π PI Pi alpha α \alpha \Delta x_1 x₁ x_{1} x_{max} xᵢ x_max mu nu xi ab abx nRT pir^2 foo
    squared two plus of cost tgx thx х а ο Χ 𝑥 ٣ 𝟛 １ 5! x' x̄ ∞ 1'000 1.2.3 e^x e² e^{2} \mathrm{e}
    x^2 x² x^{2} x^½ x^-1 x⁻¹ 2^x xⁿ (x+1) [x-2] {x} |x| \left(x+1\right) \left|x\right| √x ∛2 ∜x
    \sqrt{x} \sqrt[3]{x} \frac{x}{2} \frac12 \dfrac{1}{x+1} dy/dx \text{foo} \operatorname{arsinh}x
""".split()
CALLS = r"""
    sin cos tan exp log ln sqrt cbrt abs asin acos atan sec csc cot sinh cosh tanh asinh acosh atanh
    sech csch coth acoth asec acsc asech acsch arctg tg ctg lg sh ch th LN Ln LOG log2 log10 log_2
    log_b log_{10} arsinh arcosh artanh sin^2 sin^-1 sinh^-1 cot^-1 \sin \ln \log_2 \lg acot floor f
""".split()
BETWEEN = [
    *"+-*/=^·×÷:,",
    *(" + ", " - ", " = ", "", " ", r"\cdot ", r"\times ", r"\,", " == ", "**"),
]
RARE = [
    *"()[]{}|$%°!'_\\&~#;²³⁻√∛_≤<≠≡±×−", r"\left", r"\right", r"\frac", r"\sqrt", r"\pm", r"\ne",
    *(":=", "=>", "≟", "^\\circ", "\0", "\x1b[31m", "\u202e", "\ud800", "\u200b", "\u0304", "字"),
    *("½", "⅓", "₂", "ₓ", "ⁿ", "\n", "\t", "\x85", "\u2028", "٫", "Ⅳ", "①", "\U000e0001", "．"),
]  # fmt: skip


def random_text(source: random.Random) -> str:
    """Write something like an equation, sometimes with what has no place in it."""
    pieces = []
    for _ in range(source.randint(1, 6)):
        operand = source.choice(OPERANDS)
        if source.random() < 0.35:
            opening, closing = source.choice([("(", ")"), (" ", ""), ("", ""), ("{", "}")])
            operand = f"{source.choice(CALLS)}{opening}{operand}{closing}"
        pieces += [operand, source.choice(BETWEEN)]
    text = "".join(pieces[:-1])
    for _ in range(source.choice([0, 0, 0, 1, 1, 2])):
        place = source.randint(0, len(text))
        text = (
            text[:place]
            + source.choice(["", source.choice(RARE)])
            + text[place + source.randint(0, 1) :]
        )
    return text


def check(text: str) -> Equation | None:
    """Only a `ParseError` may escape, fit for a terminal; what parses prints and reads back."""
    equation = parsed(text)
    if isinstance(equation, ParseError):
        sentence, column = str(equation), equation.column
        assert equation.message
        assert escaped(sentence) == sentence
        assert column is None or 1 <= column <= len(text) + 1, sentence
        return None
    columns = [token.column for token in tokenize(text)]
    assert columns == sorted(columns)
    simplification(text, equation)
    is_turned(text, equation.unknown)
    if equation.lhs.holds_unknown and not is_unstable(equation):  # not 0x = 0
        assert_same(parse(equation_text(equation), equation.unknown), equation)
        if not prints_as_letter(equation):
            assert_same(parse(equation_latex(equation), equation.unknown), equation)
    return equation


def parsed(text: str) -> Equation | ParseError:
    try:
        return parse(text)
    except ParseError as error:
        return error


def assert_same(again: Equation, equation: Equation) -> None:
    assert again.lhs.tokens == equation.lhs.tokens
    assert (again.lhs.sym, again.rhs.sym) == (equation.lhs.sym, equation.rhs.sym)


def is_unstable(equation: Equation) -> bool:
    """Whether a power of a power stands in it: SymEngine's cbrt(3/x) is not cbrt(3)*cbrt(1/x)."""
    return any(tk.POWER_OF_POWER in side.tokens for side in (equation.lhs, equation.rhs))


def prints_as_letter(equation: Equation) -> bool:
    """Whether LaTeX shows a constant as the letter e or i."""
    return bool({tk.EULER, tk.IMAGINARY} & {*equation.lhs.tokens, *equation.rhs.tokens})


@pytest.mark.parametrize("seed", range(4))
def test_texts_of_all_notations(seed):
    source = random.Random(seed)
    read = sum(check(random_text(source)) is not None for _ in range(NUM_TEXTS // 4))
    assert read > NUM_TEXTS // 50  # or nothing but errors would be tested


PIECES = [*OPERANDS, *CALLS, *BETWEEN, *RARE, *"(){}[]x=+-^2"]


@SETTINGS
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_any_order_of_pieces(text):
    check(text)


@SETTINGS
@given(st.text(st.sampled_from(sorted({*"".join(PIECES)})), max_size=24))
def test_any_order_of_characters(text):
    check(text)


@SETTINGS
@given(st.text(max_size=40))
def test_any_text(text):
    check(text)
