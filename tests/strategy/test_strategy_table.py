"""Strategies as tables, and the names of card classes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from abstraction.merged_ranks import MergedRanks
from railbird.abstraction import CardClasses, DealtCards, abstract_game, exact_game
from railbird.errors import FormatError, GameError, StrategyError
from railbird.games import State, game_named
from railbird.games.deal import Deal
from railbird.strategy import Origin, Strategy, class_names, decision_at, decisions_of

ORIGIN = Origin(algorithm="cfr+", iterations=3, seconds=0.5)


def random_strategy(game) -> Strategy:
    return Strategy(game, game.probabilities(np.random.default_rng(1).random(game.layout.count)), ORIGIN)


@pytest.mark.parametrize("name", ["kuhn.limit.2p", "leduc.limit.2p", "leduc.limit.3p"])
def test_every_choice_of_every_information_set_is_a_row(name: str) -> None:
    strategy = random_strategy(exact_game(name))
    table = strategy.table()
    game = strategy.game
    assert len(table) == game.layout.count - game.players
    assert table["cell"].n_unique() == len(table)
    assert table.group_by("position", "history", "class").agg(pl.col("probability").sum())[
        "probability"
    ].to_list() == pytest.approx([1.0] * game.information_set_count)
    for row in table.gather_every(37).iter_rows(named=True):
        suit = "s" if name.startswith("kuhn") else "h"
        answer = strategy.at(row["hand"] + suit, row["board"] and row["board"] + "s", row["history"])
        assert {str(action): share for action, share in answer.items()}[row["action"]] == row["probability"]


def test_kuhn_as_a_table() -> None:
    table = random_strategy(exact_game("kuhn.limit.2p")).table()
    assert table.columns == [
        "street", "position", "history", "class", "hand", "board", "action", "probability", "cell",
    ]  # fmt: skip
    first = table.filter(pl.col("history") == "")
    assert first["hand"].to_list() == ["Q", "Q", "K", "K", "A", "A"]
    assert first["action"].to_list() == ["call", "raise to 2"] * 3
    assert table["history"].unique(maintain_order=True).to_list() == ["", "c", "cr", "r"]
    assert Counter(table["position"]) == {0: 12, 1: 12}


def test_a_street_or_a_history_is_a_part_of_the_table() -> None:
    strategy = random_strategy(exact_game("leduc.limit.2p"))
    whole = strategy.table()
    for street in (0, 1):
        assert strategy.table(street=street).equals(whole.filter(pl.col("street") == street))
    assert strategy.table(history="crc/r").equals(whole.filter(pl.col("history") == "crc/r"))
    assert strategy.table(history="crcr").equals(strategy.table(history="crc/r"))
    with pytest.raises(StrategyError, match=r"street 2: the streets of leduc.limit.2p are 0 to 1"):
        strategy.table(street=2)
    with pytest.raises(FormatError, match="betting 'x'"):
        strategy.table(history="x")
    with pytest.raises(GameError, match="the hand is over"):
        strategy.table(history="rf")


def test_a_table_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.strategy.strategy_table.MOST_ROWS", 100)
    strategy = random_strategy(exact_game("leduc.limit.2p"))
    with pytest.raises(
        StrategyError, match=r"672 rows \(42 on street 0, 630 on street 1\): ask for a street or a history with at most"
    ):
        strategy.table()
    assert len(strategy.table(street=0)) == 42


def test_decisions_have_the_cells_of_their_betting() -> None:
    strategy = random_strategy(exact_game("leduc.limit.2p"))
    decisions = list(decisions_of(strategy.game))
    assert [decision.number for decision in decisions] == list(range(36))
    for decision in decisions:
        state = State.start_unchecked(strategy.definition, Deal((), ())).play(decision.actions)
        assert (state.acting, state.street) == (decision.position, decision.street)
        assert decision_at(strategy.game, decision.history).cells.tolist() == decision.cells.tolist()
        board = "As" if decision.street else ""
        number = strategy.game.cards.class_of(*(([44 + 2], [51]) if board else ([44 + 2], [])))
        assert strategy.first_cell(decision.number, "Kh", board) == decision.cells[number, 0]


@pytest.mark.parametrize("name", ["leduc.limit.2p", "holdem20.limit.2p"])
def test_classes_are_named_by_cards_of_theirs(name: str) -> None:
    game = replace(game_named(name), ranks=4) if name.startswith("holdem") else game_named(name)
    cards = CardClasses(game)
    for street in range(game.rounds):
        names = class_names(cards, street)
        assert len({*names}) == len(names) == cards.counts[street]
    last = [*enumerate(class_names(cards, game.rounds - 1))]
    for number, (hand, board) in last[:: max(1, len(last) // 50)]:
        texts = (hand, board) if name.startswith("holdem") else (hand + "h", board + "s")
        assert random_class(cards, *texts) == number


def random_class(cards: CardClasses, hand: str, board: str) -> int:
    from railbird.cards import parse_cards

    return cards.class_of(parse_cards(hand), parse_cards(board))


def test_starting_hands_have_the_names_that_players_use() -> None:
    names = class_names(CardClasses(replace(game_named("holdem20.limit.2p"), ranks=3)), 0)
    assert sorted(name.hand for name in names) == ["AA", "AKo", "AKs", "AQo", "AQs", "KK", "KQo", "KQs", "QQ"]
    assert {name.board for name in names} == {""}


def test_suits_are_named_where_they_are_not_merged() -> None:
    names = class_names(DealtCards(game_named("leduc.limit.2p")), 1)
    assert len(names) == 30
    assert ("Kh", "Ks") in names


def test_buckets_are_numbered() -> None:
    game = abstract_game(MergedRanks(game_named("leduc.limit.2p")))
    table = random_strategy(game).table(history="")
    assert table["hand"].unique(maintain_order=True).to_list() == ["class 0", "class 1"]
