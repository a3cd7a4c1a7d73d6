/** Masses of near copies: bounded work, groups that stay whole, and nothing that is left out in silence. */
import t from 'tap';
import { type FloodName, floodOf } from '../../../bench/similarity-floods.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { getOrInsert } from '../../../src/kernel/collections.js';
import { SIMILARITY } from '../../../src/kernel/limits.js';
import { SimilarityWindow } from '../../../src/news/similarity/state/window.js';
import { isAll } from '../../all.js';
import { mediaOf } from '../catalog/records.js';
import { proseOf } from './prose.js';
import { articleOf, World } from './world.js';

const OUTLETS = 5;
const WHOLE = { fromMs: Date.UTC(2026, 0, 1), untilMs: Date.UTC(2026, 0, 1) + 20 * DAY_MS };

/** A world that a flood has gone through; with a restart after `restartAt` articles. */
function floodedWorld(name: FloodName, count: number, restartAt = 0): World {
  const world = new World();
  // The naive index would compare all with all.
  const fold = (record: Parameters<World['fold']>[0], body: string | null): void =>
    world.writer.apply({ sequence: ++world.sequence, record, body });
  for (let media = 0; media < OUTLETS; media++) fold(mediaOf(`m${media}`), null);
  for (const { id, media, sortMs, body } of floodOf(name, count, 7)) {
    fold(articleOf(id, `m${media}`, sortMs, body), body);
    if (id === restartAt) world.restart();
  }
  return world;
}

const COUNT = SIMILARITY.candidatesMax + 110;

/** Worlds that a whole flood has gone through, for tests that only ask. */
const flooded = new Map<FloodName, World>();

function worldAfter(name: FloodName): World {
  return getOrInsert(flooded, name, () => floodedWorld(name, COUNT));
}

const EVERY_DAY = ['equal', 'nearly equal'] as const;
for (const name of isAll ? ([...EVERY_DAY, 'periodic', 'few words'] as const) : EVERY_DAY) {
  t.test(`${name}: one group, few pairs an article, and what is left out is told`, async (t) => {
    const world = worldAfter(name);
    const { index } = world.graph(WHOLE, 0.5);
    t.equal(index.analyzed, COUNT);
    t.equal(index.groups, 1);
    t.ok(index.limited! > 0, 'some were not compared with all');
    t.ok(index.limited! < COUNT, 'the first ones were');
    const last = world.matches(COUNT);
    t.ok(last.isLimited);
    t.ok(last.pairs.length > 0 && last.pairs.length <= SIMILARITY.candidatesMax);
    t.notOk(world.matches(1).isLimited);
    const { missing, wrong, leftOut, pairs } = world.audit(4);
    t.same({ missing, wrong }, { missing: [], wrong: [] });
    t.ok(leftOut > 0 && leftOut < pairs, 'the audit counts what was left out apart');
  });
}

t.test('the same chunks with a restart and without', async (t) => {
  const plain = worldAfter('nearly equal');
  const restarted = floodedWorld('nearly equal', COUNT, COUNT - 50);
  t.strictSame(plain.snapshot(), restarted.snapshot());
  t.equal(restarted.graph(WHOLE, 0.5).index.limited, plain.graph(WHOLE, 0.5).index.limited);
});

t.test('below the limits every pair is there', async (t) => {
  const world = floodedWorld('nearly equal', 240);
  t.equal(world.graph(WHOLE, 0.5).index.limited, 0);
  const { missing, wrong, leftOut, pairs } = world.audit(240);
  t.same({ missing, wrong, leftOut }, { missing: [], wrong: [], leftOut: 0 });
  t.ok(pairs > 10_000);
});

t.test('a group of hundreds lists its first articles and counts all', async (t) => {
  const world = worldAfter('equal');
  const { groups, total } = world.evidence({ period: WHOLE });
  const [group] = groups;
  t.equal(groups.length, 1);
  t.equal(group!.articleCount, COUNT);
  t.equal(group!.articleIds.length, SIMILARITY.groupArticlesMax);
  t.equal(group!.articleIds[0], 1);
  t.equal(group!.pairs.length, 100);
  // Articles of the outlet that was first, on an edge to itself, are no evidence.
  t.equal(total, COUNT - COUNT / OUTLETS);
});

t.test('long bodies are compared with as many others as letters allow', async (t) => {
  const world = floodedWorld('one character, 200,000 times', 6);
  t.equal(world.graph(WHOLE, 0.5).index.groups, 1);
  t.equal(world.matches(6).pairs.length, 1);
  t.ok(world.matches(6).isLimited);
});

t.test('an article that has as many pairs as it may gets no more', async (t) => {
  const window = new SimilarityWindow();
  const found: number[] = [];
  const add = (id: number, full: number): number => {
    window.read(proseOf(1, 0, 200) + proseOf(id, 0, 20));
    const report = ({ otherRow }: { otherRow: number }): number => found.push(otherRow);
    const arrival = { id, sortMs: WHOLE.fromMs, media: id, textHash: id };
    return window.add(
      arrival,
      () => true,
      report,
      (row) => row === full,
    );
  };
  const first = add(1, -1);
  const second = add(2, -1);
  t.notOk(window.isLimited);
  found.length = 0;
  add(3, first);
  t.same(found, [second]);
  t.ok(window.isLimited);
});
