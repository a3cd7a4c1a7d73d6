/**
 * What an index offers in its thread: it folds records, gives deltas to readers, answers questions,
 * and writes and reads snapshots.
 *
 * Invariants: `apply` uses no clock, no randomness and no I/O: the same entries give the same
 * state and, from `chunk`, the same bytes. A throw in `apply` is a bug; the runtime replaces the
 * thread and tries again.
 */
import type {
  BodyUse,
  Entry,
  LogRecord,
  MaskRecord,
  RecordKind,
} from '../../kernel/model/records.js';
import type { Transferable } from './reader.js';

/** What an index says of itself before it takes anything. */
export interface IndexFormat {
  /** Format of the chunks that it writes. */
  readonly version: number;
  /** The oldest format that it reads; every one since then. */
  readonly readsFrom: number;
  readonly bodies: BodyUse;
}

/**
 * The chunks that make up the state now. A chunk's name changes whenever its content does, so a
 * name that the snapshot before has too need not be written again.
 */
export interface SnapshotPlan {
  /** Given back to a new thread at its start. */
  chunks: string[];
  /**
   * History: kept on disk as long as it is named, read one by one when somebody asks. The writer
   * is asked for the content only while the store does not have it.
   */
  cold: string[];
}

export interface IndexWriter<Delta, Question = never, Answer = never> extends IndexFormat {
  /** The kinds of records that it folds; entries of others pass it by undecoded. */
  readonly kinds: ReadonlySet<RecordKind>;
  /**
   * Milliseconds of folding between two deltas, where those of an index that answers questions are
   * too few: each delta costs readers a message, and runs that are merged later.
   */
  readonly sliceMs?: number;
  /** Folds one entry. */
  apply(entry: Entry): void;
  /**
   * Folds an entry that may take long: work that pauses after each millisecond or so, and null where the
   * entry is folded already. Until it has ended nothing of it shows, and no other entry is folded; questions
   * are answered in between.
   */
  applyInSteps?(entry: Entry): Generator<void> | null;
  /** What changed for readers since the last call; null when nothing did. */
  takeDelta(): Transferable<Delta> | null;
  /** Readers hold every delta up to this number: what they let go of may be reused. */
  acknowledge?(deltaNumber: number): void;
  /** True when `compact` would make later reads cheaper. */
  readonly canCompact?: boolean;
  /** Does a piece of idle work, of a few milliseconds. */
  compact?(): void;
  /** Answers a question. Indices whose readers answer everything have none. */
  ask?(question: Question): Transferable<Answer>;
  /** Names of the chunks that make up the state, and of those that are history. */
  plan(): SnapshotPlan;
  /**
   * Bytes of a chunk: in a buffer of their own that moves to another thread, or in shared memory
   * where nothing changes them before the next call that folds.
   */
  chunk(name: string): Uint8Array;
  /**
   * Takes a chunk back. `version`: the format of the snapshot that it comes from, no older than
   * `readsFrom`; a cold chunk may be of an older one, which it tells itself (by its name or first
   * bytes). @throws when it makes no sense: another snapshot is then tried instead.
   */
  restore(name: string, bytes: Uint8Array, version: number): void;
  /**
   * The state is whole as of an entry, and so must the next delta be. Called when all chunks are
   * back, and again when a replay has come as far as the readers are.
   */
  restored(sequence: number): void;
  /** The same where that may take long, in steps of at most a second: a thread that does nothing for long is ended. */
  restoredInSteps?(sequence: number): Iterable<void>;
  /** The snapshot last planned is durable: the content of these cold chunks need not stay in memory. */
  stored?(cold: readonly string[]): void;
  /**
   * Cold chunks that are to come back by `restore`, when there is time. That moves content, not
   * state: what the index answers does not depend on when it happens.
   */
  readonly wanted?: readonly string[];
  /** A wanted chunk cannot be read any more. */
  lost?(name: string): void;
}

/** Any index, as the runtime sees it: deltas, questions and answers pass through it unread. */
export type AnyIndexWriter = IndexWriter<unknown, unknown, unknown>;

type RecordOf<K extends RecordKind> = K extends MaskRecord['kind']
  ? MaskRecord
  : Extract<LogRecord, { kind: K }>;

/** By the kind of a record. Kinds without an entry pass the index by. */
export type Folding = {
  readonly [K in RecordKind]?: (record: RecordOf<K>, entry: Entry) => void;
};

/** The entries of all that masks. */
export function masksBy(
  mask: (record: MaskRecord, entry: Entry) => void,
): Required<Pick<Folding, MaskRecord['kind']>> {
  return { hide: mask, show: mask, erase: mask };
}

/** The kinds that a table has. */
export function kindsOf(table: Folding): ReadonlySet<RecordKind> {
  return new Set(Object.keys(table) as RecordKind[]);
}

/**
 * How an index folds records: by a table with an entry for each kind, as it answers questions.
 *
 * Folds an entry, unless its kind passes the index by.
 */
export function foldBy(table: Folding, entry: Entry): void {
  const fold = table[entry.record.kind] as ((record: LogRecord, entry: Entry) => void) | undefined;
  fold?.(entry.record, entry);
}
