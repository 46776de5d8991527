"""What Railbird can do today: equities of well-known situations, with the time that each takes once compiled."""

from time import perf_counter

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


if __name__ == "__main__":
    main()
