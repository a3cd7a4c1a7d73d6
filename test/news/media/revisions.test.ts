/** Revisions through the index: what was changed, hidden and erased, and what a snapshot holds of it. */
import fc from 'fast-check';
import t from 'tap';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import type { NewsRecord } from '../../../src/kernel/model/records.js';
import { bitOf } from '../../../src/news/media/state/revision-table.js';
import { newsMaskOf, newsOf } from '../catalog/records.js';
import { World } from './world.js';

const START_MS = Date.UTC(2026, 0, 31);
const NOW_MS = START_MS + HOUR_MS;

/** A version of an article, at a minute; `before` is the title that it replaced. */
function version(id: number, minute: number, title: string, before: string | null): NewsRecord {
  const atMs = START_MS + minute * MINUTE_MS;
  const replaced = before === null ? null : { atMs, title: before };
  return newsOf(id, 'a', START_MS, { title, replaced });
}

/** Every revision that is listed: article, title before and after, the newest first. */
function listed({ reader }: World): unknown[] {
  const query = {
    ...{ sinceMs: START_MS, untilMs: NOW_MS, kinds: bitOf('title'), media: null, q: null },
  };
  const { found } = reader.revisions(query, null, 1000, NOW_MS);
  return found.map(({ articleId, title }) => [articleId, ...title]);
}

t.test('the list has what was changed of articles that are shown, after any restart', async (t) => {
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ type: fc.constant('news'), id: fc.integer({ min: 1, max: 4 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constantFrom('hide', 'show', 'erase'),
        id: fc.integer({ min: 1, max: 4 }),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ type: 'cut', id: 0 }) },
    { weight: 1, arbitrary: fc.constant({ type: 'restart', id: 0 }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const world = new World();
      const titles = new Map<number, string>();
      const hidden = new Set<number>();
      const naive: { id: number; line: unknown[] }[] = [];
      for (const [minute, { type, id }] of steps.entries()) {
        if (type === 'cut') world.cut();
        else if (type === 'restart') world.restart(world.cut().snapshot());
        else if (type === 'news') {
          // Each title once: none goes back.
          const title = `Title after ${minute} minutes`;
          const before = titles.get(id) ?? null;
          world.fold(version(id, minute, title, before));
          if (before !== null) naive.unshift({ id, line: [id, before, title] });
          titles.set(id, title);
        } else if (titles.has(id)) {
          const kind = type as 'hide' | 'show' | 'erase';
          world.fold(newsMaskOf(kind, newsOf(id, 'a', START_MS)));
          if (kind === 'hide') hidden.add(id);
          else hidden.delete(id);
          if (kind !== 'erase') continue;
          titles.delete(id);
          for (let at = naive.length - 1; at >= 0; at--)
            if (naive[at]!.id === id) naive.splice(at, 1);
        }
      }
      world.cut();
      t.same(
        listed(world),
        naive.filter(({ id }) => !hidden.has(id)).map(({ line }) => line),
      );
    }),
  );
});

t.test('nothing of what was erased is in the next snapshot', async (t) => {
  const world = new World();
  world.fold(
    version(1, 0, 'First wording', null),
    version(1, 5, 'Second wording', 'First wording'),
    version(2, 6, 'Other words', 'Words before'),
  );
  const bytesOf = (): string =>
    world
      .cut()
      .snapshot()
      .chunks.map(({ bytes }) => Buffer.from(bytes).toString('latin1'))
      .join();
  t.match(bytesOf(), 'First wording');
  world.fold(newsMaskOf('erase', newsOf(1, 'a', START_MS)));
  t.notMatch(bytesOf(), /First wording|Second wording/);
  t.match(bytesOf(), 'Words before');
});

t.test('two titles that take turns are one revision', async (t) => {
  const world = new World();
  world.fold(version(1, 0, 'Storm hits', null));
  for (let turn = 1; turn <= 4; turn++) {
    const [after, before] =
      turn % 2 === 1 ? ['Storm ends', 'Storm hits'] : ['Storm hits', 'Storm ends'];
    world.fold(version(1, turn, after!, before!));
  }
  world.cut();
  t.same(listed(world), [[1, 'Storm hits', 'Storm ends']]);
  t.match(world.reader.revisionsOf(1, NOW_MS), [
    { flips: 3, lastMs: START_MS + 4 * MINUTE_MS, seenMs: START_MS + MINUTE_MS },
  ]);
});
