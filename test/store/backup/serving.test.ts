/** A backup of a store that a server holds: consistent whatever is written meanwhile. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { connectIngest } from '../../../src/app/ingest/ingest-socket.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { restore } from '../../../src/store/backup/restore.js';
import type { BackupState } from '../../../src/store/log/backup-session.js';
import { times } from '../../all.js';
import { linesOf, startServer } from '../../serve/api/harness.js';
import { tempFolder } from '../helper.js';
import { backUp, dump, emptyFolder, holdsText } from './stage.js';

const NOW = '2024-05-01T00:00:00.000Z';
const MEDIA = { kind: 'media', media: 'tree', title: 'The Tree' };
/** Articles of the store. */
const FIRST = times(300, 1500);
/** Articles that are written again and again before a compaction. */
const COMPACTED = times(80, 200);
/** Words of a body: articles have none in common. */
const WORDS = times(20, 60);
const QUESTIONS = [
  '/api/v1/articles',
  '/api/v1/articles?q=leaf%20200',
  '/api/v1/media',
  '/api/v1/tags',
  '/api/v1/statistics',
];

function bodyOf(name: number | string): string {
  return Array.from({ length: WORDS }, (_, at) => `leaf${name}of${at}`).join(' ');
}

function article(number: number): object {
  return {
    kind: 'news',
    media: 'tree',
    url: `https://tree.example/${number}`,
    title: `A leaf ${number}`,
    tags: ['leaf', `tree ${number % 10}`],
    body: bodyOf(number),
    publishedAt: new Date(Date.parse(NOW) - (number % 600) * 60_000).toISOString(),
  };
}

function articles(from: number, count: number): object[] {
  return Array.from({ length: count }, (_, at) => article(from + at));
}

const SECRETS = ['a sentence that goes first', 'a sentence that goes later'];

function secret(text: string, at: number): object {
  const url = `https://tree.example/secret-${at}`;
  return {
    kind: 'news',
    media: 'tree',
    url,
    title: text,
    body: `${text}. ${bodyOf(url)}`,
    publishedAt: NOW,
  };
}

/** One server for all: what a test writes is no matter of the others. */
const data = tempFolder(t);
const server = await startServer(t, {
  now: NOW,
  records: [MEDIA, ...articles(0, FIRST)],
  flags: { data },
});

t.test('a server on a restored store gives the same answers', async (t) => {
  await server.app.pipeline.snapshot();
  await server.ingest(articles(FIRST, 100));
  const answers = await Promise.all(QUESTIONS.map(async (path) => (await server.get(path)).text()));
  const backup = join(tempFolder(t), 'backup');
  await backUp(data, backup);
  const restored = emptyFolder(t);
  t.match(await restore(backup, restored, silentLogger), { warnings: [] });
  const again = await startServer(t, { now: NOW, flags: { data: restored } });
  for (const [at, path] of QUESTIONS.entries()) {
    t.equal(await (await again.get(path)).text(), answers[at], path);
  }
});

t.test('a second backup waits for nobody: it is refused', async (t) => {
  const one = (await connectIngest(data))!;
  const begun = (await one.backup({ op: 'begin' })) as BackupState;
  t.ok(begun.head.sequence > FIRST + 100);
  const backup = join(tempFolder(t), 'backup');
  await t.rejects(backUp(data, backup), { code: 'STORE_LOCKED' });
  await one.close();
  await t.test('one that went away is over', async (t) => {
    const next = async (): Promise<object> => {
      try {
        return await backUp(data, backup);
      } catch (error) {
        if ((error as { code?: string }).code !== 'STORE_LOCKED') throw error;
        await sleep(20);
        return next();
      }
    };
    t.match(await next(), { isIncremental: false });
  });
});

t.test('what is erased during a backup is not in it', async (t) => {
  await server.ingest(SECRETS.map(secret));
  const backup = join(tempFolder(t), 'backup');
  const erase = (at: number): object => ({
    kind: 'erase',
    target: 'news',
    key: `https://tree.example/secret-${at}`,
  });
  const running = backUp(data, backup);
  while (!existsSync(backup)) await setImmediate();
  await server.ingest([erase(0)]);
  const { sequence } = await running;
  await server.ingest([erase(1)]);
  const next = await backUp(data, backup);
  t.ok(next.sequence > sequence);
  for (const text of SECRETS) t.notOk(holdsText(backup, text));
  const restored = emptyFolder(t);
  t.match(await restore(backup, restored, silentLogger), { warnings: [] });
});

t.test('a store is compacted while it serves', async (t) => {
  const sink = (await connectIngest(data))!;
  t.teardown(() => sink.close());
  for (let round = 0; round < 3; round++) {
    await sink.ingest(
      linesOf(
        articles(0, COMPACTED).map((one, at) => ({
          ...one,
          body: `${round} ${bodyOf(at).repeat(60)}`,
        })),
      ),
      false,
    );
  }
  t.equal(await sink.backup({ op: 'compact' }), null);
  const { status } = await server.get('/api/v1/articles');
  t.equal(status, 200);
});

t.test('while records come in, a backup is a whole prefix of the log', async (t) => {
  const backup = join(tempFolder(t), 'backup');
  let isDone = false;
  const flood = (async () => {
    for (let from = 10_000; !isDone; from += 50) {
      await server.ingest([
        ...articles(from, 50),
        { ...article(from % FIRST), title: `New ${from}` },
      ]);
      await server.app.pipeline.snapshot();
    }
  })();
  const first = await backUp(data, backup);
  // A snapshot may take as long as a backup.
  while (server.app.pipeline.headSequence <= first.sequence) await sleep(10);
  const second = await backUp(data, backup);
  isDone = true;
  await flood;
  t.ok(second.sequence > first.sequence && second.isIncremental);
  const restored = emptyFolder(t);
  t.match(await restore(backup, restored, silentLogger), { warnings: [] });
  await server.app.close();
  const isCovered = ([key]: [string, string]): boolean =>
    Number.parseInt(key.slice(2), 16) <= second.sequence;
  t.same(await dump(restored, 'l'), (await dump(data, 'l')).filter(isCovered));
  const bare = emptyFolder(t);
  await restore(backup, bare, silentLogger);
  const derived = ['snapshots', 'history'].map((name) => join(bare, name)).filter(existsSync);
  t.not(derived.length, 0, 'snapshots were written meanwhile, and are in it');
  for (const folder of derived) rmSync(folder, { recursive: true });
  const [withSnapshots, byLogAlone] = await Promise.all(
    [restored, bare].map(async (folder) => {
      const again = await startServer(t, { now: NOW, flags: { data: folder } });
      return Promise.all(QUESTIONS.map(async (path) => (await again.get(path)).text()));
    }),
  );
  t.same(withSnapshots, byLogAlone, 'what it answers is what its log says, byte for byte');
});
