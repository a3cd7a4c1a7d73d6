/**
 * Titles and terms of the articles in the window, by UTC day; counts of articles with each term;
 * and for each article, the earlier articles whose texts are most like its own.
 *
 *   article ─► terms ─► neighbours of the last day ─► near-copy of one? its root is that one's
 *                                                  └► links, stored with the article
 *
 * An article is compared once, when it arrives or its text changes. Near-copies are neither counted
 * nor found by others: a text that is sent five hundred times counts once. The same holds for
 * articles that an outlet sends beyond its heard number (outlets.ts). Rareness of words comes from
 * the window and from the days before, which fade (text-terms.ts).
 *
 * Invariant: the stored values of an article follow from its newest record and body, whatever the
 * number of its records: an update has the body only when it changed, and a log that is read again
 * has the body in every record. So the terms of the lead are stored apart, and a hidden article
 * keeps its text. Nothing of this is shown: answers read titles elsewhere.
 */
import { columnBytes, columnOf } from '../../../engine/columns/columns.js';
import { utcDayOf } from '../../../kernel/clock.js';
import { decode, encode } from '../../../kernel/codec.js';
import { getOrInsert } from '../../../kernel/collections.js';
import type { NewsRecord } from '../../../kernel/model/records.js';
import { WINDOW_MS } from '../../shared/burst/formulas.js';
import { type Neighbour, Neighbours } from './neighbours.js';
import {
  centralitiesOf,
  type LeadTerms,
  leadTermsOf,
  TermCounts,
  type TextTerms,
  textTermsOf,
} from './text-terms.js';

/** Minimum likeness of a near-copy, and of one with few terms, as a headline alone. */
const COPY_MIN = 0.85;
const SHORT_COPY_MIN = 0.98;
const SHORT_TERMS_MAX = 40;
/** Likeness is stored as a number of this many steps. */
const STEPS = 0xffff;
const NO_LINKS = new Uint32Array(0);
/** Restored articles between pauses: some milliseconds. */
const PAUSE_EVERY = 100;

export interface Text extends TextTerms {
  title: string;
  /** Terms of the body's beginning, or of the description; an update may have no body. */
  lead: LeadTerms;
  /** Hash of the body of the lead; empty when the lead is the description. */
  bodyHash: string;
  sortMs: number;
  /** The log entry of these terms: articles are compared in this order. */
  sequence: number;
  /** The first article of which it is a near-copy; itself otherwise. */
  root: number;
  /** Earlier neighbours, two numbers each: id, and likeness in steps. */
  links: Uint32Array;
  /** Unless it is a near-copy, it is counted, and others find it. */
  isHeard: boolean;
}

/** A text from a snapshot. */
interface Restored {
  dayMs: number;
  id: number;
  text: Text;
  /** The text was compared before; formats before the fifth had no links. */
  isLinked: boolean;
}

type PackedText = [
  id: number,
  title: string,
  terms: Uint8Array,
  isWide: boolean,
  lead: Uint8Array,
  leadAll: number,
  leadWide: number,
  bodyHash: string,
  /** Not in formats before the fifth. */
  sortMs?: number,
  sequence?: number,
  root?: number,
  links?: Uint8Array,
  /** Not in formats before the seventh. */
  isHeard?: boolean,
];

export class Texts {
  readonly #days = new Map<number, Map<number, Text>>();
  readonly #byId = new Map<number, Text>();
  /** The entry that last changed each day; part of its chunk's name. */
  readonly #revisions = new Map<number, number>();
  readonly #counts = new TermCounts();
  /** The log entry that last moved days to the past. */
  #pastChangedAt = 0;
  readonly #neighbours = new Neighbours();
  /** Texts from a snapshot that are not counted and indexed yet. */
  #restored: Restored[] = [];
  #retainedFromMs = Number.NEGATIVE_INFINITY;

  /** Number of counted articles. */
  get size(): number {
    return this.#counts.known;
  }

  /** Counts of articles by term. Read-only. */
  get counts(): TermCounts {
    return this.#counts;
  }

  /** @param isHeard false when the outlet has sent more lately than is heard. */
  put(record: NewsRecord, body: string | null, sequence: number, isHeard = true): void {
    const { id, sortMs, title, tags } = record;
    const known = this.#byId.get(id);
    const dayMs = utcDayOf(sortMs);
    const { lead, bodyHash } = leadOf(record, body, known);
    const { terms, isWide } = textTermsOf(title, lead, tags);
    const isSame =
      known !== undefined && utcDayOf(known.sortMs) === dayMs && isEqual(known.terms, terms);
    this.remove(id, sequence);
    if (dayMs < this.#retainedFromMs) return;
    const { root, links } = isSame ? known : this.#compared(id, sortMs, terms);
    const text = { title, terms, isWide, lead, bodyHash, sortMs, sequence, root, links };
    this.#set(dayMs, id, { ...text, isHeard: isSame ? known.isHeard : isHeard });
    this.#revisions.set(dayMs, sequence);
  }

  /** Root and links of a text, by comparison with earlier texts. */
  #compared(id: number, sortMs: number, terms: Uint32Array): Pick<Text, 'root' | 'links'> {
    const found = this.neighboursOf(terms, sortMs);
    const [best] = found;
    const least = terms.length <= SHORT_TERMS_MAX ? SHORT_COPY_MIN : COPY_MIN;
    const root = best !== undefined && best.likeness >= least ? best.id : id;
    return { root, links: packLinks(found) };
  }

  /** The articles of the window whose texts are most like a text, without near-copies. */
  neighboursOf(terms: Uint32Array, sortMs: number): Neighbour[] {
    if (this.#counts.isEmpty) return [];
    return this.#neighbours.find(terms, sortMs, this.#counts);
  }

  /** The likeness of a text to articles, without unknown articles and near-copies. */
  likenesses(terms: Uint32Array, ids: readonly number[]): Neighbour[] {
    return this.#neighbours.likenesses(terms, ids, this.weightOf);
  }

  byId(id: number): Text | undefined {
    return this.#byId.get(id);
  }

  /** The root of an article; its own id when it is unknown. */
  rootOf(id: number): number {
    return this.#byId.get(id)?.root ?? id;
  }

  remove(id: number, sequence: number): void {
    const known = this.#byId.get(id);
    if (known === undefined) return;
    const dayMs = utcDayOf(known.sortMs);
    this.#forget(dayMs, id);
    this.#revisions.set(dayMs, sequence);
  }

  find(id: number, sortMs: number): Text | undefined {
    return this.#days.get(utcDayOf(sortMs))?.get(id);
  }

  /** The title of an article; empty when it is unknown. */
  of(id: number, sortMs: number): string {
    return this.find(id, sortMs)?.title ?? '';
  }

  /** The likeness of each title to all titles (text-terms.ts). */
  centralityOf(articles: readonly { id: number; sortMs: number }[]): number[] {
    const titles = articles.map(({ id, sortMs }) => this.find(id, sortMs)?.terms ?? NO_LINKS);
    return centralitiesOf(titles, this.weightOf);
  }

  get weightOf(): (hash: number) => number {
    return this.#counts.weightOf;
  }

  /** Postings of common terms that comparisons skipped, since the start. */
  get missedPostings(): number {
    return this.#neighbours.missed;
  }

  /** Articles of days before the window that ends at `atMs` are not added any more. */
  retainFor(atMs: number): void {
    this.#retainedFromMs = utcDayOf(atMs - WINDOW_MS);
  }

  /** Moves days before the window to the past. @param sequence of the log entry. */
  moveTo(atMs: number, sequence: number): void {
    const before = this.#retainedFromMs;
    this.retainFor(atMs);
    const windowMs = this.#retainedFromMs;
    if (windowMs !== before) this.#pastChangedAt = sequence;
    this.#counts.fadeTo(windowMs);
    for (const dayMs of [...this.#days.keys()].sort((a, b) => a - b)) {
      if (dayMs >= windowMs) break;
      this.#pastChangedAt = sequence;
      for (const id of [...this.#days.get(dayMs)!.keys()]) this.#forget(dayMs, id, true);
      this.#days.delete(dayMs);
      this.#revisions.delete(dayMs);
    }
  }

  get pastChangedAt(): number {
    return this.#pastChangedAt;
  }

  encodePast(): Buffer {
    return this.#counts.encode();
  }

  restorePast(revision: number, bytes: Uint8Array): void {
    this.#pastChangedAt = revision;
    this.#counts.restore(bytes);
  }

  /** Days with the entry that last changed each. */
  get revisions(): [dayMs: number, sequence: number][] {
    return [...this.#revisions].sort(([a], [b]) => a - b);
  }

  encodeDay(dayMs: number): Buffer {
    const texts = [...(this.#days.get(dayMs) ?? [])].sort(([a], [b]) => a - b);
    return encode(
      texts.map(([id, { title, terms, isWide, lead, bodyHash, ...more }]): PackedText => {
        return [
          ...([id, title, columnBytes(terms), isWide] as const),
          ...([columnBytes(lead.terms), lead.all, lead.wide, bodyHash] as const),
          ...([more.sortMs, more.sequence, more.root, columnBytes(more.links)] as const),
          more.isHeard,
        ];
      }),
    );
  }

  restoreDay(dayMs: number, revision: number, bytes: Uint8Array): void {
    // A day without articles also gets an entry, so that it is removed in time.
    this.#dayAt(dayMs);
    for (const packed of decode(bytes) as PackedText[]) {
      const [id, title, terms, isWide, leadTerms, all, wide, bodyHash, ...more] = packed;
      const lead = { terms: columnOf(Uint32Array, leadTerms), all, wide };
      const text = { title, terms: columnOf(Uint32Array, terms), isWide, lead, bodyHash };
      const [sortMs = dayMs, sequence = 0, root = id, links, isHeard = true] = more;
      const known = links === undefined ? NO_LINKS : columnOf(Uint32Array, links);
      const stored = { ...text, sortMs, sequence, root, links: known, isHeard };
      this.#restored.push({ dayMs, id, text: stored, isLinked: links !== undefined });
    }
    this.#revisions.set(dayMs, revision);
  }

  /** Restores a day of an older format, which had only titles. */
  restoreTitles(dayMs: number, revision: number, bytes: Uint8Array): void {
    for (const [id, title] of decode(bytes) as [number, string][]) {
      const lead = leadTermsOf('');
      const text = { title, lead, bodyHash: '', ...textTermsOf(title, lead, []) };
      const unlinked = { sortMs: dayMs, sequence: 0, root: id, links: NO_LINKS, isHeard: true };
      this.#restored.push({ dayMs, id, text: { ...text, ...unlinked }, isLinked: false });
    }
    this.#revisions.set(dayMs, revision);
  }

  /** Counts and indexes the restored articles in the order of their arrival, with pauses. */
  *settle(): Generator<void> {
    const order = this.#restored.sort(
      (a, b) => a.text.sequence - b.text.sequence || a.text.sortMs - b.text.sortMs || a.id - b.id,
    );
    this.#restored = [];
    for (const [at, { dayMs, id, text, isLinked }] of order.entries()) {
      if (at % PAUSE_EVERY === 0) yield;
      const compared = isLinked ? {} : this.#compared(id, text.sortMs, text.terms);
      this.#set(dayMs, id, { ...text, ...compared });
    }
  }

  #set(dayMs: number, id: number, text: Text): void {
    this.#forget(dayMs, id);
    const stored = joined(text);
    this.#dayAt(dayMs).set(id, stored);
    this.#byId.set(id, stored);
    if (!isFound(id, text)) return;
    this.#counts.count(stored.terms, 1);
    this.#neighbours.put(id, text.sortMs, stored.terms);
  }

  #dayAt(dayMs: number): Map<number, Text> {
    return getOrInsert(this.#days, dayMs, () => new Map());
  }

  /** @param isPast the article moves to the past, where it still counts. */
  #forget(dayMs: number, id: number, isPast = false): void {
    const day = this.#days.get(dayMs);
    const text = day?.get(id);
    if (text === undefined) return;
    day!.delete(id);
    this.#byId.delete(id);
    if (!isFound(id, text)) return;
    if (isPast) this.#counts.letGo(text.terms);
    else this.#counts.count(text.terms, -1);
    this.#neighbours.remove(id);
  }
}

/** True when the article is counted, and others find it. */
function isFound(id: number, { root, isHeard }: Text): boolean {
  return root === id && isHeard;
}

/** The lead of a record: that of its body, also when only an earlier record had the body. */
function leadOf(
  { bodyHash, description }: NewsRecord,
  body: string | null,
  known: Text | undefined,
): Pick<Text, 'lead' | 'bodyHash'> {
  if (body !== null && body !== '') return { lead: leadTermsOf(body), bodyHash };
  if (known !== undefined && bodyHash !== '' && known.bodyHash === bodyHash) return known;
  return { lead: leadTermsOf(description ?? ''), bodyHash: '' };
}

/** A text with its lists in one buffer: separate buffers cost a tenth of the stored bytes. */
function joined(text: Text): Text {
  const { terms, lead, links } = text;
  const all = new Uint32Array(terms.length + lead.terms.length + links.length);
  all.set(terms);
  all.set(lead.terms, terms.length);
  all.set(links, terms.length + lead.terms.length);
  return {
    ...text,
    terms: all.subarray(0, terms.length),
    lead: { ...lead, terms: all.subarray(terms.length, terms.length + lead.terms.length) },
    links: all.subarray(terms.length + lead.terms.length),
  };
}

function packLinks(found: readonly Neighbour[]): Uint32Array {
  const links = new Uint32Array(2 * found.length);
  found.forEach(({ id, likeness }, at) => {
    links[2 * at] = id;
    links[2 * at + 1] = Math.round(Math.min(1, likeness) * STEPS);
  });
  return links;
}

export function eachLinkOf(
  { links }: Pick<Text, 'links'>,
  visit: (id: number, likeness: number) => void,
): void {
  for (let at = 0; at < links.length; at += 2) visit(links[at]!, links[at + 1]! / STEPS);
}

function isEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one.length === other.length && one.every((term, at) => term === other[at]);
}
