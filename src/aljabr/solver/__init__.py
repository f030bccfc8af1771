"""Equations in, solutions out: agents by name, strategy, deadlines."""
