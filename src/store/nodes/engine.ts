/**
 * The requirements of a shared log on an engine: numbered messages, an append that fails unless the
 * last number is the expected one, values that expire, and a few values that stay.
 *
 * Invariants: a message that `append` has acknowledged has its number for ever, as long as the
 * engine keeps acknowledged messages; a message without an answer may exist, or appear later, until
 * another message is appended after the last.
 */
import { messageOf, TagwireError } from '../../kernel/errors.js';

/** Numbers of the first and the last message; `first` is greater than `last` in an empty stream. */
export interface Bounds {
  first: number;
  last: number;
}

/** The last message is not the expected one, or another process holds the value: nothing was done. */
export class EngineRefused extends Error {}

/** No answer: the operation may have been done. */
export class EngineUnsure extends Error {}

/** The error for the sender of a failed append, whose lines may be in the log or not. */
export function refusalOf(error: unknown): TagwireError {
  if (error instanceof TagwireError) return error;
  const isRefused = error instanceof EngineRefused;
  const message = isRefused ? 'another node writes' : messageOf(error);
  const code = isRefused ? 'NOT_WRITER' : 'STORE_WRITE_FAILED';
  return new TagwireError(code, `${message}; send it again`, { cause: error });
}

/** Messages from one number on, in order and without a gap, until it is closed. */
export interface MessageReader {
  /** The next message, or null when none arrived within a time. @throws EngineUnsure. */
  next(waitMs: number): Promise<{ number: number; bytes: Uint8Array } | null>;
  close(): Promise<void>;
}

/**
 * Lifetimes of values:
 * - `lease`: they expire after the lease.
 * - `shared`: they stay, as messages do.
 * - `witness`: they stay while a majority of the engine's servers runs. While such a value exists,
 *   the engine has lost nothing since it was written.
 */
export type Bucket = 'lease' | 'shared' | 'witness';

export interface Held {
  value: string;
  revision: number;
}

export interface Engine {
  bounds(): Promise<Bounds>;
  /** @returns the number of the last part. @throws EngineRefused, EngineUnsure. */
  append(expectedLast: number, parts: readonly Uint8Array[]): Promise<number>;
  /** Null for a missing message. */
  message(number: number): Promise<Uint8Array | null>;
  read(fromNumber: number): Promise<MessageReader>;
  /** Deletes all messages before a message. */
  dropBefore(number: number): Promise<void>;
  /** Writes a value where there is none. @returns its revision. @throws EngineRefused. */
  claim(bucket: Bucket, key: string, value: string): Promise<number>;
  /** Replaces a revision of a value. @returns its revision. @throws EngineRefused. */
  renew(bucket: Bucket, key: string, value: string, revision: number): Promise<number>;
  release(bucket: Bucket, key: string, revision: number): Promise<void>;
  /** A value; null when it does not exist or has expired. */
  held(bucket: Bucket, key: string): Promise<Held | null>;
  /** Sends a text to all listening nodes, without a guarantee. */
  tell(text: string): void;
  onTold(hear: (text: string) => void): void;
  close(): Promise<void>;
}
