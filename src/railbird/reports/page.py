"""Writes a report as a self-contained HTML file with its style, script, figures and Plotly."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from railbird import __version__
from railbird.statistics import printed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.reports.figure import Figure
    from railbird.reports.report import Report

_NO_BREAK = "\u00a0"
_BEFORE_A_UNIT = re.compile(r"(?<=[\d±]) (?=±|\d|%|(?:mbb/hand|bb/100|hands?|deals?|chips?|tables?|comparisons?)\b)")
_AS_IN_SCRIPTS = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026", 0x2028: "\\u2028", 0x2029: "\\u2029"}


def page_of(report: Report) -> str:
    """The HTML of the page of a report."""
    return (
        _environment()
        .get_template("page.html")
        .render(
            report=report,
            title=report.title or f"Report on {' and '.join(report.names)}",
            version=__version__,
            plotly=_script(plotly_script()),
            data=Markup(figures_as_json(report)),  # noqa: S704 (nothing in it can end a script)
            style=Markup(_template_text("style.css")),  # noqa: S704 (our own)
            script=_script(_template_text("script.js")),
        )
    )


def figures_as_json(report: Report) -> str:
    """The plots as JSON by the identifiers of their elements on the page; safe inside a script element."""
    drawn = {f"{figure.key}-{number}": [plot.as_json() for plot in figure.plots] for number, figure in _figures(report)}
    return json.dumps(drawn, allow_nan=False, separators=(",", ":"), ensure_ascii=False).translate(_AS_IN_SCRIPTS)


def _figures(report: Report) -> Iterator[tuple[int, Figure]]:
    for section in report.sections:
        for number, figure in enumerate(section.figures):
            if figure is not None and figure.plots:
                yield number, figure


def unbroken(text: str) -> str:
    """Text in which no line ends between a number and its unit or its margin."""
    return _BEFORE_A_UNIT.sub(_NO_BREAK, text)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("railbird.reports"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["printed"] = printed
    environment.filters["unbroken"] = unbroken
    return environment


def plotly_script() -> str:
    """The script that draws figures, from the installed package."""
    return (files("plotly") / "package_data" / "plotly.min.js").read_text(encoding="utf-8")


def _template_text(name: str) -> str:
    return (files("railbird.reports") / "templates" / name).read_text(encoding="utf-8")


def _script(text: str) -> Markup:
    return Markup(text.replace("</script", "<\\/script"))  # noqa: S704 (our own, or Plotly)
