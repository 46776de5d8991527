"""Text notations of hands: match states, answers, PHH, and ACPC (Annual Computer Poker Competition) logs."""
