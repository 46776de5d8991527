"""Railbird: a laboratory for computer poker.

The functions that are needed most are here: `railbird.hand_strength("AhKh", "Qs Jh 2d")`. They are imported when they
are first used, so that `import railbird` takes no time.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "Bot": "bots",
    "CALL": "games",
    "FOLD": "games",
    "Range": "equity",
    "View": "games",
    "check_bot": "bots",
    "draws": "equity.metrics",
    "final_strength": "equity.metrics",
    "format_cards": "cards",
    "game_named": "games",
    "hand_strength": "equity.metrics",
    "make_bot": "bots",
    "parse_cards": "cards",
    "play_match": "play",
    "potential": "equity.metrics",
    "raise_to": "games",
    "strength": "cards.strength",
}
"""Where each of them is at home."""
_PACKAGES = ("arena", "bots", "cards", "equity", "games", "play", "solvers", "strategy")


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        return import_module(f"railbird.{name}")
    if name not in _HOMES:
        raise AttributeError(f"railbird has no {name}; it has {', '.join([*_HOMES, *_PACKAGES])}")
    value = globals()[name] = getattr(import_module(f"railbird.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES, *_PACKAGES])
