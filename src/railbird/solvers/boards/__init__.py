"""Values in games of two players with many hands, board by board and all hands of a board at once."""
