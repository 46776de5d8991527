"""Board-by-board evaluation of two-player games with many hands, for all hands of a board at once."""
