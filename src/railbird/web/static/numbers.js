/** Numbers as players write them. */

/** Chips, with commas, and at most two decimals for split pots. */
export function chips(amount) {
  return amount.toLocaleString("en", { maximumFractionDigits: 2 });
}

/** Chips won or lost, with the sign. */
export function signed(amount) {
  return amount > 0 ? `+${chips(amount)}` : chips(amount).replace("-", "\u2212");
}

/** Chips won or lost in big blinds. */
export function signedBigBlinds(amount, bigBlind) {
  return `${signed(Math.round((100 * amount) / bigBlind) / 100)} bb`;
}

export function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

/** The class of an amount that is won or lost. */
export function winOrLoss(amount) {
  return amount > 0 ? "win" : amount < 0 ? "loss" : "";
}
