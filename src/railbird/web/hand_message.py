"""A hand at a table as JSON: players, cards, pot, choices of the player to act, and what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.analysis.play_tables import street_names
from railbird.bots.pot_odds import share_of_final_pot
from railbird.cards import format_cards
from railbird.games.definition import UNLIMITED
from railbird.games.position_names import position_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Chips, GameDefinition
    from railbird.games.public_state import PublicState
    from railbird.statistics.json_values import JsonValue
    from railbird.web.sight import Sight

_SHARES_OF_POT = (("Half pot", 0.5), ("Pot", 1.0))


def hand_message(sight: Sight, payoffs: Sequence[Chips] | None = None) -> dict[str, JsonValue]:
    """A hand as a person sees it. Players are by seat; payoffs are by position, once the hand is over."""
    state = sight.state
    acting = None if state.acting < 0 else state.seat_of(state.acting)
    last_words: dict[int, str] = {}
    history = betting_words(state)
    for entry in history:
        if entry["street"] == state.street or entry["text"] == "folds":
            last_words[int(str(entry["seat"]))] = str(entry["text"])
    players: list[JsonValue] = [
        _player(sight, state.position_of(seat), payoffs, last_words.get(seat, "")) for seat in range(state.game.players)
    ]
    return {
        "hand": state.hand,
        "step": len(state.actions),
        "street": street_name(state.game, state.street),
        "board": _texts(sight.board),
        "pot": state.pot,
        "players": players,
        "acting": acting,
        "you": sight.seat,
        "choices": _choices(state) if acting is not None and acting == sight.seat else None,
        "history": [*history],
        "is_over": state.is_over,
        "is_showdown": state.is_showdown,
    }


def street_name(game: GameDefinition, street: int) -> str:
    """What players call a street."""
    return street_names(game.rounds, is_holdem=game.is_holdem)[street].capitalize()


def betting_words(state: PublicState) -> list[dict[str, JsonValue]]:
    """All actions of a hand in words, as the table announces them: amounts are those of the street."""
    game = state.game
    spent, street_start, street = list(game.blinds), [0] * game.players, 0
    entries: list[dict[str, JsonValue]] = []
    for position, action, street_of_action in state.history:
        if street_of_action != street:
            street, street_start = street_of_action, list(spent)
        highest, before = max(spent), spent[position]
        if action.is_raise:
            spent[position] = action.total
            is_bet = highest == max(street_start)
            text = f"{'bets' if is_bet else 'raises to'} {action.total - street_start[position]:,}"
        elif action.is_fold:
            text = "folds"
        else:
            spent[position] = min(highest, game.stacks[position] - game.antes_by_position[position])
            text = f"calls {spent[position] - before:,}" if spent[position] > before else "checks"
        seat = state.seat_of(position)
        entries.append({"seat": seat, "street": street, "name": street_name(game, street), "text": text})
    return entries


def _player(sight: Sight, position: int, payoffs: Sequence[Chips] | None, last: str) -> dict[str, JsonValue]:
    state = sight.state
    stack, hand = state.stack(position), sight.hands[position]
    hidden: list[JsonValue] = [] if state.has_folded(position) else [None] * state.game.hole_cards
    return {
        "position": position_names(state.game)[position],
        "stack": None if stack == UNLIMITED else stack,
        "bet": state.spent_this_street(position),
        "spent": state.spent(position),
        "has_folded": state.has_folded(position),
        "is_all_in": stack == 0,
        "cards": _texts(hand) or hidden,
        "last": last,
        "payoff": None if payoffs is None else float(payoffs[position]),
    }


def _choices(state: PublicState) -> dict[str, JsonValue]:
    """What the player to act may do. Sizes are those of the street, as players name them."""
    to_call, legal = state.to_call(state.acting), state.legal_actions()
    return {
        "fold": legal.fold,
        "to_call": to_call,
        "pot_odds": share_of_final_pot(to_call, state.pot),
        "raise": _raises(state) if legal.can_raise else None,
    }


def _raises(state: PublicState) -> dict[str, JsonValue]:
    legal, before = state.legal_actions(), chips_of_earlier_streets(state)
    low, high = legal.lowest_raise, legal.highest_raise
    sizes: dict[int, str] = {}
    if not state.game.is_limit:
        pot = state.pot + state.to_call(state.acting)
        sizes = {min(max(round(state.bet + share * pot), low), high): word for word, share in _SHARES_OF_POT}
        sizes = {low: "Smallest", **sizes, high: "All-in"}
    return {
        "is_bet": all(not state.spent_this_street(position) for position in range(state.game.players)),
        "is_fixed": state.game.is_limit or low == high,
        "low": low - before,
        "high": high - before,
        "sizes": [{"to": to - before, "word": word} for to, word in sorted(sizes.items())],
    }


def chips_of_earlier_streets(state: PublicState) -> int:
    """Chips that the player to act has put in on earlier streets, which the total of a raise includes."""
    return state.spent(state.acting) - state.spent_this_street(state.acting)


def _texts(cards: Sequence[int]) -> list[JsonValue]:
    return [format_cards([card]) for card in cards]
