"""Recipes of solves in TOML files."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from railbird.abstraction import BoardHandBuckets, CardClasses, KMeansBuckets, PercentileBuckets
from railbird.errors import GameError, SolverError
from railbird.games import format_game, game_named
from railbird.solvers import Recipe, SolveGoal, read_recipe
from railbird.solvers.recipe_size import can_evaluate, check_recipe, recipe_size

if TYPE_CHECKING:
    from pathlib import Path

LIMIT = """
title = "Limit hold'em with ten buckets a round"
game = "holdem.limit.2p.reverse_blinds"
algorithm = "external-sampling"
minutes = 30
seed = 7
linear = true
threads = 2
compact = true

[cards]
kind = "percentile"
buckets = [10, 10, 10, 10]
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "recipe.toml"
    path.write_text(text)
    return path


def test_a_recipe_determines_the_solve(tmp_path: Path) -> None:
    recipe = read_recipe(written(tmp_path, LIMIT))
    assert isinstance(recipe.cards, PercentileBuckets)
    assert recipe.cards.counts == (10, 100, 1000, 10_000)
    assert recipe.goal == SolveGoal(seconds=1800)
    assert recipe.solver_options({}) == {"seed": 7, "linear": True, "threads": 2}
    assert recipe.is_compact


def test_buckets_have_the_options_of_their_kind(tmp_path: Path) -> None:
    buckets = 'kind = "percentile"\nbuckets = [10, 10, 10, 10]'
    k_means = 'kind = "k-means"\nbuckets = [169, 9, 8, 7]\nseed = 4'
    board_hand = 'kind = "board-hand"\nbuckets = [5, 6, 7]\nboards = [4, 3, 2]'
    first = read_recipe(written(tmp_path, LIMIT.replace(buckets, k_means))).cards
    assert isinstance(first, KMeansBuckets)
    assert (first.counts, first.seed) == ((169, 9, 8, 7), 4)
    second = read_recipe(written(tmp_path, LIMIT.replace(buckets, board_hand))).cards
    assert isinstance(second, BoardHandBuckets)
    assert second.counts == (169, 20, 18, 14)


def test_what_a_recipe_leaves_out_has_defaults(tmp_path: Path) -> None:
    recipe = read_recipe(written(tmp_path, 'title = "Kuhn"\ngame = "kuhn.limit.2p"\nuntil = "0.01"\niterations = 50'))
    assert isinstance(recipe.cards, CardClasses)
    assert (recipe.algorithm, recipe.goal) == ("cfr+", SolveGoal(iterations=50, exploitability=0.01))
    assert not recipe.is_compact


@pytest.mark.parametrize(
    ("buckets", "algorithm"), [("5, 5, 5, 5", "cfr+"), ("10, 10, 10, 10", "public-chance-sampling")]
)
def test_buckets_that_are_too_many_for_joint_tables_are_sampled(tmp_path: Path, buckets: str, algorithm: str) -> None:
    text = f"""
        title = "Limit"
        game = "holdem.limit.2p.reverse_blinds"
        minutes = 1
        cards = {{ kind = "percentile", buckets = [{buckets}] }}
    """
    recipe = read_recipe(written(tmp_path, text))
    assert (recipe.algorithm, bool(recipe.algorithm_reason)) == (algorithm, True)
    named = read_recipe(written(tmp_path, text), {"algorithm": "chance-sampling"})
    assert (named.algorithm, named.algorithm_reason) == ("chance-sampling", "")


def test_the_size_of_the_ten_bucket_game(tmp_path: Path) -> None:
    """As in DESIGN: 57,337,080 information sets, 149,076,410 choices in them, and two cells before the first choice."""
    recipe = read_recipe(written(tmp_path, LIMIT))
    size = recipe_size(recipe)
    assert sum(size.information_sets) == 57_337_080
    assert size.cells == 149_076_410 + 2
    assert not can_evaluate(recipe, memory=2**36)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("minutes", "minuets", "unknown key 'minuets': did you mean minutes?"),
        ("minutes = 30", "", "the solve has no end: give iterations, minutes or until"),
        ('title = "', 'bets = "small"\ntitle = "', "is a limit game, where raises have one size"),
        ("external-sampling", "cfr+", "a seed and linear weights are for sampling algorithms"),
        ('kind = "percentile"', 'kind = "percentil"', "did you mean percentile?"),
        ('kind = "percentile"', "", "cards suits have no buckets"),
        ('kind = "percentile"', 'kind = "percentile"\nseed = 3', "percentile buckets have no seed"),
        ("minutes = 30", 'until = "much"', "exploitability 'much': give chips per hand"),
        ("title", "[title", "this is not TOML"),
        ("holdem.limit.2p.reverse_blinds", "holdem", "holdem"),
    ],
)
def test_bad_recipes_are_one_line_that_names_the_file(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = written(tmp_path, LIMIT.replace(old, new, 1))
    with pytest.raises(SolverError) as raised:
        read_recipe(path)
    assert str(raised.value).startswith(str(path))
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(SolverError, match="No such file"):
        read_recipe(tmp_path / "nowhere.toml")


def test_exact_algorithms_need_joint_tables(tmp_path: Path) -> None:
    recipe = read_recipe(written(tmp_path, LIMIT))
    exact = Recipe(cards=recipe.cards, goal=recipe.goal, algorithm="cfr+")
    with pytest.raises(SolverError, match="take a sampling algorithm"):
        check_recipe(exact, memory=2**40)


@pytest.mark.deep
def test_a_recipe_of_players_who_forget_the_betting(tmp_path: Path) -> None:
    text = LIMIT.replace("2p.reverse_blinds", "3p").replace(
        "seed = 7", 'recall = "round"\nexploration = 10\npacked = true'
    )
    cards = {"kind": "k-means", "buckets": [169, 100, 100, 100]}
    path = written(tmp_path, text)
    recipe = read_recipe(path, {"cards": cards, "seed": 3, "packed": True})
    assert recipe.solver_options({})["exploration"] == 10
    assert recipe.is_packed
    assert recipe_size(recipe).information_sets == (15_210, 133_700, 231_200, 257_300)
    assert recipe_size(recipe).bytes < 10**9
    assert not can_evaluate(recipe, memory=2**40)
    whole = read_recipe(path, {"cards": cards, "recall": "hand"})
    assert sum(recipe_size(whole).information_sets) == 169 * 90 + 100 * (4_412 + 205_962 + 9_501_342)
    for changes, problem in (
        ({"algorithm": "cfr+", "exploration": 0}, "a seed and linear weights are for sampling algorithms"),
        ({"algorithm": "chance-sampling"}, "chance-sampling needs players who remember the betting of the hand"),
        ({"recall": "street"}, "players remember the betting of the hand or of the round"),
        ({"recall": "hand", "algorithm": "chance-sampling"}, "exploration is an option of external-sampling"),
    ):
        with pytest.raises(SolverError, match=rf"recipe\.toml: .*{problem}"):
            read_recipe(path, {"cards": cards, **changes})


@pytest.mark.deep
def test_players_who_forget_may_play_games_that_are_too_large_for_others(tmp_path: Path) -> None:
    """One raise more on each street: more than 15 million decisions, few of which such players tell apart."""
    game = replace(game_named("holdem.limit.3p"), max_raises=(4, 5, 5, 5))
    (tmp_path / "large.game").write_text(format_game(game))
    text = LIMIT.replace("holdem.limit.2p.reverse_blinds", "large.game").replace("seed = 7", 'recall = "round"')
    cards = {"kind": "k-means", "buckets": [169, 100, 100, 100]}
    path = written(tmp_path, text)
    size = recipe_size(read_recipe(path, {"cards": cards}))
    assert size.information_sets == (31_434, 268_800, 463_200, 510_000)
    assert size.iteration_seconds > 0
    with pytest.raises(GameError, match="more than 15,000,000 decisions"):
        recipe_size(read_recipe(path, {"cards": cards, "recall": "hand"}))


def test_a_recipe_that_does_not_fit_into_memory(tmp_path: Path) -> None:
    with pytest.raises(SolverError, match="give fewer buckets or fewer bets"):
        check_recipe(read_recipe(written(tmp_path, LIMIT)), memory=10**9)


def test_public_chance_sampling_that_does_not_fit_names_what_does(tmp_path: Path) -> None:
    """Its workspace for the hands on a board grows with the betting tree, and no other sampling algorithm has one."""
    text = """
        title = "Many bets"
        game = "holdem.nolimit.2p.reverse_blinds"
        bets = "medium"
        iterations = 10
        threads = 2
        cards = { kind = "k-means", buckets = [169, 100, 100, 100] }
    """
    recipe = read_recipe(written(tmp_path, text))
    other = replace(recipe, algorithm="chance-sampling")
    memory = recipe_size(other).bytes
    assert recipe_size(recipe).bytes > memory + 500_000_000
    check_recipe(other, memory=memory)
    with pytest.raises(
        SolverError, match=r"by public-chance-sampling takes .* free: take chance-sampling, which needs"
    ):
        check_recipe(recipe, memory=memory)
    with pytest.raises(SolverError, match="give fewer buckets or fewer bets"):
        check_recipe(recipe, memory=memory - 1)


def test_changes_replace_values_and_a_goal_replaces_all_goals(tmp_path: Path) -> None:
    path = written(tmp_path, LIMIT)
    recipe = read_recipe(path, {"iterations": 20, "algorithm": "pure-cfr"})
    assert (recipe.algorithm, recipe.goal, recipe.seed) == ("pure-cfr", SolveGoal(iterations=20), 7)
    assert read_recipe(path, {"seed": 8}).goal == SolveGoal(seconds=1800)
    with pytest.raises(SolverError, match=r"recipe\.toml: unknown key 'sead': did you mean seed\?"):
        read_recipe(path, {"sead": 8})


def test_a_fingerprint_tells_solves_apart(tmp_path: Path) -> None:
    path = written(tmp_path, LIMIT)
    changes: list[dict[str, object]] = [
        {},
        {"seed": 8},
        {"minutes": 31},
        {"algorithm": "pure-cfr"},
        {"compact": False},
        {"packed": True},
        {"recall": "round"},
        {"exploration": 10},
        {"cards": {"kind": "percentile", "buckets": [10, 10, 10, 5]}},
    ]
    assert len({read_recipe(path, change).fingerprint() for change in changes}) == len(changes)
    titled = written(tmp_path, LIMIT.replace("ten buckets", "10 buckets"))
    assert read_recipe(titled).fingerprint() == read_recipe(path).fingerprint()


def test_the_game_of_a_recipe_may_be_a_file_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its path is relative to the recipe, not to the current folder."""
    folder = tmp_path / "recipes"
    (folder / "games").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    leduc = game_named("leduc.limit.2p")
    (folder / "games" / "short.game").write_text(format_game(replace(leduc, max_raises=(1, 1))))
    path = written(folder, 'title = "T"\ngame = "games/short.game"\niterations = 10\n')
    assert read_recipe(path).definition == replace(leduc, max_raises=(1, 1), name="short")
    missing = written(folder, 'title = "T"\ngame = "leduc.limit.2p.game"\niterations = 10\n')
    with pytest.raises(SolverError, match=r"recipe.toml: .*recipes.leduc.limit.2p.game: No such file .* is a built-in"):
        read_recipe(missing)
    (folder / "wrong.game").write_text("limit\nnumPlayers = two\n")
    with pytest.raises(SolverError, match=r"recipe.toml: .*wrong.game: line 1"):
        read_recipe(written(folder, 'title = "T"\ngame = "wrong.game"\niterations = 10\n'))
