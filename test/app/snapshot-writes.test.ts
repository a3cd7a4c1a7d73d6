/** What snapshots write: what has changed, and nothing else. */
import '../engine/actor/threads-here.js';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { MINUTE_MS } from '../../src/kernel/clock.js';
import type { Generation } from '../../src/store/snapshot-lists.js';
import { SnapshotStore } from '../../src/store/snapshots.js';
import { startServer } from '../serve/api/harness.js';
import { fillStore } from './filled-store.js';

const NOW = '2024-05-10T00:00:00.000Z';
const WORLD = { seed: 3, days: 4, endMs: Date.parse(NOW), media: 8, perDay: 75, blogs: 4 };
const ACTORS = [
  ...['catalog', 'media', 'tags', 'events', 'portals', 'similarity'],
  ...['directory', 'mentions', 'topics'],
];
/** Shorter chunks are counters and clocks, of which two may say the same. */
const CHUNK_BYTES_MIN = 64;

const data = mkdtempSync(join(tmpdir(), 'tagwire-writes-'));
t.teardown(() => rmSync(data, { recursive: true, force: true }));

/** Every file of the snapshots and of history, with its size and the time of its last change. */
function filesNow(): string[] {
  return ['snapshots', 'history'].flatMap((profile) =>
    (readdirSync(join(data, profile), { recursive: true }) as string[]).map((name) => {
      const { size, mtimeMs } = statSync(join(data, profile, name));
      return `${profile}/${name} ${size} ${mtimeMs}`;
    }),
  );
}

const contentOf = ({ pieces }: Generation['chunks'][number]): string =>
  pieces.map(({ hash, byteLength }) => `${hash} ${byteLength}`).join(' ');

const bytesOf = ({ pieces }: Generation['chunks'][number]): number =>
  pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);

t.test('a minute in which nothing happens writes no byte', async (t) => {
  await fillStore(data, WORLD);
  await t.test(
    'a server ticks, and copies its snapshots into history before it ends',
    async (t) => {
      const { app, clock } = await startServer(t, { now: NOW, flags: { data } });
      await app.pipeline.tick(clock.nowMs());
    },
  );
  const { app, clock } = await startServer(t, { now: NOW, flags: { data } });
  await app.pipeline.tick(clock.nowMs());
  await app.pipeline.settle();
  await app.pipeline.snapshot();
  const before = filesNow();
  clock.advance(MINUTE_MS);
  await app.pipeline.tick(clock.nowMs());
  await app.pipeline.snapshot();
  t.same(filesNow(), before);
});

t.test('what is written was not there before under another name', async (t) => {
  const snapshots = async (): Promise<Map<string, Generation>> => {
    const store = await SnapshotStore.open(join(data, 'snapshots'), () => undefined);
    const newest = new Map<string, Generation>();
    for (const actor of ACTORS) newest.set(actor, (await store.generations(actor))[0]!);
    await store.close();
    return newest;
  };
  const before = await snapshots();
  await t.test('ten minutes pass, and an article comes', async (t) => {
    const { app, clock, ingest } = await startServer(t, { now: NOW, flags: { data } });
    const { record } = (await app.pipeline.registry('media', '')).items[0]!;
    t.equal(record.kind, 'media');
    clock.advance(11 * MINUTE_MS);
    const { accepted } = await ingest([
      {
        kind: 'news',
        media: record.kind === 'media' ? record.media : '',
        url: 'https://one-more.example/article',
        title: '又一篇',
        tags: ['測試'],
        publishedAt: NOW,
      },
    ]);
    t.equal(accepted, 1);
  });
  const after = await snapshots();
  let kept = 0;
  let written = 0;
  for (const actor of ACTORS) {
    const [old, now] = [before.get(actor)!, after.get(actor)!];
    t.ok(now.sequence > old.sequence, actor);
    const names = new Set(old.chunks.map(({ name }) => name));
    const contents = new Set(old.chunks.map(contentOf));
    const anew = now.chunks.filter(({ name }) => !names.has(name));
    const same = anew.filter(
      (chunk) => bytesOf(chunk) >= CHUNK_BYTES_MIN && contents.has(contentOf(chunk)),
    );
    t.same(
      same.map(({ name }) => name),
      [],
      `${actor}: ${anew.length} of ${now.chunks.length} chunks`,
    );
    kept += now.chunks.length - anew.length;
    written += anew.length;
  }
  t.ok(kept > written, `${written} chunks written, ${kept} kept`);
});
