"""One runnable module per table or figure; committed results stand in `results`."""
