/** The examples of docs/examples.md with the exported client, run as they stand there. */
import '../engine/actor/threads-here.js';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { changes, follow, RefusedError, stream } from '../../src/client/client.js';
import { HOUR_MS } from '../../src/kernel/clock.js';
import { article, CATALOG } from '../serve/api/news/fixture.js';
import { ServerWorld } from '../serve/streams/world.js';
import { copied, folderOf, freePort, start } from './example-programs.js';

t.setTimeout(200_000);

t.test(
  'a second process keeps an exact copy through kills and restarts of both sides',
  async (t) => {
    const world = await new ServerWorld({ newsPort: await freePort() }).start();
    t.teardown(() => world.end());
    const folder = folderOf(t);
    const file = join(folder, 'copy.json');
    const url = world.newsUrl;
    await world.ingest(...CATALOG, ...['a', 'b', 'c'].map((key) => article({ key, minutes: 5 })));
    const isSame = async (): Promise<boolean> => {
      const listed = await world.listed('news');
      const own = copied(file);
      return JSON.stringify([...listed].sort()) === JSON.stringify([...own].sort());
    };
    const caughtUp = async (): Promise<void> => {
      while (!(await isSame())) await sleep(50);
    };
    const key = (name: string): string => `https://sunrise.example/${name}`;
    let program = start(t, folder, 'in-step.mjs', url, file);
    await caughtUp();
    t.equal(copied(file).size, 3);
    await world.ingest(article({ key: 'd', minutes: 4 }), {
      kind: 'hide',
      target: 'news',
      key: key('a'),
    });
    await caughtUp();
    program.kill('SIGKILL');
    await world.ingest(
      { kind: 'erase', target: 'news', key: key('b') },
      article({ key: 'e', minutes: 3 }),
    );
    await world.restart();
    await world.ingest({ kind: 'show', target: 'news', key: key('a') });
    program = start(t, folder, 'in-step.mjs', url, file);
    await caughtUp();
    await world.restart();
    await world.ingest(article({ key: 'c', minutes: 5, title: '改了標題' }));
    await caughtUp();
    for (let turn = 0; turn < 3; turn++) {
      await world.ingest(article({ key: `turn-${turn}`, minutes: 2 }), {
        kind: turn === 1 ? 'show' : 'hide',
        target: 'news',
        key: key('c'),
      });
      program.kill('SIGKILL');
      if (turn === 1) await world.restart();
      program = start(t, folder, 'in-step.mjs', url, file);
      if (turn === 2) await world.restart();
    }
    await caughtUp();
    t.same(copied(file), await world.listed('news'));
    t.equal(copied(file).size, 6);
  },
);

/** For both tests that follow. */
const shared = new ServerWorld();

t.test(
  'the bot tells of tags that enter the ranking, and titles are told page after page',
  async (t) => {
    const world = await shared.start();
    // This test appends the ticks itself.
    Object.defineProperty(world.app.pipeline, 'mayTick', { value: false });
    const folder = folderOf(t);
    const told = (key: string, tag: string) =>
      article({ key, minutes: 5, title: `${tag} ${key}`, tags: [tag] });
    await world.ingest(...CATALOG, told('a', '捷運'), told('b', '捷運'));
    const tick = async (): Promise<void> => {
      world.clock.advance(HOUR_MS);
      await world.app.pipeline.advance(world.clock.nowMs());
      await world.app.pipeline.settle();
    };
    await tick();
    const bot = start(t, folder, 'bursts.mjs', world.newsUrl, '10');
    let said = '';
    bot.stdout!.on('data', (words: string) => {
      said += words;
    });
    while (!said.includes('watching')) await sleep(20);
    for (let turn = 0; !said.includes('颱風'); turn++) {
      await world.ingest(told(`c${turn}`, '颱風'), told(`d${turn}`, '颱風'));
      await tick();
      await sleep(100);
    }
    t.match(said, /颱風 is on the rise: \S+\/tags\/%E9%A2%B1%E9%A2%A8\//);
    t.notMatch(said, '捷運', 'it was there before');
    const titles = start(t, folder, 'titles.mjs', world.newsUrl, '捷運');
    let listed = '';
    titles.stdout!.on('data', (words: string) => {
      listed += words;
    });
    await once(titles, 'close');
    t.same(listed.trim().split('\n').length, 2);
  },
);

t.test('tokens of nobody are refused with the reason, and a signal ends what waits', async (t) => {
  const world = shared;
  t.teardown(() => world.end());
  const first = async (iterator: AsyncGenerator<unknown>): Promise<unknown> =>
    (await iterator.next()).value;
  await t.rejects(first(changes(world.newsUrl, { since: 'nonsense' })), RefusedError);
  await t.rejects(first(stream(world.newsUrl, { since: 'nonsense' })), /400/);
  await t.rejects(first(follow(world.newsUrl, { since: 'nonsense' })), { status: 400 } as never);
  await t.rejects(first(stream(world.newsUrl, { filters: { q: 'x'.repeat(4096) } })), /400/);
  const waiting = new AbortController();
  const seen: string[] = [];
  for await (const { event } of stream(world.newsUrl, { signal: waiting.signal })) {
    seen.push(event);
    waiting.abort();
  }
  t.same(seen.slice(0, 1), ['live']);
  const nobody = `http://127.0.0.1:${await freePort()}`;
  t.equal(await first(changes(nobody, { signal: AbortSignal.timeout(300) })), undefined);
});
