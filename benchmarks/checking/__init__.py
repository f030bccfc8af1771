"""What the checker of answers is made of. Nothing here is imported from the package it checks."""
