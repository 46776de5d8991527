"""Games as solvers see them: bet menus, betting trees, classes of cards, and the numbering of information sets."""
