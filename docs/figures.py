"""Draw the pictures of the pages, from the commands that stand on them: `make figures`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

DOCS = Path(__file__).parent
PAGE = DOCS / "7-solve-a-game.md"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DRAW = """([place, title]) => {
  const figure = JSON.parse(document.getElementById("figures").textContent)[place];
  const plot = figure.find(one => one.title === title);
  const layout = {...plot.layout, height: 420, width: 760, showlegend: true, title: {text: title}};
  layout.paper_bgcolor = layout.plot_bgcolor = "white";
  layout.margin = {l: 60, r: 20, t: 50, b: 50};
  return Plotly.toImage({data: plot.data, layout}, {format: "svg", width: 760, height: 420});
}"""


def main() -> None:
    """Run the page's commands that solve and report, and draw each game's curves."""
    text = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for block in re.findall(r"^```py\n(.*?)^```$", text, re.M | re.S):
            (folder / "converge.py").write_text(block, encoding="utf-8")
        commands = [line[2:] for line in text.splitlines() if re.match(r"\$ (python converge|railbird report)", line)]
        for command in commands:
            path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
            subprocess.run(command, shell=True, cwd=folder, env={**os.environ, "PATH": path}, check=True)  # noqa: S602
        games = [command.split()[2] for command in commands if command.startswith("python")]
        draw(folder / "convergence.html", games)


def draw(report: Path, games: list[str]) -> None:
    """One picture a game."""
    browser = next(path for name in BROWSERS if (path := shutil.which(name)))
    (DOCS / "images").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"]).new_page()
        page.goto(report.as_uri())
        page.wait_for_selector("body[data-drawn]")
        for game in games:
            address = page.evaluate(DRAW, ["iterations-0", game])
            svg = page.evaluate("address => fetch(address).then(answer => answer.text())", address)
            (DOCS / "images" / f"convergence-{game}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
