/**
 * Distinguishes a page that is shown for several items of a source from a page of a single item.
 *
 *   the same title and text      another item's page: an article with two addresses, or a substitute
 *   the same short text only     a wall: consent, bot check, "open the app", in any language
 *
 * A wall is recognised at the second item for which it is shown; the text of the first item is then removed.
 */
import type { PageDocument } from '../documents/documents.js';
import { hash53 } from '../kernel/hash.js';
import { addName, disownName, findByName, isDisowned, type KnownItem } from './items.js';
import { bearsHeadline, isSameHeadline } from './page-identity.js';
import type { CrawlParts } from './parts.js';
import { blockedRecord, pageHashOf } from './records/article-records.js';
import type { SourceEntry } from './sources/model.js';
import type { CrawlStore } from './state/crawl-store.js';

/** Walls are shorter; texts that two outlets print unchanged are longer. */
const WALL_UNITS_MAX = 1500;

/** Shortest word with a digit that counts as the name of a request. */
const REQUEST_UNITS_MIN = 8;

/** `first`: the item for which the page was shown first; for a wall only where that item still has this text. */
export type TwinVerdict =
  | { kind: 'own' }
  | { kind: 'another'; first: KnownItem }
  | { kind: 'wall'; first: KnownItem | null };

/** Judges a page that was fetched for an item with a headline (null where no channel gave one). */
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

/** Notes the page of an item; the caller stores the item. */
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

/** Removes the text of a wall from an item, and schedules another visit. */
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
 * The name of a short text; null for a long text. Where the page does not bear the headline, long words with digits
 * are ignored, which name requests; shorter numbers distinguish bulletins.
 */
function wallName(body: string, isBorne: boolean): string | null {
  if (body.length > WALL_UNITS_MAX) return null;
  const words = body.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const kept = isBorne
    ? words
    : words.filter((word) => word.length < REQUEST_UNITS_MIN || !/\p{N}/u.test(word));
  return `text ${hash53(kept.join(' ')).toString(36)}`;
}
