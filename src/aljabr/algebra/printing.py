"""Expressions as text that parses back, and as LaTeX. One walk, two alphabets."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.equation import Equation
from aljabr.algebra.expr import Expr, ExprTable

# How tightly a piece of text holds together.
_SUM, _PRODUCT, _POWER, _ATOM = range(4)

_MAX_SPELLED: Final = 20  # a power of a letter beyond this is not spelled out to find its place


def expr_text(expr: Expr, unknown: str = "x") -> str:
    """Write an expression as text."""
    return _Printer(unknown, latex=False).write(expr, _SUM)


def sym_text(sym: Sym, unknown: str = "x") -> str:
    """Write a value as plain text."""
    expr = ExprTable().intern(sym)
    return "undefined" if expr is None else expr_text(expr, unknown)


def equation_text(equation: Equation) -> str:
    """Write an equation as text."""
    unknown = equation.unknown
    return f"{expr_text(equation.lhs, unknown)} = {expr_text(equation.rhs, unknown)}"


def expr_latex(expr: Expr, unknown: str = "x") -> str:
    """Write an expression in LaTeX."""
    return _Printer(unknown, latex=True, has_e=_has_e(expr, unknown)).write(expr, _SUM)


def equation_latex(equation: Equation) -> str:
    """Write an equation in LaTeX."""
    sides, unknown = (equation.lhs, equation.rhs), equation.unknown
    printer = _Printer(unknown, latex=True, has_e=any(_has_e(each, unknown) for each in sides))
    return " = ".join(printer.write(each, _SUM) for each in sides)


def _has_e(expr: Expr, unknown: str) -> bool:
    """Whether the letter e is in an expression, where e^x would be read as its power."""
    return expr.holds_symbols and any(
        not each.children and each.holds_symbols and symbol_text(each, unknown) == "e"
        for each in expr.walk()
    )


def symbol_text(expr: Expr, unknown: str) -> str:
    """Return the name of a symbol as its reader knows it."""
    if expr.head == tk.UNKNOWN:
        return unknown
    name = str(expr.sym).rstrip(ar.MARKS)
    return "x" if name == unknown else name


def symbol_latex(name: str) -> str:
    """Write the name of a letter in LaTeX: x_1 with an index, alpha as a command."""
    letter, _, subscript = name.partition("_")
    letter = letter if len(letter) == 1 else "\\" + letter
    return f"{letter}_{{{subscript}}}" if subscript else letter


@dataclass(frozen=True, slots=True)
class _Printer:
    unknown: str
    latex: bool
    has_e: bool = False

    def write(self, expr: Expr, level: int) -> str:
        """Write an expression, in brackets if it holds together less tightly than asked."""
        text, own = self.piece(expr)
        return text if own >= level else self.bracket(text)

    def bracket(self, text: str) -> str:
        return rf"\left({text}\right)" if self.latex else f"({text})"

    def piece(self, expr: Expr) -> tuple[str, int]:
        head = expr.head
        if head == tk.ADD:
            return self.sum(expr), _SUM
        if head == tk.MUL or expr.is_number or (head == tk.POW and _is_divisor(expr)):
            return self.product(expr)
        if head == tk.POW:
            return self.power(*expr.children)
        if head in tk.FUNCTION_NAMES:
            return self.function(tk.FUNCTION_NAMES[head], expr.children[0])
        if head in _CONSTANTS:
            return _CONSTANTS[head][self.latex], _ATOM
        return self.symbol(expr), _ATOM

    def symbol(self, expr: Expr) -> str:
        name = symbol_text(expr, self.unknown)
        return symbol_latex(name) if self.latex else name

    def sum(self, expr: Expr) -> str:
        terms = sorted(expr.children, key=_rank)
        pieces = [self.write(term, _PRODUCT) for term in terms]
        first = next((i for i, piece in enumerate(pieces) if not piece.startswith("-")), 0)
        pieces.insert(0, pieces.pop(first))
        text = pieces[0]
        for piece in pieces[1:]:
            text += f" - {piece[1:]}" if piece.startswith("-") else f" + {piece}"
        return text

    def product(self, expr: Expr) -> tuple[str, int]:
        number = Fraction(1)
        above: list[Expr] = []
        below: list[tuple[Expr, Fraction]] = []
        for factor in expr.children if expr.head == tk.MUL else (expr,):
            if factor.is_number:
                number *= _fraction(factor)
            elif _is_divisor(factor):
                below.append((factor.children[0], -_fraction(factor.children[1])))
            else:
                above.append(factor)
        below.sort(key=lambda power: _factor_rank(power[0]))
        sign = "-" if number < 0 else ""
        numerator = self.factors(abs(number.numerator), sorted(above, key=_factor_rank), [])
        if not below and number.denominator == 1:
            single = len(above) + (abs(number.numerator) != 1) <= 1
            level = self.piece(above[0])[1] if single and above else _ATOM if single else _PRODUCT
            if level == _SUM:
                numerator, level = self.bracket(numerator), _ATOM
            return sign + numerator, _PRODUCT if sign else level
        denominator = self.factors(number.denominator, [], below)
        if self.latex:
            return rf"{sign}\frac{{{numerator}}}{{{denominator}}}", _PRODUCT
        if len(above) == 1 and abs(number.numerator) == 1 and above[0].head == tk.ADD:
            numerator = f"({numerator})"
        several = len(below) + (number.denominator != 1) > 1
        if several or (below and below[0][0].head in (tk.ADD, tk.MUL) and below[0][1] == 1):
            denominator = f"({denominator})"
        return f"{sign}{numerator}/{denominator}", _PRODUCT

    def factors(self, number: int, plain: list[Expr], powers: list[tuple[Expr, Fraction]]) -> str:
        """Write a product of a number, expressions, and bases with positive exponents."""
        several = len(plain) + len(powers) + (number != 1) > 1
        pieces = [str(number)] if number != 1 or not (plain or powers) else []
        pieces += [self.write(each, _PRODUCT + 1 if several else _SUM) for each in plain]
        for base, exponent in powers:
            if exponent == 1:
                pieces.append(self.write(base, _PRODUCT + 1 if several else _SUM))
            else:
                pieces.append(self.raised(base, exponent))
        if not self.latex:
            return "*".join(pieces)
        return " ".join(
            rf"\cdot {piece}" if number and piece[0].isdigit() else piece  # 2 3^x reads as 23^x
            for number, piece in enumerate(pieces)
        )

    def raised(self, base: Expr, exponent: Fraction) -> str:
        if exponent == Fraction(1, 2):
            return self.root(base)
        text = str(exponent) if exponent.denominator == 1 else f"({exponent})"
        if self.latex:
            return f"{self.base(base)}^{{{exponent}}}"
        return f"{self.base(base)}^{text}"

    def base(self, base: Expr) -> str:
        """Write the base of a power; the letter e in brackets, for e^x means Euler's number."""
        text = self.write(base, _ATOM)
        return self.bracket(text) if text == "e" else text

    def root(self, base: Expr) -> str:
        inner = self.write(base, _SUM)
        return rf"\sqrt{{{inner}}}" if self.latex else f"sqrt({inner})"

    def power(self, base: Expr, exponent: Expr) -> tuple[str, int]:
        if exponent.is_number:
            value = _fraction(exponent)
            return self.raised(base, value), _ATOM if value == Fraction(1, 2) else _POWER
        text = self.write(exponent, _SUM if self.latex else _ATOM)
        if self.latex:
            text = f"{{{text}}}"
        return f"{self.base(base)}^{text}", _POWER

    def function(self, name: str, argument: Expr) -> tuple[str, int]:
        inner = self.write(argument, _SUM)
        if not self.latex:
            return f"{name}({inner})", _ATOM
        if name == "exp" and not self.has_e:
            return f"e^{{{inner}}}", _POWER
        if name == "abs":
            return rf"\left|{inner}\right|", _ATOM
        return rf"{_LATEX_NAMES.get(name, chr(92) + name)}\left({inner}\right)", _ATOM


_CONSTANTS: Final = {
    tk.PI: ("pi", r"\pi"),
    tk.EULER: ("exp(1)", "e"),
    tk.IMAGINARY: ("sqrt(-1)", "i"),
}
_LATEX_NAMES: Final = {"asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan", "log": r"\ln"}


def _fraction(number: Expr) -> Fraction:
    return Fraction(int(number.sym.p), int(number.sym.q))


def _is_divisor(factor: Expr) -> bool:
    return factor.head == tk.POW and factor.children[1].is_number and factor.children[1].sym < 0


def _rank(term: Expr) -> tuple[int, float, str, bytes, str]:
    """Order terms: falling powers of the unknown, parameters by name, numbers, multiples of n."""
    if term.holds_unknown:
        return 0, -_degree(term), "", term.tokens, str(term.sym)
    if ar.INTEGER_MARK in str(term.sym):
        return 3, 0, _letters(term), term.tokens, str(term.sym)
    return (2 if term.is_number else 1), 0, _letters(term), term.tokens, str(term.sym)


def _letters(expr: Expr) -> str:
    """Spell a product out, so that a^2, a*b and b^2 come in this order."""
    if expr.head == tk.MUL:
        return "".join(sorted(map(_letters, expr.children)))
    if expr.head == tk.POW and expr.children[1].is_number:
        exponent = abs(expr.children[1].sym)
        times = int(exponent) if exponent.is_integer and exponent <= _MAX_SPELLED else 1
        return _letters(expr.children[0]) * times
    return "" if expr.is_number else str(expr.sym).lower()


def _degree(term: Expr) -> float:
    degree = 0.0
    for factor in term.children if term.head == tk.MUL else (term,):
        if factor.head == tk.UNKNOWN:
            degree += 1
        elif factor.head == tk.POW and factor.children[0].head == tk.UNKNOWN:
            exponent = factor.children[1]
            degree += float(_fraction(exponent)) if exponent.is_number else 0
    return degree


def _factor_rank(factor: Expr) -> tuple[int, str, bytes, str]:
    """Order the factors of a product: constants, parameters, the unknown, functions, sums."""
    if not factor.holds_symbols:
        kind = 0
    elif factor.head == tk.ADD:
        kind = 5
    elif factor.holds_unknown:
        kind = 4 if factor.children else 3
    else:
        kind = 2 if factor.head in tk.FUNCTION_NAMES else 1
    return kind, _letters(factor), factor.tokens, str(factor.sym)
