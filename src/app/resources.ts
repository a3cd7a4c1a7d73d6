/** Closes the resources of a process, and opens those that need a writable disk. */
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import { reasonOf } from '../store/folders.js';

/** The functions that close resources, in the order of opening. */
export type Closers = (() => Promise<void>)[];

/**
 * Closes the resources of a process, the newest first and each once.
 *
 * A failure does not stop the others from closing: a process with a thread left does not end.
 * @throws the first failure, after all were tried.
 */
export async function closeAll(closers: Closers): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.splice(0).reverse()) {
    await close().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

const RETRY_MS = 2000;

/**
 * Does work that needs the disk; where the disk cannot be written, the work is tried again until it can, or until
 * `closers` are called.
 * @returns whether the work is done.
 * @throws any other failure of the first attempt.
 */
export async function whenWritable(
  what: string,
  work: () => Promise<void>,
  logger: Logger,
  closers: Closers,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    logger.warn({ what, reason: messageOf(error) }, 'waits until the disk can be written');
  }
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let attempt: Promise<unknown> = Promise.resolve();
  const again = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      attempt = work().then(
        () => logger.info({ what }, 'the disk can be written; this goes on'),
        (error: unknown) => {
          if (isUnwritable(error)) return again();
          logger.error({ what, reason: messageOf(error) }, 'this does not go on');
        },
      );
    }, RETRY_MS).unref();
  };
  closers.push(async () => {
    isStopped = true;
    clearTimeout(timer);
    await attempt;
  });
  again();
  return false;
}

function isUnwritable(error: unknown): boolean {
  if (error instanceof TagwireError) return error.code === 'STORE_WRITE_FAILED';
  return reasonOf(error) !== null;
}
