"""Equations at the borders of what is real, defined or bounded; phrases as in `phrases`."""

from __future__ import annotations

from typing import Final

ROOTED: Final = (
    "cbrt(A)*x = B", "x^2 + N + cbrt(A) = 0", "cbrt(A*x + B) = C", "cbrt(x) + cbrt(A) = 0",
    "x = cbrt(A)", "x^3 = cbrt(A)", "|x| = cbrt(A)", "sqrt(x) = cbrt(A)", "log(x) = cbrt(A)",
    "e^x = cbrt(A)", "x^(1/5) = A", "x^(2/3) = A", "x^(3/5) = -N", "(A*x)^(1/3) = B",
    "cbrt(x^2) = A", "cbrt(x - A) = cbrt(B*x)", "sqrt(cbrt(x) - A) = B", "cbrt(A)^2*x = B",
    "x^2 = A^(1/3)", "x^2 = A^(2/3)", "(A - B)^(1/3)*x = C", "x/cbrt(A - B) = C",
    "cbrt(x)*cbrt(A) = B", "cbrt(x) = x", "cbrt(x) = A*x", "sqrt(x) = A*cbrt(x)",
    "cbrt(x + A) = sqrt(x)", "x^(2/3) + A*x^(1/3) + B = 0", "cos(x) = cbrt(A)", "x^4 = cbrt(A)",
    "cbrt(x^3) = A", "cbrt(A^3)*x = B", "sqrt(A^2)*x = B", "cbrt(x^3) = x", "(A^N)^(1/N)*x = B",
    "x^N = A^N", "x^(-1/3) = A", "x^(-2/3) = A", "x^2 = cbrt(A) + cbrt(B)", "x^(4/3) = A*x",
    "x*cbrt(x) = A", "cbrt(A - x) = B", "sqrt(x - cbrt(A)) = B", "x^(5/3) = A", "x^(2/5) = A^2",
    "log(x - cbrt(A)) = B", "1/cbrt(x) + A = 0", "1/(x - cbrt(A)) = B", "cbrt(x)^2 - A^2 = 0",
)  # fmt: skip
"""Odd roots, of letters and numbers of either sign among them."""

BOUNDED: Final = (
    "sin(x) = x^2 + N", "e^x + x^2 = A", "cos(x)*sqrt(x) = A", "x*log(x) = A", "x^2*e^x = A",
    "sqrt(x)*log(x) = A", "e^x*sqrt(x) = A", "x*sqrt(x - A) = B", "x^2 + |x| = A",
    "sqrt(x) + sqrt(x + N) = A", "2^x + 2^-x = A", "e^x + e^-x = sin(x)", "x^4 + x^2 + A^2 = 0",
    "x^2 + A^2*e^x = 0", "|L| + |L| = A", "cosh(x) + x^2 = A", "sin(x) + cos(x) = A",
    "sin(x)*cos(x) = A", "sin(x) + e^x = -N", "log(x)^2 + x^2 = A", "log(x) + sqrt(-x) = A",
    "sqrt(x - A)*sqrt(B - x) = C", "asin(x) + acos(x) = A", "asin(x)*acos(x) = -N",
    "atan(x) + x^2 = A", "|x| + sqrt(x) = A", "x^2 - 2*x*cos(A) + 1 = 0", "x + 1/x = sin(x)",
    "x^2 + 1/x^2 = A", "sqrt(x^2 + A^2) = x", "sqrt(x^2 + N) = |x|", "x^2 = cos(A) - 2",
    "(x^2 + A)^2 + |x - B| = 0", "sqrt(L) + L^2 = 0", "e^(sin(x)) = A", "cos(e^x) = A",
    "log(sin(x)) = A", "sqrt(cos(x)) = A", "sin(sqrt(x)) = A", "cos(x)^2 + x^2 = A",
    "sin(x)^2 + A^2 = 0", "sqrt(L) + sqrt(L) + N = 0", "sqrt(x) = log(x) - N", "x^2 + N = cos(L)",
    "|x| + |x - A| + N = 0", "e^x = sin(x) - 2", "sqrt(x - A) = log(A - x)", "x^x = A",
    "sqrt(A - x)*e^x = -N", "log(x)*log(1 - x) = -N", "tan(x)*cot(x) = A", "x*|x| + e^x = 0",
    "sqrt(sin(x) - 2) = A", "log(cos(x) - 1) = A", "log(-x^2)*x = A", "sqrt(-e^x) = x",
    "acos(x)*sqrt(x) = -N", "sin(x)^2 + cos(x)^2 = A", "cosh(x)^2 - sinh(x)^2 = A",
    "x^2 + A*sin(x)^2 = 0", "sqrt(x)*sqrt(x - A) = -N", "log(x)^2 = -A^2", "tan(x)^2 + N = 0",
)  # fmt: skip
"""Sides that have bounds, and roots and logarithms that are to be negative, or imaginary."""

PAIRED: Final = (
    "|x - A| + |x - B| = C", "sqrt(x - A) = sqrt(B - x)", "sqrt(x - A) + sqrt(B - x) = 0",
    "log(x - A) = log(B - x)", "log(x) + log(x - A) = log(B)", "sqrt(A - x) = x - B",
    "(x - A)/(x - B) = (x - C)/(x - A)", "sqrt(x + A) = x", "|x - A| = |x - B|", "A^x = B^x",
    "|x - A| = x - B", "|x - A| = B*x", "sqrt(x - A)*sqrt(x - B) = 0", "(x - A)/(x - B) = 0",
    "(x^2 - A^2)/(x - B) = 0", "sqrt(x^2 - A^2) = B", "sqrt(A^2 - x^2) = B", "sin(x) = A/B",
    "x^2 - (A + B)*x + A*B = 0", "A/(x - B) + B/(x - A) = 0", "A*x + B = B*x + A",
    "A*x^2 + B = B*x^2 + A", "log(A*x) = log(B)", "log(A*x) = log(B*x + C)", "e^(A*x) = e^B",
    "A*e^x = B*e^-x", "x*|x| = A", "x*|x - A| = B", "|x| = A*x + B", "|A*x| = |B|",
    "asin(x - A) = B", "A*sin(x) = B*cos(x)", "A*sin(x) + B*cos(x) = C", "sqrt(x)/sqrt(A) = B",
    "x^A = x^B", "sqrt(x - A) = B*x", "sqrt(A*x) = x - B", "sqrt(x)*(x - A) = 0",
    "log(x)*(x - A) = 0", "(x - A)*sqrt(B - x) = 0", "(x^2 - A^2)*sqrt(x - B) = 0",
    "sin(x)*sqrt(A - x) = 0", "|x|*(x - A) = B", "A*|x| = B*x", "|x - A| + |B| = 0",
    "|x + A| + |x - A| = 2*|A|", "x/(x - A) = B/(x - B)", "1/(x - A) + 1/(x - B) = 0",
    "sqrt(x - A) + sqrt(x - B) = C", "sqrt(A*x + B) = sqrt(B*x + A)", "acos(A*x) = acos(B)",
    "atan(A*x) = atan(B*x)", "log(x - A)/log(x - B) = 1", "x^2*(A - B) = A^2 - B^2",
    "sqrt(x)*sqrt(A) = B", "sqrt(A*x) = B", "sqrt(A/x) = sqrt(B)", "(A*x)^B = C", "|x|^A = B",
)  # fmt: skip
"""Two letters whose order decides which roots there are."""
