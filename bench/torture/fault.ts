/**
 * What a fault program is: it breaks a store or a server in one way, at moments of a seeded random
 * generator, and counts what should never happen.
 *
 * Each fault is a file of this folder that exports `fault`. `npm run torture -- NAME` runs it in full;
 * a test in `test/torture` runs a few rounds. The same seed breaks the same things again.
 */

/** A seeded random generator: whole numbers from 0 to `sides` - 1. */
export type Dice = (sides: number) => number;

export interface Run {
  rounds: number;
  dice: Dice;
  /** An empty folder of this run's own, removed afterwards. */
  folder: string;
  /** Says how far the run is; at most a line in a few seconds is shown. */
  progress(line: string): void;
}

export interface Outcome {
  /** Rounds that were made. */
  rounds: number;
  /** What must not happen, described one by one: empty when the promise held. */
  violations: string[];
  /** What the run met, for example how many acknowledgements or faults, by name. */
  figures: Record<string, number>;
  /** Why no round was made on this machine, for example that a program is missing. */
  skipped?: string;
}

export interface Fault {
  /** The promise, in one sentence. */
  promise: string;
  /** Rounds of the full run. */
  rounds: number;
  run(run: Run): Promise<Outcome>;
}

/** Linear congruential generator with the constants of Numerical Recipes. */
export function makeDice(seed: number): Dice {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
