/**
 * Operating errors, for failures of a correct program, each with a stable code; and assertions, for bugs.
 *
 * The code is API, the message is for people. A bug fails an assertion, and the actor crashes and recovers.
 */

/** Every code that `TagwireError` may carry, with its meaning. */
export const ERROR_CODES = {
  CONFIG_INVALID: 'an option, environment variable or config key has no usable value',
  STORE_LOCKED: 'another process holds the data folder',
  STORE_DAMAGED: 'the store does not hold what it acknowledged',
  STORE_UNKNOWN: 'the store is of a format that this Tagwire does not read',
  STORE_WRITE_FAILED: 'a write did not become durable; nothing of it was acknowledged',
  NOT_WRITER: 'another node of this log takes records, or none does for the moment',
  STORE_READ_ONLY: 'the store is a copy of another server, and takes no records but from there',
  STORE_CLOSED: 'the store is closed or closing',
  ACTOR_DOWN: 'the actor is restarting or has been stopped',
  ACTOR_OVERLOADED: 'the mailbox of the actor is full',
  INPUT_INVALID: 'a record or a line of input breaks a rule of the ingest format',
  BACKUP_DAMAGED: 'a file of a backup or an export is not what was written',
  BACKUP_UNKNOWN: 'a backup or an export is of a version that this Tagwire does not know',
  PORT_UNAVAILABLE: 'a port could not be opened',
  SYSTEM_REFUSED: 'the system refused a file or a folder',
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

/** The message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The reason for which the system refused a file, and what a person can do about it. */
const SYSTEM_SENTENCES: { readonly [code: string]: string } = {
  EACCES: 'no permission; give it to the user that runs tagwire, or name another place',
  EPERM: 'no permission; give it to the user that runs tagwire, or name another place',
  EROFS: 'the file system is read-only; name another place',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a file stands where a folder is expected; name another place',
  EISDIR: 'this is a folder; name a file',
  EEXIST: 'there is a file of this name already; name another place, or remove it',
  ENOTEMPTY: 'the folder is not empty; name another one',
  ENOSPC: 'the disk is full; free some space, or name another place',
  EDQUOT: 'the disk quota is used up; free some space, or name another place',
  EMFILE: 'too many open files; raise the limit (ulimit -n)',
  ENFILE: 'the system has too many open files',
  ENAMETOOLONG: 'the name is too long; name another place',
  ELOOP: 'too many symbolic links; name another place',
  EIO: 'the disk reports an error; look at the system log',
  ENOMEM: 'the system has no memory left',
};

interface SystemError extends Error {
  code: string;
  syscall: string;
  path?: string;
}

/**
 * An error with a sentence for people: an operating error as it is, and an error of the system with its
 * path and a remedy. Null for every other thrown value, which is a bug.
 */
export function operatingError(thrown: unknown): TagwireError | null {
  if (thrown instanceof TagwireError) return thrown;
  if (!isSystemError(thrown)) return null;
  const { code, path, syscall } = thrown;
  const what = SYSTEM_SENTENCES[code] ?? 'the system refuses it';
  const where = path === undefined || path === '' ? '' : `${path}: `;
  const message = `${where}${what} (${syscall}: ${code})`;
  return new TagwireError('SYSTEM_REFUSED', message, { cause: thrown });
}

function isSystemError(thrown: unknown): thrown is SystemError {
  if (!(thrown instanceof Error)) return false;
  const { code, syscall } = thrown as Partial<SystemError>;
  return typeof code === 'string' && typeof syscall === 'string';
}

/** The reason why a file or folder could not be used, with its path, which errors of some systems lack. */
export function reasonAt(path: string, thrown: unknown): string {
  const known = operatingError(thrown)?.message ?? messageOf(thrown);
  return known.startsWith(path) ? known : `${path}: ${known}`;
}

/**
 * Assertions stay on in production: a broken invariant must stop the actor, not spread.
 *
 * Throws when `condition` does not hold; `message` names the broken invariant.
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}
