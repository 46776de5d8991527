"""All hands on a full board at once: sorted by strength, then swept from weakest to strongest."""
