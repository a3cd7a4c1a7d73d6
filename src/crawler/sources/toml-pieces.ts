/**
 * Cuts `sources.toml` into its top tables and parses each on its own, so that a mistake in one
 * costs no other.
 *
 *   [defaults]        ┐ piece
 *   zone = "+08:00"   ┘
 *   [[media]]         ┐
 *   code = "gazette"  │ piece
 *   [[media.feed]]    │
 *   url = "…"         ┘
 *
 * A line that opens a top table opens a piece. Such a line may also stand inside a text of several
 * lines: where a piece does not parse, it is tried with the pieces behind it before it is given up.
 */
import { parse, TomlError } from 'smol-toml';

/** Pieces that a text of several lines may run through. */
const JOINED_MAX = 8;
/** Tables within tables; sources need four levels. */
const TOML_DEPTH_MAX = 16;

/** A line that opens a top table, whole or damaged: a name without a dot, and brackets about it. */
const OPENING =
  /^\s*(?:\[{1,2}\s*["']?([\w-]+)["']?\s*(?:\]{1,2}|$|#)|([\w-]+)\s*\]{1,2}\s*(?:$|#))/;
const SOUND_OPENING = /^\s*(?:\[\s*[\w-]+\s*\]|\[\[\s*[\w-]+\s*\]\])\s*(?:#.*)?$/;

/** A top table with its text. */
export interface TomlPiece {
  /** Name of its table; empty for what stands before the first one. */
  name: string;
  /** Line of the file on which it begins, from 1. */
  line: number;
  text: string;
  /** What smol-toml made of the text; null where it is no TOML. */
  tables: { readonly [key: string]: unknown } | null;
  /** What is wrong with the text; null where nothing is. */
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

/** Where every top table begins and ends, by its opening line alone. */
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
  // Most lines have no bracket; the pattern is linear, but not free.
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
    // The message goes on with a drawing of the place.
    const [sentence = ''] = error.message.split('\n', 1);
    const message = sentence.replace(/^Invalid TOML document: /, '');
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    return { line: Math.min(Math.max(error.line, 1), Math.max(lines, 1)), message };
  }
}
