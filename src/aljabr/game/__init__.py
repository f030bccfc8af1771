"""The rules as rows of a table, the games made of them, and the graph of their states."""
