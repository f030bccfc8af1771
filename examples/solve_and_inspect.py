"""Solve an equation, and look at all that the answer holds.

python examples/solve_and_inspect.py "sqrt(b x + a) - c = 0"
"""

import sys

from aljabr import solve

solution = solve(sys.argv[1] if len(sys.argv) > 1 else "sqrt(b x + a) - c = 0")

print(f"{solution.equation}: {solution.status}, in {1000 * solution.seconds:.0f} ms")
for number, step in enumerate(solution.steps, start=1):
    print(f"  {number}. {step.lhs} = {step.rhs}   ({step.note})")

for root in solution.roots:
    print(f"{solution.unknown} = {root.value}, verified: {root.verified}")
    # Conditions read as text, can be evaluated, and can be typeset.
    for condition in root.conditions:
        print(f"  if {condition}   in LaTeX: {condition.latex}")

# Does the answer hold for these parameters? True, False, or None where that cannot be told.
for values in ({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 2, "c": -3}, {"a": 1, "b": 0, "c": 3}):
    try:
        print(values, [root.holds(**values) for root in solution.roots])
    except ValueError as error:  # the equation has other letters
        print(values, error)

print(solution.to_latex())
