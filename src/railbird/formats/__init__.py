"""Notations: text to hands and back. Match states, answers, the logs of the ACPC old and new, PHH."""
