"""A hand as the replayer shows it: every state, with chips, equities and what bots say."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from railbird.analysis.hand_equities import equities_of
from railbird.analysis.play_tables import street_names
from railbird.arena.replayed_answers import answers_of_everyone, answers_of_players
from railbird.cards import format_card
from railbird.errors import ActionError, NotFoundError, RailbirdError
from railbird.formats.acpc_log import format_state
from railbird.formats.betting import format_betting
from railbird.formats.phh_records import from_record
from railbird.formats.phh_writing import format_phh
from railbird.formats.python_code import format_python
from railbird.games.definition import UNLIMITED
from railbird.games.position_names import position_names
from railbird.web.action_words import action_kind, action_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from railbird.arena.replayed_bots import Permission
    from railbird.cards import Card
    from railbird.games import GameDefinition, HandRecord, State
    from railbird.statistics.json_values import JsonValue
    from railbird.web.opened_sources import OpenedSource

ALL = "all"


def replay_as_json(opened: OpenedSource, address: str, *, seat: str = ALL) -> dict[str, JsonValue]:
    """The hand with this address, as all seats together know it, or the player in one position."""
    hands = opened.hands
    place = hands.place_of(address)
    (record,) = hands.records([place])
    viewer = _viewer(seat, record.game)
    states = _states(record)
    return {
        "source": opened.name,
        "is_run": opened.run is not None,
        "address": hands.address_of(place),
        "hand": record.number,
        "line": record.line or None,
        "match": opened.run.match_name(opened.run.chunk_of(place)) if opened.run else None,
        "place": place,
        "hands": len(hands),
        "previous": hands.address_of(place - 1) if place else None,
        "next": hands.address_of(place + 1) if place + 1 < len(hands) else None,
        "game": _game_as_json(record.game),
        "seat": viewer,
        "players": _players_as_json(opened, record, states[-1], viewer),
        "board": _cards(record.board),
        "steps": _steps_as_json(states, viewer),
        "is_showdown": states[-1].is_showdown,
        # They show the cards of all seats.
        "seatings": _seatings_as_json(opened, place) if viewer is None else [],
        "problems": _problems(record, states[-1], hands.problems),
    }


def answers_as_json(
    opened: OpenedSource, address: str, permission: Permission, *, everyone: bool = False
) -> list[JsonValue]:
    """The probabilities of the bots of a hand at each of their decisions; for a log there are none.

    With `everyone`, all bots of the run are asked about all decisions.
    """
    run = opened.run
    if run is None:
        return []
    place = run.place_of(address)
    (record,) = run.records([place])
    ask = answers_of_everyone if everyone else answers_of_players
    return [
        {
            "player": answers.name,
            "spec": answers.spec,
            "memory": answers.memory,
            "retold": answers.retold,
            "why_not": answers.why_not,
            "by_step": {
                str(step): [
                    {"action": action_words(state, action), "kind": action_kind(state, action), "share": share}
                    for action, share in sorted(answers.probabilities[step].items())
                ]
                for step, state in enumerate(record.states())
                if step in answers.probabilities
            },
        }
        for answers in ask(run, place, permission)
    ]


def copies_as_json(opened: OpenedSource, address: str, *, step: int) -> dict[str, JsonValue]:
    """The hand in other notations; Python code rebuilds the state at a step."""
    (record,) = opened.hands.records([opened.hands.place_of(address)])
    ways: dict[str, Callable[[], str]] = {
        "acpc": lambda: f"{format_state(record)}\n",
        "phh": lambda: format_phh(from_record(record)),
        "python": lambda: format_python(record, actions=step),
    }
    return {name: _text_or_reason(way) for name, way in ways.items()}


def _text_or_reason(way: Callable[[], str]) -> dict[str, JsonValue]:
    try:
        return {"text": way(), "why_not": None}
    except RailbirdError as error:
        return {"text": None, "why_not": str(error)}


def _viewer(seat: str, game: GameDefinition) -> int | None:
    if seat == ALL:
        return None
    if not (seat.isascii() and seat.isdecimal() and int(seat) < game.players):
        raise NotFoundError(f"no seat {seat!r}: give {ALL}, or a position from 0 to {game.players - 1}")
    return int(seat)


def _states(record: HandRecord) -> list[State]:
    """All states, up to the first action that is not legal."""
    states: list[State] = []
    try:
        states.extend(record.states())
    except ActionError:
        return states
    return states


def _problems(record: HandRecord, final: State, of_source: Sequence[str]) -> list[JsonValue]:
    problems: list[JsonValue] = []
    if len(final.actions) < len(record.actions):
        problems.append(f"Action {len(final.actions) + 1} of this hand is not legal: what follows is not shown.")
    elif not final.is_over:
        problems.append("This hand is not over.")
    if of_source:
        more = f" and {len(of_source) - 1:,} more" if len(of_source) > 1 else ""
        problems.append(f"Parts of the log could not be read: {of_source[0]}{more}.")
    return problems


def _game_as_json(game: GameDefinition) -> dict[str, JsonValue]:
    return {
        "name": game.name or "unnamed game",
        "unit": game.unit,
        "chips_per_unit": game.chips_per_unit,
        "is_holdem": game.is_holdem,
        "board_cards": game.board_sizes[-1],
        "streets": list(street_names(game.rounds, is_holdem=game.hole_cards > 1)),
    }


def _players_as_json(opened: OpenedSource, record: HandRecord, final: State, viewer: int | None) -> list[JsonValue]:
    game = record.game
    seen = record.hole_cards if viewer is None else final.view(viewer).hands
    specs = {entrant.name: entrant.spec for entrant in opened.run.folder.plan.entrants} if opened.run else {}
    return [
        {
            "position": position,
            "position_name": position_names(game)[position],
            "name": name,
            "spec": specs.get(name),
            "cards": _cards(seen[position]) if position < len(seen) else [],
            "is_hidden": viewer not in (None, position),
            "hole_cards": game.hole_cards,
            "payoff": float(record.payoffs[position]),
            "payoff_bb": float(record.payoffs[position]) / game.unit,
        }
        for position, name in enumerate(record.players)
    ]


def _steps_as_json(states: Sequence[State], viewer: int | None) -> list[JsonValue]:
    steps: list[JsonValue] = [_step_as_json(states[0], viewer) | {"action": None}]
    for before, after in pairwise(states):
        action = after.actions[-1]
        words: dict[str, JsonValue] = {
            "position": before.acting,
            "street": before.street,
            "kind": action_kind(before, action),
            "words": action_words(before, action),
        }
        steps.append(_step_as_json(after, viewer) | {"action": words})
    return steps


def _step_as_json(state: State, viewer: int | None) -> dict[str, JsonValue]:
    game, positions = state.game, range(state.game.players)
    return {
        "street": state.street,
        "board": state.board_size,
        "pot": state.pot,
        "acting": state.acting if state.acting >= 0 else None,
        "to_call": state.to_call(state.acting) if state.acting >= 0 else None,
        "spent": [state.spent(position) for position in positions],
        "bets": [state.spent_this_street(position) for position in positions],
        "stacks": [None if game.stacks[position] == UNLIMITED else state.stack(position) for position in positions],
        "folded": [state.has_folded(position) for position in positions],
        "is_over": state.is_over,
        "equity": list(equities_of(state)) if viewer is None else _own_equity(state, viewer),
    }


def _own_equity(state: State, viewer: int) -> list[JsonValue]:
    """Only the equity of one player, against random hands of all who are still in."""
    equities: list[JsonValue] = [None] * state.game.players
    is_known = len(state.deal.hole_cards[viewer]) == state.game.hole_cards
    if is_known and state.game.is_holdem and not state.has_folded(viewer) and len(state.in_hand) > 1:
        equities[viewer] = state.view(viewer).equity()
    return equities


def _seatings_as_json(opened: OpenedSource, place: int) -> list[JsonValue]:
    """The same cards in all orders of seats; empty if there is only this one."""
    places = opened.hands.seatings_of(place)
    if len(places) < 2:
        return []
    return [
        {"address": opened.hands.address_of(other), "is_this": other == place, **summary_as_json(record)}
        for other, record in zip(places, opened.hands.records(places), strict=True)
    ]


def summary_as_json(record: HandRecord) -> dict[str, JsonValue]:
    """A hand in one row of a list."""
    game = record.game
    hands = record.hole_cards or ((),) * game.players
    try:
        betting, pot = format_betting(game, record.actions), record.final_state().pot / game.unit
    except ActionError:
        betting, pot = "not legal", None
    return {
        "hand": record.number,
        "line": record.line or None,
        "board": _cards(record.board),
        "betting": betting,
        "pot": pot,
        "players": [
            {
                "name": name,
                "position_name": position_names(game)[position],
                "cards": _cards(hands[position]),
                "won": float(record.payoffs[position]) / game.unit,
            }
            for position, name in enumerate(record.players)
        ],
    }


def _cards(cards: Sequence[Card]) -> list[JsonValue]:
    return [format_card(card) for card in cards]
