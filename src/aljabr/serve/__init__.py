"""The doors for people and programs: a page, an HTTP API, and tools for assistants."""
