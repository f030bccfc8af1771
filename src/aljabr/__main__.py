"""Run the command line with `python -m aljabr`."""

from aljabr.cli.commands import main

main()
