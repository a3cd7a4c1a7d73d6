/**
 * Finds the first place where a text is not JSON.
 *
 * Node's own messages name a position only sometimes and quote the input; this scanner runs only
 * after `JSON.parse` has refused a text. It is iterative: depth costs memory, not stack, which
 * overflows in libraries with positions. It checks the grammar of RFC 8259 and builds no values.
 */

const BLANKS = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** The token that the scanner expects next. */
type Awaited = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or closing' | 'end';

const SENTENCES: Record<Awaited, string> = {
  value: 'a value',
  'value or ]': 'a value or "]"',
  key: 'a quoted key',
  'key or }': 'a quoted key or "}"',
  ':': '":"',
  ', or closing': '"," or a closing bracket',
  end: 'the end of the line',
};

/** One sentence with the column, in UTF-16 units from 1, of the fault. */
export function jsonFaultOf(text: string): string {
  const { at, awaited } = firstFault(text);
  const found = at < text.length ? 'something else' : 'the end of the line';
  return `invalid JSON: expected ${SENTENCES[awaited]} at column ${at + 1}, got ${found}`;
}

function firstFault(text: string): { at: number; awaited: Awaited } {
  const open: string[] = [];
  let awaited: Awaited = 'value';
  let at = skip(BLANKS, text, 0);
  for (;;) {
    const char = text[at];
    if (awaited === 'end' || char === undefined) return { at, awaited };
    const next = step(text, at, char, awaited, open);
    if (next === null) return { at, awaited };
    at = skip(BLANKS, text, next.at);
    awaited = next.awaited;
  }
}

/** Reads one token; null for an unexpected one. */
function step(
  text: string,
  at: number,
  char: string,
  awaited: Awaited,
  open: string[],
): { at: number; awaited: Awaited } | null {
  switch (awaited) {
    case ':':
      return char === ':' ? { at: at + 1, awaited: 'value' } : null;
    case ', or closing':
      if (char !== ',') return closing(char, at, open);
      return { at: at + 1, awaited: open.at(-1) === '}' ? 'key' : 'value' };
    case 'key or }':
    case 'key': {
      if (char === '}' && awaited === 'key or }') return closing(char, at, open);
      const end = char === '"' ? stringEnd(text, at) : at;
      return end > at ? { at: end, awaited: ':' } : null;
    }
    default:
      if (char === ']' && awaited === 'value or ]') return closing(char, at, open);
      return opening(text, at, char, open);
  }
}

function opening(
  text: string,
  at: number,
  char: string,
  open: string[],
): { at: number; awaited: Awaited } | null {
  if (char === '{' || char === '[') {
    open.push(char === '{' ? '}' : ']');
    return { at: at + 1, awaited: char === '{' ? 'key or }' : 'value or ]' };
  }
  const end = char === '"' ? stringEnd(text, at) : skip(SCALAR, text, at);
  return end > at ? { at: end, awaited: afterValue(open) } : null;
}

function closing(
  char: string,
  at: number,
  open: string[],
): { at: number; awaited: Awaited } | null {
  if (open.at(-1) !== char) return null;
  open.pop();
  return { at: at + 1, awaited: afterValue(open) };
}

function afterValue(open: readonly string[]): Awaited {
  return open.length === 0 ? 'end' : ', or closing';
}

/**
 * Index after the string that opens at `at`; `at` itself for an invalid or unclosed string. A loop,
 * because a regular expression would store a backtracking point for every character of a megabyte.
 */
function stringEnd(text: string, at: number): number {
  let index = at + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index + 1;
    if (code < SPACE) return at;
    const next = code === BACKSLASH ? skip(ESCAPE, text, index) : index + 1;
    if (next === index) return at;
    index = next;
  }
  return at;
}

/** Index after the token at `at`; `at` itself for another token. */
function skip(token: RegExp, text: string, at: number): number {
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : at;
}
