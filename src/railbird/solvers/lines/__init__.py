"""How often each line of betting is played, and what it is worth."""
