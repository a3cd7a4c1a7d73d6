/**
 * Finds the media that a text names as its source.
 *
 * Invariants: pure; the same rules, media and text give the same citations. One pass finds every
 * name; only the words around names are looked at again, around `MENTIONS_MAX` of them at most.
 * A media is cited once, by the first words that do it; an outlet never cites itself.
 */
import type { NamedMedia } from '../bylines/bylines.js';
import { Cues } from './cues.js';
import { evidenceAround } from './evidence.js';
import { Letters } from './letters.js';
import { type Mention, NameTrie, NO_MEDIA } from './name-trie.js';
import type { CitationRules } from './rules.js';

export interface Citation {
  /** Code of the media that is named. */
  media: string;
  /** The words that name it, with their surroundings: at most 100 code points. */
  evidence: string;
}

/** Mentions judged in one text: a roundup has dozens; more are a trap for the reader's time. */
const MENTIONS_MAX = 300;
/** Units between two names of one list: 、, brackets, a conjunction. */
const JOINT_UNITS_MAX = 8;
const JOINTS = ' ()《》"\'、,/&和與及跟';

export class CitationFinder {
  readonly #letters: Letters;
  readonly #names: NameTrie;
  readonly #cues: Cues;
  readonly #codes: readonly string[];
  readonly #joints: ReadonlySet<number>;

  constructor(rules: CitationRules, media: Iterable<NamedMedia>) {
    this.#letters = new Letters(rules.variants);
    this.#cues = new Cues(rules, this.#letters);
    this.#joints = new Set([...JOINTS].map((mark) => this.#letters.unit(mark.charCodeAt(0))));
    // By code, so that a name that two media claim goes to the same one in any order; titles first, and
    // what is a name of a registered medium is no other text.
    const all = [...media].sort((a, b) => (a.media < b.media ? -1 : 1));
    this.#codes = all.map(({ media: code }) => code);
    const titles = all.map(({ title }, number): [string, number] => [title, number]);
    const aliases = all.flatMap(({ aliases }, number) =>
      aliases.map((alias): [string, number] => [alias, number]),
    );
    const others = rules.others.map((text): [string, number] => [text, NO_MEDIA]);
    this.#names = new NameTrie(this.#letters, [...titles, ...aliases, ...others]);
  }

  /** The media that a body of `ownMedia` cites, in the order of the body. */
  find(body: string, ownMedia: string): Citation[] {
    const citations: Citation[] = [];
    const cited = new Set<number>([this.#codes.indexOf(ownMedia)]);
    let next = this.#names.next(body, 0);
    for (let seen = 0; next !== null && seen < MENTIONS_MAX; ) {
      const list = [next];
      next = this.#names.next(body, next.end);
      // A list is judged as one: 綜合甲報、乙報報導.
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
