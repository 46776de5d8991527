"""The strategy of a bot: its probabilities in every information set of a small game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.abstract_game import abstract_game
from railbird.abstraction.betting_tree import count_tree
from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.card_counts import dealt_counts
from railbird.abstraction.dealt_cards import DealtCards
from railbird.abstraction.menu import BetMenu
from railbird.bots import Consultation
from railbird.bots.bot_memory import may_remember
from railbird.errors import BotError, RailbirdError, SolverError
from railbird.games import View
from railbird.play import corrected, play_match
from railbird.progress import Silence
from railbird.strategy import Origin, Strategy, decisions_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import PokerGame
    from railbird.bots import Bot
    from railbird.games import GameDefinition
    from railbird.progress import Progress
    from railbird.strategy import Decision

_MOST_QUESTIONS = 6_000_000
"""Largest number of information sets in which a bot is asked."""
_TRIAL_HANDS = 20
_NEW_BOTS = 8
"""Number of new bots with which a bot that has played is compared."""
_SAME = 1e-12
"""Probabilities that differ by more are different."""


def strategy_of_bot(
    build: Callable[[int], Bot],
    game: GameDefinition,
    *,
    name: str,
    menu: BetMenu | None = None,
    progress: Progress | None = None,
) -> Strategy:
    """Ask a bot for its probabilities in every information set of a game, in all positions.

    `build` builds the bot with a seed. The bot is asked with all cards as they are; suits are merged in the result only
    if it answers the same for all of them. Illegal actions are corrected as in a match. Raise BotError if the bot does
    not say its probabilities, remembers earlier hands, or leaves the bet menu, and SolverError if the game is too
    large.
    """
    menu = menu or BetMenu()
    questions = _questions(game, menu)
    if questions > _MOST_QUESTIONS:
        raise SolverError(
            f"{name} would have to be asked in {questions:,} information sets of {game.name or 'the game'}: "
            f"at most {_MOST_QUESTIONS:,} are possible"
        )
    _check_forgetful(build, game, name=name)
    cards = DealtCards(game)
    dealt = abstract_game(cards, menu)
    cells = np.ones(dealt.layout.count)
    examples = [cards.enumeration.examples(street) for street in range(game.rounds)]
    bots = [Consultation(build(0)) for _ in range(game.players)]
    with (progress or Silence()).task(f"Asking {name}", total=questions) as task:
        for decision in decisions_of(dealt):
            hands, boards = examples[decision.street]
            bot = bots[decision.position]
            for hand, board, own in zip(hands.tolist(), boards.tolist(), decision.cells, strict=True):
                view = View.of(game, decision.actions, hole_cards=hand, board=board)
                cells[own] = _answer(bot, view, decision, name=name)
            task.advance(len(hands))
    origin = Origin(algorithm=name, iterations=0, seconds=0.0)
    merged = abstract_game(CardClasses(game), menu)
    merged_cells = _with_merged_suits(cards, cells=cells, dealt=dealt, merged=merged)
    return Strategy(dealt, cells, origin) if merged_cells is None else Strategy(merged, merged_cells, origin)


def _questions(game: GameDefinition, menu: BetMenu) -> int:
    decisions = count_tree(game, menu).decisions.sum(axis=0)
    return sum(int(count) * hands for count, hands in zip(decisions, dealt_counts(game), strict=True))


def _check_forgetful(build: Callable[[int], Bot], game: GameDefinition, *, name: str) -> None:
    """Raise BotError if the bot may remember earlier hands: then its answers depend on them."""
    bots = [build(seed) for seed in range(game.players)]
    played = replace(game, name="_".join(game.name.split()))  # as the plan of a match requires
    if bots[0].memoryless is None:
        try:
            play_match(bots, played, hands=_TRIAL_HANDS, seed=0)
        except RailbirdError as error:
            raise BotError(f"{name} cannot play {game.name or 'the game'}: {error}") from error
    if may_remember(bots[0], build, game=played, seat=0, seeds=list(range(1, 1 + _NEW_BOTS))):
        raise BotError(
            f"{name} seems to remember earlier hands, so it has no fixed strategy; if it does not remember, set "
            "memoryless = True in its class"
        )


def _answer(bot: Consultation, view: View, decision: Decision, *, name: str) -> list[float]:
    """The probability of each choice of a decision."""
    shares = bot.checked_probabilities(view, name=name)
    if shares is None:
        raise BotError(f"{name} does not say its probabilities: its method probabilities(view) returns None")
    total = sum(shares.values())
    by_choice = dict.fromkeys(decision.choices, 0.0)
    for answer, share in shares.items():
        action, _ = corrected(answer, view.legal_actions(), is_limit=view.game.is_limit)
        if action in by_choice:
            by_choice[action] += share / total
        elif share:
            raise BotError(
                f"{name} plays {action} in {view!r}, but the bet menu has only {', '.join(map(str, by_choice))}: "
                "choose a menu with --bets"
            )
    return list(by_choice.values())


def _with_merged_suits(
    cards: DealtCards, *, cells: NDArray[np.float64], dealt: PokerGame, merged: PokerGame
) -> NDArray[np.float64] | None:
    """The probabilities on suit classes; None if they are not the same for all cards of each class."""
    merged_cells = np.ones(merged.layout.count)
    for street in range(cards.game.rounds):
        hands, boards = cards.enumeration.examples(street)
        pairs = zip(hands.tolist(), boards.tolist(), strict=True)
        numbers = [merged.cards.class_of(hand, board) for hand, board in pairs]
        for player in range(merged.players):
            rows = dealt.layout.rows(cells, player=player, street=street)
            merged_rows = merged.layout.rows(merged_cells, player=player, street=street)
            merged_rows[numbers] = rows
            if not np.allclose(merged_rows[numbers], rows, rtol=0.0, atol=_SAME):
                return None
    return merged_cells
