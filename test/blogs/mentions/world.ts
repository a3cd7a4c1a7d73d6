/**
 * A mentions index in one thread, driven as the actor runtime drives it, and its answers parsed.
 */
import { MENTIONS_VERSION, type RelationHours } from '../../../src/blogs/mentions/codec.js';
import { MentionsReader } from '../../../src/blogs/mentions/reader.js';
import { MentionsWriter } from '../../../src/blogs/mentions/writer.js';
import type { LogRecord } from '../../../src/kernel/model/records.js';

export interface EdgeBody {
  sourceBlogId: number;
  targetBlogId: number;
  count: number;
  share: number;
  firstMentionAt: string | null;
  lastMentionAt: string | null;
  mutual: boolean;
}

export interface EvidenceBody {
  postId: number;
  postTitle: string;
  postUrl: string;
  targetUrl: string;
  anchor: string;
  publishedAt: string | null;
  sourceBlogId: number;
  targetBlogId: number;
  location: string;
}

export interface CoverageBody {
  observedPosts: number;
  totalPosts: number;
  failedPosts: number;
  noBodyPosts: number;
  unknownDatePosts: number;
  unresolvedLinks: number;
  truncatedPosts: number;
  graphTruncated: boolean;
  aggregationTruncated: boolean;
  sampledAt: string | null;
  method: string;
  nonBodyLinks: { sidebar: number; blogroll: number; comment: number };
}

export interface RelationsBody {
  hours: number;
  days: number;
  generatedAt: string;
  nodes: { id: number; slug: string; name: string; iconUrl: string | null }[];
  edges: EdgeBody[];
  mostMentioned: { blogId: number; mentions: number; incomingBlogs: number }[];
  mutual: {
    sourceBlogId: number;
    targetBlogId: number;
    forwardCount: number;
    reverseCount: number;
  }[];
  coverage: CoverageBody;
}

export interface ProfileBody extends RelationsBody {
  blogId: number;
  outgoing: EdgeBody[];
  incoming: EdgeBody[];
  evidence: EvidenceBody[];
  profileTruncated: boolean;
}

export interface Chunk {
  name: string;
  bytes: Uint8Array;
}

export class World {
  readonly reader = new MentionsReader();
  writer: MentionsWriter;
  sequence = 0;
  readonly #linksMax: number | undefined;

  constructor(linksMax?: number) {
    this.#linksMax = linksMax;
    this.writer = this.#start();
    this.writer.restored(0);
    this.#pass();
  }

  fold(...records: LogRecord[]): this {
    for (const record of records) {
      this.sequence += 1;
      this.writer.apply({ sequence: this.sequence, record, body: null });
    }
    this.#pass();
    return this;
  }

  /** The site-wide answer as a client would parse it. */
  relations(nowMs: number, hours: RelationHours = 2160): RelationsBody {
    const { value } = this.writer.ask({ type: 'relations', hours, nowMs });
    return JSON.parse(Buffer.from(value as Uint8Array).toString()) as RelationsBody;
  }

  profile(nowMs: number, slug: string, hours: RelationHours = 2160): ProfileBody | null {
    const { value } = this.writer.ask({ type: 'profile', slug, hours, nowMs });
    return value === null
      ? null
      : (JSON.parse(Buffer.from(value as Uint8Array).toString()) as ProfileBody);
  }

  snapshot(): Chunk[] {
    return this.writer.plan().chunks.map((name) => ({ name, bytes: this.writer.chunk(name) }));
  }

  /** A new thread takes over from a snapshot. */
  restart(chunks: readonly Chunk[], version = MENTIONS_VERSION): this {
    this.writer = this.#start();
    for (const { name, bytes } of chunks) this.writer.restore(name, bytes.slice(), version);
    this.writer.restored(this.sequence);
    this.#pass();
    return this;
  }

  /** `source>target count`, in the order of the answer. */
  edgesOf(nowMs: number, hours: RelationHours = 2160): string[] {
    return this.relations(nowMs, hours).edges.map(
      ({ sourceBlogId, targetBlogId, count }) => `${sourceBlogId}>${targetBlogId} ${count}`,
    );
  }

  #start(): MentionsWriter {
    const options = this.reader.writerOptions();
    const linksMax = this.#linksMax;
    return new MentionsWriter(linksMax === undefined ? options : { linksMax });
  }

  #pass(): void {
    const taken = this.writer.takeDelta();
    if (taken !== null) this.reader.apply(structuredClone(taken.value));
  }
}
