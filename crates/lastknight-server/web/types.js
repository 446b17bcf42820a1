// What the server says, as types: `tsc --checkJs` reads them, the browser nothing.

/** @typedef {"white" | "black"} Color */

/**
 * A value: of a heuristic, or a proved win or loss with the half-moves to the end where they are known.
 * @typedef {{value?: number, win?: number | null, loss?: number | null}} Score
 */

/** @typedef {{white: string[], black: string[]}} Sides */

/**
 * A position as `/position` describes it.
 * @typedef {object} Position
 * @property {string} position
 * @property {string} board
 * @property {string | null} white
 * @property {string | null} black
 * @property {Color} to_move
 * @property {number} ply
 * @property {number} open
 * @property {string[]} moves
 * @property {Color | null} winner
 * @property {Color | null} attacker
 * @property {string[]} symmetries
 * @property {{winner: Color, symmetry: string, behind: boolean} | null} mirror_win
 * @property {number} width
 * @property {number} height
 * @property {string} start
 * @property {string[]} played
 * @property {string} notation
 * @property {string[]} blocked
 * @property {Sides} targets
 * @property {Sides} reach
 * @property {Sides} territory
 * @property {{white: number | null, black: number | null}} bound
 */

/**
 * What an agent found at a depth, and in the end.
 * @typedef {object} Found
 * @property {number} depth
 * @property {Score | null} score
 * @property {number} nodes
 * @property {number | null} nps
 * @property {number} seconds
 * @property {string[]} pv
 * @property {{score: Score | null, pv: string[]}[]} [lines]
 * @property {string | null} [best]
 * @property {string} [agent]
 */

/** @typedef {{to: string, wins: boolean, plies?: number}} Verdict */
/** @typedef {{position: string, solved: boolean, winner: Color | null, plies: number | null, nodes: number}} Solved */

/**
 * A move of a game that was looked at.
 * @typedef {object} Turn
 * @property {number} ply
 * @property {Color} side
 * @property {string} to
 * @property {Score | null} value
 * @property {string | null} best
 * @property {boolean | null} wins
 * @property {boolean} throws_away
 * @property {string | null} keeps
 */

/** @typedef {{message: string, field?: string, column?: number, picture?: string}} Problem */
/** @typedef {{name: string, value: number, to: string | null, score: Score | null, depth: number, nodes: number}} Row */

/**
 * A node of a search tree.
 * @typedef {object} TreeNode
 * @property {number | null} parent
 * @property {string | null} to
 * @property {Color} side
 * @property {number} ply
 * @property {number | null} order
 * @property {Score | null} alpha
 * @property {Score | null} beta
 * @property {Score | null} value
 * @property {"branch" | "leaf" | "end" | "cut"} kind
 * @property {number | null} best
 * @property {boolean} cut_short
 */

/** @typedef {{player: Color, visited: number, nodes: TreeNode[]}} Tree */

/**
 * @typedef {object} Catalog
 * @property {string} version
 * @property {string[]} boards
 * @property {{agent: string, title: string}[]} opponents
 * @property {{name: string, summary: string, takes: string}[]} agents
 * @property {{name: string, family: string, summary: string, form: string}[]} heuristics
 * @property {{features: {name: string, summary: string, opponents: boolean}[], functions: {name: string, arguments: string, summary: string}[]}} formulas
 * @property {{name: string, title: string, question: string, source: string}[]} studies
 * @property {{seconds: number, megabytes: number, squares: number, tree_nodes: number}} limits
 */

/**
 * @typedef {object} Job
 * @property {number} id
 * @property {"tournament" | "study"} kind
 * @property {string} title
 * @property {"running" | "done" | "stopped" | "failed"} state
 * @property {string} phase
 * @property {string | null} message
 * @property {number} done
 * @property {number} all
 * @property {number} seconds
 * @property {string} directory
 * @property {number | null} run
 * @property {string | null} study
 */

/** @typedef {{run: number, name: string, agents: number, board: string, games: number, games_planned: number, played: string}} Run */
/** @typedef {{directory: string, runs: Run[], studies: string[], error?: string}} Directory */

/**
 * @typedef {object} Report
 * @property {number} run
 * @property {number} games
 * @property {number} games_planned
 * @property {boolean} complete
 * @property {{name: string, agent: string, rank: number, rating: number, rating_interval: [number, number], games: number, score: number | null, interval: [number, number], oracle: {hits: number, of: number} | null}[]} agents
 * @property {{first: string, second: string, pairs: {won: number, split: number, lost: number}, score: number | null, interval: [number, number]}[]} pairings
 */

/** @typedef {{round: string, white: string, black: string, winner: Color, plies: number, termination: string}} GameLine */
/** @typedef {{round: string, white: string, black: string, start: string, moves: string[], opening: number, winner: Color | null}} StoredGame */
/** @typedef {{start: string, moves: string[], white: string | null, black: string | null, winner: Color | null}} ReadGame */

export {};
