import fc from 'fast-check';
import t from 'tap';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { hashOf, TermCounts } from '../../../src/news/events/state/text-terms.js';

/** Of hashes 0 to 4. */
const TERMS = Array.from({ length: 5 }, (_, hash) => termOf(hash));
const PARTS = 16;

function termOf(hash: number): number {
  let term = 1;
  while (hashOf(term) < 1) term *= 2;
  return hash * term;
}

/** The same in the most obvious way: lists of articles, each with what is left of it by term. */
class Oracle {
  readonly known: number[][] = [];
  past = new Map<number, number>();
  pastArticles = 0;

  with(hash: number): number {
    return this.knownWith(hash) + (this.past.get(hash) ?? 0) / PARTS;
  }

  knownWith(hash: number): number {
    return this.known.filter((hashes) => hashes.includes(hash)).length;
  }

  letGo(hashes: readonly number[]): void {
    for (const hash of hashes) this.past.set(hash, (this.past.get(hash) ?? 0) + PARTS);
    this.pastArticles += PARTS;
  }

  fade(days: number): void {
    const fade = (parts: number): number => Math.floor(parts * 0.9 ** days);
    this.past = new Map([...this.past].map(([hash, parts]) => [hash, fade(parts)]));
    this.pastArticles = fade(this.pastArticles);
  }
}

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('put' as const), hashes: fc.uniqueArray(fc.nat(4)) }),
    fc.record({ kind: fc.constantFrom('remove' as const, 'letGo' as const), at: fc.nat(9) }),
    fc.record({ kind: fc.constant('fade' as const), days: fc.nat(3) }),
    fc.record({ kind: fc.constant('restart' as const) }),
  ),
  { maxLength: 40 },
);

t.test('counts are those of the definition, also after a restart', async (t) => {
  fc.assert(
    fc.property(steps, (all) => {
      const oracle = new Oracle();
      let counts = new TermCounts();
      let dayMs = 0;
      counts.fadeTo(dayMs);
      const termsOf = (hashes: readonly number[]) => Uint32Array.from(hashes, (at) => TERMS[at]!);
      for (const step of all) {
        if (step.kind === 'put') {
          oracle.known.push(step.hashes);
          counts.count(termsOf(step.hashes), 1);
        } else if (step.kind === 'fade') {
          dayMs += step.days * DAY_MS;
          oracle.fade(step.days);
          counts.fadeTo(dayMs);
        } else if (step.kind === 'restart') {
          const bytes = counts.encode();
          counts = new TermCounts();
          counts.restore(bytes);
          for (const hashes of oracle.known) counts.count(termsOf(hashes), 1);
        } else {
          const [hashes] = oracle.known.splice(step.at, 1);
          if (hashes === undefined) continue;
          if (step.kind === 'letGo') oracle.letGo(hashes);
          if (step.kind === 'letGo') counts.letGo(termsOf(hashes));
          else counts.count(termsOf(hashes), -1);
        }
      }
      const isSame = TERMS.every(
        (_, hash) =>
          counts.with(hash) === oracle.with(hash) &&
          counts.knownWith(hash) === oracle.knownWith(hash),
      );
      const articles = oracle.known.length + oracle.pastArticles / PARTS;
      return isSame && counts.known === oracle.known.length && counts.articles === articles;
    }),
    { numRuns: 100 },
  );
  t.pass();
});

t.test('a term of fewer articles tells more, and each tells something', async (t) => {
  const counts = new TermCounts();
  for (let article = 0; article < 1000; article++) {
    counts.count(Uint32Array.from(TERMS.filter((_, hash) => article % (1 + 10 * hash) === 0)), 1);
  }
  const weights = TERMS.map((_, hash) => counts.weightOf(hash));
  for (const [at, weight] of weights.entries()) {
    t.ok(weight > (weights[at - 1] ?? 0), `${weight}`);
  }
});
