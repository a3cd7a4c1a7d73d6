import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { IconDocument } from '../../src/documents/documents.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import { iconHashOf } from '../../src/kernel/model/icon.js';
import { media, type PaperCrawl, startPaperCrawl } from './paper-web.js';

const ICON = 'https://gazette.example/icon.png';

function picture(...bytes: number[]): { document: IconDocument } {
  return { document: { kind: 'icon', png: Uint8Array.from(bytes) } };
}

function hashOf(...bytes: number[]): string {
  return iconHashOf(Uint8Array.from(bytes));
}

function fileOf(crawl: PaperCrawl, hash: string): string {
  return join(crawl.folder, 'icons', `${hash}.png`);
}

function namedIcons(crawl: PaperCrawl): unknown[] {
  return crawl.log
    .of('media')
    .flatMap(({ iconHash }) => (iconHash === undefined ? [] : [iconHash]));
}

t.test('an icon is hosted and named, and looked at again after a week', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [], { icon: ICON })]);
  crawl.web.answers.set(ICON, { ...picture(1, 2, 3), etag: '"1"' });
  await crawl.pass(MINUTE_MS);
  t.same(namedIcons(crawl), [hashOf(1, 2, 3)]);
  t.same([...readFileSync(fileOf(crawl, hashOf(1, 2, 3)))], [1, 2, 3]);
  await crawl.pass(6 * DAY_MS, DAY_MS);
  t.same(crawl.web.requests, [ICON]);
  await crawl.pass(DAY_MS, HOUR_MS);
  t.same(crawl.web.requests, [ICON, ICON], 'unchanged');
  crawl.web.answers.set(ICON, { ...picture(4), etag: '"2"' });
  await crawl.pass(7 * DAY_MS, DAY_MS);
  t.same(namedIcons(crawl), [hashOf(1, 2, 3), hashOf(4)]);
  t.notOk(existsSync(fileOf(crawl, hashOf(1, 2, 3))), 'what nothing names any more goes');
});

t.test(
  'an icon that cannot be had leaves the one that is known, and is tried ever less often',
  async (t) => {
    const crawl = await startPaperCrawl(t, [media('gazette', [], { icon: ICON })]);
    crawl.web.answers.set(ICON, picture(1));
    await crawl.pass(MINUTE_MS);
    crawl.web.answers.set(ICON, {
      document: { kind: 'fault', reason: 'not-a-picture', message: 'a drawing' },
    });
    await crawl.pass(14 * DAY_MS, 6 * HOUR_MS);
    t.same(namedIcons(crawl), [hashOf(1)]);
    t.ok(existsSync(fileOf(crawl, hashOf(1))));
    t.ok(crawl.web.requests.length < 12, `${crawl.web.requests.length} requests in two weeks`);
  },
);

t.test('one icon of two media stays while one of them has it', async (t) => {
  const other = 'https://herald.example/icon.png';
  const crawl = await startPaperCrawl(t, [
    media('gazette', [], { icon: ICON }),
    media('herald', [], { icon: other }),
  ]);
  for (const url of [ICON, other]) crawl.web.answers.set(url, picture(1));
  await crawl.pass(MINUTE_MS);
  crawl.web.answers.set(ICON, picture(2));
  await crawl.pass(8 * DAY_MS, DAY_MS);
  t.ok(existsSync(fileOf(crawl, hashOf(1))));
  t.ok(existsSync(fileOf(crawl, hashOf(2))));
});

t.test(
  'a file that was lost is fetched again, and what a source names no longer is taken back',
  async (t) => {
    const crawl = await startPaperCrawl(t, [media('gazette', [], { icon: ICON })]);
    crawl.web.answers.set(ICON, { ...picture(1), etag: '"1"' });
    await crawl.pass(MINUTE_MS);
    rmSync(fileOf(crawl, hashOf(1)));
    await crawl.restart();
    await crawl.pass(MINUTE_MS);
    t.ok(existsSync(fileOf(crawl, hashOf(1))));
    await crawl.crawler.use({
      categories: [],
      entries: [media('gazette', [], { icon: null })],
      faults: [],
    });
    await crawl.pass(MINUTE_MS);
    t.same(namedIcons(crawl), [hashOf(1), null]);
    t.notOk(existsSync(fileOf(crawl, hashOf(1))));
  },
);

t.test('a record that the log could not take is sent again', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [], { icon: ICON })]);
  crawl.web.answers.set(ICON, picture(1));
  crawl.log.isDown = true;
  await crawl.pass(MINUTE_MS);
  t.same(namedIcons(crawl), []);
  crawl.log.isDown = false;
  await crawl.pass(10 * MINUTE_MS);
  t.same(namedIcons(crawl), [hashOf(1)]);
});
