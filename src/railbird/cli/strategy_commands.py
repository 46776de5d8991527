"""`railbird strategy`: show a strategy, compare two, and store one in single bytes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.solvers.lines.studied_strategy import StudiedStrategy
    from railbird.statistics import Table
    from railbird.strategy import Decision

strategy_app = typer.Typer(name="strategy", help="Show, compare and compact strategies.", no_args_is_help=True)

_MOST_SHOWN = 400
"""Largest number of information sets that is printed."""
_MOST_WRITTEN = 100_000
"""Largest number of information sets in JSON and CSV."""
_DEPTH = 2
"""Number of actions in the lines of a tree that is shown beside a matrix."""

File = Annotated[
    Path,
    typer.Argument(
        help="A strategy file that `railbird solve --out` wrote, or the name of a shipped strategy, such as cfr-limit."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Csv = Annotated[
    Path | None,
    typer.Option(help="Write a CSV file with a row for each choice, instead of printing (default: print)."),
]


@strategy_app.command("show")
def show_command(
    file: File,
    history: Annotated[
        str | None,
        typer.Option(
            help='Only after this betting: f, c, r and / as in ACPC logs, such as "cr/c"; "" is the start '
            "(default: all betting)."
        ),
    ] = None,
    hand: Annotated[str | None, typer.Option(help="Only this hand, such as AhKh (default: all hands).")] = None,
    board: Annotated[str | None, typer.Option(help="Only this board, such as QsJh2d (default: all boards).")] = None,
    tree: Annotated[bool, typer.Option("--tree", help="Show the lines of betting with reach and value.")] = False,
    depth: Annotated[
        int | None, typer.Option(min=1, help="Number of actions in the lines of --tree (default: 3).")
    ] = None,
    json: Json = False,
    csv: Csv = None,
) -> None:
    """Show how often a strategy makes each choice, with the reach and the value of information sets.

    Small games are printed whole. In games with two hole cards, --history prints a matrix of starting hands for each
    choice, on the flop and later with --board.
    """
    from railbird.cli.terminal import Terminal
    from railbird.reports.strategy_tables import tree_table
    from railbird.solvers.lines.studied_strategy import StudiedStrategy
    from railbird.strategy import open_strategy

    if tree and (history is not None or hand is not None or board is not None):
        raise typer.BadParameter("--tree shows the whole game: leave out --history, --hand and --board")
    if depth is not None and not tree:
        raise typer.BadParameter("--depth is for --tree")
    with Terminal().showing():
        studied = StudiedStrategy(open_strategy(file))
    if tree:
        _write(studied, tree_table(studied, depth=depth or 3), json=json, csv=csv)
        return
    if hand is not None:
        _show_hand(studied, history or "", hand=hand, board=board or "", json=json, csv=csv)
        return
    if json or csv is not None:
        _write_choices(studied, history, board=board, json=json, csv=csv)
        return
    _show(studied, history, board=board)


@strategy_app.command("compare")
def compare_command(
    first: File,
    second: Annotated[Path, typer.Argument(help="Another strategy for the same game.")],
    most: Annotated[int, typer.Option("--most", min=1, help="Number of differences to show.")] = 20,
    json: Json = False,
    csv: Csv = None,
) -> None:
    """Show where two strategies differ most, weighted by how often a hand gets there."""
    from railbird.cli.screen_tables import print_json, print_table
    from railbird.cli.terminal import Terminal
    from railbird.errors import StrategyError
    from railbird.reports.comparison_tables import compared_choices_table, comparison_table
    from railbird.solvers.lines.strategy_comparison import compare_strategies
    from railbird.statistics import rows_as_json
    from railbird.strategy import open_strategy

    with Terminal().showing():
        strategies = open_strategy(first), open_strategy(second)
        try:
            comparison = compare_strategies(*strategies, most=most)
        except StrategyError as error:
            raise StrategyError(f"{first} cannot be compared with {second}: {error}") from None
    game = strategies[0].definition
    if csv is not None:
        _write_csv(compared_choices_table(comparison, game), csv)
        return
    if json:
        facts: dict[str, object] = {"first": str(first), "second": str(second), "game": game.name}
        facts |= {"decisions_that_differ_per_hand": comparison.per_hand, "sampled_deals": comparison.deals}
        table = compared_choices_table(comparison, game)
        print_json({**facts, table.key: rows_as_json(table)})
        return
    pairs = [(first.stem, second.stem), (str(first), str(second)), ("first", "second")]
    names = next(pair for pair in pairs if pair[0] != pair[1])
    table = comparison_table(comparison, game, names=names)
    if table.rows:
        print_table(table)
    typer.echo(
        f"In a hand, {comparison.per_hand:.3g} decisions are made differently on average{_basis(comparison.deals)}."
    )


@strategy_app.command("compact")
def compact_command(
    file: File,
    out: Annotated[Path, typer.Argument(help="The file to write.")],
) -> None:
    """Store a strategy with each probability in one byte, an eighth of the size; the values are 255ths."""
    from railbird.cli.terminal import Terminal
    from railbird.strategy import open_strategy, save_strategy

    if out.resolve() == file.resolve():
        raise typer.BadParameter(f"{out} would overwrite the original: give another name", param_hint="OUT")
    with Terminal().showing():
        save_strategy(out, open_strategy(file).compact())
    sizes = [path.stat().st_size / 1e3 for path in (file, out)]
    typer.echo(f"{out}: {sizes[1]:,.0f} kB instead of {sizes[0]:,.0f} kB; `railbird exploit` measures what it costs")


def _show(studied: StudiedStrategy, history: str | None, *, board: str | None) -> None:
    """Print a strategy, or what it plays after some betting."""
    from railbird.cli.screen_tables import print_table
    from railbird.reports.strategy_tables import tree_table
    from railbird.reports.strategy_words import strategy_words
    from railbird.strategy import decision_at, decisions_of

    game = studied.strategy.game
    parts: list[str | Table] = []
    if history is None and board is None and game.information_set_count <= _MOST_SHOWN:
        for decision in decisions_of(game):
            parts += _decision_parts(studied, decision, board=None)
    else:
        parts += _decision_parts(studied, decision_at(game, history or ""), board=board)
        if history is None and board is None:
            parts += ["", tree_table(studied, depth=_DEPTH), _note(studied)]
    typer.echo(strategy_words(studied.strategy))
    for part in parts:
        typer.echo(part) if isinstance(part, str) else print_table(part)


def _decision_parts(studied: StudiedStrategy, decision: Decision, *, board: str | None) -> list[str | Table]:
    """What to print of a decision: a matrix for each choice with two hole cards, otherwise a table."""
    from railbird.errors import StrategyError
    from railbird.reports.hand_matrix import format_matrix, hand_matrices
    from railbird.reports.strategy_tables import decision_table
    from railbird.reports.strategy_words import decision_words

    game = studied.strategy.definition
    title = f"\n{decision_words(game, decision)}{f', on {board}' if board else ''}"
    if game.hole_cards == 2 and (board is not None or decision.street == 0):
        matrices = hand_matrices(studied.strategy, decision, board or "")
        return [title, *(f"{word}, %\n{format_matrix(shares)}" for word, shares in matrices.items())]
    if board is not None:
        raise StrategyError(f"--board {board} without --hand is for games with two hole cards: name a hand")
    if len(decision.cells) > _MOST_SHOWN:
        raise StrategyError(
            f"there are {len(decision.cells):,} card classes after {decision.history!r}: name a --board or a --hand, "
            "or write them all with --csv"
        )
    return [title, decision_table(studied, decision)]


def _show_hand(studied: StudiedStrategy, history: str, *, hand: str, board: str, json: bool, csv: Path | None) -> None:
    """A single information set."""
    from railbird.cards import as_cards
    from railbird.cli.screen_tables import print_table
    from railbird.reports.strategy_tables import choice_table, information_set_table
    from railbird.strategy import class_names, decision_at

    strategy = studied.strategy
    decision = decision_at(strategy.game, history)
    strategy.at(hand, board, history)  # which checks the cards and the stored values
    number = strategy.game.cards.class_of(as_cards(hand), as_cards(board))
    if json or csv is not None:
        _write(studied, choice_table(studied, [decision], card_class=number), json=json, csv=csv)
        return
    table = information_set_table(studied, decision, number)
    typer.echo(f"{table.title}, with {hand}{' on ' + board if board else ''}")
    print_table(table)
    name, reach = class_names(strategy.game.cards, decision.street)[number], studied.reach_of(decision)
    cards = f"{name.hand} on {name.board}" if name.board else name.hand
    known = "" if reach is None else f", reached in {100 * reach[number]:.3g} % of the hands"
    typer.echo(f"information set: {cards}{known}")


def _write_choices(
    studied: StudiedStrategy, history: str | None, *, board: str | None, json: bool, csv: Path | None
) -> None:
    """JSON or CSV of the whole strategy, of what it plays after some betting, or of its matrix on a board."""
    from railbird.errors import StrategyError
    from railbird.reports.hand_matrix import matrix_table
    from railbird.reports.strategy_tables import choice_table
    from railbird.strategy import decision_at, decisions_of

    game = studied.strategy.game
    if board is not None:
        table = matrix_table(studied.strategy, decision_at(game, history or ""), board)
        _write(studied, table, json=json, csv=csv)
        return
    decisions: Sequence[Decision] = [] if history is None else [decision_at(game, history)]
    count = game.information_set_count if history is None else len(decisions[0].cells)
    if count > _MOST_WRITTEN:
        raise StrategyError(
            f"{count:,} information sets: at most {_MOST_WRITTEN:,} are written; name a --history or a --hand, or use "
            "strategy.table() in Python"
        )
    _write(studied, choice_table(studied, decisions or decisions_of(game)), json=json, csv=csv)


def _write(studied: StudiedStrategy, table: Table, *, json: bool, csv: Path | None) -> None:
    """Print a table, or write it for programs."""
    from railbird.cli.screen_tables import print_json, print_table
    from railbird.reports.strategy_words import strategy_words
    from railbird.statistics import rows_as_json
    from railbird.strategy import strategy_as_json

    if csv is not None:
        _write_csv(table, csv)
    elif json:
        facts = {key: value for key, value in strategy_as_json(studied.strategy).items() if key != "points"}
        print_json({**facts, "sampled_deals": studied.sampled_deals, table.key: rows_as_json(table)})
    else:
        typer.echo(strategy_words(studied.strategy))
        print_table(table)
        typer.echo(_note(studied))


def _note(studied: StudiedStrategy) -> str:
    deals = studied.sampled_deals
    if deals is None:
        return "Reach and value are exact, over all deals."
    return f"Reach and value are means over {deals:,} random deals; ± is half of a 95 % interval."


def _basis(deals: int | None) -> str:
    return ", exact over all deals" if deals is None else f", over {deals:,} random deals"


def _write_csv(table: Table, path: Path) -> None:
    from railbird.files import written_whole
    from railbird.statistics import table_as_csv
    from railbird.wording import number_of

    with written_whole(path) as file:
        file.write(table_as_csv(table).encode())
    typer.echo(f"{path}: {number_of(len(table.rows), 'row')}")
