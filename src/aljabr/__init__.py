"""aljabr: learns to solve equations, and shows every step."""
