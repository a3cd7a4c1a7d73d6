/**
 * When a page was published and changed: from its metadata, or else from its shown text, or else from its address.
 *
 * A time takes precedence over a mere day, where it is of that day.
 */

import { DAY_MS } from '../../kernel/clock.js';
import { wordsOf } from '../../kernel/words.js';
import type { DateManner } from '../date-manner.js';
import type { Stamp } from '../documents.js';
import { readStamp } from '../stamp.js';
import { metaValue, metaValues, type PageFacts } from './facts.js';
import { isNode, parseLooseJson, textOf } from './json-ld.js';
import { elementsOf, elementsWhere, isMargin, lineOf, namesOf, type TreeElement } from './tree.js';

const PUBLISHED = wordsOf(`
  article:published_time og:article:published_time article:published og:published_time
  rnews:datepublished datepublished originalpublicationdate publication_date publishdate
  publish-date publish_date published pubdate article_date_original article.published
  sailthru.date parsely-pub-date cxenseparse:recs:publishtime dc.date.issued dcterms.issued
  dcterms.created dc.date.created dcterms.date dc.date date.release citation_publication_date
  bt:pubdate dcsext.articlefirstpublished og:pubdate og:release_date weibo:article:create_at
  article:create_at mediator_published_time ptime pdate date
`);
const MODIFIED = wordsOf(`
  article:modified_time og:article:modified_time og:updated_time article:modified datemodified
  dcterms.modified dc.date.modified lastmod last-modified revised utime weibo:article:update_at
`);

const DATED = /date|time|publish|[\s_-](?:posted(?:-on)?|byline|meta|info)[\s_-]/;
/** Forms of dates; parsing decides whether a match is a date. */
const DATE_TEXT = new RegExp(
  [
    '\\d{3,4} ?[-/.年] ?\\d{1,2} ?[-/.月] ?\\d{1,2}(?!\\d)日?',
    "\\p{Nd}{1,2}(?:st|nd|rd|th|er|[.ºª])? ?(?:(?:of|de|del|den|tháng) |d[’'])?(?:\\p{Nd}{1,2}|[\\p{L}\\p{M}’]{1,12}(?:\\.[\\p{L}\\p{M}]{1,4})?)\\.?(?: [\\p{L}\\p{M}]{2,8})?[,،]? (?:(?:of|del?|din) |พ\\.ศ\\. ?)?\\p{Nd}{4}",
    '[\\p{L}\\p{M}]{3,10}\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}',
    '\\d{4}\\.? (?:m\\. |gada )?(?:\\d{1,2}\\. )?\\p{L}{3,12}\\.? \\d{1,2}\\.?',
    '\\p{Nd}{1,2}[./]\\p{Nd}{1,2}[./]\\p{Nd}{4}',
    '\\p{Nd}{4}/\\p{Nd}{1,2}/\\p{Nd}{1,2}',
  ]
    .map((date) => `(?:${date})`)
    .join('|'),
  'gu',
);
/** Matches that are parsed in one text. */
const DATE_TEXTS_MAX = 4;
/** Weekday, time and zone after a date. */
const TIME_TAIL =
  /^[\s,，،|·•@()（）週周星期一二三四五六日T-]{0,12}(?:[\p{L}\p{M}.]{1,10}[\s:,]{1,2}){0,3}\p{Nd}{1,2}[:h.时時點点]\s?\p{Nd}{2}(?::\d{2})?(?:\.\d+)?\s?(?:[ap]\.?\s?m\b\.?)?\s?(?:Z|[A-Z]{2,4}\b|[+-]\d{2}:?\d{2}|[\p{L}\p{M}.]{1,12})?/iu;
/** Labels of a change, in contrast to a publication. */
const CHANGED =
  /updat|modif|更新|修訂|edited|aktualis|mis à jour|actuali[tz]|atualizad|aggiornat|обновл/i;
const SHOWN_UNITS_MAX = 300;
const SHOWN_MAX = 60;
/** Elements around a headline in which its date is searched. */
const NEAR_ELEMENTS = 60;
/** A text of this length belongs to the article. */
const PARAGRAPH_UNITS = 200;

export interface PageDates {
  published: Stamp | null;
  modified: Stamp | null;
}

export function datesOf(facts: PageFacts): PageDates {
  const { article } = facts.jsonLd;
  const { metas } = facts.head;
  const read = (text: string | null): Stamp | null =>
    text === null ? null : readStamp(text, facts.zoneOffsetMs, facts.dates);
  const known: (Stamp | null)[] = [
    read(textOf(article?.datePublished)),
    read(facts.microdata.published),
    ...metaValues(metas, ...PUBLISHED).map(read),
    read(parselyDate(metas)),
    read(textOf(article?.dateCreated)),
    read(textOf(article?.uploadDate)),
  ];
  const shown = known.some((stamp) => stamp?.precision === 'second') ? [] : shownDates(facts);
  const published = bestOf(both(known, shown)) ?? addressDate(facts);
  const modified = bestOf([
    read(textOf(article?.dateModified)),
    read(facts.microdata.modified),
    ...metaValues(metas, ...MODIFIED).map(read),
  ]);
  return { published, modified };
}

function* both<T>(one: Iterable<T>, other: Iterable<T>): Generator<T> {
  yield* one;
  yield* other;
}

/** The date in the JSON that the tracker Parse.ly has in one `meta`. */
function parselyDate(metas: PageFacts['head']['metas']): string | null {
  const fields = parseLooseJson(metaValue(metas, 'parsely-page') ?? '');
  return isNode(fields) ? textOf(fields.pub_date) : null;
}

/** The first stamp; where that is only a day, the first stamp with a time on that day. */
function bestOf(stamps: Iterable<Stamp | null>): Stamp | null {
  let first: Stamp | null = null;
  for (const stamp of stamps) {
    if (stamp === null) continue;
    if (first === null && stamp.precision !== 'day') return stamp;
    first ??= stamp;
    const isSameDay = stamp.atMs >= first.atMs && stamp.atMs < first.atMs + DAY_MS;
    if (isSameDay && stamp.precision === 'second') return stamp;
  }
  return first;
}

/** Shown dates, read on demand: `time` elements and texts near the headline, the most probable first. */
function* shownDates(facts: PageFacts): Generator<Stamp | null> {
  const { tree } = facts;
  if (tree === null) return;
  const seen = new Set<TreeElement>();
  for (const element of datedElements(tree.body)) {
    if (seen.has(element)) continue;
    seen.add(element);
    yield shownDate(element, facts);
  }
}

function* datedElements(body: TreeElement): Generator<TreeElement> {
  const isTime = (element: TreeElement) => element.localName === 'time' && !isMargin(element);
  const times = elementsWhere(body, isTime, SHOWN_MAX);
  yield* times.filter((time) => time.hasAttribute('pubdate') || /publish/.test(namesOf(time)));
  const near = nearHeadline(body);
  yield* near.filter((element) => element.localName === 'time');
  yield* near.filter((element) => DATED.test(namesOf(element)));
  yield* near;
  yield* times;
  yield* elementsWhere(body, isDated, SHOWN_MAX);
}

function isDated(element: TreeElement): boolean {
  return DATED.test(namesOf(element)) && !isMargin(element);
}

/** The elements before and after the headline, up to the first paragraph. */
function nearHeadline(body: TreeElement): TreeElement[] {
  const [headline] = elementsWhere(body, (element) => element.localName === 'h1', 1);
  if (headline === undefined) return [];
  const before: TreeElement[] = [];
  const behind: TreeElement[] = [];
  let isBehind = false;
  for (const element of elementsOf(body)) {
    if (element === headline) isBehind = true;
    else if (!isBehind) {
      before.push(element);
      if (before.length > NEAR_ELEMENTS / 4) before.shift();
    } else {
      if (element.localName === 'p' && lineOf(element).length > PARAGRAPH_UNITS) break;
      behind.push(element);
      if (behind.length >= NEAR_ELEMENTS) break;
    }
  }
  return [...behind, ...before.reverse()].filter((element) => !isMargin(element));
}

function shownDate(element: TreeElement, { zoneOffsetMs, dates }: PageFacts): Stamp | null {
  const machine =
    element.getAttribute('datetime') ??
    element.getAttribute('data-timestamp') ??
    element.getAttribute('data-date') ??
    (element.localName === 'abbr' ? element.getAttribute('title') : null);
  const own = machine === null ? null : readStamp(machine, zoneOffsetMs, dates);
  const text = lineOf(element, SHOWN_UNITS_MAX);
  if (own !== null) {
    // The text of an element for the change may also name the earlier publication.
    const isChange = /modif/i.test(element.getAttribute('itemprop') ?? '') && CHANGED.test(text);
    const first = isChange ? dateInText(text, zoneOffsetMs, dates) : null;
    return first !== null && first.atMs < own.atMs ? first : own;
  }
  if (text.length >= SHOWN_UNITS_MAX || CHANGED.test(text.slice(0, 12))) return null;
  return dateInText(text, zoneOffsetMs, dates);
}

/** The first date in a short text. */
export function dateInText(text: string, zoneOffsetMs: number, dates: DateManner): Stamp | null {
  let tried = 0;
  for (const match of text.matchAll(DATE_TEXT)) {
    if (++tried > DATE_TEXTS_MAX) return null;
    const behind = text.slice(match.index + match[0].length);
    const tail = TIME_TAIL.exec(behind)?.[0] ?? '';
    const stamp =
      readStamp(match[0] + tail, zoneOffsetMs, dates) ?? readStamp(match[0], zoneOffsetMs, dates);
    if (stamp !== null) return stamp;
  }
  return null;
}

/** The day in an address: /2022/05/21/, /20220521/, /202205210012. */
function addressDate({ url, zoneOffsetMs }: PageFacts): Stamp | null {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const match =
    /(?<!\d)((?:19|20)\d{2})[/_-](\d{1,2})[/_-](\d{1,2})(?!\d)/.exec(path) ??
    /(?<!\d)(20\d{2})-?(0[1-9]|1[0-2])\/?(0[1-9]|[12]\d|3[01])(?=\D|\d{2,9}(?!\d)|$)/.exec(path);
  if (match === null) return null;
  const [, year, month, day] = match;
  return readStamp(`${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`, zoneOffsetMs);
}
