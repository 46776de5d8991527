"""Board buckets times hand buckets: which kind of board, and how strong the hand is on such boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from railbird.abstraction.board_hand.texture_building import build_textures, textures_cost
from railbird.abstraction.board_hand.texture_rules import TextureRules, texture_rules
from railbird.abstraction.bucket_parameters import check_identity, checked_counts, checked_seed
from railbird.abstraction.street_classes.street_buckets import USUAL_SEED, StreetBuckets
from railbird.cards.isomorphism import HAND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.abstraction.build_cost import BuildCost
    from railbird.abstraction.card_abstraction import CardArrays, CardIdentity
    from railbird.abstraction.street_classes.bucket_rules import EarlyClasses
    from railbird.games import GameDefinition
    from railbird.progress import Progress

VERSION = 1
"""Version of the features of boards and of the rule that splits hands; buckets of other versions are other buckets."""
USUAL_BOARDS, USUAL_HANDS = (10, 10, 10), (10, 10, 10)


class BoardHandBuckets(StreetBuckets[TextureRules]):
    """Board buckets times hand buckets with imperfect recall, as in the no-limit bot of Lilienthal 2019 (section 3.2).

    On the flop, the turn and the river, the boards are clustered by what they do to hands (`board_textures`), and the
    hands on the boards of a bucket are split into equal parts by E[HS^2]. The class is the bucket of the board times
    the number of hand buckets, plus the hand bucket. Before the flop there are the 169 hands up to suits. Every
    combination of cards counts once.
    """

    kind: ClassVar[str] = "board-hand"

    def __init__(
        self,
        game: GameDefinition,
        boards: Sequence[int] = USUAL_BOARDS,
        hands: Sequence[int] = USUAL_HANDS,
        *,
        seed: int = USUAL_SEED,
    ) -> None:
        self.board_counts = checked_counts(list(boards), name="board buckets", example=USUAL_BOARDS)
        """Number of board buckets on the flop, the turn and the river."""
        self.hand_counts = checked_counts(list(hands), name="hand buckets", example=USUAL_HANDS)
        """Number of hand buckets within a board bucket."""
        self.seed = checked_seed(seed)
        sizes = list(zip(self.board_counts, self.hand_counts, strict=True))
        super().__init__(
            game,
            {
                "kind": self.kind,
                "boards": list(self.board_counts),
                "hands": list(self.hand_counts),
                "seed": seed,
                "version": VERSION,
            },
            name=f"{self.kind}-{'-'.join(f'{on_boards}x{parts}' for on_boards, parts in sizes)}-seed-{seed}",
            counts=(HAND.size, *(on_boards * parts for on_boards, parts in sizes)),
        )

    def _rules_of(self, arrays: CardArrays) -> TextureRules:
        return texture_rules(arrays, self.board_counts, self.hand_counts)

    def build_rules(self, progress: Progress) -> tuple[TextureRules, EarlyClasses]:
        """Build the rules, and the classes on the flop and the turn, whatever is stored."""
        return build_textures(self.board_counts, self.hand_counts, self.seed, progress)

    def _building_cost(self, *, with_rules: bool) -> BuildCost:
        return textures_cost(with_rules=with_rules)


def board_hand_buckets(game: GameDefinition, identity: CardIdentity, arrays: CardArrays) -> BoardHandBuckets:
    """The buckets of an identity and of the arrays beside it; raise GameError if they are others, or not of this game.

    Without arrays, the rules are those of this machine.
    """
    check_identity(identity, names=("boards", "hands", "seed", "content"), version=VERSION)
    boards = checked_counts(identity["boards"], name="board buckets", example=USUAL_BOARDS)
    hands = checked_counts(identity["hands"], name="hand buckets", example=USUAL_HANDS)
    cards = BoardHandBuckets(game, boards, hands, seed=checked_seed(identity["seed"]))
    return cards.with_rules(identity["content"], arrays)
