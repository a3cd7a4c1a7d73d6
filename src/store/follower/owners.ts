/**
 * The media or blogs of a copy. Changes list an owner at its last change, which may be after its
 * articles; so an unknown owner is looked up in the other server's directory. So are names of
 * categories, which no change has.
 */
import { MINUTE_MS, type Monotonic } from '../../kernel/clock.js';
import { messageOf } from '../../kernel/errors.js';
import { INGEST } from '../../kernel/limits.js';
import type { Logger } from '../../kernel/logger.js';
import { CAMPS } from '../../kernel/model/records.js';
import { canonicalUrl } from '../../kernel/text/url.js';
import {
  type CopiedService,
  KINDS,
  ownerLine,
  type PeerChange,
  type Shown,
} from './change-lines.js';
import type { FollowedPeer } from './peer.js';

/** Pages of a directory that are read; a hundred blogs each. */
const PAGES_MAX = 1000;
const CATEGORIES_MAX = 200;
/** The category of all media, which is implied, like the camps. */
const ALL = 'all';
/** Interval of updates; people seldom change categories. */
const CATEGORISE_MS = 30 * MINUTE_MS;

export class Owners {
  readonly #service: CopiedService;
  readonly #peer: FollowedPeer;
  readonly #sink: CopySink;
  readonly #monotonic: Monotonic;
  #known: Set<string> | null = null;
  #categorisedMs = Number.NEGATIVE_INFINITY;

  constructor(service: CopiedService, peer: FollowedPeer, sink: CopySink, monotonic: Monotonic) {
    this.#service = service;
    this.#peer = peer;
    this.#sink = sink;
    this.#monotonic = monotonic;
  }

  has(code: string): boolean {
    return this.#known?.has(code) ?? false;
  }

  add(code: string): void {
    this.#known?.add(code);
  }

  /** Adds unknown owners. An owner that is in no directory is hidden, with its articles. */
  async meet(codes: readonly unknown[]): Promise<void> {
    this.#known ??= new Set(await this.#sink.owners(KINDS[this.#service].owner));
    if (codes.every((code) => this.has(String(code)))) return;
    const lines: object[] = [];
    for await (const shown of this.#directory()) {
      const code = shown[this.#service === 'news' ? 'media' : 'slug'];
      if (typeof code !== 'string' || this.has(code)) continue;
      lines.push(ownerLine(this.#service, shown));
      this.add(code);
    }
    if (lines.length > 0) await this.#sink.copy(lines);
  }

  /** Updates the names of categories at intervals. */
  async categorise(logger: Logger): Promise<void> {
    const nowMs = this.#monotonic.nowMs();
    if (this.#service === 'blog' || nowMs - this.#categorisedMs < CATEGORISE_MS) return;
    this.#categorisedMs = nowMs;
    try {
      await this.#sink.copy(await this.#categoryLines());
    } catch (error) {
      logger.warn(
        { peer: this.#peer.url, reason: messageOf(error) },
        'categories of the other server could not be read; they stay as they are',
      );
    }
  }

  async #categoryLines(): Promise<object[]> {
    const categories = listOf(await this.#peer.get('/api/v1/categories'));
    return categories
      .filter(({ key }) => key !== ALL && !(CAMPS as readonly unknown[]).includes(key))
      .slice(0, CATEGORIES_MAX)
      .map(({ key, label }) => ({ kind: 'category', key, label }));
  }

  async *#directory(): AsyncGenerator<Shown> {
    if (this.#service === 'news') {
      yield* listOf(await this.#peer.get('/api/v1/media'), 'media');
      return;
    }
    let cursor = '';
    for (let pages = 0; pages < PAGES_MAX; pages++) {
      const page = await this.#peer.get(`/api/v1/blogs?limit=100${cursor}`);
      yield* listOf((page as Shown).items);
      const { nextCursor } = page as { nextCursor?: unknown };
      if (typeof nextCursor !== 'string') return;
      cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
    }
  }
}

/** A list of objects; objects of a map get their keys as `name`. */
function listOf(value: unknown, name?: string): Shown[] {
  if (Array.isArray(value)) {
    return value.filter((one): one is Shown => typeof one === 'object' && one !== null);
  }
  if (name === undefined || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, one]) => ({ ...(one as Shown), [name]: key }));
}

/** The store of the copy. */
export interface CopySink {
  /** Makes lines durable and searchable. */
  copy(lines: readonly object[]): Promise<{
    accepted: number;
    updated: number;
    rejects: readonly { index: number; reason: string }[];
  }>;
  /** Ids by canonical address, then the given ids that are known; null for unknown ones. */
  find(
    kind: 'news' | 'post',
    urls: readonly string[],
    ids: readonly number[],
  ): Promise<({ id: number } | null)[]>;
  /** The address of an item. */
  urlOf(kind: 'news' | 'post', id: number): Promise<string | null>;
  owners(kind: 'media' | 'blog'): Promise<string[]>;
  /** The visible ids of items and codes of owners. */
  shown(service: CopiedService): AsyncIterable<{ kind: string; id: number | string }>;
  /** The newest entry of the log. */
  sequence(): number;
}

/** A change that shows an item. */
export interface ItemChange extends PeerChange {
  id: number;
}

/** Looks up ids by canonical address, and which of the given ids are known. */
type FindIds = (
  urls: readonly string[],
  ids: readonly number[],
) => Promise<({ id: number } | null)[]>;

/**
 * The articles or posts of a page that can be taken in: each id has one address, and vice versa.
 *
 * Invariant: only changes that contradict other changes of the same server are left out. An id with
 * another address here than there shows another store, unless this server itself has listed
 * the address.
 */
export interface Fitted {
  /** Ids that the copy has already. */
  known: Set<number>;
  /** Changes that cannot be taken in, with the reason. */
  leftOut: Map<PeerChange, string>;
  /** Why the ids are those of another store; null when they are not. */
  foreign: string | null;
}

/** Whether an id can be one of an item. */
export function isItemId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= INGEST.idMax;
}

/** @param saidBefore whether the other server, in its current state, has listed a known id. */
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
    // The log refuses an invalid address.
    if (url !== '') idOf.set(url, id);
    urlOf.set(id, url);
    if (isKnown) known.add(id);
  });
  return { known, leftOut, foreign };
}
