/**
 * A similarity index in one thread, driven as the actor runtime drives it, with invented texts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash64, hexOf } from '../../../src/kernel/hash.js';
import type { LogRecord, NewsRecord } from '../../../src/kernel/model/records.js';
import { codePointLength } from '../../../src/kernel/text/text.js';
import type { SimilarityQuestion } from '../../../src/news/similarity/answers/dialogue.js';
import type {
  AuditAnswer,
  DailyAnswer,
  EvidenceAnswer,
  EvidenceQuestion,
  GraphAnswer,
  MatchesAnswer,
  Period,
  SimilarityDelta,
} from '../../../src/news/similarity/codec.js';
import { SimilarityReader } from '../../../src/news/similarity/reader.js';
import { SimilarityWriter } from '../../../src/news/similarity/writer.js';
import { root } from '../../tidy/root.js';
import { newsOf } from '../catalog/records.js';
import { NaiveIndex } from './naive.js';

const ruleFile = (name: string): unknown =>
  JSON.parse(readFileSync(join(root, 'data', `${name}.json`), 'utf8'));
const RULES = { citations: ruleFile('citations'), bylines: ruleFile('bylines') };

export interface Chunk {
  name: string;
  bytes: Uint8Array;
}

/** What the graph says, parsed. */
export interface GraphBody {
  coverage: { media: string; [count: string]: unknown }[];
  index: { [count: string]: number };
  nodes: { id: string; [count: string]: unknown }[];
  edges: { source: string; target: string; kind: string; count: number; score: number | null }[];
}

export interface DailyBody {
  days: string[];
  totals: { [column: string]: number[] };
  media: { media: string; [column: string]: string | number[] }[];
}

export class World {
  readonly reader = new SimilarityReader(RULES);
  readonly naive = new NaiveIndex();
  writer = new SimilarityWriter(this.reader.writerOptions());
  sequence = 0;

  constructor() {
    this.writer.restored(0);
    this.#cut();
  }

  /** Folds a record into the index and into the naive one. */
  fold(record: LogRecord, body: string | null = null): this {
    this.sequence += 1;
    this.writer.apply({ sequence: this.sequence, record, body });
    this.naive.apply(record, body);
    this.#cut();
    return this;
  }

  snapshot(): Chunk[] {
    const { chunks } = this.writer.plan();
    return chunks.map((name) => ({ name, bytes: this.writer.chunk(name) }));
  }

  /** A new thread takes over from a snapshot of now. */
  restart(chunks = this.snapshot()): this {
    this.writer = new SimilarityWriter(this.reader.writerOptions());
    for (const { name, bytes } of chunks) this.writer.restore(name, Uint8Array.from(bytes));
    this.writer.restored(this.sequence);
    this.#cut();
    return this;
  }

  graph(period: Period, threshold: number): GraphBody {
    const { json } = this.#ask<GraphAnswer>({ type: 'graph', period, threshold });
    return JSON.parse(`{${Buffer.from(json)}}`) as GraphBody;
  }

  daily(period: Period, threshold: number, nowMs: number): DailyBody {
    const { json } = this.#ask<DailyAnswer>({ type: 'daily', period, threshold, nowMs });
    return JSON.parse(`{${Buffer.from(json)}}`) as DailyBody;
  }

  evidence(question: Partial<EvidenceQuestion> & { period: Period }): EvidenceAnswer {
    return this.#ask<EvidenceAnswer>({
      type: 'evidence',
      threshold: 0.5,
      mode: 'all',
      node: null,
      edge: null,
      direction: 'all',
      scope: null,
      focus: null,
      needle: '',
      page: 0,
      ...question,
    });
  }

  matches(articleId: number, threshold = 0.5, untilMs = Number.POSITIVE_INFINITY): MatchesAnswer {
    return this.#ask<MatchesAnswer>({ type: 'matches', articleId, threshold, untilMs });
  }

  audit(sample: number): AuditAnswer {
    return this.#ask<AuditAnswer>({ type: 'audit', sample });
  }

  #ask<T>(question: SimilarityQuestion): T {
    // Answers cross threads: what arrives is a copy.
    return structuredClone(this.writer.ask(question).value) as T;
  }

  #cut(): void {
    const taken = this.writer.takeDelta();
    if (taken !== null) this.reader.apply(structuredClone(taken.value) as SimilarityDelta);
  }
}

/** An article's record with the facts of its body. */
export function articleOf(
  id: number,
  media: string,
  sortMs: number,
  body: string,
  fields: Partial<NewsRecord> = {},
): NewsRecord {
  const bodyChars = codePointLength(body);
  return newsOf(id, media, sortMs, {
    bodyChars,
    bodyHash: body === '' ? '' : hexOf(hash64(Buffer.from(body))),
    bodyStatus: body === '' ? 'missing' : bodyChars >= 100 ? 'ok' : 'short',
    ...fields,
  });
}
