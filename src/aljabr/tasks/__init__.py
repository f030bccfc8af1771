"""The equations to learn from and to be measured by, in splits that share no class."""
