/**
 * Selectors of list pages and portals: a CSS selector that may end in `@attribute`.
 *
 * Invariants: a selector that `checkSelector` accepts never throws. A selector that is longer or has more parts than
 * any hand-written one is refused, because matching costs elements times parts.
 */
import { absoluteUrl } from './page/facts.js';
import { emptyTree, lineOf, type TreeElement } from './page/tree.js';

const SELECTOR_UNITS_MAX = 500;
/** Combinators and commas; each may visit all ancestors or siblings of an element. */
const PARTS_MAX = 20;
const TEXT_UNITS_MAX = 5000;
const ATTRIBUTE = /^(.*?)\s*@\s*([A-Za-z_][\w:.-]{0,99})$/s;
/** These visit everything below an element; one is affordable, one inside another is not. */
const COSTLY = /:(?:has|i?contains)\(/gi;
/** Combinators must be between two parts; the library ignores others. */
const LOOSE = /^\s*[>+~,]|[>+~,]\s*$|[>+~,]\s*[>+~,]/;

export interface Selector {
  /** Empty for the element itself. */
  css: string;
  attribute: string | null;
}

export function parseSelector(text: string): Selector {
  const match = ATTRIBUTE.exec(text.trim());
  return match === null
    ? { css: text.trim(), attribute: null }
    : { css: match[1]!.trim(), attribute: match[2]!.toLowerCase() };
}

/** Null where the selector can be used; otherwise a sentence with the reason. */
export function checkSelector(text: string): string | null {
  if (text.trim() === '') return 'The selector is empty.';
  if (text.length > SELECTOR_UNITS_MAX) return `The selector is longer than ${SELECTOR_UNITS_MAX}.`;
  const { css } = parseSelector(text);
  if (css === '') return null;
  if ((css.match(COSTLY)?.length ?? 0) > 1)
    return 'The selector looks at everything below more than once.';
  if (LOOSE.test(css)) return 'The selector has a combinator with nothing beside it.';
  if ((css.match(/[\s>+~,]+/g)?.length ?? 0) > PARTS_MAX) return 'The selector has too many parts.';
  try {
    // The document needs an element, because an empty one is not searched.
    const { body } = emptyTree();
    for (const _ of body.querySelectorAll(css)) break;
    body.matches(css);
    return null;
  } catch (error) {
    return `The selector is not valid: ${(error as Error).message.slice(0, 150)}`;
  }
}

/** The first match inside `root`; otherwise `root` itself where it matches. */
function selected(root: TreeElement, { css }: Selector): TreeElement | null {
  if (css === '') return root;
  for (const element of root.querySelectorAll(css)) return element;
  return root.matches(css) ? root : null;
}

/** The attribute or text that a selector reads inside `root`. */
export function selectedText(root: TreeElement, text: string | undefined): string | null {
  if (text === undefined) return null;
  const selector = parseSelector(text);
  const element = selected(root, selector);
  if (element === null) return null;
  const { attribute } = selector;
  const value =
    attribute === null
      ? lineOf(element, TEXT_UNITS_MAX)
      : (element.getAttribute(attribute) ?? '').trim().slice(0, TEXT_UNITS_MAX);
  return value === '' ? null : value;
}

/** The absolute address that a selector reads: from its attribute, or else from `attributes` in order. */
export function selectedUrl(
  root: TreeElement,
  text: string | undefined,
  baseUrl: string,
  attributes: readonly string[],
): string | null {
  if (text === undefined) return null;
  const selector = parseSelector(text);
  const element = selected(root, selector);
  if (element === null) return null;
  const names = selector.attribute === null ? attributes : [selector.attribute];
  for (const name of names) {
    const url = absoluteUrl(element.getAttribute(name), baseUrl);
    if (url !== null) return url;
  }
  return null;
}
