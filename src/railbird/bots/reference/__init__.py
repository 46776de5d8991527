"""The bots that come with Railbird: those of the literature, and those that experiments need."""
