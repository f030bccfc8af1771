"""Numbers in the notations of many countries, exact, or refused where two could be meant."""

from __future__ import annotations

import pytest

from aljabr.algebra.parse import ParseError, parse
from aljabr.algebra.printing import equation_text

READ = """
    2,5x = 5               -> 5*x/2 = 5
    x = 0,125              -> x = 1/8
    x = 1234,567           -> x = 1234567/1000
    x = 1.000              -> x = 1
    sin(1,5) = x           -> x = sin(3/2)
    ln(2,5x) = 1           -> log(5*x/2) = 1
    log_2(2,5x) = 1        -> log(5*x/2)/log(2) = 1
    log(x, 2) = 3          -> log(x)/log(2) = 3
    log(x,2) = 3           -> log(x)/log(2) = 3
    log((2,5), 3) = x      -> x = (log(5) - log(2))/log(3)
    a(1,5x + 2) = 1        -> a*(3*x/2 + 2) = 1
    x = ٣٫٥                -> x = 7/2
    30% x = 6              -> 3*x/10 = 6
    30 % x = 6             -> 3*x/10 = 6
    2,5%x = 6              -> x/40 = 6
    5‰ x = 1               -> x/200 = 1
    1½ x = 3               -> 3*x/2 = 3
    2⅓x = 7                -> 7*x/3 = 7
    sin 30° = x            -> x = 1/2
    30º x = 1              -> pi*x/6 = 1
    30^° x = 1             -> pi*x/6 = 1
    x° = pi                -> pi*x/180 = pi
    sin(x°) = 1            -> sin(pi*x/180) = 1
    1.5e-3 x = 3           -> 3*x/2000 = 3
    1,5e-3 x = 3           -> 3*x/2000 = 3
    2E6 x = 4              -> 2000000*x = 4
    1e3x = 2               -> 1000*x = 2
    x = 2e−3               -> x = 1/500
    x = .5e+2              -> x = 50
    2e = x                 -> x = 2*e
    2e x = 3               -> 2*e*x = 3
    2e - 3 = x             -> x = 2*e - 3
    2e^x = 3               -> 2*exp(x) = 3
    2e²x = 3               -> 2*exp(2)*x = 3
    2e^-3 = x              -> x = 2*exp(-3)
    2exp(x) = 3            -> 2*exp(x) = 3
    6.02·10^23 x = 1       -> 602000000000000000000000*x = 1
    1e39 x = 1             -> 1000000000000000000000000000000000000000*x = 1
"""


@pytest.mark.parametrize("line", READ.strip().splitlines())
def test_numbers_are_read(line):
    typed, expected = line.split("->")
    assert equation_text(parse(typed)) == expected.strip()


REFUSED = """
    1,000x = 3      | '1,000' can be read in two ways at column 1: write 1000 or 1.000
    1,234,567 = x   | too many separators in '1,234,567' at column 1: write 1234567
    1.000.000 = x   | too many separators in '1.000.000' at column 1: write 1000000
    1'000 x = 3     | too many separators in '1'000' at column 1: write 1000
    x = 1’000       | too many separators in '1'000' at column 5: write 1000
    1.000,5 = x     | too many separators in '1.000,5' at column 1: write 1000.5
    1,000.5 = x     | too many separators in '1,000.5' at column 1: write 1000.5
    1.2.3 = x       | too many separators in '1.2.3' at column 1: write one decimal point
    1 000 x = 3     | two numbers side by side at column 3: write 1*000 or 1000
    1 ½ x = 3       | two numbers side by side at column 3: write 1*½ or 1½
    1.5½ = x        | a fraction behind a decimal at column 1: a mixed number is 1½
    log(8,2) = x    | '8,2' can be read in two ways at column 5: write 8.2, or '8, 2' for a number and a base
    log(x^2,10) = 1 | '2,10' can be read in two ways at column 7: write 2.10, or '2, 10' for a number and a base
    ln(x, 2) = 1    | unexpected ',' at column 5
    2e-3x = 4       | '2e-3x' can be read in two ways at column 1: write 2e-3*x or 2*e - 3*x
    x + 1,5E+2y = 4 | '1,5E+2y' can be read in two ways at column 5: write 1,5E+2*y or 1,5*E + 2*y
    2e-3 = e x      | '2e-3' can be read in two ways at column 1: write 2*10^(-3) or 2*e - 3
    1e80*10^30x = 1 | a number grows past 100 digits at column 1
    1e-80/10^30x = 1 | a number grows past 100 digits at column 1
    1e999999999 = x | the number has more than 40 digits at column 1
    x% = 3          | '%' is read after a number only at column 2: write /100
    17 % 5 = x      | two numbers side by side at column 6: write 17 %*5 or 17 %5
    20°C = x        | units are not read at column 3: write the number alone
    x = 5°15'       | a prime is not read at column 9: write x_1 or another letter
"""


# ruff: noqa: E501 - a table
@pytest.mark.parametrize("line", REFUSED.strip().splitlines())
def test_numbers_that_can_be_read_in_two_ways_are_refused(line):
    typed, message = (part.strip() for part in line.split(" | "))
    with pytest.raises(ParseError) as caught:
        parse(typed)
    assert str(caught.value) == message


def test_leading_zeros_of_an_exponent_do_no_work():
    with pytest.raises(ParseError, match="more than 40 digits"):
        parse(f"x = 1e{'0' * 4000}9")
