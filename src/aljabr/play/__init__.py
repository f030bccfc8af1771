"""The game as environments: rewards, lanes side by side, Gymnasium."""
