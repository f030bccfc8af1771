"""Run the command line with `python -m aljabr`."""

from aljabr.cli import main

main()
