"""Games written by hand: what they compile to, and every error, which names the node."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest

from railbird.abstraction.game_tree import CHANCE
from railbird.abstraction.written_game import ChanceNode, DecisionNode, Node, WrittenGame, written_game
from railbird.errors import GameError

ENDS = {"left": (1, -1), "right": (-1, 1)}


def matching_pennies() -> DecisionNode:
    return DecisionNode(
        0,
        "first",
        {
            "heads": DecisionNode(1, "second", {"heads": (1, -1), "tails": (-1, 1)}),
            "tails": DecisionNode(1, "second", {"heads": (-1, 1), "tails": (1, -1)}),
        },
    )


def coin_game() -> Node:
    """Each stakes one; the one of three who chose otherwise loses the stake to the others."""

    def after(chosen: str) -> Node:
        if len(chosen) < 3:
            return DecisionNode(len(chosen), f"player {len(chosen)}", {side: after(chosen + side) for side in "HT"})
        odd = [side for side in "HT" if chosen.count(side) == 1]
        return tuple((-1.0 if side in odd else 0.5) if odd else 0.0 for side in chosen)

    return after("")


def payoffs_at(game: WrittenGame, *choices: int) -> list[float]:
    """What a line of play, given by the numbers of its choices, ends with."""
    node = 0
    for choice in choices:
        node = int(game.tree.child[game.tree.first_edge[node] + choice])
    assert node < 0
    return game.tree.payoffs[game.tree.terminal_row[-1 - node], 0].tolist()


def test_matching_pennies_has_two_information_sets() -> None:
    game = written_game("matching pennies", matching_pennies())
    assert (game.name, game.players, game.information_set_count, game.first_player) == ("matching pennies", 2, 2, 0)
    assert game.cards is None
    assert game.tree.player.tolist() == [0, 1, 1]
    assert game.tree.slot.tolist() == [0, 0, 0]
    assert game.information_sets == {"first": (1, ("heads", "tails")), "second": (4, ("heads", "tails"))}
    assert game.layout.count == 6
    assert [payoffs_at(game, own, other)[0] for own in (0, 1) for other in (0, 1)] == [1, -1, -1, 1]


def test_the_coin_game_of_three() -> None:
    game = written_game("coins", coin_game())
    assert (game.players, game.information_set_count, len(game.tree.player), len(game.tree.terminal_row)) == (
        3,
        3,
        7,
        8,
    )
    assert payoffs_at(game, 0, 0, 0) == payoffs_at(game, 1, 1, 1) == [0, 0, 0]
    assert payoffs_at(game, 0, 1, 0) == [0.5, -1, 0.5]
    assert payoffs_at(game, 0, 1, 1) == [-1, 0.5, 0.5]


def test_draws_of_chance_are_nodes_with_probabilities() -> None:
    decisions = {side: DecisionNode(1, side, ENDS) for side in ("fair", "foul")}
    game = written_game("draw", ChanceNode({"fair": (0.25, decisions["fair"]), "foul": (0.75, decisions["foul"])}))
    assert game.tree.player.tolist() == [CHANCE, 1, 1]
    assert game.tree.chance.tolist() == [0.25, 0.75, 0, 0, 0, 0]
    assert game.first_player == 1
    assert game.information_sets == {"fair": (2, ("left", "right")), "foul": (4, ("left", "right"))}


def test_a_game_without_draws_has_no_probabilities() -> None:
    assert len(written_game("pennies", matching_pennies()).tree.chance) == 0


def test_probabilities_of_a_draw_are_made_to_add_up_exactly() -> None:
    thirds = {str(number): (0.3333333333, DecisionNode(0, "same", ENDS)) for number in range(3)}
    chance = written_game("thirds", ChanceNode(thirds)).tree.chance
    assert chance[:3].sum() == pytest.approx(1, abs=1e-15)


def test_a_decision_or_an_end_may_stand_at_several_places() -> None:
    shared = DecisionNode(0, "again", ENDS)
    game = written_game("shared", ChanceNode({"one": (0.5, shared), "other": (0.5, shared)}))
    assert game.information_set_count == 1
    assert len(game.tree.player) == 3
    assert np.all(game.tree.slot[1:] == 0)


def test_nodes_stand_before_what_follows_them() -> None:
    game = written_game("coins", coin_game())
    inner = game.tree.child >= 0
    parents = np.repeat(np.arange(len(game.tree.player)), np.diff(game.tree.first_edge))
    assert np.all(game.tree.child[inner] > parents[inner])


def below(node: Node) -> DecisionNode:
    """Two choices down."""
    return DecisionNode(0, "top", {"a": DecisionNode(1, "middle", {"b": node, "c": (0, 0)}), "d": (0, 0)})


NO_RECALL = DecisionNode(0, "top", {"a": DecisionNode(0, "below", ENDS), "b": DecisionNode(0, "below", ENDS)})
ABSENT_MINDED = DecisionNode(0, "again", {"left": DecisionNode(0, "again", ENDS), "right": (0, 0)})


@pytest.mark.parametrize(
    ("root", "message"),
    [
        (below(DecisionNode(0, "empty", {})), r"^a > b: a decision without choices$"),
        (DecisionNode(0, "empty", {}), r"^the root: a decision without choices$"),
        (below(ChanceNode({})), r"^a > b: the probabilities of a chance node are \[\]"),
        (
            below(ChanceNode({"x": (0.5, (0, 0)), "y": (0.4, (0, 0))})),
            r"^a > b: .* \[0\.5, 0\.4\]: none may be below 0",
        ),
        (below(ChanceNode({"x": (1.5, (0, 0)), "y": (-0.5, (0, 0))})), r"^a > b: .*, and they must add up to 1$"),
        (below(ChanceNode({"x": (nan, (0, 0)), "y": (1.0, (0, 0))})), r"^a > b: the probabilities"),
        (below((1, 2, 3)), r"^a > c: 2 payoffs, but 3 elsewhere$"),
        (below((inf, 0)), r"^a > b: payoffs \(inf, 0\.0\): give a finite number for each player$"),
        (below((0, nan)), r"^a > b: payoffs \(0\.0, nan\)"),
        (below(()), r"^a > b: payoffs \(\)"),
        (below("heads"), r"^a > b: 'heads' is not a node: give a DecisionNode, a ChanceNode or payoffs by player$"),
        (below(None), r"^a > b: None is not a node"),
        (
            below(DecisionNode(0, "middle", {"b": (0, 0), "c": (0, 0)})),
            r"^a > b: .* is player 0's here, but .* 1's at a$",
        ),
        (below(DecisionNode(0, "top", ENDS)), r"^a > b: .* has the choices left, right here, but a, d at the root$"),
        (
            NO_RECALL,
            r"^b: player 0 reaches information set 'below' by different choices of its own than at a: .* recall$",
        ),
        (ABSENT_MINDED, r"^left: player 0 reaches information set 'again' by other choices"),
        (below(DecisionNode(-1, "nobody", ENDS)), r"^a > b: player -1 decides, but players are 0 to 127$"),
        (below(DecisionNode(True, "yes", ENDS)), r"^a > b: player True decides"),
        (below(DecisionNode(2, "third", ENDS)), r"^a > b: player 2 decides in 'third', but payoffs are for 2 players$"),
        ((1, -1), r"^this game has no decisions$"),
        (ChanceNode({"x": (1.0, (1, -1))}), r"^this game has no decisions"),
    ],
)
def test_an_invalid_written_game_is_refused_with_its_place(root: Node, message: str) -> None:
    with pytest.raises(GameError, match=message):
        written_game("wrong", root)
