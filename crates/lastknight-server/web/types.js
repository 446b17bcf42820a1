// The JSON of the server as types, with the names of docs/json.md, for `tsc --checkJs`.

/** @typedef {"white" | "black"} Color */

/**
 * The value of a heuristic, or a proved win or loss with the plies to the end if known.
 * @typedef {{value?: number, win?: number | null, loss?: number | null}} Score
 */

/** @typedef {{white: string[], black: string[]}} BySide */

/**
 * The answer of `/position`.
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
 * @property {BySide} targets
 * @property {BySide} reach
 * @property {BySide} territory
 * @property {{white: number | null, black: number | null}} bound
 * @property {boolean} [pending] whether the server has not confirmed it yet: a move of the user, shown at once
 */

/**
 * An analysis at a depth, or the final one.
 * @typedef {object} Analysis
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

/** @typedef {{to: string, wins: boolean | null, plies?: number | null}} MoveVerdict */
/** @typedef {{moves: string[], complete: boolean}} ProvedLine */
/** @typedef {{position: string, solved: boolean, winner: Color | null, plies: number | null, moves: MoveVerdict[], nodes: number, seconds: number, line?: ProvedLine}} Solution */
/** @typedef {{to: string, wins: boolean | null, refuting: number | null, replies: number}} MoveReplies */
/** @typedef {{critical: boolean | null, depth: number | null, nodes: number | null, deepest: number, agent: string}} Difficulty */

/**
 * A reviewed move.
 * @typedef {object} ReviewedMove
 * @property {number} ply
 * @property {Color} side
 * @property {string} to
 * @property {Score | null} score
 * @property {string | null} best
 * @property {boolean | null} wins
 * @property {boolean} throws_away
 * @property {string | null} keeps
 */

/** @typedef {{message: string, field?: string, column?: number, picture?: string}} Problem */
/** @typedef {{name: string, value: number, best: string | null, score: Score | null, depth: number, nodes: number}} HeuristicMove */

/**
 * A node of a search tree.
 * @typedef {object} SearchNode
 * @property {number | null} parent
 * @property {string | null} to
 * @property {Color} side
 * @property {number} ply
 * @property {number | null} order
 * @property {Score | null} alpha
 * @property {Score | null} beta
 * @property {Score | null} score
 * @property {"branch" | "leaf" | "end" | "cut"} kind
 * @property {number | null} best
 * @property {boolean} cut_short
 */

/** @typedef {{to_move: Color, visited: number, nodes: SearchNode[]}} SearchTree */

/**
 * @typedef {object} Catalog
 * @property {string} version
 * @property {number} json_version
 * @property {string[]} boards
 * @property {{agent: string, title: string, name: string, level: number | null, character: string}[]} opponents the weakest first; a level is from 1, `null` for agents of the server
 * @property {{name: string, summary: string, takes: string}[]} agents
 * @property {{name: string, family: string, summary: string, form: string}[]} heuristics
 * @property {{features: {name: string, summary: string, opponents: boolean}[], functions: {name: string, arguments: string, summary: string}[]}} formulas
 * @property {{name: string, title: string, question: string, source: string}[]} [studies] without a server there are none
 * @property {{seconds: number, megabytes: number, squares: number, tree_nodes: number}} limits
 * @property {boolean} [class] whether the server has a class
 */

/**
 * @typedef {object} Job
 * @property {number} id
 * @property {"tournament" | "study" | "ladder"} kind
 * @property {string} title
 * @property {"queued" | "running" | "done" | "stopped" | "failed"} state
 * @property {number | null} place in the queue, from 1
 * @property {string} phase
 * @property {string | null} message
 * @property {number} done
 * @property {number} all
 * @property {number} seconds
 * @property {string} directory
 * @property {number | null} run
 * @property {string | null} study
 */

/** @typedef {{run: number, name: string, entrants: string[], board: string, games: number, games_planned: number, played: string}} Run */
/** @typedef {{directory: string, runs: Run[], studies: string[], error?: string}} Directory */

/**
 * @typedef {object} Report
 * @property {number} run
 * @property {number} games
 * @property {number} games_planned
 * @property {boolean} complete
 * @property {{name: string, agent: string, rank: number, tier: number, rating: number, rating_interval: [number, number], games: number, score: number | null, interval: [number, number], oracle: {hits: number, of: number, share: number | null} | null}[]} agents
 * @property {{first: string, second: string, pairs: {won: number, split: number, lost: number}, score: number | null, interval: [number, number], verdict: string | null, corrected_p_value: number}[]} pairings
 */

/** @typedef {{round: string, white: string, black: string, winner: Color, plies: number, termination: string}} GameSummary */
/** @typedef {{round: string, white: string, black: string, start: string, moves: string[], opening: number, winner: Color | null}} StoredGame */
/** @typedef {{start: string, moves: string[], white: string | null, black: string | null, winner: Color | null, tree?: string}} Game */

/**
 * @typedef {object} ClassInfo
 * @property {string} title
 * @property {"teacher" | "student" | "reader"} role
 * @property {string | null} name
 * @property {string} board
 * @property {number | null} depth
 * @property {number | null} nodes
 * @property {number} games
 * @property {number} oracle
 * @property {string[]} field
 * @property {"formulas" | "library"} agents
 * @property {number} per_hour
 * @property {boolean} auto
 * @property {string | null} deadline
 * @property {boolean} closed
 * @property {number} students
 * @property {string | null} problem
 */

/** @typedef {{student: string, text: string | null, problem: string | null, history: {time: number, text: string | null}[]}} ClassEntry */
/** @typedef {{name: string, student: boolean, rank: number, tier: number, rating: number, rating_interval: [number, number], games: number, score: number | null, interval: [number, number], oracle: {hits: number, of: number, share: number | null} | null}} ClassStanding */
/** @typedef {{run: number | null, games: number, games_planned: number, complete: boolean, played: string | null, standings: ClassStanding[], waiting: string[], job: Job | null}} ClassStandings */
/** @typedef {{reader: string, address: string | null, students: {name: string, token: string, text: string | null, time: number | null, submissions: number, problem: string | null}[]}} ClassStudents */

export {};
