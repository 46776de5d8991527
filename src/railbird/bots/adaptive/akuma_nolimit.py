"""Akuma for no-limit hold'em: simulations with opponent models, and raises from a bet menu."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from railbird.abstraction.menu_file import read_menu
from railbird.abstraction.menu_raises import menu_raises
from railbird.bots.adaptive.akuma import AkumaBot

if TYPE_CHECKING:
    from railbird.games import Action, View

PARAMETERS = Path(__file__).parent / "akuma_nolimit.toml"
_MENU = "0.5,1,all-in"


class AkumaNoLimitBot(AkumaBot):
    """Plays no-limit hold'em for two to six players, and adapts to its opponents.

    Like akuma it plays by the rule of the mathematically fair bot, with the smallest raises, as long as it does not
    know an opponent in the hand. Then it simulates the rest of the hand after each raise of its `menu`: the name of a
    menu, a TOML file, or bets like 0.5+1+all-in.
    """

    name = "akuma-nolimit"
    plays_limit = False
    default_parameters = PARAMETERS

    def __init__(
        self,
        *,
        menu: str | float | tuple[str | float, ...] = _MENU,
        strength: float = 1.0,
        seconds: float = 0.0,
        model: bool = True,
        parameters: str | Path | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(parameters=parameters, strength=strength, seconds=seconds, model=model, seed=seed)
        self._menu = read_menu(_menu_text(menu))

    def raises(self, view: View) -> list[Action]:
        return menu_raises(self._menu, view)


def _menu_text(menu: str | float | tuple[str | float, ...]) -> str:
    """A menu as `read_menu` takes it; in a spec, where a comma ends an option, bets are joined by plus signs."""
    if isinstance(menu, tuple):
        return ",".join(map(str, menu))
    text = str(menu)
    return text if text.endswith(".toml") else text.replace("+", ",")
