"""Equations with one to three logarithms, of one base or several: makers of `exam`.

Candidates come from the polynomial that the laws of logarithms lead to; `settled` drops those at
which a logarithm is not real.
"""

from __future__ import annotations

from fractions import Fraction

from aljabr.tasks.factored import Draw, X, expanded, line, nonzero
from aljabr.tasks.settled import settled
from aljabr.tasks.terms import Term, arranged, linear, quadratic, term, total, zeros
from aljabr.tasks.written import Known, Written, number


def log_text(base: int | str, inner: str) -> str:
    """Write a logarithm; the natural one is log."""
    return f"log({inner})" if base == "e" else f"log_{base}({inner})"


def _power(base: int | str, exponent: str) -> str:
    return f"exp({exponent})" if base == "e" else f"({base})^({exponent})"


def _base(rng: Draw) -> int | str:
    return rng.choice((2, 2, 2, 3, 3, 5, 10, "e", "e", "e"))


# -- one base --------------------------------------------------------------------------------------


def logarithms(rng: Draw) -> Known | None:
    """For example log_2(x) + log_2(x - 2) = 3, 2*log(x) = log(x + 6), log(3*x - 1) = 2."""
    return rng.choice(
        (
            _single,
            _two,
            _two,
            _two,
            _difference,
            _difference,
            _multiple,
            _multiple,
            _three,
            _three,
            _of_quadratic,
            _nested,
        )
    )(rng)


def _single(rng: Draw) -> Known | None:
    """Draw log_2(3*x - 1) = 4, 2*log(x) + 1 = 5, log_3(1 - 2*x) = 2."""
    base, power = _base(rng), rng.randint(-2, 4)
    a, b = rng.choice((1, 1, 2, 3, 4, -1, -2)), rng.choice((0, nonzero(rng, 9)))
    factor, shift = rng.choice((1, 1, 1, 2, 3)), rng.choice((0, 0, nonzero(rng, 9)))
    text = (
        f"{total([(factor, log_text(base, linear(a, b))), (shift, '')])} = {factor * power + shift}"
    )
    return settled(text, [f"({_power(base, str(power))} - ({b}))/({a})"])


def _value(rng: Draw, base: int | str) -> tuple[str, Written] | None:
    """Draw what stands on the right: a number, with the number that it is the logarithm of."""
    if isinstance(base, int) and rng.random() < 0.75:
        power = rng.randint(0, {2: 6, 3: 4, 5: 3, 10: 2}[base])
        return str(power), number(base**power)
    size = rng.randint(2, 60)
    return log_text(base, str(size)), number(size)


def _lines(rng: Draw, count: int) -> list[Written]:
    return [
        line(rng.choice((1, 1, 1, 2, 3, -1)), rng.choice((0, nonzero(rng, 9), nonzero(rng, 9))))
        for _ in range(count)
    ]


def _found(text: str, poly: Written) -> Known | None:
    candidates = None if poly.is_zero else zeros(poly.numerator)
    return None if candidates is None else settled(text, candidates)


def _two(rng: Draw) -> Known | None:
    """Draw log_2(x) + log_2(x - 2) = 3, log(x) + log(x + 1) = log(6), with a chosen root."""
    base, (u, v) = _base(rng), _lines(rng, 2)
    x = Fraction(rng.randint(-6, 12))
    value = _value(rng, base)
    if rng.random() < 0.7:
        size = u.at(x) * v.at(x)
        if not 0 < size <= 200:
            return None
        power = next((k for k in range(8) if base != "e" and int(base) ** k == size), None)
        right = log_text(base, str(size)) if power is None else str(power)
        value = right, number(size)
    if value is None or u.text == v.text:
        return None
    left = f"{log_text(base, u.text)} + {log_text(base, v.text)}"
    return _found(f"{left} = {value[0]}", u * v - value[1])


def _difference(rng: Draw) -> Known | None:
    """Draw log_3(x + 7) - log_3(x - 1) = 2, log(2*x) - log(x - 4) = log(5)."""
    base, (u, v), value = _base(rng), _lines(rng, 2), _value(rng, _base(rng))
    value = _value(rng, base)
    if value is None or u.text == v.text:
        return None
    kind = rng.random()
    first, second = log_text(base, u.text), log_text(base, v.text)
    if kind < 0.6:
        return _found(f"{first} - {second} = {value[0]}", u - value[1] * v)
    if value[0] == "0":
        return _found(f"{first} = {second}", u - v)
    return _found(f"{first} = {second} + {value[0]}", u - value[1] * v)


def _multiple(rng: Draw) -> Known | None:
    """Draw 2*log(x) = log(x + 6), 2*log_2(x - 1) - log_2(x + 5) = 1, 3*log(2) + log(x) = 2."""
    base, (u, v) = _base(rng), _lines(rng, 2)
    x = Fraction(rng.randint(-4, 12))
    shift = u.at(x) ** 2 - v.at(x)
    kind = rng.random()
    if kind < 0.5 and shift.denominator == 1 and abs(shift) < 100:
        v = (
            v + number(shift)
            if rng.random() < 0.0
            else line(int(v.at(Fraction(1)) - v.at(Fraction(0))), int(v.at(Fraction(0)) + shift))
        )
        text = f"2*{log_text(base, u.text)} = {log_text(base, v.text)}"
        return _found(text, u**2 - v)
    value = _value(rng, base)
    if value is None:
        return None
    if kind < 0.8:
        text = f"2*{log_text(base, u.text)} - {log_text(base, v.text)} = {value[0]}"
        return _found(text, u**2 - value[1] * v)
    size, k = rng.randint(2, 5), rng.choice((2, 3))
    text = f"{k}*{log_text(base, str(size))} + {log_text(base, u.text)} = {value[0]}"
    return _found(text, number(size**k) * u - value[1])


def _three(rng: Draw) -> Known | None:
    """Draw log(x) + log(x - 3) = log(x + 12), log_2(x + 1) + log_2(x) - log_2(x + 4) = 1."""
    base, (u, v, w) = _base(rng), _lines(rng, 3)
    if len({u.text, v.text, w.text}) < 3:
        return None
    x = Fraction(rng.randint(-6, 12))
    first, second, third = (log_text(base, each.text) for each in (u, v, w))
    if rng.random() < 0.6:
        shift = u.at(x) * v.at(x) - w.at(x)
        slope = int(w.at(Fraction(1)) - w.at(Fraction(0)))
        w = line(slope, int(w.at(Fraction(0)) + shift))
        if abs(w.at(Fraction(0))) > 120:
            return None
        return _found(f"{first} + {second} = {log_text(base, w.text)}", u * v - w)
    value = _value(rng, base)
    if value is None:
        return None
    if rng.random() < 0.5:
        return _found(f"{first} + {second} - {third} = {value[0]}", u * v - value[1] * w)
    return _found(f"{first} - {second} = {third}", u - v * w)


def _of_quadratic(rng: Draw) -> Known | None:
    """Draw log_2(x^2 - 3*x) = 2, log(x^2 - 5) = log(4*x), log_3(x^2) = 4."""
    base = _base(rng)
    inner = expanded([rng.randint(-9, 9), rng.randint(-6, 6), 1])
    if rng.random() < 0.5:
        value = _value(rng, base)
        return (
            None
            if value is None
            else _found(f"{log_text(base, inner.text)} = {value[0]}", inner - value[1])
        )
    other = line(rng.choice((1, 2, 3, 4, -1)), rng.randint(-6, 9))
    return _found(f"{log_text(base, inner.text)} = {log_text(base, other.text)}", inner - other)


def _nested(rng: Draw) -> Known | None:
    """Draw log_3(log_2(x)) = 1, log(log(x)) = 0, log_2(5 - log_3(x)) = 2."""
    first, second = _base(rng), _base(rng)
    power = rng.randint(0, 2)
    a, b = rng.choice((1, 1, -1, 2)), rng.choice((0, 0, rng.randint(1, 6)))
    if isinstance(first, str) and power:
        power = 0
    size = Fraction(int(first) ** power if isinstance(first, int) else 1) - b
    if abs(size / a) > 6:
        return None
    text = f"{log_text(first, total([(a, log_text(second, 'x')), (b, '')]))} = {power}"
    return settled(text, [_power(second, str(size / a))])


# -- several bases ---------------------------------------------------------------------------------


def mixed_logarithms(rng: Draw) -> Known | None:
    """For example log_2(x) + log_4(x) = 3, log_x(16) = 2, log_2(x) + 2*log_x(2) = 3."""
    return rng.choice(
        (
            _powers_of_base,
            _powers_of_base,
            _powers_of_base,
            _two_lines,
            _two_lines,
            _base_x,
            _base_x,
            _mirrored,
            _mirrored,
            _in_log,
            _in_log,
            _in_log,
            _exponent,
        )
    )(rng)


def _powers_of_base(rng: Draw) -> Known | None:
    """Draw log_2(x) + log_4(x) = 3, log_3(x) - log_9(x) + log_27(x) = 5."""
    base = rng.choice((2, 2, 3, 5))
    exponents = rng.sample(
        [each for each in (1, 2, 3, 4) if base**each <= 81],
        rng.choice((2, 2, 3)) if base < 5 else 2,
    )
    factors = [
        rng.choice((1, 1, 1, 2, 3)) * rng.choice((1, 1, -1) if index else (1,))
        for index in range(len(exponents))
    ]
    inner = linear(1, rng.choice((0, 0, 0, nonzero(rng, 5))))
    whole = sum(Fraction(factor, each) for factor, each in zip(factors, exponents, strict=True))
    if not whole:
        return None
    if rng.random() < 0.15:  # bases that are no powers of each other
        first, second = rng.sample((2, 3, 5, 7, 10), 2)
        size = rng.randint(1, 3)
        text = f"log_{first}({inner}) + log_{second}({inner}) = {size}"
        found = f"exp({size}*log({first})*log({second})/(log({first}) + log({second})))"
        return settled(
            text, [f"{found} - ({linear(0, 0) if inner == 'x' else inner.replace('x', '0', 1)})"]
        )
    power = rng.choice((1, 2, 3, 4, -1, -2)) * exponents[0]
    right = whole * power
    parts: list[Term] = [
        (factor, log_text(base**each, inner))
        for factor, each in zip(factors, exponents, strict=True)
    ]
    shift = 0 if inner == "x" else int(inner.split()[-1]) * (1 if "+" in inner else -1)
    return settled(f"{total(parts)} = {right}", [f"({base})^({power}) - ({shift})"])


def _two_lines(rng: Draw) -> Known | None:
    """Draw log_4(x + 6) = log_2(x), log_9(3*x + 10) = log_3(x) + 1, log_2(x) + log_4(x + 3) = 1."""
    base, (u, v) = rng.choice((2, 2, 3, 5)), _lines(rng, 2)
    x = Fraction(rng.randint(-4, 10))
    factor = base ** rng.choice((0, 0, 0, 1))
    shift = (factor * v.at(x)) ** 2 - u.at(x)
    u = line(int(u.at(Fraction(1)) - u.at(Fraction(0))), int(u.at(Fraction(0)) + shift))
    if abs(u.at(Fraction(0))) > 150:
        return None
    right = log_text(base, v.text) + (" + 1" if factor > 1 else "")
    return _found(f"{log_text(base * base, u.text)} = {right}", u - number(factor * factor) * v**2)


def _base_x(rng: Draw) -> Known | None:
    """Draw log_x(16) = 2, log_x(x + 6) = 2, log_x(2*x^2 - 3*x) = 1, log_x(5) = 3."""
    kind = rng.random()
    if kind < 0.55:
        size, power = rng.choice((2, 3, 4, 5, 6, 7)), rng.choice((2, 3, -1, -2, 4, 1))
        value = Fraction(size) ** power
        if abs(value.numerator) > 1000 or value.denominator > 50 or rng.random() < 0.3:
            value = Fraction(rng.randint(2, 40))
        factor = rng.choice((1, 1, 2, 3))
        text = f"{term(factor, f'log_x({value})')} = {factor * power}"
        return settled(text, [f"({value})^(1/({power}))"])
    b, c, a = rng.randint(-5, 6), rng.randint(-6, 12), rng.choice((0, 0, 1, 2))
    power = rng.choice((2, 2, 3 if not a else 1))
    inner = expanded([c, b, a])
    return (
        None
        if "x" not in inner.text
        else _found(f"log_x({inner.text}) = {power}", X**power - inner)
    )


def _mirrored(rng: Draw) -> Known | None:
    """Draw log_2(x) + 2*log_x(2) = 3, 3*log_x(10) = log_10(x) + 2: a quadratic in one of them."""
    base = rng.choice((2, 2, 3, 5, 10))
    if rng.random() < 0.8:
        p, q = nonzero(rng, 3), nonzero(rng, 4)
        a, b, c = 1, -(p + q), p * q
    else:
        a, b, c = rng.randint(1, 3), nonzero(rng, 6), nonzero(rng, 5)
    k = rng.choice((1, 1, 2)) if base < 5 and c % 2 == 0 else 1
    last: Term = (c // k, f"log_x({base**k})")
    found = [_power(base, value) for value in quadratic(a, b, c)]
    return settled(arranged(rng, [(a, log_text(base, "x")), (b, ""), last]), found)


def _in_log(rng: Draw) -> Known | None:
    """Draw log(x)^2 - 3*log(x) + 2 = 0, log_2(x)^2 = 4, log_2(x)^2 = log_2(x^2) + 3, 1/log(x)."""
    base = _base(rng)
    kind = rng.random()
    if kind < 0.6:
        (r, s), (t, u) = ((nonzero(rng, 3), rng.choice((1, 1, 1, 2))) for _ in range(2))
        a, b, c = s * u, -(r * u + t * s), r * t
    else:
        a, b, c = rng.randint(1, 3), rng.randint(-6, 6), nonzero(rng, 6)
    values = quadratic(a, b, c)
    inner = log_text(base, "x")
    middle: Term = (b, inner)
    if b % 2 == 0 and rng.random() < 0.35:
        middle = (b // 2, log_text(base, "x^2"))
    elif b % 3 == 0 and rng.random() < 0.35:
        middle = (b // 3, log_text(base, "x^3"))
    found = [_power(base, value) for value in values]
    if middle[1].endswith("x^2)"):
        return settled(arranged(rng, [(a, f"{inner}^2"), middle, (c, "")]), found)
    if rng.random() < 0.15 and c:
        text = arranged(rng, [(a, inner), (b, ""), (1 if c > 0 else -1, f"{abs(c)}/{inner}")])
        return settled(text, found)
    return settled(arranged(rng, [(a, f"{inner}^2"), middle, (c, "")]), found)


def _exponent(rng: Draw) -> Known | None:
    """Draw x^log(x) = exp(4), x^(log_2(x)) = 16, x^(log(x) - 1) = exp(2)."""
    base = _base(rng)
    p, q = nonzero(rng, 3), nonzero(rng, 3)
    b, c = -(p + q), p * q
    exponent = total([(1, log_text(base, "x")), (b, "")])
    if c > 0 and base == "e":
        right = "1/" + (f"exp({c})" if c > 1 else "exp(1)")
    elif base == "e":
        right = f"exp({-c})"
    else:
        right = str(Fraction(int(base)) ** (-c))
    if len(right) > 6:
        return None
    return settled(f"x^({exponent}) = {right}", [_power(base, str(each)) for each in (p, q)])
