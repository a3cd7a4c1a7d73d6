/**
 * Notes of a shared log's head, beside the stream, whose messages expire: no node writes that has
 * less.
 *
 * ```
 *  witness  head     with every acknowledgement, in the memory of the engine's servers
 *  shared   head     a few times a lease while it changes; never expires
 *           members  every node that ever could write
 * ```
 *
 * After a loss of power the engine has the data that it had synced: the stream and `shared` may
 * both be older, and consistent. Then the witness is missing, which shows the loss: only a
 * comparison of all members shows which member has most entries.
 *
 * Invariants: a note is followed only by a note of a later entry, except by `replace`, at the
 * request of an operator; an entry is noted when a store has it. Not here: the writer (node.ts).
 */
import { type Bucket, type Engine, EngineRefused, EngineUnsure, type Held } from './engine.js';

const HEAD = 'head';
const MEMBERS = 'members';
/** Of two concurrent notes one is refused, and tried again. */
const TRIES_MAX = 8;

export interface NotedHead {
  entry: number;
  /** Chain hash of the entry, in hex. */
  hash: string;
  /** Number of the writer, counted over all writers of the log. */
  term: number;
  /** Nodes that are known to have the entry. */
  nodes: string[];
}

/** The minimal state of a node that may write. */
export interface HeadRequirement {
  /** The newest note; null in a log without notes. */
  head: NotedHead | null;
  /** Whether the engine has lost nothing since that note. */
  isSure: boolean;
  members: string[];
}

export class HeadNote {
  readonly #engine: Engine;
  #witness: { revision: number; entry: number } | null = null;
  #keptEntry = -1;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async standing(): Promise<HeadRequirement> {
    const [witness, kept, members] = await Promise.all([
      this.#engine.held('witness', HEAD),
      this.#engine.held('shared', HEAD),
      this.#engine.held('shared', MEMBERS),
    ]);
    const notes = [witness, kept].map(noteOf).filter((note) => note !== null);
    const head = notes.sort((a, b) => b.entry - a.entry)[0] ?? null;
    return { head, isSure: witness !== null, members: namesOf(members) };
  }

  /** Adds a node to the members. */
  async register(node: string): Promise<void> {
    await this.#put('shared', MEMBERS, (found) => {
      const names = namesOf(found);
      return names.includes(node) ? null : JSON.stringify([...names, node].sort());
    });
  }

  /**
   * Notes an entry that will be acknowledged next.
   * @param mayBegin when no note exists, this process knows that no other node has more.
   * @throws EngineUnsure when all servers of the engine were restarted meanwhile.
   */
  async confirm(head: NotedHead, mayBegin: () => boolean): Promise<void> {
    const value = JSON.stringify(head);
    if (this.#witness !== null) {
      if (this.#witness.entry >= head.entry) return;
      const { revision } = this.#witness;
      const renewed = await refusable(this.#engine.renew('witness', HEAD, value, revision));
      this.#witness = renewed === null ? null : { revision: renewed, entry: head.entry };
      if (renewed !== null) return;
    }
    const revision = await this.#put('witness', HEAD, (found) => {
      if (found === null && !mayBegin()) {
        throw new EngineUnsure(
          'the servers of NATS were restarted: what they have is compared first',
        );
      }
      return isLater(head, found) ? value : null;
    });
    this.#witness = revision === null ? null : { revision, entry: head.entry };
  }

  /** Reads the witness again, after a while without an entry. */
  async look(head: NotedHead, mayBegin: () => boolean): Promise<void> {
    this.#witness = null;
    await this.confirm(head, mayBegin);
  }

  /** Notes an entry in `shared`, unless this process has noted it already. */
  async keep(head: NotedHead): Promise<void> {
    if (head.entry === this.#keptEntry) return;
    await this.#put('shared', HEAD, (found) =>
      isLater(head, found) ? JSON.stringify(head) : null,
    );
    this.#keptEntry = head.entry;
  }

  /** Replaces head and members, after an operator has given up missing entries. */
  async replace(head: NotedHead, members: readonly string[]): Promise<void> {
    await this.#put('shared', MEMBERS, () => JSON.stringify([...members].sort()));
    await this.#put('shared', HEAD, () => JSON.stringify(head));
    await this.#put('witness', HEAD, () => JSON.stringify(head));
  }

  /** Replaces a value by a function of it; null leaves the value. @returns the revision, or null. */
  async #put(
    bucket: Bucket,
    key: string,
    next: (found: Held | null) => string | null,
  ): Promise<number | null> {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const found = await this.#engine.held(bucket, key);
      const value = next(found);
      if (value === null) return null;
      const put =
        found === null
          ? this.#engine.claim(bucket, key, value)
          : this.#engine.renew(bucket, key, value, found.revision);
      const revision = await refusable(put);
      if (revision !== null) return revision;
    }
    throw new EngineUnsure(`the note "${key}" changes all the time`);
  }
}

/** Null where the engine refused. */
async function refusable(work: Promise<number>): Promise<number | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof EngineRefused) return null;
    throw error;
  }
}

function isLater(head: NotedHead, found: Held | null): boolean {
  const noted = noteOf(found);
  return noted === null || head.entry > noted.entry;
}

function noteOf(found: Held | null): NotedHead | null {
  return found === null ? null : (JSON.parse(found.value) as NotedHead);
}

function namesOf(found: Held | null): string[] {
  return found === null ? [] : (JSON.parse(found.value) as string[]);
}
