"""Whether the payoffs that a log states are those of its hands."""

from railbird.formats.payoff_checks._kernels import HIDDEN_CARDS, SOUND
from railbird.formats.payoff_checks.stated_payoffs import doubt_about, is_doubtful, judged, payoffs_of_shown

__all__ = ["HIDDEN_CARDS", "SOUND", "doubt_about", "is_doubtful", "judged", "payoffs_of_shown"]
