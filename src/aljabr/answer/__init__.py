"""From a path to an answer: what it proves, how it reads, what is said of it."""
