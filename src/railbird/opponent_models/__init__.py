"""Models of opponents: how often they fold, call and raise, and which hands they may have, learned by watching."""

from railbird.opponent_models._kernels import situation_at
from railbird.opponent_models.hand_beliefs import hand_weights
from railbird.opponent_models.opponent_model import ActionFrequencies, OpponentModel
from railbird.opponent_models.situations import situation, situation_name
from railbird.opponent_models.table_models import TableModels

__all__ = [
    "ActionFrequencies",
    "OpponentModel",
    "TableModels",
    "hand_weights",
    "situation",
    "situation_at",
    "situation_name",
]
