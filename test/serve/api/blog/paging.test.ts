/**
 * Rounds of pages through random stores that change between the pages.
 *
 * What stays, and keeps its time, is met exactly once; nothing is met twice unless its time moved
 * meanwhile; what is met may be shown at that moment; order and window hold through the round.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, HOUR_MS, ManualClock } from '../../../../src/kernel/clock.js';
import {
  articlesRoute,
  blogArticlesRoute,
  blogsRoute,
} from '../../../../src/serve/api/blog/directory-lists.js';
import type { BlogSources } from '../../../../src/serve/api/blog/sources.js';
import { CursorSealer } from '../../../../src/serve/api/cursor.js';
import { ReplyCache } from '../../../../src/serve/api/replies/reply-cache.js';
import { HttpError } from '../../../../src/serve/http/errors.js';
import { compileQuery } from '../../../../src/serve/http/query.js';
import type { Reply } from '../../../../src/serve/http/reply.js';
import type { Route } from '../../../../src/serve/http/route.js';
import { Oracle, type PostQuestion } from '../../../blogs/directory/oracle.js';
import {
  Author,
  type FactStep,
  factStep,
  type RuntimeStep,
  runtimeStep,
  START_MS,
  slugOf,
} from '../../../blogs/directory/script.js';
import { World } from '../../../blogs/directory/world.js';

const RUNS = 250;
const NOW_MS = START_MS + 20 * DAY_MS + 123;

type Step = { fact: FactStep } | { runtime: RuntimeStep };

const step = fc.oneof(
  { arbitrary: factStep.map((fact): Step => ({ fact })), weight: 5 },
  { arbitrary: runtimeStep.map((runtime): Step => ({ runtime })), weight: 1 },
);
const past = fc.array(step, { minLength: 5, maxLength: 60, size: 'max' });
/** What happens between one page and the next. */
const changes = fc.array(fc.array(step, { maxLength: 4 }), { minLength: 30, maxLength: 30 });

/** A store that lives on while it is asked. */
class Stage {
  readonly world = new World();
  readonly oracle = new Oracle();
  readonly clock = new ManualClock(NOW_MS);
  readonly #author = new Author();

  live(steps: readonly Step[]): void {
    for (const one of steps) {
      if ('fact' in one) {
        for (const record of this.#author.write(one.fact)) {
          this.oracle.apply(record);
          this.world.fold(record);
        }
      } else if (one.runtime === 'restart') this.world.restart(this.world.cut().snapshot());
      else if (one.runtime === 'compact' && this.world.cut().writer.canCompact)
        this.world.writer.compact();
      else this.world.cut().acknowledge();
    }
    this.world.cut();
    this.clock.advance(777);
  }

  get sources(): BlogSources {
    return {
      cachePart: new ReplyCache().partsOf('blog'),
      directory: this.world.reader,
      clock: this.clock,
      cursors: new CursorSealer(new Uint8Array(32)),
    } as unknown as BlogSources;
  }
}

interface Page {
  items: { id: number; blogSlug?: string }[];
  nextCursor: string | null;
  window?: { since: string; until: string };
}

/** Asks as the service does: the fast lane first, then the handler; null where it answers 404. */
async function ask(
  one: Route,
  query: string,
  params: Record<string, string>,
): Promise<Page | null> {
  const path = one.path.replace(/\{(\w+)\}/, (_, name: string) => params[name]!);
  const raw = { query, path, ifNoneMatch: '', acceptEncoding: '', accept: '' };
  try {
    const values = compileQuery(one.query, 'reject')(query);
    const request = { query: values, params, raw } as unknown as Parameters<Route['handle']>[0];
    const reply: Reply = one.fast?.(query, '', path) ?? (await one.handle(request));
    return JSON.parse(Buffer.from(reply.body).toString()) as Page;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  }
}

interface How {
  limit: number;
  q: string | null;
  blog: string | null;
  inPath: boolean;
  window: [number, number] | null;
  hours: number;
}

const asked: fc.Arbitrary<How> = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  q: fc.option(fc.constantFrom('a', '台', '1', 'é', 'b1')),
  blog: fc.option(fc.nat(3).map(slugOf), { freq: 2 }),
  inPath: fc.boolean(),
  window: fc.option(fc.tuple(fc.nat(20), fc.nat(20))),
  hours: fc.constantFrom(2160, 480, 300),
});

t.test('a round over articles has neither gaps nor doubles', async (t) => {
  const property = fc.asyncProperty(past, changes, asked, async (before, meanwhile, how) => {
    const stage = new Stage();
    stage.live(before);
    const isPath = how.inPath && how.blog !== null;
    const one = isPath ? blogArticlesRoute(stage.sources) : articlesRoute(stage.sources);
    const { query, question } = questionOf(stage, how, isPath);
    const params = isPath ? { slug: how.blog! } : {};
    /** Of each post that has matched all through: the time that it has kept. */
    let staying: Map<number, number> | null = null;
    const met: { id: number; sortMs: number }[] = [];
    let window = '';
    let cursor: string | null = '';
    for (let at = 0; cursor !== null; at++) {
      const page: Page | null = await ask(one, query + (cursor && `&cursor=${cursor}`), params);
      const matching = stage.oracle.list(question);
      if (page === null) {
        assert.ok(!stage.oracle.isListed(how.blog!));
        return;
      }
      for (const { id } of page.items) {
        const record = matching.find((post) => post.id === id);
        assert.ok(record !== undefined, `post ${id} may be shown now`);
        met.push({ id, sortMs: record.sortMs });
      }
      if (page.nextCursor !== null) assert.equal(page.items.length, how.limit, 'a page is full');
      if (at === 0) window = JSON.stringify(page.window);
      assert.equal(JSON.stringify(page.window), window, 'the first page fixes the window');
      staying = stillStaying(staying, matching);
      stage.live(meanwhile[at] ?? []);
      if (page.nextCursor !== null) staying = stillStaying(staying, stage.oracle.list(question));
      cursor = page.nextCursor;
    }
    met.forEach(({ id, sortMs }, at) => {
      const next = met[at + 1];
      if (next === undefined) return;
      const inOrder = sortMs > next.sortMs || (sortMs === next.sortMs && id > next.id);
      assert.ok(inOrder, 'newest first, from the first page to the last');
    });
    for (const [id] of staying!) {
      assert.equal(met.filter((post) => post.id === id).length, 1, `post ${id} stayed: met once`);
    }
    const places = new Set(met.map(({ id, sortMs }) => `${id} ${sortMs}`));
    assert.equal(places.size, met.length, 'nothing is met twice at one time');
  });
  const details = await fc.check(property, { numRuns: RUNS });
  t.comment(`seed ${details.seed}, ${details.numRuns} runs`);
  t.notOk(details.failed, fc.defaultReportMessage(details) ?? 'it holds in every run');
});

t.test('a round over the directory has neither gaps nor doubles', async (t) => {
  const property = fc.asyncProperty(past, changes, asked, async (before, meanwhile, how) => {
    const stage = new Stage();
    stage.live(before);
    const one = blogsRoute(stage.sources);
    const query = `limit=${how.limit}${how.q === null ? '' : `&q=${encodeURIComponent(how.q)}`}`;
    const listed = (): number[] =>
      stage.oracle.directory(how.q).map((item) => (item as { id: number }).id);
    let staying = listed();
    const met: number[] = [];
    let cursor: string | null = '';
    for (let at = 0; cursor !== null; at++) {
      const page: Page = (await ask(one, query + (cursor && `&cursor=${cursor}`), {}))!;
      const now = listed();
      for (const { id } of page.items) assert.ok(now.includes(id), `blog ${id} is listed now`);
      met.push(...page.items.map(({ id }) => id));
      stage.live(meanwhile[at] ?? []);
      if (page.nextCursor !== null) staying = staying.filter((id) => listed().includes(id));
      cursor = page.nextCursor;
    }
    assert.deepEqual(
      met,
      [...new Set(met)].sort((a, b) => a - b),
      'by id, none twice',
    );
    for (const id of staying) assert.ok(met.includes(id), `blog ${id} stayed and is met`);
  });
  const details = await fc.check(property, { numRuns: RUNS });
  t.comment(`seed ${details.seed}, ${details.numRuns} runs`);
  t.notOk(details.failed, fc.defaultReportMessage(details) ?? 'it holds in every run');
});

function questionOf(
  { clock }: Stage,
  { limit, q, blog, window, hours }: How,
  isPath: boolean,
): { query: string; question: PostQuestion } {
  const parts = [`limit=${limit}`];
  if (q !== null) parts.push(`q=${encodeURIComponent(q)}`);
  if (blog !== null && !isPath) parts.push(`blog=${blog}`);
  const untilMs = Math.ceil(clock.nowMs() / 1000) * 1000;
  const question = { sinceMs: untilMs - hours * HOUR_MS, untilMs: untilMs + 1, blog, q };
  if (window === null) {
    parts.push(`hours=${hours}`);
  } else {
    question.sinceMs = START_MS + Math.min(...window) * DAY_MS;
    question.untilMs = START_MS + (Math.max(...window) + 1) * DAY_MS;
    parts.push(`since=${new Date(question.sinceMs).toISOString()}`);
    parts.push(`until=${new Date(question.untilMs).toISOString()}`);
  }
  return { query: parts.join('&'), question };
}

/** What was there before and is there now, at the same time. */
function stillStaying(
  before: Map<number, number> | null,
  matching: readonly { id: number; sortMs: number }[],
): Map<number, number> {
  const now = new Map(matching.map(({ id, sortMs }) => [id, sortMs]));
  if (before === null) return now;
  return new Map([...before].filter(([id, sortMs]) => now.get(id) === sortMs));
}
