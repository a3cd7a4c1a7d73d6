/**
 * The tree of a page: the part of the DOM interface that reading needs, and walks over it.
 *
 * Invariants: a tree has at most `DEPTH_MAX` levels and `ELEMENTS_MAX` elements (scan.ts builds it), so walks
 * need no bounds of their own; walks use no recursion and no live lists.
 */

// A bundle in one file instead of 250, because each thread that reads pages loads it.
import { DOMParser } from 'linkedom/worker';
import { landmarkOf } from '../html.js';

export const ELEMENT = 1;
const TEXT = 3;

export interface TreeNode {
  readonly nodeType: number;
  readonly parentNode: TreeElement | null;
  readonly nextSibling: TreeNode | null;
  readonly previousSibling: TreeNode | null;
  textContent: string;
  remove(): void;
}

export interface TreeElement extends TreeNode {
  readonly localName: string;
  readonly firstChild: TreeNode | null;
  readonly lastChild: TreeNode | null;
  readonly ownerDocument: Tree;
  readonly innerHTML: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  hasAttribute(name: string): boolean;
  removeAttribute(name: string): void;
  appendChild(node: TreeNode): void;
  insertBefore(node: TreeNode, before: TreeNode | null): void;
  querySelectorAll(selector: string): Iterable<TreeElement>;
  matches(selector: string): boolean;
}

export interface Tree {
  readonly documentElement: TreeElement;
  readonly head: TreeElement;
  readonly body: TreeElement;
  createElement(name: string): TreeElement;
  createTextNode(text: string): TreeNode;
}

/** A document with an empty head and an empty body. */
export function emptyTree(): Tree {
  const parser = new DOMParser();
  const html = '<!doctype html><html><head></head><body></body></html>';
  return parser.parseFromString(html, 'text/html') as unknown as Tree;
}

export function isElement(node: TreeNode): node is TreeElement {
  return node.nodeType === ELEMENT;
}

export function isText(node: TreeNode): boolean {
  return node.nodeType === TEXT;
}

/** The next node in the order of the page, inside `root`; `skip` skips the node's children. */
export function nextNode(node: TreeNode, root: TreeElement, skip = false): TreeNode | null {
  // Read once, because the library searches for the child at each access.
  const inner = !skip && isElement(node) ? node.firstChild : null;
  if (inner !== null) return inner;
  let at: TreeNode | null = node;
  while (at !== null && at !== root) {
    const next = at.nextSibling;
    if (next !== null) return next;
    at = at.parentNode;
  }
  return null;
}

/** The elements inside `root` in the order of the page. The tree must not change meanwhile. */
export function* elementsOf(root: TreeElement): Generator<TreeElement> {
  for (let node = nextNode(root, root); node !== null; node = nextNode(node, root)) {
    if (isElement(node)) yield node;
  }
}

/** The first `max` elements that the test accepts. */
export function elementsWhere(
  root: TreeElement,
  test: (element: TreeElement) => boolean,
  max: number,
): TreeElement[] {
  const found: TreeElement[] = [];
  for (const element of elementsOf(root)) {
    if (!test(element)) continue;
    found.push(element);
    if (found.length >= max) break;
  }
  return found;
}

export function childrenOf(element: TreeElement): TreeElement[] {
  const children: TreeElement[] = [];
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isElement(node)) children.push(node);
  }
  return children;
}

export function isInside(node: TreeNode, element: TreeElement): boolean {
  for (let at: TreeNode | null = node; at !== null; at = at.parentNode) {
    if (at === element) return true;
  }
  return false;
}

/** Text of an element on one line, at most `max` code units of it. */
export function lineOf(element: TreeElement, max = 2000): string {
  let text = '';
  for (let node = nextNode(element, element); node !== null; node = nextNode(node, element)) {
    if (isText(node)) text += node.textContent;
    else text += ' ';
    if (text.length > 2 * max) break;
  }
  return text
    .replace(/[ \t\n\f\r\u00a0]+/g, ' ')
    .trim()
    .slice(0, max);
}

const names = new WeakMap<TreeElement, string>();

/** Class and id as one lower-case text with a blank at both ends; only `unname` may change them. */
export function namesOf(element: TreeElement): string {
  const known = names.get(element);
  if (known !== undefined) return known;
  const className = element.getAttribute('class') ?? '';
  const id = element.getAttribute('id') ?? '';
  const both = ` ${className} ${id} `.slice(0, 400).toLowerCase();
  names.set(element, both);
  return both;
}

export function unname(element: TreeElement, ...attributes: ('class' | 'id')[]): void {
  for (const attribute of attributes) element.removeAttribute(attribute);
  names.delete(element);
}

const MARGIN =
  /[\s_-](?:comments?|related|recommend(?:ed|ations?)?|most-?(?:read|viewed|popular)|popular|trending|latest|sidebar|footer|navbar|menu|teasers?|promo|newsletter|widgets?|recent-?posts?|more-?(?:news|stories|from))[\s_-]/;
const MARGIN_ELEMENTS = new Set(['nav', 'footer', 'aside']);

/** Whether the element, or one of its parents, is a margin of the page. */
export function isMargin(element: TreeElement): boolean {
  for (let at: TreeElement | null = element; at !== null; at = at.parentNode) {
    if (at.nodeType !== 1) return false;
    if (at.localName === 'article' || at.localName === 'main') return false;
    if (MARGIN_ELEMENTS.has(at.localName) || isNamedMargin(at)) return true;
  }
  return false;
}

function isNamedMargin(element: TreeElement): boolean {
  if (element.localName === 'html' || element.localName === 'body') return false;
  return MARGIN.test(namesOf(element));
}

/** The landmark that the element itself opens. */
export function ownLandmark(element: TreeElement): ReturnType<typeof landmarkOf> {
  const attributes: Record<string, string> = {};
  for (const name of ['class', 'id', 'role']) {
    const value = element.getAttribute(name);
    if (value) attributes[name] = value;
  }
  return landmarkOf(element.localName, attributes);
}
