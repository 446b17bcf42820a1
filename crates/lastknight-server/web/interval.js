// Wilson's interval of a share, as docs/statistics.md uses it, and coin flips.

/** The normal quantile of 97.5 %. */
const Z = 1.959964;

/**
 * Returns the ends of the 95 % interval of a share.
 * @param {number} hits
 * @param {number} of
 * @returns {[number, number]}
 */
export function wilson(hits, of) {
  if (!of) return [0, 1];
  const share = hits / of;
  const square = (Z * Z) / of;
  const middle = (share + square / 2) / (1 + square);
  const half = (Z / (1 + square)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of));
  return [Math.max(middle - half, 0), Math.min(middle + half, 1)];
}

/**
 * Returns how often the better of two equal players wins at least this many of an odd or even number of games.
 * @param {number} least more than half of the games
 * @param {number} games
 */
export function luck(least, games) {
  let [term, sum] = [1, 0];
  for (let wins = games; wins >= least; wins -= 1) {
    sum += term;
    term *= wins / (games - wins + 1);
  }
  return (2 * sum) / 2 ** games;
}

/**
 * Returns the games that the first of two equal players wins.
 * @param {number} games
 * @param {() => number} random
 */
export function flips(games, random) {
  let wins = 0;
  for (let game = 0; game < games; game += 1) if (random() < 0.5) wins += 1;
  return wins;
}
