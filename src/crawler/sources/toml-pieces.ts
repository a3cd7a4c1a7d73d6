/**
 * Cuts `sources.toml` into its top tables and parses each alone, so that a mistake in one table affects no
 * other.
 *
 *   [defaults]        ┐ piece
 *   zone = "+08:00"   ┘
 *   [[media]]         ┐
 *   code = "gazette"  │ piece
 *   [[media.feed]]    │
 *   url = "…"         ┘
 *
 * A line that opens a top table begins a piece. Such a line may also be part of a multi-line text: where a
 * piece does not parse, it is parsed together with the pieces after it before it is given up.
 *
 * Also finds the lines of the keys of a text, which parsers do not report. That scanner runs only to show a fault,
 * over text that was parsed before: it knows the syntax of TOML and checks nothing.
 */
import { parse, TomlError } from 'smol-toml';

/** Pieces that a multi-line text may span. */
const JOINED_MAX = 8;
/** Nested tables; sources need four levels. */
const TOML_DEPTH_MAX = 16;

/** A line that opens a top table, also a damaged one: a name without a dot, in brackets. */
const OPENING =
  /^\s*(?:\[{1,2}\s*["']?([\w-]+)["']?\s*(?:\]{1,2}|$|#)|([\w-]+)\s*\]{1,2}\s*(?:$|#))/;
const SOUND_OPENING = /^\s*(?:\[\s*[\w-]+\s*\]|\[\[\s*[\w-]+\s*\]\])\s*(?:#.*)?$/;

export interface TomlPiece {
  /** Name of its table; empty for the text before the first table. */
  name: string;
  /** First line of the piece in the file, from 1. */
  line: number;
  text: string;
  /** The text as smol-toml parses it; null where it is no TOML. */
  tables: { readonly [key: string]: unknown } | null;
  /** The fault of the text; null where there is none. */
  fault: { line: number; message: string } | null;
}

interface Cut {
  name: string;
  line: number;
  text: string;
}

/** The pieces of a file, in its order. */
export function tomlPieces(text: string): TomlPiece[] {
  const cuts = cutsOf(text);
  const pieces: TomlPiece[] = [];
  for (let at = 0; at < cuts.length; ) {
    const { piece, joined } = pieceAt(cuts, at);
    pieces.push(piece);
    at += joined;
  }
  return pieces;
}

/** Begin and end of every top table, by its opening line alone. */
function cutsOf(text: string): Cut[] {
  const cuts: Cut[] = [];
  let from = 0;
  let [name, line] = ['', 1];
  let at = 0;
  for (let number = 1; at < text.length; number++) {
    const breakAt = text.indexOf('\n', at);
    const end = breakAt < 0 ? text.length : breakAt + 1;
    const opened = openedBy(text.slice(at, end));
    if (opened !== null) {
      if (at > from) cuts.push({ name, line, text: text.slice(from, at) });
      [from, name, line] = [at, opened, number];
    }
    at = end;
  }
  if (from < text.length) cuts.push({ name, line, text: text.slice(from) });
  return cuts;
}

function openedBy(line: string): string | null {
  // A cheap check first, because most lines have no bracket.
  if (!line.includes('[') && !line.includes(']')) return null;
  const match = OPENING.exec(line.slice(0, 200).trimEnd());
  return match === null ? null : (match[1] ?? match[2]!);
}

function pieceAt(cuts: readonly Cut[], at: number): { piece: TomlPiece; joined: number } {
  const { name, line, text } = cuts[at]!;
  const alone = parsed(text);
  if ('tables' in alone) {
    return { piece: { name, line, text, tables: alone.tables, fault: null }, joined: 1 };
  }
  let whole = text;
  const canRunOn = /"""|'''/.test(text) && SOUND_OPENING.test(text.split(/\r?\n/, 1)[0]!);
  for (let joined = 2; canRunOn && joined <= JOINED_MAX; joined++) {
    const next = cuts[at + joined - 1];
    if (next === undefined) break;
    whole += next.text;
    const tried = parsed(whole);
    if ('tables' in tried) {
      return { piece: { name, line, text: whole, tables: tried.tables, fault: null }, joined };
    }
  }
  const fault = { line: line + alone.line - 1, message: alone.message };
  return { piece: { name, line, text, tables: null, fault }, joined: 1 };
}

type Parsed = { tables: { [key: string]: unknown } } | { line: number; message: string };

function parsed(text: string): Parsed {
  try {
    return { tables: parse(text, { maxDepth: TOML_DEPTH_MAX }) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // After the first line the message has a drawing of the position.
    const [sentence = ''] = error.message.split('\n', 1);
    const message = sentence.replace(/^Invalid TOML document: /, '');
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    return { line: Math.min(Math.max(error.line, 1), Math.max(lines, 1)), message };
  }
}

/** Nested arrays and inline tables; parsed text has fewer levels. */
const DEPTH_MAX = 32;

const BLANKS = /[ \t]*/y;
/** Blanks, line breaks and comments. */
const GAP = /(?:[ \t\r\n]|#[^\n]*)*/y;
const KEY = /"((?:\\.|[^"\\\n])*)"|'([^'\n]*)'|([A-Za-z0-9_-]+)/y;
const TEXT =
  /"""(?:\\[\s\S]|[^\\])*?"""(?:""?)?|'''[\s\S]*?'''(?:''?)?|"(?:\\.|[^"\\\n])*"|'[^'\n]*'/y;
const SCALAR = /[^,\]}\s#]+/y;

/**
 * Lines, from 1, of every key and array member: `media[0].feed[1].url`. For a key that occurs twice in a
 * damaged text, the first line counts.
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
      // This line was not understood; the next line may be.
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
