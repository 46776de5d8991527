"""Models that play: a learned model for each street, in a folder."""

from railbird.imitation.models.model_folder import ImitationModel, open_model, save_model

__all__ = ["ImitationModel", "open_model", "save_model"]
