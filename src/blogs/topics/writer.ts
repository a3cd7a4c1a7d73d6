/**
 * Folds news tags, blogs and posts into topics, and answers questions about them.
 *
 * Invariants: answers depend on the log and, until idle work is done, on the progress of that work:
 * evidence may be missing until then, and is never wrong. The names of chunks contain a stamp that grows with every
 * entry and every piece of idle work, because both change chunks.
 * Not here: matching (state/matching/findings.ts, state/matching/rematch.ts), the vocabulary, scoring, joining of
 * answers in handlers.
 */
import {
  type Answering,
  answerBy,
  copied,
  moved,
  type Transferable,
} from '../../engine/index/reader.js';
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
import type { Entry, MaskRecord, PostRecord, RevokeRecord } from '../../kernel/model/records.js';
import { Rankings } from './answers/answers.js';
import { detailOf } from './answers/detail.js';
import { explainTopic } from './answers/explain.js';
import { dayTopicsOf, numbersOf } from './answers/numbers.js';
import { TOPICS_CHUNKS } from './chunks.js';
import {
  TOPICS_READS_FROM,
  TOPICS_VERSION,
  type TopicsAnswer,
  type TopicsDelta,
  type TopicsDialogue,
  type TopicsOptions,
  type TopicsQuestion,
} from './codec.js';
import { TopicBlogs } from './state/blogs.js';
import { Findings } from './state/matching/findings.js';
import { POST } from './state/matching/posts.js';
import { Rematch } from './state/matching/rematch.js';
import { Vocabulary } from './state/vocabulary/vocabulary.js';

interface Notes {
  stamp: number;
  lastTickMs: number;
  vocabulary: ReturnType<Vocabulary['notes']>;
  texts: ReturnType<Findings['texts']['notes']>;
}

export class TopicsWriter implements IndexWriter<TopicsDelta, TopicsQuestion, TopicsAnswer> {
  readonly version = TOPICS_VERSION;
  readonly readsFrom = TOPICS_READS_FROM;
  readonly bodies = 'needed';
  readonly #vocabulary: Vocabulary;
  readonly #findings: Findings;
  readonly #rematch: Rematch;
  readonly #blogs = new TopicBlogs();
  readonly #rankings: Rankings;
  #stamp = 0;
  #lastTickMs = Number.NEGATIVE_INFINITY;
  #masks = 0;
  #isChanged = false;
  #isRestored = false;

  readonly #folding: Folding = {
    news: (record) => this.#vocabulary.pool.put(record, this.#stamp),
    blog: (record) => {
      this.#blogs.put(record, this.#stamp);
      this.#findings.revision += 1;
    },
    post: (record, { body }) => this.#putPost(record, body),
    tick: ({ atMs }) => this.#tick(atMs),
    rewind: ({ atMs }) => this.#rewind(atMs),
    ...masksBy((record) => this.#mask(record)),
    revoke: (record) => this.#revoke(record),
  };
  readonly kinds = kindsOf(this.#folding);

  readonly #answering: Answering<TopicsDialogue> = {
    ranking: (asked) => {
      const bytes = this.#rankings.answer(asked);
      return moved(bytes, [bytes]);
    },
    detail: (asked) => copied(detailOf(this.#findings, this.#blogs, asked)),
    day: (asked) => copied(dayTopicsOf(this.#findings, this.#blogs, asked)),
    explain: (asked) => {
      const request = { ...asked, nowMs: asked.nowMs ?? this.#lastTickMs };
      return copied(explainTopic(this.#findings, this.#blogs, request));
    },
    numbers: (asked) => {
      return copied(numbersOf(this.#findings, this.#blogs, this.#rankings, asked));
    },
  };

  constructor({ rules, limits, texts }: TopicsOptions) {
    this.#vocabulary = new Vocabulary(rules, limits);
    this.#findings = new Findings(this.#vocabulary, texts);
    this.#rematch = new Rematch(this.#findings);
    this.#rankings = new Rankings(this.#findings, this.#blogs);
  }

  get canCompact(): boolean {
    return this.#rematch.hasWork;
  }

  get wanted(): readonly string[] {
    return this.#rematch.wanted;
  }

  apply(entry: Entry): void {
    this.#stamp = Math.max(this.#stamp + 1, entry.sequence);
    this.#isChanged = true;
    foldBy(this.#folding, entry);
  }

  takeDelta(): Transferable<TopicsDelta> | null {
    if (!this.#isChanged) return null;
    this.#isChanged = false;
    return copied({ figures: this.#figures(), masks: this.#masks });
  }

  compact(): void {
    this.#stamp += 1;
    this.#isChanged = true;
    this.#rematch.step(this.#lastTickMs, this.#stamp);
  }

  ask(question: TopicsQuestion): Transferable<TopicsAnswer> {
    return answerBy(this.#answering, question);
  }

  plan(): SnapshotPlan {
    this.#stamp += 1;
    this.#rematch.finish(this.#stamp);
    if (this.#vocabulary.isBuilding) this.#rematch.swap(this.#lastTickMs, this.#stamp);
    const texts = this.#findings.texts.plan();
    const state = [...this.#vocabulary.plan(), ...this.#findings.plan(), ...this.#blogs.plan()];
    const notes = TOPICS_CHUNKS.format('notes', this.#stamp);
    return { chunks: [notes, ...state, ...texts.chunks], cold: texts.cold };
  }

  chunk(name: string): Uint8Array {
    const { kind } = TOPICS_CHUNKS.parse(name);
    if (kind === 'notes') return encodeOwn(this.#notes());
    if (kind === 'blogs') return this.#blogs.chunk();
    const bytes =
      this.#vocabulary.chunk(name) ??
      this.#findings.chunk(name) ??
      this.#findings.texts.chunk(name);
    assert(bytes !== null, `chunk ${name} is part of the plan`);
    return bytes;
  }

  restore(name: string, bytes: Uint8Array): void {
    const { kind } = TOPICS_CHUNKS.parse(name);
    if (this.#isRestored) {
      this.#stamp += 1;
      this.#isChanged = true;
      assert(this.#rematch.restore(name, bytes, this.#stamp), `chunk ${name} was wanted`);
    } else if (kind === 'notes') this.#restoreNotes(decode(bytes) as Notes);
    else if (kind === 'blogs') this.#blogs.restore(name, bytes);
    else if (kind === 'open') this.#findings.texts.restoreOpen(name, bytes);
    else {
      const isKnown = this.#vocabulary.restore(name, bytes) || this.#findings.restore(name, bytes);
      assert(isKnown, `chunk ${name} is of a known kind`);
    }
  }

  restored(): void {
    this.#isChanged = true;
    if (this.#isRestored) return;
    this.#isRestored = true;
    this.#vocabulary.restored();
    this.#findings.restored();
  }

  stored(cold: readonly string[]): void {
    this.#rematch.stored(cold);
    this.#isChanged = true;
  }

  lost(name: string): void {
    this.#stamp += 1;
    this.#rematch.lost(name, this.#lastTickMs, this.#stamp);
  }

  #putPost(record: PostRecord, body: string | null): void {
    const blog = this.#blogs.bySlug(record.blog);
    if (blog === null || blog.erased) return;
    this.#findings.putPost(record, blog.id, body, this.#lastTickMs, this.#stamp);
  }

  #tick(atMs: number): void {
    if (atMs <= this.#lastTickMs) return;
    this.#lastTickMs = atMs;
    // The actor was not idle since the last tick: the set is completed now.
    if (this.#vocabulary.isBuilding) this.#swap();
    const hasRows = (term: number): boolean =>
      this.#findings.evidence.countOf(term) > 0 ||
      this.#findings.labels.countOf(term) > 0 ||
      this.#findings.wasWithdrawn(term);
    const isChosen = this.#vocabulary.tick(atMs, hasRows, this.#stamp);
    if (isChosen && this.#vocabulary.isSoonBuilt) this.#swap();
    this.#findings.revision += 1;
  }

  #rewind(atMs: number): void {
    this.#lastTickMs = Math.min(atMs, this.#lastTickMs);
    this.#vocabulary.rewind(atMs);
    this.#findings.revision += 1;
  }

  #swap(): void {
    this.#rematch.swap(this.#lastTickMs, this.#stamp);
    this.#rematch.catchUp(this.#lastTickMs, this.#stamp);
  }

  #mask(mask: MaskRecord): void {
    this.#masks += 1;
    const { kind, target, id } = mask;
    if (target === 'blog') {
      const blog = this.#blogs.mask(mask, this.#stamp);
      if (kind === 'erase' && blog !== null) this.#findings.eraseBlog(blog.id, this.#stamp);
      this.#findings.revision += 1;
    } else if (target === 'post') {
      if (id === null) return;
      if (kind === 'erase') this.#findings.erasePost(id, this.#stamp);
      else this.#findings.setPostFlag(id, POST.hidden, kind === 'hide', this.#stamp);
    } else this.#vocabulary.pool.mask(mask, this.#stamp);
  }

  #revoke({ topic, postId }: RevokeRecord): void {
    this.#masks += 1;
    if (postId !== null) this.#findings.revokePost(postId, this.#stamp);
    const term = topic === null ? -1 : this.#vocabulary.resolve(topic);
    if (term >= 0) this.#findings.revokeTopic(term, this.#stamp);
  }

  #notes(): Notes {
    return {
      stamp: this.#stamp,
      lastTickMs: this.#lastTickMs,
      vocabulary: this.#vocabulary.notes(),
      texts: this.#findings.texts.notes(),
    };
  }

  #restoreNotes({ stamp, lastTickMs, vocabulary, texts }: Notes): void {
    this.#stamp = stamp;
    this.#lastTickMs = lastTickMs;
    this.#vocabulary.restoreNotes(vocabulary);
    this.#findings.texts.restoreNotes(texts);
  }

  #figures(): { [name: string]: number } {
    const { posts, evidence, texts, awaiting } = this.#findings;
    return {
      terms: this.#vocabulary.terms.size,
      activeTerms: this.#vocabulary.matcher.terms,
      matcherBytes: this.#vocabulary.matcher.byteLength,
      newsArticles: this.#vocabulary.pool.size,
      posts: posts.idsEnd - 1,
      versions: posts.versions,
      rows: evidence.rows,
      textBytes: texts.byteLength,
      textParts: texts.parts.size,
      textPartsBehind: this.#rematch.partsBehind,
      postsAwaiting: awaiting.size,
      heldBytes: this.#vocabulary.byteLength + this.#findings.byteLength,
    };
  }
}
