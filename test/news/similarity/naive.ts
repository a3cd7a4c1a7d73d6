/**
 * Similarity in the most obvious way: sets of strings, every pair of bodies, nothing remembered.
 */
import { DAY_MS, localDayStartMs } from '../../../src/kernel/clock.js';
import type {
  LogRecord,
  MaskRecord,
  MediaRecord,
  NewsRecord,
} from '../../../src/kernel/model/records.js';

const KEPT_MS = 7 * DAY_MS;
const LETTER =
  /[\p{L}\p{N}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** Decision 23. */
export function naiveForm(text: string): string {
  return [...text.normalize('NFKC').toLowerCase()].filter((letter) => LETTER.test(letter)).join('');
}

export function naiveShingles(form: string): Set<string> {
  const letters = [...form];
  const shingles = new Set<string>();
  for (let at = 0; at + 5 <= letters.length; at++) shingles.add(letters.slice(at, at + 5).join(''));
  return shingles;
}

export interface NaivePair {
  earlier: number;
  later: number;
  score: number;
  containment: number;
  shared: number;
  identical: boolean;
  /** Letters of the longest common passage. */
  passage: number;
}

export function naiveComparison(
  a: string,
  b: string,
): Pick<NaivePair, 'score' | 'containment' | 'shared' | 'identical'> {
  const [setA, setB] = [naiveShingles(a), naiveShingles(b)];
  const shared = [...setA].filter((shingle) => setB.has(shingle)).length;
  return {
    shared,
    score: (2 * shared) / (setA.size + setB.size),
    containment: shared / Math.min(setA.size, setB.size),
    identical: a === b,
  };
}

/** Length of the longest run of letters that stands in both. */
export function naivePassage(a: string, b: string): number {
  const [lettersA, lettersB] = [[...a], [...b]];
  let before = new Uint32Array(lettersB.length + 1);
  let best = 0;
  for (const letter of lettersA) {
    const row = new Uint32Array(lettersB.length + 1);
    lettersB.forEach((other, at) => {
      if (other === letter) row[at + 1] = before[at]! + 1;
      best = Math.max(best, row[at + 1]!);
    });
    before = row;
  }
  return best;
}

interface NaiveArticle {
  record: NewsRecord;
  /** Normal form, while the body is unexpired. */
  form: string | null;
  compared: boolean;
  hidden: boolean;
}

/** The index as lists. */
export class NaiveIndex {
  readonly articles = new Map<number, NaiveArticle>();
  readonly media = new Map<string, { record: MediaRecord; hidden: boolean }>();
  pairs: NaivePair[] = [];
  nowMs = Number.NEGATIVE_INFINITY;

  apply(record: LogRecord, body: string | null): void {
    if (record.kind === 'media') {
      const hidden = this.media.get(record.media)?.hidden ?? false;
      this.media.set(record.media, { record, hidden });
    } else if (record.kind === 'news') this.#put(record, body);
    else if (record.kind === 'tick') this.#tick(record.atMs);
    else if (record.kind === 'hide' || record.kind === 'show' || record.kind === 'erase') {
      this.#mask(record);
    }
  }

  isShown(id: number): boolean {
    const article = this.articles.get(id);
    if (article === undefined || article.hidden) return false;
    const media = this.media.get(article.record.media)!;
    return !media.hidden;
  }

  isIndexed(id: number): boolean {
    return (
      this.isShown(id) && !this.media.get(this.articles.get(id)!.record.media)!.record.syndicated
    );
  }

  sortMsOf(id: number): number {
    return this.articles.get(id)!.record.sortMs;
  }

  mediaOf(id: number): string {
    return this.articles.get(id)!.record.media;
  }

  /** Decision 27a. */
  isEarlier(id: number, otherId: number): boolean {
    const [a, b] = [this.articles.get(id)!.record, this.articles.get(otherId)!.record];
    const sameDay = localDayStartMs(a.sortMs) === localDayStartMs(b.sortMs);
    if (sameDay && (a.precision === 'day' || b.precision === 'day')) return false;
    return a.sortMs < b.sortMs;
  }

  #put(record: NewsRecord, body: string | null): void {
    const known = this.articles.get(record.id);
    const isSame = known !== undefined && known.record.bodyHash === record.bodyHash;
    const isUnexpired = record.sortMs + KEPT_MS > this.nowMs;
    const hidden = known?.hidden ?? false;
    let form = body === null ? (isSame ? known.form : null) : naiveForm(body);
    if (record.bodyHash === '' || !isUnexpired) form = null;
    const isSyndicated = this.media.get(record.media)!.record.syndicated;
    const isComparable = form !== null && [...form].length >= 100 && !isSyndicated;
    const isAtHand = form !== null;
    if (!isComparable) form = null;
    const keepsPairs = record.bodyHash !== '' && (isSame || !isUnexpired);
    const compared = isComparable || (keepsPairs && !isAtHand && (known?.compared ?? false));
    this.articles.set(record.id, { record, form, compared, hidden });
    this.pairs = this.pairs.flatMap((pair) => {
      if (pair.earlier !== record.id && pair.later !== record.id) return [pair];
      const other = pair.earlier === record.id ? pair.later : pair.earlier;
      const isDue = isAtHand && this.articles.get(other)!.form !== null;
      if (!keepsPairs || isDue || !this.#mayPair(record.id, other)) return [];
      return [this.#ordered(pair)];
    });
    if (form === null) return;
    for (const [id, other] of this.articles) {
      if (other.form === null || !this.#mayPair(record.id, id)) continue;
      if (this.media.get(other.record.media)!.record.syndicated) continue;
      const comparison = naiveComparison(form, other.form);
      if (comparison.score < 0.5) continue;
      const passage = naivePassage(form, other.form);
      this.pairs.push(this.#ordered({ earlier: record.id, later: id, ...comparison, passage }));
    }
  }

  #mayPair(id: number, otherId: number): boolean {
    const [a, b] = [this.articles.get(id)!.record, this.articles.get(otherId)!.record];
    return id !== otherId && a.media !== b.media && Math.abs(a.sortMs - b.sortMs) <= KEPT_MS;
  }

  #ordered(pair: NaivePair): NaivePair {
    const [a, b] = [pair.earlier, pair.later];
    const apart = this.sortMsOf(a) - this.sortMsOf(b);
    return apart < 0 || (apart === 0 && a < b) ? pair : { ...pair, earlier: b, later: a };
  }

  #tick(atMs: number): void {
    this.nowMs = Math.max(this.nowMs, atMs);
    for (const article of this.articles.values()) {
      if (article.record.sortMs + KEPT_MS <= this.nowMs) article.form = null;
    }
  }

  #mask({ kind, target, key, id }: MaskRecord): void {
    if (target === 'media') {
      const media = this.media.get(key);
      if (media !== undefined) media.hidden = kind !== 'show';
      return;
    }
    if (kind === 'erase') {
      this.articles.delete(id!);
      this.pairs = this.pairs.filter(({ earlier, later }) => earlier !== id && later !== id);
      return;
    }
    const article = this.articles.get(id!);
    if (article !== undefined) article.hidden = kind === 'hide';
  }
}
