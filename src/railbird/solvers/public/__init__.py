"""Public chance sampling, which draws a board and updates all hands on it at once."""
