/**
 * Reads `sources.toml`: media and blogs, and the channels of each.
 *
 * Invariants: never throws for any text. A fault affects only the entry that has it, or only its channel.
 * Every fault names a line of the text (0 for the file as a whole) and the path of its key.
 * Not here: files (watch-sources.ts), writing (write-sources.ts).
 */
import { nearestOf } from '../../kernel/words.js';
import { Fields, type ReportFault } from './fields.js';
import { CONTENT_MODES, type SourceFile } from './model.js';
import { type CheckSelector, EVERY_MS_MAX, EVERY_MS_MIN } from './read-channels.js';
import { readBlog, readMedia, type SourceDefaults } from './read-entries.js';
import { keyLines, type TomlPiece, tomlPieces } from './toml-pieces.js';

/** A longer list is made by a program, which can be changed to write less. */
const ENTRIES_MAX = 50_000;
/** 50,000 entries of usual length, with space for rules. */
const TEXT_UNITS_MAX = 8 * 1024 * 1024;
/** More faults than a person reads; a file of another kind has a fault in each line. */
const FAULTS_MAX = 1000;
const TOP_TABLES = ['category', 'media', 'blog', 'defaults'];

export function emptySources(): SourceFile {
  return { categories: [], entries: [], faults: [] };
}

/** The usable entries of a text, and its faults. */
export function readSources(text: string, check: CheckSelector): SourceFile {
  return new SourcesReader(check).read(text);
}

/** The defaults that the file sets for all of its entries. */
export function defaultsOf(text: string): SourceDefaults {
  const reader = new SourcesReader(() => null);
  for (const piece of tomlPieces(text)) if (piece.name === 'defaults') reader.readDefaults(piece);
  return reader.defaults;
}

class SourcesReader {
  defaults: SourceDefaults = { content: null, zoneOffsetMs: null, everyMs: null };
  readonly #check: CheckSelector;
  readonly #file = emptySources();
  /** Lines of the keys of categories and entries, by kind and key. */
  readonly #lines = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  #hasDefaults = false;

  constructor(check: CheckSelector) {
    this.#check = check;
  }

  read(text: string): SourceFile {
    if (text.length > TEXT_UNITS_MAX) {
      this.#fault(0, '', `the file has more than ${TEXT_UNITS_MAX} characters`);
      return this.#file;
    }
    const pieces = tomlPieces(text);
    for (const piece of pieces) if (piece.name === 'defaults') this.readDefaults(piece);
    for (const piece of pieces) {
      if (this.#file.entries.length >= ENTRIES_MAX) {
        this.#fault(piece.line, '', `more than ${ENTRIES_MAX} entries; the rest is left out`);
        break;
      }
      if (piece.name !== 'defaults') this.#readPiece(piece);
    }
    return this.#file;
  }

  readDefaults(piece: TomlPiece): void {
    const fields = this.#open(piece);
    if (fields === null) return;
    if (this.#hasDefaults) fields.fault('', 'stands twice; the first one counts');
    if (this.#hasDefaults) return;
    this.#hasDefaults = true;
    this.defaults = {
      content: fields.word('content', CONTENT_MODES),
      zoneOffsetMs: fields.zone('zone'),
      everyMs: fields.every('every', EVERY_MS_MIN, EVERY_MS_MAX) ?? null,
    };
    fields.end();
  }

  #readPiece(piece: TomlPiece): void {
    const fields = this.#open(piece);
    if (fields === null) return;
    if (piece.name === 'category') this.#readCategory(fields, piece.line);
    else if (piece.name === 'media') this.#readEntry(readMedia, fields, piece.line);
    else this.#readEntry(readBlog, fields, piece.line);
  }

  #readCategory(fields: Fields, line: number): void {
    const key = fields.needed('key', fields.code('key'), '');
    const label = fields.needed('label', fields.text('label'), '');
    fields.end();
    if (this.#isNew(fields, 'category', 'key', key, line)) {
      this.#file.categories.push({ key, label });
    }
  }

  #readEntry(read: typeof readMedia | typeof readBlog, fields: Fields, line: number): void {
    const entry = read(fields, line, this.defaults, this.#check);
    const hasPortal = entry.kind === 'media' && fields.has('portal');
    const namesChannel = ['feed', 'sitemap', 'list'].some((type) => fields.has(type));
    if (entry.enabled && !namesChannel && !hasPortal) {
      fields.fault('', 'names no feed, sitemap or list, so nothing can be found');
    }
    fields.end();
    const name = entry.kind === 'media' ? 'code' : 'slug';
    if (this.#isNew(fields, entry.kind, name, entry.key, line)) this.#file.entries.push(entry);
  }

  /** Whether an entry is sound and new; of two entries with one key the first counts. */
  #isNew(fields: Fields, kind: string, name: string, key: string, line: number): boolean {
    if (!fields.sound) return false;
    const identity = `${kind}:${key}`;
    const before = this.#lines.get(identity);
    if (before === undefined) this.#lines.set(identity, line);
    else fields.fault(name, `"${key}" is in use already, on line ${before}`);
    return before === undefined;
  }

  /** The table of a piece; null, with a fault, where there is none. */
  #open(piece: TomlPiece): Fields | null {
    const { name, line, tables } = piece;
    const isArray = name !== 'defaults';
    const index = this.#counts.get(name) ?? 0;
    this.#counts.set(name, index + 1);
    const place = isArray && name !== '' ? `${name}[${index}]` : name;
    if (tables === null) {
      this.#fault(piece.fault!.line, place, `cannot be read: ${piece.fault!.message}`);
      return null;
    }
    if (!TOP_TABLES.includes(name)) {
      this.#faultUnknown(name, piece);
      return null;
    }
    const form = isArray ? `[[${name}]]` : `[${name}]`;
    const table = isArray ? (tables[name] as unknown[] | undefined)?.[0] : tables[name];
    if (table === undefined || Array.isArray(tables[name]) !== isArray) {
      this.#fault(line, place, `begins with a line that should be ${form}`);
      return null;
    }
    const report = this.#reportFor(piece, place);
    for (const other of Object.keys(tables)) {
      if (other === name) continue;
      report(`${place}!${other}`, `"${other}" stands under ${form}, where it means nothing`);
      return null;
    }
    return new Fields(table as { [key: string]: unknown }, place, report);
  }

  #faultUnknown(name: string, { line, tables, text }: TomlPiece): void {
    const [key] = Object.keys(tables!);
    if (name === '' && key === undefined) return;
    if (name === '') {
      const at = keyLines(text).get(key!) ?? line;
      this.#fault(at, key!, 'stands before the first table; it belongs into one');
      return;
    }
    const near = nearestOf(name, TOP_TABLES);
    const hint = near === null ? '' : `; did you mean "${near}"?`;
    this.#fault(line, name, `is not known here${hint}`);
  }

  /** Returns a function that reports faults of a piece; lines are computed at the first fault. */
  #reportFor({ name, line, text }: TomlPiece, place: string): ReportFault {
    let lines: Map<string, number> | null = null;
    return (path, message) => {
      lines ??= keyLines(text);
      const [, other] = path.split('!', 2);
      const inPiece = place === name ? path : path.replace(place, `${name}[0]`);
      const at = lineOf(lines, other ?? inPiece);
      this.#fault(line + at - 1, path.replace('!', '.'), message);
    };
  }

  #fault(line: number, key: string, message: string): void {
    const { faults } = this.#file;
    if (faults.length < FAULTS_MAX) faults.push({ line, key, message });
    else if (faults.length === FAULTS_MAX) {
      faults.push({
        line: 0,
        key: '',
        message: `more than ${FAULTS_MAX} faults; the rest is not told`,
      });
    }
  }
}

/** The line of a path, or of the nearest parent of the path. */
function lineOf(lines: ReadonlyMap<string, number>, path: string): number {
  for (let at = path; at !== ''; at = at.replace(/(^|\.|\[)[^.[]*$/, '')) {
    const line = lines.get(at);
    if (line !== undefined) return line;
  }
  return 1;
}
