"""The tree policy, and the expert iteration that trains it."""
