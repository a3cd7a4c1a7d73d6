/**
 * Operating errors: things that go wrong in a sound program, each with a stable code.
 *
 * The code is API, the message is for people. Bugs are not errors of this kind: they fail an
 * assertion (assert.ts) and let the actor crash and recover.
 */

/** Every code that `TagwireError` may carry, with what it means. */
export const ERROR_CODES = {
  CONFIG_INVALID: 'an option, environment variable or config key has no usable value',
  STORE_LOCKED: 'another process holds the data folder',
  STORE_DAMAGED: 'the store does not hold what it acknowledged',
  STORE_WRITE_FAILED: 'a write did not become durable; nothing of it was acknowledged',
  STORE_CLOSED: 'the store is closed or closing',
  ACTOR_DOWN: 'the actor is restarting or has been stopped',
  ACTOR_OVERLOADED: 'the mailbox of the actor is full',
  INPUT_INVALID: 'a record or a line of input breaks a rule of the ingest format',
  BACKUP_DAMAGED: 'a file of a backup or an export is not what was written',
  BACKUP_UNKNOWN: 'a backup or an export is of a version that this Tagwire does not know',
  PORT_UNAVAILABLE: 'a port could not be opened',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** An operating error with a stable `code` and, where there is one, the `cause` below it. */
export class TagwireError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'TagwireError';
    this.code = code;
  }
}

/** The message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
