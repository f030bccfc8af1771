"""What is kept of work: run folders, checkpoints, events, jobs, provenance, pages."""
