"""Equations with one to three radicals: makers of `exam`.

Squaring leads to a polynomial, by exact arithmetic on what stands below the roots; `settled` keeps
those of its zeros that are roots of what is written.
"""

from __future__ import annotations

from typing import Final

from aljabr.tasks.curriculum import linear_root
from aljabr.tasks.factored import Draw, expanded, line, multiplied, nonzero
from aljabr.tasks.settled import settled
from aljabr.tasks.terms import arranged, bracketed, linear, quadratic, term, total, zeros
from aljabr.tasks.written import Known, Written, number


def radicals(rng: Draw) -> Known | None:
    """For example sqrt(x + 7) = x + 1, sqrt(2*x + 3) + sqrt(x - 2) = 4, sqrt(x) + 6/sqrt(x) = 5."""
    return rng.choice(_RADICALS)(rng)


def root(inner: Written) -> str:
    """Write a square root."""
    return f"sqrt({inner.text})"


def _written(rng: Draw, slope: int, shift: int) -> Written:
    return line(slope, shift, rng.random() < 0.3)


def _found(text: str, squared: Written) -> Known | None:
    candidates = None if squared.is_zero else zeros(squared.numerator)
    return None if candidates is None else settled(text, candidates)


def _one(rng: Draw) -> Known | None:
    """Draw sqrt(x + 7) = x + 1, 2*sqrt(3 - x) = x, x - sqrt(2*x + 3) = 0."""
    x, a = rng.randint(-6, 12), rng.choice((1, 1, 2, 3, 4, 5, -1, -2))
    slope, size = rng.choice((1, 1, 1, 2, -1)), rng.randint(0, 9)
    inner = _written(rng, a, size * size - a * x if rng.random() < 0.85 else rng.randint(-9, 20))
    factor = rng.choice((1, 1, 1, 2, 3))
    other = _written(rng, slope, factor * size - slope * x)
    squared = other**2 - number(factor * factor) * inner
    kind = rng.random()
    left = term(factor, root(inner))
    if kind < 0.6:
        text = f"{left} = {other.text}"
    elif kind < 0.8 and slope == 1:  # x - sqrt(2*x + 3) = 1
        shift = factor * size - x
        text = f"x - {left} = {-shift}"
    else:
        shift = nonzero(rng, 9)
        right = linear(slope, factor * size - slope * x + shift)
        text = f"{left} {'+' if shift > 0 else '-'} {abs(shift)} = {right}"
    return _found(text, squared)


def _of_quadratic(rng: Draw) -> Known | None:
    """Draw sqrt(x^2 + 5*x - 2) = 2, sqrt(x^2 - 3*x + 4) = x - 1, sqrt(x^2 - 9) = 2*x - 6."""
    x, size, slope = rng.randint(-8, 9), rng.randint(0, 8), rng.choice((0, 0, 1, 1, 2))
    a, b = rng.choice((1, 1, 2, 3)), rng.randint(-7, 7)
    inner = expanded([size * size - a * x * x - b * x, b, a])
    other = _written(rng, slope, size - slope * x) if slope else number(size)
    return _found(f"{root(inner)} = {other.text}", other**2 - inner)


def _equal(rng: Draw) -> Known | None:
    """Draw sqrt(3*x - 2) = sqrt(x + 6), 2*sqrt(x - 1) = sqrt(x + 8), sqrt(x^2 - 4) = sqrt(3*x)."""
    factor, x, size = rng.choice((1, 1, 2, 3)), rng.randint(-6, 9), rng.randint(0, 6)
    a, b = rng.choice((1, 2, 3, 5)), rng.choice((1, 2, 3, -1, -2))
    first = (
        expanded([size - a * x * x, rng.randint(-5, 5), a])
        if rng.random() < 0.3
        else line(a, size - a * x)
    )
    second = line(b, factor * factor * size - b * x)
    text = f"{term(factor, root(first))} = {root(second)}"
    return _found(text, number(factor * factor) * first - second)


def _two(rng: Draw) -> Known | None:
    """Draw sqrt(2*x + 3) + sqrt(x - 2) = 4, sqrt(3*x + 1) - sqrt(x + 4) = 1, with a line, too."""
    x, p, q = rng.randint(-8, 14), rng.randint(0, 9), rng.randint(0, 8)
    a, c = (rng.choice((1, 1, 1, 2, 3, 4, 5, -1, -2)) for _ in range(2))
    u, v = _written(rng, a, p * p - a * x), _written(rng, c, q * q - c * x)
    sign = rng.choice((1, -1))
    k = p + sign * q
    if rng.random() < 0.1:
        k = -k
    if k == 0 or u.text == v.text:
        return None
    squared = (u - v - number(k * k)) ** 2 - number(4 * k * k) * v
    first, second = root(u), root(v)
    kind = rng.random()
    if kind < 0.65:
        text = f"{first} {'+' if sign > 0 else '-'} {second} = {k}"
    elif kind < 0.85:  # sqrt(2*x + 3) = 4 - sqrt(x - 2)
        text = f"{first} = {total([(k, ''), (-sign, second)])}"
    else:
        text = f"{first} {'+' if sign > 0 else '-'} {second} - {k} = 0" if k > 0 else ""
    return _found(text, squared) if text else None


def _three(rng: Draw) -> Known | None:
    """Draw sqrt(x + 1) + sqrt(x - 2) = sqrt(4*x + 1), sqrt(x + 7) - sqrt(x) = sqrt(2*x - 1)."""
    x, p, q = rng.randint(-6, 14), rng.randint(0, 7), rng.randint(0, 7)
    a, c, e = (rng.choice((1, 1, 1, 2, 3, 4, 5, -1)) for _ in range(3))
    sign = rng.choice((1, 1, -1))
    r = p + sign * q
    u, v, w = (
        _written(rng, slope, size * size - slope * x) for slope, size in ((a, p), (c, q), (e, r))
    )
    if len({u.text, v.text, w.text}) < 3:
        return None
    squared = (w - u - v) ** 2 - number(4) * u * v
    text = f"{root(u)} {'+' if sign > 0 else '-'} {root(v)} = {root(w)}"
    return _found(text, squared)


def _nested(rng: Draw) -> Known | None:
    """Draw sqrt(x + 3 + sqrt(2*x - 1)) = 3, sqrt(5 + sqrt(x)) = 3, sqrt(1 + 4*sqrt(x)) = x + 1."""
    x, p, k = rng.randint(-4, 16), rng.randint(0, 6), rng.randint(1, 6)
    a, c = rng.choice((0, 0, 1, 1)), rng.choice((1, 1, 2, 3))
    v = _written(rng, c, p * p - c * x)
    shift = k * k - p - a * x
    outer = total([(a, "x"), (shift, ""), (1, root(v))])
    squared = (number(k * k - shift) - number(a) * line(1, 0)) ** 2 - v
    return _found(f"sqrt({outer}) = {k}", squared)


def _in_root(rng: Draw) -> Known | None:
    """Draw x - 5*sqrt(x) + 6 = 0, x + sqrt(x - 1) = 7, sqrt(x) + 6/sqrt(x) = 5."""
    p, q = rng.randint(-6, 8), rng.randint(1, 8)
    a, shift = rng.choice((1, 1, 1, 2, 3)), rng.choice((0, 0, 0, nonzero(rng, 6)))
    if rng.random() < 0.25:  # roots as they come
        c, b = nonzero(rng, 9), nonzero(rng, 9)
    else:
        c, b = a * p * q, -a * (p + q)
    base = f"sqrt({linear(1, shift)})"
    found = [
        f"({y})^2 - {shift}" if shift >= 0 else f"({y})^2 + {-shift}" for y in quadratic(a, b, c)
    ]
    kind = rng.random()
    if kind < 0.2 and c:
        text = arranged(
            rng, [(a, base), (b, ""), (c, f"1/{base}" if abs(c) == 1 else f"TOP/{base}")]
        )
        text = text.replace(f"{abs(c)}*TOP", str(abs(c)))
    else:
        text = arranged(rng, [(a, "x"), (b, base), (c + a * shift, "")])
    return settled(text, found)


def _cube(rng: Draw) -> Known | None:
    """Draw cbrt(2*x - 1) = 3, x^(2/3) - 5*x^(1/3) + 6 = 0, cbrt(x^3 + 19) = x + 1."""
    kind = rng.random()
    if kind < 0.45:
        size, a = rng.randint(-5, 6), rng.choice((1, 1, 2, 3, -1))
        inner = _written(rng, a, size**3 - a * rng.randint(-9, 12))
        factor, shift = rng.choice((1, 1, 2, 3)), rng.choice((0, nonzero(rng, 9)))
        text = f"{total([(factor, f'cbrt({inner.text})'), (shift, '')])} = {factor * size + shift}"
        return _found(text, inner - number(size**3))
    if kind < 0.75:
        p, q, a = rng.randint(-4, 4), nonzero(rng, 4), rng.choice((1, 1, 1, 2))
        parts = [(a, "cbrt(x)^2"), (-a * (p + q), "cbrt(x)"), (a * p * q, "")]
        text = arranged(rng, parts)
        if rng.random() < 0.6:
            text = text.replace("cbrt(x)^2", "x^(2/3)").replace("cbrt(x)", "x^(1/3)")
        return settled(text, [str(each**3) for each in sorted({p, q})])
    k = nonzero(rng, 4)
    x = rng.randint(-5, 5)
    cube = multiplied([[k, 1]] * 3)
    other = [(x + k) ** 3 - x**3 - nonzero(rng, 5) * x, 0]
    other[1] = ((x + k) ** 3 - x**3 - other[0]) // x if x else nonzero(rng, 5)
    inner = expanded([other[0], other[1], 0, 1])
    return _found(f"cbrt({inner.text}) = {linear(1, k)}", expanded(cube) - inner)


def _product(rng: Draw) -> Known | None:
    """Draw (x - 3)*sqrt(x - 5) = 0, sqrt(x)*sqrt(x - 5) = 6, x*sqrt(x + 1) = 2*x."""
    kind = rng.random()
    u = _written(rng, rng.choice((1, 1, 2, -1)), nonzero(rng, 9))
    if kind < 0.4:
        first = line(1, nonzero(rng, 9))
        return _found(f"{bracketed(first.text)}*{root(u)} = 0", first * u)
    if kind < 0.7:
        first, size = line(1, rng.randint(-6, 6)), rng.randint(1, 6)
        squared = first**2 * (u - number(size * size))
        name = bracketed(first.text)
        return _found(f"{name}*{root(u)} = {term(size, name)}", squared)
    x, p, q = rng.randint(-5, 12), rng.randint(1, 6), rng.randint(1, 6)
    a, c = rng.choice((1, 1, 2)), rng.choice((1, 1, 2, 3))
    u, v = line(a, p * p - a * x), line(c, q * q - c * x)
    return _found(f"{root(u)}*{root(v)} = {p * q}", u * v - number((p * q) ** 2))


def _shifted(rng: Draw) -> Known | None:
    """Draw x^2 + 3*x + sqrt(x^2 + 3*x) = 6: a quadratic in the root."""
    b, c = nonzero(rng, 6), rng.randint(-6, 9)
    p, q = rng.randint(-5, 5), rng.randint(0, 5)
    inner = expanded([c, b, 1])
    parts = [(1, "x^2"), (b, "x"), (-(p + q), f"sqrt({inner.text})"), (p * q + c, "")]
    squares = {each * each for each in (p, q) if each >= 0}
    found = [x for each in sorted(squares) for x in quadratic(1, b, c - each)]
    return settled(arranged(rng, parts), [linear_root(each, 0) for each in found])


_RADICALS: Final = (_one, _one, _one, _of_quadratic, _equal, _two, _two, _two, _three, _three,
                    _nested, _in_root, _cube, _product, _shifted)  # fmt: skip
