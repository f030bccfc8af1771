"""More derivations as in `student_patterns`: roots, bars, fractions, powers, letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from benchmarks.student_patterns import Draw, Work, further, plus, ratio, term, whole


def radical(rng: Draw) -> Work:
    """Solve sqrt(x + b) = x + c, with a root and a candidate that is none."""
    # With s = sqrt(x + b) it reads s^2 - s = b - c, whose zeros are `good` and `1 - good`.
    good = rng.randint(2, 7)
    width = good - 1
    c = whole(rng, 1, 5)
    b = c + good * width
    x, other = good - c, -width - c
    lines = [f"sqrt(x{plus(b)}) = x{plus(c)}", f"x{plus(b)} = (x{plus(c)})^2",
             f"x{plus(b)} = x^2{further(2 * c)}{plus(c * c)}",
             f"x^2{further(2 * c - 1)}{plus(c * c - b)} = 0",
             f"(x{plus(-x)})*(x{plus(-other)}) = 0", f"x = {x} or x = {other}",
             f"x = {x}"]  # fmt: skip
    slips = [
        (1, "rule", f"x{plus(b)} = x{plus(c)}"),
        (1, "distribution", f"x{plus(b)} = x^2{plus(c * c)}"),
        (2, "distribution", f"x{plus(b)} = x^2{plus(c * c)}"),
        (2, "distribution", f"x{plus(b)} = x^2{further(c)}{plus(c * c)}"),
        (3, "moved", f"x^2{further(2 * c + 1)}{plus(c * c - b)} = 0"),
        (6, "dropped", f"x = {other}"),
    ]
    work = Work(lines, [str(x)], slips, gained=str(other))
    if rng.random() < 0.5:
        work.slips = [(5, "extraneous", f"x = {x} or x = {other}")]
        work.lines = [*lines[:5], f"x = {x}"]
    return work


def no_root(rng: Draw) -> Work:
    a, b = whole(rng, 1, 9), rng.randint(1, 9)
    lines = [f"sqrt(x{plus(a)}) = {-b}", f"x{plus(a)} = {b * b}", f"x = {b * b - a}", "no solution"]
    slips = [(2, "extraneous", f"x = {b * b - a}")]
    return Work(lines, [], slips, gained=str(b * b - a))


def bars(rng: Draw) -> Work:
    a, b, c = whole(rng, 1, 5), whole(rng, 1, 9), rng.randint(1, 20)
    lines = [f"abs({term(a)}{plus(b)}) = {c}",
             f"{term(a)}{plus(b)} = {c} or {term(a)}{plus(b)} = {-c}",
             f"{term(a)} = {c - b} or {term(a)} = {-c - b}",
             f"x = {ratio(c - b, a)} or x = {ratio(-c - b, a)}"]  # fmt: skip
    slips = [
        (1, "one_sign", f"{term(a)}{plus(b)} = {c}"),
        (1, "rule", f"{term(a)}{plus(b)} = {c} or {term(a)}{plus(-b)} = {c}"),
        (2, "moved", f"{term(a)} = {c + b} or {term(a)} = {-c - b}"),
        (3, "dropped", f"x = {ratio(-c - b, a)}"),
        (3, "arithmetic", f"x = {ratio(c - b + 1, a)} or x = {ratio(-c - b, a)}"),
    ]
    return Work(lines, [ratio(c - b, a), ratio(-c - b, a)], slips)


def proportion(rng: Draw) -> Work:
    a, b, c, d = whole(rng, 1, 9), whole(rng, 1, 9), whole(rng, 1, 9), whole(rng, 1, 9)
    if a == c or b == d or a * d == c * b:
        return proportion(rng)
    x = ratio(c * b - a * d, a - c)
    lines = [f"{a}/(x{plus(b)}) = {c}/(x{plus(d)})", f"{a}*(x{plus(d)}) = {c}*(x{plus(b)})",
             f"{term(a)}{plus(a * d)} = {term(c)}{plus(c * b)}",
             f"{term(a - c)} = {c * b - a * d}", f"x = {x}"]  # fmt: skip
    slips = [
        (1, "fraction", f"{a}*(x{plus(b)}) = {c}*(x{plus(d)})"),
        (2, "distribution", f"{term(a)}{plus(d)} = {term(c)}{plus(b)}"),
        (3, "moved", f"{term(a + c)} = {c * b - a * d}"),
        (4, "fraction", f"x = {ratio(a - c, c * b - a * d)}"),
    ]
    return Work(lines, [x], slips)


def cleared(rng: Draw) -> Work:
    """Solve an equation whose only candidate makes a denominator zero."""
    a = whole(rng, 1, 9)
    lines = [f"x/(x{plus(-a)}) = {a}/(x{plus(-a)})", f"x = {a}", "no solution"]
    return Work(lines, [], [(1, "extraneous", f"x = {a}")], gained=str(a))


def one_of_two(rng: Draw) -> Work:
    a, b = whole(rng, 1, 9), whole(rng, 1, 9)
    if a == b:
        return one_of_two(rng)
    lines = [f"(x{plus(-a)})*(x{plus(-b)})/(x{plus(-a)}) = 0", f"(x{plus(-a)})*(x{plus(-b)}) = 0",
             f"x = {a} or x = {b}", f"x = {b}"]  # fmt: skip
    slips = [
        (2, "extraneous", f"x = {a} or x = {b}"),
        (1, "sign", f"(x{plus(-a)})*(x{plus(b)}) = 0"),
    ]
    return Work(lines, [str(b)], slips, gained=str(a))


def reciprocals(rng: Draw) -> Work:
    a, b = rng.sample(range(2, 10), 2)
    x = ratio(a * b, a - b)
    lines = [f"1/x + 1/{a} = 1/{b}", f"1/x = 1/{b} - 1/{a}", f"1/x = {a - b}/{a * b}", f"x = {x}"]
    slips = [
        (1, "fraction", f"x + {a} = {b}"),
        (1, "moved", f"1/x = 1/{b} + 1/{a}"),
        (2, "fraction", f"1/x = 1/({b - a})"),
        (3, "fraction", f"x = {a - b}/{a * b}"),
    ]
    return Work(lines, [x], slips)


def logarithms(rng: Draw) -> Work:
    r, s = rng.randint(2, 9), rng.randint(1, 8)
    a, c = s - r, r * s  # x*(x - a)... the zeros are r and -s
    lines = [f"ln(x) + ln(x{plus(a)}) = ln({c})" if a else f"ln(x) + ln(x) = ln({c})",
             f"ln(x*(x{plus(a)})) = ln({c})" if a else f"ln(x^2) = ln({c})",
             f"x^2{further(a)} = {c}" if a else f"x^2 = {c}",
             f"(x - {r})*(x + {s}) = 0", f"x = {r} or x = {-s}", f"x = {r}"]  # fmt: skip
    slips = [
        (1, "rule", f"ln(2*x{plus(a)}) = ln({c})" if a else f"ln(2*x) = ln({c})"),
        (2, "arithmetic", f"x^2{further(a)} = {c + 1}" if a else f"x^2 = {c + 1}"),
        (3, "sign", f"(x + {r})*(x - {s}) = 0"),
        (5, "dropped", f"x = {-s}"),
    ]
    if a and rng.random() < 0.4:
        slips = [(4, "extraneous", f"x = {r} or x = {-s}")]
        lines = [*lines[:4], f"x = {r}"]
    if r == s:
        return logarithms(rng)
    return Work(lines, [str(r)], slips, gained=str(-s))


def one_logarithm(rng: Draw) -> Work:
    k, c = rng.randint(2, 5), rng.randint(1, 6)
    lines = [f"{k}*ln(x) = {k * c}", f"ln(x) = {c}", f"x = e^{c}"]
    slips = [
        (1, "rule", f"ln({k}*x) = {k * c}"),
        (1, "arithmetic", f"ln(x) = {k * c - k}"),
        (2, "rule", f"x = {c}"),
        (2, "rule", f"x = {c}*e^1" if c > 1 else "x = e^2"),
    ]
    return Work(lines, [f"exp({c})"], [each for each in slips if k * c - k != c or each[0] == 2])


def exponential(rng: Draw) -> Work:
    b, a, d = rng.choice((2, 3, 5)), whole(rng, 1, 5), rng.randint(1, 4)
    k = rng.randint(2, 4)
    lines = [f"{b}^({k}*x{plus(a)}) = {b**d}", f"{b}^({k}*x{plus(a)}) = {b}^{d}",
             f"{k}*x{plus(a)} = {d}", f"{k}*x = {d - a}", f"x = {ratio(d - a, k)}"]  # fmt: skip
    slips = [
        (1, "rule", f"{b}^({k}*x) + {b}^({abs(a)}) = {b}^{d}"),
        (2, "rule", f"{k}*x{plus(a)} = {b**d}" if b**d != d else f"{k}*x{plus(a)} = {d + 1}"),
        (3, "moved", f"{k}*x = {d + a}"),
        (4, "fraction", f"x = {ratio(k, d - a) if d != a else k}"),
    ]
    return Work(lines, [ratio(d - a, k)], slips)


def product_of_power(rng: Draw) -> Work:
    a, b, d = rng.randint(2, 6), rng.choice((2, 3, 5)), rng.randint(1, 4)
    lines = [f"{a}*{b}^x = {a * b**d}", f"{b}^x = {b**d}", f"x = {d}"]
    slips = [(1, "rule", f"({a * b})^x = {a * b**d}"), (2, "rule", f"x = {b ** (d - 1)}"),
             (1, "arithmetic", f"{b}^x = {b**d + 1}")]  # fmt: skip
    return Work(lines, [str(d)], [each for each in slips if each[2] != f"x = {d}"])


def quadratic_power(rng: Draw) -> Work:
    b = rng.choice((2, 3))
    p, q = rng.sample(range(0, 4), 2)
    u, v = b**p, b**q
    lines = [f"{b * b}^x - {u + v}*{b}^x + {u * v} = 0", f"u = {b}^x",
             f"u^2 - {u + v}*u + {u * v} = 0", f"u = {u} or u = {v}",
             f"{b}^x = {u} or {b}^x = {v}", f"x = {p} or x = {q}"]  # fmt: skip
    slips = [
        (2, "rule", f"2*u - {u + v}*u + {u * v} = 0"),
        (3, "dropped", f"u = {u}"),
        (5, "arithmetic", f"x = {p} or x = {q + 1}" if p != q + 1 else f"x = {p}"),
    ]
    return Work(lines, [str(p), str(q)], slips)


def wave(rng: Draw) -> Work:
    k = rng.randint(1, 4)
    lines = [f"2*sin({term(k)}) = 1", f"sin({term(k)}) = 1/2",
             f"{term(k)} = pi/6 + 2*pi*n or {term(k)} = 5*pi/6 + 2*pi*n",
             f"x = pi/{6 * k} + 2*pi*n/{k} or x = 5*pi/{6 * k} + 2*pi*n/{k}"]  # fmt: skip
    slips = [
        (1, "arithmetic", f"sin({term(k)}) = 2"),
        (2, "dropped", f"{term(k)} = pi/6 + 2*pi*n"),
        (2, "rule", f"{term(k)} = pi/6 + 2*pi*n or {term(k)} = 7*pi/6 + 2*pi*n"),
        (3, "rule", f"x = pi/{6 * k} + 2*pi*n or x = 5*pi/{6 * k} + 2*pi*n"),
    ]
    roots = [f"(pi/6 + 2*pi*{n})/{k}" for n in (-1, 0, 1, 2)]
    roots += [f"(5*pi/6 + 2*pi*{n})/{k}" for n in (-1, 0, 1)]
    return Work(lines, roots, slips if k > 1 else slips[:3])


def with_letters(rng: Draw) -> Work:
    values = dict(zip("abcd", rng.sample(range(2, 30), 4), strict=True))
    kind = rng.randrange(5)
    if kind == 0:
        lines = ["a*x + b = c", "a*x = c - b", "x = (c - b)/a"]
        slips = [(1, "moved", "a*x = c + b"), (2, "fraction", "x = c - b/a"),
                 (2, "arithmetic", "x = c - b - a")]  # fmt: skip
        return Work(lines, ["(c - b)/a"], slips, values)
    if kind == 1:
        lines = ["a*(x + b) = c", "a*x + a*b = c", "a*x = c - a*b", "x = (c - a*b)/a"]
        slips = [(1, "distribution", "a*x + b = c"), (2, "moved", "a*x = c + a*b"),
                 (3, "fraction", "x = c - b")]  # fmt: skip
        return Work(lines, ["(c - a*b)/a"], slips, values)
    if kind == 2:
        lines = ["1/x + 1/a = 1/b", "1/x = 1/b - 1/a", "1/x = (a - b)/(a*b)", "x = a*b/(a - b)"]
        slips = [(1, "fraction", "x + a = b"), (1, "moved", "1/x = 1/b + 1/a"),
                 (2, "fraction", "1/x = 1/(b - a)"), (3, "sign", "x = a*b/(b - a)")]  # fmt: skip
        return Work(lines, ["a*b/(a - b)"], slips, values)
    if kind == 3:
        lines = [
            "a*x + b = c*x + d",
            "a*x - c*x = d - b",
            "(a - c)*x = d - b",
            "x = (d - b)/(a - c)",
        ]
        slips = [(1, "moved", "a*x + c*x = d - b"), (2, "sign", "(c - a)*x = d - b"),
                 (3, "fraction", "x = d/a - b/c")]  # fmt: skip
        return Work(lines, ["(d - b)/(a - c)"], slips, values)
    lines = ["x^2 - a^2 = 0", "(x - a)*(x + a) = 0", "x = a or x = -a"]
    slips = [(1, "distribution", "(x - a)^2 = 0"), (2, "one_sign", "x = a")]
    return Work(lines, ["a", "-a"], slips, values)


def physics(rng: Draw) -> Work:
    values = dict(zip("vuas", rng.sample(range(2, 30), 4), strict=True))
    lines = ["v = u + a*t", "v - u = a*t", "t = (v - u)/a"]
    slips = [
        (1, "moved", "v + u = a*t"),
        (2, "fraction", "t = v - u/a"),
        (2, "sign", "t = (u - v)/a"),
    ]
    return Work(lines, ["(v - u)/a"], slips, values, unknown="t")


MAKERS: Final[list[Callable[[Draw], Work]]] = [
    radical, no_root, bars, proportion, cleared, one_of_two, reciprocals, logarithms,
    one_logarithm, exponential, product_of_power, quadratic_power, wave, with_letters, physics,
]  # fmt: skip
