import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { HOUR_MS } from '../../../src/kernel/clock.js';
import type { LogRecord } from '../../../src/kernel/model/records.js';
import { HISTORY_HOURS } from '../../../src/news/shared/burst/formulas.js';
import { GROUPS_MAX } from '../../../src/news/shared/burst/related-kernel.js';
import type { RankingList } from '../../../src/news/tags/reader.js';
import { categoryOf, mediaOf, newsOf } from '../catalog/records.js';
import {
  Oracle,
  type OracleBasis,
  type OracleEntry,
  type OracleList,
} from '../shared/burst/oracle.js';
import { Author, PREFACE, type Step, step } from '../shared/burst/script.js';
import { World } from './world.js';

type RuntimeStep = 'cut' | 'restart';

const life = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: step as fc.Arbitrary<Step | RuntimeStep> },
    { weight: 1, arbitrary: fc.constantFrom<RuntimeStep>('cut', 'restart') },
  ),
  { maxLength: 40 },
);

/** What a list says, in the oracle's words. */
function toldBy(list: RankingList): OracleList {
  const { basis, articleCount, mediaCount } = list.columns;
  const entries = Array.from({ length: list.length }, (_, at): OracleEntry => {
    const { media, history, related, ...entry } = list.entry(at);
    return {
      ...entry,
      position: list.positionOf(at),
      media: Object.fromEntries(media),
      history: Object.fromEntries(HISTORY_HOURS.map((hours, step) => [hours, history[step]!])),
      related: related.map((one) => ({ ...one, share: one.count / entry.count })),
    };
  });
  return { basis, articleCount, mediaCount, historyAvailable: [...list.historyHours], entries };
}

/** Snapshots as they should be kept, by category and hour. */
class RankingOracle {
  readonly final = new Map<string, OracleList>();
  readonly open = new Map<string, { hourMs: number; list: OracleList; basis: OracleBasis }>();

  /** What a ranking tick does, in plain words. */
  tick(oracle: Oracle, atMs: number): void {
    const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
    for (const [category, open] of this.open) {
      if (open.hourMs >= hourMs) continue;
      const basis = oracle.bases.get(category) ?? open.basis;
      const list = oracle.list(category, open.hourMs + HOUR_MS, basis)!;
      this.final.set(`${category} ${open.hourMs}`, list);
      this.open.delete(category);
    }
    for (const category of oracle.categories) {
      const basis = oracle.bases.get(category) ?? this.open.get(category)?.basis;
      const list = oracle.list(category, atMs, basis);
      if (list !== null) this.open.set(category, { hourMs, list, basis: list.basis });
    }
  }
}

function play(world: World, steps: readonly (Step | RuntimeStep)[]): RankingOracle {
  const oracle = new Oracle();
  const author = new Author();
  const rankings = new RankingOracle();
  for (const record of PREFACE) oracle.apply(record);
  world.fold(...PREFACE);
  for (const one of steps) {
    if (one === 'cut') world.cut();
    else if (one === 'restart') world.restart(world.snapshot());
    else {
      for (const record of author.write(one)) {
        world.fold(record);
        oracle.apply(record);
        if (record.kind === 'tick') rankings.tick(oracle, record.atMs);
      }
    }
  }
  world.cut();
  return rankings;
}

t.test('every snapshot says what was true when it was computed, for ever', async () => {
  fc.assert(
    fc.property(life, (steps) => {
      const world = new World();
      const rankings = play(world, steps);
      world.snapshot();
      for (const [name, expected] of rankings.final) {
        const [category, hour] = name.split(' ');
        const told = world.ranking(category!, Number(hour));
        deepStrictEqual(told?.hourMs, Number(hour));
        deepStrictEqual(toldBy(told.list), expected);
      }
      for (const [category, { hourMs, list }] of rankings.open) {
        const told = world.ranking(category, Number.MAX_SAFE_INTEGER)!;
        deepStrictEqual(told.hourMs, hourMs);
        deepStrictEqual(toldBy(told.list), list);
      }
    }),
    { numRuns: 100 },
  );
});

t.test('restarts change neither answers nor the bytes of a snapshot', async () => {
  fc.assert(
    fc.property(life, (steps) => {
      const one = new World();
      play(one, steps);
      const other = new World();
      play(
        other,
        steps.filter((step) => step !== 'restart'),
      );
      deepStrictEqual(one.snapshot(), other.snapshot());
      deepStrictEqual(one.cold, other.cold);
    }),
    { numRuns: 100 },
  );
});

t.test('days go to disk and are found there', async (t) => {
  const world = new World();
  const steps: Step[] = [{ type: 'media', outlet: 0, fields: { collectingSinceMs: 0 } }];
  // At ranking ticks, which all of these are, the block of a day waits for half a day.
  for (let hour = 0; hour < 40 * 24 + 12; hour++) {
    steps.push({ type: 'news', slot: hour, outlet: 0, agoMs: 0, fields: { tags: ['a'] } });
    steps.push({ type: 'tick', onMs: HOUR_MS });
  }
  const rankings = play(world, steps);
  const taken = world.snapshot();
  t.equal(world.cold.size, 40 + 24, 'blocks of whole days, columns of days older than 16');
  let cold = 0;
  for (const [name, expected] of rankings.final) {
    const [category, hour] = name.split(' ');
    const told = world.ranking(category!, Number(hour) + HOUR_MS - 1)!;
    if (world.reader.at(category!, Number(hour))!.chunk !== null) cold += 1;
    t.strictSame(toldBy(told.list), expected);
  }
  t.equal(cold, 26 * 24 - 1, 'the last 14 days are in memory, and the first tick came late');
  const { heldBytes: _before, ...before } = world.reader.figures;
  const { heldBytes: _after, ...after } = world.restart(taken).reader.figures;
  t.strictSame(after, before, 'a restart brings back what was there');
});

t.test('every category has related tags of its own media, however many there are', async (t) => {
  const atMs = Date.UTC(2026, 2, 1);
  const world = new World();
  const oracle = new Oracle();
  const records: LogRecord[] = [];
  for (let number = 0; number < 20; number++) {
    records.push(
      categoryOf(`c${number}`, ''),
      mediaOf(`m${number}`, {
        categories: [`c${number}`, `c${(number + 7) % 20}`],
        collectingSinceMs: 0,
      }),
    );
    for (let article = 0; article < 4; article++) {
      const tags = ['common', `${number}`, `${number % 3} of three`, `${article} of four`];
      records.push(newsOf(10 * number + article + 1, `m${number}`, atMs - HOUR_MS, { tags }));
    }
  }
  records.push({ kind: 'tick', atMs, runs: ['ranking'] });
  world.fold(...records).cut();
  for (const record of records) oracle.apply(record);
  const listed = oracle.categories.filter((category) => oracle.list(category, atMs) !== null);
  t.ok(listed.length > 2 * GROUPS_MAX, 'more than are counted at once');
  for (const category of listed) {
    const told = toldBy(world.ranking(category, atMs)!.list);
    t.strictSame(told, oracle.list(category, atMs));
    t.ok(told.entries.every(({ related }) => related.length > 0));
  }
});
