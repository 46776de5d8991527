"""`railbird map limit`, `railbird map limit-log` and `railbird map bias`: the mappings of limit hold'em."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from railbird.games import HandRecord
    from railbird.mapping.limit import MapLimitBot, MappedDecision
    from railbird.mapping.limit.fold_bias import FoldBias
    from railbird.mapping.limit.mapping_summary import MappingSummary
    from railbird.statistics import Cell, Column, Table

Mapping = Annotated[int, typer.Option(min=1, max=4, help="The mapping, 1 to 4.")]
Nearest = Annotated[int, typer.Option(min=1, help="Number of nearest states for each opponent.")]
Weights = Annotated[str, typer.Option(help="Weights of the states: plain or distance.")]
TwoPlayerBot = Annotated[str, typer.Option("--bot", help="The two-player bot.")]
Bias = Annotated[Path | None, typer.Option(help="A file that `railbird map bias` wrote (default: none).")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def map_limit_command(
    match_state: Annotated[str, typer.Argument(metavar="MATCHSTATE", help="A match state of holdem.limit.3p.")],
    mapping: Mapping = 4,
    nearest: Nearest = 1,
    weights: Weights = "plain",
    bot: TwoPlayerBot = "cfr-limit",
    bias: Bias = None,
    json: Json = False,
) -> None:
    """Show the two-player states that stand for a three-player state, and what a two-player bot answers to them."""
    from railbird.cli.screen_tables import print_json, print_table
    from railbird.errors import GameError
    from railbird.formats.match_state import MatchStateReader
    from railbird.mapping.limit.nearest_states import THREE_PLAYERS

    view = MatchStateReader(THREE_PLAYERS).read(match_state)
    if view.acting != view.position:
        whose = "the hand is over" if view.is_over else f"the {view.position_name(view.acting)} is to act"
        raise GameError(f"{match_state} is not mapped: {whose}, not the {view.position_name(view.position)}")
    decision = _map_limit_bot(mapping, nearest, weights, bot, bias).decision(view)
    if json:
        print_json(decision.as_json())
        return
    typer.echo(repr(view))
    print_table(_states_table(decision))
    typer.echo(", ".join(f"{action} {100 * share:.1f} %" for action, share in decision.probabilities.items()))
    if decision.fold_shift:
        typer.echo(f"The bias adds {100 * decision.fold_shift:+.1f} % to the fold.")


def map_limit_log_command(
    log: Annotated[Path, typer.Argument(help="A log of three-player limit hands.")],
    player: Annotated[str, typer.Option(help="The player whose decisions are mapped.")],
    mapping: Mapping = 4,
    nearest: Nearest = 5,
    weights: Weights = "plain",
    bot: TwoPlayerBot = "cfr-limit",
    bias: Bias = None,
    decisions: Annotated[
        Path | None, typer.Option(help="Write each decision to this file as a line of JSON (default: none).")
    ] = None,
    json: Json = False,
) -> None:
    """Map every decision of a player in a log, and count what the two-player states lose."""
    from json import dumps

    from railbird.cli.screen_tables import print_json, print_table
    from railbird.errors import BotError
    from railbird.files import written_whole
    from railbird.mapping.limit.mapping_summary import MappingSummary
    from railbird.wording import number_of

    mapped = _map_limit_bot(mapping, nearest, weights, bot, bias)
    summary, lines = MappingSummary(), []
    for hand in _hands([log]):
        for view, _ in hand.decisions():
            if hand.players[view.position] == player and view.hole_cards:
                decision = mapped.decision(view)
                summary.add(decision)
                if decisions is not None:
                    lines.append(dumps(decision.as_json(), allow_nan=False))
    if mapped.corrections:
        typer.echo(f"railbird: {number_of(mapped.corrections, 'answer')} of {bot} not legal, and corrected", err=True)
    if not summary.decisions:
        raise BotError(f"{log}: {player} makes no decision with known cards there")
    if decisions is not None:
        with written_whole(decisions) as file:
            file.write("".join(f"{line}\n" for line in lines).encode())
    if json:
        print_json(summary.as_json())
        return
    print_table(_losses_table(summary))
    print_table(_deviations_table(summary))
    typer.echo(f"Variance of the raise probability over the states: {summary.raise_variance:.4f} on average.")


def bias_command(
    logs: Annotated[list[Path], typer.Argument(help="Logs of three-player limit hands.")],
    mapped: Annotated[str, typer.Option(help="The name of the mapped bot in the logs.")],
    out: Annotated[Path, typer.Option(help="The TOML file to write.")],
    model: Annotated[str, typer.Option(help="The name of the model player in the logs.")] = "akuma",
    fewest: Annotated[int, typer.Option(min=1, help="Fewest decisions of each player for a comparison.")] = 10,
) -> None:
    """Learn from logs how much more often a model player folds than a mapped bot, for its option `bias`."""
    from railbird.cli.screen_tables import print_table
    from railbird.mapping.limit.fold_bias import learn_bias, write_bias

    bias = learn_bias(_hands(logs), model=model, mapped=mapped, fewest=fewest)
    write_bias(bias, out)
    print_table(_bias_table(bias))
    typer.echo(f"{out}: {len(bias.by_hand)} of 169 starting hands have a bias of their own.")


def _map_limit_bot(mapping: int, nearest: int, weights: str, bot: str, bias: Path | None) -> MapLimitBot:
    from railbird.bots import make_bot
    from railbird.mapping.limit import MapLimitBot
    from railbird.mapping.limit.nearest_states import THREE_PLAYERS

    made = MapLimitBot(mapping=mapping, nearest=nearest, weights=weights, bot=make_bot(bot), bias=bias or "")
    made.match_starts(THREE_PLAYERS, 0)
    return made


def _hands(logs: list[Path]) -> Iterator[HandRecord]:
    """The hands of several logs, all of the game that is mapped."""
    from railbird.formats.logs import open_log
    from railbird.formats.payoff_checks import sound_records
    from railbird.mapping.limit.nearest_states import check_three_players

    for path in logs:
        log = open_log(path)
        for hand in sound_records(log):
            check_three_players(hand.game)
            yield hand
        for problem in log.problems:
            typer.echo(str(problem), err=True)


def _states_table(decision: MappedDecision) -> Table:
    from railbird.mapping.limit.mapped_decision import position_of_two
    from railbird.statistics import Table

    view = decision.view
    legal, odds = view.legal_actions(), decision.pot_odds
    real = ("(real)", _betting(decision), view.position_name(view.position), None, None)
    rows: list[tuple[Cell, ...]] = [
        (*real, view.pot, view.to_call(view.position), _ratio(odds), _yes(legal.can_raise), None, None, None)
    ]
    for opponent, states in decision.asked.items():
        for state, distance, weight, answer in states:
            place = (view.position_name(opponent), state.history or "(none)", position_of_two(state), distance, weight)
            facts = (state.pot, state.to_call, _ratio(state.pot_odds), _yes(state.can_raise))
            rows.append((*place, *facts, *answer))
    return Table("mapped-states", "Mapped states", _states_columns(), rows)


def _states_columns() -> list[Column]:
    from railbird.statistics import COUNT, FACTOR, SHARE, TEXT, Column

    return [
        Column("against"),
        Column("betting"),
        Column("hero", TEXT, "hero's position", is_minor=True),
        Column("distance", COUNT),
        Column("weight", FACTOR),
        Column("pot", COUNT, is_minor=True),
        Column("to_call", COUNT, shown_as="to call", is_minor=True),
        Column("pot_odds", FACTOR, shown_as="pot odds"),
        Column("raise_possible", TEXT, shown_as="can raise", is_minor=True),
        Column("fold", SHARE),
        Column("call", SHARE),
        Column("raise", SHARE),
    ]


def _ratio(odds: Fraction | None) -> float | None:
    return None if odds is None else float(odds)


def _betting(decision: MappedDecision) -> str:
    from railbird.formats.betting import format_betting

    return format_betting(decision.view.game, decision.view.actions) or "(none)"


def _yes(is_true: bool) -> str:
    return "yes" if is_true else "no"


def _losses_table(summary: MappingSummary) -> Table:
    from railbird.mapping.limit.mapped_decision import LOSSES
    from railbird.statistics import COUNT, SHARE, TEXT, Column, Table

    columns = [Column("lost", TEXT), Column("states", COUNT), Column("of", COUNT), Column("share", SHARE)]
    rows: list[tuple[Cell, ...]] = [
        (name.replace("_", " "), summary.losses[name], summary.states, summary.losses[name] / summary.states)
        for name in LOSSES
    ]
    return Table("mapping-losses", "What the states lose", columns, rows)


def _deviations_table(summary: MappingSummary) -> Table:
    from railbird.statistics import COUNT, SHARE, Column, Table

    columns = [
        Column("distance", COUNT),
        Column("states", COUNT),
        Column("deviation", SHARE, "mean difference of the raise probability from the mean over the states"),
    ]
    rows: list[tuple[Cell, ...]] = [
        (distance, states, deviation) for distance, (states, deviation) in summary.deviation_by_distance().items()
    ]
    return Table("mapping-deviations", "Distance and deviation", columns, rows)


def _bias_table(bias: FoldBias) -> Table:
    from railbird.mapping.limit.fold_bias import STREETS
    from railbird.statistics import COUNT, SHARE, TEXT, Column, Table

    columns = [
        Column("street", TEXT),
        Column("players", COUNT),
        *(Column(f"{who}_{kind}", SHARE, shown_as=f"{who} {kind}s") for who in ("mapped", "model") for kind in _KINDS),
        Column("bias", SHARE, "what is added to the probability of a fold"),
    ]
    rows: list[tuple[Cell, ...]] = [
        (STREETS[street], players, *pair.mapped, *pair.model, pair.fold_shift)
        for (street, players), pair in bias.by_street.items()
    ]
    return Table("fold-bias", "Bias by street and players in the hand", columns, rows)


_KINDS = ("fold", "call", "raise")
