/**
 * The operator's selectors for the parts of an article on its page.
 *
 * Selectors reach the body of the page; fields that they do not find are read as on any other page.
 */
import { cleanText } from '../../kernel/text/text.js';
import type { DateManner } from '../date-manner.js';
import type { PageDocument, PageRule, Stamp } from '../documents.js';
import { parseSelector, selectedText, selectedUrl } from '../selector.js';
import { readStamp } from '../stamp.js';
import { dateInText } from './dates.js';
import type { PageFacts } from './facts.js';
import type { Tree, TreeElement } from './tree.js';

const REMOVED_MAX = 5000;

export function removeAll({ body }: Tree, selector: string): void {
  const { css } = parseSelector(selector);
  if (css === '') return;
  for (const element of [...body.querySelectorAll(css)].slice(0, REMOVED_MAX)) element.remove();
}

/** The time that a selector reads: first from the element's machine-readable attribute. */
export function selectedStamp(
  root: TreeElement,
  selector: string | undefined,
  zoneOffsetMs: number,
  dates: DateManner,
): Stamp | null {
  if (selector === undefined) return null;
  const machine = selector.includes('@') ? null : selectedText(root, `${selector}@datetime`);
  for (const text of [machine, selectedText(root, selector)]) {
    if (text === null) continue;
    const stamp = readStamp(text, zoneOffsetMs, dates) ?? dateInText(text, zoneOffsetMs, dates);
    if (stamp !== null) return stamp;
  }
  return null;
}

/** Fields of a page that its rule finds; fields that it does not find are absent. */
export function toldBy(
  rule: PageRule | undefined,
  { body }: Tree,
  facts: PageFacts,
): Partial<Pick<PageDocument, 'title' | 'published' | 'authors' | 'nextUrl'>> {
  if (rule === undefined) return {};
  const lineOf = (selector: string | undefined) =>
    cleanText(selectedText(body, selector) ?? '', 'line');
  const title = lineOf(rule.title);
  const author = lineOf(rule.author);
  const published = selectedStamp(body, rule.date, facts.zoneOffsetMs, facts.dates);
  return {
    ...(title === '' ? {} : { title }),
    ...(author === '' ? {} : { authors: [author] }),
    ...(published === null ? {} : { published }),
    ...(rule.nextPage === undefined
      ? {}
      : { nextUrl: selectedUrl(body, rule.nextPage, facts.baseUrl, ['href']) }),
  };
}
