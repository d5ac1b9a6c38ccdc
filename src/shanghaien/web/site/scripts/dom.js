// Finding elements of a page, with the types that the templates give them.

/** @param {string} selector @param {ParentNode} [root] @returns {HTMLElement | null} */
export const find = (selector, root = document) => root.querySelector(selector);

/** @param {string} selector @param {ParentNode} [root] */
export const findAll = (selector, root = document) =>
  /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

// An element that the page has for sure; without it the script stops and says what is missing.
/** @param {string} selector @param {ParentNode} [root] */
export function get(selector, root = document) {
  const found = find(selector, root);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** @param {string} id */
export const byId = (id) => get(`#${CSS.escape(id)}`);

/** @param {string} selector @param {ParentNode} [root] */
export const field = (selector, root = document) => /** @type {HTMLInputElement} */ (get(selector, root));

/** @param {string} selector @param {ParentNode} [root] */
export const findField = (selector, root = document) => /** @type {HTMLInputElement | null} */ (find(selector, root));

// What was pressed, or what is around it.
/** @param {Event} event @param {string} selector @returns {HTMLElement | null} */
export const closest = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

// A click that asks for another tab or window is the browser's own business.
/** @param {MouseEvent} event */
export const opensElsewhere = (event) => event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0;

// The fields of a form as they are sent by a button.
/** @param {HTMLFormElement} form @param {HTMLElement | null} [button] */
export const sentBy = (form, button) => asParams(new FormData(form, button));

// A form here holds no files, so that each value is a text.
/** @param {FormData} sent */
export const asParams = (sent) => new URLSearchParams(/** @type {[string, string][]} */ ([...sent]));

/** @param {string} html */
export function elementsOf(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return /** @type {HTMLElement[]} */ ([...holder.content.children]);
}

/** @param {string} html */
export const elementOf = (html) => elementsOf(html)[0];

/** @param {string} text */
export const pageOf = (text) => new DOMParser().parseFromString(text, "text/html");
