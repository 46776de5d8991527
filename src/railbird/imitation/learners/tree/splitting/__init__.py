"""How well attributes split the examples at a node."""
