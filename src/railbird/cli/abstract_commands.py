"""`railbird abstract`: build, list and show card abstractions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.card_options import Boards, Buckets, BucketSeed, read_counts

if TYPE_CHECKING:
    from railbird.abstraction.bucket_kinds import BuildableAbstraction
    from railbird.statistics import Table

abstract_app = typer.Typer(name="abstract", help="Build, list and show card abstractions.", no_args_is_help=True)
Kind = Annotated[str, typer.Option("--cards", help="Kind of buckets (see `railbird abstract list`).")]
Game = Annotated[str, typer.Option("--game", "-g", help="A built-in game (see `railbird games`) or a .game file.")]
_HOLDEM = "holdem.limit.2p.reverse_blinds"


@abstract_app.command("build")
def build(
    kind: Kind = "percentile",
    buckets: Buckets = None,
    boards: Boards = None,
    bucket_seed: BucketSeed = None,
    game: Game = _HOLDEM,
) -> None:
    """Build the tables of a card abstraction, if they are missing."""
    from railbird.cli.terminal import Terminal
    from railbird.memory import bytes_text
    from railbird.progress import duration_text

    cards = _cards(kind, game, buckets=buckets, boards=boards, seed=bucket_seed)
    classes = ", ".join(f"{count:,}" for count in cards.counts)
    typer.echo(f"{cards.title} of {cards.game.name}: {classes} classes by round")
    cost = cards.build_cost()
    if cost.memory == 0:
        typer.echo("nothing to build")
        return
    typer.echo(
        f"Building takes about {bytes_text(cost.memory)} of memory, {bytes_text(cost.disk)} on disk "
        f"and {duration_text(cost.seconds)}.",
        err=True,
    )
    cost.check_memory(cards.title)
    with Terminal().showing() as terminal:
        cards.build(terminal)
    typer.echo("built")


@abstract_app.command("list")
def show_list() -> None:
    """List the kinds of buckets, which of them are shipped, and the tables that have been built."""
    from railbird.abstraction.bucket_kinds import BUCKET_KINDS
    from railbird.abstraction.hand_values import values_path
    from railbird.files import cache_folder
    from railbird.memory import bytes_text

    for kind in BUCKET_KINDS.values():
        typer.echo(f"{kind.name}: {kind.summary}")
        for name in kind.shipped:
            typer.echo(f"  {name}: shipped")
    for path in (values_path(), *sorted(cache_folder("abstractions").glob("*.arrays"))):
        if path.exists():
            typer.echo(f"{path.stem}: built, {bytes_text(path.stat().st_size)}, {path}")


@abstract_app.command("show")
def show(
    hand: Annotated[str, typer.Argument(help="Hole cards, such as AhKh.")],
    board: Annotated[str, typer.Option(help="Board cards, flop first (default: none).")] = "",
    kind: Kind = "percentile",
    buckets: Buckets = None,
    boards: Boards = None,
    bucket_seed: BucketSeed = None,
    game: Game = _HOLDEM,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show the bucket of a hand in every round, and in hold'em its E[HS] and E[HS^2]."""
    from railbird.abstraction.bucket_parameters import not_built
    from railbird.cli.screen_tables import print_json, print_table
    from railbird.cli.terminal import Terminal
    from railbird.statistics import rows_as_json

    cards = _cards(kind, game, buckets=buckets, boards=boards, seed=bucket_seed)
    if not cards.is_ready:
        raise not_built(cards.identity)
    with Terminal().showing():
        table = _bucket_table(cards, hand, board)
    if json:
        answer = {"game": cards.game.name, "abstraction": dict(cards.identity), "rounds": rows_as_json(table)}
        print_json(answer)
        return
    print_table(table)
    typer.echo(f"{cards.title} of {cards.game.name}; the class is that of `class_of` in Python")


def _cards(kind: str, game: str, *, buckets: str | None, boards: str | None, seed: int | None) -> BuildableAbstraction:
    """The abstraction that the options name."""
    from railbird.abstraction.bucket_kinds import make_buckets
    from railbird.games import read_game

    counts, on_boards = read_counts(buckets, "--buckets"), read_counts(boards, "--boards")
    return make_buckets(kind, read_game(game), counts, boards=on_boards, seed=seed)


def _bucket_table(cards: BuildableAbstraction, hand: str, board: str) -> Table:
    """A row for each round up to the board's."""
    from railbird.abstraction.hand_values import hand_value
    from railbird.cards import format_cards, parse_cards
    from railbird.statistics import COUNT, SIGNIFICANT, TEXT, Column, Table

    hole_cards, on_board, game = parse_cards(hand), parse_cards(board), cards.game
    # Checks the cards before the earlier rounds are shown.
    last = cards.class_of(hole_cards, on_board)
    rows = []
    for street, size in enumerate(game.board_sizes[: game.board_sizes.index(len(on_board)) + 1]):
        seen = on_board[:size]
        number = last if size == len(on_board) else cards.class_of(hole_cards, seen)
        buckets = cards.counts[street] // (cards.counts[street - 1] if street and cards.has_perfect_recall else 1)
        value = hand_value(hole_cards, seen) if game.is_holdem else None
        rows.append(
            (
                street + 1,
                format_cards(seen) or None,
                None if value is None else value.mean,
                None if value is None else value.mean_square,
                number % buckets + 1,
                buckets,
                number,
            )
        )
    columns = [
        Column("round", COUNT),
        Column("board", TEXT),
        Column("mean", SIGNIFICANT, shown_as="E[HS]"),
        Column("mean_square", SIGNIFICANT, shown_as="E[HS^2]"),
        Column("bucket", COUNT),
        Column("buckets", COUNT, shown_as="of"),
        Column("class", COUNT),
    ]
    return Table("buckets", "Buckets", columns, rows)
