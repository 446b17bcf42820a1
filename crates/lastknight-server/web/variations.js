// The tree of moves: the lines of a game with comments and marks, and its text for links.
//
// In the text `d4-b3-f5!~the best~(e3-a1)-c5` the move e3 replaces f5, as in PGN. A comment stands between `~`; inside
// it `~` is doubled. A comment at the beginning is about the start. Any text can be read: what is not understood is
// taken for a square, which the rules refuse later.

/** The maximum number of moves of a tree. */
export const MOST_NODES = 2000;

/** The maximum number of plies of a line: no board has more squares. */
export const MOST_PLIES = 128;

/** The maximum length of a comment, in characters. */
export const LONGEST_COMMENT = 500;

/** The maximum length of what stands for a square. */
const LONGEST_NAME = 20;

/** The marks of a move. */
export const MARKS = /** @type {const} */ (["!", "?", "!!", "??", "!?", "?!"]);

/** @typedef {typeof MARKS[number] | ""} MoveMark */

/**
 * A move and those after it. The root is no move: its `to` is "" and its `parent` null.
 * @typedef {object} MoveNode
 * @property {string} to
 * @property {MoveNode | null} parent
 * @property {MoveNode[]} children the first continues the line, the others are variations
 * @property {number} ply of the root 0
 * @property {string} comment
 * @property {MoveMark} mark
 * @property {string} draw the user's drawings on the position, as the link holds them
 */

/**
 * @param {string} to
 * @param {MoveNode | null} parent
 * @returns {MoveNode}
 */
function leaf(to, parent) {
  return { to, parent, children: [], ply: parent ? parent.ply + 1 : 0, comment: "", mark: "", draw: "" };
}

/** Two moves from the same position are different, so the moves from the start identify a node: its path. */
export class MoveTree {
  /** @type {MoveNode} */
  root = leaf("", null);
  /** The number of moves. */
  size = 0;

  /**
   * Returns the tree with one line.
   * @param {string[]} moves
   */
  static line(moves) {
    const tree = new MoveTree();
    /** @type {MoveNode | null} */
    let node = tree.root;
    for (const to of moves) if (node) node = tree.play(node, to);
    return tree;
  }

  /**
   * Reads any text. What exceeds the bounds is left out.
   * @param {string} text
   */
  static parse(text) {
    const tree = new MoveTree();
    /** The last move; null in a line that was left out. @type {MoveNode | null} */
    let node = tree.root;
    /** The moves that the open variations replace. @type {(MoveNode | null)[]} */
    const open = [];
    for (const [token, name, mark, comment] of text.matchAll(/([^-,\s()~!?]+)|([!?]+)|~((?:[^~]|~~)*)~?|[()]/gu)) {
      if (token === "(") {
        open.push(node);
        node &&= node.parent ?? node;
      } else if (token === ")") {
        if (open.length) node = open.pop() ?? null;
      } else if (!node) {
        continue;
      } else if (name) {
        node = tree.play(node, [...name].slice(0, LONGEST_NAME).join(""));
      } else if (mark) {
        tree.setMark(node, mark.slice(0, 2));
      } else {
        tree.setComment(node, `${node.comment} ${comment.replaceAll("~~", "~")}`);
      }
    }
    return tree;
  }

  toString() {
    return word(this.root) + rest(this.root);
  }

  /** Returns a tree with equal nodes, which can be changed without changing this one. */
  copy() {
    const tree = new MoveTree();
    tree.merge(this);
    return tree;
  }

  /**
   * Returns the node with a path; null if there is none.
   * @param {string[]} path
   */
  at(path) {
    /** @type {MoveNode | undefined} */
    let node = this.root;
    for (const to of path) node = node?.children.find((child) => child.to === to);
    return node ?? null;
  }

  /**
   * Returns the moves from the start to a node.
   * @param {MoveNode} node
   */
  path(node) {
    const moves = [];
    for (let at = node; at.parent; at = at.parent) moves.unshift(at.to);
    return moves;
  }

  /**
   * Returns the line through a node: its path, and after it the first moves to the end.
   * @param {MoveNode} node
   */
  through(node) {
    const moves = this.path(node);
    for (let [next] = node.children; next; [next] = next.children) moves.push(next.to);
    return moves;
  }

  /** The main line. */
  get main() {
    return this.through(this.root);
  }

  /** Whether there is a move besides the main line. */
  get hasVariations() {
    return this.size > this.main.length;
  }

  /** Whether there is more than moves. */
  get isAnnotated() {
    return [this.root, ...this.nodes()].some(({ comment, mark }) => comment || mark);
  }

  /** Every move: first the move, then those after it. */
  *nodes() {
    const waiting = [...this.root.children].reverse();
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      yield node;
      waiting.push(...[...node.children].reverse());
    }
  }

  /**
   * Returns the node of a move. A new one becomes the last variation. Null if the tree is full.
   * @param {MoveNode} node
   * @param {string} to
   */
  play(node, to) {
    const known = node.children.find((child) => child.to === to);
    if (known) return known;
    if (this.size >= MOST_NODES || node.ply >= MOST_PLIES) return null;
    const child = leaf(to, node);
    node.children.push(child);
    this.size += 1;
    return child;
  }

  /** Whether a move is on the main line. @param {MoveNode} node */
  isMain(node) {
    return fork(node) === null;
  }

  /**
   * Puts the variation of a move before the line that it leaves.
   * @param {MoveNode} node
   */
  promote(node) {
    const first = fork(node);
    if (first) lead(first);
  }

  /**
   * Makes the line to a move the main line.
   * @param {MoveNode} node
   */
  makeMain(node) {
    for (let first = fork(node); first; first = fork(first)) lead(first);
  }

  /**
   * Removes a move and those after it.
   * @param {MoveNode} node
   */
  remove(node) {
    if (!node.parent) return;
    const siblings = node.parent.children;
    siblings.splice(siblings.indexOf(node), 1);
    this.size = [...this.nodes()].length;
  }

  /**
   * @param {MoveNode} node
   * @param {string} comment white space becomes single spaces, and the end is cut if it is too long
   */
  setComment(node, comment) {
    const plain = [...comment.toWellFormed().replace(/[\s\p{Cc}]+/gu, " ").trim()];
    node.comment = plain.slice(0, LONGEST_COMMENT).join("").trim();
  }

  /**
   * @param {MoveNode} node
   * @param {string} mark "" removes the mark
   */
  setMark(node, mark) {
    if (node.parent) node.mark = MARKS.find((known) => known === mark) ?? "";
  }

  /**
   * Adds the moves of another tree. Comments, marks and drawings of this one stay. Returns whether there was room.
   * @param {MoveTree} other
   */
  merge(other) {
    /** @type {[MoveNode, MoveNode][]} */
    const waiting = [[this.root, other.root]];
    let fits = true;
    for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
      const [ours, theirs] = pair;
      ours.comment ||= theirs.comment;
      ours.mark ||= theirs.mark;
      ours.draw ||= theirs.draw;
      for (const child of theirs.children) {
        const same = this.play(ours, child.to);
        if (same) waiting.push([same, child]);
        else fits = false;
      }
    }
    return fits;
  }

  /**
   * Returns where a line takes a move that is not the first: `2.1` is the second move at ply 2.
   * @param {string[]} moves
   */
  choices(moves) {
    const choices = [];
    let node = this.root;
    for (const to of moves) {
      const child = node.children.find((child) => child.to === to);
      if (!child) break;
      if (child !== node.children[0]) choices.push(`${node.ply}.${node.children.indexOf(child)}`);
      node = child;
    }
    return choices.join("-");
  }

  /**
   * Returns the line with these choices.
   * @param {string} choices
   */
  follow(choices) {
    const chosen = new Map([...choices.matchAll(/(\d+)\.(\d+)/g)].map(([, ply, index]) => [Number(ply), Number(index)]));
    let node = this.root;
    while (node.children.length) node = node.children[chosen.get(node.ply) ?? 0] ?? node.children[0];
    return this.path(node);
  }
}

/** Returns the last move on the way to a node, itself included, that is a variation. @param {MoveNode} node */
function fork(node) {
  /** @type {MoveNode | null} */
  let at = node;
  while (at && (!at.parent || at.parent.children[0] === at)) at = at.parent;
  return at;
}

/** Makes a move the first of its siblings. @param {MoveNode} node */
export function lead(node) {
  const siblings = node.parent?.children ?? [];
  siblings.unshift(...siblings.splice(siblings.indexOf(node), 1));
}

/** @param {MoveNode} node */
function word({ to, mark, comment }) {
  return to + mark + (comment && `~${comment.replaceAll("~", "~~")}~`);
}

/** Returns the text of what follows a node. It recurs at most once per ply. @param {MoveNode} node @returns {string} */
function rest(node) {
  const parts = [];
  for (let at = node; at.children.length; [at] = at.children) {
    const [first, ...others] = at.children;
    // A variation and the whole text begin without a dash.
    parts.push(at.parent ? "-" : "", word(first), ...others.map((other) => `(${word(other)}${rest(other)})`));
  }
  return parts.join("");
}
