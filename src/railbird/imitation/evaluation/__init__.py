"""How well learners predict decisions: splits by sets of cards, confusion matrices, learning curves."""
