"""What Railbird can do today: equities of well-known situations, and a match of bots, each with its time."""

from time import perf_counter

from railbird.arena import play_match
from railbird.bots import make_bot
from railbird.cli.terminal import Terminal
from railbird.equity import equity

QUESTIONS = [
    ("Ace-king suited against two random hands", ["AhKh"], {"opponents": 2}),
    ("Aces against kings", ["AsAh", "KdKc"], {}),
    ("A coin flip: queens against ace-king", ["QQ", "AK"], {}),
    ("The same hand on a flop, against two random hands", ["AhKh"], {"board": "Qs Jh 2d", "opponents": 2}),
    ("A set, a flush draw and an overpair, three-handed", ["7c7d", "AhQh", "KsKc"], {"board": "7h 4h 2s"}),
    ("A range against a range on a turn", ["top 10%", "22+, A2s+, KTs+"], {"board": "Ks 9s 4d 8h"}),
    ("Pocket aces at a full table", ["AA"], {"opponents": 9}),
]


PLAYERS = ("call", "raise", "random")
HANDS = 3000


def main() -> None:
    with Terminal().showing() as terminal:
        for title, players, cards in QUESTIONS:
            equity(players, **cards, progress=terminal)  # type: ignore[arg-type]
            started = perf_counter()
            result = equity(players, **cards)  # type: ignore[arg-type]
            milliseconds = 1000 * (perf_counter() - started)
            print(f"{title} ({result.method}, {milliseconds:,.1f} ms)")
            for player in result.players:
                print(f"    {player.hand:<16} {100 * player.equity:8.4f} %")
        show_match()


def show_match() -> None:
    """Three bots at a table of three-player limit hold'em."""
    play_match([make_bot(name) for name in PLAYERS], "holdem.limit.3p", hands=1, seed=0)
    started = perf_counter()
    result = play_match([make_bot(name) for name in PLAYERS], "holdem.limit.3p", hands=HANDS, seed=1)
    rate = HANDS / (perf_counter() - started)
    print(f"A match of {HANDS:,} hands of three-player limit ({rate:,.0f} hands a second)")
    for name, chips in zip(PLAYERS, result.totals, strict=True):
        print(f"    {name:<16} {float(chips):+12,.0f} chips")


if __name__ == "__main__":
    main()
