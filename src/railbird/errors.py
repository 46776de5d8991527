"""The errors that Railbird raises: one small tree, in which each is also the built-in error a caller would expect."""


class RailbirdError(Exception):
    """Base class of all errors; the message names the input and what would be right."""


class SeedError(RailbirdError, ValueError):
    """A seed out of range."""


class CardError(RailbirdError, ValueError):
    """Unknown cards, duplicate cards, or too many or too few of them."""


class RangeError(RailbirdError, ValueError):
    """A range of hands that cannot be parsed, or that is empty."""


class EquityError(RailbirdError, ValueError):
    """An equity question without an answer: players, opponents or cards that are incompatible."""


class TableError(RailbirdError, RuntimeError):
    """A stored table that is missing, damaged or from another version."""


class GameError(RailbirdError, ValueError):
    """A game that is unknown, or whose definition is inconsistent."""


class ActionError(RailbirdError, ValueError):
    """An illegal action; the message names the action, the state and the legal actions."""


class FormatError(RailbirdError, ValueError):
    """Text that violates its notation; the message names the place and what would be right."""


class BotError(RailbirdError, ValueError):
    """A bot that is unknown, cannot be built, or breaks the bot contract."""


class MatchError(RailbirdError, RuntimeError):
    """A match that cannot continue: a player disconnected, ran out of time, or violated the protocol."""


class StoreError(RailbirdError, RuntimeError):
    """A run folder that is missing, incomplete, from another version, or already exists."""


class ModelError(RailbirdError, ValueError):
    """A model of an opponent that is missing, or parameters of models and simulations that are out of range."""


class StatisticsError(RailbirdError, ValueError):
    """A statistic that the results cannot provide."""


class SolverError(RailbirdError, ValueError):
    """A game that cannot be solved as requested: too large, or unsuitable for the algorithm."""


class StrategyError(RailbirdError, ValueError):
    """A strategy or checkpoint file that is damaged, or from another game, algorithm or version."""


class DatasetError(RailbirdError, ValueError):
    """A dataset or an ARFF file that is damaged, unfinished or has other attributes, or an unknown attribute."""


class LearnerError(RailbirdError, ValueError):
    """A learner or a parameter that is unknown, data that it cannot learn from, or a stored model that is damaged."""


class ExperimentError(RailbirdError, ValueError):
    """An experiment file that is unreadable or inconsistent, or results that are missing or out of date."""


class NotFoundError(RailbirdError, LookupError):
    """Something that a visitor of the page asked for and that is not there, or not within the served folder."""


class NotAllowedError(RailbirdError, PermissionError):
    """Something that a visitor of the page may not do; the message names the permission that is missing."""


class ConflictError(RailbirdError, RuntimeError):
    """Something that cannot be done now: a seat that is taken, an action out of turn."""
