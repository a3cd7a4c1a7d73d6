/** The numbers of likeness.ts. `TAGWIRE_WRITE=1 npm run bench -- story-links` writes this file. */

/** The least likeness at 64 terms, and the power of the number of terms. */
interface LeastLikeness {
  atUsual: number;
  power: number;
}

export interface Weights {
  words: LeastLikeness;
  pairs: LeastLikeness;
}

export const WEIGHTS: Weights = {
  words: { atUsual: 0.16, power: 0.65 },
  pairs: { atUsual: 0.055, power: 0.34 },
};
