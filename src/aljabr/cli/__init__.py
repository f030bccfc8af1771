"""The command line: `aljabr solve`, `evaluate`, `agents`, `data`, `train`, `traces`, `bench`."""

from aljabr.cli.commands import main

__all__ = ["main"]
