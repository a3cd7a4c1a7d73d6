/**
 * Idle work: builds the next set, matches stored texts against newer terms, fetches bodies that posts
 * await, and rewrites parts that contain erased texts.
 *
 * A text is only searched for terms that are newer than its last match: the others were searched, and a
 * text does not change. So the daily change of the vocabulary costs one pass with a small matcher.
 * Invariants: a part is completely matched against one set, then against the next; the number of parts
 * wanted from disk is bounded by `PARTS_AT_HAND_MAX`, except for parts that contain erased texts.
 */
import type { Findings } from './findings.js';
import type { Matcher } from './matcher.js';
import { nameOf, type PostText, type WeekPart } from './texts.js';

/** Parts that may be in memory because they were wanted. */
const PARTS_AT_HAND_MAX = 2;
/** Units matched at a time: about five milliseconds. */
const UNITS_PER_PIECE = 100_000;

/** The current matching of a part. */
interface Job {
  part: WeekPart;
  entries: Iterator<{ id: number; text: PostText }>;
  matcher: Matcher;
  target: number;
}

export class Rematch {
  readonly #findings: Findings;
  #job: Job | null = null;
  /** A matcher of the terms that were added after a set, for the current set. */
  #newcomers: { after: number; set: number; matcher: Matcher } | null = null;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** The number of parts that were not matched against the current set, or need other work. */
  get partsBehind(): number {
    const awaited = this.#findings.awaitedParts();
    let count = 0;
    for (const part of this.#findings.texts.parts.values()) {
      if (this.#isNeeded(part, awaited)) count += 1;
    }
    return count;
  }

  get hasWork(): boolean {
    return this.#findings.vocabulary.isBuilding || this.#job !== null || this.#next() !== null;
  }

  /** Names of the parts to be restored from disk. */
  get wanted(): string[] {
    const awaited = this.#findings.awaitedParts();
    const names: string[] = [];
    let atHand = 0;
    const behind: string[] = [];
    for (const part of this.#findings.texts.parts.values()) {
      if (part.content === null && part.dirty) names.push(nameOf(part));
      else if (this.#isNeeded(part, awaited)) {
        if (part.content === null) behind.push(nameOf(part));
        else if (part.stored) atHand += 1;
      }
    }
    return [...names, ...behind.slice(0, Math.max(0, PARTS_AT_HAND_MAX - atHand))];
  }

  /** Does a piece of work of a few milliseconds. `nowMs` is the store's time. */
  step(nowMs: number, sequence: number): void {
    const { vocabulary } = this.#findings;
    if (vocabulary.isBuilding) {
      if (vocabulary.build()) this.swap(nowMs, sequence);
      return;
    }
    this.#job ??= this.#begin(nowMs, sequence);
    if (this.#job !== null) this.#advance(this.#job, UNITS_PER_PIECE, sequence);
  }

  /** Puts the next set into use, after the current part has been matched against the former set. */
  swap(nowMs: number, sequence: number): void {
    const { vocabulary, texts } = this.#findings;
    this.finish(sequence);
    while (!vocabulary.build(Number.POSITIVE_INFINITY));
    texts.expire(nowMs, sequence);
    this.#settleLost(nowMs, sequence);
    if (texts.openUnits > texts.limits.atOnceUnits) texts.seal(vocabulary.set, sequence);
    this.#findings.compact(sequence);
    const before = vocabulary.set;
    vocabulary.swap({ leaves: (term) => this.#findings.leaves(term, sequence) }, sequence);
    for (const [id, text] of texts.open()) {
      this.#findings.matchAgain(id, text, this.#matcherAfter(before), before, sequence);
    }
    this.#findings.revision += 1;
  }

  /** Matches texts in memory against the new set, up to a bound of work. */
  catchUp(nowMs: number, sequence: number): void {
    const { atOnceUnits } = this.#findings.texts.limits;
    for (let left = atOnceUnits; left > 0 && this.hasWork; left -= UNITS_PER_PIECE) {
      this.step(nowMs, sequence);
    }
  }

  /** Completes the current part, so that no part is half matched. */
  finish(sequence: number): void {
    if (this.#job !== null) this.#advance(this.#job, Number.POSITIVE_INFINITY, sequence);
  }

  /** Stores the content of a wanted part; false when the chunk is no part. */
  restore(name: string, bytes: Uint8Array, sequence: number): boolean {
    const { texts } = this.#findings;
    const part = texts.partNamed(name);
    if (part === null) return false;
    if (part.content === null) part.content = bytes;
    if (part.dirty && this.#job?.part !== part) texts.rewrite(part, sequence);
    return true;
  }

  /** Drops a part that cannot be read, and settles the posts that await its bodies. */
  lost(name: string, nowMs: number, sequence: number): void {
    const part = this.#findings.texts.partNamed(name);
    if (part === null) return;
    this.#findings.texts.parts.delete(part.number);
    this.#settleLost(nowMs, sequence);
  }

  stored(names: readonly string[]): void {
    const { texts } = this.#findings;
    texts.stored(names);
    const awaited = this.#findings.awaitedParts();
    for (const part of texts.parts.values()) {
      if (!this.#isNeeded(part, awaited) && this.#job?.part !== part) texts.letGo(part);
    }
  }

  #isNeeded(part: WeekPart, awaited: ReadonlySet<number>): boolean {
    const isBehind = part.matched < this.#findings.vocabulary.set;
    return part.dirty || isBehind || awaited.has(part.number);
  }

  /** A part in memory that needs work. */
  #next(): WeekPart | null {
    const awaited = this.#findings.awaitedParts();
    for (const part of this.#findings.texts.parts.values()) {
      if (part.content !== null && this.#isNeeded(part, awaited)) return part;
    }
    return null;
  }

  #begin(nowMs: number, sequence: number): Job | null {
    const { texts, vocabulary } = this.#findings;
    const part = this.#next();
    if (part === null) return null;
    if (part.dirty) {
      texts.rewrite(part, sequence);
      return null;
    }
    this.#serve(part, nowMs, sequence);
    if (part.matched === vocabulary.set) {
      texts.letGo(part);
      return null;
    }
    return {
      part,
      entries: texts.entriesOf(part),
      matcher: this.#matcherAfter(part.matched),
      target: vocabulary.set,
    };
  }

  /** Gives posts the bodies of a part that they await. */
  #serve(part: WeekPart, nowMs: number, sequence: number): void {
    const { awaiting, texts } = this.#findings;
    if (awaiting.size === 0) return;
    for (const { id, text } of [...texts.entriesOf(part)]) {
      if (awaiting.has(id)) this.#findings.arrive(id, text.body, nowMs, sequence);
    }
  }

  #settleLost(nowMs: number, sequence: number): void {
    const { awaiting, posts, texts } = this.#findings;
    for (const id of [...awaiting.keys()]) {
      if (!texts.parts.has(posts.partOf(id))) this.#findings.arrive(id, null, nowMs, sequence);
    }
  }

  #matcherAfter(after: number): Matcher {
    const { vocabulary } = this.#findings;
    if (after === 0) return vocabulary.matcher;
    if (this.#newcomers?.after !== after || this.#newcomers.set !== vocabulary.set) {
      const matcher = vocabulary.newcomersAfter(after) ?? vocabulary.matcher;
      this.#newcomers = { after, set: vocabulary.set, matcher };
    }
    return this.#newcomers.matcher;
  }

  #advance(job: Job, units: number, sequence: number): void {
    const { awaiting, posts } = this.#findings;
    for (let left = units; left > 0; ) {
      const next = job.entries.next();
      if (next.done === true) {
        job.part.matched = job.target;
        this.#job = null;
        if (job.part.dirty) this.#findings.texts.rewrite(job.part, sequence);
        else if (!this.#isNeeded(job.part, this.#findings.awaitedParts()))
          this.#findings.texts.letGo(job.part);
        return;
      }
      const { id, text } = next.value;
      left -= text.title.length + text.body.length + 1;
      // The post may have changed since the part was opened, or await its body with a new title.
      if (awaiting.has(id) || posts.textOf(id) !== text.number) continue;
      this.#findings.matchAgain(id, text, job.matcher, job.part.matched, sequence);
    }
  }
}
