import '../../engine/actor/threads-here.js';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import { times } from '../../all.js';
import { ARTICLES, article, CATALOG } from '../api/news/fixture.js';
import { Copy, ServerWorld, START } from './world.js';

const MEDIA = ['sunrise', 'harbour', 'plain'];
const BLOGS = ['alpha', 'beta'];
const KEYS = 12;
/** Servers are started again and again, on a machine that may be busy. */
const TIMEOUT = { timeout: 240_000 };

/** One thing that happens to the store, to its clock, or to the server. */
type Step =
  | {
      what: 'write';
      service: 'news' | 'blog';
      key: number;
      owner: number;
      minutes: number;
      title: string;
    }
  | { what: 'mask'; kind: 'hide' | 'show' | 'erase'; target: 'news' | 'post'; key: number }
  | { what: 'mask owner'; kind: 'hide' | 'show' | 'erase'; target: 'media' | 'blog'; owner: number }
  | { what: 'rename'; target: 'media' | 'blog'; owner: number; title: string; verified: boolean }
  | { what: 'time'; minutes: number }
  | { what: 'restart' };

const service = fc.constantFrom('news' as const, 'blog' as const);
const key = fc.integer({ min: 0, max: KEYS - 1 });
const owner = fc.integer({ min: 0, max: 1 });
const title = fc.constantFrom('甲', '乙', '丙', 'delta');
const often = fc.constantFrom('hide' as const, 'show' as const);
const rarely = fc.constantFrom('hide' as const, 'show' as const, 'erase' as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      what: fc.constant('write' as const),
      ...{ service, key, owner, title },
      minutes: fc.integer({ min: -90, max: 2000 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('mask' as const),
      kind: rarely,
      target: fc.constantFrom('news' as const, 'post' as const),
      key,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('mask owner' as const),
      kind: often,
      target: fc.constantFrom('media' as const, 'blog' as const),
      owner,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('mask owner' as const),
      kind: fc.constant('erase' as const),
      target: fc.constantFrom('media' as const, 'blog' as const),
      owner,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('rename' as const),
      target: fc.constantFrom('media' as const, 'blog' as const),
      ...{ owner, title },
      verified: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('time' as const),
      minutes: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ what: 'restart' as const }) },
);

function blog(slug: string, name = slug, verified = true): object {
  const sourceUrl = `https://${slug}.example/`;
  return { kind: 'blog', slug, name, sourceUrl, feeds: [], verified };
}

/** An item keeps the owner that its number gives it: an address belongs to one site. */
function ownerOf(names: readonly string[], number: number): string {
  return names[number % 2]!;
}

function urlOf(target: 'news' | 'post', number: number): string {
  const names = target === 'news' ? MEDIA : BLOGS;
  return `https://${ownerOf(names, number)}.example/${target}-${number}`;
}

async function take(world: ServerWorld, one: Step): Promise<void> {
  const { clock } = world;
  const at = (minutes: number) => new Date(clock.nowMs() - minutes * MINUTE_MS).toISOString();
  switch (one.what) {
    case 'write': {
      const common = {
        title: `${one.title} ${one.key}`,
        publishedAt: at(one.minutes),
        observedAt: at(0),
      };
      if (one.service === 'news') {
        const url = urlOf('news', one.key);
        return world.ingest({
          kind: 'news',
          media: ownerOf(MEDIA, one.key),
          url,
          ...common,
          tags: [one.title],
        });
      }
      const url = urlOf('post', one.key);
      return world.ingest({ kind: 'post', blog: ownerOf(BLOGS, one.key), url, ...common });
    }
    case 'mask':
      return world.ingest({ kind: one.kind, target: one.target, key: urlOf(one.target, one.key) });
    case 'mask owner': {
      const names = one.target === 'media' ? MEDIA : BLOGS;
      return world.ingest({ kind: one.kind, target: one.target, key: names[one.owner] });
    }
    case 'rename':
      return world.ingest(
        one.target === 'media'
          ? {
              kind: 'media',
              media: MEDIA[one.owner],
              title: one.title,
              camp: one.verified ? 'blue' : 'green',
            }
          : blog(BLOGS[one.owner]!, one.title, one.verified),
      );
    case 'time':
      clock.set(clock.nowMs() + one.minutes * MINUTE_MS);
      return;
    case 'restart':
      return world.restart();
  }
}

/** Lists end with the running minute or the newest article: what is newer may be missing there alone. */
function compare(
  name: string,
  held: ReadonlyMap<string, unknown>,
  listed: ReadonlyMap<string, unknown>,
  nowMs: number,
  after: Step,
): void {
  const story = `${name} after ${JSON.stringify(after)}`;
  for (const [id, item] of listed) assert.deepEqual(held.get(id), item, `${story}: ${id}`);
  for (const [id, item] of held) {
    const { publishedAt } = item as { publishedAt: string };
    const mayBeMissing = Date.parse(publishedAt) >= nowMs - MINUTE_MS;
    assert(listed.has(id) || mayBeMissing, `${story}: ${id} is not listed`);
  }
}

t.test('a copy made of changes is what the lists show, whatever happens', TIMEOUT, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 25, maxLength: 45 }),
      fc.integer({ min: 1, max: 7 }),
      async (steps, limit) => {
        const world = await new ServerWorld().start();
        try {
          await world.ingest(...CATALOG, ...BLOGS.map((slug) => blog(slug)));
          const copies = (['news', 'blog'] as const).map((name) => {
            const url = () => (name === 'news' ? world.newsUrl : world.blogUrl);
            return { name, prompt: new Copy(url), slow: new Copy(url), url };
          });
          for (const one of steps) {
            await take(world, one);
            for (const { name, prompt, slow } of copies) {
              await prompt.follow(limit);
              const listed = await world.listed(name);
              const nowMs = world.clock.nowMs();
              compare(name, prompt.articles(nowMs), listed, nowMs, one);
              const { caughtUp } = await slow.step(limit);
              if (caughtUp) assert.deepEqual(slow.items, prompt.items);
            }
          }
          for (const { prompt, url } of copies) {
            const late = new Copy(url);
            const changes = await late.follow(limit);
            assert.deepEqual(late.items, prompt.items, 'a copy from the beginning is the same');
            // What was erased has lost its owner, so with the owner it may be told again that it is gone.
            const shown = changes.filter(({ gone }) => gone !== true);
            const names = shown.map(({ kind, id }) => `${kind} ${id}`);
            assert.equal(new Set(names).size, names.length, 'and is told each thing once');
          }
        } finally {
          await world.end();
        }
      },
    ),
    { numRuns: times(1, 3), endOnFailure: true },
  );
});

/** Two stores that hold the same at first. */
const twins: ServerWorld[] = [];
t.before(async () => {
  for (const world of [new ServerWorld(), new ServerWorld()]) {
    twins.push(await world.start());
    await world.ingest(...CATALOG, article({ key: 'a', minutes: 5 }));
  }
});
t.teardown(() => Promise.all(twins.map((world) => world.end())));

t.test('a token of another store is refused, though both hold the same', async (t) => {
  const copies = twins.map((world) => new Copy(() => world.newsUrl));
  for (const copy of copies) await copy.follow();
  for (const [at, status] of [
    [0, 200],
    [1, 400],
  ] as const) {
    for (const path of ['changes', 'stream']) {
      const signal = AbortSignal.timeout(20_000);
      const url = `${twins[0]!.newsUrl}/api/v1/${path}?since=${copies[at]!.token}`;
      const answer = await fetch(url, { signal });
      t.equal(answer.status, status, `${path} of store ${at}`);
      await answer.body?.cancel();
    }
  }
});

t.test('both services describe their changes, and refuse what is no token of theirs', async (t) => {
  const [, world] = twins as [ServerWorld, ServerWorld];
  const get = (path: string) => fetch(`${world.newsUrl}${path}`);
  const getBlog = (path: string) => fetch(`${world.blogUrl}${path}`);
  await world.ingest(...ARTICLES, blog('alpha'), {
    ...{ kind: 'post', blog: 'alpha', url: 'https://alpha.example/1', title: '一' },
  });
  const first = (await (await get('/api/v1/changes?limit=3')).json()) as {
    nextToken: string;
    caughtUp: boolean;
    changes: unknown[];
  };
  t.match(first, { caughtUp: false });
  t.equal(first.changes.length, 3);
  const blogs = (await (await getBlog('/api/v1/changes')).json()) as {
    nextToken: string;
    changes: object[];
  };
  t.match(blogs.changes, [
    { kind: 'blog', id: 'alpha' },
    { kind: 'article', id: 1 },
  ]);
  const flipped = `${first.nextToken.slice(0, 9)}${first.nextToken[9] === 'A' ? 'B' : 'A'}${first.nextToken.slice(10)}`;
  for (const since of [flipped, blogs.nextToken, 'x', 'A'.repeat(2048), '%F0%9F%98%80']) {
    const { status } = await get(`/api/v1/changes?since=${since}`);
    t.equal(status, 400, since.slice(0, 20));
  }
  t.match(await (await getBlog(`/api/v1/changes?since=${first.nextToken}`)).json(), {
    error: 'invalid_cursor',
  });
  t.equal((await get(`/api/v1/changes?since=${'x'.repeat(4096)}`)).status, 400);
  t.equal((await get('/api/v1/changes?limit=0')).status, 400);
  t.equal((await getBlog('/api/v1/changes?limit=99999')).status, 400);
});

t.test('a token of a history that the store has not lived through is gone', async (t) => {
  const [, world] = twins as [ServerWorld, ServerWorld];
  const { cursorsOf } = await import('./tokens.js');
  const { forge } = cursorsOf(world.app.pipeline.secret);
  const sequence = world.app.pipeline.headSequence;
  const nowMs = Date.parse(START);
  for (const [what, token] of [
    ['of the future', forge('media', { sequence: sequence + 1, id: 0, chain: 1, nowMs })],
    ['of other entries', forge('media', { sequence, id: 0, chain: 12345, nowMs })],
    [
      'of two months ago',
      forge('media', { sequence: 0, id: 0, chain: 0, nowMs: nowMs - 60 * 24 * 60 * MINUTE_MS }),
    ],
  ] as const) {
    const response = await fetch(`${world.newsUrl}/api/v1/changes?since=${token}`);
    t.equal(response.status, 410, what);
    t.match(await response.json(), { error: /begin again without since/ });
  }
});

t.test('a hidden media takes its articles along in one page, and brings them back', async (t) => {
  const [world] = twins as [ServerWorld, ServerWorld];
  await world.ingest(article({ key: 'b', minutes: 4 }));
  const copy = new Copy(() => world.newsUrl);
  await copy.follow();
  await world.ingest({ kind: 'hide', target: 'media', key: 'sunrise' });
  t.same(
    (await copy.follow()).map(({ kind, id, gone }) => [kind, id, gone]),
    [
      ['media', 'sunrise', true],
      ['article', 1, true],
      ['article', 2, true],
    ],
  );
  await world.ingest({ kind: 'show', target: 'media', key: 'sunrise' });
  t.match(await copy.follow(), [{ kind: 'media' }, { article: { id: 1 } }, { article: { id: 2 } }]);
  await world.ingest({
    kind: 'media',
    media: 'sunrise',
    title: '朝陽報',
    camp: 'blue',
    schedule: 'off',
  });
  t.match(
    (await copy.follow()).map(({ kind }) => kind),
    ['media'],
    'what no article shows changes none',
  );
});

t.test('who was away for days is told each thing once, whatever its time', async (t) => {
  const world = await new ServerWorld().start();
  t.teardown(() => world.end());
  await world.ingest(...CATALOG, ...BLOGS.map((slug) => blog(slug)));
  const copies = [() => world.newsUrl, () => world.blogUrl].map((url) => new Copy(url));
  const at = (minutes: number) => new Date(world.clock.nowMs() - minutes * MINUTE_MS).toISOString();
  const write = (number: number, minutes: number) => {
    const common = { title: `第 ${number} 則`, publishedAt: at(minutes), observedAt: at(0) };
    return world.ingest(
      { kind: 'news', media: ownerOf(MEDIA, number), url: urlOf('news', number), ...common },
      { kind: 'post', blog: ownerOf(BLOGS, number), url: urlOf('post', number), ...common },
    );
  };
  // The first waits for a time at which the copies are away, the others come meanwhile.
  await write(0, -3 * 60);
  for (const copy of copies) {
    await copy.follow(2);
    t.notOk(copy.items.has('article 1'));
  }
  for (let number = 1; number <= 8; number++) {
    world.clock.advance(6 * 60 * MINUTE_MS);
    await write(number, 1);
  }
  const ids = Array.from({ length: 9 }, (_, number) => number + 1);
  for (const copy of copies) {
    const told = await copy.follow(2);
    t.same(
      told.map(({ id, gone }) => [id, gone === true]),
      ids.map((id) => [id, false]),
    );
  }
});
