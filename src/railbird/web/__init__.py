"""The page: tables to play at, matches to watch, and everything that Railbird stores, in a browser."""

from railbird.web.settings import WebSettings

__all__ = ["WebSettings"]
