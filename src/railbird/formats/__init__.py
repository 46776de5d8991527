"""Notations: text to hand records and back. Match states, the competition's logs old and new, PHH."""
