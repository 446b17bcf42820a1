// What the teacher of a class sees below the standings: jobs, students and their links.

import { button, copy, dialog, grouped, h } from "./dom.js";

/** @typedef {import("./types.js").ClassStudents} ClassStudents */
/** @typedef {import("./types.js").Job} Job */

/** What the teacher can do. */
/** @typedef {{run: () => void, stop: (id: number) => void, first: (id: number) => void, withdraw: (name: string) => void}} Actions */

/** Whether a job runs or waits. @param {Job} job */
export const isActive = (job) => job.state === "running" || job.state === "queued";

/** Returns a time as people here write it. @param {number} seconds since 1970 */
export function moment(seconds) {
  return new Date(1000 * seconds).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

/**
 * @param {ClassStudents} known
 * @param {Job[]} jobs
 * @param {Actions} actions
 * @returns {(Node | string)[]}
 */
export function teacherPanel(known, jobs, actions) {
  const address = (known.address ?? location.origin).replace(/\/$/, "");
  const link = (/** @type {string} */ token) => `${address}/?token=${token}&view=class`;
  const { students } = known;
  return [
    h("h3", {}, "Jobs"),
    h("div", { class: "row" }, button("Play the ladder now", actions.run, { class: "primary" }), jobs.some(isActive) ? "" : h("span", { class: "quiet" }, "Nothing is running.")),
    ...(jobs.some(isActive) ? [jobList(jobs.filter(isActive), actions)] : []),
    h("h3", {}, `Students (${students.length})`),
    students.length ? studentTable(students, link, actions) : h("p", { class: "quiet" }, "Add their names to class.toml; this page follows."),
    h("div", { class: "row" },
      button("Copy the link to the standings", () => void copy(link(known.reader), "The link")),
      students.length ? button("Copy all links", () => void copy(students.map(({ name, token }) => `${name}\t${link(token)}`).join("\n"), "The links")) : ""),
    h("p", { class: "quiet" }, "Whoever has a link is let in by it. The links are in links.csv too, beside class.toml."),
  ];
}

/** @param {Job[]} jobs @param {Actions} actions */
function jobList(jobs, actions) {
  // The running one, then those that wait.
  const sorted = [...jobs].sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  const row = (/** @type {Job} */ job) => h("li", { class: "row" },
    h("span", {}, h("strong", {}, `${job.kind}: ${job.title}`), job.state === "running" ? ` ${job.phase}, ${grouped(job.done)} of ${grouped(job.all)}` : ` waits at place ${job.place}`),
    (job.place ?? 0) > 1 ? button("Next", () => actions.first(job.id), { "aria-label": `Let job ${job.id} be the next` }) : null,
    button("Stop", () => actions.stop(job.id), { "aria-label": `Stop job ${job.id}` }));
  return h("ol", { class: "jobs" }, ...sorted.map(row));
}

/**
 * @param {ClassStudents["students"]} students
 * @param {(token: string) => string} link
 * @param {Actions} actions
 */
function studentTable(students, link, actions) {
  const withdraw = (/** @type {string} */ name) => {
    const shown = dialog(`Withdraw the entry of ${name}?`, h("p", {}, "The student can submit again."), h("p", { class: "row" }, button("Withdraw", () => {
      shown.close();
      actions.withdraw(name);
    }, { class: "primary" })));
  };
  const rows = students.map(({ name, token, text, time, submissions, problem }) => h("tr", {},
    h("th", { scope: "row" }, name),
    h("td", {}, text === null ? h("span", { class: "quiet" }, submissions ? "withdrawn" : "nothing yet") : h("code", {}, text), problem ? h("p", { class: "answer wrong" }, problem) : null),
    h("td", { class: "quiet" }, time === null ? "" : moment(time)),
    h("td", {}, h("div", { class: "row" },
      button("Copy link", () => void copy(link(token), `The link of ${name}`), { "aria-label": `Copy the link of ${name}` }),
      text === null ? null : button("Withdraw", () => withdraw(name), { "aria-label": `Withdraw the entry of ${name}` })))));
  return h("div", { class: "scroll" }, h("table", { class: "rows students" },
    h("thead", {}, h("tr", {}, ...["Name", "Entry", "Submitted", "Link"].map((title) => h("th", { scope: "col" }, title)))), h("tbody", {}, ...rows)));
}
