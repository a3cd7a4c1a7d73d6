/** The index against a naive one, over random arrivals, edits, masks, times and restarts. */
import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/clock.js';
import { mediaMaskOf, mediaOf, newsMaskOf } from '../catalog/records.js';
import { checkGraph } from './naive-reports.js';
import { proseOf } from './prose.js';
import { articleOf, World } from './world.js';

const START_MS = Date.UTC(2026, 2, 2);
const OUTLETS = ['a', 'b', 'c', 'syndicated'];

const piece = fc.record({
  seed: fc.integer({ min: 0, max: 2 }),
  at: fc.constantFrom(0, 40, 80, 120, 160),
  length: fc.constantFrom(20, 60, 90, 140, 220),
});
const body = fc.oneof(
  { weight: 8, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(piece, { maxLength: 0 }) },
);
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      what: fc.constant('put' as const),
      id: fc.integer({ min: 1, max: 14 }),
      media: fc.constantFrom(...OUTLETS),
      hour: fc.integer({ min: 0, max: 24 * 12 }),
      pieces: body,
      isDay: fc.boolean(),
      keepsBody: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('mask' as const),
      kind: fc.constantFrom('hide' as const, 'show' as const, 'show' as const, 'erase' as const),
      id: fc.integer({ min: 1, max: 14 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('maskMedia' as const),
      kind: fc.constantFrom('hide' as const, 'show' as const),
      media: fc.constantFrom(...OUTLETS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('tick' as const),
      hour: fc.integer({ min: 0, max: 24 * 16 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('restart' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function worldOf(): World {
  const world = new World();
  for (const media of OUTLETS) {
    world.fold(mediaOf(media, { syndicated: media === 'syndicated' }));
  }
  return world;
}

/** Articles as they are now, so that an update may keep its body; erased ones stay away. */
class Script {
  readonly world = worldOf();
  readonly #erased = new Set<number>();

  run(one: Step): void {
    const { world } = this;
    const { articles } = world.naive;
    switch (one.what) {
      case 'put': {
        if (this.#erased.has(one.id)) return;
        const known = articles.get(one.id)?.record ?? null;
        const text = one.pieces.map(({ seed, at, length }) => proseOf(seed, at, length)).join('。');
        const sortMs = START_MS + one.hour * HOUR_MS;
        const record = articleOf(one.id, one.media, sortMs, text, {
          precision: one.isDay ? 'day' : 'second',
        });
        if (known === null || !one.keepsBody) world.fold(record, text === '' ? null : text);
        else {
          const { bodyHash, bodyChars, bodyStatus } = known;
          world.fold({ ...record, bodyHash, bodyChars, bodyStatus });
        }
        return;
      }
      case 'mask': {
        const known = articles.get(one.id);
        if (known === undefined) return;
        if (one.kind === 'erase') this.#erased.add(one.id);
        world.fold(newsMaskOf(one.kind, known.record));
        return;
      }
      case 'maskMedia':
        world.fold(mediaMaskOf(one.kind, one.media));
        return;
      case 'tick':
        world.fold({ kind: 'tick', atMs: START_MS + one.hour * HOUR_MS, runs: ['expiry'] });
        return;
      case 'restart':
        world.restart();
    }
  }
}

t.test('pairs, graph, evidence and days are those of the naive index', async () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 4, maxLength: 40 }),
      fc.record({
        from: fc.integer({ min: -24, max: 24 * 10 }),
        hours: fc.integer({ min: 1, max: 24 * 9 }),
        threshold: fc.constantFrom(0.5, 0.65, 0.8, 1),
      }),
      (steps, { from, hours, threshold }) => {
        const script = new Script();
        for (const one of steps) script.run(one);
        const { world } = script;
        const whole = { fromMs: START_MS - 40 * DAY_MS, untilMs: START_MS + 40 * DAY_MS };
        checkGraph(world, whole, 0.5);
        const fromMs = START_MS + from * HOUR_MS;
        checkGraph(world, { fromMs, untilMs: fromMs + hours * HOUR_MS }, threshold);
      },
    ),
    { numRuns: 150 },
  );
});

t.test('of two reports of one instant the one with the smaller id is the earlier', async () => {
  const world = worldOf();
  const text = proseOf(0, 0, 220);
  world.fold(articleOf(2, 'b', START_MS, text), text);
  const earlier = articleOf(1, 'a', START_MS, text);
  world.fold(earlier, text);
  const whole = { fromMs: START_MS - DAY_MS, untilMs: START_MS + DAY_MS };
  checkGraph(world, whole, 0.5);
  // Hidden, it is nobody's source and nobody's match.
  world.fold(newsMaskOf('hide', earlier));
  checkGraph(world, whole, 0.5);
});

t.test('the same entries give the same chunks, with restarts or without', async (t) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 30 }), (steps) => {
      const plain = new Script();
      const restarted = new Script();
      for (const one of steps) {
        if (one.what !== 'restart') plain.run(one);
        restarted.run(one);
      }
      t.strictSame(plain.world.snapshot(), restarted.world.snapshot());
    }),
    { numRuns: 40 },
  );
});

t.test(
  'an outlet that is hidden is no source of a citation, until it is shown again',
  async (t) => {
    const world = new World();
    world.fold(mediaOf('a')).fold(mediaOf('norria', { title: 'Norria Tribune' }));
    const text = 'According to Norria Tribune, the plan was ready.';
    world.fold(articleOf(1, 'a', START_MS, text), text);
    const citations = (): string[] =>
      world
        .graph({ fromMs: START_MS, untilMs: START_MS + HOUR_MS }, 0.5)
        .edges.map(({ source, target }) => `${source} ${target}`);
    t.strictSame(citations(), ['a norria']);
    world.fold(mediaMaskOf('hide', 'norria'));
    t.strictSame(citations(), []);
    world.fold(mediaMaskOf('show', 'norria'));
    t.strictSame(citations(), ['a norria']);
  },
);
