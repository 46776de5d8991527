"""Best responses with real cards, flop by flop, for limit games whose cards are too many to enumerate at once."""
