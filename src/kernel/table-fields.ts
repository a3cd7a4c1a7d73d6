/**
 * Reads the keys of a table of the config file, each of them once. The keys left over in the end are
 * unknown, and the error names the key that was probably meant.
 */
import { TagwireError } from './errors.js';
import { meant } from './words.js';

const LABEL_MAX = 60;

/** Every method throws TagwireError CONFIG_INVALID for a value that cannot be read. */
export class TableFields {
  readonly #path: string;
  readonly #left: Map<string, unknown>;
  readonly #known: string[] = [];

  /** @param path of the table, as messages name it. */
  constructor(table: unknown, path: string) {
    if (typeof table !== 'object' || table === null || Array.isArray(table)) {
      throw wrongValue(path, 'a table', table);
    }
    this.#path = path;
    this.#left = new Map(Object.entries(table));
  }

  take(key: string): unknown {
    this.#known.push(key);
    const value = this.#left.get(key);
    this.#left.delete(key);
    return value;
  }

  /** A text of at most `most` characters; null where there is none. */
  text(key: string, form: RegExp = /\S/, expected = 'a text', most = LABEL_MAX): string | null {
    const value = this.take(key);
    if (value === undefined) return null;
    if (typeof value !== 'string' || value.length > most || !form.test(value)) {
      throw wrongValue(`${this.#path}.${key}`, `${expected}, at most ${most} characters`, value);
    }
    return value;
  }

  /** A list of texts; empty where there is none. */
  texts(key: string): string[] {
    const value = this.take(key) ?? [];
    if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) {
      throw wrongValue(`${this.#path}.${key}`, 'a list of texts', value);
    }
    return value as string[];
  }

  /** Checks that no key is left. @throws TagwireError CONFIG_INVALID for an unknown key. */
  finish(): void {
    const [unknown] = this.#left.keys();
    if (unknown === undefined) return;
    throw new TagwireError(
      'CONFIG_INVALID',
      `config key ${this.#path}.${unknown} is not known${meant(unknown, this.#known)}`,
    );
  }
}

/** The error of a value that cannot be read. */
export function wrongValue(path: string, expected: string, got: unknown): TagwireError {
  const text = typeof got === 'string' ? got : JSON.stringify(got);
  return new TagwireError(
    'CONFIG_INVALID',
    `config key ${path}: expected ${expected}, got "${text}"`,
  );
}
