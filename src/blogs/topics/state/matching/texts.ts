/**
 * The texts of the posts of the last 180 days, stored for matching them against later vocabularies.
 *
 *   put ─► open (memory, a hot chunk) ── seal ─► parts (cold chunks, one week each) ─► gone
 *
 * Open texts are sealed when there are enough of them, so a small store has no parts.
 *
 *   part := ids u32 | numbers u32 | title units u32 | body units u32 | units u16
 *
 * Texts are stored in the form for matching, which for Chinese is a third shorter than UTF-8 and needs no
 * decoding. An entry is valid while its post names its number.
 * Invariants: a part never changes; a part with an erased text is wanted from disk and rewritten without
 * it. A text is dropped at the end of the week in which it is 180 days old.
 * Not here: which texts are matched against which terms (rematch.ts).
 */
import { DAY_MS } from '../../../../kernel/clock.js';
import { getOrInsert } from '../../../../kernel/collections.js';
import { BLOGS } from '../../../../kernel/limits.js';
import { packColumns, TOPICS_CHUNKS, Unpacker } from '../../chunks.js';
import type { MatchedPosts } from './posts.js';

const WEEK_MS = 7 * DAY_MS;
/** Limits of texts, in units. */
export interface TextLimits {
  /** In memory, before they are sealed although the day is not over. */
  openUnits: number;
  /** In a part. */
  partUnits: number;
  /** Matched at once when a new set is put into use; if more are in memory, they are sealed. */
  atOnceUnits: number;
}

/**
 * In memory 32 MB. A part has 4 MB and takes a sixth of a second to match. Matching `atOnceUnits` takes a
 * tenth of a second: a small store is never behind, and a replay, which has no idle time, finds the terms
 * of each day in the texts of that day.
 */
export const TEXT_LIMITS: TextLimits = {
  openUnits: 2 ** 24,
  partUnits: 2 ** 21,
  atOnceUnits: 2 ** 21,
};

/** A post's text in the form for matching. */
export interface PostText {
  number: number;
  title: Uint16Array;
  body: Uint16Array;
}

/** Texts of one week, together on disk. */
export interface WeekPart {
  number: number;
  week: number;
  /** The vocabulary against which all its texts have been matched. */
  matched: number;
  /** Whether the part contains an erased text. */
  dirty: boolean;
  /** Posts of the part whose current text is elsewhere. */
  superseded: number[];
  /** The bytes while they are in memory, at least until they are on disk. */
  content: Uint8Array | null;
  stored: boolean;
}

/** The data of a part in the snapshot's notes. */
export type PartNote = Pick<WeekPart, 'number' | 'week' | 'matched' | 'dirty' | 'superseded'>;

export class PostTexts {
  readonly #posts: MatchedPosts;
  readonly limits: TextLimits;
  readonly #open = new Map<number, PostText>();
  #openUnits = 0;
  #openChangedAt = 0;
  #nextText = 1;
  #nextPart = 1;
  readonly parts = new Map<number, WeekPart>();

  constructor(posts: MatchedPosts, limits: TextLimits) {
    this.#posts = posts;
    this.limits = limits;
  }

  /** Bytes in memory. */
  get byteLength(): number {
    let bytes = 2 * this.#openUnits;
    for (const { content } of this.parts.values()) bytes += content?.byteLength ?? 0;
    return bytes;
  }

  get openUnits(): number {
    return this.#openUnits;
  }

  /** True when open texts should be sealed before the day is over. */
  get isFull(): boolean {
    return this.#openUnits > this.limits.openUnits;
  }

  /** Texts in memory, by post id. */
  open(): [number, PostText][] {
    return [...this.#open].sort(([a], [b]) => a - b);
  }

  /** Stores the text of the live version of a post, unless the post is too old. */
  put(id: number, title: Uint16Array, body: Uint16Array, nowMs: number, sequence: number): void {
    this.#forget(id);
    this.parts.get(this.#posts.partOf(id))?.superseded.push(id);
    this.#openChangedAt = sequence;
    if (this.#isExpired(this.#weekOf(id), nowMs)) {
      this.#posts.setText(id, 0, 0, sequence);
      return;
    }
    const number = this.#nextText++;
    this.#open.set(id, { number, title, body });
    this.#openUnits += title.length + body.length;
    this.#posts.setText(id, number, 0, sequence);
  }

  /** The text of a post if it is open. */
  get(id: number): PostText | null {
    return this.#open.get(id) ?? null;
  }

  /** Removes the text of an erased post, whose columns still name the text. */
  erase(id: number, sequence: number): void {
    if (this.#forget(id)) this.#openChangedAt = sequence;
    for (const part of this.parts.values()) {
      if (part.number === this.#posts.partOf(id) || part.superseded.includes(id)) part.dirty = true;
    }
  }

  /** Moves open texts into parts; the texts have been matched against the vocabulary `matched`. */
  seal(matched: number, sequence: number): void {
    const weeks = new Map<number, [number, PostText][]>();
    for (const entry of this.open()) {
      const week = this.#weekOf(entry[0]);
      getOrInsert(weeks, week, () => []).push(entry);
    }
    for (const [week, entries] of [...weeks].sort(([a], [b]) => a - b)) {
      this.#addParts(week, matched, entries, sequence);
    }
    this.#open.clear();
    this.#openUnits = 0;
    this.#openChangedAt = sequence;
  }

  /** Drops the texts that are too old. */
  expire(nowMs: number, sequence: number): void {
    for (const id of [...this.#open.keys()]) {
      if (!this.#isExpired(this.#weekOf(id), nowMs)) continue;
      this.#forget(id);
      this.#openChangedAt = sequence;
    }
    for (const { number, week } of this.parts.values()) {
      if (this.#isExpired(week, nowMs)) this.parts.delete(number);
    }
  }

  /** Rewrites a part without the texts that no post names. */
  rewrite(part: WeekPart, sequence: number): void {
    const entries = [...this.entriesOf(part)].map(({ id, text }): [number, PostText] => [
      id,
      { ...text, title: text.title.slice(), body: text.body.slice() },
    ]);
    this.parts.delete(part.number);
    this.#addParts(part.week, part.matched, entries, sequence);
  }

  /** The valid texts of a part in memory, as views of it. */
  *entriesOf({ number, content }: WeekPart): Generator<{ id: number; text: PostText }> {
    for (const entry of unpacked(content!)) {
      const { id, text } = entry;
      if (this.#posts.textOf(id) === text.number && this.#posts.partOf(id) === number) yield entry;
    }
  }

  partNamed(name: string): WeekPart | null {
    const { kind, revision } = TOPICS_CHUNKS.parse(name);
    return kind === 'texts' ? (this.parts.get(Number(revision)) ?? null) : null;
  }

  /** Notes that these parts are on disk. */
  stored(names: readonly string[]): void {
    for (const name of names) {
      const part = this.partNamed(name);
      if (part !== null) part.stored = true;
    }
  }

  /** Drops the content of a part from memory if it is on disk. */
  letGo(part: WeekPart): void {
    if (part.stored) part.content = null;
  }

  plan(): { chunks: string[]; cold: string[] } {
    return {
      chunks: [TOPICS_CHUNKS.format('open', this.#openChangedAt)],
      cold: [...this.parts.values()].map(nameOf),
    };
  }

  chunk(name: string): Uint8Array | null {
    if (TOPICS_CHUNKS.parse(name).kind === 'open') return this.#pack(this.open());
    return this.partNamed(name)?.content?.slice() ?? null;
  }

  restoreOpen(name: string, bytes: Uint8Array): void {
    for (const { id, text } of unpacked(bytes)) {
      const { number, title, body } = text;
      this.#open.set(id, { number, title: title.slice(), body: body.slice() });
      this.#openUnits += title.length + body.length;
    }
    this.#openChangedAt = Number(TOPICS_CHUNKS.parse(name).revision);
  }

  /** The data of the parts for the snapshot's notes. */
  notes(): { nextText: number; nextPart: number; parts: PartNote[] } {
    const parts = [...this.parts.values()].map(({ number, week, matched, dirty, superseded }) => ({
      number,
      week,
      matched,
      dirty,
      superseded,
    }));
    return { nextText: this.#nextText, nextPart: this.#nextPart, parts };
  }

  restoreNotes({ nextText, nextPart, parts }: ReturnType<PostTexts['notes']>): void {
    this.#nextText = nextText;
    this.#nextPart = nextPart;
    for (const note of parts) {
      this.parts.set(note.number, { ...note, content: null, stored: true });
    }
  }

  #forget(id: number): boolean {
    const known = this.#open.get(id);
    if (known === undefined) return false;
    this.#open.delete(id);
    this.#openUnits -= known.title.length + known.body.length;
    return true;
  }

  #addParts(
    week: number,
    matched: number,
    entries: readonly [number, PostText][],
    sequence: number,
  ): void {
    let batch: [number, PostText][] = [];
    let units = 0;
    const close = (): void => {
      if (batch.length === 0) return;
      const number = this.#nextPart++;
      for (const [id, text] of batch) this.#posts.setText(id, text.number, number, sequence);
      this.parts.set(number, {
        number,
        week,
        matched,
        dirty: false,
        superseded: [],
        content: this.#pack(batch),
        stored: false,
      });
      batch = [];
      units = 0;
    };
    for (const entry of entries) {
      batch.push(entry);
      units += entry[1].title.length + entry[1].body.length;
      if (units >= this.limits.partUnits) close();
    }
    close();
  }

  #pack(entries: readonly [number, PostText][]): Uint8Array {
    const total = entries.reduce((sum, [, { title, body }]) => sum + title.length + body.length, 0);
    const units = new Uint16Array(total);
    let at = 0;
    for (const [, { title, body }] of entries) {
      units.set(title, at);
      units.set(body, at + title.length);
      at += title.length + body.length;
    }
    return packColumns({
      ids: Uint32Array.from(entries, ([id]) => id),
      numbers: Uint32Array.from(entries, ([, { number }]) => number),
      titles: Uint32Array.from(entries, ([, { title }]) => title.length),
      bodies: Uint32Array.from(entries, ([, { body }]) => body.length),
      units,
    });
  }

  #weekOf(id: number): number {
    return Math.floor(this.#posts.times[id]! / WEEK_MS);
  }

  #isExpired(week: number, nowMs: number): boolean {
    return (week + 1) * WEEK_MS + BLOGS.bodyRetentionMs <= nowMs;
  }
}

/** The texts of a chunk, as views of it. */
function* unpacked(bytes: Uint8Array): Generator<{ id: number; text: PostText }> {
  const chunk = new Unpacker(bytes);
  const ids = chunk.take('ids', Uint32Array);
  const numbers = chunk.take('numbers', Uint32Array);
  const titles = chunk.take('titles', Uint32Array);
  const bodies = chunk.take('bodies', Uint32Array);
  const units = chunk.take('units', Uint16Array);
  let at = 0;
  for (let place = 0; place < ids.length; place++) {
    const bodyAt = at + titles[place]!;
    const end = bodyAt + bodies[place]!;
    const title = units.subarray(at, bodyAt);
    yield {
      id: ids[place]!,
      text: { number: numbers[place]!, title, body: units.subarray(bodyAt, end) },
    };
    at = end;
  }
}

/** The name of a part's cold chunk. */
export function nameOf({ week, number }: WeekPart): string {
  return TOPICS_CHUNKS.format('texts', week, number);
}
