/**
 * Changes of one service in the order of the log: what was shown, changed or vanished since a place.
 *
 * The log tells which items changed, the service's own readers what they look like now, so a copy made
 * of changes holds what lists show. Invariants: no page goes beyond what the readers hold; an item that
 * waited for its time is told when that has come; one that the log is still to tell is told by the log
 * alone; pages are bounded in items.
 * Not here: tokens and answers (api/changes.ts), who changed what (log/changes.ts).
 */

import type { DirectoryReader } from '../../blogs/directory/reader.js';
import { DAY_MS, localDayStartMs } from '../../kernel/clock.js';
import type { CatalogHistory } from '../../news/catalog/answers/history.js';
import type { CatalogReader } from '../../news/catalog/reader.js';

/** A place in the log, with the time up to which items that wait were told. */
export interface FeedPlace {
  sequence: number;
  id: number;
  chain: number;
  nowMs: number;
}

/** Items by id and sort time; owners (media, blogs) have id 0 and stand in `owners`. */
export interface ChangedRefs {
  ids: ArrayLike<number>;
  sortMs: ArrayLike<number>;
  owners: readonly string[];
}

export interface FeedPart extends ChangedRefs {
  isKnown: boolean;
  next: Omit<FeedPlace, 'nowMs'>;
}

export interface ItemRef {
  id: number;
  sortMs: number;
}

/** A question for what changed. */
export interface FeedRequest {
  kind: 'news' | 'post';
  /** A place whose chain is null is where the caller begins. */
  after: { sequence: number; id: number; chain: number | null };
  untilSequence: number;
  countMax: number;
}

/** What is asked of the log. */
export interface FeedLog {
  changes(request: FeedRequest): Promise<FeedPart>;
  /** Of items by id, the entry of the newest record; 0 for what is not known. */
  entriesOf(ids: readonly number[]): Promise<number[]>;
}

/** What a service shows, from its readers. */
export interface FeedView {
  readonly kind: 'news' | 'post';
  readonly itemKind: 'article';
  readonly ownerKind: 'media' | 'blog';
  /** The last entry that its readers hold. */
  sequence(): number;
  /** Items whose times came after one instant, up to another, in the order of their times. */
  arrived(afterMs: number, untilMs: number): { id: number; timeMs: number }[];
  /** The JSON of items as they are shown now; null where they are not. */
  items(refs: readonly ItemRef[], nowMs: number): Promise<(Uint8Array | null)[]>;
  /** A media or blog; null where it is not shown. */
  owner(code: string): object | null;
}

/** One change: an item, or a media or blog with its code as id. `json` is null for what is gone. */
export interface Change {
  kind: 'article' | 'media' | 'blog';
  id: number | string;
  json: Uint8Array | null;
}

export interface FeedPage {
  changes: Change[];
  next: FeedPlace;
  /** Nothing more has changed so far. */
  caughtUp: boolean;
}

/** Where a copy begins that has nothing. */
export function feedStart(nowMs: number): FeedPlace {
  return { sequence: 0, id: 0, chain: 0, nowMs };
}

/**
 * How long a place stays good. What waits for a time is found among the articles in memory, which
 * hold a little more than this.
 */
export const FEED_PLACE_MS_MAX = 30 * DAY_MS;
/** Calls of the log for one page: where little concerns the service, a page may be short or empty. */
const CALLS_MAX = 16;
/** A page that is full by this share is not filled up: of each call, most is waiting for threads. */
const FULL_SHARE = 0.75;
/** Items that the log is asked about at once, for whether it is still to tell them. */
const ARRIVED_AT_ONCE = 512;
/** Runs in memory: of copies that are made at the same time, the page just read and the next one each. */
const RUNS_MAX = 32;

/** What the log tells after a place, of as many calls as one page takes. */
interface LogRun {
  refs: ItemRef[];
  /** Codes of media or blogs, by their places in `refs`. */
  owners: Map<number, string>;
  next: FeedPart['next'];
}

const encoder = new TextEncoder();

export class ChangeFeed {
  readonly #view: FeedView;
  readonly #log: FeedLog;
  /**
   * Read ahead, or a moment ago, by what was asked of the log; good for as long as the readers hold the
   * same. Many who begin at once ask for one page, which takes the log's thread tens of milliseconds.
   */
  readonly #runs = new Map<string, Promise<LogRun | null>>();

  constructor(view: FeedView, log: FeedLog) {
    this.#view = view;
    this.#log = log;
  }

  /** Whether something may have changed after a place. */
  isBehind(place: FeedPlace): boolean {
    return place.sequence < this.#view.sequence();
  }

  /** Whether a place is beyond what the readers hold, as while an index is made again. */
  isAhead(place: FeedPlace): boolean {
    return place.sequence > this.#view.sequence();
  }

  /** The place at which nothing is left to tell. */
  async now(nowMs: number): Promise<FeedPlace> {
    const { kind } = this.#view;
    const untilSequence = this.#view.sequence();
    const after = { sequence: untilSequence, id: 0, chain: null };
    const { next } = await this.#log.changes({ kind, after, untilSequence, countMax: 1 });
    return { ...placeOf(next), nowMs };
  }

  /** Whether something that waited may have come by now. */
  hasArrivals(place: FeedPlace, nowMs: number): boolean {
    return nowMs > place.nowMs && this.#view.arrived(place.nowMs, nowMs).length > 0;
  }

  /** What changed after a place; null where the log never was there. */
  async page(place: FeedPlace, nowMs: number, limit: number): Promise<FeedPage | null> {
    const view = this.#view;
    const untilMs = Math.max(nowMs, place.nowMs);
    const due = untilMs <= place.nowMs ? [] : view.arrived(place.nowMs, untilMs);
    const nothing = { refs: [] as ItemRef[], passedMs: untilMs };
    // Without any the log is asked at once.
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
    // While this page is put together, sent and read, the log's thread reads the next one.
    if (!isDone && passedMs === untilMs) void this.#logRun(next, untilSequence, limit);
    const changes = await this.#changes(refs, run, untilMs);
    return {
      changes,
      next: { ...placeOf(next), nowMs: passedMs },
      caughtUp: isDone && view.sequence() === untilSequence,
    };
  }

  /** The newest runs are held; none that failed is. */
  #logRun(
    after: FeedPart['next'],
    untilSequence: number,
    countMax: number,
  ): Promise<LogRun | null> {
    const name = nameOf(after, untilSequence, countMax);
    const run = this.#runs.get(name) ?? this.#fromLog(after, untilSequence, countMax);
    this.#runs.delete(name);
    this.#runs.set(name, run);
    // Who reads ahead does not wait for it; it is read again when it is asked for.
    run.catch(() => this.#runs.delete(name));
    if (this.#runs.size > RUNS_MAX) this.#runs.delete(this.#runs.keys().next().value!);
    return run;
  }

  /** Asks the log until a page is full; null where it never was at the place. */
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
   * What waited and is due, and the time up to which that is all. An item that changed after the place
   * is left to the log: most of those whose time has come since are new.
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
      // The last place counts: what arrived may have changed since.
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

/** Where items go on whose time is another than that of the one before a place: places are times. */
function endOfTime(arrived: readonly { timeMs: number }[], end: number): number {
  let last = Math.min(end, arrived.length);
  while (last < arrived.length && arrived[last]!.timeMs === arrived[last - 1]!.timeMs) last += 1;
  return last;
}

function placeOf({ sequence, id, chain }: FeedPart['next']): FeedPart['next'] {
  return { sequence, id, chain };
}

/** Name of a reading of the log: its position, its end and its count. At another end, other changes are the last ones of their items. */
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

/** Members of a blog that are measured, not told by its record. */
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
