"""Random equations in reproducible splits: the public door to `aljabr.tasks`."""

from aljabr.tasks.datasets import FIXED, NAMES, SPLITS, answers, load, split_names, training_mix
from aljabr.tasks.written import Known

__all__ = ["FIXED", "NAMES", "SPLITS", "Known", "answers", "load", "split_names", "training_mix"]
