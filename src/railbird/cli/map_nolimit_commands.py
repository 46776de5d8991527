"""`railbird map nolimit` and `railbird map nolimit-log`: the mapping of no-limit hold'em."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 (the command line reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from railbird.games import Action, GameDefinition, View
    from railbird.mapping.nolimit.agreement import Agreement
    from railbird.mapping.nolimit.map_nolimit_bot import MapNoLimitBot
    from railbird.mapping.nolimit.mapping_losses import MappingCounts, Situation
    from railbird.mapping.nolimit.nolimit_decision import NoLimitDecision
    from railbird.statistics import Cell, Estimate, Table

VariantName = Annotated[
    str, typer.Option(help="N0 to N3, or A0 to A3 with the pot adjusted; the number is the mode of calls.")
]
TwoPlayerBot = Annotated[str, typer.Option("--bot", help="The two-player bot that is asked.")]
Rescale = Annotated[bool, typer.Option("--rescale", help="Keep the size of raises relative to the pot.")]
Game = Annotated[str, typer.Option("--game", "-g", help="A built-in game or a .game file, for three players.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]

_GAME = "holdem.nolimit.3p"


def map_nolimit_command(
    match_state: Annotated[str, typer.Argument(metavar="MATCHSTATE", help="A match state for the player to act.")],
    variant: VariantName = "A0",
    bot: TwoPlayerBot = "cfr-nolimit",
    rescale: Rescale = False,
    game: Game = _GAME,
    json: Json = False,
) -> None:
    """Show the two-player hand that stands for a three-player one, and what a two-player bot answers in it."""
    from railbird.cli.screen_tables import print_json, print_table
    from railbird.formats.match_state import MatchStateReader, format_match_state
    from railbird.games import read_game

    definition = read_game(game)
    mapped_bot = _map_nolimit_bot(variant, bot, rescale=rescale, game=definition)
    decision = mapped_bot.decision(MatchStateReader(definition).read(match_state))
    if json:
        print_json(decision.as_json())
        return
    typer.echo(f"real    {format_match_state(decision.view)}")
    typer.echo(f"mapped  {format_match_state(decision.mapped.view)}")
    print_table(_situations_table(decision))
    for name, count in decision.mapped.deviations._asdict().items():
        if count:
            typer.echo(f"{name.replace('_', ' ')}: {count}")
    if decision.answers is None or decision.probabilities is None:
        typer.echo(f"{bot} does not say its probabilities.")
        return
    typer.echo(f"{bot}: {_in_words(decision.answers)}")
    if decision.probabilities != decision.answers:
        typer.echo(f"at the table: {_in_words(decision.probabilities)}")


def map_nolimit_log_command(
    log: Annotated[Path, typer.Argument(help="A log of three-player no-limit hands.")],
    player: Annotated[str, typer.Option(help="The player whose decisions are mapped.")],
    variant: VariantName = "A0",
    bot: TwoPlayerBot = "cfr-nolimit",
    rescale: Rescale = False,
    decisions: Annotated[
        Path | None, typer.Option(help="Write each decision to this file as a line of JSON (default: none).")
    ] = None,
    json: Json = False,
) -> None:
    """Map every decision of a player in a log, and count what the mapped hands lose and where the bot agrees."""
    from railbird.cli.screen_tables import print_json, print_table
    from railbird.errors import FormatError
    from railbird.mapping.nolimit.agreement import Agreement
    from railbird.mapping.nolimit.mapping_losses import MappingCounts

    counts, agreement, lines = MappingCounts(), Agreement(), []
    asked: MapNoLimitBot | None = None
    for hand, view, played in _decisions_of(player, log):
        if asked is None:
            asked = _map_nolimit_bot(variant, bot, rescale=rescale, game=view.game)
        decision = asked.decision(view)
        counts.add(view, decision.mapped)
        agreement.add(hand, decision.probabilities, played)
        if decisions is not None:
            lines.append(decision.as_json())
    if asked is None:
        raise FormatError(f"{log}: no player called {player} makes a decision with known cards there")
    if decisions is not None:
        _write_lines(lines, decisions)
    if json:
        print_json({**counts.as_dict(), "agreement": _agreement_as_json(agreement)})
        return
    print_table(_counts_table(counts))
    if agreement.asked:
        share = _agreement_share(agreement)
        typer.echo(
            f"In {100 * share.mean:.1f} ± {100 * share.margin:.1f} % of {agreement.asked.total():,} decisions the most "
            f"probable kind of action is what {player} did; ± is half of a 95 % interval, from {share.samples:,} hands."
        )


def _agreement_share(agreement: Agreement) -> Estimate:
    import numpy as np

    from railbird.statistics import share_of_deals

    agreed, asked = (
        np.array([counts[hand] for hand in agreement.asked]) for counts in (agreement.agreed, agreement.asked)
    )
    return share_of_deals(agreed, asked, matches=1, are_independent=True)


def _agreement_as_json(agreement: Agreement) -> dict[str, object] | None:
    from railbird.statistics.json_values import finite

    if not agreement.asked:
        return None
    share = _agreement_share(agreement)
    low, high = map(finite, share.interval)
    return {"decisions": agreement.asked.total(), "hands": share.samples, "share": share.mean, "low": low, "high": high}


def _decisions_of(player: str, path: Path) -> Iterator[tuple[int, View, Action]]:
    """The decisions of a player with known cards: the place of the hand in the log, the view, and the action."""
    from railbird.formats.logs import open_log
    from railbird.formats.payoff_checks import sound_records

    log = open_log(path)
    for number, hand in enumerate(sound_records(log)):
        for view, action in hand.decisions():
            if hand.players[view.position] == player and view.hole_cards:
                yield number, view, action
    for problem in log.problems:
        typer.echo(str(problem), err=True)


def _write_lines(entries: list[dict[str, object]], path: Path) -> None:
    from json import dumps

    from railbird.files import written_whole

    with written_whole(path) as file:
        file.write("".join(f"{dumps(entry, allow_nan=False)}\n" for entry in entries).encode())


def _map_nolimit_bot(variant: str, bot: str, *, rescale: bool, game: GameDefinition) -> MapNoLimitBot:
    from railbird.bots import make_bot
    from railbird.mapping.nolimit.map_nolimit_bot import MapNoLimitBot

    made = MapNoLimitBot(variant=variant, bot=make_bot(bot), rescale=rescale)
    made.match_starts(game, 0)
    return made


def _situations_table(decision: NoLimitDecision) -> Table:
    from railbird.statistics import COUNT, FACTOR, TEXT, Column, Table

    columns = [
        Column("hand", TEXT),
        Column("position", TEXT),
        Column("acts_last", TEXT, shown_as="acts last"),
        Column("can_raise", TEXT, shown_as="can raise"),
        Column("pot", COUNT),
        Column("to_call", COUNT, shown_as="to call"),
        Column("pot_odds", FACTOR, "the amount to call relative to the pot", shown_as="pot odds"),
    ]
    rows: list[tuple[Cell, ...]] = [
        _row("real", decision.view, decision.real),
        _row("mapped", decision.mapped.view, decision.asked),
    ]
    return Table("mapped-hand", "The real and the mapped hand", columns, rows)


def _row(name: str, view: View, situation: Situation) -> tuple[Cell, ...]:
    words = ("yes" if flag else "no" for flag in (situation.acts_last, situation.can_raise))
    return name, view.position_name(view.position), *words, situation.pot, situation.to_call, situation.pot_odds


def _in_words(probabilities: Mapping[Action, float]) -> str:
    return ", ".join(f"{action} {100 * share:.1f} %" for action, share in probabilities.items())


def _counts_table(counts: MappingCounts) -> Table:
    from railbird.mapping.nolimit.mapping_losses import LOSSES
    from railbird.mapping.nolimit.nolimit_hands import Deviations
    from railbird.statistics import COUNT, SHARE, TEXT, Column, Table

    by_name = counts.as_dict()
    columns = [Column("counted", TEXT), Column("count", COUNT), Column("per_decision", SHARE, shown_as="per decision")]
    rows: list[tuple[Cell, ...]] = [("decisions", counts.decisions, None)]
    names = (*(f"lost_{loss}" for loss in LOSSES), *Deviations._fields)
    rows += [(name.replace("_", " "), by_name[name], by_name[name] / counts.decisions) for name in names]
    return Table("mapping-counts", "What the mapped hands lose", columns, rows)
