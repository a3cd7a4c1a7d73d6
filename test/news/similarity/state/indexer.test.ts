/** Rules of taking articles in that the naive index is too plain for, and the audit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kernel/clock.js';
import { bylineRulesOf } from '../../../../src/news/shared/bylines/rules.js';
import { citationRulesOf } from '../../../../src/news/shared/citations/cues.js';
import { Indexer } from '../../../../src/news/similarity/state/indexer.js';
import { SimilarityState } from '../../../../src/news/similarity/state/state.js';
import { root } from '../../../tidy/root.js';
import { mediaMaskOf, mediaOf, newsMaskOf } from '../../catalog/records.js';
import { proseOf } from '../prose.js';
import { articleOf, World } from '../world.js';

const START_MS = Date.UTC(2026, 2, 2);
const WHOLE = { fromMs: START_MS - 30 * DAY_MS, untilMs: START_MS + 30 * DAY_MS };

function worldOf(...codes: string[]): World {
  const world = new World();
  for (const media of codes) world.fold(mediaOf(media));
  return world;
}

t.test('a full window lets the oldest bodies go and compares what comes', async (t) => {
  const rules = {
    citations: citationRulesOf(JSON.parse(readFileSync(join(root, 'data/citations.json'), 'utf8'))),
    bylines: bylineRulesOf(JSON.parse(readFileSync(join(root, 'data/bylines.json'), 'utf8'))),
  };
  const state = new SimilarityState();
  const nothing = { day: () => undefined, hour: () => undefined };
  const indexer = new Indexer(state, rules, nothing, 50);
  const put = (id: number, text: number): void => {
    const body = proseOf(text, 0, 150);
    indexer.put(articleOf(id, id % 2 ? 'a' : 'b', START_MS + id * MINUTE_MS, body), body);
  };
  for (let id = 1; id <= 120; id++) put(id, id);
  t.ok(indexer.window.size <= 50);
  put(121, 120);
  t.equal(state.pairs.count, 1, 'the newest are still there');
  put(123, 2);
  t.equal(state.pairs.count, 1, 'the oldest are not');
});

t.test('the same article sent 50 times is one article', async (t) => {
  const world = worldOf('a', 'b');
  const body = proseOf(1, 0, 300);
  world.fold(articleOf(1, 'a', START_MS, body), body);
  for (let times = 0; times < 50; times++) world.fold(articleOf(2, 'b', START_MS + 1, body), body);
  t.match(world.graph(WHOLE, 0.5).index, { analyzed: 2, pairs: 1 });
});

t.test('a body that comes when it has expired is not compared, one that waits is', async (t) => {
  const world = worldOf('a', 'b', 'c');
  const body = proseOf(1, 0, 300);
  world.fold({ kind: 'tick', atMs: START_MS, runs: ['expiry'] });
  world.fold(articleOf(1, 'a', START_MS - 7 * DAY_MS, body), body);
  world.fold(articleOf(2, 'b', START_MS - 7 * DAY_MS + 1, body), body);
  world.fold(articleOf(3, 'c', START_MS + DAY_MS, body), body);
  t.match(world.graph(WHOLE, 0.5).index, { analyzed: 2, pairs: 0 }, 'eight days apart');
  world.fold(articleOf(4, 'a', START_MS + 2 * DAY_MS, body), body);
  t.equal(world.graph(WHOLE, 0.5).index.pairs, 1);
});

t.test('pairs, citations and labels outlive the bodies and a restart', async (t) => {
  const world = worldOf('a', 'b');
  world.fold(mediaOf('wire', { title: '外電社', external: true }));
  const body = `據外電社報導，${proseOf(1, 0, 300)}`;
  world.fold(articleOf(1, 'a', START_MS, body, { title: '首篇' }), body);
  world.fold(articleOf(2, 'b', START_MS + HOUR_MS, body, { authors: ['記者陳大文'] }), body);
  const before = world.snapshot().map(({ name }) => name.split('-')[0]);
  t.ok(before.includes('hour'), 'bodies are in the snapshot while they last');
  world.fold({ kind: 'tick', atMs: START_MS + 8 * DAY_MS, runs: ['expiry'] });
  const after = world.snapshot();
  t.notOk(
    after.some(({ name }) => name.startsWith('hour')),
    'and gone when they expire',
  );
  t.notOk(
    after.some(({ bytes }) => Buffer.from(bytes).includes(Buffer.from(proseOf(1, 100, 300)))),
  );
  world.restart(after);
  const { total, items } = world.evidence({ period: WHOLE, needle: '首篇' });
  t.equal(total, 2, 'an origin and a citation of the first');
  t.ok(items.some(({ directPair }) => directPair?.identical));
  t.equal(world.evidence({ period: WHOLE, needle: '陳大文' }).total, 2);
  t.equal(world.graph(WHOLE, 0.5).index.citations, 2);
});

t.test('a body that the store has lost takes its pairs with it, a cleared one too', async (t) => {
  const world = worldOf('a', 'b');
  const [text, other] = [proseOf(1, 0, 300), proseOf(2, 0, 300)];
  const first = articleOf(1, 'a', START_MS, text);
  world.fold(first, text).fold(articleOf(2, 'b', START_MS, text), text);
  t.equal(world.graph(WHOLE, 0.5).index.pairs, 1);
  world.fold(articleOf(1, 'a', START_MS, other));
  t.match(world.graph(WHOLE, 0.5).index, { pairs: 0, analyzed: 1 });
  world.fold(articleOf(1, 'a', START_MS, text), text);
  t.equal(world.graph(WHOLE, 0.5).index.pairs, 1);
  world.fold(articleOf(1, 'a', START_MS, ''));
  t.match(world.graph(WHOLE, 0.5).index, { pairs: 0, analyzed: 1 });
});

t.test('masks of what is not known do no harm', async (t) => {
  const world = worldOf('a');
  world.fold(newsMaskOf('hide', { id: 77, url: 'https://a.example/77', sortMs: START_MS }));
  world.fold(newsMaskOf('erase', { id: 78, url: 'https://a.example/78', sortMs: START_MS }));
  world.fold(mediaMaskOf('hide', 'nobody'));
  t.match(world.matches(77), { isShown: false });
  t.match(world.matches(5_000_000), { isShown: false });
  t.match(world.graph(WHOLE, 0.5).index, { pairs: 0 });
});

t.test('an erased media takes articles, pairs and citations of it along', async (t) => {
  const world = worldOf('a', 'b', 'c');
  const body = `據b報導，${proseOf(1, 0, 300)}`;
  for (const [id, media] of [
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ] as const) {
    world.fold(articleOf(id, media, START_MS + id, body), body);
  }
  t.equal(world.graph(WHOLE, 0.5).index.pairs, 3);
  world.writer.apply({ sequence: ++world.sequence, record: mediaMaskOf('erase', 'b'), body: null });
  const graph = world.graph(WHOLE, 0.5);
  t.match(graph.index, { pairs: 1, citations: 0 });
  t.notOk(graph.nodes.some(({ id }) => id === 'b'));
  t.notOk(
    world
      .snapshot()
      .some(
        ({ name, bytes }) => name.startsWith('day') && Buffer.from(bytes).includes('b.example'),
      ),
  );
});

t.test(
  'the audit agrees with the index, and shows what the index lacks or has wrong',
  async (t) => {
    const world = worldOf('a', 'b', 'c');
    for (let id = 1; id <= 60; id++) {
      const body = proseOf(id % 7, 10 * (id % 3), 200) + proseOf(id, 0, 40 * (id % 4));
      world.fold(articleOf(id, ['a', 'b', 'c'][id % 3]!, START_MS + id * HOUR_MS, body), body);
    }
    const sound = world.audit(60);
    t.match(sound, { bodies: 60, sampled: 60, missing: [], wrong: [] });
    t.ok(sound.pairs > 100);
    t.equal(world.audit(10).sampled, 10);
    // A snapshot whose pairs are lost.
    const chunks = world.snapshot();
    const chunkless = new World();
    for (const media of ['a', 'b', 'c']) chunkless.fold(mediaOf(media));
    chunkless.sequence = world.sequence;
    chunkless.restart(chunks.filter(({ name }) => !name.startsWith('day')));
    t.equal(chunkless.audit(60).missing.length, sound.pairs);
  },
);
