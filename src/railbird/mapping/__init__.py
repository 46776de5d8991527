"""Two-player bots at tables for three: hands for three players, mapped to hands for two."""
