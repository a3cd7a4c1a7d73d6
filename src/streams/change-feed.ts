/**
 * Changes of one service in the order of the log: what was shown, changed or vanished since a place.
 *
 * The log tells which items changed, the service's own readers what they look like now, so a copy made
 * of changes holds what lists show. Invariants: no page goes beyond what the readers hold; an item that
 * waited for its time is told when that has come; pages are bounded in items.
 * Not here: tokens and answers (api/changes.ts), who changed what (log/changes.ts).
 */
import { DAY_MS } from '../kernel/clock.js';

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

/** What is asked of the log. */
export interface FeedRequest {
  kind: 'news' | 'post';
  /** A place whose chain is null is where the caller begins. */
  after: { sequence: number; id: number; chain: number | null };
  untilSequence: number;
  countMax: number;
}

/** What a service shows, from its readers. */
export interface FeedView {
  readonly kind: 'news' | 'post';
  readonly itemKind: 'article';
  readonly ownerKind: 'media' | 'blog';
  /** The last entry that its readers hold. */
  sequence(): number;
  /** Items that wait for times, by the times that came after one instant, up to another. */
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

const encoder = new TextEncoder();

export class ChangeFeed {
  readonly #view: FeedView;
  readonly #read: (request: FeedRequest) => Promise<FeedPart>;

  constructor(view: FeedView, read: (request: FeedRequest) => Promise<FeedPart>) {
    this.#view = view;
    this.#read = read;
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
    const sequence = this.#view.sequence();
    const after = { sequence, id: 0, chain: null };
    const { kind } = this.#view;
    const { next } = await this.#read({ kind, after, untilSequence: sequence, countMax: 1 });
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
    const refs: ItemRef[] = [];
    const owners = new Map<number, string>();
    const passedMs = this.#arrivals(place.nowMs, untilMs, limit, refs);
    const untilSequence = view.sequence();
    let after: FeedPart['next'] = place;
    for (let calls = 0; passedMs === untilMs && calls < CALLS_MAX; calls++) {
      const countMax = limit - refs.length;
      if (countMax <= 0) break;
      const part = await this.#read({
        kind: view.kind,
        after: placeOf(after),
        untilSequence,
        countMax,
      });
      if (!part.isKnown) return null;
      addRefs(part, refs, owners);
      after = part.next;
      if (after.sequence >= untilSequence) break;
    }
    const changes = await this.#changes(refs, owners, untilMs);
    const isDone = passedMs === untilMs && after.sequence >= untilSequence;
    return {
      changes,
      next: { ...placeOf(after), nowMs: passedMs },
      caughtUp: isDone && view.sequence() === untilSequence,
    };
  }

  /** Adds what waited and is due; the time up to which that is all. */
  #arrivals(fromMs: number, untilMs: number, limit: number, refs: ItemRef[]): number {
    if (untilMs <= fromMs) return untilMs;
    const arrived = this.#view.arrived(fromMs, untilMs);
    const last = arrived[limit - 1]?.timeMs ?? untilMs;
    const isAll = arrived.length < limit;
    for (const { id, timeMs } of arrived) {
      if (isAll || timeMs <= last) refs.push({ id, sortMs: timeMs });
    }
    return isAll ? untilMs : last;
  }

  async #changes(
    refs: readonly ItemRef[],
    owners: ReadonlyMap<number, string>,
    nowMs: number,
  ): Promise<Change[]> {
    const { itemKind, ownerKind } = this.#view;
    const items = await this.#view.items(refs, nowMs);
    const changes = new Map<string, Change>();
    refs.forEach(({ id }, at) => {
      const code = owners.get(at);
      const name = code === undefined ? `${id}` : `${ownerKind} ${code}`;
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

function placeOf({ sequence, id, chain }: FeedPart['next']): FeedPart['next'] {
  return { sequence, id, chain };
}

function addRefs(part: FeedPart, refs: ItemRef[], owners: Map<number, string>): void {
  let owner = 0;
  for (let at = 0; at < part.ids.length; at++) {
    const id = part.ids[at]!;
    if (id === 0) owners.set(refs.length, part.owners[owner++]!);
    refs.push({ id, sortMs: part.sortMs[at]! });
  }
}
