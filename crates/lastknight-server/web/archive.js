// Trees of moves that are too long for a link, in the browser's storage.

/** The maximum number of stored trees. */
export const MOST_TREES = 50;

const PREFIX = "lastknight-tree-";

export class TreeArchive {
  /** @param {() => Storage} [storage] may throw, as browsers do where storage is forbidden */
  constructor(storage = () => localStorage) {
    this.storage = storage;
  }

  /**
   * Stores the text of a tree and drops the oldest. Returns whether there was room.
   * @param {string} key
   * @param {string} text
   */
  save(key, text) {
    try {
      const storage = this.storage();
      const older = this.#names(storage).filter((name) => name !== PREFIX + key);
      for (const name of older.splice(MOST_TREES - 1)) storage.removeItem(name);
      for (;;) {
        try {
          storage.setItem(PREFIX + key, `${Date.now()} ${text}`);
          return true;
        } catch (error) {
          const oldest = older.pop();
          if (!oldest) throw error;
          storage.removeItem(oldest);
        }
      }
    } catch {
      return false;
    }
  }

  /**
   * Returns the text of a tree; null if it is not here.
   * @param {string} key
   */
  load(key) {
    try {
      const stored = this.storage().getItem(PREFIX + key);
      return stored && stored.slice(stored.indexOf(" ") + 1);
    } catch {
      return null;
    }
  }

  /** Returns the names of the stored trees, the newest first. @param {Storage} storage */
  #names(storage) {
    const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
    const saved = (/** @type {string} */ name) => Number.parseInt(storage.getItem(name) ?? "", 10) || 0;
    return names.filter((name) => name.startsWith(PREFIX)).sort((a, b) => saved(b) - saved(a));
  }
}

/** Returns the key of a new tree. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((number) => number.toString(36)).join("");
}
