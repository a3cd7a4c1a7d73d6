/**
 * What a shared log needs of an engine: numbered messages, an append that fails unless the last number
 * is the one that was expected, values that go away by themselves, and a few that stay.
 *
 * Invariants: a message that `append` has acknowledged has its number for ever, as long as the engine
 * keeps what it acknowledged; one of which nothing was heard may be there or come yet, until another one
 * was appended behind the last.
 */
import { messageOf, TagwireError } from '../../kernel/errors.js';

/** Numbers of the first and the last message; `first` is behind `last` where there is none. */
export interface Bounds {
  first: number;
  last: number;
}

/** The last message is not the expected one, or another process holds the value: nothing was done. */
export class EngineRefused extends Error {}

/** Nothing was heard: it may have been done. */
export class EngineUnsure extends Error {}

/** What a sender hears of a failed append: it may be in the log, or not. */
export function refusalOf(error: unknown): TagwireError {
  if (error instanceof TagwireError) return error;
  const isRefused = error instanceof EngineRefused;
  const message = isRefused ? 'another node writes' : messageOf(error);
  const code = isRefused ? 'NOT_WRITER' : 'STORE_WRITE_FAILED';
  return new TagwireError(code, `${message}; send it again`, { cause: error });
}

/** Messages from one number on, in order and without a gap, until it is closed. */
export interface MessageReader {
  /** The next message, or null when none came for a time. @throws EngineUnsure. */
  next(waitMs: number): Promise<{ number: number; bytes: Uint8Array } | null>;
  close(): Promise<void>;
}

/**
 * Where values are:
 * - `lease`: they go away by themselves, after the lease.
 * - `shared`: they stay, as messages do.
 * - `witness`: they stay while a majority of the engine's servers runs, and are gone after that. Where one is
 *   there, the engine has lost nothing since it was put.
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
  /** Null when there is no such message any more. */
  message(number: number): Promise<Uint8Array | null>;
  read(fromNumber: number): Promise<MessageReader>;
  /** Forgets everything before a message. */
  dropBefore(number: number): Promise<void>;
  /** Puts a value where there is none. @returns its revision. @throws EngineRefused. */
  claim(bucket: Bucket, key: string, value: string): Promise<number>;
  /** Puts a value in place of a revision. @returns its revision. @throws EngineRefused. */
  renew(bucket: Bucket, key: string, value: string, revision: number): Promise<number>;
  release(bucket: Bucket, key: string, revision: number): Promise<void>;
  /** A value; null where there is none, or none any more. */
  held(bucket: Bucket, key: string): Promise<Held | null>;
  /** Tells every node that listens, which may hear of it. */
  tell(text: string): void;
  onTold(hear: (text: string) => void): void;
  close(): Promise<void>;
}
