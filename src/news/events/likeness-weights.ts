/** The numbers of likeness.ts. `TAGWIRE_WRITE=1 npm run bench -- story-links` writes this file. */

/** The least likeness of texts of `full` terms and more, and the power of the part of them that a shorter one has. */
interface LeastLikeness {
  atFull: number;
  power: number;
  full: number;
}

export interface Weights {
  words: LeastLikeness;
  pairs: LeastLikeness;
}

export const WEIGHTS: Weights = {
  words: { atFull: 0.18, power: 1.2, full: 44 },
  pairs: { atFull: 0.07, power: 0.34, full: 128 },
};
