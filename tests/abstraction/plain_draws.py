"""The plain twin of random draws in kernels."""

from __future__ import annotations

WORD = (1 << 64) - 1


def drawn_word(state: list[int]) -> int:
    """SplitMix64: 64 bits from a counter and its step."""
    state[0] = state[0] + state[1] & WORD
    word = state[0]
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def drawn_cards(state: list[int], count: int) -> list[int]:
    """Different cards, drawn as deals draw them: words, scaled by Lemire's method."""
    cards: list[int] = []
    while len(cards) < count:
        scaled = (drawn_word(state) >> 32) * 52
        while scaled & 0xFFFFFFFF < (2**32 - 52) % 52:
            scaled = (drawn_word(state) >> 32) * 52
        if scaled >> 32 not in cards:
            cards.append(scaled >> 32)
    return cards
