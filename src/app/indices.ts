/** Every index, by the name of its actor, which is also the name of its worker module. */

import { setTimeout as sleep } from 'node:timers/promises';
import { DirectoryReader } from '../blogs/directory/reader.js';
import { MentionsReader } from '../blogs/mentions/reader.js';
import { TopicsReader } from '../blogs/topics/reader.js';
import { Actor } from '../engine/actor/actor.js';
import type { ActorOptions } from '../engine/actor/ports.js';
import type { Ask, IndexReader } from '../engine/index/reader.js';
import { assert, TagwireError } from '../kernel/errors.js';
import { ACTORS } from '../kernel/limits.js';
import { CatalogReader } from '../news/catalog/reader.js';
import { EventsReader } from '../news/events/reader.js';
import { MediaReader } from '../news/media/reader.js';
import { PortalsReader } from '../news/portals/reader.js';
import { SimilarityReader } from '../news/similarity/reader.js';
import { TagsReader } from '../news/tags/reader.js';
import type { BlogDialogues } from '../serve/api/blog/sources.js';
import { keywordNoiseOf } from '../serve/api/news/media/media-page.js';
import type { NewsDialogues } from '../serve/api/news/sources.js';
import { type ThreadSettings, workerPath } from './paths.js';
import { ruleFile } from './rule-files.js';

/** Indices that answer lists and searches: they hold every record before it is acknowledged. */
export const SEARCHED: ReadonlySet<string> = new Set(['catalog', 'directory']);

/** New readers, empty until their actors have started. */
export function createIndices() {
  return {
    catalog: new CatalogReader(),
    media: new MediaReader(),
    tags: new TagsReader(),
    events: new EventsReader(),
    portals: new PortalsReader(keywordNoiseOf(ruleFile('keyword-noise'))),
    similarity: new SimilarityReader({
      citations: ruleFile('citations'),
      bylines: ruleFile('bylines'),
    }),
    directory: new DirectoryReader(),
    mentions: new MentionsReader(),
    topics: new TopicsReader(ruleFile('topic-noise')),
  };
}

type Indices = ReturnType<typeof createIndices>;
export type IndexName = keyof Indices;
export type { BlogDialogues, NewsDialogues };
/** The questions that indices answer in their threads. */
export type IndexDialogues = NewsDialogues & BlogDialogues;

/** The actor of an index, as the pipeline runs it. */
export function actorOf(
  name: IndexName,
  reader: IndexReader<unknown>,
  {
    threads,
    ...options
  }: Pick<ActorOptions, 'mustYield' | 'log' | 'snapshots' | 'logger'> & { threads: ThreadSettings },
): Actor {
  return new Actor({
    name,
    filename: (threads.workerPath ?? workerPath)(name),
    ...(threads.silentMsMax !== undefined && { silentMsMax: threads.silentMsMax }),
    rank: SEARCHED.has(name) ? 'searched' : 'derived',
    blockBytesMax: ACTORS.blockBytesMax,
    startOptions: () => reader.writerOptions(),
    onDelta: (delta, fresh) => reader.apply(delta, fresh),
    ...options,
  });
}

/**
 * Asks indices. Questions overtake ingest work, and wait while a thread restarts.
 * Each function throws TagwireError ACTOR_DOWN, ACTOR_OVERLOADED.
 */
export class Asking {
  readonly #actors: readonly Actor[];
  readonly #waits: RestartWaits;

  constructor(actors: readonly Actor[], waits: RestartWaits) {
    this.#actors = actors;
    this.#waits = waits;
  }

  readonly any: Ask<IndexDialogues> = (index, question) => this.#ask(index, question);
  readonly news: Ask<NewsDialogues> = (index, question) => this.#ask(index, question);
  readonly blogs: Ask<BlogDialogues> = (index, question) => this.#ask(index, question);

  async #ask(index: string, question: unknown): Promise<never> {
    const actor = this.#actors.find(({ name }) => name === index);
    assert(actor !== undefined, `there is an index ${index}`);
    // The writer has a table of answers of the same types.
    return (await this.#waits.ask(actor, question)) as never;
  }
}

/** Interval at which a waiting question checks whether the new thread is up. */
const LOOK_MS = 20;

type Asked = Pick<Actor, 'ask' | 'figures'>;

/**
 * Asks actors again after a restart of their threads, so that callers do not see that a thread died.
 *
 * Invariants: a question is asked at most twice, because the question itself may kill the thread. It waits a
 * bounded time, and a bounded number of questions wait.
 */
export class RestartWaits {
  #waiting = 0;
  #isOver = false;

  /** Questions that wait for a thread. */
  get waiting(): number {
    return this.#waiting;
  }

  /** @throws TagwireError ACTOR_DOWN, ACTOR_OVERLOADED. */
  async ask(actor: Asked, question: unknown): Promise<unknown> {
    try {
      return await actor.ask(question);
    } catch (error) {
      const isDown = error instanceof TagwireError && error.code === 'ACTOR_DOWN';
      if (!isDown || !(await this.#isBack(actor))) throw error;
      return actor.ask(question);
    }
  }

  /** Ends all waiting: no thread starts any more. */
  end(): void {
    this.#isOver = true;
  }

  async #isBack(actor: Asked): Promise<boolean> {
    if (this.#waiting >= ACTORS.questionsWaitingMax) return false;
    this.#waiting += 1;
    try {
      for (let leftMs = ACTORS.questionWaitMsMax; leftMs > 0 && !this.#isOver; leftMs -= LOOK_MS) {
        if (actor.figures.isFollowing) return true;
        await sleep(LOOK_MS);
      }
      return false;
    } finally {
      this.#waiting -= 1;
    }
  }
}
