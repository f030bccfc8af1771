"""Expressions, equations, numbers and proofs: the one door to SymEngine and FLINT."""
