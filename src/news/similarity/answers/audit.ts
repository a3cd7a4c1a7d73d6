/**
 * Audits the index: compares a sample of the window with brute force, and reports missing pairs and
 * wrong ones.
 *
 * Every body is read, and its shingles are looked up among those of the sample. Possible pairs are
 * compared letter by letter, without sketches and bands, so that misses of these show. Pairs that
 * the rules leave out at articles with too many near texts are counted apart. Of too many
 * candidates, those with the lowest ids are compared, which bounds the time.
 */
import { getOrInsert } from '../../../kernel/collections.js';
import { NEWS } from '../../../kernel/limits.js';
import type { AuditAnswer } from '../codec.js';
import { ARTICLE } from '../state/articles.js';
import { LaidOutBody } from '../state/comparison.js';
import { NormalForm } from '../state/normal-form.js';
import { Sketch } from '../state/sketch.js';
import type { SimilarityState } from '../state/state.js';
import type { SimilarityWindow } from '../state/window.js';

/** Pairs of shingles of one body that may have equal hashes: 10,000 shingles have 0.01. */
const COLLISIONS_MAX = 3;

/** Candidates of a sampled body that are compared with it. */
const COMPARED_MAX = 512;

/** A sampled body with the bodies that may form a pair with it. */
interface Sampled {
  row: number;
  /** Number of distinct hashes of its shingles. */
  hashes: number;
  /** Rows, by ascending id. */
  candidates: number[];
}

export class Audit {
  readonly #state: SimilarityState;
  readonly #window: SimilarityWindow;
  readonly #form = new NormalForm();
  readonly #sketch = new Sketch();
  readonly #sampledForm = new NormalForm();
  readonly #sampledSketch = new Sketch();

  constructor(state: SimilarityState, window: SimilarityWindow) {
    this.#state = state;
    this.#window = window;
  }

  /** Audits about `sample` bodies at regular distances in the order of ids. */
  run(sample: number): Omit<AuditAnswer, 'generation'> {
    const rows = this.#window.rowsBetween(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    rows.sort((a, b) => this.#window.idOf(a) - this.#window.idOf(b));
    const step = Math.max(1, Math.floor(rows.length / sample));
    const sampled = this.#sampled(rows.filter((_, at) => at % step === 0));
    const result = { bodies: rows.length, sampled: sampled.list.length, pairs: 0, leftOut: 0 };
    this.#findCandidates(rows, sampled);
    const missing: [number, number][] = [];
    const wrong: [number, number][] = [];
    for (const { row, candidates } of sampled.list) {
      const own = new Map(this.#storedPairs(row));
      const compared = candidates.slice(0, COMPARED_MAX);
      for (const other of candidates.slice(COMPARED_MAX)) own.delete(this.#window.idOf(other));
      for (const [otherId, shared] of this.#duePairs(row, compared)) {
        result.pairs += 1;
        const pair = [this.#window.idOf(row), otherId] as [number, number];
        const stored = own.get(otherId);
        own.delete(otherId);
        if (stored === undefined && pair.some((id) => this.#isLimited(id))) result.leftOut += 1;
        else if (stored === undefined) missing.push(pair);
        else if (stored !== shared) wrong.push(pair);
      }
      for (const otherId of own.keys()) wrong.push([this.#window.idOf(row), otherId]);
    }
    return { ...result, missing, wrong };
  }

  /** The sampled bodies, and for each hash of a shingle the sampled bodies that contain it. */
  #sampled(rows: readonly number[]): { list: Sampled[]; byHash: Map<number, number[]> } {
    const byHash = new Map<number, number[]>();
    const list = rows.map((row, at) => {
      let hashes = 0;
      for (const hash of this.#read(row)) {
        const places = getOrInsert(byHash, hash, () => []);
        if (places.at(-1) === at) continue;
        hashes += 1;
        places.push(at);
      }
      return { row, hashes, candidates: [] as number[] };
    });
    return { list, byHash };
  }

  #findCandidates(
    rows: readonly number[],
    { list, byHash }: { list: Sampled[]; byHash: ReadonlyMap<number, number[]> },
  ): void {
    const counts = new Uint32Array(list.length);
    const met = new Set<number>();
    for (const row of rows) {
      counts.fill(0);
      met.clear();
      for (const hash of this.#read(row)) {
        const places = byHash.get(hash);
        if (places === undefined || met.has(hash)) continue;
        met.add(hash);
        for (const at of places) counts[at]! += 1;
      }
      // A pair shares at least a quarter of the shingles of each body.
      list.forEach(({ row: sampledRow, hashes, candidates }, at) => {
        if (4 * (counts[at]! + COLLISIONS_MAX) < hashes) return;
        if (this.#isAllowed(sampledRow, row)) candidates.push(row);
      });
    }
  }

  #isLimited(id: number): boolean {
    return (this.#state.articles.flagsOf(id) & ARTICLE.limited) !== 0;
  }

  #isAllowed(row: number, otherRow: number): boolean {
    const [own, other] = [this.#window.bodyOf(row), this.#window.bodyOf(otherRow)];
    if (own.media === other.media) return false;
    if (Math.abs(own.sortMs - other.sortMs) > NEWS.bodyRetentionMs) return false;
    const { media } = this.#state;
    return !media.at(own.media).syndicated && !media.at(other.media).syndicated;
  }

  /** Pairs of a row by comparison of letters, as [id of the other, shared shingles]. */
  *#duePairs(row: number, candidates: readonly number[]): Generator<[number, number]> {
    const body = new LaidOutBody();
    const [form, sketch] = [this.#sampledForm, this.#sampledSketch];
    form.readUnits(this.#window.bodyOf(row).units);
    sketch.readHashes(form);
    body.layOut(form, sketch);
    for (const otherRow of candidates) {
      this.#read(otherRow);
      const shared = body.sharedWith(this.#form, this.#sketch);
      const distinct = body.distinctIn(this.#form, this.#sketch);
      if (4 * shared >= body.distinct + distinct) yield [this.#window.idOf(otherRow), shared];
    }
  }

  /** Pairs that the index holds of a row and other bodies of the window. */
  *#storedPairs(row: number): Generator<[number, number]> {
    const { articles, pairs } = this.#state;
    const id = this.#window.idOf(row);
    for (const pair of pairs.of(id)) {
      const otherId = pairs.otherOf(pair, id);
      const otherRow = articles.rowOf(otherId);
      if (otherRow >= 0 && this.#isAllowed(row, otherRow)) yield [otherId, pairs.sharedOf(pair)];
    }
  }

  /** Hashes of the shingles of a row, valid until the next call. */
  #read(row: number): Int32Array {
    this.#form.readUnits(this.#window.bodyOf(row).units);
    this.#sketch.readHashes(this.#form);
    return this.#sketch.hashes.subarray(0, this.#sketch.count);
  }
}
