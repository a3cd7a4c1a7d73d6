/**
 * All items of a user's subscriptions within the window, newest first: the source of streams and
 * counts.
 *
 * ```
 *  subscription ─► places (time, id) ─┐
 *  subscription ─► places ────────────┼─► rows: times │ numbers │ origins, each item once
 *  subscription ─► places ────────────┘
 * ```
 *
 * Invariants: an item is listed once, with the first subscription that has it as origin; it is in
 * the streams of its other subscriptions too. At most `READER.itemsMax` rows; lists of at most
 * `READER.listsMax` users are in memory.
 */
import { setImmediate as frontsTurn } from 'node:timers/promises';
import { READER } from '../../kernel/reader-limits.js';
import type { User } from '../../store/accounts/roster-events.js';
import { numberOf } from './ids.js';
import { placesOf } from './places.js';
import type { ReaderSources } from './sources.js';
import { type Subscription, subscriptionsOf } from './subscriptions.js';

/** Subscriptions that are read in one turn of the main thread: about a millisecond. */
const TURN_STREAMS = 8;

/** Items, newest first. */
export interface Rows {
  times: Float64Array;
  numbers: Float64Array;
}

export class ItemList implements Rows {
  readonly subscriptions: readonly Subscription[];
  readonly times: Float64Array;
  readonly numbers: Float64Array;
  /** Numbers of each subscription, by its position. */
  readonly #ofStream: readonly ReadonlySet<number>[];
  readonly #origins: Uint16Array;
  readonly #rows: ReadonlyMap<number, number>;

  /** @param items by number: the time, and the position of the first subscription with it. */
  constructor(
    subscriptions: readonly Subscription[],
    items: ReadonlyMap<number, { timeMs: number; place: number }>,
    ofStream: readonly ReadonlySet<number>[],
  ) {
    const newest = [...items].sort((a, b) => b[1].timeMs - a[1].timeMs || b[0] - a[0]);
    if (newest.length > READER.itemsMax) newest.length = READER.itemsMax;
    this.subscriptions = subscriptions;
    this.numbers = Float64Array.from(newest, ([number]) => number);
    this.times = Float64Array.from(newest, ([, { timeMs }]) => timeMs);
    this.#origins = Uint16Array.from(newest, ([, { place }]) => place);
    this.#rows = new Map(newest.map(([number], row) => [number, row]));
    this.#ofStream = ofStream;
  }

  timeOf(number: number): number | null {
    const row = this.#rows.get(number);
    return row === undefined ? null : this.times[row]!;
  }

  /** The origin of an item; null for an item of no subscription. */
  originOf(number: number): Subscription | null {
    const row = this.#rows.get(number);
    return row === undefined ? null : this.subscriptions[this.#origins[row]!]!;
  }

  /** Whether an item is in a stream, by the stream's position among the subscriptions. */
  isOf(place: number, number: number): boolean {
    return this.#ofStream[place]?.has(number) === true;
  }
}

/** A list with the state from which it was made, and for which it is valid. */
interface Made {
  list: ItemList;
  state: string;
  atMs: number;
}

export class ItemLists {
  readonly #sources: ReaderSources;
  /** By user, the most recently used last. */
  readonly #made = new Map<number, Made>();
  readonly #making = new Map<string, Promise<ItemList>>();

  constructor(sources: ReaderSources) {
    this.#sources = sources;
  }

  /** The list of a user. @param goesOn whether the request is for a page after another one. */
  async of(user: User, goesOn = false): Promise<ItemList> {
    const state = this.#stateOf(user);
    const made = this.#made.get(user.id);
    const nowMs = this.#sources.monotonic.nowMs();
    const isFresh = made !== undefined && nowMs - made.atMs < READER.listMs;
    if (isFresh && (goesOn || made.state === state)) {
      this.#keep(user, made);
      return made.list;
    }
    const name = `${user.id} ${state}`;
    const making = this.#making.get(name) ?? this.#make(user, state, name);
    return making;
  }

  /** The last list that the user's reader was shown; null where it is not in memory. */
  shown(user: User): ItemList | null {
    return this.#made.get(user.id)?.list ?? null;
  }

  async #make(user: User, state: string, name: string): Promise<ItemList> {
    const making = this.#build(user);
    this.#making.set(name, making);
    try {
      const list = await making;
      this.#keep(user, { list, state, atMs: this.#sources.monotonic.nowMs() });
      return list;
    } finally {
      this.#making.delete(name);
    }
  }

  async #build(user: User): Promise<ItemList> {
    const subscriptions = subscriptionsOf(this.#sources, user);
    const items = new Map<number, { timeMs: number; place: number }>();
    const ofStream: Set<number>[] = [];
    for (const [at, subscription] of subscriptions.entries()) {
      if (at % TURN_STREAMS === TURN_STREAMS - 1) await frontsTurn();
      const { kind, places } = await placesOf(this.#sources, subscription);
      const numbers = new Set<number>();
      for (const { timeMs, id } of places) {
        const number = numberOf(kind, id);
        numbers.add(number);
        if (!items.has(number)) items.set(number, { timeMs, place: at });
      }
      ofStream.push(numbers);
    }
    return new ItemList(subscriptions, items, ofStream);
  }

  #keep(user: User, made: Made): void {
    this.#made.delete(user.id);
    if (this.#made.size >= READER.listsMax) this.#made.delete(this.#made.keys().next().value!);
    this.#made.set(user.id, made);
  }

  #stateOf(user: User): string {
    const { accounts, news, blogs } = this.#sources;
    const follows = accounts.follows.of(user).map(({ blog }) => blog);
    const questions = accounts.feeds.of(user).map(({ id }) => id);
    const shelves = [...accounts.reading.of(user).shelves].map(([id, { title, labels }]) => {
      return [id, title, labels];
    });
    const generations = [
      news.catalog.generation,
      news.events.generation,
      blogs.directory.generation,
    ];
    return JSON.stringify([
      generations,
      follows,
      questions,
      shelves,
      accounts.muted.revisionOf(user),
    ]);
  }
}

export interface ReaderRequest {
  isPost: boolean;
  /** Of the query and of the posted form. */
  parameters: URLSearchParams;
  /** Of a body that is not a form. */
  text: string;
}

/** A request of a user, as the handlers of the protocol see it. */
export interface ReaderCall extends ReaderRequest {
  sources: ReaderSources;
  lists: ItemLists;
  user: User;
  /** The path after the route's own part, decoded. */
  rest: string;
}
