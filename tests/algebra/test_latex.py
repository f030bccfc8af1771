"""LaTeX is read like plain text, with the columns of what was typed."""

from __future__ import annotations

import pytest

from aljabr.algebra.parse import ParseError, parse
from aljabr.algebra.printing import equation_text

READ = r"""
    \frac{x}{2} = 3                   -> x/2 = 3
    \dfrac{x + 1}{2(x - 1)} = 3       -> (x + 1)/(2*(x - 1)) = 3
    \tfrac{1}{2} x = 3                -> x/2 = 3
    \frac12 x = 3                     -> x/2 = 3
    \frac1{2x} = 3                    -> 1/(2*x) = 3
    \frac{1}2 x = 3                   -> x/2 = 3
    \frac x2 = 3                      -> x/2 = 3
    \frac\pi2 = x                     -> x = pi/2
    \frac{x}{2}^2 = 3                 -> x^2/4 = 3
    \frac{1}{\frac{1}{x} + 1} = 2     -> 1/(1/x + 1) = 2
    \sqrt{x} = 3                      -> sqrt(x) = 3
    \sqrt x = 3                       -> sqrt(x) = 3
    \sqrt2x = 3                       -> sqrt(2)*x = 3
    \sqrt[3]{x} = 2                   -> x^(1/3) = 2
    \sqrt[n]{x + 1} = 2               -> (x + 1)^(1/n) = 2
    3 \cdot x \times 2 = 6            -> 6*x = 6
    x \div 2 = 6                      -> x/2 = 6
    \left( x + 1 \right)^2 = 3        -> (x + 1)^2 = 3
    \left[ x + 1 \right] = 3          -> x + 1 = 3
    \left\{ x + 1 \right\} = 3        -> x + 1 = 3
    \bigl(x + 1\bigr) = 3             -> x + 1 = 3
    \left| x - 3 \right| = 2          -> abs(3 - x) = 2
    \lvert x \rvert = 2               -> abs(x) = 2
    2\left|x\left|y\right|\right| = 3 -> 2*abs(abs(y)*x) = 3
    \sin x = 1                        -> sin(x) = 1
    \sin^2 x = 1                      -> sin(x)^2 = 1
    \sin^{-1}(x) = 1                  -> asin(x) = 1
    \sin{2x} = 1                      -> sin(2*x) = 1
    \sin\frac{x}{2} = 1               -> sin(x/2) = 1
    \sin\left(x\right)\cos x = 1      -> cos(x)*sin(x) = 1
    \arcsin x = 1                     -> asin(x) = 1
    \operatorname{arsinh} x = 1       -> log(x + sqrt(x^2 + 1)) = 1
    \ln x = 2                         -> log(x) = 2
    \ln\left|x\right| = 2             -> log(abs(x)) = 2
    \log_2 x = 3                      -> log(x)/log(2) = 3
    \log_{10} x = 3                   -> log(x)/log(10) = 3
    \log_{a + b} x = 3                -> log(x)/log(a + b) = 3
    \lg x = 3                         -> log(x)/log(10) = 3
    \pi x = 3                         -> pi*x = 3
    e^{2x} = 3                        -> exp(2*x) = 3
    \mathrm{e}^{x} = 3                -> exp(x) = 3
    x^{2} = 4                         -> x^2 = 4
    x^{-\frac12} = 4                  -> 1/sqrt(x) = 4
    x_{1} = 3                         -> x_1 = 3
    x_{\text{max}} = 3                -> x_max = 3
    x_{\max} = 3                      -> x_max = 3
    \alpha x = \beta_1                -> alpha*x = beta_1
    \Delta x = 3                      -> Delta*x = 3
    \varphi x = 3                     -> φ*x = 3
    2\,x\;+\quad1\!=\ 4               -> 2*x + 1 = 4
    $3x = 6$                          -> 3*x = 6
    $$3x = 6$$                        -> 3*x = 6
    \(3x = 6\)                        -> 3*x = 6
    \[3x = 6\]                        -> 3*x = 6
    \displaystyle \frac{x}{2} = 1     -> x/2 = 1
    {2x} = {4}                        -> 2*x = 4
    {}2x{} = 4                        -> 2*x = 4
    30\% x = 6                        -> 3*x/10 = 6
    \sin 30^\circ = x                 -> x = 1/2
    \sin 30^{\circ} = x               -> x = 1/2
    2{,}5 x = 5                       -> 5*x/2 = 5
"""


@pytest.mark.parametrize("line", READ.strip().splitlines())
def test_latex_is_read(line):
    typed, expected = (part.strip() for part in line.split("->"))
    assert equation_text(parse(typed)) == expected


REFUSED = r"""
    x = \pm 2           | '±' stands for two equations at column 5: solve them one by one
    x \neq 2            | this is not an equation: '\neq' at column 3
    x \leq 2            | this is not an equation: '\leq' at column 3
    x = 1 \implies y    | '\implies' joins two equations at column 7: write one of them, with '='
    x = \infty          | infinity is not a number at column 5
    \bar{x} = 2         | the command '\bar' is not known at column 1
    2x + \foo = 2       | the command '\foo' is not known at column 6
    \sinx = 2           | the command '\sinx' is not known at column 1
    x \\ = 2            | the command '\\' is not known at column 3
    \text{foo} = x      | the name 'foo' is not known at column 7
    \frac{x} = 2        | \frac takes two arguments in braces at column 10: write \frac{...}{...}
    \frac{1}23 x = 4    | \frac takes two arguments in braces at column 9: write \frac{...}{...}
    \frac{x}{1 - 1} = 2 | division by zero at column 1
    \sqrt[0]{x} = 2     | a root with index zero at column 1
    \frac{x}{2 + = 3    | unexpected '=' at column 14
    \frac{x}{2 = 3      | unexpected '=' at column 12
    \left(x + 1 = 3     | unexpected '=' at column 13
    x = \left(2         | '(' is never closed at column 10
    x = \left|2         | '\left|' is never closed at column 5
    \alpha + \cdot 2    | unexpected '\cdot' at column 10
    x_{i+1} = 2         | a subscript is a number or letters at column 2: write x_1 or x_max
"""


@pytest.mark.parametrize("line", REFUSED.strip().splitlines())
def test_columns_are_those_of_what_was_typed(line):
    typed, message = (part.strip() for part in line.split(" | "))
    with pytest.raises(ParseError) as caught:
        parse(typed)
    assert str(caught.value) == message
