// What a reader likes, kept in the browser: light or dark, movement, where the board stands.

/** @typedef {{theme: "system" | "light" | "dark", animate: boolean, coordinates: boolean, flipped: boolean}} Preferences */

const NAME = "lastknight";

/** @type {Preferences} */
const USUAL = { theme: "system", animate: true, coordinates: true, flipped: false };

/** @returns {Preferences} */
function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(NAME) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

/** @type {Preferences} */
export const preferences = read();

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener */
export function onPreferences(listener) {
  listeners.add(listener);
}

/** @param {Partial<Preferences>} changes */
export function prefer(changes) {
  Object.assign(preferences, changes);
  try {
    localStorage.setItem(NAME, JSON.stringify(preferences));
  } catch {
    // They hold until the page is closed.
  }
  dress();
  listeners.forEach((listener) => listener());
}

/** The page in the chosen colours. The server is told by a cookie, so that the next visit begins with them and nothing flashes. */
function dress() {
  const { theme } = preferences;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const age = theme === "system" ? 0 : 365 * 24 * 3600;
  document.cookie = `lastknight-theme=${theme}; Path=/; SameSite=Strict; Max-Age=${age}`;
}

dress();

/** Whether the page is dark now. */
export function isDark() {
  if (preferences.theme !== "system") return preferences.theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Whether pieces may move. */
export function isAnimated() {
  return preferences.animate && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
