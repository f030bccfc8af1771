"""The paper's tables and figures, each one a resumable programme of runs."""
