"""The checks. Each gives, for every situation that it looks at, a failure or None; its docstring is its promise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import tee
from typing import TYPE_CHECKING, TypeAlias

from railbird.bots.checking.bot_report import BotAnswer, Failure
from railbird.bots.checking.check_table import Player, answers, blaming, deal_hands, objection_to, play
from railbird.cards import deck
from railbird.games import Deal
from railbird.rng import generator

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy as np

    from railbird.bots.checking.check_table import BotMaker, Hand
    from railbird.games import Action, GameDefinition

_PART = 8
"""Situations are many only for legal actions; for all else one hand of so many is enough."""
_MATCHES = 4
_SHARE_SHOWN = 0.6
_ROUNDING = 1e-6
_VIEWED = ("position", "hands", "board", "actions")
_CARDS = 99
"""The key of a stream for cards that are drawn again; matches have the keys from 0."""


@dataclass
class Trial:
    """One check in one game."""

    make: BotMaker
    game: GameDefinition
    hands: int
    seed: int
    key: tuple[int, ...]
    seconds_per_action: float
    slowest: BotAnswer | None = None
    """What the check of the time has seen."""

    def player(self) -> Player:
        """A new bot; all of a trial have the same seed."""
        return Player(self.make, seed=self.seed)

    def stream(self, number: int) -> np.random.Generator:
        """One of several that draw for this trial."""
        return generator(self.seed, *self.key, number)

    def deal(self, match: int = 0, *, part: int = 1) -> Iterator[Hand]:
        """A match: a part of the hands that were asked for, but enough of them for a beginning and an end."""
        return deal_hands(self.game, self.stream(match), hands=max(2, self.hands // part))


Check: TypeAlias = Callable[[Trial], Iterator[Failure | None]]


def time_budget(trial: Trial) -> Iterator[Failure | None]:
    """Every answer comes within the seconds that an action may take."""
    for answer in answers(trial.player(), trial.deal(part=_PART)):
        if trial.slowest is None or answer.seconds > trial.slowest.seconds:
            trial.slowest = answer
        is_late = answer.seconds > trial.seconds_per_action
        yield _failure(answer, f"it took {answer.seconds:.2g} s") if is_late else None


def legal_actions(trial: Trial) -> Iterator[Failure | None]:
    """Every answer is an action, and legal in its situation."""
    player = trial.player()
    for answer in answers(player, trial.deal()):
        yield _judged_legal(answer)
    # Now where its own actions might never have led it: it joins hands that others began.
    for hand in trial.deal(1):
        turns = [state for state in hand.course() if state.acting == hand.position]
        if turns:
            state = turns[int(hand.drawn(0) * len(turns))]
            player.show(state, hand.position)
            yield _judged_legal(player.ask(state, hand.position))


def determinism(trial: Trial) -> Iterator[Failure | None]:
    """Two bots with the same seed that are told and asked the same answer the same."""
    hands = [*trial.deal(part=_PART)]
    first, earlier = tee(answers(trial.player(), hands))
    yield from _differences(first, answers(trial.player(), hands), "another with the same seed")
    yield from _differences(earlier, answers(trial.player(), hands), "another with the same seed, later,")


def hidden_cards(trial: Trial) -> Iterator[Failure | None]:
    """No answer depends on cards that are hidden from the bot."""
    drawing = trial.stream(_CARDS)
    first = [*answers(trial.player(), map(_cut_short, trial.deal(part=_PART)))]
    others = map(partial(_with_other_hidden_cards, drawing=drawing), map(_cut_short, trial.deal(part=_PART)))
    yield from _differences(first, answers(trial.player(), others), "with other hidden cards it")


def resets(trial: Trial) -> Iterator[Failure | None]:
    """After a reset, at whatever moment, the bot plays like a new one with the same seed."""
    player = trial.player()
    player.reset()
    for match in range(_MATCHES):
        *hands, last = trial.deal(match, part=_PART * _MATCHES)
        yield from _differences(answers(player, hands), answers(trial.player(), hands), "a new bot")
        # It answers in the middle of a hand, and nothing comes of it.
        next(play(player, last), None)
        # Without a new table, the next match brings a reset of its own.
        for _ in range(match % 3):
            player.reset()
            player.sit_down()


def hooks(trial: Trial) -> Iterator[Failure | None]:
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


def probabilities(trial: Trial) -> Iterator[Failure | None]:
    """Where the bot tells the probabilities of its actions, these are legal, sum to one, and allow what it does."""
    player = trial.player()
    for answer in answers(player, trial.deal(part=_PART)):
        with blaming(answer.view):
            told = player.bot.probabilities(answer.view)
            wrong = "" if told is None else _wrong_probabilities(told, answer)
        if told is not None:
            yield _failure(answer, wrong) if wrong else None


CHECKS: tuple[Check, ...] = (time_budget, legal_actions, determinism, hidden_cards, resets, hooks, probabilities)
"""The time comes first: what a bot loads or compiles when it is first asked may take time only once."""
COMPARING = (hidden_cards, resets)
"""Those that say nothing of a bot that does not answer the same twice."""


def _failure(answer: BotAnswer, wrong: str) -> Failure:
    return Failure(wrong, answer.view, answer.text)


def _judged_legal(answer: BotAnswer) -> Failure | None:
    return _failure(answer, answer.objection) if answer.objection else None


def _judged_unchanged(player: Player) -> Failure | None:
    lent, kept = player.lent, player.kept
    is_same = all(getattr(lent, name) == getattr(kept, name) for name in _VIEWED)
    return None if is_same else Failure("it changed the view", kept)


def _differences(firsts: Iterable[BotAnswer], seconds: Iterable[BotAnswer], who: str) -> Iterator[Failure | None]:
    """Compare answers one by one, up to the first difference: what follows are different hands."""
    for first, second in zip(firsts, seconds, strict=False):
        if first.action != second.action:
            yield _failure(first, f"{who} answered {second.text}")
            return
        yield None


def _cut_short(hand: Hand) -> Hand:
    """The hand up to a round that is drawn, and without a showdown, so that what is hidden stays hidden."""
    return replace(hand, last_street=int(hand.drawn(0) * hand.game.rounds))


def _with_other_hidden_cards(hand: Hand, *, drawing: np.random.Generator) -> Hand:
    """The same for the bot, as far as it sees the hand: its cards and the board up to the last round are kept."""
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


def _wrong_probabilities(told: Mapping[Action, float], answer: BotAnswer) -> str:
    """What is wrong with probabilities, if anything."""
    text = ", ".join(f"{action}: {probability:.4g}" for action, probability in told.items())
    for action in told:
        objection = objection_to(action, answer.view.legal_actions())
        if objection:
            return f"probabilities {{{text}}}: {action} is {objection}"
    if min(told.values(), default=0) < 0 or not abs(sum(told.values()) - 1) < _ROUNDING:
        return f"probabilities {{{text}}}: they do not sum to 1, or one is below 0"
    return "" if told.get(answer.action, 0) > 0 else f"probabilities {{{text}}} rule it out"
