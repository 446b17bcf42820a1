// The rating of a person who solves puzzles: Glicko-2 (Glickman, 2013), with every puzzle as a rating period of one game.

/**
 * @typedef {object} Rating
 * @property {number} rating
 * @property {number} deviation how uncertain it is: the true rating is within two deviations 95 % of the time
 * @property {number} volatility how much it changes from game to game
 */

/** @typedef {{rating: number, deviation: number, score: number}} Result a game: the opponent, and 1 for a win, 0 for a loss */

/** @type {Readonly<Rating>} */
export const NEW = Object.freeze({ rating: 1200, deviation: 250, volatility: 0.06 });

/** How much the volatility can change: 0.3 to 1.2 are sensible. */
const TAU = 0.5;

/** Rating points per unit of the internal scale. */
const SCALE = 173.7178;

/** The internal scale is centred here. */
const CENTRE = 1500;

const CLOSE = 1e-6;

/** The deviation never falls below this, so that a rating can still follow a person who improves. */
export const LEAST_DEVIATION = 45;

/** @param {number} deviation on the internal scale */
const weight = (deviation) => 1 / Math.sqrt(1 + (3 * deviation * deviation) / (Math.PI * Math.PI));

/**
 * Returns the rating after some games, by the steps of Glickman's "Example of the Glicko-2 system".
 * @param {Rating} before
 * @param {Result[]} results
 * @returns {Rating}
 */
export function rated(before, results) {
  const [mu, phi] = [(before.rating - CENTRE) / SCALE, before.deviation / SCALE];
  const games = results.map((result) => {
    const g = weight(result.deviation / SCALE);
    const expected = 1 / (1 + Math.exp(-g * (mu - (result.rating - CENTRE) / SCALE)));
    return { g, expected, score: result.score };
  });
  const variance = 1 / games.reduce((sum, { g, expected }) => sum + g * g * expected * (1 - expected), 0);
  const gain = games.reduce((sum, { g, expected, score }) => sum + g * (score - expected), 0);
  const volatility = games.length ? newVolatility(phi, before.volatility, variance, variance * gain) : before.volatility;
  const wider = Math.hypot(phi, volatility);
  if (!games.length) return { ...before, deviation: wider * SCALE };
  const narrower = 1 / Math.sqrt(1 / (wider * wider) + 1 / variance);
  return { rating: (mu + narrower * narrower * gain) * SCALE + CENTRE, deviation: narrower * SCALE, volatility };
}

/**
 * Returns the score that a rating expects, from 0 to 1.
 * @param {Rating} rating
 * @param {{rating: number, deviation: number}} opponent
 */
export function expected({ rating }, opponent) {
  return 1 / (1 + Math.exp(-weight(opponent.deviation / SCALE) * ((rating - opponent.rating) / SCALE)));
}

/**
 * Step 5: the volatility, by the Illinois method.
 * @param {number} phi
 * @param {number} sigma
 * @param {number} variance
 * @param {number} delta
 */
function newVolatility(phi, sigma, variance, delta) {
  const a = Math.log(sigma * sigma);
  const f = (/** @type {number} */ x) => {
    const e = Math.exp(x);
    const sum = phi * phi + variance + e;
    return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (TAU * TAU);
  };
  let [low, high] = [a, Math.log(delta * delta - phi * phi - variance)];
  if (!(delta * delta > phi * phi + variance)) {
    let steps = 1;
    while (f(a - steps * TAU) < 0) steps += 1;
    high = a - steps * TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > CLOSE) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const value = f(middle);
    if (value * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, value];
  }
  return Math.exp(low / 2);
}
