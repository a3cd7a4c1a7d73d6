/**
 * A caller with manners, in a process of its own, and what it measures while something goes on.
 */
import { Meter, quantile, round } from './lab.js';

const ASKS_PER_SECOND = 200;

/** What callers met in a stretch of time, or in several. */
export class Stretch {
  constructor(
    readonly latenciesMs: readonly number[],
    readonly failures: number,
  ) {}

  static of(stretches: readonly Stretch[]): Stretch {
    return new Stretch(
      stretches.flatMap(({ latenciesMs }) => latenciesMs),
      stretches.reduce((sum, { failures }) => sum + failures, 0),
    );
  }

  get p99Ms(): number {
    return quantile(this.latenciesMs, 0.99);
  }

  /** A row of a table: p50, p99, longest, answers, failures. */
  get figures(): number[] {
    const { latenciesMs, failures } = this;
    // A long stretch has more answers than a call takes arguments.
    const longest = latenciesMs.reduce(
      (most, one) => Math.max(most, one),
      Number.NEGATIVE_INFINITY,
    );
    const times = [quantile(latenciesMs, 0.5), this.p99Ms, longest];
    return [...times.map((ms) => round(ms)), latenciesMs.length, failures];
  }
}

export class Prober {
  readonly #meter: Meter;

  constructor(url: string) {
    this.#meter = new Meter('prober', url, String(ASKS_PER_SECOND));
  }

  /** What was measured since the last call. */
  async stretch(): Promise<Stretch> {
    const { latenciesMs, failures } = JSON.parse(await this.#meter.read()) as Stretch;
    return new Stretch(latenciesMs, failures);
  }

  stop(): Promise<void> {
    return this.#meter.stop();
  }
}
