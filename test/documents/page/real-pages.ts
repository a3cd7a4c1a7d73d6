/**
 * Pages of other projects with what they expect of them, and measures of how well they are read.
 *
 * The folder holds one folder for each project; nothing of them is part of this one. Goose keeps
 * NAME.html beside NAME.json and gives the beginning of a text; newspaper keeps html/, txt/ and
 * metadata/ and gives whole texts.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface RealPage {
  name: string;
  url: string;
  bytes: Uint8Array;
  text: string | null;
  /** True where `text` is only the beginning. */
  isPrefix: boolean;
  title: string | null;
  /** ISO 8601; without a zone it is the page's own clock, and 00:00:00 means the day. */
  date: string | null;
  authors: readonly string[] | null;
  keywords: readonly string[] | null;
}

/** The folder of `TAGWIRE_TEST_DATA`, or null where it is not set or holds no pages. */
export function pagesFolder(): string | null {
  const data = process.env.TAGWIRE_TEST_DATA;
  const folder = data === undefined ? '' : join(data, 'articles-html');
  return existsSync(folder) ? folder : null;
}

export function realPages(folder: string): RealPage[] {
  return [...goosePages(join(folder, 'goose3')), ...newspaperPages(join(folder, 'newspaper4k'))];
}

interface GooseFile {
  url: string | null;
  expected?: {
    title?: string;
    cleaned_text?: string;
    publish_date?: string;
    authors?: string[];
    tags?: string[];
    final_url?: string;
  };
}

function goosePages(folder: string): RealPage[] {
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
    name.endsWith('.json'),
  );
  return names.sort().map((name) => {
    const { url, expected = {} } = json(join(folder, name)) as GooseFile;
    return {
      name: basename(name, '.json'),
      url: url ?? expected.final_url ?? 'http://page.example/',
      bytes: readFileSync(join(folder, name.replace(/json$/, 'html'))),
      text: expected.cleaned_text || null,
      isPrefix: true,
      title: expected.title || null,
      date: expected.publish_date ?? null,
      authors: expected.authors ?? null,
      keywords: expected.tags ?? null,
    };
  });
}

interface NewspaperFile {
  url?: string;
  title?: string;
  publish_date?: string | null;
  authors?: string[];
}

function newspaperPages(folder: string): RealPage[] {
  const names = readdirSync(join(folder, 'html'))
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.slice(0, -'.html'.length));
  return names.sort().flatMap((name) => {
    const metadata = join(folder, 'metadata', `${name}.json`);
    const text = join(folder, 'txt', `${name}.txt`);
    if (!existsSync(metadata) && !existsSync(text)) return [];
    const expected = existsSync(metadata) ? (json(metadata) as NewspaperFile) : {};
    return {
      name,
      url: expected.url ?? `http://page.example/${name}`,
      bytes: readFileSync(join(folder, 'html', `${name}.html`)),
      text: existsSync(text) ? readFileSync(text, 'utf8') : null,
      isPrefix: false,
      title: expected.title ?? null,
      date: expected.publish_date ?? null,
      authors: expected.authors && expected.authors.length > 0 ? expected.authors : null,
      keywords: null,
    };
  });
}

function json(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Words in lower case; each character of a script without spaces is one. */
export function tokensOf(text: string): string[] {
  const pattern =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Myanmar}]|[\p{L}\p{N}\p{M}]+/gu;
  return text.normalize('NFKC').toLowerCase().match(pattern) ?? [];
}

const SHINGLE = 4;

function shinglesOf(tokens: readonly string[]): string[] {
  if (tokens.length < SHINGLE) return tokens.length === 0 ? [] : [tokens.join(' ')];
  return tokens.slice(SHINGLE - 1).map((_, at) => tokens.slice(at, at + SHINGLE).join(' '));
}

export interface Agreement {
  precision: number;
  recall: number;
  f1: number;
}

/**
 * How far a text is the expected one, by the shingles that they share, counted as often as they
 * occur. Where only a beginning is expected, what follows it is taken to be right: what stands
 * before and between is held against the text in proportion to the whole. A text without half of
 * that beginning in its first part is another text and counts nothing.
 */
export function agreement(actual: string, page: RealPage): Agreement {
  const wanted = shinglesOf(tokensOf(page.text ?? ''));
  const all = shinglesOf(tokensOf(actual));
  const given = page.isPrefix ? bestBeginning(all, wanted) : all;
  const shared = sharedCount(given, wanted);
  if (page.isPrefix && shared < wanted.length / 2) return { precision: 0, recall: 0, f1: 0 };
  const rest = all.length - given.length;
  const precision = all.length === 0 ? 0 : (shared + rest) / all.length;
  const recall = wanted.length === 0 ? 1 : (shared + rest) / (wanted.length + rest);
  const f1 = shared === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1 };
}

function sharedCount(given: readonly string[], wanted: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const shingle of wanted) counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  let shared = 0;
  for (const shingle of given) {
    const left = counts.get(shingle) ?? 0;
    if (left === 0) continue;
    shared++;
    counts.set(shingle, left - 1);
  }
  return shared;
}

/** The beginning of a text that agrees best with the expected beginning. */
function bestBeginning(all: readonly string[], wanted: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const shingle of wanted) left.set(shingle, (left.get(shingle) ?? 0) + 1);
  let shared = 0;
  let best = { f1: 0, length: 0 };
  for (const [at, shingle] of all.slice(0, 3 * wanted.length + 200).entries()) {
    const count = left.get(shingle) ?? 0;
    if (count === 0) continue;
    left.set(shingle, count - 1);
    shared++;
    const f1 = (2 * shared) / (at + 1 + wanted.length);
    if (f1 > best.f1) best = { f1, length: at + 1 };
  }
  return all.slice(0, best.length);
}

/** The same headline; the expected one may end in the name of the site behind a separator. */
export function isSameTitle(actual: string | null, expected: string): boolean {
  if (actual === null) return false;
  const [ours, theirs] = [keyOf(actual), keyOf(expected)];
  if (ours === theirs) return true;
  const tail =
    expected
      .normalize('NFKC')
      .split(/[|:»–—-]/)
      .at(-1) ?? '';
  return ours + keyOf(tail) === theirs;
}

function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The same instant; the same day where only that is expected; the same clock without a zone. */
export function isSameDate(atMs: number | undefined, expected: string): boolean {
  if (atMs === undefined) return false;
  const parsed = /(?:Z|[+-]\d{2}:?\d{2}|[A-Z]{3} \d{4})$/.test(expected)
    ? Date.parse(expected)
    : Date.parse(
        `${expected.replace(' ', 'T')}${/\d{2}:\d{2}/.test(expected) ? 'Z' : 'T00:00:00Z'}`,
      );
  if (atMs === parsed) return true;
  if (/(?:Z|[+-]\d{2}:?\d{2})$/.test(expected)) return false;
  const apart = Math.abs(atMs - parsed);
  if (/00:00(?::00)?$/.test(expected)) return apart < DAY_MS + 14 * HOUR_MS;
  return apart <= 14 * HOUR_MS && apart % (HOUR_MS / 2) === 0;
}
