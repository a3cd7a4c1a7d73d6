/**
 * What the operator of a source says of where an article stands on its pages.
 *
 * Selectors reach the body of the page; what they do not find is read as on any other page.
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

/** Takes out what a selector means. */
export function removeAll({ body }: Tree, selector: string): void {
  const { css } = parseSelector(selector);
  if (css === '') return;
  for (const element of [...body.querySelectorAll(css)].slice(0, REMOVED_MAX)) element.remove();
}

/** The time that a selector reads: a machine's first where the element has one. */
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

/** Fields of a page as its rule finds them; absent where it does not. */
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
