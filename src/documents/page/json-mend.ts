/**
 * Parses JSON as pages write it: with comment marks around it, control characters and bad escapes
 * in strings, comments and stray commas outside of them.
 *
 * Invariants: what is JSON is parsed as it is; one pass mends the rest; work is linear.
 */
const BACKSLASH = '\\';
const ESCAPES = new Set('"\\/bfnrtu');
const BRACKETS_CLOSING = new Set('}]');

/** The value, or null where there is none. */
export function parseLooseJson(script: string): unknown {
  const text = unwrapped(script);
  if (text === '') return null;
  return parsedJson(text) ?? parsedJson(new Mender(text).mend()) ?? null;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without the marks that hide scripts from old browsers and XML parsers, and a last semicolon. */
function unwrapped(script: string): string {
  let text = script.trim();
  for (const mark of ['<!--', '//<![CDATA[', '// <![CDATA[', '/*<![CDATA[*/', '<![CDATA[']) {
    if (text.startsWith(mark)) text = text.slice(mark.length).trim();
  }
  for (const mark of ['-->', '/*]]>*/', ']]>', '//', ';']) {
    if (text.endsWith(mark)) text = text.slice(0, -mark.length).trim();
  }
  return text;
}

/** Copies a script and leaves out what is no JSON. */
class Mender {
  readonly #text: string;
  readonly #pieces: string[] = [];
  #at = 0;
  /** A comma that is written once it is known that no bracket follows. */
  #isCommaOpen = false;

  constructor(text: string) {
    this.#text = text;
  }

  mend(): string {
    while (this.#at < this.#text.length) this.#step();
    return this.#pieces.join('');
  }

  #step(): void {
    const text = this.#text;
    const unit = text[this.#at]!;
    if (unit === '"') this.#copyString();
    else if (unit === '/' && text[this.#at + 1] === '*') this.#skipTo('*/');
    else if (unit === '/' && text[this.#at + 1] === '/') this.#skipTo('\n');
    else {
      this.#at++;
      if (unit === ',') this.#isCommaOpen = true;
      else if (unit > ' ') this.#copyUnit(unit);
    }
  }

  #copyUnit(unit: string): void {
    if (!BRACKETS_CLOSING.has(unit)) this.#writeComma();
    this.#isCommaOpen = false;
    this.#pieces.push(unit);
  }

  #writeComma(): void {
    if (this.#isCommaOpen) this.#pieces.push(',');
    this.#isCommaOpen = false;
  }

  #skipTo(mark: string): void {
    const end = this.#text.indexOf(mark, this.#at + 2);
    this.#at = end < 0 ? this.#text.length : end + mark.length;
  }

  #copyString(): void {
    this.#writeComma();
    const text = this.#text;
    let from = this.#at++;
    while (this.#at < text.length && text[this.#at] !== '"') {
      const unit = text[this.#at]!;
      if (unit === BACKSLASH && !ESCAPES.has(text[this.#at + 1] ?? '')) {
        this.#pieces.push(text.slice(from, this.#at), BACKSLASH);
        from = this.#at;
        this.#at++;
      } else if (unit === BACKSLASH) this.#at += 2;
      else {
        if (unit < ' ') {
          this.#pieces.push(text.slice(from, this.#at), ' ');
          from = this.#at + 1;
        }
        this.#at++;
      }
    }
    this.#pieces.push(text.slice(from, ++this.#at));
  }
}
