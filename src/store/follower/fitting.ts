/**
 * Which articles or posts of a page can be taken in: an id means one address, and an address has one id.
 *
 * Invariant: what contradicts what the other server said itself is left out, and all else stays. An id that
 * means another address here than there tells of another store, where it was not this one that said so.
 */
import { INGEST } from '../../kernel/limits.js';
import { canonicalUrl } from '../../kernel/text/url.js';
import type { PeerChange } from './change-lines.js';

/** A change that shows an item. */
export interface ItemChange extends PeerChange {
  id: number;
}

/** What the copy has: ids by canonical address, then the same ids where they are known. */
export type FindIds = (
  urls: readonly string[],
  ids: readonly number[],
) => Promise<({ id: number } | null)[]>;

export interface Fitted {
  /** Ids that the copy has already. */
  known: Set<number>;
  /** Changes that cannot be taken in, with the reason. */
  leftOut: Map<PeerChange, string>;
  /** Why ids are those of another store; null where they are not. */
  foreign: string | null;
}

/** Whether an id can be one of an item. */
export function isItemId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= INGEST.idMax;
}

/**
 * @param saidBefore whether the other server, as it is now, has told of an id that is known here.
 */
export async function fittingOf(
  changes: readonly ItemChange[],
  find: FindIds,
  saidBefore: (id: number) => boolean,
): Promise<Fitted> {
  const leftOut = new Map<PeerChange, string>();
  const usable = changes.filter((change) => {
    const isUsable = isItemId(change.id);
    if (!isUsable) leftOut.set(change, `an id is a whole number from 1 to ${INGEST.idMax}`);
    return isUsable;
  });
  const urls = usable.map(({ shown }) => canonicalUrl(String(shown?.url)) ?? '');
  const ids = usable.map(({ id }) => id);
  const found = await find(urls, ids);
  const known = new Set<number>();
  const idOf = new Map<string, number>();
  const urlOf = new Map<number, string>();
  let foreign: string | null = null;
  usable.forEach((change, at) => {
    const { id } = change;
    const url = urls[at]!;
    const isKnown = found[usable.length + at] !== null;
    const byUrl = found[at]?.id ?? null;
    const inPage = idOf.get(url) ?? id;
    const differs = byUrl !== (isKnown ? id : null);
    if (inPage !== id || (urlOf.get(id) ?? url) !== url || (differs && saidBefore(byUrl ?? id))) {
      leftOut.set(change, `${url} and the id ${id} contradict what was told before`);
      return;
    }
    if (differs) {
      foreign ??= `${url} has the id ${id} there, and ${byUrl ?? 'none'} here`;
      return;
    }
    // An address that is none is refused by the log.
    if (url !== '') idOf.set(url, id);
    urlOf.set(id, url);
    if (isKnown) known.add(id);
  });
  return { known, leftOut, foreign };
}
