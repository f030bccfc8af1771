"""Discovery: how open equations are solved for the first time."""
