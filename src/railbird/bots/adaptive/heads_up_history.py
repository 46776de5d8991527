"""The hand of the last two players as a hand of the two-player game, which a strategy for two players can answer.

Of each street only the number of raises and the last raiser are kept. They determine one sequence of actions for two
players, in which the raises alternate: the first player to act starts with a raise, or with a check or call if the
alternation would not end with the last raiser otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.games import View, game_named
from railbird.games.action import CALL, FOLD, raise_to

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import Action, GameDefinition

TWO_PLAYERS = game_named("holdem.limit.2p.reverse_blinds")
_BIG_BLIND, _BUTTON = 0, 1


def heads_up_view(view: View) -> View:
    """The view of the player to act in the two-player game, in a limit hand that two players are left in."""
    opponent = next(position for position in view.in_hand if position != view.position)
    roles = _roles(view, opponent)
    actions: list[Action] = []
    bet = max(TWO_PLAYERS.blinds)
    for street, raisers in enumerate(_raisers_by_street(view)):
        raises = min(len(raisers), TWO_PLAYERS.max_raises[street])
        is_present = street == view.street
        # The last raise of the present street is the opponent's, or the player would not have to act.
        raiser = opponent if is_present else _last_raiser(raisers, view.position, opponent)
        size = TWO_PLAYERS.raise_sizes[street]
        first = TWO_PLAYERS.first_players[street]
        actions += _raises(range(bet + size, bet + (raises + 1) * size, size), first=first, last=roles[raiser])
        if not is_present:
            actions += [CALL] if raises else [CALL, CALL]
        elif not raises and roles[view.position] != first:
            actions.append(CALL)
        bet += raises * size
    return View.of(TWO_PLAYERS, actions, hole_cards=view.hole_cards, board=view.board, hand=view.hand)


def translated_back(probabilities: Mapping[Action, float], view: View) -> dict[Action, float]:
    """The same probabilities of legal actions in the hand itself; what is not legal there becomes a call."""
    legal = view.legal_actions()
    translated: dict[Action, float] = {}
    for action, probability in probabilities.items():
        own = CALL
        if action.is_fold and view.to_call(view.position) > 0:
            own = FOLD
        elif action.is_raise and legal.can_raise:
            own = raise_to(legal.lowest_raise)
        translated[own] = translated.get(own, 0.0) + probability
    return translated


def _roles(view: View, opponent: int) -> dict[int, int]:
    """The positions of both players in the two-player game, by the order in which they act on the present street.

    The button of the two-player game acts first before the flop and last after it. At larger tables that need not be
    the same player, and then the present street matters.
    """
    first = _first_to_act(view.game, view.street, view.position, opponent)
    second = opponent if first == view.position else view.position
    return {first: _BUTTON, second: _BIG_BLIND} if view.street == 0 else {first: _BIG_BLIND, second: _BUTTON}


def _first_to_act(game: GameDefinition, street: int, *positions: int) -> int:
    return min(positions, key=lambda position: (position - game.first_players[street]) % game.players)


def _last_raiser(raisers: list[int], player: int, opponent: int) -> int:
    """The last of the two to raise; the opponent if only others raised, because the player knows its own hand."""
    return next((position for position in reversed(raisers) if position in (player, opponent)), opponent)


def _raisers_by_street(view: View) -> list[list[int]]:
    """The positions of the players who bet or raised, in order, for every street so far."""
    raisers: list[list[int]] = [[] for _ in range(view.street + 1)]
    for played in view.history:
        if played.action.is_raise:
            raisers[played.street].append(played.position)
    return raisers


def _raises(totals: range, *, first: int, last: int) -> list[Action]:
    """The actions of a street up to its last raise: `first` acts first, and `last` is the last to raise."""
    if not totals:
        return []
    starts_with_raise = (len(totals) % 2 == 1) == (first == last)
    return [*([] if starts_with_raise else [CALL]), *map(raise_to, totals)]
