"""Paths through the graph: one best-first loop, its orders, and walks."""
