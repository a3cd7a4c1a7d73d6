/** A server that is killed again and again, a program that keeps a copy of it, and a webhook. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { connectIngest } from '../../../src/app/ingest/ingest-socket.js';
import { MINUTE_MS, systemClock } from '../../../src/kernel/clock.js';
import { feedStart } from '../../../src/serve/streams/change-feed.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import { times } from '../../all.js';
import { served } from '../../app/cli/served.js';
import { copied, folderOf, freePort, start } from '../../client/example-programs.js';
import { tempFolder } from '../../store/helper.js';
import { linesOf } from '../api/harness.js';

t.setTimeout(300_000);

/** In every other one the program is killed, too. */
const ROUNDS = times(2, 4);
const ARTICLES = 30;
/** Acknowledgements after which a server is killed, and as many more with every round. */
const KILLED_AFTER = 7;

interface Owner {
  teardown(work: () => Promise<void> | void): void;
}

/** Takes what is posted, and remembers the ids of articles as they come. */
async function receiver(owner: Owner) {
  const ids: number[][] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    ids.push((body.changes as { id: number }[]).map(({ id }) => id));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  owner.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ids, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

function articleOf(name: string): object {
  const publishedAt = new Date(systemClock.nowMs() - MINUTE_MS).toISOString();
  const url = `https://kills.example/${name}`;
  return { kind: 'news', media: 'kills', url, title: `No. ${name}`, publishedAt };
}

/** Sends articles one by one until the server is gone; how many it acknowledged. */
async function sendWhileItLives(
  data: string,
  articles: readonly object[],
  tell: (sent: number) => void = () => undefined,
): Promise<number> {
  let sent = 0;
  try {
    const sink = await connectIngest(data);
    for (const article of articles) {
      await sink!.ingest(linesOf([article]), false);
      sent += 1;
      tell(sent);
    }
    await sink!.close();
  } catch {
    // Killed.
  }
  return sent;
}

t.test(
  'through kills of both sides a copy is exact, and a webhook gets all in order',
  async (t) => {
    const data = tempFolder(t);
    const folder = folderOf(t);
    const file = join(folder, 'copy.json');
    const hook = await receiver(t);
    const accounts = Accounts.open(data, systemClock);
    await accounts.addUser('ann', '');
    const question = { kinds: ['article'], q: null, tag: null, owners: null, category: null };
    const place = feedStart(systemClock.nowMs());
    const asked = { service: 'news', url: hook.url, question, label: '', place } as const;
    await accounts.webhooks.add(accounts.user('ann'), asked);
    const port = await freePort();
    const flags = ['--news-port', String(port), '--webhook-allow', '127.0.0.0/8'];
    const base = `http://127.0.0.1:${port}`;
    let server = await served(t, data, ...flags);
    let program = start(t, folder, 'in-step.mjs', base, file);
    await sendWhileItLives(data, [{ kind: 'media', media: 'kills', title: 'Kills' }]);
    const articles: object[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const more = Array.from({ length: ARTICLES }, (_, at) => articleOf(`${round}-${at}`));
      const killAt = KILLED_AFTER * (round + 1);
      let killed: Promise<void> | null = null;
      const sent = await sendWhileItLives(data, more, (count) => {
        if (count === killAt) killed = server.kill();
      });
      await killed;
      if (round % 2 === 1) program.kill('SIGKILL');
      articles.push(...more);
      server = await served(t, data, ...flags);
      if (round % 2 === 1) program = start(t, folder, 'in-step.mjs', base, file);
      // What was acknowledged is there; the rest is sent again, as its sender would.
      t.equal(await sendWhileItLives(data, more.slice(sent)), more.length - sent);
    }
    const list = async () => {
      const { articles: shown } = await server.news<{ articles: { id: number }[] }>(
        '/api/v1/articles?limit=200',
      );
      return new Map(shown.map((one) => [`article ${one.id}`, one]));
    };
    const listed = await list();
    t.equal(listed.size, articles.length);
    while (copied(file).size < listed.size) await sleep(50);
    t.same(copied(file), listed);
    const delivered = () => new Set(hook.ids.flat());
    while (delivered().size < listed.size) await sleep(50);
    t.same(
      [...delivered()],
      [...delivered()].sort((a, b) => a - b),
      'what came first is told first',
    );
    for (const ids of hook.ids)
      t.same(
        ids,
        [...new Set(ids)].sort((a, b) => a - b),
      );
  },
);
