"""All hands on a full board at once: sort them by strength, then sweep from the weakest to the strongest."""
