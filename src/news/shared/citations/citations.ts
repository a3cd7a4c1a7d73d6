/**
 * Finds the media that a text names as its source.
 *
 * Invariants: pure; the same rules, media and text give the same citations. One pass finds every
 * name; only the words around names are read again, for at most `MENTIONS_MAX` names. A media is
 * cited once, by the first words that name it as a source; an outlet never cites itself.
 */
import { cutCodePoints, ownText } from '../../../kernel/text/text.js';
import type { NamedMedia } from '../bylines/bylines.js';
import { type CitationRules, Cues } from './cues.js';
import { Letters, type Mention, NameFinder, NO_MEDIA } from './name-finder.js';

interface Citation {
  /** Code of the media that is named. */
  media: string;
  /** The words that name it as a source, with their surroundings: at most 100 code points. */
  evidence: string;
}

/** Mentions judged in one text, which bounds the time for hostile texts: a roundup has dozens. */
const MENTIONS_MAX = 300;
/** Units between two names of one list: 、, brackets, a conjunction. */
const JOINT_UNITS_MAX = 8;
const JOINTS = ' ()《》"\'、,/&和與及跟';

export class CitationFinder {
  readonly #letters: Letters;
  readonly #names: NameFinder;
  readonly #cues: Cues;
  readonly #codes: readonly string[];
  readonly #joints: ReadonlySet<number>;

  constructor(rules: CitationRules, media: Iterable<NamedMedia>) {
    this.#letters = new Letters(rules.variants);
    this.#cues = new Cues(rules, this.#letters);
    this.#joints = new Set([...JOINTS].map((mark) => this.#letters.unit(mark.charCodeAt(0))));
    // Sorted by code: a name of two media has the same number in any order of `media`. Titles are
    // first and `others` last, so that names of media win over `others`.
    const all = [...media].sort((a, b) => (a.media < b.media ? -1 : 1));
    this.#codes = all.map(({ media: code }) => code);
    const titles = all.map(({ title }, number): [string, number] => [title, number]);
    const aliases = all.flatMap(({ aliases }, number) =>
      aliases.map((alias): [string, number] => [alias, number]),
    );
    const others = rules.others.map((text): [string, number] => [text, NO_MEDIA]);
    this.#names = new NameFinder(this.#letters, [...titles, ...aliases, ...others]);
  }

  /** The media that a body of `ownMedia` cites, in the order of the body. */
  find(body: string, ownMedia: string): Citation[] {
    const citations: Citation[] = [];
    const cited = new Set<number>([this.#codes.indexOf(ownMedia)]);
    let next = this.#names.next(body, 0);
    for (let seen = 0; next !== null && seen < MENTIONS_MAX; ) {
      const list = [next];
      next = this.#names.next(body, next.end);
      // A list is judged as a whole: 綜合甲報、乙報報導.
      while (
        next !== null &&
        list.length < MENTIONS_MAX &&
        this.#isJoint(body, list.at(-1)!, next)
      ) {
        list.push(next);
        next = this.#names.next(body, next.end);
      }
      seen += list.length;
      this.#judge(body, list, cited, citations);
    }
    return citations;
  }

  #judge(body: string, list: readonly Mention[], cited: Set<number>, citations: Citation[]): void {
    if (list.every(({ media }) => cited.has(media))) return;
    const cue = this.#cues.around(body, list[0]!.start, list.at(-1)!.end);
    if (cue === null) return;
    const evidence = evidenceAround(body, cue.start, cue.end);
    for (const { media } of list) {
      if (cited.has(media)) continue;
      cited.add(media);
      citations.push({ media: this.#codes[media]!, evidence });
    }
  }

  #isJoint(body: string, { end }: Mention, { start }: Mention): boolean {
    if (start - end > JOINT_UNITS_MAX) return false;
    for (let at = end; at < start; at++) {
      if (!this.#joints.has(this.#letters.unit(body.charCodeAt(at)))) return false;
    }
    return true;
  }
}

/** Code points of evidence, as many as the shared passages of similar articles have. */
const EVIDENCE_MAX = 100;
/** UTF-16 units of evidence before the cue. */
const LEAD_UNITS = 24;
/** UTF-16 units of evidence after the cue: enough for `EVIDENCE_MAX` code points of any size. */
const TRAIL_UNITS = 2 * EVIDENCE_MAX;

/** A shorter sentence, as （路透社） at the end of a text, gets the text before it in addition. */
const CONTEXT_UNITS_MIN = 16;

const ENDS = new Set('。！？!?；;\n');

/** The cue at the units `start` to `end` with its sentence: at most 100 whole code points. */
function evidenceAround(body: string, start: number, end: number): string {
  const to = sentenceEnd(body, end);
  let from = sentenceStart(body, start);
  if (to - from < CONTEXT_UNITS_MIN) from = Math.max(0, from - LEAD_UNITS);
  if (isLowSurrogate(body, from)) from += 1;
  return ownText(cutCodePoints(body.slice(from, to).trim(), EVIDENCE_MAX).trimEnd());
}

function sentenceStart(body: string, start: number): number {
  let from = Math.max(0, start);
  while (from > 0 && start - from < LEAD_UNITS && !ENDS.has(body[from - 1]!)) from--;
  return from;
}

function sentenceEnd(body: string, end: number): number {
  let to = end;
  while (to < body.length && to - end < TRAIL_UNITS && !ENDS.has(body[to]!)) to++;
  return isLowSurrogate(body, to) ? to - 1 : to;
}

/** True in the middle of a surrogate pair. */
function isLowSurrogate(body: string, at: number): boolean {
  const unit = body.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
