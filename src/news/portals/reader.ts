/**
 * Answers questions about topics, and about visits to portals, on the main thread.
 *
 * Invariants: only `apply` changes the state. Lists follow from the items and "now"; they are made
 * on demand, and cached until an item changes or time changes a topic. Not here: coverage (the
 * writer answers), records of media (catalog), JSON (api/).
 */
import type { IndexReader } from '../../engine/index/reader.js';
import { HOUR_MS } from '../../kernel/clock.js';
import { type ListedItem, TopicLists } from './answers/topic-lists.js';
import type { PortalItem, PortalStanding, PortalsDelta, PortalsOptions } from './codec.js';

/** After this time without a complete visit, topics are stale. From the contract. */
const STALE_MS = 3 * HOUR_MS;

export class PortalsReader implements IndexReader<PortalsDelta, PortalsOptions> {
  readonly #options: PortalsOptions;
  readonly #items = new Map<number, ListedItem>();
  /** The same items, mostly in the order of lists. */
  #ordered: ListedItem[] = [];
  readonly #byIdentity = new Map<string, PortalItem>();
  readonly #standings = new Map<string, PortalStanding>();
  /** First sight of an item of each media. */
  readonly #firstSeenMs = new Map<string, number>();
  #lists: TopicLists | null = null;
  #sequence = 0;
  #listsSequence = 0;
  #written = { articles: 0, tags: 0, heldBytes: 0 };

  /** @param noise words that name no topic. */
  constructor(noise: Iterable<string>) {
    this.#options = { noise: [...noise] };
  }

  /** The log entry that last changed an answer, coverage included. */
  get generation(): number {
    return this.#sequence;
  }

  /** The log entry that last changed lists or checks. */
  get listsGeneration(): number {
    return this.#listsSequence;
  }

  get figures() {
    return { ...this.#written, items: this.#items.size, portals: this.#standings.size };
  }

  writerOptions(): PortalsOptions {
    return this.#options;
  }

  apply(delta: PortalsDelta, fresh: boolean): void {
    const { sequence, items, gone, standings, goneMedia, figures } = delta;
    if (fresh) this.#clear();
    for (const item of items) this.#put(item);
    for (const number of gone) this.#drop(number);
    if (gone.length > 0) this.#ordered = [...this.#items.values()];
    for (const standing of standings) this.#standings.set(standing.media, standing);
    for (const media of goneMedia) this.#standings.delete(media);
    this.#written = figures;
    this.#sequence = sequence;
    const isSame = items.length + gone.length + standings.length + goneMedia.length === 0;
    if (isSame && !fresh) return;
    this.#lists = null;
    this.#listsSequence = sequence;
  }

  lists(nowMs: number): TopicLists {
    const known = this.#lists;
    if (known !== null && nowMs >= known.fromMs && nowMs < known.untilMs) return known;
    this.#lists = new TopicLists(
      this.#ordered,
      (media, id) => this.#byIdentity.get(identityOf(media, id)) ?? null,
      (media) => this.#standings.get(media)?.trackedMs ?? this.#firstSeenMs.get(media) ?? null,
      nowMs,
    );
    return this.#lists;
  }

  /** Topics as of `atMs`, from items that had been seen by then. */
  listsAt(atMs: number): TopicLists {
    const items = this.#ordered.filter(({ item }) => item.seenMs <= atMs);
    return new TopicLists(
      items.map(({ item }) => ({ item, topic: null })),
      (media, id) => {
        const item = this.#byIdentity.get(identityOf(media, id)) ?? null;
        return item !== null && item.seenMs <= atMs ? item : null;
      },
      (media) => this.#standings.get(media)?.trackedMs ?? this.#firstSeenMs.get(media) ?? null,
      atMs,
    );
  }

  /** The visits to a media's portal; null before the first. */
  standingOf(media: string): PortalStanding | null {
    return this.#standings.get(media) ?? null;
  }

  /** True when a media has an item or a check. */
  tracks(media: string): boolean {
    return this.#standings.has(media) || this.#firstSeenMs.has(media);
  }

  #put(item: PortalItem): void {
    const { number, media, id, seenMs } = item;
    const listed = this.#items.get(number);
    if (listed !== undefined) Object.assign(listed, { item, topic: null });
    else this.#add({ item, topic: null });
    this.#byIdentity.set(identityOf(media, id), item);
    const firstMs = this.#firstSeenMs.get(media) ?? seenMs;
    this.#firstSeenMs.set(media, Math.min(firstMs, seenMs));
  }

  #add(listed: ListedItem): void {
    this.#items.set(listed.item.number, listed);
    this.#ordered.push(listed);
  }

  /** Removes an item; all items of its media are removed in the same delta. */
  #drop(number: number): void {
    const listed = this.#items.get(number);
    if (listed === undefined) return;
    this.#items.delete(number);
    this.#byIdentity.delete(identityOf(listed.item.media, listed.item.id));
    this.#firstSeenMs.delete(listed.item.media);
  }

  #clear(): void {
    for (const map of [this.#items, this.#byIdentity, this.#standings]) map.clear();
    this.#firstSeenMs.clear();
    this.#ordered = [];
  }
}

/** True when no visit was complete in the last three hours. */
export function isStale(standing: PortalStanding | null, nowMs: number): boolean {
  const lastMs = standing?.lastSuccessMs ?? null;
  return lastMs === null || nowMs - lastMs > STALE_MS;
}

/** Codes of media hold no blanks. */
function identityOf(media: string, id: string): string {
  return `${media} ${id}`;
}
