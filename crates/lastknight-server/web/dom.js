// Creates elements without markup in strings, so that user input never becomes code.

/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Value */

/**
 * @param {Element} element
 * @param {Record<string, Value>} attributes
 * @param {(Node | string | null)[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Value>} [attributes] functions are listeners
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

/**
 * Returns an element of the page by its id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function find(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element;
}

/**
 * A button.
 * @param {string} text
 * @param {(event: Event) => void} click
 * @param {Record<string, Value>} [attributes]
 */
export function button(text, click, attributes = {}) {
  return h("button", { type: "button", click, ...attributes }, text);
}

/**
 * A select box.
 * @param {string} label
 * @param {[string, string][]} options values and labels
 * @param {string} value
 * @param {(value: string) => void} change
 */
export function choice(label, options, value, change) {
  const select = h("select", { "aria-label": label });
  select.addEventListener("change", () => change(select.value));
  const field = h("label", { class: "field" }, h("span", {}, label), select);
  choose(field, options, value);
  return field;
}

/**
 * Changes the options or the value of a select box.
 * @param {HTMLElement} field
 * @param {[string, string][]} options
 * @param {string} value
 */
export function choose(field, options, value) {
  const select = /** @type {HTMLSelectElement} */ (field.querySelector("select"));
  const key = JSON.stringify(options);
  if (select.dataset.shown !== key) select.replaceChildren(...options.map(([name, text]) => h("option", { value: name }, text)));
  select.dataset.shown = key;
  select.value = value;
}

/**
 * A checkbox.
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} change
 */
export function toggle(label, value, change) {
  const box = h("input", { type: "checkbox" });
  box.checked = value;
  box.addEventListener("change", () => change(box.checked));
  return h("label", { class: "toggle" }, box, h("span", {}, label));
}

/**
 * Shows a message for some seconds.
 * @param {string} text
 */
export function notify(text) {
  const messages = find("messages");
  // A repeated message replaces the first.
  [...messages.children].find((other) => other.textContent === text)?.remove();
  const message = h("p", {}, text);
  messages.append(message);
  setTimeout(() => message.remove(), Math.max(4000, 60 * text.length));
}

/**
 * Copies a text, or shows it if copying is not allowed.
 * @param {string} text
 * @param {string} what
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    notify(`${what} copied`);
  } catch {
    const area = h("textarea", { rows: 6, readonly: true, "aria-label": what }, text);
    dialog(what, area);
    area.select();
  }
}

/**
 * A dialog, closed with Escape or its button.
 * @param {string} title
 * @param {...Node} content
 */
export function dialog(title, ...content) {
  const element = h("dialog", { "aria-label": title });
  const close = () => element.close();
  element.append(h("h2", {}, title), ...content, h("p", { class: "row end" }, button("Close", close)));
  element.addEventListener("close", () => element.remove());
  document.body.append(element);
  element.showModal();
  return element;
}

/**
 * Replaces the content of an element if it changed, so that unchanged content can still be clicked.
 * @param {HTMLElement} element
 * @param {string} key identifies the content
 * @param {() => (Node | string)[]} content
 */
export function replaceIfChanged(element, key, content) {
  if (element.dataset.shown === key) return;
  element.dataset.shown = key;
  replace(element, content());
}

/** Returns what distinguishes an element from its siblings. @param {Element} element */
const identity = (element) => element.getAttribute("data-key") ?? element.getAttribute("aria-label") ?? element.textContent;

/**
 * Replaces the content of an element. The keyboard focus stays on the same control.
 * @param {HTMLElement} element
 * @param {(Node | string)[]} content
 */
export function replace(element, content) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const name = focused && identity(focused);
  element.replaceChildren(...content);
  if (!focused || element.contains(document.activeElement)) return;
  const same = [...element.querySelectorAll("a, button, input, select, textarea, [tabindex]")].find((other) => identity(other) === name);
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
}

/**
 * Formats a number with grouped thousands.
 * @param {number} number
 */
export function grouped(number) {
  return Math.round(number).toLocaleString("en").replaceAll(",", "\u202f");
}

/**
 * Formats a number of plies.
 * @param {number} count
 */
export function plied(count) {
  return count === 1 ? "1 ply" : `${count} plies`;
}

/**
 * Formats a score.
 * @param {import("./types.js").Score | null | undefined} score
 */
export function shown(score) {
  if (!score) return "";
  if (score.win !== undefined) return score.win === null ? "won" : `won in ${score.win}`;
  if (score.loss !== undefined) return score.loss === null ? "lost" : `lost in ${score.loss}`;
  return number(score.value ?? 0);
}

/**
 * Formats a number with its sign.
 * @param {number} value
 */
export function number(value) {
  const text = Math.abs(value) >= 1e6 ? value.toExponential(1) : String(Math.round(value * 100) / 100);
  return value > 0 ? `+${text}` : text.replace("-", "\u2212");
}
