/**
 * The terms found in posts: matches texts, stores rows, and withdraws evidence.
 *
 * A text is matched when it arrives, and again when the vocabulary has terms against which it was not
 * matched (rematch.ts). The result depends on the text and the set alone, so the order of the two does
 * not matter. A post whose title changes while its body is on disk *awaits* the body: its title is
 * matched at once, and the evidence of the former body is stale until the body is in memory.
 * Invariants: `byVersion` has exactly the fresh rows of active terms. Evidence that was withdrawn is not
 * found again: neither in posts that were known then, nor in a withdrawn post.
 */
import { withCapacity } from '../../../../engine/columns/columns.js';
import { decode, encodeOwn } from '../../../../kernel/codec.js';
import { getOrInsert } from '../../../../kernel/collections.js';
import { hash64 } from '../../../../kernel/hash.js';
import type { PostRecord } from '../../../../kernel/model/records.js';
import { TOPICS_CHUNKS } from '../../chunks.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import { Evidence, IN_BODY, IN_TITLE, ROW_BITS } from './evidence.js';
import { MatchText } from './match-text.js';
import type { Matcher } from './matcher.js';
import { MatchedPosts, POST, VersionRows, VersionTally } from './posts.js';
import { type PostText, PostTexts, type TextLimits } from './texts.js';

/** Ends a title that is hashed together with labels. */
const END = '\u0000';
/** Rows of old versions are removed when they are a quarter of all rows. */
const OLD_ROWS_SHARE = 4;
const NO_BODY = 0n;

const encoder = new TextEncoder();

/** Marks that are no bits of a row: the post has the term as a label, or already has its row. */
const AS_LABEL = 4;
const KNOWN = 8;

/** A title whose body must be read from disk, and the set against which the title was matched. */
interface AwaitingTitle {
  title: Uint16Array;
  set: number;
}

export class Findings {
  readonly vocabulary: Vocabulary;
  readonly posts = new MatchedPosts();
  readonly texts: PostTexts;
  readonly evidence = new Evidence('rows');
  /** The posts that have each term among their own labels. */
  readonly labels = new Evidence('labels');
  byVersion = new VersionRows();
  /** Rows of versions that are not live. */
  #oldRows = 0;
  /** By the hours of the window. */
  readonly #tallies = new Map<number, VersionTally>();
  /** The greatest post id when a topic was withdrawn, by term. */
  readonly #withdrawn = new Map<number, number>();
  /** By post id. */
  readonly #awaiting = new Map<number, AwaitingTitle>();
  readonly #form = new MatchText();
  /** Bits of the terms found in the current text, and the list of these terms. */
  #marks = new Uint8Array(256);
  #marked: number[] = [];
  #stateChangedAt = 0;
  /** Changes with every input of an answer. */
  revision = 0;

  constructor(vocabulary: Vocabulary, limits: TextLimits) {
    this.vocabulary = vocabulary;
    this.texts = new PostTexts(this.posts, limits);
  }

  get awaiting(): ReadonlyMap<number, AwaitingTitle> {
    return this.#awaiting;
  }

  /** Numbers of the parts with bodies that posts await. */
  awaitedParts(): Set<number> {
    return new Set([...this.#awaiting.keys()].map((id) => this.posts.partOf(id)));
  }

  get byteLength(): number {
    const rows = [this.evidence, this.labels, this.byVersion, ...this.#tallies.values()];
    const parts = [this.posts, this.texts, this.#marks, ...rows];
    return parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Whether evidence of a term was ever withdrawn. */
  wasWithdrawn(term: number): boolean {
    return this.#withdrawn.has(term);
  }

  /** Folds a post, or a newer version of it. `blog` is the id of its blog. */
  putPost(record: PostRecord, blog: number, body: string | null, nowMs: number, at: number): void {
    const { posts } = this;
    const { id, observedMs } = record;
    const isKnown = posts.has(id);
    posts.put(id, blog, record.sortMs, record.publishedMs !== null, at);
    if (posts.isErased(id)) return;
    this.revision += 1;
    const head = hash64(encoder.encode([record.title, ...record.labels].join(END)));
    const bodyHash = record.bodyHash === '' ? NO_BODY : BigInt(`0x${record.bodyHash}`);
    const seenMs = isKnown ? Math.max(observedMs, nowMs) : observedMs;
    const sameBody = isKnown && posts.hasBody(id, bodyHash);
    if (sameBody && posts.hasHead(id, head)) {
      posts.seeAgain(id, seenMs, at);
      return;
    }
    if (isKnown) this.#oldRows += this.byVersion.counts[posts.versionOf(id)]!;
    const version = posts.renew(id, { head, body: bodyHash }, seenMs, at);
    this.byVersion.reserve(posts.versions);
    this.#markLabels(record.labels, at);
    const title = this.#form.load(record.title).copy();
    const keepsBody = sameBody && body === null && bodyHash !== NO_BODY;
    const known = keepsBody ? this.#knownBody(id) : null;
    if (known === 'on disk') {
      this.#awaiting.set(id, { title, set: this.vocabulary.set });
      this.#stateChangedAt = at;
      this.#markUnits(title, this.vocabulary.matcher, 0, IN_TITLE);
      this.#settle(version, at, 0);
      return;
    }
    this.#stopAwaiting(id, at);
    const text = known?.body ?? this.#form.load(body ?? '').copy();
    this.texts.put(id, title, text, nowMs, at);
    this.#markText({ number: 0, title, body: text }, this.vocabulary.matcher, 0);
    this.#settle(version, at, 0);
    if (this.texts.isFull) this.texts.seal(this.vocabulary.set, at);
  }

  /** Matches a post's text against terms that were added after a set. */
  matchAgain(id: number, text: PostText, matcher: Matcher, afterSet: number, at: number): void {
    this.#markText(text, matcher, afterSet);
    this.#settle(this.posts.versionOf(id), at, afterSet);
  }

  /** Matches the body that a post awaited; null when the body is lost. */
  arrive(id: number, body: Uint16Array | null, nowMs: number, at: number): void {
    const awaiting = this.#awaiting.get(id);
    const version = this.posts.versionOf(id);
    if (awaiting === undefined || version < 0) return;
    const { title, set } = awaiting;
    const { matcher, since } = this.vocabulary;
    const text = body?.slice() ?? new Uint16Array(0);
    this.texts.put(id, title, text, nowMs, at);
    this.#markText({ number: 0, title, body: text }, matcher, 0);
    for (const term of matcher.match(this.#form.loadUnits(title, 0, title.length))) {
      if (since[term]! <= set) this.#mark(term, KNOWN);
    }
    this.#settle(version, at, 0);
    this.#stopAwaiting(id, at);
  }

  setPostFlag(id: number, flag: number, isSet: boolean, at: number): void {
    this.posts.setFlag(id, flag, isSet, at);
    this.revision += 1;
  }

  erasePost(id: number, at: number): void {
    this.texts.erase(id, at);
    this.posts.erase(id, at);
    this.#stopAwaiting(id, at);
    this.revision += 1;
  }

  eraseBlog(blog: number, at: number): void {
    for (let id = 1; id < this.posts.idsEnd; id++) {
      if (this.posts.blogs[id] === blog && !this.posts.isErased(id)) this.erasePost(id, at);
    }
  }

  /** Withdraws the evidence of a post, including evidence that later sets would find. */
  revokePost(id: number, at: number): void {
    this.setPostFlag(id, POST.revoked, true, at);
  }

  /** Withdraws the evidence of a topic in all known posts. */
  revokeTopic(term: number, at: number): void {
    this.#discount(term);
    this.evidence.clear(term, at);
    this.#withdrawn.set(term, this.posts.idsEnd - 1);
    this.#stateChangedAt = at;
    this.revision += 1;
  }

  /** Makes the rows of a term stale, because it leaves the set. */
  leaves(term: number, at: number): void {
    this.#discount(term);
    this.evidence.retire(term, at);
  }

  /** Articles with each term, for a window of `hours`; `states` says which versions belong to it. */
  tallyOf(hours: number, states: Uint8Array): VersionTally {
    const tally = getOrInsert(this.#tallies, hours, () => new VersionTally(this.byVersion));
    tally.sync(states, this.vocabulary.terms.length);
    return tally;
  }

  plan(): string[] {
    const rows = [...this.evidence.plan(), ...this.labels.plan()];
    return [...this.posts.plan(), ...rows, TOPICS_CHUNKS.format('findings', this.#stateChangedAt)];
  }

  chunk(name: string): Uint8Array | null {
    const { kind } = TOPICS_CHUNKS.parse(name);
    if (kind === 'posts' || kind === 'versions') return this.posts.chunk(name);
    if (kind === 'rows') return this.evidence.chunk(name);
    if (kind === 'labels') return this.labels.chunk(name);
    if (kind !== 'findings') return null;
    const awaiting = [...this.#awaiting].sort(([a], [b]) => a - b);
    const titles = awaiting.map(([id, { title, set }]) => [id, String.fromCharCode(...title), set]);
    const withdrawn = [...this.#withdrawn].sort(([a], [b]) => a - b);
    return encodeOwn([withdrawn, titles]);
  }

  /** True when the chunk was one of these. */
  restore(name: string, bytes: Uint8Array): boolean {
    const { kind, revision } = TOPICS_CHUNKS.parse(name);
    if (kind === 'posts' || kind === 'versions') this.posts.restore(name, bytes);
    else if (kind === 'rows') this.evidence.restore(name, bytes);
    else if (kind === 'labels') this.labels.restore(name, bytes);
    else if (kind === 'findings') {
      const [withdrawn, titles] = decode(bytes) as [[number, number][], [number, string, number][]];
      for (const [term, id] of withdrawn) this.#withdrawn.set(term, id);
      for (const [id, title, set] of titles) {
        const units = Uint16Array.from({ length: title.length }, (_, at) => title.charCodeAt(at));
        this.#awaiting.set(id, { title: units, set });
      }
      this.#stateChangedAt = Number(revision);
    } else return false;
    return true;
  }

  /**
   * Drops the rows of old versions for which a later row exists, when rows of old versions are a quarter
   * of all: feeds whose texts change with every visit would fill the memory otherwise.
   */
  compact(at: number): void {
    if (OLD_ROWS_SHARE * this.#oldRows < this.evidence.rows) return;
    const { posts } = this;
    /** Term + 1 of the last row visited, by post. */
    const met = new Uint32Array(posts.idsEnd);
    const isNewest = (term: number, version: number): boolean => {
      const id = posts.postOf[version]!;
      if (posts.isErased(id) || met[id] === term + 1) return false;
      met[id] = term + 1;
      return true;
    };
    this.evidence.rebuild(isNewest, at);
    met.fill(0);
    this.labels.rebuild((term, version) => posts.isLive(version) && isNewest(term, version), at);
    this.byVersion = new VersionRows();
    this.#tallies.clear();
    this.#oldRows = 0;
    this.restored();
  }

  /** Rebuilds `byVersion` after all chunks were restored. */
  restored(): void {
    const { byVersion, posts } = this;
    const counts = new Uint32Array(posts.versions);
    byVersion.reserve(posts.versions);
    this.#eachCounting((_, version) => {
      counts[version]! += 1;
    });
    for (let version = 0; version < counts.length; version++) {
      if (counts[version]! > 0) byVersion.prepare(version, counts[version]!);
    }
    this.#eachCounting((term, version, bits) => byVersion.put(version, term, bits));
    this.revision += 1;
  }

  #eachCounting(visit: (term: number, version: number, bits: number) => void): void {
    for (let term = 0; term < this.vocabulary.terms.length; term++) {
      if (!this.vocabulary.isActive(term)) continue;
      this.evidence.each(term, (version, bits, fresh) => {
        if (fresh) visit(term, version, bits);
      });
    }
  }

  /** Removes the fresh rows of a term from the counts. */
  #discount(term: number): void {
    if (!this.vocabulary.isActive(term)) return;
    this.evidence.each(term, (version, bits, fresh) => {
      if (!fresh) return;
      this.byVersion.drop(version, term);
      for (const tally of this.#tallies.values()) tally.move(version, term, bits, -1);
    });
  }

  /** The text of a post that did not change; 'on disk' in a part, or null when it is no longer stored. */
  #knownBody(id: number): PostText | 'on disk' | null {
    const open = this.texts.get(id);
    if (open !== null) return open;
    if (this.#awaiting.has(id) || this.texts.parts.has(this.posts.partOf(id))) return 'on disk';
    return null;
  }

  #stopAwaiting(id: number, at: number): void {
    if (this.#awaiting.delete(id)) this.#stateChangedAt = at;
  }

  #markLabels(labels: readonly string[], at: number): void {
    for (const label of labels) {
      const term = this.vocabulary.intern(label, at);
      if (term !== null) this.#mark(term, AS_LABEL);
    }
  }

  #markText({ title, body }: PostText, matcher: Matcher, afterSet: number): void {
    this.#markUnits(title, matcher, afterSet, IN_TITLE);
    this.#markUnits(body, matcher, afterSet, IN_BODY);
  }

  #markUnits(units: Uint16Array, matcher: Matcher, afterSet: number, bit: number): void {
    if (units.length === 0) return;
    const { since } = this.vocabulary;
    const hits = matcher.match(this.#form.loadUnits(units, 0, units.length));
    for (let hit = 0; hit < hits.length; hit++) {
      const term = hits[hit]!;
      if (since[term]! > afterSet) this.#mark(term, bit);
    }
  }

  #mark(term: number, bit: number): void {
    if (term >= this.#marks.length) this.#marks = withCapacity(this.#marks, term + 1);
    if (this.#marks[term] === 0) this.#marked.push(term);
    this.#marks[term]! |= bit;
  }

  /** Adds rows for the marked terms. */
  #settle(version: number, at: number, afterSet: number): void {
    const id = this.posts.postOf[version]!;
    const terms: number[] = [];
    const rows: number[] = [];
    for (const term of this.#marked) {
      const marks = this.#marks[term]!;
      const bits = marks & ROW_BITS;
      this.#marks[term] = 0;
      if ((marks & AS_LABEL) !== 0) this.labels.add(term, version, 0, at);
      const isBarred = id <= (this.#withdrawn.get(term) ?? 0);
      if (bits === 0 || (marks & KNOWN) !== 0 || isBarred) continue;
      this.evidence.add(term, version, bits, at);
      for (const tally of this.#tallies.values()) tally.move(version, term, bits, 1);
      terms.push(term);
      rows.push(bits);
    }
    if (terms.length > 0) this.byVersion.add(version, terms, rows);
    if (this.#marked.length > 0 || afterSet === 0) this.revision += 1;
    this.#marked = [];
  }
}
