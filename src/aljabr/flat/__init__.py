"""The paper's agents: perceptrons over tokens, trained by reinforcement and curiosity."""
