"""Two-player bots at three-player tables: maps of three-player states to two-player states."""
