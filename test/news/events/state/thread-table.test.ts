import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kernel/clock.js';
import { decode, encode } from '../../../../src/kernel/codec.js';
import { finished } from '../../../../src/kernel/runtime/pause.js';
import type { ThreadRecord } from '../../../../src/news/events/state/thread.js';
import { type Sighting, ThreadTable } from '../../../../src/news/events/state/thread-table.js';

const START_MS = Date.UTC(2026, 4, 1);

function sighting(fields: { [tag: string]: number }, score = 10): Sighting {
  const tags = Object.entries(fields).sort(([, a], [, b]) => b - a);
  return {
    score,
    tags: tags.map(([tag, burst]) => ({ tag, burst })),
    counts: new Map(tags),
    articles: Uint32Array.from(tags.flatMap(([tag, count]) => articlesOf(tag, count))).sort(),
  };
}

/** Articles of a tag: each tag has its own. */
function articlesOf(tag: string, count: number): number[] {
  return Array.from({ length: count }, (_, at) => tag.charCodeAt(0) * 100 + at);
}

/** A run at minutes after the start. */
function see(table: ThreadTable, minutes: number, ...events: Sighting[]): number[] {
  const atMs = START_MS + minutes * MINUTE_MS;
  return finished(table.see(Math.floor(atMs / HOUR_MS) * HOUR_MS, atMs, events));
}

t.test('a story keeps its id while its tags drift', async (t) => {
  const table = new ThreadTable();
  t.strictSame(see(table, 4, sighting({ a: 9, b: 8 })), [1]);
  t.strictSame(see(table, 64, sighting({ b: 9, c: 8 })), [1]);
  t.strictSame(see(table, 124, sighting({ c: 9, d: 8 })), [1]);
  const thread = table.record(1)!;
  t.equal(thread.hoursMs.length, 3);
  t.strictSame(
    thread.tags.map(({ tag, weight, top }) => [tag, weight, top]),
    [
      ['b', 17, 9],
      ['c', 17, 9],
      ['a', 9, 9],
      ['d', 8, 8],
    ],
  );
});

t.test('the last run of an hour counts, and ids that were given stay', async (t) => {
  const table = new ThreadTable();
  t.strictSame(see(table, 4, sighting({ a: 9 }), sighting({ b: 5 })), [1, 2]);
  t.strictSame(see(table, 34, sighting({ b: 6 }, 20)), [2], 'the same story, the same id');
  t.equal(table.record(1), undefined, 'seen only in the run that was undone');
  t.strictSame(table.record(2)!.hoursMs, [START_MS]);
  t.equal(table.record(2)!.maxScore, 20, 'the run before left no trace');
  t.strictSame(
    see(table, 64, sighting({ a: 9 }), sighting({ z: 4 })),
    [1, 3],
    'it comes back as itself',
  );
  t.strictSame(table.record(1)!.hoursMs, [START_MS + HOUR_MS]);
});

t.test("a thread that only an undone run saw comes back without that run's articles", async (t) => {
  const table = new ThreadTable();
  t.strictSame(see(table, 4, sighting({ a: 9 })), [1]);
  see(table, 34);
  t.strictSame([...table.membersOf(1)], []);
  t.strictSame(see(table, 64, sighting({ a: 7 })), [1]);
  t.strictSame([...table.membersOf(1)], articlesOf('a', 7));
});

t.test('a run that was undone keeps no thread open', async (t) => {
  const table = new ThreadTable();
  see(table, 4, sighting({ a: 9 }));
  t.strictSame(see(table, 4 + 20 * 60, sighting({ a: 9 })), [1]);
  t.strictSame(see(table, 34 + 20 * 60), [], 'undone in the same hour');
  t.strictSame(see(table, 4 + 25 * 60, sighting({ a: 9 })), [2], '25 hours after it was seen');
});

t.test('threads merge, and what they were adds up', async (t) => {
  const table = new ThreadTable();
  see(table, 4, sighting({ a: 9, b: 8 }));
  see(table, 64, sighting({ a: 9, b: 8 }), sighting({ c: 6, d: 5 }));
  t.strictSame(see(table, 124, sighting({ a: 9, b: 8, c: 6, d: 5 })), [1]);
  const [one, other] = [table.record(1)!, table.record(2)!];
  t.strictSame(one.combinedFrom, [2]);
  t.strictSame(other.combinedTo, [1]);
  t.equal(one.equalHoursMs.length, 3, 'hours of both count once');
  t.equal(other.hoursMs.length, 1);
  t.strictSame(see(table, 154, sighting({ a: 9, b: 8 }), sighting({ c: 6, d: 5 })), [1, 2]);
  t.strictSame(table.record(1)!.combinedFrom, [], 'the merge was undone with its run');
  see(table, 184, sighting({ a: 9, b: 8, c: 6, d: 5 }));
  t.strictSame(see(table, 244, sighting({ a: 9, b: 8 }), sighting({ c: 6, d: 5 })), [1, 3]);
  t.strictSame(table.record(2)!.combinedTo, [1], 'a merged thread does not come back');
});

t.test('a thread is closed after 24 hours of silence', async (t) => {
  const table = new ThreadTable();
  see(table, 4, sighting({ a: 9 }));
  see(table, 64);
  t.strictSame(see(table, 4 + 24 * 60, sighting({ a: 9 })), [1], 'a day later is in time');
  t.strictSame(see(table, 4 + 48 * 60 + 1, sighting({ a: 9 })), [2]);
});

t.test('threads of 72 hours are related by a main tag or by a fifth of the articles', async (t) => {
  const table = new ThreadTable();
  see(table, 4, sighting({ a: 9, b: 8 }), sighting({ x: 5 }));
  see(table, 64, sighting({ b: 9, y: 90 }), sighting({ c: 5 }));
  t.strictSame(
    table.record(3)!.related.map(({ id }) => id),
    [1],
    'they share articles of b, which is no main tag of the later one',
  );
  t.strictSame(
    table.record(1)!.related.map(({ id }) => id),
    [3],
    'and it is told on both sides',
  );
  t.strictSame(table.record(2)!.related, []);
  see(table, 4 + 4 * 24 * 60, sighting({ a: 9, b: 8 }));
  t.strictSame(table.record(5)!.related, [], 'four days later is too late');
});

const event = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.integer({ min: 1, max: 9 }), {
    minKeys: 1,
    maxKeys: 4,
  })
  .map((fields) => sighting({ ...fields }));
const run = fc.record({
  afterMs: fc.constantFrom(30 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 7 * HOUR_MS, 30 * HOUR_MS),
  events: fc.array(event, { maxLength: 4 }),
  isRestart: fc.boolean(),
});
const runs = fc.array(run, { maxLength: 40 });

/** Plays runs; returns what was seen in the last run of each hour, with the ids. */
function play(table: ThreadTable, steps: readonly { afterMs: number; events: Sighting[] }[]) {
  const hours = new Map<number, { id: number; event: Sighting }[]>();
  const records = new Map<number, ThreadRecord>();
  let atMs = START_MS;
  for (const { afterMs, events } of steps) {
    atMs += afterMs;
    const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
    const ids = finished(table.see(hourMs, atMs, events));
    strictEqual(new Set(ids).size, ids.length, 'one to one');
    hours.set(
      hourMs,
      ids.map((id, at) => ({ id, event: events[at]! })),
    );
    for (const id of table.takeChanged()) {
      const record = table.record(id);
      if (record === undefined) records.delete(id);
      else records.set(id, structuredClone(record));
    }
  }
  return { hours, records };
}

t.test('records follow from the last runs of hours, whatever was undone between', async () => {
  let merges = 0;
  fc.assert(
    fc.property(runs, (steps) => {
      const { hours, records } = play(new ThreadTable(), steps);
      const naive = new Map<number, { hoursMs: number[]; maxScore: number }>();
      for (const [hourMs, seen] of hours) {
        for (const { id, event: one } of seen) {
          const known = naive.get(id) ?? { hoursMs: [], maxScore: 0 };
          naive.set(id, known);
          known.hoursMs.push(hourMs);
          known.maxScore = Math.max(known.maxScore, one.score);
        }
      }
      deepStrictEqual([...records.keys()].sort(), [...naive.keys()].sort());
      for (const [id, { hoursMs, maxScore }] of naive) {
        const record = records.get(id)!;
        deepStrictEqual(record.hoursMs, hoursMs);
        strictEqual(record.maxScore, maxScore);
        merges += record.combinedFrom.length;
        const merged = record.combinedFrom.flatMap((from) => {
          deepStrictEqual(records.get(from)!.combinedTo, [id], 'into one thread only');
          return records.get(from)!.equalHoursMs;
        });
        const all = [...new Set([...hoursMs, ...merged])].sort((a, b) => a - b);
        deepStrictEqual(record.equalHoursMs, all);
        for (const other of record.related) {
          ok(other.id !== id && records.has(other.id));
          const back = records.get(other.id)!.related;
          ok(back.length === 10 || back.some((one) => one.id === id), 'on both sides');
        }
        const gapsMs = hoursMs.slice(1).map((hourMs, at) => hourMs - hoursMs[at]!);
        ok(gapsMs.every((gapMs) => gapMs <= DAY_MS + HOUR_MS));
      }
    }),
    { numRuns: 300 },
  );
  ok(merges > 50, `threads merge: ${merges}`);
});

t.test('restarts renumber nothing', async () => {
  fc.assert(
    fc.property(runs, (steps) => {
      const whole = new ThreadTable();
      const expected = play(whole, steps);
      let table = new ThreadTable();
      let atMs = START_MS;
      for (const { afterMs, events, isRestart } of steps) {
        if (isRestart) {
          const next = new ThreadTable();
          next.restoreState(table.encodeState());
          for (let id = 1; id < table.nextId; id++) {
            const record = table.record(id);
            if (record !== undefined) next.restoreRecord(structuredClone(record));
          }
          table = next;
        }
        atMs += afterMs;
        const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
        finished(table.see(hourMs, atMs, events));
      }
      deepStrictEqual(table.encodeState(), whole.encodeState());
      for (const [id, record] of expected.records) deepStrictEqual(table.record(id), record);
    }),
    { numRuns: 200 },
  );
});

t.test('articles that an older store repeats among the counts count once', async (t) => {
  const table = new ThreadTable();
  see(table, 4, sighting({ a: 9 }));
  const state = decode(table.encodeState()) as { traces: [number, number, [string, number][]][] };
  const [[, , counts]] = state.traces as [(typeof state.traces)[0]];
  for (const id of articlesOf('a', 9)) counts.push([`\0${id}`, 3]);
  const restored = new ThreadTable();
  restored.restoreState(encode(state));
  t.strictSame(restored.encodeState(), table.encodeState());
});
