/** What answers while indices are still being read: lists and searches, and nothing that is wrong. */
import '../engine/actor/threads-here.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Pipeline } from '../../src/app/pipeline.js';
import { Actor } from '../../src/engine/actor/actor.js';
import { type Harness, startServer } from '../serve/api/harness.js';
import { allAnswers } from './all-answers.js';
import { fillStore } from './filled-store.js';

const NOW = '2024-05-10T00:00:00.000Z';
const WORLD = { seed: 7, days: 2, endMs: Date.parse(NOW), media: 6, perDay: 40, blogs: 4 };
const SEARCHED = ['catalog', 'directory'];

const data = mkdtempSync(join(tmpdir(), 'tagwire-rebuilding-'));
t.teardown(() => rmSync(data, { recursive: true, force: true }));

function serveStore(owner: Test): Promise<Harness> {
  return startServer(owner, { now: NOW, flags: { data } });
}

function answersOf({ app }: Harness): Promise<Map<string, string>> {
  return allAnswers({ news: app.newsUrl, blog: app.blogUrl }, Date.parse(NOW));
}

/** Starts a server whose derived indices begin when they are let go. */
async function serveHeld(owner: Test): Promise<{ server: Harness; letGo(): void }> {
  const { start } = Actor.prototype;
  const { rebuilt } = Pipeline.prototype;
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  owner.teardown(() => {
    Actor.prototype.start = start;
    Pipeline.prototype.rebuilt = rebuilt;
    open();
  });
  Actor.prototype.start = async function (sequence) {
    if (!SEARCHED.includes(this.name)) await gate;
    return start.call(this, sequence);
  };
  Pipeline.prototype.rebuilt = () => Promise.resolve();
  const server = await serveStore(owner);
  Pipeline.prototype.rebuilt = rebuilt;
  return { server, letGo: () => open() };
}

t.test('a route whose index is not there says so, and all others answer as ever', async (t) => {
  let wanted = new Map<string, string>();
  await t.test('whole', async (t) => {
    await fillStore(data, WORLD);
    const server = await serveStore(t);
    wanted = await answersOf(server);
    t.match(await (await fetch(`${server.app.adminUrl}/readyz`)).text(), /^ready\n$/);
  });
  const { server, letGo } = await serveHeld(t);
  const found = await answersOf(server);
  const asked = [...wanted].filter(([path]) => found.has(path));
  const waiting = asked.filter(([path]) => /^503 .*rebuilding/.test(found.get(path)!));
  const differing = asked.filter(
    ([path, answer]) => found.get(path) !== answer && !/^503 .*rebuilding/.test(found.get(path)!),
  );
  t.same(
    differing
      .slice(0, 2)
      .map(([path, answer]) => [path, answer.slice(0, 300), found.get(path)!.slice(0, 300)]),
    [],
    `${asked.length} answers, ${waiting.length} of them to wait`,
  );
  for (const path of [
    'news /api/v1/articles?limit=100',
    'news /api/v1/media',
    'blog /api/v1/blogs',
    'blog /api/v1/articles',
  ]) {
    t.match(found.get(path), /^200 /, path);
  }
  const ready = await fetch(`${server.app.adminUrl}/readyz`);
  t.equal(ready.status, 503, 'a balancer asks another one, although lists answer');
  t.equal(ready.headers.get('retry-after'), '5');
  const told = await ready.text();
  for (const index of ['media', 'tags', 'events', 'portals', 'similarity', 'mentions', 'topics']) {
    t.match(told, `rebuilding ${index}: not begun, or loading its snapshot`);
  }
  t.equal((await fetch(`${server.app.adminUrl}/livez`)).status, 200, 'the process runs');
  const accept = { headers: { accept: 'application/json' } };
  const blog = await fetch(`${server.app.adminUrl}/readyz?service=blog`, accept);
  t.equal(blog.status, 503);
  t.match(await blog.json(), {
    ready: false,
    reason: /^rebuilding: mentions, topics do not/,
    parts: [
      { service: 'blog', index: 'directory', ready: true },
      { service: 'blog', index: 'mentions', ready: false },
      { service: 'blog', index: 'topics', ready: false },
    ],
  });
  const nameless = await fetch(`${server.app.adminUrl}/readyz?service=constructor`);
  t.equal(nameless.status, 400);
  const refused = await server.get('/api/v1/ranking');
  t.equal(refused.status, 503);
  t.equal(refused.headers.get('retry-after'), '5');
  for (const [dump, status] of [
    ['articles/2024-05-08', 503],
    ['constructor/2024-05-08', 404],
    ['articles/2024-05-10', 404],
    ['articles/2024-02-30', 404],
  ] as const) {
    const answer = await server.get(`/api/v1/dumps/${dump}.parquet`);
    t.equal(answer.status, status, `${dump}: what will never be there is not waited for`);
  }

  // It would wait for every index: nobody waits for one that is not there.
  const line = new TextEncoder().encode(JSON.stringify({ kind: 'category', key: 'x', label: 'X' }));
  const added = await server.app.pipeline.ingest([line], false, Date.parse(NOW));
  t.equal(added.accepted, 1);
  letGo();
  await server.app.pipeline.rebuilt();
  t.equal((await fetch(`${server.app.adminUrl}/readyz`)).status, 200);
  const after = await answersOf(server);
  const late = [...wanted].filter(([path, answer]) => {
    return after.get(path)!.slice(0, 3) !== answer.slice(0, 3);
  });
  t.same(late, [], 'and then everything answers');
  t.ok(after.size >= wanted.size);
});
