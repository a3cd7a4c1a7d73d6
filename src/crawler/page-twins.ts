/**
 * Tells a page that is shown for several items of a source from one that is an item's own.
 *
 *   the same title and text      another item's page: an article with two addresses, or a substitute
 *   the same short text only     a wall: consent, bot check, "open the app", in whatever language
 *
 * A wall is known at the second item that it is shown for; the first one's text is taken back.
 */
import type { PageDocument } from '../documents/documents.js';
import { hash53 } from '../kernel/hash.js';
import { addName, disownName, findByName, isDisowned, type KnownItem } from './items.js';
import { bearsHeadline, isSameHeadline } from './page-identity.js';
import type { CrawlParts } from './parts.js';
import { blockedRecord, pageHashOf } from './records/article-records.js';
import type { SourceEntry } from './sources/model.js';
import type { CrawlStore } from './state/crawl-store.js';

/** Walls are shorter; texts that two outlets print word for word are longer. */
const WALL_UNITS_MAX = 1500;

/** Shortest word with a digit that names a request. */
const REQUEST_UNITS_MIN = 8;

/** With the item that it was shown for first; of a wall, only where that still has it as its text. */
export type TwinVerdict =
  | { kind: 'own' }
  | { kind: 'another'; first: KnownItem }
  | { kind: 'wall'; first: KnownItem | null };

/** What a page is for an item with a headline (null where no channel gave one). */
export function standingOf(
  store: CrawlStore,
  source: string,
  { hash }: KnownItem,
  page: PageDocument,
  headline: string | null,
): TwinVerdict {
  if (page.body === null) return { kind: 'own' };
  const isBorne = headline === null || bearsHeadline(page.title, headline);
  const name = wallName(page.body, isBorne);
  if (name !== null && isDisowned(store, source, name)) return { kind: 'wall', first: null };
  const first = name === null ? null : findByName(store, source, name);
  if (first !== null && first.hash !== hash && headline !== null) {
    const isSame = isBorne ? bearsHeadline : isSameHeadline;
    if (!isSame(first.item.title, headline)) {
      disownName(store, source, name!);
      return { kind: 'wall', first: first.item.shortText === name ? first : null };
    }
  }
  const known = findByName(store, source, pageName(page));
  return known === null || known.hash === hash
    ? { kind: 'own' }
    : { kind: 'another', first: known };
}

/** Notes the page of an item; the item is to be put afterwards. */
export function rememberPage(
  store: CrawlStore,
  source: string,
  known: KnownItem,
  page: PageDocument,
  headline: string | null,
): void {
  if (page.body === null) return;
  const isBorne = headline === null || bearsHeadline(page.title, headline);
  const wall = wallName(page.body, isBorne);
  known.item.shortText = wall;
  for (const name of [pageName(page), wall]) {
    if (name !== null && findByName(store, source, name) === null)
      addName(store, source, known, name);
  }
}

/** Takes back what a wall was stored as, and has the article read again. */
export async function takeBack(
  { sink, store }: Pick<CrawlParts, 'sink' | 'store'>,
  source: string,
  { hash, item }: KnownItem,
  { kind, key }: SourceEntry,
  page: PageDocument,
): Promise<void> {
  const { url, title, publisher } = item;
  await sink.send([blockedRecord(kind === 'blog', publisher ?? key, url, title, page)]);
  Object.assign(item, { pageHash: '', pageTitle: '', shortText: null });
  store.putItem(source, hash, item);
}

function pageName(page: PageDocument): string {
  return `page ${pageHashOf(page)}`;
}

/**
 * Of a short text; null of a long one. Where the page does not bear the headline, long names of requests count
 * for nothing; shorter numbers are what bulletins differ in.
 */
function wallName(body: string, isBorne: boolean): string | null {
  if (body.length > WALL_UNITS_MAX) return null;
  const words = body.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const kept = isBorne
    ? words
    : words.filter((word) => word.length < REQUEST_UNITS_MIN || !/\p{N}/u.test(word));
  return `text ${hash53(kept.join(' ')).toString(36)}`;
}
