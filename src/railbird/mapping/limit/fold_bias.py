"""The fold bias: how much more often a model player folds than the mapped bot, added to the folds of the mapped bot.

A two-player bot does not know that two opponents are harder to beat than one. Before the flop the bias is that of the
starting hand; on later streets, and for starting hands that were seen too rarely, that of the street and the number of
players still in the hand (Glöckner 2013).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from railbird.cards.hands import class_index, class_name, parse_class
from railbird.errors import BotError, CardError
from railbird.files import written_whole
from railbird.games.action import CALL, FOLD
from railbird.opponent_models import ActionFrequencies
from railbird.strict_toml import StrictTable, nearest, read_toml

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping
    from pathlib import Path

    from railbird.games import Action, HandRecord, View

STREETS = ("preflop", "flop", "turn", "river")
FEWEST = 10
"""Number of decisions that each player must have made before their frequencies are compared."""
_PREFLOP = 0
_ACTIVE = (2, 3)
_TOLERANCE = 0.01


class FrequencyPair(NamedTuple):
    """How often both players fold, call and raise in the same kind of decision."""

    mapped: ActionFrequencies
    model: ActionFrequencies

    @property
    def fold_shift(self) -> float:
        """Amount to add to the mapped bot's probability of folding."""
        return self.model.fold - self.mapped.fold


@dataclass(frozen=True)
class FoldBias:
    """Frequencies of a model player beside those of the mapped bot."""

    by_hand: Mapping[int, FrequencyPair]
    """Before the flop, by class of starting hands."""
    by_street: Mapping[tuple[int, int], FrequencyPair]
    """By street and number of players still in the hand."""

    def fold_shift(self, view: View) -> float:
        """Amount to add to the probability of folding; 0 if there is nothing to call or too little was seen."""
        if not view.to_call(view.position):
            return 0.0
        pair = self.by_hand.get(class_index(*view.hole_cards)) if view.street == _PREFLOP else None
        if pair is None:
            pair = self.by_street.get((view.street, len(view.in_hand)))
        return 0.0 if pair is None else pair.fold_shift


def with_more_folds(probabilities: Mapping[Action, float], shift: float) -> dict[Action, float]:
    """Add to the probability of a fold, which stays between 0 and 1, and rescale the other actions."""
    if not shift:
        return dict(probabilities)
    before = probabilities.get(FOLD, 0.0)
    fold = min(max(before + shift, 0.0), 1.0)
    if before >= 1:
        return {FOLD: fold, CALL: 1 - fold}
    scale = (1 - fold) / (1 - before)
    return {FOLD: fold} | {action: share * scale for action, share in probabilities.items() if not action.is_fold}


def learn_bias(hands: Iterable[HandRecord], *, model: str, mapped: str, fewest: int = FEWEST) -> FoldBias:
    """Compare two players of logged hands. Starting hands count only where the log shows them."""
    by_hand: dict[Hashable, list[int]] = defaultdict(lambda: [0, 0, 0])
    by_street: dict[Hashable, list[int]] = defaultdict(lambda: [0, 0, 0])
    seen: set[str] = set()
    for hand in hands:
        seen.update(hand.players)
        for view, action in hand.decisions():
            player = hand.players[view.position]
            if player not in (model, mapped):
                continue
            by_street[player, view.street, len(view.in_hand)][action.kind] += 1
            if view.street == _PREFLOP and len(view.hole_cards) == 2:
                by_hand[player, class_index(*view.hole_cards)][action.kind] += 1
    for player in (model, mapped):
        if player not in seen:
            raise BotError(f"no hand was played by {player}: {nearest(player, sorted(seen))}")
    hand_classes = {key[1] for key in by_hand}  # type: ignore[index]
    situations = {key[1:] for key in by_street}  # type: ignore[index]
    return FoldBias(
        by_hand={
            number: pair
            for number in sorted(hand_classes)
            if (pair := _pair(by_hand[mapped, number], by_hand[model, number], fewest))
        },
        by_street={
            key: pair
            for key in sorted(situations)
            if (pair := _pair(by_street[(mapped, *key)], by_street[(model, *key)], fewest))
        },
    )


def _pair(mapped: list[int], model: list[int], fewest: int) -> FrequencyPair | None:
    if min(sum(mapped), sum(model)) < max(fewest, 1):
        return None
    return FrequencyPair(_frequencies(mapped), _frequencies(model))


def _frequencies(counts: list[int]) -> ActionFrequencies:
    total = sum(counts)
    return ActionFrequencies(*(count / total for count in counts))


def write_bias(bias: FoldBias, path: Path) -> None:
    """Write a TOML file, which people can read and change."""
    tables = {f"streets.{STREETS[street]}.{active}": pair for (street, active), pair in bias.by_street.items()}
    tables |= {f"hands.{class_name(number)}": pair for number, pair in bias.by_hand.items()}
    with written_whole(path) as file:
        file.write("\n".join(_table_text(name, pair) for name, pair in tables.items()).encode())


def _table_text(name: str, pair: FrequencyPair) -> str:
    rows = [f"{key} = {[round(share, 4) for share in shares]}\n" for key, shares in pair._asdict().items()]
    return "".join([f"[{name}]\n", *rows])


def read_bias(path: Path) -> FoldBias:
    """Read a file of `write_bias`; raise BotError if it is invalid."""
    file = StrictTable(read_toml(path, error=BotError), str(path), error=BotError, keys=("streets", "hands"))
    streets = file.table("streets", keys=STREETS, required=False)
    by_street = {}
    for street in streets:
        counts = streets.table(street, keys=[*map(str, _ACTIVE)])
        for active in counts:
            by_street[STREETS.index(street), int(active)] = _read_pair(counts.table(active, keys=FrequencyPair._fields))
    hands = file.table("hands", required=False)
    by_hand = {}
    for name in hands:
        try:
            number = parse_class(name)
        except CardError as error:
            raise BotError(f"{hands.place}: {error}") from None
        by_hand[number] = _read_pair(hands.table(name, keys=FrequencyPair._fields))
    return FoldBias(by_hand=by_hand, by_street=by_street)


def _read_pair(table: StrictTable) -> FrequencyPair:
    return FrequencyPair(*(_read_frequencies(table, key) for key in FrequencyPair._fields))


def _read_frequencies(table: StrictTable, key: str) -> ActionFrequencies:
    shares = table.numbers(key)
    if len(shares) != 3 or min(shares) < 0 or abs(sum(shares) - 1) > _TOLERANCE:
        table.refuse(key, "write the shares of folds, calls and raises, which sum to 1, like [0.2, 0.5, 0.3]")
    return ActionFrequencies(*shares)
