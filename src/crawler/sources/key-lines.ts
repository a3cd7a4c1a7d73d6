/**
 * Finds the lines on which the keys of a TOML text stand.
 *
 * Parsers forget where a value came from. This scanner runs only where a fault has to be shown, and
 * only over text that has been parsed before: it knows the shapes of TOML and checks nothing.
 */

/** Arrays and inline tables within one another; what was parsed is less deep. */
const DEPTH_MAX = 32;

const BLANKS = /[ \t]*/y;
/** Blanks, line breaks and comments. */
const GAP = /(?:[ \t\r\n]|#[^\n]*)*/y;
const KEY = /"((?:\\.|[^"\\\n])*)"|'([^'\n]*)'|([A-Za-z0-9_-]+)/y;
const TEXT =
  /"""(?:\\[\s\S]|[^\\])*?"""(?:""?)?|'''[\s\S]*?'''(?:''?)?|"(?:\\.|[^"\\\n])*"|'[^'\n]*'/y;
const SCALAR = /[^,\]}\s#]+/y;

/**
 * Lines, from 1, of every key and array member: `media[0].feed[1].url`. Where a key stands twice in
 * a text that is damaged, the first line counts.
 */
export function keyLines(text: string): Map<string, number> {
  return new KeyScanner(text).scan();
}

class KeyScanner {
  readonly #text: string;
  readonly #lines = new Map<string, number>();
  /** How often an array of tables has been opened. */
  readonly #opened = new Map<string, number>();
  #at = 0;
  #line = 1;
  #counted = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): Map<string, number> {
    let table = '';
    for (;;) {
      this.#skip(GAP);
      if (this.#at >= this.#text.length) return this.#lines;
      const from = this.#at;
      if (this.#text[this.#at] === '[') table = this.#header();
      else this.#pair(table, 0);
      // Nothing was understood here: the next line may be.
      if (this.#at === from) this.#skip(/[^\n]*\n?/y);
    }
  }

  #header(): string {
    const line = this.#lineNow();
    const isArray = this.#text.startsWith('[[', this.#at);
    this.#at += isArray ? 2 : 1;
    const keys = this.#keys();
    this.#skip(/[\]\s]*/y);
    let path = '';
    for (const [index, key] of keys.entries()) {
      path = joined(path, key);
      const isLast = index === keys.length - 1;
      const count = (this.#opened.get(path) ?? 0) + (isLast && isArray ? 1 : 0);
      if (count > 0) {
        this.#opened.set(path, count);
        path += `[${count - 1}]`;
      }
      this.#note(path, line);
    }
    return path;
  }

  /** A key with its value. */
  #pair(table: string, depth: number): void {
    const line = this.#lineNow();
    let path = table;
    for (const key of this.#keys()) {
      path = joined(path, key);
      this.#note(path, line);
    }
    this.#skip(/[ \t]*=?[ \t]*/y);
    this.#value(path, depth);
  }

  #value(path: string, depth: number): void {
    const char = this.#text[this.#at];
    if (char === '[' && depth < DEPTH_MAX) this.#members(path, depth);
    else if (char === '{' && depth < DEPTH_MAX) this.#inlineTable(path, depth);
    else if (!this.#skip(TEXT)) this.#skip(SCALAR);
  }

  #members(path: string, depth: number): void {
    this.#at += 1;
    for (let index = 0; ; index++) {
      this.#skip(GAP);
      if (this.#closes(']')) return;
      const from = this.#at;
      const member = `${path}[${index}]`;
      this.#note(member, this.#lineNow());
      this.#value(member, depth + 1);
      this.#skip(GAP);
      if (this.#text[this.#at] === ',') this.#at += 1;
      if (this.#at === from) return;
    }
  }

  #inlineTable(path: string, depth: number): void {
    this.#at += 1;
    for (;;) {
      this.#skip(GAP);
      if (this.#closes('}')) return;
      const from = this.#at;
      this.#pair(path, depth + 1);
      this.#skip(GAP);
      if (this.#text[this.#at] === ',') this.#at += 1;
      if (this.#at === from) return;
    }
  }

  #closes(bracket: string): boolean {
    if (this.#at < this.#text.length && this.#text[this.#at] !== bracket) return false;
    this.#at += 1;
    return true;
  }

  #keys(): string[] {
    const keys: string[] = [];
    do {
      this.#skip(BLANKS);
      KEY.lastIndex = this.#at;
      const match = KEY.exec(this.#text);
      if (match === null) break;
      this.#at = KEY.lastIndex;
      keys.push(match[1] ?? match[2] ?? match[3]!);
      this.#skip(BLANKS);
    } while (this.#takes('.'));
    return keys;
  }

  #takes(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    const moved = pattern.lastIndex > this.#at;
    this.#at = pattern.lastIndex;
    return moved;
  }

  #lineNow(): number {
    for (; this.#counted < this.#at; this.#counted++) {
      if (this.#text.charCodeAt(this.#counted) === 10) this.#line += 1;
    }
    return this.#line;
  }

  #note(path: string, line: number): void {
    if (!this.#lines.has(path)) this.#lines.set(path, line);
  }
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
