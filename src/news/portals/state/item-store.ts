/**
 * Folds portal items: the newest record of each, and facts from its earlier records.
 *
 * Invariants: first sight and its page never change; an item that grew stays so. Until it grows,
 * every list of its stories is a part of the first list, so only the first list is kept. The first
 * list is the first with a story, because the page may not have been readable when the item was
 * found.
 */

import { decode, encodeOwn } from '../../../kernel/codec.js';
import { assert } from '../../../kernel/errors.js';
import { hash53 } from '../../../kernel/hash.js';
import type { PortalItemRecord } from '../../../kernel/model/records.js';
import { PORTALS_CHUNKS, type PortalItem } from '../codec.js';

/** Items of one chunk, by number: a busy hour changes a few chunks of some 100 KB. */
const STRETCH_ITEMS = 256;

export interface FoldedItem {
  item: PortalItem;
  /** Hashes of the addresses of its current stories. */
  stories: readonly number[];
  /** Hashes of the first list, until the item grows. */
  first: readonly number[];
}

export class ItemStore {
  readonly #items = new Map<number, FoldedItem>();
  /** The entry that last changed each stretch. */
  readonly #revisions = new Map<number, number>();

  get size(): number {
    return this.#items.size;
  }

  get(number: number): FoldedItem | undefined {
    return this.#items.get(number);
  }

  /** All items, by number. */
  items(): PortalItem[] {
    return [...this.#items.values()].map(({ item }) => item).sort((a, b) => a.number - b.number);
  }

  /** Sets the newest record of an item. Tags of a new name are set later. */
  put(record: PortalItemRecord, sequence: number): void {
    const { number, media, id, parentId, title, url, image, sponsored } = record;
    const known = this.#items.get(number);
    const stories = [...new Set(record.stories.map((story) => hash53(story.url)))];
    const dates = record.stories.flatMap(({ dateMs }) => (dateMs === null ? [] : [dateMs]));
    const grew = known !== undefined && (known.item.grew || isGrowth(known.first, stories));
    const first = known === undefined || known.first.length === 0 ? stories : known.first;
    const item: PortalItem = {
      ...{ number, media, id, parentId, title, url, image, sponsored },
      declaredKind: record.itemKind,
      seenMs: known?.item.seenMs ?? record.observedMs,
      seenPage: known?.item.seenPage ?? record.listPage,
      grew,
      storyCount: stories.length,
      datesMs: [...new Set(dates)].sort((a, b) => a - b),
      tags: known?.item.tags ?? [],
    };
    this.#items.set(number, { item, stories, first: grew ? [] : first });
    this.#revise(number, sequence);
  }

  /** Sets the tags of an item's name, which follow from other state and are not stored. */
  setTags(number: number, tags: readonly string[]): void {
    const stored = this.#items.get(number);
    assert(stored !== undefined, 'names are those of items');
    this.#items.set(number, { ...stored, item: { ...stored.item, tags } });
  }

  /** Removes all items of a media; returns their numbers. */
  drop(media: string, sequence: number): number[] {
    const gone = this.items().filter((item) => item.media === media);
    for (const { number } of gone) {
      this.#items.delete(number);
      this.#revise(number, sequence);
    }
    return gone.map(({ number }) => number);
  }

  /** Names of the chunks of items. */
  get names(): string[] {
    const stretches = new Set([...this.#items.keys()].map(stretchOf));
    return [...stretches]
      .sort((a, b) => a - b)
      .map((stretch) => PORTALS_CHUNKS.format('items', stretch, this.#revisions.get(stretch)!));
  }

  encode(stretch: number): Uint8Array {
    const members = [...this.#items.values()]
      .filter(({ item }) => stretchOf(item.number) === stretch)
      .sort((a, b) => a.item.number - b.item.number)
      .map((stored) => ({ ...stored, item: { ...stored.item, tags: [] } }));
    return encodeOwn(members);
  }

  restore(stretch: number, revision: number, bytes: Uint8Array): void {
    for (const stored of decode(bytes) as FoldedItem[]) {
      assert(stretchOf(stored.item.number) === stretch, 'a chunk holds the stretch that it names');
      this.#items.set(stored.item.number, stored);
    }
    this.#revisions.set(stretch, revision);
  }

  #revise(number: number, sequence: number): void {
    this.#revisions.set(stretchOf(number), sequence);
  }
}

function stretchOf(number: number): number {
  return Math.floor(number / STRETCH_ITEMS);
}

function isGrowth(first: readonly number[], stories: readonly number[]): boolean {
  if (first.length === 0) return false;
  const known = new Set(first);
  return stories.some((story) => !known.has(story));
}
