"""The checks. Each yields a failure or None for every situation; its docstring is the rule that reports print."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import tee
from typing import TYPE_CHECKING, TypeAlias

from railbird.bots.checking.bot_report import BotAnswer, Failure
from railbird.bots.checking.check_table import CheckedBot, answers, blaming, deal_hands, objection_to, play
from railbird.cards import deck
from railbird.games import Deal
from railbird.rng import generator

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy as np

    from railbird.bots.checking.check_table import BotMaker, Hand
    from railbird.bots.watchdog import Watchdog
    from railbird.games import Action, GameDefinition

_PART = 8
"""Only the check of legal actions needs all hands; the others play one hand in eight."""
_MATCHES = 4
_SHARE_SHOWN = 0.6
_ROUNDING = 1e-6
_VIEWED = ("position", "hands", "board", "actions")
_CARDS = 99
"""Key of the stream that redraws hidden cards; matches use the keys from 0."""


@dataclass
class CheckTrial:
    """One check in one game."""

    make: BotMaker
    game: GameDefinition
    hands: int
    seed: int
    key: tuple[int, ...]
    seconds_per_action: float
    watchdog: Watchdog | None = None
    slowest: BotAnswer | None = None
    """The slowest answer, in the check of the time budget."""

    def player(self) -> CheckedBot:
        """A new bot; all bots of a trial have the same seed."""
        return CheckedBot(self.make, seed=self.seed, watchdog=self.watchdog)

    def stream(self, number: int) -> np.random.Generator:
        """One of the random streams of this trial."""
        return generator(self.seed, *self.key, number)

    def deal(self, match: int = 0, *, part: int = 1) -> Iterator[Hand]:
        """The hands of a match: a fraction of the requested hands, but at least two."""
        return deal_hands(self.game, self.stream(match), hands=max(2, self.hands // part))


Check: TypeAlias = Callable[[CheckTrial], Iterator[Failure | None]]


def time_budget(trial: CheckTrial) -> Iterator[Failure | None]:
    """Every answer comes within the seconds that an action may take."""
    for answer in answers(trial.player(), trial.deal(part=_PART)):
        if trial.slowest is None or answer.seconds > trial.slowest.seconds:
            trial.slowest = answer
        is_late = answer.seconds > trial.seconds_per_action
        yield _failure(answer, f"it took {answer.seconds:.2g} s") if is_late else None


def legal_actions(trial: CheckTrial) -> Iterator[Failure | None]:
    """Every answer is an action, and legal in its situation."""
    player = trial.player()
    for answer in answers(player, trial.deal()):
        yield _judged_legal(answer)
    # Then in situations that its own actions might never reach: it joins hands in progress.
    for hand in trial.deal(1):
        turns = [state for state in hand.course() if state.acting == hand.position]
        if turns:
            state = turns[int(hand.drawn(0) * len(turns))]
            player.show(state, hand.position)
            yield _judged_legal(player.ask(state, hand.position))


def determinism(trial: CheckTrial) -> Iterator[Failure | None]:
    """Two bots with the same seed that are told and asked the same answer the same."""
    hands = [*trial.deal(part=_PART)]
    first, earlier = tee(answers(trial.player(), hands))
    yield from _differences(first, answers(trial.player(), hands), "another with the same seed")
    yield from _differences(earlier, answers(trial.player(), hands), "another with the same seed, later,")


def hidden_cards(trial: CheckTrial) -> Iterator[Failure | None]:
    """No answer depends on cards that are hidden from the bot."""
    drawing = trial.stream(_CARDS)
    first = [*answers(trial.player(), map(_cut_short, trial.deal(part=_PART)))]
    others = map(partial(_with_other_hidden_cards, drawing=drawing), map(_cut_short, trial.deal(part=_PART)))
    yield from _differences(first, answers(trial.player(), others), "with other hidden cards it")


def resets(trial: CheckTrial) -> Iterator[Failure | None]:
    """After a reset, at whatever moment, the bot plays like a new one with the same seed."""
    player = trial.player()
    player.reset()
    for match in range(_MATCHES):
        *hands, last = trial.deal(match, part=_PART * _MATCHES)
        yield from _differences(answers(player, hands), answers(trial.player(), hands), "a new bot")
        # The bot is reset in the middle of a hand, after one answer.
        next(play(player, last), None)
        # Without a new table, the start of the next match resets the bot.
        for _ in range(match % 3):
            player.reset()
            player.sit_down()


def hooks(trial: CheckTrial) -> Iterator[Failure | None]:
    """The bot goes on, and changes no view, whatever it hears: actions that are not its own, hands with gaps."""
    player = trial.player()
    for hand in trial.deal(part=_PART):
        share = _SHARE_SHOWN if hand.seats.hand % 2 else 1.0
        for turn, state in enumerate(hand.course()):
            if hand.drawn(turn) < share:
                player.show(state, hand.position)
                yield _judged_unchanged(player)
                if state.acting == hand.position:
                    player.ask(state, hand.position)
                    yield _judged_unchanged(player)


def probabilities(trial: CheckTrial) -> Iterator[Failure | None]:
    """Where the bot tells the probabilities of its actions, these are legal, sum to one, and allow what it does."""
    player = trial.player()
    for answer in answers(player, trial.deal(part=_PART)):
        with blaming(answer.view, watchdog=trial.watchdog):
            claimed = player.bot.probabilities(answer.view)
            wrong = "" if claimed is None else _wrong_probabilities(claimed, answer)
        if claimed is not None:
            yield _failure(answer, wrong) if wrong else None


CHECKS: tuple[Check, ...] = (time_budget, legal_actions, determinism, hidden_cards, resets, hooks, probabilities)
"""The time budget comes first, because loading and compiling slow down only a bot's first answer."""
COMPARING = (hidden_cards, resets)
"""Checks that cannot judge a bot whose answers are not repeatable."""


def _failure(answer: BotAnswer, wrong: str) -> Failure:
    return Failure(wrong, answer.view, answer.text)


def _judged_legal(answer: BotAnswer) -> Failure | None:
    return _failure(answer, answer.objection) if answer.objection else None


def _judged_unchanged(player: CheckedBot) -> Failure | None:
    lent, kept = player.lent, player.kept
    is_same = all(getattr(lent, name) == getattr(kept, name) for name in _VIEWED)
    return None if is_same else Failure("it changed the view", kept)


def _differences(firsts: Iterable[BotAnswer], seconds: Iterable[BotAnswer], who: str) -> Iterator[Failure | None]:
    """Compare answers up to the first difference, after which the hands differ."""
    for first, second in zip(firsts, seconds, strict=False):
        if first.action != second.action:
            yield _failure(first, f"{who} answered {second.text}")
            return
        yield None


def _cut_short(hand: Hand) -> Hand:
    """The hand up to a random round, without a showdown, so that hidden cards stay hidden."""
    return replace(hand, last_street=int(hand.drawn(0) * hand.game.rounds))


def _with_other_hidden_cards(hand: Hand, *, drawing: np.random.Generator) -> Hand:
    """Redraw all cards that the bot does not see; keep its own cards and the board up to the last round."""
    game, deal = hand.game, hand.deal
    own = deal.hole_cards[hand.position]
    board = deal.board[: game.board_sizes[hand.last_street]]
    unseen = [card for card in deck(ranks=game.ranks, suits=game.suits) if card not in {*own, *board}]
    drawn = iter(drawing.permutation(unseen).tolist())
    hands = tuple(
        own if position == hand.position else tuple(next(drawn) for _ in own) for position in range(game.players)
    )
    rest = tuple(next(drawn) for _ in deal.board[len(board) :])
    return replace(hand, deal=Deal(hands, board + rest))


def _wrong_probabilities(claimed: Mapping[Action, float], answer: BotAnswer) -> str:
    """What is wrong with the probabilities; empty if nothing is."""
    text = ", ".join(f"{action}: {probability:.4g}" for action, probability in claimed.items())
    for action in claimed:
        objection = objection_to(action, answer.view.legal_actions())
        if objection:
            return f"probabilities {{{text}}}: {action} is {objection}"
    if min(claimed.values(), default=0) < 0 or not abs(sum(claimed.values()) - 1) < _ROUNDING:
        return f"probabilities {{{text}}}: they do not sum to 1, or one is below 0"
    return "" if claimed.get(answer.action, 0) > 0 else f"probabilities {{{text}}} rule it out"
