/**
 * Changes of one service in the order of the log: items that were shown, changed or removed since a
 * place.
 *
 * The log says which items changed, and the service's readers give their current form, so a copy
 * that applies all changes contains what lists show. Invariants: no page goes beyond what the
 * readers have; an item with a future time is sent when that time comes, unless a later entry of
 * the log will send it; pages are bounded in items. Not here: tokens and answers (api/changes.ts),
 * items of an entry (log/changes.ts).
 */

import type { DirectoryReader } from '../../blogs/directory/reader.js';
import { DAY_MS, localDayStartMs } from '../../kernel/clock.js';
import type { CatalogHistory } from '../../news/catalog/answers/history.js';
import type { CatalogReader } from '../../news/catalog/reader.js';

/** A place in the log, with the time up to which waiting items were sent. */
export interface FeedPlace {
  sequence: number;
  id: number;
  chain: number;
  nowMs: number;
}

/** Items by id and sort time; owners (media, blogs) have id 0 and are in `owners`. */
export interface ChangedRefs {
  ids: ArrayLike<number>;
  sortMs: ArrayLike<number>;
  owners: readonly string[];
}

export interface FeedPart extends ChangedRefs {
  isKnown: boolean;
  next: Omit<FeedPlace, 'nowMs'>;
}

interface ItemRef {
  id: number;
  sortMs: number;
}

/** A request for changed items. */
export interface FeedRequest {
  kind: 'news' | 'post';
  /** A place whose chain is null is the beginning for this caller. */
  after: { sequence: number; id: number; chain: number | null };
  untilSequence: number;
  countMax: number;
}

/** Questions to the log. */
export interface FeedLog {
  changes(request: FeedRequest): Promise<FeedPart>;
  /** For items by id, the entry of the newest record; 0 for an unknown item. */
  entriesOf(ids: readonly number[]): Promise<number[]>;
}

/** The shown items of a service, from its readers. */
export interface FeedView {
  readonly kind: 'news' | 'post';
  readonly itemKind: 'article';
  readonly ownerKind: 'media' | 'blog';
  /** The last entry that its readers have. */
  sequence(): number;
  /** Items whose times came after one instant, up to another, ordered by time. */
  arrived(afterMs: number, untilMs: number): { id: number; timeMs: number }[];
  /** The JSON of items as shown now; null for items that are not shown. */
  items(refs: readonly ItemRef[], nowMs: number): Promise<(Uint8Array | null)[]>;
  /** A media or blog; null where not shown. */
  owner(code: string): object | null;
}

/** A change: an item, or a media or blog with its code as id. `json` is null after a removal. */
export interface Change {
  kind: 'article' | 'media' | 'blog';
  id: number | string;
  json: Uint8Array | null;
}

export interface FeedPage {
  changes: Change[];
  next: FeedPlace;
  /** There are no more changes now. */
  caughtUp: boolean;
}

/** The place of an empty copy. */
export function feedStart(nowMs: number): FeedPlace {
  return { sequence: 0, id: 0, chain: 0, nowMs };
}

/**
 * Validity of a place. Items that wait for a time are found among the articles in memory, which
 * cover a little more.
 */
export const FEED_PLACE_MS_MAX = 30 * DAY_MS;
/** Calls of the log for a page, which may be short where few entries concern the service. */
const CALLS_MAX = 16;
/** Share from which a page counts as full: a further call costs mostly waiting for threads. */
const FULL_SHARE = 0.75;
/** Items of one question to the log on their newest entries. */
const ARRIVED_AT_ONCE = 512;
/** Cached runs: for each copy that is being made, the current page and the next one. */
const RUNS_MAX = 32;

/** Changes of the log after a place, from as many calls as one page needs. */
interface LogRun {
  refs: ItemRef[];
  /** Codes of media or blogs, by position in `refs`. */
  owners: Map<number, string>;
  next: FeedPart['next'];
}

const encoder = new TextEncoder();

export class ChangeFeed {
  readonly #view: FeedView;
  readonly #log: FeedLog;
  /**
   * Runs that were read ahead or recently, by question to the log; valid while the readers' state
   * is the same. Clients that start together need one page, which takes the log's thread tens of
   * ms.
   */
  readonly #runs = new Map<string, Promise<LogRun | null>>();

  constructor(view: FeedView, log: FeedLog) {
    this.#view = view;
    this.#log = log;
  }

  /** Whether there may be changes after a place. */
  isBehind(place: FeedPlace): boolean {
    return place.sequence < this.#view.sequence();
  }

  /** Whether a place is beyond what the readers have, as during a rebuild of an index. */
  isAhead(place: FeedPlace): boolean {
    return place.sequence > this.#view.sequence();
  }

  /** The place after all changes. */
  async now(nowMs: number): Promise<FeedPlace> {
    const { kind } = this.#view;
    const untilSequence = this.#view.sequence();
    const after = { sequence: untilSequence, id: 0, chain: null };
    const { next } = await this.#log.changes({ kind, after, untilSequence, countMax: 1 });
    return { ...placeOf(next), nowMs };
  }

  /** Whether the time of a waiting item may have come. */
  hasArrivals(place: FeedPlace, nowMs: number): boolean {
    return nowMs > place.nowMs && this.#view.arrived(place.nowMs, nowMs).length > 0;
  }

  /** Changes after a place; null where the place is not in this log. */
  async page(place: FeedPlace, nowMs: number, limit: number): Promise<FeedPage | null> {
    const view = this.#view;
    const untilMs = Math.max(nowMs, place.nowMs);
    const due = untilMs <= place.nowMs ? [] : view.arrived(place.nowMs, untilMs);
    const nothing = { refs: [] as ItemRef[], passedMs: untilMs };
    // Without waiting items, the log is read at once.
    const { refs, passedMs } =
      due.length === 0 ? nothing : await this.#arrivals(due, place, untilMs, limit);
    const untilSequence = view.sequence();
    let run: LogRun = { refs: [], owners: new Map(), next: placeOf(place) };
    if (passedMs === untilMs && refs.length < limit) {
      const told = await this.#logRun(place, untilSequence, limit - refs.length);
      if (told === null) return null;
      run = told;
    }
    const { next } = run;
    const isDone = passedMs === untilMs && next.sequence >= untilSequence;
    // The log's thread reads the next page while this one is made, sent and read.
    if (!isDone && passedMs === untilMs) void this.#logRun(next, untilSequence, limit);
    const changes = await this.#changes(refs, run, untilMs);
    return {
      changes,
      next: { ...placeOf(next), nowMs: passedMs },
      caughtUp: isDone && view.sequence() === untilSequence,
    };
  }

  /** Caches the newest runs; failed ones are removed. */
  #logRun(
    after: FeedPart['next'],
    untilSequence: number,
    countMax: number,
  ): Promise<LogRun | null> {
    const name = nameOf(after, untilSequence, countMax);
    const run = this.#runs.get(name) ?? this.#fromLog(after, untilSequence, countMax);
    this.#runs.delete(name);
    this.#runs.set(name, run);
    // The read-ahead is not awaited; a failed run is read again on demand.
    run.catch(() => this.#runs.delete(name));
    if (this.#runs.size > RUNS_MAX) this.#runs.delete(this.#runs.keys().next().value!);
    return run;
  }

  /** Reads the log until a page is full; null where the place is not in this log. */
  async #fromLog(
    place: FeedPart['next'],
    untilSequence: number,
    limit: number,
  ): Promise<LogRun | null> {
    const run: LogRun = { refs: [], owners: new Map(), next: placeOf(place) };
    const { kind } = this.#view;
    for (let calls = 0; calls < CALLS_MAX; calls++) {
      if (run.refs.length >= FULL_SHARE * limit) break;
      const countMax = limit - run.refs.length;
      const part = await this.#log.changes({ kind, after: run.next, untilSequence, countMax });
      if (!part.isKnown) return null;
      addRefs(part, run);
      run.next = placeOf(part.next);
      if (run.next.sequence >= untilSequence) break;
    }
    return run;
  }

  /**
   * Waiting items whose time has come, and the time up to which these are all. Items that changed
   * after the place are left to the log: most items whose time has come since are new.
   */
  async #arrivals(
    arrived: readonly { id: number; timeMs: number }[],
    { sequence }: FeedPlace,
    untilMs: number,
    limit: number,
  ): Promise<{ refs: ItemRef[]; passedMs: number }> {
    const refs: ItemRef[] = [];
    let end = 0;
    for (let calls = 0; calls < CALLS_MAX && end < arrived.length; calls++) {
      const some = arrived.slice(end, endOfTime(arrived, end + ARRIVED_AT_ONCE));
      end += some.length;
      const entries = await this.#log.entriesOf(some.map(({ id }) => id));
      for (const [at, { id, timeMs }] of some.entries()) {
        if (entries[at]! > sequence) continue;
        const lastMs = refs.at(-1)?.sortMs ?? timeMs;
        if (refs.length >= limit && timeMs > lastMs) return { refs, passedMs: lastMs };
        refs.push({ id, sortMs: timeMs });
      }
    }
    return { refs, passedMs: end === arrived.length ? untilMs : arrived[end - 1]!.timeMs };
  }

  async #changes(
    arrived: readonly ItemRef[],
    { refs, owners }: LogRun,
    nowMs: number,
  ): Promise<Change[]> {
    const { itemKind, ownerKind } = this.#view;
    const all = [...arrived, ...refs];
    const items = await this.#view.items(all, nowMs);
    const changes = new Map<string | number, Change>();
    all.forEach(({ id }, at) => {
      const code = owners.get(at - arrived.length);
      const name = code ?? id;
      // The item moves to the end, because it may have changed since.
      changes.delete(name);
      if (code === undefined) {
        changes.set(name, { kind: itemKind, id, json: items[at]! });
        return;
      }
      const owner = this.#view.owner(code);
      const json = owner === null ? null : encoder.encode(JSON.stringify(owner));
      changes.set(name, { kind: ownerKind, id: code, json });
    });
    return [...changes.values()];
  }
}

/** End of the items whose time is that of the item before: a place is a time. */
function endOfTime(arrived: readonly { timeMs: number }[], end: number): number {
  let last = Math.min(end, arrived.length);
  while (last < arrived.length && arrived[last]!.timeMs === arrived[last - 1]!.timeMs) last += 1;
  return last;
}

function placeOf({ sequence, id, chain }: FeedPart['next']): FeedPart['next'] {
  return { sequence, id, chain };
}

/** Name of a run. Its end is a part: another end gives other last changes of items. */
function nameOf({ sequence, id, chain }: FeedPart['next'], until: number, count: number): string {
  return `${sequence} ${id} ${chain} ${until} ${count}`;
}

function addRefs(part: FeedPart, { refs, owners }: LogRun): void {
  let owner = 0;
  for (let at = 0; at < part.ids.length; at++) {
    const id = part.ids[at]!;
    if (id === 0) owners.set(refs.length, part.owners[owner++]!);
    refs.push({ id, sortMs: part.sortMs[at]! });
  }
}

export function newsView(catalog: CatalogReader, history: CatalogHistory): FeedView {
  const isOnDisk = ({ sortMs }: ItemRef): boolean =>
    catalog.coldDay(localDayStartMs(sortMs)) !== null;
  return {
    kind: 'news',
    itemKind: 'article',
    ownerKind: 'media',
    sequence: () => catalog.sequence,
    arrived: (afterMs, untilMs) => catalog.arrived(afterMs, untilMs),
    items: async (refs, nowMs) => {
      if (refs.some(isOnDisk)) return history.find(refs, nowMs);
      return catalog.findAll(refs, nowMs);
    },
    owner: (code) => {
      const found = catalog.directory.mediaOf(code);
      if (found === null) return null;
      const { media, title, icon, camp, categories, sourceKind, country, countryCode } = found;
      const { enabled, external, syndicated } = found;
      return {
        ...{ media, title, icon, camp, categories, sourceKind, country, countryCode },
        ...{ enabled, external, syndicated },
      };
    },
  };
}

/** Measured members of a blog, which are not in its record. */
const MEASURED = new Set(['lastCrawlSuccessAt', 'lastPublishedAt', 'expectedIntervalHours']);

export function blogView(directory: DirectoryReader): FeedView {
  return {
    kind: 'post',
    itemKind: 'article',
    ownerKind: 'blog',
    sequence: () => directory.sequence,
    arrived: (afterMs, untilMs) => directory.arrived(afterMs, untilMs),
    items: async (refs, nowMs) =>
      refs.map(({ id, sortMs }) => (sortMs > nowMs ? null : directory.itemOf(id, sortMs))),
    owner: (slug) => {
      const blog = directory.blogItem(slug);
      if (blog === null) return null;
      return Object.fromEntries(Object.entries(blog).filter(([name]) => !MEASURED.has(name)));
    },
  };
}
