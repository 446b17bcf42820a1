// Requests that were refused.

/** A request that was refused, with the status of HTTP; 0 if there was no answer. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {import("./types.js").Problem} problem
   */
  constructor(status, problem) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
  }
}
