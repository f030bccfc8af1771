"""Equations to begin with: formulas of books, identities, impossible ones, styles of typing.

In a phrase, L stands for something linear in x, A, B and C for numbers or letters, N for a small
whole number.
"""

from __future__ import annotations

from typing import Final

FORMULAS: Final = (
    "V = l w h", "y = m x + b", "v = u + a t", "s = u t + a t^2/2", "v^2 = u^2 + 2 a s",
    "F = m a", "E = m c^2/2", "p V = n R T", "A = (a + b) h/2", "A = pi r^2", "V = pi r^2 h",
    "V = 4/3 pi r^3", "C = 5/9 (F - 32)", "F = 9/5 C + 32", "I = V/R", "P = I^2 R",
    "1/f = 1/u + 1/v", "1/R = 1/a + 1/b + 1/c", "T = 2 pi sqrt(l/g)", "F = G m M/r^2",
    "A = P (1 + r t)", "A = P (1 + r)^t", "A = P exp(r t)", "k = A exp(-E/(R T))", "S = a/(1 - r)",
    "S = n (a + l)/2", "l = a + (n - 1) d", "m = (d - b)/(c - a)", "P = 2 (l + w)",
    "A = 2 (l w + w h + h l)", "n = (p - q)/(r - s)", "c^2 = a^2 + b^2", "h = v t - g t^2/2",
    "Q = m c (T - S)", "q = a b/(a + b)", "z = (x - m)/s", "R = r (1 + a (T - S))", "w = 2 pi f",
    "v = sqrt(2 g h)", "d = v t cos(b)", "n sin(a) = m sin(b)", "tan(b) = h/d",
    "L = 10 log(I/J)/log(10)", "N = N_0 exp(-k t)", "F = k q Q/d^2", "a = (v - u)/t",
    "x/a + y/b = 1", "a x + b y + c = 0", "M = (a x + b y)/(a + b)", "p + d g h + d v^2/2 = c",
    "E = q (u/d + v b)", "i = V/(R + r)", "t = 2 a b/(a^2 + b^2)", "g = (a b)/(c d)",
    "x_1 = x_2 + v t", "K = (f - g)/(f + g)", "D = |a - b|/c", "s = sqrt(v/(n - 1))",
)  # fmt: skip
"""To be solved for any of their letters."""

IDENTITIES: Final = (
    "A*(x + B) = A*x + A*B", "(x + A)^2 = x^2 + 2*A*x + A^2", "x/x = 1", "L/L = 1",
    "(x^2 - A^2)/(x - A) = x + A", "A*x/A = x", "sqrt(L) = sqrt(L)", "1/x = 1/x", "A/L = A/L",
    "tan(L) = tan(L)", "tan(x) = sin(x)/cos(x)", "cot(x) = cos(x)/sin(x)", "log(L) = log(L)",
    "abs(L) = abs(L)", "exp(x)/exp(x) = 1", "exp(x)*exp(A) = exp(x + A)", "0*x = 0",
    "A*x + B*x = (A + B)*x", "x - (x - A) = A", "A*(x - x) = 0", "sec(x) = 1/cos(x)",
    "x^2/x = x", "x^3/x^2 = x", "(A*x + B)/C = A/C*x + B/C", "1/(1/x) = x", "A/(B/x) = A*x/B",
    "x*(1/x) = 1", "2*L = L + L", "(x + A)*(x - A) = x^2 - A^2", "sin(L)/sin(L) = 1",
    "asin(x) = asin(x)", "x/A - B/A = (x - B)/A", "N*x - (N*x - A) = A", "sqrt(x)^2 = x",
    "A*x/(B*x) = A/B", "exp(-x) = 1/exp(x)", "log(x)/log(x) = 1", "x^A = x^A", "A^x = A^x",
    "tan(x)*cos(x) = sin(x)", "atan(L) = atan(L)", "sqrt(x)*sqrt(x) = x", "-(-L) = L",
)  # fmt: skip

NEVER: Final = (
    "A*x = A*x + B", "0*x = A", "exp(L) = 0", "abs(L) = -A^2 - 1", "sqrt(L) = -A^2 - 1",
    "sqrt(L) = -N", "|L| = -N", "A/x = 0", "1/L = 0", "x/x = N", "L = L + A", "asin(L) = N + 2",
    "acos(L) = -N", "atan(L) = N", "exp(x) + exp(A) = 0", "sqrt(x) + exp(A) = 0", "x + A = x + B",
    "A*(x + B) = A*x + C", "(x + A)/(x + B) = 1", "x^2/x = 0", "A/(x - B) = 0", "L/L = A",
    "exp(x) = -exp(x)", "|x| + N = 0", "sqrt(x) + A^2 = 0", "acos(x) + A^2 = 0", "N^x = 0",
    "log(x) = log(x) + A", "1/(x - A) = 1/(x - B)", "exp(A*x) = -N", "sin(L) = sin(L) + A",
    "(x - A)/(x - A) = B", "x*(x - A)/(x - A) = A", "N/(A*x) = 0", "abs(x - A) = -B",
)  # fmt: skip
"""Impossible, at least for most letters or as long as the unknown is real."""

UNDEFINED: Final = (
    "A/B*x = C", "x/(A - B) = C", "log(A)*x = B", "x/sin(A) = B", "tan(A)*x = B", "A^B*x = 1",
    "(1/A)^B*x = C", "x^C + pi = 0", "sqrt(A)*x = B", "1/(A*x) = N", "log(A*x) = B",
    "x/(A^2 - B^2) = C", "log(x, B) = A", "A^x = B", "x^A = B", "x/A + x/B = C", "A/(B/x) = C",
    "A/(B/C)*x = N", "x = A/(B - C)", "x = log(A)/B", "exp(1/A)*x = B", "sqrt(1/A)*x = B",
    "sqrt(1/x) = A", "A/(x - B) = C/(x - B)", "x + log(A) = B", "x/log(A) = B", "x*cot(A) = B",
    "A/(1 + 1/x) = B", "1/(A + 1/x) = B", "x/tan(A) = B", "A*x/(A*B) = C", "sqrt(A/x) = B",
    "log(x/A) = B", "x/(A + B)/(A - B) = C", "(A - B)*x = A^2 - B^2", "(A - B)*x = A - B",
    "A*x/B/C = N", "acos(A)*x = B", "asin(x/A) = B", "exp(x/A) = B", "|x/A| = B", "A*|x| = B",
    "A*x^2 = B", "A*sqrt(x) = B", "(x/A)^B = C", "x^(1/A) = B", "x/|A| = B", "x/(A - |A|) = B",
    "x*(A^2 + 1) = B", "x/(sqrt(A) - sqrt(B)) = C", "x*sqrt(A^2) = B", "1/x = 1/A + 1/B",
)  # fmt: skip

STYLED: Final = (
    "|x - N| = A", "2sin x = A", "√(x + A) = B", "x² = A", "½x + A = B", "sin^2 x = A",
    "log_2 x = A", "log10(x) = A", "sec x = A", "csc x = A", "cot x = A", "sinh x = A",
    "cosh x = A", "tanh x = A", "e^(2x) = A", "e^x + A = B", "3·x ÷ 2 = A", "sin^-1 x = A",
    "cbrt(x) = A", "ln x = A", "ln(x + A) = B", "1/2x = A", "2(x + A) = B", "N sin 2x = A",
    "tan x = A", "x³ = A", "cos^2 x = A", "arctan x = A", "arccos x = A", "log(x, N) = A",
    "e^-x = A", "-x^2 = A", "x(x - A)/x = B", "2^x = A", "√x = A", "∛x = A", "e x = A",
    "|2x| + A = B", "x/2/3 = A", "A x - e = 0", "x^-1 = A", "x^-2 = A", "(x)(A) = B",
    "sin x cos A = B", "e^(x + A) = B", "N^-x = A", "cosec(x) = A", "A/x² = B", "ln e^x = A",
)  # fmt: skip

NAMED: Final[tuple[tuple[str, str | None], ...]] = (
    ("sqrt(x) + a = 20", None), ("|x| = a + 3", None), ("asin(x) = a/5", None),
    ("acos(x) = sqrt(a)", None), ("log(x) = sqrt(a)", None),
    ("sqrt(x) + pi = pi - exp(-90)", None), ("acos(x) = -10^-39", None), ("log(x+1) = -100", None),
    ("1/(x+1) = 10^39", None), ("x = sqrt(1/(1-pi))", None), ("sqrt(1/x) + sqrt(-1) = 0", None),
    ("(1/a)^b x = 1", None), ("x^c + pi = 0", None), ("V = l w h", "h"), ("a b x = 2", None),
    ("1/(a x) = 2", None), ("sqrt(x) + a = -3", None), ("tan x = tan x", None),
    ("a x = a x + b", None), ("0 x = a", None), ("sqrt(b x + a) - c = 0", None),
    ("e + (a x + b)/(c x + d) = 0", None), ("x/x = 1", None), ("sqrt(x) + 2 = 0", None),
    ("x(x-1)/(x-1) = 1", None), ("(x^2 - 1)/(x - 1) = x + 1", None), ("cot x = cot x", None),
    ("sqrt(x^2) = x", None), ("|x| = x", None), ("log(exp(x)) = x", None), ("x^0 = 1", None),
    ("sqrt(x)^2 = x", None), ("exp(log(x)) = x", None), ("asin(sin(x)) = x", None),
    ("sqrt(x) = -exp(-900)", None), ("|x| = exp(-900) - 10^-39", None), ("x^2 = -10^-39", None),
    ("acos(x) = pi + exp(-100)", None), ("atan(x) = pi/2", None), ("atan(x) = pi/2 - 10^-30", None),
    ("sqrt(x) + a^2 = 0", None), ("|x| + a^2 = 0", None), ("acos(x) + |a| = 0", None),
    ("sqrt(x) = a - 10^30", None), ("asin(x) = 10^20 a", None), ("sqrt(x) + 10^-30 a = 1", None),
    ("log(x) = sqrt(-1) a", None), ("exp(x) + a = 0", None), ("a/b = c/x", None),
    ("(a - b) x = a^2 - b^2", None), ("x/a = b/a", None), ("a x = a b", None), ("a x = 0", None),
    ("a/x = 0", None), ("1/x = a", None), ("x/(x - a) = a/(x - a)", None),
    ("a = 1/(b - 1/x)", None),
    ("tan(x) = tan(a)", None), ("sin(x) = sin(a)", None), ("x^2 = a^2", None),
    ("sqrt(x) = sqrt(a)", None), ("x^a = 1", None), ("a^x = 1", None), ("1^x = a", None),
    ("exp(1/x) = a", None), ("exp(1/x) = 1", None), ("1/log(x) = a", None),
    ("log(log(x)) = a", None),
    ("sqrt(x - a) = sqrt(b - a)", None), ("sqrt(x) + sqrt(-a) = 0", None), ("1/(1/x) = a", None),
    ("|x|/x = 1", None), ("x/|x| = a", None), ("x = 1/(a - a)", None), ("x = log(0 a)", None),
)  # fmt: skip
"""Those that somebody has thought of, each with the letter to solve for."""
