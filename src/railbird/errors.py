"""The errors that Railbird raises: one small tree, each also the built-in that a caller would expect."""


class RailbirdError(Exception):
    """Anything that Railbird refuses or cannot do; the message names the input and what would be right."""


class SeedError(RailbirdError, ValueError):
    """A seed that no random stream has."""


class CardError(RailbirdError, ValueError):
    """Cards that do not exist, stand twice, or are too many or too few."""


class RangeError(RailbirdError, ValueError):
    """A range of hands that cannot be read, or that is empty."""


class EquityError(RailbirdError, ValueError):
    """A question about equity that has no answer: players, opponents or cards that do not fit together."""


class TableError(RailbirdError, RuntimeError):
    """A stored table that is missing, damaged or of another version."""


class GameError(RailbirdError, ValueError):
    """A game that contradicts itself, or that is not known."""


class ActionError(RailbirdError, ValueError):
    """An action that is not legal; the message names the action, the state and what would be legal."""


class FormatError(RailbirdError, ValueError):
    """Text that is not what its notation asks for; the message names the place and what would be right."""


class BotError(RailbirdError, ValueError):
    """A bot that is not known, cannot be built, or breaks the contract of bots."""


class MatchError(RailbirdError, RuntimeError):
    """A match that cannot go on: a player is lost, out of time, or does not speak the protocol."""


class StoreError(RailbirdError, RuntimeError):
    """A run folder that is missing, incomplete, of another version, or in the way."""


class StatisticsError(RailbirdError, ValueError):
    """A question to results that they cannot answer."""


class SolverError(RailbirdError, ValueError):
    """A game that cannot be solved as asked: too large, or not of the kind that the algorithm needs."""


class StrategyError(RailbirdError, ValueError):
    """A file of a strategy or a checkpoint that is damaged, or of another game, algorithm or version."""


class ExperimentError(RailbirdError, ValueError):
    """An experiment whose file cannot be read or contradicts itself, or whose results are missing or out of date."""
