import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { newChannelState, type SeenItem } from '../../../src/crawler/state/channel-state.js';
import { CrawlStore, itemHash } from '../../../src/crawler/state/crawl-store.js';
import { silentLogger } from '../../../src/kernel/logger.js';

interface Owner {
  teardown(work: () => void): void;
}

function folderOf(owner: Owner): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-crawl-store-'));
  owner.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function seen(url: string, listedMs: number, state: SeenItem['state'] = 'stored'): SeenItem {
  return {
    ...{ url, title: url, listedHash: '', pageHash: '', pageTitle: '', publishedMs: null },
    isDated: false,
    ...{ firstMs: listedMs, listedMs, state, visits: 0, failures: 0, names: 0, candidate: null },
    ...{ publisher: null, channel: 'c', isFresh: true, etag: null, lastModified: null },
    visitedMs: null,
  };
}

t.test('what was put is read at once, and after a restart', async (t) => {
  const folder = folderOf(t);
  const store = await CrawlStore.open(folder, silentLogger);
  const state = { ...newChannelState(5), etag: '"x"' };
  store.putChannel('media:a feed x', state);
  store.putItem('media:a', 'h', seen('https://a.example/1', 1));
  store.putAlias('media:a', 'guid 1', 'h');
  store.putVisit('media:a', 'h', 77);
  t.same(store.channel('media:a feed x'), state);
  t.equal(store.alias('media:a', 'guid 1'), 'h');
  await store.close();
  const again = await CrawlStore.open(folder, silentLogger);
  t.same(again.channel('media:a feed x'), state);
  t.match(again.item('media:a', 'h'), { url: 'https://a.example/1' });
  t.equal(again.item('media:b', 'h'), null);
  const visits = [];
  for await (const visit of again.visits()) visits.push(visit);
  t.same(visits, [{ source: 'media:a', item: 'h', dueMs: 77 }]);
  await again.close();
});

t.test('any order of puts, drops and flushes reads as a plain map does', async (t) => {
  const folder = folderOf(t);
  const step = fc.oneof(
    fc.record({ key: fc.integer({ min: 0, max: 5 }), value: fc.integer({ min: 0, max: 99 }) }),
    fc.constant('flush' as const),
  );
  const store = await CrawlStore.open(folder, silentLogger);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const source = `media:r${round++}`;
      const naive = new Map<number, number>();
      const flushes: Promise<void>[] = [];
      for (const one of steps) {
        if (one === 'flush') flushes.push(store.flush());
        else {
          store.putItem(source, String(one.key), seen(`https://a.example/${one.value}`, one.value));
          naive.set(one.key, one.value);
        }
        for (const [key, value] of naive) {
          t.equal(store.item(source, String(key))?.listedMs, value);
        }
        await Promise.resolve();
      }
      await Promise.all(flushes);
    }),
    { numRuns: 30 },
  );
  await store.close();
});

t.test(
  'items that nobody lists any more are forgotten with their names, those that wait are not',
  async (t) => {
    const store = await CrawlStore.open(folderOf(t), silentLogger);
    for (const [name, listedMs, state] of [
      ['old', 10, 'stored'],
      ['new', 100, 'stored'],
      ['waits', 10, 'waiting'],
    ] as const) {
      store.putItem('media:a', itemHash(name), seen(name, listedMs, state));
      store.putAlias('media:a', `guid ${name}`, itemHash(name));
    }
    t.equal(await store.prune(50), 1);
    t.equal(store.item('media:a', itemHash('old')), null);
    t.equal(store.alias('media:a', 'guid old'), null);
    t.not(store.item('media:a', itemHash('new')), null);
    t.not(store.alias('media:a', 'guid waits'), null);
    await store.close();
  },
);

t.test('a damaged state begins anew and says so', async (t) => {
  const folder = folderOf(t);
  const store = await CrawlStore.open(folder, silentLogger);
  store.putChannel('c', newChannelState(1));
  await store.close();
  const database = join(folder, 'state');
  for (const file of readdirSync(database)) {
    if (file.startsWith('MANIFEST')) writeFileSync(join(database, file), 'not a manifest');
  }
  const warnings: unknown[] = [];
  const logger = { ...silentLogger, warn: (...words: unknown[]) => void warnings.push(words) };
  const again = await CrawlStore.open(folder, logger);
  t.equal(again.channel('c'), null);
  t.equal(warnings.length, 1);
  again.putChannel('c', newChannelState(2));
  await again.close();
  await (await CrawlStore.open(folder, logger)).close();
  const table = join(database, readdirSync(database).find((name) => name.endsWith('.ldb'))!);
  const bytes = readFileSync(table);
  bytes[20]! ^= 1;
  writeFileSync(table, bytes);
  const last = await CrawlStore.open(folder, logger);
  t.equal(last.channel('c'), null, 'also where only a value is damaged');
  t.equal(warnings.length, 2);
  await last.close();
});

t.test('two crawlers do not share a state', async (t) => {
  const folder = folderOf(t);
  const store = await CrawlStore.open(folder, silentLogger);
  await t.rejects(CrawlStore.open(folder, silentLogger), { code: 'STORE_LOCKED' });
  await store.close();
});
