/** All tables, and a new one. */

import { get, post } from "../api.js";
import { element, errorNotice, replace } from "../dom.js";
import { whileBusy } from "../focus.js";
import { go } from "../routes.js";
import { ownName, setOwnName } from "../seat-keys.js";

export async function show(place, parameters) {
  const [choices, { tables }] = await Promise.all([get("/api/table-choices"), get("/api/tables")]);
  document.title = "Tables · Railbird";
  place.append(
    element("h1", {}, "Tables"),
    element("p", { class: "quiet" }, "Play against bots and people, or watch bots play each other."),
    element("div", { class: "columns" }, newTable(choices, parameters), openTables(tables), remoteTable(choices)),
  );
}

const OPENING = "Opening the table. Bots with a solved strategy read it first; when such a bot plays for the first time on this machine, code is compiled for it, which takes some ten seconds.";

/** Open a table and go to it; people get the first free seat. */
export async function openTable(wanted) {
  const { table } = await post("/api/tables", wanted);
  await go(`/table/${table}${wanted.seats.includes("") ? "?sit=1" : ""}`);
}

function newTable(choices, { game = "holdem.limit.3p", bot = null }) {
  const complaint = element("div");
  const seats = element("div", { class: "seat-choices" });
  const gameField = element("select", { name: "game", onchange: () => drawSeats() }, choices.games.map(({ name }) => element("option", { value: name, selected: name === game }, name)));
  const bots = element("datalist", { id: "bots" }, choices.bots.map((name) => element("option", { value: name })));
  const name = element("input", { name: "name", value: ownName(), maxlength: 24 });
  const hands = element("input", { name: "hands", type: "number", value: 1000, min: 1, max: 100000 });
  const seconds = element("input", { name: "seconds", type: "number", value: 60, min: 1, max: 3600 });
  const seed = element("input", { name: "seed", type: "number", min: 0, placeholder: "random" });

  function drawSeats() {
    const { players } = choices.games.find((other) => other.name === gameField.value);
    const usual = ["", bot ?? defaultBot(gameField.value, players), "richie-rich", "call", "random", "raise"];
    replace(seats, Array.from({ length: players }, (_, seat) => seatChoice(seat, usual[seat] ?? "call")));
  }

  async function submit(event) {
    event.preventDefault();
    setOwnName(name.value);
    const wanted = {
      game: gameField.value,
      seats: [...seats.querySelectorAll(".seat-choice")].map((row) => (row.querySelector("select").value === "person" ? "" : row.querySelector("input").value.trim())),
      hands: Number(hands.value),
      seconds: Number(seconds.value),
      seed: seed.value === "" ? null : Number(seed.value),
    };
    replace(complaint, element("p", { class: "quiet", role: "status" }, OPENING));
    await whileBusy(event.submitter, () => openTable(wanted).catch((error) => replace(complaint, errorNotice(error))));
  }

  drawSeats();
  return element("form", { class: "panel", onsubmit: submit },
    element("h2", {}, "New table"),
    field("Game", gameField), damagedGames(choices.damaged_games), seats, bots,
    element("p", { class: "quiet small" }, choices.programs
      ? "A bot is a name with options, like random:fold=0.1, a Python file, a TOML file or a program. Files are looked up in the served folder, then where the server was started."
      : "A bot is a name with options, like random:fold=0.1 or strategy:file=FILE, with a file of the served folder. Bots that are files or programs need railbird serve --allow-programs."),
    element("details", {}, element("summary", {}, "Hands, time, cards"),
      field("Number of hands", hands), field("Seconds for a decision", seconds), field("Seed of the cards", seed)),
    field("Your name", name), complaint,
    element("button", { class: "primary", type: "submit" }, "Open the table"));
}

/** Files of games that cannot be offered, with what is wrong with each. */
function damagedGames(games) {
  if (!games.length) return null;
  return element("div", { class: "notice", role: "note" }, games.length === 1 ? "A game of this folder cannot be read:" : `${games.length} games of this folder cannot be read:`,
    element("ul", { class: "damaged-games" }, games.map(({ name, problem }) => element("li", { "data-game": name }, problem))));
}

/** The strongest bot that is ready at once. */
function defaultBot(game, players) {
  if (game.startsWith("holdem.limit.2p")) return "cfr-limit";
  if (game.startsWith("holdem.nolimit.2p")) return "cfr-nolimit";
  if (game === "holdem.limit.3p") return "cfr3-limit";
  return game.startsWith("holdem.") ? "all-in-equity" : "random";
}

function seatChoice(seat, bot) {
  const spec = element("input", { list: "bots", value: bot || "call", "aria-label": `Bot of seat ${seat + 1}`, required: true });
  const kind = element("select", { "aria-label": `Seat ${seat + 1}`, onchange: () => { spec.hidden = kind.value === "person"; } },
    element("option", { value: "person", selected: bot === "" }, "Person"), element("option", { value: "bot", selected: bot !== "" }, "Bot"));
  spec.hidden = bot === "";
  return element("div", { class: "seat-choice" }, element("span", { class: "quiet" }, `Seat ${seat + 1}`), kind, spec);
}

function openTables(tables) {
  const running = tables.filter((table) => !table.is_over);
  const rows = [...running, ...tables.filter((table) => table.is_over).slice(0, 5)].map((table) => {
    const open = table.seats.filter((seat) => seat.is_open).length;
    const state = table.is_over ? "over" : open ? `${open} free` : `hand ${table.seats[0].hands + 1}`;
    return element("li", {}, element("a", { href: `/table/${table.table}` }, table.seats.map((seat) => seat.name).join(" · ")),
      element("span", { class: "quiet small" }, `${table.game}, ${state}`));
  });
  return element("section", { class: "panel" }, element("h2", {}, "Open tables"),
    rows.length ? element("ul", { class: "plain-list" }, rows) : element("p", { class: "quiet" }, "None yet."));
}

function remoteTable(choices) {
  const complaint = element("div");
  const game = element("select", { name: "game" }, choices.games.map(({ name }) => element("option", { value: name }, name)));
  const host = element("input", { name: "host", value: "127.0.0.1", required: true });
  const port = element("input", { name: "port", type: "number", min: 1, max: 65535, required: true });

  async function submit(event) {
    event.preventDefault();
    try {
      const { table } = await post("/api/remote-tables", { game: game.value, host: host.value, port: Number(port.value) });
      await go(`/table/${table}?sit=1`);
    } catch (error) {
      replace(complaint, errorNotice(error));
    }
  }

  return element("form", { class: "panel", onsubmit: submit },
    element("h2", {}, "A dealer elsewhere"),
    element("p", { class: "quiet" }, "Take a seat at a dealer of the ACPC (Annual Computer Poker Competition)."),
    field("Game", game), field("Host", host), field("Port of the seat", port), complaint,
    element("button", { type: "submit" }, "Connect"));
}

function field(label, control) {
  return element("label", { class: "field" }, element("span", {}, label), control);
}
