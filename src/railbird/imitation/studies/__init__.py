"""Studies of a bot by one command: play, convert, cross-validate, train, and compare in play, as a TOML file says."""
