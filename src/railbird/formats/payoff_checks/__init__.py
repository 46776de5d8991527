"""Whether the payoffs that a log states are those of its hands."""

from railbird.formats.payoff_checks._kernels import HIDDEN_CARDS, SOUND
from railbird.formats.payoff_checks.stated_payoffs import (
    JudgedHands,
    doubt_about,
    is_doubtful,
    judged_hands,
    payoff_verdicts,
    payoffs_of_shown,
    problems_with_payoffs,
    sound_records,
)

__all__ = [
    "HIDDEN_CARDS",
    "SOUND",
    "JudgedHands",
    "doubt_about",
    "is_doubtful",
    "judged_hands",
    "payoff_verdicts",
    "payoffs_of_shown",
    "problems_with_payoffs",
    "sound_records",
]
