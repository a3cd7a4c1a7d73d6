/**
 * Writes the JSON of large records: half the time of a corpus was spent in `JSON.stringify`, which
 * searches texts for characters to escape.
 *
 * Invariants: texts must be clean: no quotation mark, backslash or control character. The vocabulary, the
 * source of all texts, is checked for that when it is loaded. Line breaks are passed in already escaped
 * (`LINE_BREAKS`).
 */

/** The gap between two paragraphs, escaped for a JSON string. */
export const LINE_BREAKS = '\\n\\n';

/** True when a text needs no escaping in a JSON string. */
export function isClean(text: string): boolean {
  return !/["\\\u0000-\u001f\ud800-\udfff]/.test(text);
}

export class JsonLine {
  #json: string;

  constructor(kind: string) {
    this.#json = `{"kind":"${kind}"`;
  }

  /** A string or null; absent when undefined. */
  text(name: string, value: string | null | undefined): this {
    if (value === null) this.#json += `,"${name}":null`;
    else if (value !== undefined) this.#json += `,"${name}":"${value}"`;
    return this;
  }

  list(name: string, values: readonly string[]): this {
    this.#json += `,"${name}":[`;
    for (let i = 0; i < values.length; i++) {
      this.#json += i === 0 ? `"${values[i]}"` : `,"${values[i]}"`;
    }
    this.#json += ']';
    return this;
  }

  /** Adds a value that is already JSON. */
  raw(name: string, json: string | undefined): this {
    if (json !== undefined) this.#json += `,"${name}":${json}`;
    return this;
  }

  done(): string {
    return `${this.#json}}`;
  }
}
