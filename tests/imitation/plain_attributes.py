"""Every attribute in the plainest way, from records and views, to compare the compiled ones with."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from railbird.cards import format_card, rank_of, suit_of
from railbird.equity.all_in import all_in_equity
from railbird.equity.metrics import draws
from twins import plain_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.games import GameDefinition, HandRecord, State, View

STREETS = ("PREFLOP", "FLOP", "TURN", "RIVER")
RANKS, SUITS = "23456789TJQKA", "cdhs"
KINDS = ("HIGH_CARD", "PAIR", "TWO_PAIR", "THREE_OF_A_KIND", "STRAIGHT", "FLUSH", "FULL_HOUSE", "FOUR_OF_A_KIND")
KINDS = (*KINDS, "STRAIGHT_FLUSH")
TYPES = ("NOTHING", "PAIR", "TWOPAIR", "TRIPS", "STRAIGHT", "FLUSH", "FULLHOUSE", "QUADS", "STRAIGHTFLUSH")
SEATS = {
    2: ["SB", "BB"],
    3: ["SB", "BB", "BU"],
    4: ["SB", "BB", "CO", "BU"],
    5: ["SB", "BB", "UTG_1", "CO", "BU"],
    6: ["SB", "BB", "UTG_1", "MP_1", "CO", "BU"],
}
Row = dict[str, object]


def plain_rows(records: Iterable[HandRecord], hero: str) -> list[Row]:
    """A row for each decision of the hero, in order; with its hand, number and street."""
    rows: list[Row] = []
    history: dict[str, Counter[str]] = {}
    for record in records:
        if hero not in record.players:
            continue
        states = list(record.states())
        position = record.players.index(hero)
        turns = [place for place in range(len(record.actions)) if states[place].acting == position]
        rows += [
            {"hand": record.number, "decision": number, **_row(record, states, place, position, history)}
            for number, place in enumerate(turns)
        ]
        for seat, name in enumerate(record.players):
            history.setdefault(name, Counter()).update(_counts(record, states, seat))
    return rows


def _row(
    record: HandRecord, states: Sequence[State], place: int, position: int, history: dict[str, Counter[str]]
) -> Row:
    view, action = states[place].view(position), record.actions[place]
    players = record.game.players
    scale = 5 if record.game.name.startswith("old.") else 1
    others = [(position + step) % players for step in range(1, players)]
    row: Row = {"street": view.street}
    row["CLASS_HERO_ACTION_TAKEN"] = "FOLD" if action.is_fold else "RAISE" if action.is_raise else "CALL"
    after = states[place + 1]
    row["CLASS_TO_INVEST"] = scale * (after.spent(position) - view.spent(position))
    row |= _table(view, others, scale)
    row |= _cards(view)
    row |= _betting(states, place, position, others)
    for number, other in enumerate(others):
        row |= _history(history.get(record.players[other], Counter()), number)
    row |= _odds(view, len(view.in_hand) - 1)
    row |= _future(record, states[-1], position, others, scale)
    if not record.game.is_limit:
        row["CLASS_RAISE_POT_FRACTION"] = _fraction(states[place], action.total) if action.is_raise else None
        sizes = [
            _fraction(before, played.last_action.total)
            for before, played in pairwise(states[: place + 1])
            if before.street == view.street and played.last_action.is_raise
        ]
        row["LAST_RAISE_POT_FRACTION"] = sizes[-1] if sizes else None
    return row


def _fraction(state: State, total: int) -> float:
    to_match = max(map(state.spent, range(state.game.players)))
    to_match = max(to_match, state.game.big_blind)
    pot = state.pot + to_match - state.spent(state.acting)
    return (total - to_match) / pot


def _table(view: View, others: Sequence[int], scale: int) -> Row:
    game = view.game
    bets = {position: scale * view.spent_this_street(position) for position in range(game.players)}
    raisers = [played.position for played in view.history if played.action.is_raise]
    row: Row = {
        "ACTIVE_PLAYER_COUNT": len(view.in_hand),
        "PLAYER_COUNT": game.players,
        "FOLDS": game.players - len(view.in_hand),
        "MAX_BET_SIZE_THIS_STREET": max(bets.values()),
        "POT_SIZE": scale * view.pot,
        "CALL_AMOUNT": scale * view.to_call(view.position),
        "INVESTED_THIS_STREET": sum(bets.values()),
        "HERO_INVESTED_THIS_STREET": bets[view.position],
        "LAST_RAISE_POSITION": _seat(game, raisers[-1]) if raisers else "INVALID",
        "HERO_POSITION": _seat(game, view.position),
    }
    for number, other in enumerate(others):
        row[f"OPPONENT_HAS_FOLDED_{number}"] = "true" if view.has_folded(other) else "false"
        row[f"INVESTED_THIS_STREET_OPPONENT_{number}"] = bets[other]
        row[f"OPPONENT_POSITION_{number}"] = _seat(game, other)
    return row


def _seat(game: GameDefinition, position: int) -> str:
    names = list(SEATS[game.players])
    if game.blinds[0] > game.blinds[1]:
        names[:2] = ["BB", "SB"]
    return names[position]


def _cards(view: View) -> Row:
    high, low = sorted(view.hole_cards, key=lambda card: (rank_of(card), suit_of(card)), reverse=True)
    row: Row = {
        "HERO_HOLE_CARDS": format_card(high) + format_card(low),
        "HERO_HOLE_CARDS_SUITEDNESS": "true" if suit_of(high) == suit_of(low) else "false",
        "ABSTRACTED_HOLE_CARDS": RANKS[rank_of(high)] + RANKS[rank_of(low)],
        "HERO_HOLE_CARD_HIGH": RANKS[rank_of(high)],
        "HERO_HOLE_CARD_LOW": RANKS[rank_of(low)],
        "HERO_HOLE_CARD_HIGH_SUIT": SUITS[suit_of(high)],
        "HERO_HOLE_CARD_LOW_SUIT": SUITS[suit_of(low)],
    }
    names = [("FLOP_CARD_1", "FLOP_CARD1"), ("FLOP_CARD_2", "FLOP_CARD2"), ("FLOP_CARD_3", "FLOP_CARD3")]
    names += [("TURN_CARD", "TURN_CARD"), ("RIVER_CARD", "RIVER_CARD")]
    for (name, beginning), card in zip(names, view.board, strict=False):
        row[name] = format_card(card)
        row[f"{beginning}_RANK"] = RANKS[rank_of(card)]
        row[f"{beginning}_SUIT"] = SUITS[suit_of(card)]
    row |= _made_hand(view)
    return row


def _made_hand(view: View) -> Row:
    ranks, board = [rank_of(card) for card in view.hole_cards], [rank_of(card) for card in view.board]
    if not board:
        kind = 1 if ranks[0] == ranks[1] else 0
        return {"HAND_RANK": KINDS[kind], "HAND_TYPE": TYPES[kind]}
    kind, _ = plain_value((*view.hole_cards, *view.board))
    hand_type = TYPES[kind]
    if kind == 1:
        if ranks[0] == ranks[1]:
            hand_type = "OVERPAIR" if ranks[0] > max(board) else "PAIR"
        else:
            paired = [rank for rank in ranks if rank in board]
            hand_type = "NOTHING" if not paired else "TOPPAIR" if max(board) in paired else "PAIR"
    in_suit = max(Counter(map(suit_of, view.board)).values())
    straights = [{12, 0, 1, 2, 3}, *({*range(low, low + 5)} for low in range(9))]
    towards = max(len(straight & {*board}) for straight in straights)
    letters = {"F": in_suit, "S": towards, "H": 2 + len(board) - len({*board})}
    marks = [letter + "+" * (count > 3) for letter, count in letters.items() if count > 2]
    simple = [mark for mark in marks if "H" not in mark]
    return {
        "HAND_RANK": KINDS[kind],
        "HAND_TYPE": hand_type,
        "BOARD_TEXTURE": "_".join(marks) or "NO_SALIENT",
        "SIMPLE_BOARD_TEXTURE": "_".join(simple) or "NO_SALIENT",
    }


def _betting(states: Sequence[State], place: int, position: int, others: Sequence[int]) -> Row:
    now = states[place]
    row: Row = {}
    for street, name in enumerate(STREETS[: now.street + 1]):
        steps = [(b, a) for b, a in pairwise(states[: place + 1]) if b.street == street]
        acts = [(before.acting, _letter(after)) for before, after in steps]
        text = "".join(_letter(after) + _size(before, after) for before, after in steps)
        row[f"{name}_ACTION"] = text
        row[f"{name}_RAISES"] = sum(letter == "r" for _, letter in acts)
        own = [number for number, (who, _) in enumerate(acts) if who == position]
        since = acts[own[-1] + 1 :] if own else acts
        is_current = street == now.street
        row[f"{name}_ACTION_ABSTR"] = _reaction(since, is_current=is_current)
        row[f"{name}_ACTION_ABSTR_ALL"] = _reaction([a for a in acts if a[0] != position], is_current=is_current)
        for who, words in [(position, "HERO"), *((other, f"OPP_{n}") for n, other in enumerate(others))]:
            row[f"RAISES_{name}_{words}"] = acts.count((who, "r"))
            row[f"CALLS_{name}_{words}"] = acts.count((who, "c"))
        row[f"FOLDS_{name}_HERO"] = acts.count((position, "f"))
        if is_current:
            row["CURRENT_STREET_ACTION"] = text
            row["CURRENT_STREET_ACTION_ABSTR"] = row[f"{name}_ACTION_ABSTR"]
    return row


def _letter(after: State) -> str:
    assert after.last_action is not None
    return "f" if after.last_action.is_fold else "r" if after.last_action.is_raise else "c"


def _size(before: State, after: State) -> str:
    assert after.last_action is not None
    if before.game.is_limit or not after.last_action.is_raise:
        return ""
    return f"{_fraction(before, after.last_action.total):.1f}"


def _reaction(acts: Sequence[tuple[int, str]], *, is_current: bool) -> str:
    raised = {who: any(letter == "r" for other, letter in acts if other == who) for who, _ in acts}
    if not raised:
        return "FIRST_TO_ACT" if is_current else "INVALID"
    if len(raised) == 1:
        return "ACTIVE" if any(raised.values()) else "PASSIVE"
    return ("PASSIVE_PASSIVE", "ACTIVE_PASSIVE", "ACTIVE_ACTIVE")[min(sum(raised.values()), 2)]


def _counts(record: HandRecord, states: Sequence[State], seat: int) -> Counter[str]:
    final = states[-1]
    counts = Counter(hands=1, won=int(record.payoffs[seat] > 0))
    own = [(before, after) for before, after in pairwise(states) if before.acting == seat]
    preflop = [(before, after) for before, after in own if before.street == 0]
    counts["paid"] = int(any(after.spent(seat) > before.spent(seat) for before, after in preflop))
    counts["raised"] = int(any(_letter(after) == "r" for _, after in preflop))
    facing = [after for before, after in own if before.raises > 0 and before.spent(seat) < before.bet]
    counts["faced"] = len(facing)
    counts["gave up"] = sum(_letter(after) == "f" for after in facing)
    folded_first = final.has_folded(seat) and any(_letter(after) == "f" for _, after in preflop)
    counts["flops"] = int(final.street > 0 and not folded_first)
    if final.is_showdown and not final.has_folded(seat):
        counts["showdowns"] = 1
        counts["after flop"] = counts["flops"]
        ante = record.game.antes_by_position[seat]
        most = max(final.spent(other) for other in range(record.game.players) if other != seat)
        counts["showdowns won"] = int(record.payoffs[seat] > -(min(final.spent(seat), most) + ante))
    return counts


def _history(counts: Counter[str], opponent: int) -> Row:
    shares = {
        "VPIP": ("paid", "hands"),
        "PREFLOP_RAISE": ("raised", "hands"),
        "W$SD": ("showdowns won", "showdowns"),
        "WTSD": ("after flop", "flops"),
        "FOLD_TO_BET": ("gave up", "faced"),
        "WIN_PERCENTAGE": ("won", "hands"),
    }
    return {
        f"HISTORY_{name}_OPPONENT_{opponent}": counts[some] / counts[every] if counts[every] else None
        for name, (some, every) in shares.items()
    }


def _odds(view: View, opponents: int) -> Row:
    equity = all_in_equity(view.hole_cards, view.board, opponents=opponents)
    to_call = view.to_call(view.position)
    odds = to_call / (view.pot + to_call)
    row: Row = {
        "ALL_IN_EQUITY": equity,
        "ALL_IN_EQUITY_2PLAYERS": all_in_equity(view.hole_cards, view.board, opponents=1),
        "POT_ODDS": odds,
        "POT_ODDS_TO_ALL_IN_EQUITY_RATIO": odds / equity if equity else None,
    }
    if view.street in (1, 2):
        found = draws(view.hole_cards, view.board)
        row["POTENTIAL_OUTS"] = len(found.outs)
        names = {(0, 0): "NO_DRAW", (1, 0): "STRAIGHT_DRAW", (0, 1): "FLUSH_DRAW", (1, 1): "STRAIGHT_AND_FLUSH_DRAW"}
        row["DRAWS"] = names[bool(found.straight), bool(found.flush)]
    if view.street == 3:
        row["POTENTIAL_OUTS"] = 0
    return row


def _future(record: HandRecord, final: State, position: int, others: Sequence[int], scale: int) -> Row:
    row: Row = {"FUTURE_HERO_OUTCOME": scale * float(record.payoffs[position])}
    for number, other in enumerate(others):
        row[f"FUTURE_OUTCOME_OPPONENT_{number}"] = scale * float(record.payoffs[other])
        hand = record.hole_cards[other]
        is_shown = hand and final.is_showdown and not final.has_folded(other)
        cards = sorted(hand, key=lambda card: (rank_of(card), suit_of(card)), reverse=True)
        row[f"FUTURE_HOLE_CARDS_OPPONENT_{number}"] = "".join(map(format_card, cards)) if is_shown else "INVALID"
    return row
