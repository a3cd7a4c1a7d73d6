/**
 * Links between candidate tags: two are linked when the same articles carry them, more often than
 * chance would have it, and articles of more than one outlet do.
 *
 * weight = shared ÷ √(a·b), the cosine of the two sets of articles; lift = shared · n ÷ (a·b).
 * Articles count with their weight in both; `sharedMin` counts whole articles.
 */
import { type Corpus, carriedBy } from './corpus.js';
import type { ClusterSettings } from './settings.js';

/** A link between two candidates, `a` below `b`. */
export interface Edge {
  a: number;
  b: number;
  weight: number;
}

/** What two candidates share, by `a * size + b`. */
interface Shares {
  /** Sum of weights by candidate. */
  sums: Float64Array;
  weights: Float64Array;
  counts: Uint32Array;
  /** The only outlet, counted from 1, or `SEVERAL`. */
  outlets: Uint32Array;
}

/** Outlets are columns of 16 bits. */
const SEVERAL = 0x1_0001;

/** The links of a corpus, by `a`, then `b`. */
export function edgesOf(corpus: Corpus, settings: ClusterSettings): Edge[] {
  const size = corpus.candidates;
  const shares = sharesOf(corpus);
  const edges: Edge[] = [];
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      const pair = a * size + b;
      if (shares.counts[pair]! < settings.sharedMin || shares.outlets[pair] !== SEVERAL) continue;
      const shared = shares.weights[pair]!;
      const both = shares.sums[a]! * shares.sums[b]!;
      const weight = shared / Math.sqrt(both);
      const lift = (shared * corpus.weightSum) / both;
      if (weight >= settings.edgeWeightMin && lift >= settings.liftMin)
        edges.push({ a, b, weight });
    }
  }
  return edges;
}

function sharesOf(corpus: Corpus): Shares {
  const { candidates: size, outlets, weights } = corpus;
  const shares: Shares = {
    sums: new Float64Array(size),
    weights: new Float64Array(size * size),
    counts: new Uint32Array(size * size),
    outlets: new Uint32Array(size * size),
  };
  for (let article = 0; article < corpus.length; article++) {
    const carried = carriedBy(corpus, article);
    const weight = weights[article]!;
    const outlet = outlets[article]! + 1;
    for (let i = 0; i < carried.length; i++) {
      const row = carried[i]! * size;
      shares.sums[carried[i]!]! += weight;
      for (let j = i + 1; j < carried.length; j++) {
        const pair = row + carried[j]!;
        shares.weights[pair]! += weight;
        shares.counts[pair]! += 1;
        const known = shares.outlets[pair]!;
        if (known !== outlet) shares.outlets[pair] = known === 0 ? outlet : SEVERAL;
      }
    }
  }
  return shares;
}
