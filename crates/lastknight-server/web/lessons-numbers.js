// The lessons about searching and measuring.

/** @typedef {import("./lessons.js").Lesson} Lesson */

/** The positions of the trees. */
export const MINIMAX = "6/4N1/1x2xx/1xx2x/x1xxxx/2xn2 w";
export const ALPHABETA = "4x1/1xx1x1/N1xn1x/xxxx2/3xx1/xx4 w";

const REPLIES = { head: ["White plays", "Black answers", "White's moves minus Black's"], rows: [["d3", "b2", "0"], ["", "e3", "\u22121"], ["c4", "b2", "3"], ["", "e3", "2"], ["c6", "b2", "\u22121"], ["", "e3", "\u22122"]] };

/** @type {Lesson[]} */
export const NUMBERS = [
  {
    id: "minimax", title: "Minimax by hand", about: "You choose the best, the other chooses the worst for you.",
    steps: [
      { text: ["A program looks ahead: each of its moves, each answer, and at the end it counts moves. Here are all positions two plies ahead.", "Black picks the answer that is worst for White. What is d3 worth?"], at: MINIMAX, table: REPLIES, task: { kind: "number", label: "Value of d3", right: -1, wrong: "The smaller of 0 and \u22121." }, done: "A move is worth what its worst answer leaves: the minimum." },
      { text: ["What is c4 worth?"], at: MINIMAX, marks: { d3: "\u22121" }, table: REPLIES, task: { kind: "number", label: "Value of c4", right: 2, wrong: "The smaller of 3 and 2." }, done: "And c6 is worth \u22122." },
      { text: ["White picks the move that is worth the most: the maximum.", "Play it."], at: MINIMAX, marks: { d3: "\u22121", c4: "2", c6: "\u22122" }, task: { kind: "move", right: ["c4"], wrong: "Another move is worth more." }, done: "That is minimax. The solver agrees: c4 is the only move that wins." },
    ],
  },
  {
    id: "alpha-beta", title: "Alpha-beta by hand", about: "The same move, with less work.",
    steps: [
      { text: ["White has two moves here, and Black four answers to each.", "After b2 the answers are worth \u22122 (c2), 0 (f3), \u22121 (f5) and \u22121 (c6). What is b2 worth?"], at: ALPHABETA, task: { kind: "number", label: "Value of b2", right: -2, wrong: "Black picks the smallest." }, done: "White can have \u22122. This is called alpha." },
      { text: ["Now b6. Its first answer, c2, is worth \u22122.", "Can b6 still be better than b2?"], at: ALPHABETA, marks: { b2: "\u22122", b6: "≤\u22122" }, task: { kind: "choice", options: ["Yes, if the other answers are worth more", "No, Black would not choose those"], right: 1, wrong: "Black chooses the answer. Would it choose one that is worth more to White?" }, done: "b6 is worth \u22122 or less, whatever the other answers are. So the search skips them." },
      { text: ["Minimax counts moves at all 8 ends.", "At how many does alpha-beta?"], at: ALPHABETA, task: { kind: "number", label: "Ends", right: 5, wrong: "All four after b2, and how many after b6?" }, done: "It saves 3 of 8 here. In a deep search that is most of the work, and the value is always the same." },
      { text: ["Two plies are not deep. b2 and b6 look equal, but one of them wins.", "Which one?"], at: ALPHABETA, task: { kind: "move", right: "wins", wrong: "That one loses." }, done: "Alpha-beta finds it 3 plies deep. The time that cuts save buys depth." },
    ],
  },
  {
    id: "forty-games", title: "Forty games", about: "Why a match can say anything.", isBoardless: true,
    steps: [
      { text: ["Two programs play exactly alike, so every game is a coin flip. Let them play 40 games, five times."], at: "7x7", task: { kind: "flips", matches: 5 }, done: "They are equal, but hardly a match says so." },
      { text: ["How often does one of two equal players win 24 games or more of 40?"], at: "7x7", task: { kind: "choice", options: ["1 match in 100", "1 match in 20", "1 match in 4"], right: 2, wrong: "More often. Look at your matches above, or go back and play some more." }, done: "27 of 100 matches end 24 : 16 or wider. Whoever says that the winner is better is wrong each time." },
      { text: ["24 of 40 is 60 %. With its 95 % interval it is 60 % (45\u201374).", "Does that prove that the winner is better?"], at: "7x7", task: { kind: "choice", options: ["Yes", "No, 50 % is inside"], right: 1, wrong: "Is 50 between 45 and 74?" }, done: "The same share of 400 games would be 60 % (55\u201365). That is proof." },
    ],
  },
  {
    id: "intervals", title: "Reading an interval", about: "What 61 % (54\u201368) says.", isBoardless: true,
    steps: [
      { text: ["61 % (54\u201368): the score in the games was 61 %. The true strength is most likely between 54 and 68: of 100 such intervals about 95 contain it.", "Which agent is proved to be better than its opponent?"], at: "7x7", task: { kind: "choice", options: ["A: 58 % (43\u201372)", "B: 52 % (51\u201353)", "C: 49 % (45\u201353)"], right: 1, wrong: "In whose interval is 50 missing?" }, done: "B. A small lead over many games says more than a large one over few." },
      { text: ["An interval gets narrower slowly: by the square root of the number of games.", "How many times as many games make it half as wide?"], at: "7x7", task: { kind: "number", label: "Times as many", right: 4, wrong: "The square root of what is 2?" }, done: "That is why close matches take thousands of games." },
      { text: ["An agent scores 58 %. Move the slider until its interval leaves 50 % out."], at: "7x7", task: { kind: "slider" }, done: "A lead of 8 points takes about 150 games to prove." },
    ],
  },
];
