/**
 * The part of an index in its own thread: it folds records, gives deltas to readers, answers questions,
 * and writes and reads snapshots.
 *
 * Invariants: `apply` uses no clock, no randomness and no I/O: the same entries give the same state and, from
 * `chunk`, the same bytes. A throw in `apply` is a bug; the runtime replaces the thread and tries again.
 */
import type {
  BodyUse,
  Entry,
  LogRecord,
  MaskRecord,
  RecordKind,
} from '../../kernel/model/records.js';
import type { Transferable } from './reader.js';

/** Properties of an index that are known before its first command. */
export interface IndexFormat {
  readonly version: number;
  /** The oldest format that it reads; it reads every later one too. */
  readonly readsFrom: number;
  readonly bodies: BodyUse;
}

/**
 * The chunks of the current state. A chunk's name changes whenever its content does, so a chunk whose
 * name the previous snapshot has need not be written again.
 */
export interface SnapshotPlan {
  /** Chunks that a new thread gets at its start. */
  chunks: string[];
  /**
   * History: stored on disk while a plan names it, and read one by one on demand. The writer is asked for
   * the content only while the store does not have it.
   */
  cold: string[];
}

export interface IndexWriter<Delta, Question = never, Answer = never> extends IndexFormat {
  /** The kinds of records that it folds; entries of other kinds are skipped undecoded. */
  readonly kinds: ReadonlySet<RecordKind>;
  /**
   * Milliseconds of folding between two deltas; for an index that answers no questions, more than the
   * default: each delta costs readers a message, and runs that are merged later.
   */
  readonly sliceMs?: number;
  apply(entry: Entry): void;
  /**
   * Folds an entry that may take long: a generator that yields after each millisecond or so, or null when
   * the entry is already folded. Until the generator ends nothing of the entry shows, and no other entry
   * is folded; questions are answered in between.
   */
  applyInSteps?(entry: Entry): Generator<void> | null;
  /** The changes for readers since the last call; null without changes. */
  takeDelta(): Transferable<Delta> | null;
  /** Readers have every delta up to this number: memory that they released may be reused. */
  acknowledge?(deltaNumber: number): void;
  /** True when `compact` would make later reads cheaper. */
  readonly canCompact?: boolean;
  /** Does some idle work, for a few milliseconds. */
  compact?(): void;
  /** Answers a question. Missing in indices whose readers answer everything. */
  ask?(question: Question): Transferable<Answer>;
  /** Names of the chunks of the state, and of those of the history. */
  plan(): SnapshotPlan;
  /**
   * Bytes of a chunk: in a buffer of their own, which is transferred to another thread, or in shared
   * memory that nothing changes before the next call that folds.
   */
  chunk(name: string): Uint8Array;
  /**
   * Restores a chunk. `version`: the format of its snapshot, no older than `readsFrom`; a cold chunk may
   * be of an older format, which its name or first bytes tell.
   * @throws when the chunk cannot be decoded: the caller then tries another snapshot.
   */
  restore(name: string, bytes: Uint8Array, version: number): void;
  /**
   * All chunks are restored, and the state is that of an entry: the next delta must hold all of it.
   * Called again when a replay has reached the state of the readers.
   */
  restored(sequence: number): void;
  /** The same in steps of at most a second, for long work: a thread without progress is ended. */
  restoredInSteps?(sequence: number): Iterable<void>;
  /** The last planned snapshot is durable: the content of these cold chunks may leave memory. */
  stored?(cold: readonly string[]): void;
  /**
   * Cold chunks that the writer needs by `restore`, when there is time. Restoring them moves content and
   * does not change answers.
   */
  readonly wanted?: readonly string[];
  /** A wanted chunk can no longer be read. */
  lost?(name: string): void;
}

/** Any index, as the runtime sees it: deltas, questions and answers are passed on unread. */
export type AnyIndexWriter = IndexWriter<unknown, unknown, unknown>;

type RecordOf<K extends RecordKind> = K extends MaskRecord['kind']
  ? MaskRecord
  : Extract<LogRecord, { kind: K }>;

/** Handlers by the kind of record. Kinds without a handler are not folded. */
export type Folding = {
  readonly [K in RecordKind]?: (record: RecordOf<K>, entry: Entry) => void;
};

/** One handler for all kinds of masks. */
export function masksBy(
  mask: (record: MaskRecord, entry: Entry) => void,
): Required<Pick<Folding, MaskRecord['kind']>> {
  return { hide: mask, show: mask, erase: mask };
}

export function kindsOf(table: Folding): ReadonlySet<RecordKind> {
  return new Set(Object.keys(table) as RecordKind[]);
}

/** Folds an entry with the handler of its kind, if there is one. */
export function foldBy(table: Folding, entry: Entry): void {
  const fold = table[entry.record.kind] as ((record: LogRecord, entry: Entry) => void) | undefined;
  fold?.(entry.record, entry);
}
