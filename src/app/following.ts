/**
 * A server that keeps a read-only copy of another server, by the changes of that server alone.
 *
 * The description at each followed address says which of the two services it is; then a copy of that
 * service runs. Invariants: the store takes records from nowhere else. A store whose ids do not fit the
 * other server's is discarded as a whole before it is opened again.
 * Not here: how a service is copied (follower/).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, MINUTE_MS, SECOND_MS, systemMonotonic } from '../kernel/clock.js';
import type { Config } from '../kernel/config.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import { type ChangeFeed, feedStart } from '../serve/streams/change-feed.js';
import type { CopiedService } from '../store/follower/change-lines.js';
import { FollowNote, followedBy } from '../store/follower/follow-note.js';
import type { CopySink } from '../store/follower/owners.js';
import { FollowedPeer } from '../store/follower/peer.js';
import { type CopyState, ServiceCopy } from '../store/follower/service-copy.js';
import { lockFolder } from '../store/lock.js';
import { holdsStore, removeStore } from '../store/log/store-traces.js';
import type { Pipeline } from './pipeline.js';
import { allRegistered } from './registered.js';

/** Changes of one read when lists and searches are asked for. */
const SHOWN_MAX = 1000;

type Feeds = { [S in CopiedService]: ChangeFeed };

export class Following {
  readonly #config: Config;
  readonly #logger: Logger;
  readonly #note: FollowNote;
  readonly #over = new AbortController();
  readonly #copies = new Map<CopiedService, ServiceCopy>();
  /** Addresses whose service is not known yet, each with the reason. */
  readonly #unknown = new Map<string, string>();
  #onForeign: () => void = () => undefined;
  /** Resolves when the store no longer fits the other server: the server must start again with an empty store. */
  readonly isForeign = new Promise<void>((resolve) => {
    this.#onForeign = resolve;
  });

  private constructor(config: Config, logger: Logger) {
    this.#config = config;
    this.#logger = logger;
    this.#note = new FollowNote(config.data);
    for (const url of config.follow) this.#unknown.set(withoutSlash(url), 'not asked yet');
  }

  /**
   * The `Following` of a configuration; null where it follows nothing. Called before the store is opened.
   * @throws TagwireError CONFIG_INVALID, STORE_LOCKED, STORE_READ_ONLY where a copy is opened as a store of its own.
   */
  static of(config: Config, logger: Logger): Following | null {
    const { data, follow, crawl, log } = config;
    if (follow.length === 0) {
      demandOwn(data);
      return null;
    }
    if (crawl) throw invalid('a copy of another server takes no records: leave out --crawl');
    if (log !== 'local') throw invalid('a copy of another server has a log of its own: no --log');
    // The lock keeps other processes from making a store here until the note is written, which then does.
    const release = lockFolder(data);
    try {
      if (followedBy(data) === null && holdsStore(data)) {
        throw invalid(`${data} holds a store of its own; --follow begins with an empty folder`);
      }
      const following = new Following(config, logger);
      following.#discard();
      following.#note.write();
      return following;
    } finally {
      release();
    }
  }

  start(pipeline: Pipeline, clock: Clock, feeds: Feeds): void {
    const sink = sinkOf(pipeline, clock, feeds);
    for (const url of [...this.#unknown.keys()]) void this.#identify(url, sink);
  }

  async close(): Promise<void> {
    this.#over.abort();
    await Promise.all([...this.#copies.values()].map((copy) => copy.stop()));
  }

  /** Why records are refused. */
  get refusal(): string {
    return `this server keeps a copy of ${this.#config.follow.join(' and ')}: send records there`;
  }

  /** The address that a service is copied from; null while it is not known. */
  urlOf(service: CopiedService): string | null {
    const known = this.#note.of(service)?.url ?? null;
    return this.#copies.get(service)?.state.url ?? known;
  }

  get states(): CopyState[] {
    return [...this.#copies.values()].map((copy) => copy.state);
  }

  /** Lines of `/readyz`. */
  lines(): string[] {
    const lines = [...this.#unknown].map(([url, why]) => `follows ${url}: ${why}`);
    for (const { service, url, behindMs, isListening, trouble, refused } of this.states) {
      const behind = behindMs === null ? 'unknown' : `${(behindMs / SECOND_MS).toFixed(1)} s`;
      lines.push(`follows ${url} ${service}`, `behind ${service} ${behind}`);
      lines.push(`woken ${service} ${isListening ? 'by its stream' : 'by the clock'}`);
      if (refused > 0) lines.push(`left-out ${service} ${refused}`);
      if (trouble !== null) lines.push(`trouble ${service} ${trouble}`);
    }
    return lines;
  }

  /** Why a balancer should ask another server; null once every copy has been whole. */
  unready(): string | null {
    const [unknown] = this.#unknown.keys();
    if (unknown !== undefined) return `following: ${unknown} has not answered yet`;
    const part = this.states.find(({ isWhole }) => !isWhole);
    return part === undefined ? null : `following: not everything of ${part.url} has been read yet`;
  }

  /** Asks an address which service it is, until it answers, and starts a copy of that service. */
  async #identify(url: string, sink: CopySink): Promise<void> {
    const peer = new FollowedPeer(url, this.#over.signal);
    let service = this.#note.serviceOf(url);
    for (let waitMs = SECOND_MS; service === null; waitMs = Math.min(2 * waitMs, MINUTE_MS)) {
      try {
        service = serviceOf(await peer.get('/api/v1/openapi.json'));
      } catch (error) {
        if (this.#over.signal.aborted) return;
        const reason = messageOf(error);
        if (this.#unknown.get(url) !== reason) {
          this.#logger.warn({ peer: url, reason }, 'the other server could not be followed');
        }
        this.#unknown.set(url, reason);
        await sleep(waitMs, null, { ref: false, signal: this.#over.signal }).catch(() => undefined);
      }
    }
    if (this.#over.signal.aborted) return;
    if (this.#copies.has(service)) {
      this.#unknown.set(url, `a second ${service} service; one of each can be followed`);
      return;
    }
    const copy = new ServiceCopy({
      ...{ service, peer, sink, note: this.#note, logger: this.#logger },
      monotonic: systemMonotonic,
      everyMs: this.#config.followSeconds * SECOND_MS,
      onForeign: (why) => this.#forget(why),
    });
    this.#copies.set(service, copy);
    this.#unknown.delete(url);
    this.#logger.info({ service, peer: url }, 'following');
    copy.start();
  }

  #forget(why: string): void {
    this.#logger.warn({ reason: why }, 'the copy is discarded and begun anew');
    this.#note.discard(false);
    this.#onForeign();
  }

  /** Empties the folder where the note says so, also for a process that died before it could. */
  #discard(): void {
    if (!this.#note.isDiscarded) return;
    removeStore(this.#config.data);
    this.#note.discard(true);
  }
}

/** @throws TagwireError STORE_READ_ONLY where the store of a folder is a copy. */
export function demandOwn(folder: string): void {
  const url = followedBy(folder);
  if (url === null) return;
  throw new TagwireError(
    'STORE_READ_ONLY',
    `the store in ${folder} is a copy of ${url}: serve it with --follow ${url}, or delete follow.json there to make it a store of its own`,
  );
}

/** The address from which the service of a name, or of its pages, is copied; empty where the service is no copy. */
export function originalOf(
  following: Following | null,
  name: string,
): { original?: () => string | null } {
  if (following === null) return {};
  const service = name.startsWith('blog') ? 'blog' : 'news';
  return { original: () => following.urlOf(service) };
}

function sinkOf(pipeline: Pipeline, clock: Clock, feeds: Feeds): CopySink {
  const encoder = new TextEncoder();
  return {
    copy: (lines) => {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      return pipeline.ingest([encoder.encode(text)], false, clock.nowMs(), true);
    },
    find: (kind, urls, ids) => pipeline.read('find', { kind, urls, ids }),
    urlOf: async (kind, id) => {
      const record = (await pipeline.item(kind, id))?.record;
      return record?.kind === 'news' || record?.kind === 'post' ? record.url : null;
    },
    owners: async (kind) => {
      const all = await allRegistered(pipeline, kind);
      return all.map(({ record }) => (record.kind === 'media' ? record.media : record.slug));
    },
    shown: async function* (service) {
      for (let place = feedStart(clock.nowMs()); ; ) {
        const page = await feeds[service].page(place, clock.nowMs(), SHOWN_MAX);
        if (page === null) return;
        yield* page.changes.filter(({ json }) => json !== null);
        if (page.caughtUp) return;
        place = page.next;
      }
    },
    sequence: () => pipeline.headSequence,
  };
}

/** The service of a description. @throws Error where no service is described that can be followed. */
function serviceOf(description: unknown): CopiedService {
  const { paths } = description as { paths?: { [path: string]: unknown } };
  if (typeof paths !== 'object' || paths === null) throw new Error('it does not describe itself');
  if (!('/api/v1/changes' in paths)) {
    throw new Error('it has no /api/v1/changes: it is older than that, or no Tagwire');
  }
  if ('/api/v1/media' in paths) return 'news';
  if ('/api/v1/blogs' in paths) return 'blog';
  throw new Error('it is neither of the two services');
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function invalid(message: string): TagwireError {
  return new TagwireError('CONFIG_INVALID', message);
}
