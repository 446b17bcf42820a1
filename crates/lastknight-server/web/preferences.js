// Preferences, stored in the browser: colours, sound, and how the board is shown.

/**
 * @typedef {object} Preferences
 * @property {"system" | "light" | "dark"} theme
 * @property {boolean} animate
 * @property {boolean} coordinates
 * @property {boolean} flipped
 * @property {"none" | "numbers" | "paths"} trails what visited squares show
 * @property {boolean} sound
 */

const NAME = "lastknight";

/** @type {Preferences} */
const DEFAULTS = { theme: "system", animate: true, coordinates: true, flipped: false, trails: "none", sound: false };

/** @returns {Preferences} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(NAME) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
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
    // Without storage they last until the page is closed.
  }
  applyTheme();
  listeners.forEach((listener) => listener());
}

/** Applies the colours. At the next visit theme.js does. */
function applyTheme() {
  const { theme } = preferences;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

applyTheme();

/** Whether the page is dark. */
export function isDark() {
  if (preferences.theme !== "system") return preferences.theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Whether moves are animated. */
export function isAnimated() {
  return preferences.animate && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
