"""The simplest of a few equivalent forms: -(b*c + d)/(a*c), not (-b - d/c)/a.

An expression is read as a fraction of two polynomials with whole coefficients. What is no sum,
product or whole power counts as a letter of its own: sin(a), sqrt(2), exp(b). Python-flint cancels
and factors; a handful of ways to write the result are printed, and the cheapest to read wins.

A form is an `Expr` that no table holds: tables would multiply 5*(F - 32)/9 out again. It prints
and evaluates like any other. Its value is proved equal by the same fractions, and checked at
points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from flint import fmpz

from aljabr.algebra import arithmetic as ar
from aljabr.algebra import tokens as tk
from aljabr.algebra.arcs import plain_angle, turned_arcs, without_arcs
from aljabr.algebra.arithmetic import Sym
from aljabr.algebra.content import scaled, under_one_root, without_square
from aljabr.algebra.denesting import denested, multiplied_out, nested_roots
from aljabr.algebra.equality import Equality, compare
from aljabr.algebra.expr import Expr, ExprTable, node
from aljabr.algebra.logs import log_powers, plain_ratio, with_powers_out
from aljabr.algebra.points import Point, is_equal, points_for
from aljabr.algebra.polynomials import Letters, Poly, Reader, TooHard, factored
from aljabr.algebra.powers import by_powers
from aljabr.algebra.printing import expr_text

Factors = list[tuple[Poly, int]]
_SHORT: Final = 30  # tokens: whose powers are multiplied out


class Forms:
    """Finds simplest forms, and remembers them."""

    def __init__(self, table: ExprTable, is_real: bool = True) -> None:
        self.table = table
        self.is_real = is_real  # whether the answer is about real numbers only
        self._known: dict[Expr, Expr] = {}
        self._vanishing: dict[Expr, list[Expr]] = {}

    def simplest(self, expr: Expr) -> Expr:
        """Return the form of an expression without the unknown that reads best."""
        known = self._known.get(expr)
        if known is None:
            known = self._known[expr] = self._find(expr) if expr.children else expr
            self._known[known] = known
        return known

    def _find(self, expr: Expr) -> Expr:
        if expr.head == tk.EXP:
            again = self.table.intern(ar.exponential(self.simplest(expr.children[0]).sym))
            if again is not None and len(again.tokens) < len(expr.tokens):
                return self.simplest(again)
        if not expr.holds_symbols:
            again = self.table.intern(multiplied_out(expr))
            if again is not None and _cost(again) < _cost(expr):
                return self.simplest(again)
        for write_fn, count_fn in ((without_arcs, turned_arcs), (with_powers_out, log_powers)):
            again = self.table.intern(write_fn(expr)) if count_fn(expr) else None
            if again is not None and count_fn(again) < count_fn(expr) and _may_be(again, expr):
                return self.simplest(again)
        writer = _Writer(self)
        try:
            forms = [*writer.forms(expr), expr]
            if _has_low_powers(expr):  # (sqrt(5) - 1)^2 is 6 - 2*sqrt(5)
                again = self.table.intern(ar.expand(expr.sym))
                forms += [] if again is None else writer.forms(again)
        except TooHard:
            return expr
        forms += [again for form in forms if (again := self._under_one_root(form)) is not None]
        numbers = [self.table.intern(form.sym) for form in forms if ar.is_rational(form.sym)]
        forms += [number for number in numbers if number is not None]
        ranked = sorted(forms, key=_cost)  # stable: of equals, the one written first
        found = next(form for form in ranked if form is expr or self._is_same(form, expr))
        for again in self._other_forms(found):
            if not any(is_equal(Point(n), again, found) is False for n in points_for(expr)):
                return again
        return found

    def _under_one_root(self, form: Expr) -> Expr | None:
        """Write cbrt(2)*cbrt(V/pi)/2 as cbrt(V/(4*pi)), and sqrt(A)/sqrt(pi) as sqrt(A/pi)."""
        parts = under_one_root(form)
        inside = None if parts is None else self.table.intern(parts[1])
        if parts is None or inside is None:
            return None
        root = node(tk.POW, [self.simplest(inside), parts[2]])
        value = ar.power(inside.sym, parts[2].sym)  # as all others write it
        return scaled(parts[0], Expr(-1, value, root.children, root.tokens))

    def _other_forms(self, found: Expr) -> Iterator[Expr]:
        """Yield what an expression of numbers comes to, if it is simpler than it looks."""
        for plain in (plain_angle(self.table, found), plain_ratio(self.table, found)):
            if plain is not None:
                yield plain
        nested = nested_roots(found)
        if nested:
            again = self.table.intern(denested(found))
            if again is not None and nested_roots(again) < nested:
                yield again
        if tk.EXP in found.tokens and tk.LOG in found.tokens:  # exp(6*log(2)) is 64
            again = self.table.intern(afresh(found))
            if again is not None and len(again.tokens) < len(found.tokens):
                yield again

    def _is_same(self, form: Expr, expr: Expr) -> bool:
        points = [Point(number) for number in points_for(expr)]
        return compare(self.table, form, expr, points) is Equality.PROVED

    def vanishing_factors(self, expr: Expr) -> list[Expr]:
        """Return the irreducible factors of an expression's numerator that may vanish.

        Each comes with the sign that reads best. Parameters are real, so a^2 + 1 cannot vanish.
        """
        if expr not in self._vanishing:
            self._vanishing[expr] = self._find_vanishing(expr)
        return self._vanishing[expr]

    def _find_vanishing(self, expr: Expr) -> list[Expr]:
        writer = _Writer(self)
        try:
            numerator = writer.fraction(expr)[0]
            if numerator == 0:
                return [expr]
            found: list[Expr] = []
            for poly, _ in factored(numerator)[1]:
                if len(poly) == 1:
                    found += self._vanishing_parts(writer.atom_of(poly))
                elif not writer.is_positive(poly):
                    found.append(writer.sum(_with_best_sign(poly)[0]))
        except TooHard:
            return [expr]
        return [each for each in found if each.holds_symbols]

    def linear(self, expr: Expr) -> tuple[Expr, Expr] | None:
        """Return A and B of an expression whose numerator is A*x + B; None of any other."""
        writer = _Writer(self)
        try:
            numerator = writer.fraction(expr)[0]
            place = next((i for i, a in enumerate(writer.atoms) if a.head == tk.UNKNOWN), None)
            if place is None or numerator == 0 or numerator.degrees()[place] != 1:
                return None
            if any(atom.holds_unknown for i, atom in enumerate(writer.atoms) if i != place):
                return None
            slope = numerator.derivative(place)
            rest = numerator - slope * writer.generator(writer.atoms[place])
            return writer.sum(slope), writer.sum(rest) if rest != 0 else writer.leaf(ar.ZERO)
        except TooHard:
            return None

    def _vanishing_parts(self, atom: Expr) -> list[Expr]:
        if atom.head == tk.EXP or (atom.head == tk.COS and atom.children[0].head == tk.ATAN):
            return []
        if atom.head in (tk.POW, tk.FUNCTION_TOKENS["abs"]):  # zero where the base is
            if atom.children[0].sym == 0:
                return [atom]
            return self.vanishing_factors(atom.children[0])
        return [atom]


def afresh(expr: Expr) -> Sym:
    """Make an expression again, from its leaves."""
    if not expr.children:
        return expr.sym
    parts = [afresh(each) for each in expr.children]
    return ar.exponential(parts[0]) if expr.head == tk.EXP else ar.rebuild(expr.head, parts)


def with_powers(expr: Expr) -> Sym:
    """Write an expression anew, with u^v for exp(v*log(u)) and for b^(v*log(u)/log(b))."""
    parts = [with_powers(each) for each in expr.children]
    return by_powers(ar.rebuild(expr.head, parts)) if parts else expr.sym


def _cost(form: Expr) -> int:
    """Say how hard a form is to read: by length, signs, brackets, and fractions in fractions."""
    text = expr_text(form)
    signs = 2 * text.count("-") + text.count("(") + 4 * text.count("/")
    return len(text) + signs + (8 if any(map(_is_nested, form.walk())) else 0)


def _may_be(again: Expr, expr: Expr) -> bool:
    """Whether this is no harder to read, and not seen to be another value."""
    seen = (is_equal(Point(n), again, expr) for n in points_for(expr))
    return _cost(again) <= _cost(expr) and False not in seen


def _has_low_powers(expr: Expr) -> bool:
    """Whether a short expression of numbers has sums to the power of 2, 3 or 4, and no others."""
    is_short = not expr.holds_symbols and len(expr.tokens) <= _SHORT
    powers = [each for each in expr.walk() if each.head == tk.POW]
    found = {each.children[1].sym for each in powers if each.children[0].head == tk.ADD}
    return is_short and bool(found) and found <= {2, 3, 4}


def _is_nested(form: Expr) -> bool:
    """Whether this is a fraction with a sum of fractions above or below: (a/b + c)/d."""
    factors = form.children if form.head == tk.MUL else (form,)
    bases = [each.children[0] if each.head == tk.POW else each for each in factors]
    sums = [base for base in bases if base.head == tk.ADD]
    return any(map(_divides, factors)) and any(
        any(map(_divides, term.children if term.head == tk.MUL else (term,)))
        for each in sums
        for term in each.children
    )


def _divides(factor: Expr) -> bool:
    if factor.is_number:
        return int(factor.sym.q) > 1
    return factor.head == tk.POW and factor.children[1].is_number and factor.children[1].sym < 0


@dataclass(frozen=True, slots=True)
class _Product:
    """A number times powers of polynomials, over others."""

    number: Fraction
    above: Factors
    below: Factors


class _Writer(Reader):
    """Writes fractions of polynomials as expressions."""

    def __init__(self, forms: Forms) -> None:
        super().__init__(forms.table, forms.simplest)

    def spell(self, expr: Expr) -> tuple[Fraction | int, Letters]:
        """Take square numbers out of square roots: sqrt(b^2/4 - a*c) is sqrt(b^2 - 4*a*c)/2."""
        times, letters = super().spell(expr)
        if expr.head != tk.POW or len(letters) != 1 or letters[0][0].head != tk.POW:
            return times, letters
        ((root, exponent),) = letters
        outside, inside = without_square(*root.children)
        return times * outside**exponent, [(node(tk.POW, [inside, root.children[1]]), exponent)]

    # -- candidates ------------------------------------------------------------------------------

    def forms(self, expr: Expr) -> Iterator[Expr]:
        """Yield a few ways to write an expression."""
        numerator, denominator = self.fraction(expr)
        if numerator == 0:
            yield self.leaf(ar.ZERO)
            return
        number, above = _primitive(numerator)
        divisor, below = _primitive(denominator)
        number /= divisor
        for over in _ways(above):
            for under in _ways(below):
                for product in self.signed(number, over, under):
                    yield self.product(product)
                    if product.number.numerator not in (1, -1):
                        yield self.product(_with_number_inside(product))
        if len(below) == 1 and 1 < len(above) <= 4:
            yield self.split(number, above, below)

    def signed(self, number: Fraction, above: Factors, below: Factors) -> Iterator[_Product]:
        """Give every sum the sign that reads best; absorb a minus left over in one of them."""
        parts: list[Factors] = []
        for factors in (above, below):
            turned = []
            for poly, exponent in factors:
                best, sign = _with_best_sign(poly)
                turned.append((best, exponent))
                number *= sign**exponent
            parts.append(turned)
        yield _Product(number, *parts)
        if number > 0:
            return
        for side, factors in enumerate(parts):
            for place, (poly, exponent) in enumerate(factors):
                if exponent % 2 and len(poly) > 1:
                    absorbed = [*factors[:place], (-poly, exponent), *factors[place + 1 :]]
                    both = (absorbed, parts[1]) if side == 0 else (parts[0], absorbed)
                    yield _Product(-number, *both)

    def is_positive(self, poly: Poly) -> bool:
        """Whether a polynomial is positive at sight: even powers of letters, and a number."""
        even = all(not any(e % 2 for e in exponents) for exponents in poly.monoms())
        constant = any(not any(exponents) for exponents in poly.monoms())
        letters = not any(atom.children or atom.holds_unknown for atom in self.atoms)
        imaginary = any(atom.head == tk.IMAGINARY for atom in self.atoms)
        signs = {coefficient > 0 for coefficient in poly.coeffs()}
        return even and constant and letters and not imaginary and len(signs) == 1

    # -- writing ---------------------------------------------------------------------------------

    def product(self, product: _Product) -> Expr:
        number = product.number
        children: list[Expr] = []
        for factors, sign in ((product.above, 1), (product.below, -1)):
            for poly, exponent in factors:
                if len(poly) == 1:
                    ((exponents, coefficient),) = poly.terms()
                    number *= Fraction(int(coefficient)) ** (sign * exponent)
                    children += self.letters([sign * exponent * e for e in exponents])
                else:
                    children.append(self.power(self.sum(poly), sign * exponent))
        return self.times(number, self.merged_roots(children))

    def times(self, number: Fraction, factors: list[Expr]) -> Expr:
        if number != 1 or not factors:
            factors = [self.leaf(ar.rational(number.numerator, number.denominator)), *factors]
        return node(tk.MUL, factors)

    def merged_roots(self, factors: list[Expr]) -> list[Expr]:
        """Write sqrt(2)*sqrt(k/m) as sqrt(2*k/m)."""
        roots = [
            each for each in factors if each.head == tk.POW and each.children[1].sym == ar.HALF
        ]
        plain = [each for each in roots if ar.is_positive_number(each.children[0].sym)]
        if len(roots) != 2 or len(plain) != 1:
            return factors
        inside = self.table.intern(ar.multiply(*[root.children[0].sym for root in roots]))
        if inside is None:
            return factors
        merged = node(tk.POW, [self.simplest(inside), self.leaf(ar.HALF)])
        return [*[each for each in factors if each not in roots], merged]

    def letters(self, exponents: list[int]) -> list[Expr]:
        """Write a product of powers of letters."""
        return [
            self.power(atom, exponent)
            for atom, exponent in zip(self.atoms, exponents, strict=False)
            if exponent
        ]

    def power(self, base: Expr, exponent: int) -> Expr:
        value = Fraction(int(exponent))
        if base.head == tk.POW and base.children[1].is_number:
            base, inner = base.children
            value *= Fraction(int(inner.sym.p), int(inner.sym.q))
        if value == 1:
            return base
        return node(tk.POW, [base, self.leaf(ar.rational(value.numerator, value.denominator))])

    def sum(self, poly: Poly) -> Expr:
        terms = [
            self.times(Fraction(int(coefficient)), self.letters(list(exponents)))
            for exponents, coefficient in poly.terms()
        ]
        return node(tk.ADD, terms)

    def split(self, number: Fraction, above: Poly, below: Poly) -> Expr:
        """Write a sum over one term as a sum of fractions."""
        ((divisor, content),) = below.terms()
        terms = []
        for exponents, coefficient in above.terms():
            lowered = [e - d for e, d in zip(exponents, divisor, strict=True)]
            share = number * Fraction(int(coefficient), int(content))
            terms.append(self.times(share, self.letters(lowered)))
        return node(tk.ADD, terms)


def _primitive(poly: Poly) -> tuple[Fraction, Poly]:
    """Split a polynomial into a number and one whose coefficients have no common divisor."""
    content = poly.content()
    return Fraction(int(content)), poly / fmpz(content)


def _with_best_sign(poly: Poly) -> tuple[Poly, int]:
    """Return a polynomial or its opposite, whichever has fewer minus signs; and the sign."""
    coefficients = poly.coeffs()
    negative = sum(each < 0 for each in coefficients)
    positive = len(coefficients) - negative
    turn = negative > positive or (negative == positive and coefficients[0] < 0)
    return (-poly, -1) if turn else (poly, 1)


def _ways(poly: Poly) -> list[Factors]:
    """Return a primitive polynomial as it is, and factored."""
    ways: list[Factors] = [[(poly, 1)]]
    if len(poly) > 1:
        sign, factors = factored(poly)
        if len(factors) > 1 or factors[0][1] > 1:
            first, exponent = factors[0]
            if sign == -1 and exponent % 2:
                factors = [(-first, exponent), *factors[1:]]
                ways.append([(each, int(e)) for each, e in factors])
            elif sign == 1:
                ways.append([(each, int(e)) for each, e in factors])
    return ways


def _with_number_inside(product: _Product) -> _Product:
    """Multiply the number's numerator into the first sum: (5*F - 160)/9."""
    number = product.number
    for place, (poly, exponent) in enumerate(product.above):
        if exponent == 1 and len(poly) > 1:
            above = list(product.above)
            above[place] = (poly * abs(number.numerator), 1)
            return _Product(number / abs(number.numerator), above, product.below)
    return product
