/**
 * Folds portal items, checks, articles and masks into topics and features.
 *
 * An item's tags follow from its name and the tags in service, and are searched again at the next
 * delta or question when either changes. Ticks only remove old articles. Not here: topics as of a
 * moment (answers/topic-lists.ts), titles of articles (catalog).
 */

import { copied, type Transferable } from '../../engine/index/reader.js';
import {
  type Folding,
  foldBy,
  type IndexWriter,
  kindsOf,
  masksBy,
  type SnapshotPlan,
} from '../../engine/index/writer.js';
import { decode, encodeOwn } from '../../kernel/codec.js';
import { assert } from '../../kernel/errors.js';
import type {
  CheckStatus,
  Entry,
  MaskRecord,
  PortalCheckRecord,
  PortalItemRecord,
} from '../../kernel/model/records.js';
import { foldLetters, tagKey } from '../../kernel/text/tag.js';
import { coverageOf } from './answers/coverage.js';
import {
  type CoverageAnswer,
  type CoverageQuestion,
  PORTALS_CHUNKS,
  PORTALS_READS_FROM,
  PORTALS_VERSION,
  type PortalStanding,
  type PortalsDelta,
  type PortalsOptions,
} from './codec.js';
import { ArticleWindow, type WindowState } from './state/article-window.js';
import { ItemStore } from './state/item-store.js';
import { NameTags } from './state/name-tags.js';

interface WriterState {
  window: WindowState;
  standings: PortalStanding[];
}

export class PortalsWriter implements IndexWriter<PortalsDelta, CoverageQuestion, CoverageAnswer> {
  readonly version = PORTALS_VERSION;
  readonly readsFrom = PORTALS_READS_FROM;
  readonly bodies = 'none';
  readonly #store = new ItemStore();
  readonly #standings = new Standings();
  readonly #names: NameTags;
  readonly #window: ArticleWindow;
  readonly #changedItems = new Set<number>();
  readonly #changedMedia = new Set<string>();
  #gone: number[] = [];
  #goneMedia: string[] = [];
  #hasChanges = false;
  /** The next delta holds the whole state. */
  #whole = false;
  #sequence = 0;

  readonly #folding: Folding = {
    'portal-item': (record) => this.#putItem(record),
    'portal-check': (record) => {
      this.#standings.put(record);
      this.#changedMedia.add(record.media);
    },
    media: ({ media }) => this.#window.register(media),
    news: (record, { sequence }) => {
      this.#window.put(record, sequence);
      this.#hasChanges = true;
    },
    ...masksBy((record) => this.#mask(record)),
    tick: ({ atMs }) => {
      if (this.#window.moveTo(atMs)) this.#hasChanges = true;
    },
  };
  readonly kinds = kindsOf(this.#folding);

  constructor({ noise }: PortalsOptions) {
    const names = new NameTags(new Set(noise.map(tagKey)));
    this.#names = names;
    this.#window = new ArticleWindow({
      came: (key) => names.add(key),
      went: (key) => names.remove(key),
      changed: (key) => names.touch(key),
    });
  }

  apply(entry: Entry): void {
    this.#sequence = entry.sequence;
    foldBy(this.#folding, entry);
  }

  takeDelta(): Transferable<PortalsDelta> | null {
    this.#findTags();
    const isEmpty = this.#changedItems.size === 0 && this.#changedMedia.size === 0;
    if (isEmpty && !this.#hasChanges && !this.#whole) return null;
    const items = [...this.#changedItems].flatMap((number) => this.#store.get(number)?.item ?? []);
    const media = [...this.#changedMedia].flatMap((code) => this.#standings.get(code) ?? []);
    const { rows, tags, byteLength } = this.#window;
    const value: PortalsDelta = {
      sequence: this.#sequence,
      items: this.#whole ? this.#store.items() : items,
      gone: this.#gone,
      standings: this.#whole ? this.#standings.all() : media,
      goneMedia: this.#goneMedia,
      figures: { articles: rows.size, tags: tags.size, heldBytes: byteLength },
    };
    this.#changedItems.clear();
    this.#changedMedia.clear();
    this.#gone = [];
    this.#goneMedia = [];
    this.#hasChanges = false;
    this.#whole = false;
    return copied(value);
  }

  ask({ numbers, nowMs }: CoverageQuestion): Transferable<CoverageAnswer> {
    this.#findTags();
    const items = numbers.map((number) => this.#store.get(number));
    const isTerm = (key: string): boolean => this.#names.isTerm(key);
    return copied(coverageOf(this.#window, items, isTerm, nowMs));
  }

  plan(): SnapshotPlan {
    const days = this.#window.state.revisions.map(([dayMs, sequence]) =>
      PORTALS_CHUNKS.format('day', dayMs, sequence),
    );
    const state = PORTALS_CHUNKS.format('state', this.#sequence);
    return { chunks: [state, ...this.#store.names, ...days], cold: [] };
  }

  chunk(name: string): Uint8Array {
    const { kind, key } = PORTALS_CHUNKS.parse(name);
    switch (kind) {
      case 'state': {
        const { state: window } = this.#window;
        const state: WriterState = { window, standings: this.#standings.all() };
        return encodeOwn(state);
      }
      case 'items':
        return this.#store.encode(key);
      case 'day':
        return this.#window.encodeDay(key);
    }
  }

  restore(name: string, bytes: Uint8Array): void {
    const { kind, key, revision } = PORTALS_CHUNKS.parse(name);
    switch (kind) {
      case 'state': {
        const { window, standings } = decode(bytes) as WriterState;
        this.#window.restore(window);
        this.#standings.restore(standings);
        break;
      }
      case 'items':
        this.#store.restore(key, Number(revision), bytes);
        break;
      case 'day':
        this.#window.restoreDay(key, bytes);
        break;
    }
  }

  restored(sequence: number): void {
    this.#sequence = sequence;
    this.#window.restored();
    for (const { number, title } of this.#store.items())
      this.#names.setName(number, foldLetters(title));
    this.#whole = true;
  }

  #putItem(record: PortalItemRecord): void {
    const { number, title } = record;
    this.#store.put(record, this.#sequence);
    this.#names.setName(number, foldLetters(title));
    this.#changedItems.add(number);
  }

  #mask(mask: MaskRecord): void {
    if (mask.target !== 'news' && mask.target !== 'media') return;
    this.#window.mask(mask, this.#sequence);
    this.#hasChanges = true;
    if (mask.target === 'media' && mask.kind === 'erase') this.#drop(mask.key);
  }

  /** Removes all items and checks of an erased media. Readers leave out those of hidden media. */
  #drop(media: string): void {
    for (const number of this.#store.drop(media, this.#sequence)) {
      this.#names.dropName(number);
      this.#changedItems.delete(number);
      this.#gone.push(number);
    }
    this.#changedMedia.delete(media);
    if (this.#standings.drop(media)) this.#goneMedia.push(media);
  }

  /** Searches tags in names again where they may have changed. */
  #findTags(): void {
    const { tags } = this.#window;
    for (const number of this.#names.takeTouched()) {
      const stored = this.#store.get(number);
      assert(stored !== undefined, 'names are those of items');
      const shown = this.#names.of(number).map((form) => tags.shownOf(tags.find(form)));
      const found = [...new Set(shown)];
      if (found.join('\n') === stored.item.tags.join('\n')) continue;
      this.#store.setTags(number, found);
      this.#changedItems.add(number);
    }
  }
}

const READ_SOMETHING: ReadonlySet<CheckStatus> = new Set(['ok', 'partial']);

/**
 * Folds portal checks: the newest visit to each portal, the first that read anything, and the last
 * complete one. A failed visit does not begin the tracking.
 */
class Standings {
  readonly #byMedia = new Map<string, PortalStanding>();

  /** By media code. */
  all(): PortalStanding[] {
    return [...this.#byMedia.values()].sort((a, b) => (a.media < b.media ? -1 : 1));
  }

  get(media: string): PortalStanding | undefined {
    return this.#byMedia.get(media);
  }

  put({ media, checkedMs, status, fetched, sources, error }: PortalCheckRecord): void {
    const known = this.#byMedia.get(media);
    const isNewest = known === undefined || checkedMs >= known.checkedMs;
    const newest = isNewest ? { media, checkedMs, status, fetched, sources, error } : known;
    const tracked = READ_SOMETHING.has(status) ? checkedMs : null;
    const success = status === 'ok' ? checkedMs : null;
    this.#byMedia.set(media, {
      ...newest,
      trackedMs: pick(Math.min, known?.trackedMs, tracked),
      lastSuccessMs: pick(Math.max, known?.lastSuccessMs, success),
    });
  }

  /** False when the media had no check. */
  drop(media: string): boolean {
    return this.#byMedia.delete(media);
  }

  restore(standings: readonly PortalStanding[]): void {
    for (const standing of standings) this.#byMedia.set(standing.media, standing);
  }
}

function pick(
  choose: (a: number, b: number) => number,
  known: number | null | undefined,
  atMs: number | null,
): number | null {
  if (atMs === null || known === null || known === undefined) return atMs ?? known ?? null;
  return choose(known, atMs);
}
