// The lessons: short texts with a position, each with a task that the page checks. tests/lessons.test.mjs checks their claims.

import { NUMBERS } from "./lessons-numbers.js";

/**
 * What a step asks for. A `move` is right if it is in the list, or if the solver proves that it wins (`wins`), or always
 * (`any`). A `number` and a `choice` have one right answer. The others are experiments.
 * @typedef {(
 *   {kind: "move", right: string[] | "wins" | "any", wrong?: string} |
 *   {kind: "number", label: string, right: number, wrong?: string} |
 *   {kind: "choice", options: string[], right: number, wrong?: string} |
 *   {kind: "flips", matches: number} |
 *   {kind: "slider"}
 * )} Task
 */

/**
 * @typedef {object} Step
 * @property {string[]} text
 * @property {string} at the position
 * @property {Task} [task]
 * @property {string} [done] said when the task is done
 * @property {Record<string, string>} [marks] words on squares
 * @property {{from: string, to: string, side: "white" | "black"}[]} [arrows]
 * @property {boolean} [reach] whether the squares that each knight could go to are tinted
 * @property {{head: string[], rows: string[][]}} [table]
 */

/** @typedef {{id: string, title: string, about: string, steps: Step[], isBoardless?: boolean}} Lesson */

/** A position where the move with the most room runs into isolation. */
export const TRAP = "x1x2/xNxx1/nxx2/2x1x/3x1 w";

/** Knights that cannot meet. */
export const APART = "7/1xxx1x1/1xxxxN1/xxxxxxx/xnxxxx1/2xxx2/2x2xx w";

/** @type {Lesson[]} */
export const LESSONS = [
  {
    id: "rules", title: "The rules", about: "Two knights, and a board that disappears.",
    steps: [
      { text: ["White places a knight on any square, then Black does.", "Place White's knight."], at: "5x5", task: { kind: "move", right: "any" }, done: "Now it is Black's turn. Black could take any other square." },
      {
        text: ["After that the knights move in turn, like knights in chess: two squares one way and one to the side.", "The dots are White's moves. Play one, and watch the square that White leaves."],
        at: "5x5 moves c3 d5", task: { kind: "move", right: "any" }, done: "The square is gone. Nobody can ever use it again, and so it goes with every square that was visited.",
      },
      { text: ["A player who cannot move loses. There are no draws.", "Black has only one move left. Take it away."], at: "1xx1n1/2x3/xxxxx1/1xxNx1/2xx2/2x3 w", task: { kind: "move", right: ["f4"], wrong: "Black can still move. Where can Black's knight go?" }, done: "Black cannot move. You have won!" },
    ],
  },
  {
    id: "mobility", title: "Mobility", about: "Count moves: a quick way to tell who is better.",
    steps: [
      { text: ["The number of moves that a knight has is its mobility. Much room is good.", "How many moves would Black have here?"], at: "7x7 moves d4 b2", task: { kind: "number", label: "Black's moves", right: 4, wrong: "Count the squares a knight's move from b2 that are open." }, done: "d1, d3, a4 and c4." },
      {
        text: ["A good first guess: your own moves minus those of the other. The course calls this `improved`.", "Play the move after which White's moves minus Black's are the most."],
        at: "6/3x2/3x1x/1xx3/2xNx1/xn4 w", task: { kind: "move", right: ["c4"], wrong: "Another move leaves White more moves, or Black fewer." }, done: "From c4 White has 7 moves and Black has 1. It is also the only move that wins.",
      },
      {
        text: ["But it is only a guess. From d3 White would have 4 moves, from a2 just 1. And yet only one move wins.", "Find it."],
        at: TRAP, task: { kind: "move", right: "wins", wrong: "That loses: Black has the longer path. Which square does Black need?" }, done: "Room that you cannot hold is worth nothing. The next lessons show what counts.",
      },
    ],
  },
  {
    id: "colour-rule", title: "The colour rule", about: "Attacker and victim: who can take whose squares.",
    steps: [
      {
        text: ["A knight changes the colour of its square with every move. If both stand on the same colour and it is your turn, you are the attacker: you can take a square that the other could go to.", "White is the attacker. Take a square that Black could go to."],
        at: "7x7 moves c4 e4", reach: true, task: { kind: "move", right: ["d2", "d6"], wrong: "Black cannot go there anyway. Which squares can both reach?" }, done: "Black has lost one of its moves.",
      },
      { text: ["Now Black is to move, and the knights stand on different colours. Black is the victim.", "How many squares could both go to now?"], at: "7x7 moves c4 e4 d6", reach: true, task: { kind: "number", label: "Squares", right: 0, wrong: "Compare the squares a knight's move from d6 and from e4." }, done: "None, and it stays so: the victim can never take the attacker's next square." },
      {
        text: ["You place second, so you choose the roles. White moves next: if your knight stands on the other colour, you will be the attacker.", "White is on b2. Place Black's knight so that Black wins."],
        at: "7x7 moves b2", task: { kind: "move", right: "wins", wrong: "That square has the colour of b2, so White would be the attacker." }, done: "Every square of the other colour wins here, and no other. Of the 315 openings of 7x7 the attacker wins 314.",
      },
      { text: ["White is on c3, Black on d5, and White is to move.", "Who is the attacker?"], at: "7x7 moves c3 d5", task: { kind: "choice", options: ["White", "Black"], right: 1, wrong: "Are the two squares of the same colour?" }, done: "The colours differ on White's turn, so White is the victim." },
    ],
  },
  {
    id: "mirroring", title: "Mirroring", about: "The one opening that the attacker loses.",
    steps: [
      { text: ["White has the centre, and Black is a knight's move away. Black is the attacker. But White has one move that wins: the square opposite b3.", "Play it."], at: "7x7 moves d4 b3", task: { kind: "move", right: ["f5"], wrong: "Turn the board by half a turn around the centre: where does b3 go?" }, done: "Now the board looks the same from both sides." },
      { text: ["Whatever Black does, White answers with the opposite square.", "Black has gone to c5. Answer it."], at: "7x7 moves d4 b3 f5 c5", arrows: [{ from: "b3", to: "c5", side: "black" }], task: { kind: "move", right: ["e3"], wrong: "The opposite of c5 is as far below the centre as c5 is above it." }, done: "The opposite square is always open, because the board was the same on both sides." },
      { text: ["Once more."], at: "7x7 moves d4 b3 f5 c5 e3 a4", arrows: [{ from: "c5", to: "a4", side: "black" }], task: { kind: "move", right: ["g4"], wrong: "a4 is at the left edge of its row. What is at the right edge?" }, done: "White never runs out of answers, so Black runs out of moves first." },
      { text: ["On 8x8 no square is its own opposite. There one player can mirror from the very first move.", "Who wins the empty board of 8x8?"], at: "8x8", task: { kind: "choice", options: ["White, who places first", "Black, who places second"], right: 1, wrong: "Who gets to answer?" }, done: "Black places opposite White and mirrors from then on. So it is on every board with an even side." },
    ],
  },
  {
    id: "isolation", title: "Isolation", about: "Once the knights cannot meet, paths decide.",
    steps: [
      { text: ["No square is in reach of both knights now. Each plays alone, and the one who can go on longer wins.", "How many more moves can Black make at most?"], at: APART, task: { kind: "number", label: "Black's moves", right: 2, wrong: "Follow Black's knight from square to square. It cannot come back." }, done: "So White needs three." },
      { text: ["White has three ways to begin. Only one is long enough.", "Find it."], at: APART, task: { kind: "move", right: "wins", wrong: "That path ends too soon." }, done: "From g7 the path goes on for long enough. A dead end would have lost a won game." },
      { text: ["Here White chooses between a1 and e1.", "Which one is no dead end?"], at: "x1x3/1nx3/1xxxx1/xxxxx1/2Nxx1/2xx2 w", task: { kind: "move", right: "wins", wrong: "From a1 there is no way on." }, done: "Before you take a square, see whether you can leave it." },
    ],
  },
  ...NUMBERS,
];

/**
 * Returns a step as the exercise shows it: its start and its moves.
 * @param {string} at
 * @returns {[string, string[]]}
 */
export function split(at) {
  const [start, moves = ""] = at.split(" moves ");
  return [start, moves.split(" ").filter(Boolean)];
}

/**
 * Whether an answer to a task without a board is right.
 * @param {Task} task
 * @param {number} answer a number, or the index of an option
 */
export function isRight(task, answer) {
  return (task.kind === "number" || task.kind === "choice") && task.right === answer;
}
