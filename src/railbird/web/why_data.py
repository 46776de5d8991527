"""Why a bot played as it did: the bot is brought back to the decision, and says what it was based on.

`why_as_json` answers, for a run or a log, the address of a hand and a step (the number of actions before the decision):

    player, position, spec   who decided, and the bot that is asked; no spec if a team's own notes are shown
    cards, board, betting, pot, to_call, played
    memory                   "none", "rebuilt" or "missing", with `memory_words` for people
    probabilities            a list of {action, kind, share}, or null if the bot does not say them
    why                      {kind, ...}: kind is "solver", "mapping-limit", "mapping-nolimit", "team" or "model", and
                             the rest is the explanation of the bot; null if the bot explains nothing
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from railbird.arena.plan import is_asked_again
from railbird.arena.replayed_bots import Permission, bot_of_run, builder, earlier_hands
from railbird.arena.replayed_decision import replay_decision
from railbird.arena.team_notes import noted_decision
from railbird.bots.game_check import without_traces
from railbird.cards import format_card
from railbird.errors import BotError
from railbird.formats.betting import format_betting
from railbird.strategy import shipped_strategies
from railbird.web.action_words import action_kind, action_words
from railbird.web.served_files import served_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.arena.replayed_decision import ReplayedDecision
    from railbird.arena.stored_hands import RunHands
    from railbird.bots import BotSpec
    from railbird.games import Action, HandRecord, View
    from railbird.web.opened_sources import OpenedSource
    from railbird.web.watched_decisions import WatchedDecision

Json = dict[str, Any]
_NOT_ASKED: Json = {"spec": None, "memory": "none", "memory_words": "", "probabilities": None}


def why_as_json(
    opened: OpenedSource, address: str, step: int, *, folder: Path, spec: str = "", may_load_files: bool
) -> Json:
    """Ask about a decision: the bot of a run that made it, or another bot, as if it had played there."""
    hands, run = opened.hands, opened.run
    place = hands.place_of(address)
    (record,) = hands.records([place])
    view, played = _decision(record, step)
    answer: Json = {"player": record.players[view.position], **_place_as_json(view, played)}
    if not spec and run is None:
        raise BotError(f"{opened.name} is a log, which does not say what its players are: name a bot to ask")
    noted = None if spec or run is None else _noted(run, place, record, step)
    if noted is not None:
        return {**answer, **_NOT_ASKED, "why": {"kind": "team", "is_noted": True, **noted}}
    if spec or run is None:
        asked, build = spec, builder(spec)
    else:
        asked, build = bot_of_run(run, place, record.players[view.position], Permission(folder, code=may_load_files))
    earlier = earlier_hands(hands, place, record)
    decision = replay_decision(build, earlier, record, step, asks=is_asked_again(asked))
    return {**answer, "spec": asked, **_bot_as_json(decision, folder, name=asked)}


def why_at_table(watched: WatchedDecision, spec: BotSpec, *, name: str, folder: Path) -> Json:
    """Ask about the last decision of a bot at a table: another bot of the same kind is brought to it."""
    view, played = _decision(watched.record, watched.step)
    decision = replay_decision(
        lambda: without_traces(spec).build(seed=watched.seed),
        watched.earlier,
        watched.record,
        watched.step,
        asks=is_asked_again(spec.text),
    )
    answer = {"player": name, "hand": watched.record.number, **_place_as_json(view, played)}
    return {**answer, "spec": spec.text, **_bot_as_json(decision, folder, name=name)}


def _decision(record: HandRecord, step: int) -> tuple[View, Action]:
    """What the player who decides after this number of actions saw, and what was played."""
    found = next(islice(record.decisions(), step, None), None) if step >= 0 else None
    if found is None:
        raise BotError(f"hand {record.number} has {len(record.actions)} decisions: none after {step} actions")
    return found


def _place_as_json(view: View, played: Action) -> Json:
    """Where the decision is."""
    return {
        "position": view.position,
        "position_name": view.position_name(view.position),
        "cards": [format_card(card) for card in view.hole_cards],
        "board": [format_card(card) for card in view.board],
        "betting": format_betting(view.game, view.actions),
        "pot": view.pot,
        "to_call": view.to_call(view.position),
        "played": {"action": action_words(view, played), "kind": action_kind(view, played)},
    }


def _bot_as_json(decision: ReplayedDecision, folder: Path, *, name: str) -> Json:
    """What the bot says."""
    view = decision.view
    shares = decision.probabilities(name=name)
    explanation = decision.bot.explanation(view)
    probabilities = None
    if shares is not None:
        probabilities = [
            {"action": action_words(view, action), "kind": action_kind(view, action), "share": share}
            for action, share in sorted(shares.items())
        ]
    return {
        "memory": decision.memory,
        "memory_words": _memory_words(decision),
        "probabilities": probabilities,
        "why": None if explanation is None else {"kind": explanation.kind, **_with_name(explanation.content, folder)},
    }


def _with_name(content: Mapping[str, object], folder: Path) -> Json:
    """An explanation in which a strategy has the name that the page opens it by, not its place on the disk."""
    if "file" not in content:
        return {**content}
    path = Path(str(content["file"]))
    shipped = next((name for name, file in shipped_strategies().items() if file == path), None)
    is_served = path.resolve().is_relative_to(folder.resolve())
    name = shipped or (served_name(folder, path) if is_served else None)
    return {**content, "file": path.name, "strategy": name}


def _memory_words(decision: ReplayedDecision) -> str:
    """What the bot knew of earlier hands when it was asked again."""
    if decision.memory == "none":
        return ""
    if decision.memory == "missing":
        return (
            "Its memory is not rebuilt, because the earlier hands of the match are not all there, or telling them "
            "takes too long: it was asked as if this were the first hand."
        )
    told = f"It was told the {decision.retold:,} earlier hands of the match again."
    if decision.differing:
        told += f" At {decision.differing:,} of its earlier decisions it did not answer as it did then."
    return told


def _noted(run: RunHands, place: int, record: HandRecord, step: int) -> dict[str, object] | None:
    """What a team noted about the decision when it played; None if the player is no team."""
    positions = [view.position for view, _ in record.decisions()]
    own = [number for number, position in enumerate(positions) if position == positions[step]]
    player, chunk = record.players[positions[step]], run.chunk_of(place)
    return noted_decision(run.folder, chunk, player, hand=record.number, decision=own.index(step))
