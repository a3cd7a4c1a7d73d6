/** What an item is known by. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { matchListing, newItem, rememberItem } from '../../src/crawler/items.js';
import { candidatesOfFeed } from '../../src/crawler/records/candidates.js';
import type { Candidate } from '../../src/crawler/state/channel-state.js';
import { CrawlStore, itemHash } from '../../src/crawler/state/crawl-store.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { at, channel, feed, START_MS } from './paper-web.js';

const SOURCE = 'media:gazette';
const FEED = 'https://gazette.example/feed';

function candidate(guid: string, title = 'Bridge opens again'): Candidate {
  const url = 'https://gazette.example/1';
  const document = feed([{ url, title, guid, published: at(START_MS) }]);
  return candidatesOfFeed(document, channel(FEED)).candidates[0]!;
}

async function openStore(t: Test): Promise<CrawlStore> {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-items-'));
  const store = await CrawlStore.open(folder, silentLogger);
  t.teardown(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return store;
}

t.test('an item that gets a new identifier each time keeps a few, and is found', async (t) => {
  const store = await openStore(t);
  const first = candidate('id-0');
  const hash = itemHash(first.url);
  const item = newItem(first, 'feed', true, START_MS);
  for (let poll = 0; poll < 500; poll++)
    rememberItem(store, SOURCE, { hash, item }, candidate(`id-${poll}`));
  const known = Array.from({ length: 500 }, (_, poll) => store.alias(SOURCE, `guid id-${poll}`));
  const named = known.filter((one) => one === hash).length;
  t.ok(named >= 4 && named <= 32, `${named} names`);
  t.equal(store.item(SOURCE, hash)?.names, item.names);
  const elsewhere = { ...candidate('another'), url: 'https://gazette.example/moved' };
  t.equal(matchListing(store, SOURCE, [elsewhere], [])[0]?.known?.hash, hash);
});

t.test('an identifier that stands twice in a feed, or is endless, names nothing', async (t) => {
  const urls = ['a', 'b', 'c', 'd'].map((name) => `https://gazette.example/${name}`);
  const guids = ['same', 'same', 'own', 'x'.repeat(100_000)];
  const items = urls.map((url, index) => ({ url, guid: guids[index]!, title: `Story ${index}` }));
  const { candidates } = candidatesOfFeed(feed(items), channel(FEED));
  t.same(
    candidates.map(({ guid }) => guid),
    [null, null, 'own', null],
  );
});
