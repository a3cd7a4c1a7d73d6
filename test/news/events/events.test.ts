import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, HOUR_MS, localDayStartMs } from '../../../src/kernel/clock.js';
import { threadBy } from '../../../src/news/events/state/thread.js';
import { times } from '../../all.js';
import { membersIn, Oracle, threadsIn, trailIn } from './oracle.js';
import { Author, PREFACE, START_MS, type Step, step } from './script.js';
import { World } from './world.js';

/** Random lives for each property. */
const RUNS = times(8, 30);

type RuntimeStep = 'cut' | 'restart';

const life = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: step as fc.Arbitrary<Step | RuntimeStep> },
    { weight: 1, arbitrary: fc.constantFrom<RuntimeStep>('cut', 'restart') },
  ),
  { minLength: 60, maxLength: 150, size: 'max' },
);

/** Plays a life; `onTick` is called after each tick. */
function play(
  world: World,
  steps: readonly (Step | RuntimeStep)[],
  onTick: (oracle: Oracle, atMs: number) => void = () => undefined,
): void {
  const oracle = new Oracle();
  const author = new Author();
  for (const record of PREFACE) oracle.apply(record);
  world.fold(...PREFACE);
  for (const one of steps) {
    if (one === 'cut') world.cut();
    else if (one === 'restart') world.restart(world.snapshot());
    else {
      for (const record of author.write(one)) {
        world.fold(record);
        oracle.apply(record);
        if (record.kind === 'tick') onTick(oracle, record.atMs);
      }
    }
  }
  world.cut();
}

t.test('nothing of a run shows before it has ended', async (t) => {
  let pauses = 0;
  const shownBy = (world: World): unknown => {
    const { days, tickMs } = world.reader;
    const threads = Array.from({ length: 40 }, (_, at) => {
      return world.writer.ask({ type: 'belonging', text: '', articleId: at + 1 }).value;
    });
    return { days: [...days], tickMs, history: world.history, threads };
  };
  fc.assert(
    fc.property(life, (steps) => {
      const [world, other] = [new World(), new World()];
      const author = new Author();
      for (const one of [world, other]) one.fold(...PREFACE).cut();
      for (const one of steps) {
        if (typeof one === 'string') continue;
        for (const record of author.write(one)) {
          other.fold(record).cut();
          if (record.kind !== 'tick') {
            world.fold(record);
            continue;
          }
          // Records of the slice are not told yet.
          const before = shownBy(world);
          world.step(record, () => {
            pauses += 1;
            deepStrictEqual(shownBy(world), before);
          });
          world.cut();
        }
      }
      deepStrictEqual(shownBy(world), shownBy(other));
    }),
    { numRuns: 3 },
  );
  t.ok(pauses > 100, `${pauses} pauses`);
});

t.test('coverage and baseline equal a naive recount', async () => {
  let events = 0;
  fc.assert(
    fc.property(life, (steps) => {
      const world = new World();
      play(world, steps, (oracle, atMs) => {
        world.cut();
        const { baseline, events: found, builtMs } = world.newest;
        strictEqual(builtMs, atMs);
        const fromMs = atMs - DAY_MS;
        deepStrictEqual(baseline, oracle.baseline(fromMs, atMs));
        for (const { articles, coverage } of found) {
          events += 1;
          strictEqual(coverage.articles, articles.length);
          deepStrictEqual(coverage, oracle.coverage(articles, fromMs, atMs));
        }
        const today = world.dayThreads(localDayStartMs(atMs));
        deepStrictEqual(today.baseline, baseline);
        for (const { id, coverage } of today.threads) {
          const mine = membersIn(world.history, id);
          deepStrictEqual(coverage, oracle.coverage(mine, fromMs, atMs));
        }
      });
    }),
    { numRuns: RUNS },
  );
  ok(events > 3 * RUNS, `the lives have events: ${events}`);
});

t.test('threads say what the last runs of the hours say, through gaps and restarts', async () => {
  fc.assert(
    fc.property(life, (steps) => {
      const world = new World();
      play(world, steps);
      world.snapshot();
      const { history } = world;
      for (const [id, naive] of threadsIn(history)) {
        const thread = world.thread(id)!;
        deepStrictEqual(thread.hoursMs, naive.hoursMs);
        strictEqual(thread.maxScore, naive.maxScore);
        deepStrictEqual(
          new Map(thread.tags.map(({ tag, weight }) => [tag, weight])),
          naive.weights,
        );
        const merged = thread.combinedFrom.flatMap((from) => world.thread(from)!.equalHoursMs);
        const all = [...new Set([...thread.hoursMs, ...merged])].sort((a, b) => a - b);
        deepStrictEqual(thread.equalHoursMs, all);
        for (const from of thread.combinedFrom) ok(world.thread(from)!.combinedTo.includes(id));
        for (const other of thread.related) ok(world.thread(other.id) !== null);
      }
    }),
    { numRuns: RUNS },
  );
});

t.test('the highest score of a thread is that of one of its hours, at any time', async () => {
  fc.assert(
    fc.property(life, (steps) => {
      const world = new World();
      play(world, steps);
      world.snapshot();
      const { history } = world;
      for (const [at, { hourMs }] of history.entries()) {
        for (const [id, naive] of threadsIn(history.slice(0, at + 1))) {
          const thread = threadBy(world.thread(id)!, hourMs)!;
          deepStrictEqual(thread.hoursMs, naive.hoursMs);
          strictEqual(thread.maxScore, naive.maxScore);
        }
      }
    }),
    { numRuns: 20 },
  );
});

t.test('events carry their rank, hours and trail as of their hour', async () => {
  fc.assert(
    fc.property(life, (steps) => {
      const world = new World();
      play(world, steps);
      world.snapshot();
      const { history } = world;
      history.forEach(({ hourMs, events }, at) => {
        strictEqual(new Set(events.map(({ thread }) => thread)).size, events.length);
        const before = history[at - 1];
        for (const event of events) {
          deepStrictEqual(event.trail, trailIn(history, event.thread, hourMs));
          const hours = history.slice(0, at + 1).filter(({ events: then }) => {
            return then.some(({ thread }) => thread === event.thread);
          });
          strictEqual(event.hours, hours.length);
          strictEqual(event.firstHourMs, hours[0]!.hourMs);
          const rank =
            (before?.events.findIndex(({ thread }) => thread === event.thread) ?? -1) + 1;
          if (rank > 0) strictEqual(event.prevRank, rank);
        }
      });
      for (const dayMs of world.reader.days) {
        const day = history.filter((one) => localDayStartMs(one.hourMs) === dayMs);
        const { threads } = world.dayThreads(dayMs);
        const ids = new Set(day.flatMap(({ events }) => events.map(({ thread }) => thread)));
        deepStrictEqual(
          threads.map(({ id }) => id),
          [...ids].sort((a, b) => a - b),
        );
        for (const { id, bestRank, trailEndMs, trail, news } of threads) {
          const ranks = day.map(
            ({ events }) => events.findIndex(({ thread }) => thread === id) + 1,
          );
          strictEqual(bestRank, Math.min(...ranks.filter((rank) => rank > 0)));
          strictEqual(trailEndMs, day.findLast((_, hour) => ranks[hour]! > 0)!.hourMs);
          deepStrictEqual(trail, trailIn(history, id, trailEndMs));
          deepStrictEqual(news, day[ranks.indexOf(bestRank)]!.events[bestRank - 1]!.news);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

t.test('a day that is over is covered from its first to its last moment', async () => {
  fc.assert(
    fc.property(life, (steps) => {
      const world = new World();
      let lastMs = START_MS;
      play(world, steps, (oracle, atMs) => {
        world.cut();
        const overMs = localDayStartMs(lastMs);
        const isFirst = localDayStartMs(atMs) > overMs;
        lastMs = atMs;
        // Only the tick that ends a day sees its articles as they were then.
        if (!isFirst) return;
        const { baseline, threads } = world.dayThreads(overMs);
        deepStrictEqual(baseline, oracle.baseline(overMs, overMs + DAY_MS));
        const before = world.history.filter(({ hourMs }) => hourMs < overMs + DAY_MS);
        for (const { id, coverage } of threads) {
          const mine = membersIn(before, id);
          deepStrictEqual(coverage, oracle.coverage(mine, overMs, overMs + DAY_MS));
        }
      });
    }),
    { numRuns: RUNS },
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
      deepStrictEqual(one.history, other.history);
    }),
    { numRuns: RUNS },
  );
});

t.test('the rank before is known after days of silence, and after a restart in them', async (t) => {
  const write = (outlet: number): Step => {
    return { type: 'write', story: 2, outlet, agoMs: 0, leaves: 0 };
  };
  const tick = (onMs: number): Step => ({ type: 'tick', onMs });
  const early = [tick(HOUR_MS), write(0), write(0), write(1), tick(HOUR_MS), tick(5 * DAY_MS)];
  const late = [write(0), write(0), write(1), tick(HOUR_MS / 2)];
  for (const between of ['cut', 'restart'] as const) {
    const world = new World();
    play(world, [...early, between, ...late]);
    t.equal(world.history.at(-2)!.events.length, 1);
    t.equal(world.newest.events[0]?.prevRank, 1, between);
  }
});

t.test('a replay gives the same history', async () => {
  fc.assert(
    fc.property(life, (steps) => {
      const [one, other] = [new World(), new World()];
      play(one, steps);
      play(other, steps);
      deepStrictEqual(one.history, other.history);
    }),
    { numRuns: times(3, 10) },
  );
});

t.test('days and threads go to disk and are found there', async (t) => {
  const world = new World();
  const steps: Step[] = [];
  for (let hour = 0; hour < 12 * 24; hour++) {
    for (let outlet = 0; outlet < 4; outlet++) {
      const story = Math.floor(hour / 30) % 4;
      steps.push({ type: 'write', story, outlet, agoMs: 0, leaves: 3 });
    }
    steps.push({ type: 'tick', onMs: HOUR_MS });
    if (hour % 7 === 0) steps.push({ type: 'tick', onMs: 30 * 60_000 });
  }
  play(world, steps);
  const before = world.history;
  const taken = world.snapshot();
  t.equal(world.cold.size, world.reader.days.length - 1, 'every day that is over');
  const onDisk = world.reader.days.filter((dayMs) => world.reader.day(dayMs).chunk !== null);
  t.ok(onDisk.length > 5, 'old days are on disk alone');
  t.strictSame(world.history, before);
  const { heldBytes: _one, ...figures } = world.reader.figures;
  const { heldBytes: _other, ...again } = world.restart(taken).reader.figures;
  t.strictSame(again, figures, 'a restart brings back what was there');
  t.strictSame(world.history, before);
});
