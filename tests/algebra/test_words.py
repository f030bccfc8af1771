"""Runs of letters: what is a function, a product, a word, and what nobody can tell."""

from __future__ import annotations

import pytest

from aljabr.algebra.parse import ParseError, parse
from aljabr.algebra.printing import equation_text

READ = """
    log10 x = 2                  -> log(x)/log(10) = 2
    log2 x = 3                   -> log(x)/log(2) = 3
    log2 (x) = 3                 -> log(x)/log(2) = 3
    log10|x| = 3                 -> log(abs(x))/log(10) = 3
    log2 = x                     -> x = log(2)
    log2 + x = 3                 -> x + log(2) = 3
    log2*x = 3                   -> log(2)*x = 3
    |log2| = x                   -> x = abs(log(2))
    log_2^2 x = 9                -> log(x)^2/log(2)^2 = 9
    lg x = 2                     -> log(x)/log(10) = 2
    lg(x) = 2                    -> log(x)/log(10) = 2
    lg100x = 2                   -> log(100*x)/log(10) = 2
    lg|x| = 2                    -> log(abs(x))/log(10) = 2
    Lg x = 2                     -> log(x)/log(10) = 2
    tg x = 1                     -> tan(x) = 1
    tg(x) = 1                    -> tan(x) = 1
    tg^2 x = 1                   -> tan(x)^2 = 1
    tg²x = 1                     -> tan(x)^2 = 1
    ctg x = 1                    -> cos(x)/sin(x) = 1
    arctg x = 1                  -> atan(x) = 1
    sh x = 2                     -> exp(x)/2 - exp(-x)/2 = 2
    ch(x) = 2                    -> exp(x)/2 + exp(-x)/2 = 2
    3th x = 1                    -> 3*(exp(2*x) - 1)/(exp(2*x) + 1) = 1
    th √x = 1                    -> (exp(2*sqrt(x)) - 1)/(exp(2*sqrt(x)) + 1) = 1
    th \\frac{x}{2} = 1           -> (exp(x) - 1)/(exp(x) + 1) = 1
    asinh x = 1                  -> log(x + sqrt(x^2 + 1)) = 1
    arsinh(x) = 1                -> log(x + sqrt(x^2 + 1)) = 1
    sinh^-1 x = 1                -> log(x + sqrt(x^2 + 1)) = 1
    acosh x = 1                  -> log(x + sqrt(x - 1)*sqrt(x + 1)) = 1
    atanh x = 1                  -> log((x + 1)/(1 - x))/2 = 1
    acoth x = 1                  -> log((x + 1)/(x - 1))/2 = 1
    sech x = 1                   -> 1/(exp(x)/2 + exp(-x)/2) = 1
    csch x = 1                   -> 1/(exp(x)/2 - exp(-x)/2) = 1
    coth x = 2                   -> (exp(2*x) + 1)/(exp(2*x) - 1) = 2
    arcsec x = 1                 -> acos(1/x) = 1
    csc^-1 x = 1                 -> asin(1/x) = 1
    PI x = 2                     -> pi*x = 2
    2Pi x = 2                    -> 2*pi*x = 2
    LN x = 1                     -> log(x) = 1
    ACOS(x) = 1                  -> acos(x) = 1
    Arccos(x) = 1                -> acos(x) = 1
    Ln(x) = 1                    -> log(x) = 1
    Lnx = 1                      -> log(x) = 1
    LOG(x) = 1                   -> log(x) = 1
    SQRT(x) = 2                  -> sqrt(x) = 2
    sinx = 1                     -> sin(x) = 1
    sin-1 = x                    -> x = -sin(1)
    sin -x = 1                   -> -sin(x) = 1
    sin-2x = 1                   -> -sin(2*x) = 1
    xsinx = 0                    -> x*sin(x) = 0
    axcos(bx) = 0                -> a*x*cos(b*x) = 0
    sinwx = 1                    -> sin(w*x) = 1
    sinpix = 1                   -> sin(pi*x) = 1
    alphax = 1                   -> alpha*x = 1
    eta x = 1                    -> eta*x = 1
    Delta x = 1                  -> Delta*x = 1
    αβγδx = 1                    -> α*β*γ*δ*x = 1
    mu x = 1                     -> mu*x = 1
"""


@pytest.mark.parametrize("line", READ.strip().splitlines())
def test_names_are_read(line):
    typed, expected = line.split("->")
    assert equation_text(parse(typed)) == expected.strip()


PRODUCTS = """
    PV = nRT            | T | n*R*T = P*V
    E = m c^2           | m | c^2*m = E
    E = mc^2            | m | c^2*m = E
    V = l w h           | h | l*w*h = V
    V = lwh             | h | l*w*h = V
    s = ut + 1/2 a t^2  | a | t^2*a/2 + t*u = s
    s = ut + 1/2at^2    | a | t^2*a/2 + t*u = s
    F = G m M / r^2     | m | G*M*m/r^2 = F
    F = GmM/r^2         | m | G*M*m/r^2 = F
    ax + by = c         | x | a*x + b*y = c
    2xy = 6             | x | 2*y*x = 6
    xy = 5              | x | y*x = 5
    abx = 2             | x | a*b*x = 2
    tx = 3              | x | t*x = 3
    A = pir^2           | r | pi*r^2 = A
    V = 1/3pir^2h       | h | pi*r^2*h/3 = V
    S = 2pirh           | h | 2*pi*r*h = S
    2npi = x            | x | x = 2*pi*n
    P = rhogh           | h | g*rho*h = P
    P = ρghA            | h | A*g*ρ*h = P
    U = mgh             | h | g*m*h = U
    I = Prt             | r | P*t*r = I
    A = P(1 + rt)       | r | P*(t*r + 1) = A
    ab(x + 1) = c       | x | a*b*(x + 1) = c
    xy(x + 1) = c       | y | x*y*(x + 1) = c
    g(x + 1) = c        | x | g*(x + 1) = c
    v_0t = x            | t | v_0*t = x
    s = th + 2          | t | h*t + 2 = s
    A = th^2            | t | h^2*t = A
    th*x = 1            | t | h*x*t = 1
    lg/x = 1            | l | g*l/x = 1
    V = LN              | L | N*L = V
    IS = x              | x | x = I*S
    ch = 2x             | x | 2*x = c*h
"""


@pytest.mark.parametrize("line", PRODUCTS.strip().splitlines())
def test_formulas_are_products_of_letters(line):
    typed, unknown, expected = (part.strip() for part in line.split("|"))
    assert equation_text(parse(typed, unknown)) == expected


REFUSED = """
    foo(x) = 2         | the function foo is not known at column 1: for a product write f*o*o*(...)
    lwh(x+1) = 2       | the function lwh is not known at column 1: for a product write l*w*h*(...)
    f(x) = 2           | the function f is not known at column 1: for a product write f*
    2 + xg(3) = 2      | the function g is not known at column 6: for a product write g*
    f(1,2) = x         | the function f is not known at column 1: for a product write f*
    f\\left(x\\right) = 2 | the function f is not known at column 1: for a product write f*
    solve x = 2        | the word 'solve' is not known at column 1: for a product write s*o*l*v*e
    3 abcx = 2         | the word 'abcx' is not known at column 3: for a product write a*b*c*x
    x squared = 4      | the word 'squared' is not read at column 3: write ^2
    x equals 2         | the word 'equals' is not read at column 3: write =
    x is 2             | the word 'is' is not read at column 3: write =
    x plus 2 = 3       | the word 'plus' is not read at column 3: write +
    two x = 4          | the word 'two' is not read at column 1: write 2
    30% of x = 6       | the word 'of' is not read at column 5: write *
    30 deg = x         | the word 'deg' is not read at column 4: write °
    x = 1 or 2         | the word 'or' is not known at column 7: for a product write o*r
    cosine(x) = 1      | the word 'cosine' is not read at column 1: write cos
    lb(x) = 3          | 'lb' can be read in two ways at column 1: write log_2(...) or l*b
    floor x = 2        | the function floor is not known at column 1: for a product write f*l*o*o*r
    1 + max(x, 2) = 3  | the function max is not known at column 5: for a product write m*a*x
    photosynthesis = x | the word 'photosynthesis' is not known at column 1: for a product put * between the letters
    cost = 5x          | the word 'cost' is not known at column 1: write cos(t); for a product write c*o*s*t
    mumgx = 5          | the word 'mumgx' is not known at column 1: write mu*m*g*x; for a product write m*u*m*g*x
    tgx = 1            | 'tgx' can be read in two ways at column 1: write tg(x) or t*g*x
    2thx = 1           | 'thx' can be read in two ways at column 2: write th(x) or t*h*x
    ctgx = 1           | 'ctgx' can be read in two ways at column 1: write ctg(x) or c*t*g*x
    LNx = 1            | 'LNx' can be read in two ways at column 1: write LN(x) or L*N*x
    PIr = x            | 'PIr' can be read in two ways at column 1: write PI*r or P*I*r
    spin = x           | 'spin' can be read in two ways at column 1: write s*pi*n or s*p*i*n
    nut = x            | 'nut' can be read in two ways at column 1: write nu*t or n*u*t
    axi = 3            | 'axi' can be read in two ways at column 1: write a*xi or a*x*i
    absin(x) = 1       | 'absin' can be read in two ways at column 1: put * between its parts
    log2x = 3          | 'log2' can be read in two ways at column 4: write log_2(...) or log(2...)
    log2^x = 3         | 'log2' can be read in two ways at column 4: write log_2(...) or log(2...)
    tan-1(x) = 1       | 'tan-1' can be read in two ways at column 1: write tan^-1(...) or tan(-1*...)
    2 sin-1 x = 1      | 'sin-1' can be read in two ways at column 3: write sin^-1(...) or sin(-1*...)
    x = Acos(wt)       | 'Acos' can be read in two ways at column 5: write A*cos(...) or acos(...)
    acot x = 1         | arccot has two meanings at column 1: write atan(1/x) or pi/2 - atan(x)
    cot^-1 x = 1       | arccot has two meanings at column 1: write atan(1/x) or pi/2 - atan(x)
    xⁿ = 2             | 'ⁿ' is not read at column 2: write ^n
    dy/dx = 3          | derivatives are not read at column 1: for a quotient write * and brackets
    \\frac{d}{dx} x = 3 | derivatives are not read at column 1: for a quotient write * and brackets
    csch(0) = x        | csch is undefined here at column 1
    atanh(1) = x       | atanh is undefined here at column 1
    asec(0) = x        | asec is undefined here at column 1
"""


# ruff: noqa: E501 - a table
@pytest.mark.parametrize("line", REFUSED.strip().splitlines())
def test_words_are_refused_with_a_hint(line):
    typed, message = (part.strip() for part in line.split(" | "))
    with pytest.raises(ParseError) as caught:
        parse(typed)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("typed", "domain"),
    [
        ("atanh x = 1", {"1 + x", "1 - x"}),
        ("acoth x = 1", {"1 + x", "-1 + x"}),
        ("coth x = 1", {"-1 + exp(2*x)"}),
        ("asec x = 1", {"x"}),
        ("lg x = 1", {"x"}),
        ("asinh x = 1", set()),  # a logarithm whose argument cannot vanish
        ("acosh x = 1", set()),
    ],
)
def test_what_may_not_vanish_is_remembered(typed, domain):
    assert {str(each.sym) for each in parse(typed).domain} == domain
