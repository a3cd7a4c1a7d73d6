/** What has expired or was erased is in no file of a store any more, packed or not. */
import '../../engine/actor/threads-here.js';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '../../../src/kernel/clock.js';
import { FolderReader } from '../../../src/store/leveldb/folder-reader.js';
import { generationsOf, snapshotFoldersOf } from '../../../src/store/repair/snapshot-check.js';
import { SnapshotStore } from '../../../src/store/snapshots.js';
import { type Harness, startServer } from '../../serve/api/harness.js';
import { backUp } from '../backup/stage.js';
import { tempFolder } from '../helper.js';

t.setTimeout(240_000);

const NOW = '2024-05-10T00:00:00.000Z';
const BODY = 'Quetzalcoatlus77 over Vexillology88';
const TITLE = 'Zymurgy55 in Ytterbium66';
const URL_OF = 'https://abc.example/1';
const WAITS_MAX = 100;

const RECORDS = [
  { kind: 'media', media: 'abc', title: 'ABC', enabled: true },
  {
    kind: 'news',
    media: 'abc',
    url: URL_OF,
    title: TITLE,
    publishedAt: '2024-05-09T20:00:00.000Z',
    body: `${BODY}. ${'Some more words of a text that is long enough. '.repeat(20)}`,
  },
];

/** Files and packed values that hold a text. */
async function holdersOf(data: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && readFileSync(path).includes(text)) found.push(path);
  }
  const reader = await FolderReader.all(join(data, 'log'));
  for await (const { key, value } of reader.versions({
    gte: Buffer.alloc(0),
    lt: Buffer.of(0xff),
  })) {
    if (value?.includes(text)) found.push(`log ${key.toString('hex')}`);
  }
  for (const { profile, lists } of await snapshotFoldersOf(data)) {
    const store = await SnapshotStore.open(join(data, profile), () => undefined, profile);
    for (const [actor, list] of lists) {
      for (const piece of generationsOf(list).flatMap(({ chunks }) =>
        chunks.flatMap(({ pieces }) => pieces),
      )) {
        if ((await store.readPiece(actor, piece))?.includes(text))
          found.push(`${profile} ${actor}`);
      }
    }
    await store.close();
  }
  return found;
}

async function untilGone(
  isGone: () => Promise<boolean>,
  between: () => Promise<void>,
): Promise<void> {
  for (let waits = 0; waits < WAITS_MAX && !(await isGone()); waits++) {
    await between();
    await sleep(100);
  }
}

async function served(t: Test, data: string): Promise<Harness> {
  return startServer(t, { now: NOW, flags: { data }, records: RECORDS });
}

t.test('an expired body', async (t) => {
  const data = join(tempFolder(t), 'data');
  const { app, clock } = await served(t, data);
  const { pipeline } = app;
  await pipeline.tick(clock.nowMs());
  await pipeline.snapshot();
  t.not((await pipeline.item('news', 1))?.body ?? null, null, 'is there at first');
  for (let days = 0; days < 9; days++) {
    clock.advance(DAY_MS);
    await pipeline.tick(clock.nowMs());
  }
  await untilGone(
    async () => ((await pipeline.item('news', 1))?.body ?? null) === null,
    async () => {
      clock.advance(HOUR_MS + MINUTE_MS);
      await pipeline.tick(clock.nowMs());
      await pipeline.settle();
      await pipeline.snapshot();
    },
  );
  t.equal((await pipeline.item('news', 1))?.body, null, 'goes');
  await app.close();
  // History is written at most every ten minutes, and by the first sweep after a start: its two
  // generations are from before the expiry until they are replaced.
  for (let hours = 2; hours <= 4; hours++) {
    clock.advance(2 * HOUR_MS);
    const again = await startServer(t, { now: isoOf(clock.nowMs()), flags: { data } });
    await again.app.pipeline.tick(clock.nowMs());
    await again.app.pipeline.settle();
    await again.app.pipeline.backup({ op: 'compact' });
    await again.app.close();
  }
  t.same(await holdersOf(data, BODY), [], 'and is in no file');
  t.not((await holdersOf(data, TITLE)).length, 0, 'though the article is');
});

t.test('what was erased', async (t) => {
  const data = join(tempFolder(t), 'data');
  const { app, clock, ingest } = await served(t, data);
  const { pipeline } = app;
  await pipeline.tick(clock.nowMs());
  await pipeline.snapshot();
  t.not((await pipeline.item('news', 1)) ?? null, null, 'is there at first');
  await ingest([{ kind: 'erase', target: 'news', key: URL_OF }]);
  await app.close();
  for (const text of [BODY, TITLE])
    t.same(await holdersOf(data, text), [], `${text} is in no file`);
  const backup = join(tempFolder(t), 'backup');
  await backUp(data, backup);
  t.same(await holdersOfFolder(backup, TITLE), [], 'nor in a backup taken later');
});

async function holdersOfFolder(folder: string, text: string): Promise<string[]> {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text));
}
