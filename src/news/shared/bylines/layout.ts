/**
 * Divides a run of characters into words and names at the least cost.
 *
 *   記者陳大文、… →  記者 | 陳大文            word 0.1 + name 1
 *   陳大文台北     →  陳大文 | 台北            name 1 + word 0.1
 *   陳本和         →  陳本和, not 陳本 和 …    name 1; a connector needs a whole name on both sides
 *
 * Invariants: time is proportional to the length of the run. The layout tried first wins between
 * equal costs, so the result depends only on run and rules. A name beside an unknown character is
 * no name, because slogans contain surnames too.
 */
import type { BylineRules, Lexicon, WordKind } from './rules.js';

/** Costs of the parts of a layout; costs of names are in `NAME_COST`. */
const COST = {
  word: 0.1,
  /** A dot between two words or names. */
  dot: 0.3,
  connector: 0.2,
  /** Two names with nothing between them. */
  glued: 0.8,
  /** A place that is in no list, recognised by its last character. */
  place: 1.2,
  /** A character that belongs to no word or name. */
  unknown: 2,
  transcribed: 1.2,
  /** For each letter: otherwise words after a transcribed name would become part of the name. */
  transcribedLetter: 0.12,
} as const;

/** Maxima: characters of a part of a transcribed name, and parts of such a name. */
const PART_LETTERS_MAX = 8;
const PARTS_MAX = 4;
/** Characters of a place before its last one. */
const PLACE_LETTERS = { min: 2, max: 3 };

type Kind = 'start' | 'word' | 'name' | 'unknown' | 'connector';
const KINDS: readonly Kind[] = ['start', 'word', 'name', 'unknown', 'connector'];

interface Step {
  cost: number;
  kind: Kind;
  from: number;
  to: number;
  word: WordKind | null;
  before: Step | null;
}

export interface BylineSegment {
  kind: 'word' | 'name' | 'unknown' | 'connector';
  text: string;
  word: WordKind | null;
}

export class Layouts {
  readonly #lexicon: Lexicon;
  readonly #names: HanNames;
  readonly #connectors: ReadonlySet<string>;
  readonly #placeEndings: ReadonlySet<string>;

  constructor(
    lexicon: Lexicon,
    names: HanNames,
    { connectors, placeEndings }: { connectors: readonly string[]; placeEndings: string },
  ) {
    this.#lexicon = lexicon;
    this.#names = names;
    this.#connectors = new Set(connectors);
    this.#placeEndings = new Set(placeEndings);
  }

  /** The words and names of a run, in order. */
  of(run: string): BylineSegment[] {
    const letters = Array.from(run);
    const steps: Map<Kind, Step>[] = Array.from({ length: letters.length + 1 }, () => new Map());
    const start: Step = { cost: 0, kind: 'start', from: 0, to: 0, word: null, before: null };
    steps[0]!.set('start', start);
    const table = new Table(steps);
    const hasDot = letters.includes(NAME_DOT);
    for (let at = 0; at < letters.length; at++) {
      this.#words(letters, at, table);
      this.#hanNames(letters, at, table);
      if (hasDot) this.#transcribed(letters, at, table);
      this.#place(letters, at, table);
      if (letters[at] === NAME_DOT) table.step(at, at + 1, 'word', COST.dot, 'plain');
      if (this.#connectors.has(letters[at]!)) table.step(at, at + 1, 'connector', COST.connector);
      table.step(at, at + 1, 'unknown', COST.unknown);
    }
    return segmentsOf(letters, table.best());
  }

  #words(letters: readonly string[], at: number, table: Table): void {
    for (const { letters: word, kind } of this.#lexicon.from(letters[at]!)) {
      if (word.every((letter, offset) => letters[at + offset] === letter)) {
        table.step(at, at + word.length, 'word', COST.word, kind);
      }
    }
  }

  #hanNames(letters: readonly string[], at: number, table: Table): void {
    const end = Math.min(letters.length, at + NAME_LETTERS_MAX);
    for (let to = at + 2; to <= end; to++) {
      table.step(at, to, 'name', this.#names.cost(letters, at, to));
    }
  }

  /** 甲乙·丙丁, unless both parts are whole names of three characters with a dot between them. */
  #transcribed(letters: readonly string[], at: number, table: Table): void {
    let parts = 1;
    let partStart = at;
    for (let to = at; to < letters.length; to++) {
      if (letters[to] === NAME_DOT) {
        if (to === partStart || parts === PARTS_MAX) return;
        parts += 1;
        partStart = to + 1;
        continue;
      }
      if (to - partStart >= PART_LETTERS_MAX) return;
      if (parts === 1 || this.#areTwoNames(letters, at, partStart, to + 1, parts)) continue;
      const cost = COST.transcribed + COST.transcribedLetter * (to + 1 - at);
      table.step(at, to + 1, 'name', cost);
    }
  }

  #areTwoNames(
    letters: readonly string[],
    from: number,
    second: number,
    to: number,
    parts: number,
  ): boolean {
    const isName = (start: number, end: number): boolean =>
      end - start === 3 && this.#names.cost(letters, start, end) < Number.POSITIVE_INFINITY;
    return parts === 2 && isName(from, second - 1) && isName(second, to);
  }

  #place(letters: readonly string[], at: number, table: Table): void {
    for (let count = PLACE_LETTERS.min; count <= PLACE_LETTERS.max; count++) {
      const ending = letters[at + count];
      if (ending === undefined || !this.#placeEndings.has(ending)) continue;
      table.step(at, at + count + 1, 'word', COST.place, 'plain');
    }
  }
}

/** The cheapest layout up to each position, for each kind of its last part. */
class Table {
  readonly #steps: readonly Map<Kind, Step>[];

  constructor(steps: readonly Map<Kind, Step>[]) {
    this.#steps = steps;
  }

  step(from: number, to: number, kind: Kind, cost: number, word: WordKind | null = null): void {
    if (cost === Number.POSITIVE_INFINITY) return;
    for (const lastKind of KINDS) {
      const before = this.#steps[from]!.get(lastKind);
      if (before === undefined || !mayFollow(lastKind, kind)) continue;
      const glue = lastKind === 'name' && kind === 'name' ? COST.glued : 0;
      const total = before.cost + cost + glue;
      const known = this.#steps[to]!.get(kind);
      if (known !== undefined && known.cost <= total) continue;
      this.#steps[to]!.set(kind, { cost: total, kind, from, to, word, before });
    }
  }

  /** The cheapest layout of the whole run. */
  best(): Step {
    let best: Step | null = null;
    for (const [kind, step] of this.#steps.at(-1)!) {
      if (kind !== 'connector' && (best === null || step.cost < best.cost)) best = step;
    }
    return best!;
  }
}

/** A connector stands only between two names. */
function mayFollow(last: Kind, next: Kind): boolean {
  if (last === 'connector') return next === 'name';
  return next !== 'connector' || last === 'name';
}

function segmentsOf(letters: readonly string[], last: Step): BylineSegment[] {
  const segments: BylineSegment[] = [];
  for (let step: Step | null = last; step !== null; step = step.before) {
    if (step.kind === 'start') break;
    const { kind, from, to, word } = step;
    segments.push({ kind, text: letters.slice(from, to).join(''), word });
  }
  segments.reverse();
  return segments.map((segment, at) => {
    const isBesideUnknown =
      segments[at - 1]?.kind === 'unknown' || segments[at + 1]?.kind === 'unknown';
    return segment.kind === 'name' && isBesideUnknown ? { ...segment, kind: 'unknown' } : segment;
  });
}

/** Names of people in Han characters and in Latin letters, and one spelling for each journalist. */

/** Longest name in characters. */
const NAME_LETTERS_MAX = 4;

const HAN = /^\p{Script=Han}$/u;

/** Costs of names in a layout. */
const NAME_COST = {
  /** Surname and two characters, or a compound surname and one or two characters. */
  usual: 1,
  /** Surname and one character: two characters are often an ordinary word. */
  short: 1.35,
  /** A married name: two surnames and two characters. */
  double: 1.5,
} as const;

export class HanNames {
  readonly #surnames: ReadonlySet<string>;
  readonly #compounds: ReadonlySet<string>;
  readonly #never: ReadonlySet<string>;

  constructor(rules: BylineRules) {
    this.#surnames = new Set(rules.surnames);
    this.#compounds = new Set(rules.compoundSurnames);
    this.#never = new Set(rules.neverInGivenNames);
  }

  isSurname(letter: string): boolean {
    return this.#surnames.has(letter);
  }

  /** The cost of the name in `letters` from `from` to `to`; infinite when these are no name. */
  cost(letters: readonly string[], from: number, to: number): number {
    const count = to - from;
    if (count < 2 || count > NAME_LETTERS_MAX) return Number.POSITIVE_INFINITY;
    const isCompound = count > 2 && this.#compounds.has(letters[from]! + letters[from + 1]!);
    if (isCompound && this.#areGiven(letters, from + 2, to)) return NAME_COST.usual;
    if (!this.#surnames.has(letters[from]!) || !this.#areGiven(letters, from + 1, to)) {
      return Number.POSITIVE_INFINITY;
    }
    if (count === 2) return NAME_COST.short;
    if (count === 3) return NAME_COST.usual;
    return this.#surnames.has(letters[from + 1]!) ? NAME_COST.double : Number.POSITIVE_INFINITY;
  }

  #areGiven(letters: readonly string[], from: number, to: number): boolean {
    for (let at = from; at < to; at++) {
      const letter = letters[at]!;
      if (this.#never.has(letter) || !HAN.test(letter)) return false;
    }
    return true;
  }
}

const WORDS = { min: 2, max: 4 };
const CAPITALISED = /^\p{Lu}[\p{L}\p{M}'’.-]*$/u;
/** John, O'Neil and SMITH are names; AFP, TV and J. alone are not. */
const NAME_LIKE = /\p{Ll}|\p{Lu}{3}/u;

interface LatinReading {
  names: string[];
  /** The words begin with a role of persons who are no journalists of the article. */
  isExcluded: boolean;
}

export class LatinNames {
  readonly #notNames: ReadonlySet<string>;
  readonly #places: ReadonlySet<string>;
  readonly #particles: ReadonlySet<string>;
  readonly #connectors: ReadonlySet<string>;
  readonly #openings: readonly string[];
  readonly #excluded: readonly string[];

  constructor(rules: BylineRules) {
    const longestFirst = (phrases: readonly string[]): string[] =>
      [...phrases].sort((a, b) => b.length - a.length);
    this.#notNames = new Set(rules.latinNotNames);
    this.#places = new Set(rules.latinPlaces);
    this.#particles = new Set(rules.latinParticles);
    this.#connectors = new Set(rules.latinConnectors);
    this.#openings = longestFirst(rules.latinOpenings);
    this.#excluded = longestFirst(rules.latinExcludedOpenings);
  }

  /** The names among consecutive words. */
  read(words: readonly string[]): LatinReading {
    const lower = words.join(' ').toLowerCase();
    const opensWith = (phrase: string): boolean => `${lower} `.startsWith(`${phrase} `);
    const excluded = this.#excluded.find(opensWith);
    const opening = excluded ?? this.#openings.find(opensWith);
    const rest = opening === undefined ? words : words.slice(opening.split(' ').length);
    const names: string[] = [];
    let piece: string[] = [];
    for (const word of [...rest, null]) {
      if (word !== null && !this.#connectors.has(word.toLowerCase())) {
        piece.push(word);
        continue;
      }
      const name = this.#nameOf(piece);
      if (name !== null) names.push(name);
      piece = [];
    }
    return { names, isExcluded: excluded !== undefined };
  }

  #nameOf(piece: readonly string[]): string | null {
    const isNotName = (word: string | undefined): boolean =>
      word !== undefined && this.#notNames.has(word.toLowerCase());
    const words = [...piece];
    while (isNotName(words[0])) words.shift();
    while (isNotName(words.at(-1))) words.pop();
    if (words.length < WORDS.min || words.length > WORDS.max || words.some(isNotName)) return null;
    const name = words.join(' ');
    if (this.#places.has(name.toLowerCase()) || !NAME_LIKE.test(name)) return null;
    const isWord = (word: string, at: number): boolean =>
      CAPITALISED.test(word) ||
      (at > 0 && at < words.length - 1 && this.#particles.has(word.toLowerCase()));
    return words.every(isWord) ? name : null;
  }
}

/** The dot of transcribed names. */
const NAME_DOT = '·';

/** Variants of the dot, after NFKC. */
const DOTS = /[\u00b7\u2022\u2027\u2219\u22c5\u30fb\u0387]/g;

/** A name or byline after NFKC, with one kind of dot and no blanks around it. */
export function journalistName(text: string): string {
  return text.normalize('NFKC').replace(DOTS, NAME_DOT).trim();
}
