// What a person has done, stored in the browser. Without storage it lasts until the page is closed.

/** @type {Map<string, any>} */
const memory = new Map();

/**
 * Returns what is stored, with the defaults where something is missing or has another type.
 * @template {Record<string, any>} T
 * @param {string} name
 * @param {T} defaults
 * @returns {T}
 */
export function load(name, defaults) {
  let stored = memory.get(name);
  try {
    stored ??= JSON.parse(localStorage.getItem(`lastknight ${name}`) ?? "null");
  } catch {
    // Nothing that can be read is stored.
  }
  const loaded = structuredClone(defaults);
  if (typeof stored !== "object" || stored === null) return loaded;
  for (const key of /** @type {(keyof T)[]} */ (Object.keys(defaults))) {
    const value = stored[key];
    const isSame = typeof value === typeof defaults[key] && (value === null) === (defaults[key] === null) && Array.isArray(value) === Array.isArray(defaults[key]);
    if (isSame) loaded[key] = value;
  }
  return loaded;
}

/**
 * @param {string} name
 * @param {Record<string, any>} value
 */
export function save(name, value) {
  memory.set(name, structuredClone(value));
  try {
    localStorage.setItem(`lastknight ${name}`, JSON.stringify(value));
  } catch {
    // It stays in memory.
  }
}
