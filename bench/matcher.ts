/**
 * The matcher of topics over a million terms: memory, building, code points a second, beside its
 * limits and what one would write at first.
 *
 * Texts are invented: characters with the frequencies of a language (Zipf), phrases that come
 * again. `phrases`: terms of that language, most of them not in any one text. `dense`: terms cut
 * out of the texts themselves, so that more than one occurs at every position. The rest attacks.
 */
import { MatchText } from '../src/blogs/topics/state/matching/match-text.js';
import { Matcher, restUnitsOf } from '../src/blogs/topics/state/matching/matcher.js';
import { round, table, verdict } from './lab.js';

const TERMS = 1_000_000;
const TEXTS = 4000;
const TEXT_UNITS = 800;
const LETTERS = 4000;
const PHRASES = 60_000;
const PHRASE_SHARE = 0.5;
const ROUNDS = 3;
/** Peers are slow: they get a few texts. */
const PEER_TEXTS = 40;

const MEGABYTE = 1e6;

/** A small generator of our own: the same texts every time. */
let state = 0x9e37_79b9;
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 0x1_0000_0000;
}

/** A Han character; a few are frequent and most are rare. */
function letter(): string {
  const rank = Math.floor(Math.exp(random() * Math.log(LETTERS)));
  return String.fromCharCode(0x4e00 + ((rank * 7919) % 20_000));
}

function phrase(lengthMin: number, lengthMax: number): string {
  let text = '';
  const length = lengthMin + Math.floor(random() * (lengthMax - lengthMin + 1));
  while (text.length < length) text += letter();
  return text;
}

const phrases = Array.from({ length: PHRASES }, () => phrase(2, 6));

function article(): string {
  let text = '';
  while (text.length < TEXT_UNITS) {
    const known = phrases[Math.floor(random() ** 2 * PHRASES)]!;
    text += random() < PHRASE_SHARE ? known : phrase(1, 8);
    if (random() < 0.1) text += '，';
  }
  return text;
}

function distinct(make: () => string): string[] {
  const terms = new Set<string>();
  while (terms.size < TERMS) terms.add(make());
  return [...terms];
}

const texts = Array.from({ length: TEXTS }, article);
const codePoints = texts.reduce((sum, text) => sum + text.length, 0);

const VOCABULARIES: { readonly [name: string]: () => string[] } = {
  phrases: () => {
    let next = 0;
    return distinct(() => phrases[next++] ?? phrase(2, 8));
  },
  dense: () =>
    distinct(() => {
      const text = texts[Math.floor(random() * TEXTS)]!;
      const at = Math.floor(random() * (TEXT_UNITS - 12));
      return text.slice(at, at + 2 + Math.floor(random() * 9));
    }),
  'one prefix': () => {
    let next = 0;
    return distinct(() => `${texts[0]!.slice(0, 10)}${(next++).toString(36)}`);
  },
};

/** Seconds of processor time that `work` takes. */
function secondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function columnsOf(terms: readonly string[]): { units: Uint16Array; ends: Uint32Array } {
  const units = new Uint16Array(terms.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  const ends = Uint32Array.from(terms, (term) => {
    for (let unit = 0; unit < term.length; unit++) units[at++] = term.charCodeAt(unit);
    return at;
  });
  return { units, ends };
}

function build({ units, ends }: { units: Uint16Array; ends: Uint32Array }): Matcher {
  let restUnits = 0;
  for (let id = 0; id < ends.length; id++) {
    restUnits += restUnitsOf(ends[id]! - (ends[id - 1] ?? 0));
  }
  const matcher = new Matcher({ terms: ends.length, restUnits });
  for (let id = 0; id < ends.length; id++) matcher.add(id, units, ends[id - 1] ?? 0, ends[id]!);
  return matcher;
}

interface Measured {
  name: string;
  megabytes: number;
  buildSeconds: number;
  perSecond: number;
  hitsPerText: number;
}

function measure(name: string, terms: readonly string[], bodies: readonly string[]): Measured {
  const columns = columnsOf(terms);
  let matcher = build(columns);
  const buildSeconds = secondsOf(() => {
    matcher = build(columns);
  });
  const form = new MatchText();
  let hits = 0;
  const seconds = Array.from({ length: ROUNDS }, () =>
    secondsOf(() => {
      hits = 0;
      for (const body of bodies) hits += matcher.match(form.load(body)).length;
    }),
  );
  const units = bodies.reduce((sum, body) => sum + body.length, 0);
  return {
    name,
    megabytes: matcher.byteLength / MEGABYTE,
    buildSeconds,
    perSecond: units / Math.min(...seconds) / 1e6,
    hitsPerText: hits / bodies.length,
  };
}

/** A set of strings, asked for every piece of the text that is as long as some term. */
function measureSet(terms: readonly string[]): Measured {
  const before = heapBytes();
  let known = new Set<string>();
  const buildSeconds = secondsOf(() => {
    known = new Set(terms.map((term) => Buffer.from(term, 'utf16le').toString('utf16le')));
  });
  const megabytes = (heapBytes() - before) / MEGABYTE;
  const lengths = [...new Set(terms.map(({ length }) => length))];
  let hits = 0;
  const sample = texts.slice(0, PEER_TEXTS * 10);
  const seconds = secondsOf(() => {
    for (const text of sample) {
      const found = new Set<string>();
      for (let at = 0; at < text.length; at++) {
        for (const length of lengths) {
          const piece = text.slice(at, at + length);
          if (piece.length === length && known.has(piece)) found.add(piece);
        }
      }
      hits += found.size;
    }
  });
  const perSecond = sample.reduce((sum, { length }) => sum + length, 0) / seconds / 1e6;
  const hitsPerText = hits / sample.length;
  return { name: 'set of strings', megabytes, buildSeconds, perSecond, hitsPerText };
}

/** `includes` for every term. */
function measureIncludes(terms: readonly string[]): Measured {
  const sample = texts.slice(0, 2);
  let hits = 0;
  const seconds = secondsOf(() => {
    for (const text of sample) for (const term of terms) hits += text.includes(term) ? 1 : 0;
  });
  const perSecond = sample.reduce((sum, { length }) => sum + length, 0) / seconds / 1e6;
  return {
    name: 'includes, term by term',
    megabytes: Number.NaN,
    buildSeconds: 0,
    perSecond,
    hitsPerText: hits / sample.length,
  };
}

function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

export async function run(): Promise<void> {
  const vocabularies = Object.entries(VOCABULARIES).map(([name, make]) => ({
    name,
    terms: make(),
  }));
  const ours = vocabularies.map(({ name, terms }) => measure(name, terms, texts));
  const deep = Array.from({ length: 100 }, (_, at) => '一'.repeat(at + 2));
  const attack = measure('100 deep, 200,000 long', deep, ['一'.repeat(200_000)]);
  const { terms } = vocabularies[0]!;
  const rows = [...ours, attack, measureSet(terms), measureIncludes(terms)];
  table(
    `${TERMS} terms, ${codePoints} code points of text`,
    ['vocabulary', 'MB', 'build s', 'million code points/s', 'terms found per text'],
    rows.map(({ name, megabytes, buildSeconds, perSecond, hitsPerText }) => [
      name,
      round(megabytes, 1),
      round(buildSeconds),
      round(perSecond, perSecond < 0.1 ? 5 : 1),
      round(hitsPerText, 1),
    ]),
  );
  const [usual] = ours;
  verdict('MB', Math.max(...ours.map(({ megabytes }) => megabytes)), 64, false);
  verdict('build s', Math.max(...ours.map(({ buildSeconds }) => buildSeconds)), 1, false);
  verdict('million code points/s over phrases', usual!.perSecond, 10, true);
}
