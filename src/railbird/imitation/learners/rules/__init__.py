"""Decision rules as RIPPER finds them."""

from railbird.imitation.learners.rules.rule_list import RuleList
from railbird.imitation.learners.rules.rule_text import rule_text

__all__ = ["RuleList", "rule_text"]
