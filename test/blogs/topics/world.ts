/**
 * Topics in one thread: a writer driven as the actor runtime drives it, with its chunks in memory.
 */
import type {
  DetailAnswer,
  ExplainAnswer,
  HistoryPlace,
  TopicsDelta,
} from '../../../src/blogs/topics/codec.js';
import { TopicsReader } from '../../../src/blogs/topics/reader.js';
import { TEXT_LIMITS, type TextLimits } from '../../../src/blogs/topics/state/matching/texts.js';
import {
  ACTIVE_LIMITS,
  type ActiveLimits,
} from '../../../src/blogs/topics/state/vocabulary/active-set.js';
import { TopicsWriter } from '../../../src/blogs/topics/writer.js';
import type { LogRecord } from '../../../src/kernel/model/records.js';
import type { PostEntry } from './records.js';

export const NO_NOISE = {
  version: 'test',
  tagNoise: [],
  noEqual: [],
  upstreamNoise: [],
  upstreamNoEqual: [],
};

const PUBLIC_URL = 'http://blogs.example';

export interface TopicItem {
  id: string;
  label: string;
  score: number;
  posts: number;
  blogs: number;
  titlePosts: number;
  bodyOnlyPosts: number;
  recentShare: number | null;
  baselineShare: number | null;
  lift: number | null;
  matchingRule: string;
  matchingReason: string | null;
  url?: string;
}

export interface RankingAnswer {
  items: TopicItem[];
  coverage: { matchedPosts: number };
  truncated: boolean;
  vocabulary: {
    status: string;
    excludedTermCount: number;
    exclusionReasons: { [reason: string]: number };
    activeSet: {
      eligibleTerms: number;
      activeTerms: number;
      estimatedBytes: number;
      inactiveReasons: { [reason: string]: number };
    } | null;
    [field: string]: unknown;
  };
}

export interface Snapshot {
  sequence: number;
  chunks: Map<string, Uint8Array>;
  cold: Map<string, Uint8Array>;
}

/** Limits that small texts meet: everything lies in parts, a few posts in each. */
export const TINY_TEXTS: TextLimits = { openUnits: 60, partUnits: 40, atOnceUnits: 20 };

export interface WorldOptions {
  rules?: unknown;
  limits?: ActiveLimits;
  texts?: TextLimits;
}

export class World {
  readonly reader: TopicsReader;
  writer: TopicsWriter;
  sequence = 0;
  /** What is on disk. */
  stored = new Map<string, Uint8Array>();

  constructor({
    rules = NO_NOISE,
    limits = ACTIVE_LIMITS,
    texts = TEXT_LIMITS,
  }: WorldOptions = {}) {
    this.reader = new TopicsReader(rules, limits, texts);
    this.writer = new TopicsWriter(this.reader.writerOptions());
    this.writer.restored();
  }

  fold(...entries: (LogRecord | PostEntry)[]): this {
    for (const entry of entries) {
      this.sequence += 1;
      const { record, body } = 'record' in entry ? entry : { record: entry, body: null };
      this.writer.apply({ sequence: this.sequence, record, body });
    }
    return this.cut();
  }

  cut(): this {
    const taken = this.writer.takeDelta();
    if (taken !== null) this.reader.apply(structuredClone(taken.value) satisfies TopicsDelta);
    return this;
  }

  /** One piece of idle work, as the runtime does it. */
  idle(): this {
    const [name] = this.writer.wanted;
    if (name !== undefined) {
      const bytes = this.stored.get(name);
      if (bytes === undefined) this.writer.lost(name);
      else this.writer.restore(name, bytes.slice());
    }
    this.writer.compact();
    return this.cut();
  }

  /** Idle work until there is none left. */
  settle(): this {
    for (let left = 100_000; this.writer.canCompact || this.writer.wanted.length > 0; left--) {
      if (left === 0) throw new Error('idle work does not end');
      this.idle();
    }
    return this;
  }

  /** Writes a snapshot; cold chunks go there too, and only those that are named stay there. */
  snapshot(): Snapshot {
    const { chunks, cold } = this.writer.plan();
    const taken = new Map(chunks.map((name) => [name, this.writer.chunk(name)]));
    const stored = new Map<string, Uint8Array>();
    for (const name of cold) stored.set(name, this.stored.get(name) ?? this.writer.chunk(name));
    this.stored = stored;
    this.writer.stored(cold);
    this.cut();
    return { sequence: this.sequence, chunks: taken, cold: new Map(stored) };
  }

  /** A new thread takes over from a snapshot. */
  restart({ sequence, chunks, cold }: Snapshot): this {
    this.writer = new TopicsWriter(this.reader.writerOptions());
    for (const [name, bytes] of chunks) this.writer.restore(name, bytes.slice());
    this.writer.restored();
    this.sequence = sequence;
    this.stored = new Map(cold);
    return this.cut();
  }

  ranking(nowMs: number, hours = 720, limit = 200): RankingAnswer {
    const { value } = this.writer.ask({
      type: 'ranking',
      hours,
      limit,
      nowMs,
      publicUrl: PUBLIC_URL,
    });
    return JSON.parse(Buffer.from(value as Uint8Array).toString()) as RankingAnswer;
  }

  detail(id: string, nowMs: number, hours = 720, after: HistoryPlace | null = null): DetailAnswer {
    const { value } = this.writer.ask({
      type: 'detail',
      id,
      hours,
      nowMs,
      publicUrl: PUBLIC_URL,
      after,
    });
    return structuredClone(value) as DetailAnswer;
  }

  explain(id: string, nowMs: number | null, hours = 720): ExplainAnswer {
    return this.writer.ask({ type: 'explain', id, hours, nowMs }).value as ExplainAnswer;
  }
}
