/** The keys by which this browser keeps its seats, and the name that its person goes by. */

const SEATS = "railbird-seats";
const NAME = "railbird-name";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(SEATS) ?? "{}");
  } catch {
    return {};
  }
}

export function seatKey(table) {
  return kept()[table] ?? "";
}

export function keepSeatKey(table, key) {
  const latest = Object.entries(kept()).slice(-50);
  localStorage.setItem(SEATS, JSON.stringify({ ...Object.fromEntries(latest), [table]: key }));
}

export function ownName() {
  return localStorage.getItem(NAME) ?? "Guest";
}

export function setOwnName(name) {
  localStorage.setItem(NAME, name);
}
