"""Imitation while a match is played: the bot that records another bot's decisions, and the bot that plays a model."""
