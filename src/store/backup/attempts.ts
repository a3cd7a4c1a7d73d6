/**
 * What reads a store that is being served begins again when the store was compacted meanwhile, because
 * something was erased or bodies expired: that ends what is read of it.
 */
import { TagwireError } from '../../kernel/errors.js';

/** A store in which so many erasures follow each other is better left alone. */
const ATTEMPTS_MAX = 10;

/** Reads until nothing came between. @param mayRepeat whether what was read so far can be dropped. */
export async function readUndisturbed<T>(
  read: () => Promise<T>,
  mayRepeat: () => boolean = () => true,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      const isEnded = error instanceof TagwireError && error.code === 'STORE_CLOSED';
      if (!isEnded || attempt === ATTEMPTS_MAX || !mayRepeat()) throw error;
    }
  }
}
