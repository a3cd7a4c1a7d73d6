import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { HOUR_MS } from '../../../../src/kernel/clock.js';
import type { LogRecord } from '../../../../src/kernel/model/records.js';
import { tagKey } from '../../../../src/kernel/text/tag.js';
import { ChosenRanking } from '../../../../src/news/shared/burst/chosen-ranking.js';
import { BurstCounter } from '../../../../src/news/shared/burst/counter.js';
import { HISTORY_HOURS } from '../../../../src/news/shared/burst/formulas.js';
import { RankingBlockView } from '../../../../src/news/tags/answers/ranking-block-view.js';
import { RankingList } from '../../../../src/news/tags/answers/ranking-list.js';
import { buildChosen } from '../../../../src/news/tags/state/list-builder.js';
import { rankingBlockOf } from '../../../../src/news/tags/state/ranking-block.js';
import { Oracle, type OracleEntry } from './oracle.js';
import { Author, codeOf, PREFACE, step } from './script.js';

const DAY_MS = 24 * HOUR_MS;

/** The ranking of outlets as an answer would have it; null where none of them ranks. */
function chosenBy(counter: BurstCounter, chosen: ChosenRanking, codes: string[], atMs: number) {
  const basis = counter.media.basisFor(codes);
  if (basis === null) return null;
  const block = rankingBlockOf(buildChosen(counter, chosen.list(basis, atMs, true)), '', [
    { id: 0, hourMs: 0 },
  ]);
  const view = new RankingBlockView(block);
  const list = new RankingList(view, view.list(0, true)!);
  const entries = Array.from({ length: list.columns.ranks.length }, (_, at): OracleEntry => {
    const { history, media, related, ...entry } = list.entry(at);
    return {
      ...entry,
      position: list.positionOf(at)!,
      media: Object.fromEntries(media),
      history: Object.fromEntries(HISTORY_HOURS.map((hours, place) => [hours, history[place]!])),
      related: related.map((one) => ({ ...one, share: one.count / entry.count })),
    } as OracleEntry;
  });
  const { articleCount, mediaCount } = list.columns;
  return { basis: basis.codes, validFromMs: basis.validFromMs, articleCount, mediaCount, entries };
}

/** The same world, in which no other outlet is collected. */
function alone(record: LogRecord, codes: readonly string[]): LogRecord {
  if (record.kind !== 'media' || codes.includes(record.media)) return record;
  return { ...record, enabled: false };
}

t.test('a ranking of chosen outlets is that of a world which has no others', async (t) => {
  let compared = 0;
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 40 }),
      fc.uniqueArray(fc.constantFrom(0, 1, 2, 3), { minLength: 1, maxLength: 3 }),
      (steps, numbers) => {
        const codes = numbers.map(codeOf);
        const counter = new BurstCounter({ retentionMs: 20 * DAY_MS });
        const chosen = new ChosenRanking(counter);
        const oracle = new Oracle();
        const author = new Author();
        const tell = (record: LogRecord): void => {
          counter.apply(record);
          oracle.apply(alone(record, codes));
          if (record.kind === 'tick') counter.moveTo(record.atMs);
        };
        for (const record of PREFACE) tell(record);
        for (const one of steps) {
          for (const record of author.write(one)) tell(record);
          // Bases of the other world follow ticks.
          if (one.type !== 'tick') continue;
          const atMs = counter.atMs!;
          const told = chosenBy(counter, chosen, codes, atMs);
          const expected = oracle.list('all', atMs);
          // An outlet that comes later is chosen at once, and joins the other world's basis in three days.
          if (String(told?.basis) !== String(expected?.basis.media)) continue;
          if (told === null || expected === null) continue;
          compared += 1;
          deepStrictEqual(told.entries, expected.entries);
          deepStrictEqual(told.validFromMs, expected.basis.validFromMs);
          deepStrictEqual(
            [told.articleCount, told.mediaCount],
            [expected.articleCount, expected.mediaCount],
          );
        }
      },
    ),
    { numRuns: 150 },
  );
  t.ok(compared > 30, `${compared} rankings were compared`);
});

t.test('a ranking of the past counts the windows of then', async (t) => {
  let compared = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.nat({ max: 60 }), (steps, hoursAgo) => {
      const codes = [codeOf(0), codeOf(2)];
      const counter = new BurstCounter({ retentionMs: 20 * DAY_MS });
      const oracle = new Oracle();
      const author = new Author();
      for (const record of [...PREFACE, ...steps.flatMap((one) => author.write(one))]) {
        counter.apply(record);
        oracle.apply(alone(record, codes));
        if (record.kind === 'tick') counter.moveTo(record.atMs);
      }
      if (steps.at(-1)?.type !== 'tick') return;
      const atMs = counter.atMs! - hoursAgo * HOUR_MS;
      const told = chosenBy(counter, new ChosenRanking(counter), codes, atMs);
      const expected = oracle.list('all', atMs);
      if (told === null || String(told.basis) !== String(expected?.basis.media)) return;
      compared += 1;
      // Which spelling is shown is as of now in one, as of then in the other.
      const numbers = (entries: readonly OracleEntry[]) =>
        entries
          .map(({ tag, score, count, media }) => [tagKey(tag), score, count, media] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1));
      deepStrictEqual(numbers(told.entries), numbers(expected!.entries));
    }),
    { numRuns: 150 },
  );
  t.ok(compared > 5, `${compared} rankings were compared`);
});
