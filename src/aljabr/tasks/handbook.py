"""Formulas of physics, geometry and finance: what `literal` asks for any letter of.

Each letter of a formula stands in it once, so that it is found by undoing what surrounds it; where
it stands twice, its values are written down here.
"""

from __future__ import annotations

from typing import Final

FORMULAS: Final = (
    # motion
    "v = u + a*t", "v^2 = u^2 + 2*a*s", "s = (u + v)*t/2", "s = v*t - a*t^2/2", "F = m*a",
    "p = m*v", "F*t = m*v - m*u", "h = u^2*sin(a)^2/(2*g)", "R = u^2*sin(2*a)/g", "y = h - g*t^2/2",
    "F = m*v^2/r", "a = w^2*r", "v = w*r", "m*u + M*U = (m + M)*v", "F = b*(v - u)/t",
    # energy, matter
    "E = m*v^2/2", "E = m*g*h", "E = k*s^2/2", "W = F*d*cos(a)", "P = W/t", "P = F*v",
    "m*g*h = m*v^2/2 + E", "E = m*c^2", "Q = m*c*(T - S)", "p*V = k*R*T", "p*V/T = q*U/S",
    "v = sqrt(2*g*h)", "T = 2*pi*sqrt(L/g)", "T = 2*pi*sqrt(m/k)", "v = sqrt(T/u)", "d = m/V",
    "F = G*m*M/r^2", "F = k*q*Q/r^2", "T^2 = 4*pi^2*r^3/(G*M)", "v = sqrt(2*G*M/r)", "p = d*g*h",
    "p + d*v^2/2 + d*g*h = C", "A*v = B*u", "P = s*A*T^4", "Q = k*A*(T - S)/d", "F = k*(L - l)",
    # electricity, waves
    "V = J*R", "P = J^2*R", "P = V^2/R", "1/R = 1/r + 1/s", "R = r + s*t/(s + t)", "C = Q/V",
    "E = C*V^2/2", "f = 1/(2*pi*sqrt(L*C))", "1/f = 1/u + 1/v", "v = f*w", "f = g*(c + v)/(c - u)",
    "sin(a)/sin(b) = k", "Z = sqrt(R^2 + Y^2)", "Z^2 = R^2 + (w*L - 1/(w*C))^2", "V = E - J*r",
    "q = Q*exp(-t/(R*C))", "V = E*(1 - exp(-t/T))", "N = M*exp(-k*t)", "N = M*2^(-t/T)",
    "h = k*exp(-p/q)", "T = S + (U - S)*exp(-k*t)", "L = 10*log(P/Q)/log(10)",
    "m = q*sqrt(1 - v^2/c^2)",
    "t = T/sqrt(1 - v^2/c^2)", "w = h*c/E", "E = h*f - W", "D = a*log(b*t + 1)",
    # geometry
    "A = pi*r^2", "C = 2*pi*r", "V = 4*pi*r^3/3", "A = 4*pi*r^2", "V = pi*r^2*h", "V = pi*r^2*h/3",
    "A = (a + b)*h/2", "A = b*h/2", "a^2 + b^2 = c^2", "P = 2*(a + b)", "A = 2*pi*r*h + 2*pi*R^2",
    "d = sqrt(a^2 + b^2 + c^2)", "c^2 = a^2 + b^2 - 2*a*b*cos(C)", "a/sin(A) = b/sin(B)",
    "A = a*b*sin(C)/2",
    "V = a*b*c", "A = pi*(R^2 - r^2)", "m = (y - b)/(a - c)", "y = m*(a - b) + c", "F = 9*C/5 + 32",
    "V = a^2*h/3", "s = sqrt(r^2 + h^2)", "A = a^2*sqrt(3)/4", "l = r*a", "A = r^2*(a - sin(b))/2",
    # finance
    "J = P*r*t", "A = P*(1 + r*t)", "A = P*(1 + r)^t", "A = P*(1 + r/m)^(m*t)", "A = P*exp(r*t)",
    "P = A/(1 + r)^t", "S = a*(1 - r^k)/(1 - q)", "P = M*(1 - (1 + r)^(-t))/q", "S = k*(a + l)/2",
    "l = a + (k - 1)*d", "l = a*r^(k - 1)", "C = F + v*q", "p = c*(1 + m)", "B = A*(1 - d)^t",
    "A = D*((1 + r)^t - 1)/q", "r = (B - A)/A", "Z = (y - m)/s", "t = log(2)/log(1 + r)",
    "y = A*k^b",
    "P = D/(r - g)", "S = a/(1 - r)", "k = a*b/(c + d)", "T = W/(W + L)", "c = (a - b)^2/(a*d)",
)  # fmt: skip
"""With no letter that is e, i or x; letters are real, of either sign."""
NUMBERS: Final = (2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 20, 24, 25, 30, 36, 40, 45, 48, 50, 60, 64, 72,
                  75, 80, 90, 96, 100, 120, 144, 150, 180, 200, 250, 400, 500, 1000)  # fmt: skip
EXPONENTS: Final = (2, 3, 4, 5, 6, 10, 12)

TWICE: Final[tuple[tuple[str, tuple[tuple[str, str], ...]], ...]] = (
    ("s = u*x + a*x^2/2", (("(-u + sqrt(u^2 + 2*a*s))/a", "u^2 + 2*a*s ≥ 0"),
                           ("(-u - sqrt(u^2 + 2*a*s))/a", "u^2 + 2*a*s ≥ 0"))),
    ("h = k + u*x - g*x^2/2", (("(u + sqrt(u^2 - 2*g*(h - k)))/g", "u^2 - 2*g*(h - k) ≥ 0"),
                               ("(u - sqrt(u^2 - 2*g*(h - k)))/g", "u^2 - 2*g*(h - k) ≥ 0"))),
    ("y = u*x - g*x^2/2", (("(u + sqrt(u^2 - 2*g*y))/g", "u^2 - 2*g*y ≥ 0"),
                           ("(u - sqrt(u^2 - 2*g*y))/g", "u^2 - 2*g*y ≥ 0"))),
    ("R = r*x/(r + x)", (("R*r/(r - R)", ""),)),
    ("R = k + r*x/(r + x)", (("(R - k)*r/(r - R + k)", ""),)),
    ("w = (u + x)/(1 + u*x/c^2)", (("(w - u)/(1 - w*u/c^2)", ""),)),
    ("A = x + x*r*t", (("A/(1 + r*t)", ""),)),
    ("m*x + M*u = (m + x)*v", (("(m*v - M*u)/(m - v)", ""),)),
    ("A = 2*pi*x^2 + 2*pi*x*h", (("(-h + sqrt(h^2 + 2*A/pi))/2", "h^2 + 2*A/pi ≥ 0"),
                                 ("(-h - sqrt(h^2 + 2*A/pi))/2", "h^2 + 2*A/pi ≥ 0"))),
    ("A = pi*x*(x + s)", (("(-s + sqrt(s^2 + 4*A/pi))/2", "s^2 + 4*A/pi ≥ 0"),
                          ("(-s - sqrt(s^2 + 4*A/pi))/2", "s^2 + 4*A/pi ≥ 0"))),
    ("S = x*(x + 1)/2", (("(-1 + sqrt(1 + 8*S))/2", "1 + 8*S ≥ 0"),
                         ("(-1 - sqrt(1 + 8*S))/2", "1 + 8*S ≥ 0"))),
    ("S = x*(2*a + (x - 1)*d)/2",
     (("(d - 2*a + sqrt((2*a - d)^2 + 8*d*S))/(2*d)", "(2*a - d)^2 + 8*d*S ≥ 0"),
      ("(d - 2*a - sqrt((2*a - d)^2 + 8*d*S))/(2*d)", "(2*a - d)^2 + 8*d*S ≥ 0"))),
    ("P = V^2*x/(x + r)^2",
     (("(V^2 - 2*P*r + sqrt(V^4 - 4*P*r*V^2))/(2*P)", "V^4 - 4*P*r*V^2 ≥ 0"),
      ("(V^2 - 2*P*r - sqrt(V^4 - 4*P*r*V^2))/(2*P)", "V^4 - 4*P*r*V^2 ≥ 0"))),
    ("a = (m - x)*g/(m + x)", (("m*(g - a)/(g + a)", ""),)),
    ("f = g*(x + u)/(x - v)", (("(f*v + g*u)/(f - g)", ""),)),
    ("r = (B - x)/x", (("B/(1 + r)", ""),)),
    ("1/x + 1/(x + d) = 1/t", (("(2*t - d + sqrt(d^2 + 4*t^2))/2", ""),
                               ("(2*t - d - sqrt(d^2 + 4*t^2))/2", ""))),
    ("c^2 = a^2 + x^2 - 2*a*x*k", (("a*k + sqrt(c^2 - a^2 + a^2*k^2)", "c^2 - a^2 + a^2*k^2 ≥ 0"),
                                   ("a*k - sqrt(c^2 - a^2 + a^2*k^2)", "c^2 - a^2 + a^2*k^2 ≥ 0"))),
    ("K = a*x^2 + b*x + c", (("(-b + sqrt(b^2 - 4*a*(c - K)))/(2*a)", "b^2 - 4*a*(c - K) ≥ 0"),
                             ("(-b - sqrt(b^2 - 4*a*(c - K)))/(2*a)", "b^2 - 4*a*(c - K) ≥ 0"))),
    ("T = x/(x + L)", (("T*L/(1 - T)", ""),)),
    ("y = (a*x + b)/(c*x + d)", (("(b - d*y)/(c*y - a)", ""),)),
    ("v = a*x/(b + x)", (("b*v/(a - v)", ""),)),
)  # fmt: skip
"""Formulas in which the letter that is asked for, here x, stands twice, with its values."""
