/** Properties: relations equal a naive recount, whatever happens and in whatever order. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { RELATION_HOURS, type RelationHours } from '../../../src/blogs/mentions/codec.js';
import { LINK_LOCATIONS, type LogRecord } from '../../../src/kernel/model/records.js';
import { times } from '../../all.js';
import { Oracle } from './oracle.js';
import { blogMaskOf, blogOf, postMaskOf, postOf, START_MS, tickOf } from './records.js';
import { homeOf } from './small-world.js';
import { type RelationsBody, World } from './world.js';

const RUNS = times(60, 300);
const HOUR_MS = 3_600_000;
const BLOGS = 5;
const POSTS = 12;

type Step =
  | { type: 'fold'; record: LogRecord }
  | { type: 'ask'; nowMs: number; hours: RelationHours; blog: number }
  | { type: 'restart' };

const hosts = ['a.example', 'www.a.example', 'm.a.example', 'b.example', 'c.example:8080', 'x.io'];
const paths = ['', '/', '/one', '/one/', '/one/two/', '/one/two/three.html', '/onerous', '/two/'];
const page = fc
  .tuple(fc.constantFrom('http', 'https'), fc.constantFrom(...hosts), fc.constantFrom(...paths))
  .map(([scheme, host, path]) => `${scheme}://${host}${path === '' ? '/' : path}`);
const alias = fc
  .tuple(fc.constantFrom(...hosts), fc.constantFrom(...paths))
  .map(([host, path]) => host + path);
const target = fc
  .tuple(page, fc.constantFrom('', '?utm_source=x', '?p=1'))
  .map(([url, query]) => url + query);
const timeMs = fc
  .tuple(
    fc.constantFrom(0, 1, 6 * 24, 7 * 24, 8 * 24, 29 * 24, 30 * 24, 90 * 24, 91 * 24, 200 * 24),
    fc.constantFrom(-1, 0, 1, 5 * 60_000),
  )
  .map(([hours, offsetMs]) => START_MS + hours * HOUR_MS + offsetMs);
const blogNumber = fc.integer({ min: 1, max: BLOGS });

const blogStep = fc
  .record({
    id: blogNumber,
    sourceUrl: page,
    aliases: fc.array(alias, { maxLength: 2 }),
    verified: fc.constantFrom(true, true, true, false),
    name: fc.constantFrom('One', 'Two'),
  })
  .map(({ id, ...fields }): LogRecord => blogOf(id, fields));
const link = fc.record({
  url: target,
  anchor: fc.constantFrom('', 'there', '那裡'),
  location: fc.constantFrom('body' as const, 'body' as const, ...LINK_LOCATIONS),
});
const postStep = fc
  .record({
    id: fc.integer({ min: 1, max: POSTS }),
    blog: blogNumber,
    atMs: fc.option(timeMs, { freq: 6 }),
    observedMs: timeMs,
    links: fc.array(link, { maxLength: 5 }),
    linksTruncated: fc.boolean(),
    bodyChars: fc.constantFrom(0, 100),
  })
  .map(({ id, blog, atMs, ...fields }): LogRecord => postOf(id, blog, atMs, [], fields));
const maskKind = fc.constantFrom('hide' as const, 'show' as const, 'hide' as const);
const rareMask = fc.constantFrom('hide' as const, 'show' as const, 'erase' as const);
const maskStep = fc.oneof(
  fc.tuple(rareMask, fc.integer({ min: 1, max: POSTS })).map(([kind, id]) => postMaskOf(kind, id)),
  fc.tuple(maskKind, blogNumber).map(([kind, id]): LogRecord => blogMaskOf(kind, id)),
);
const eraseStep = blogNumber.map((id): LogRecord => blogMaskOf('erase', id));
const tickStep = timeMs.map((atMs): LogRecord => tickOf(atMs, 'expiry'));

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc
      .oneof(
        { arbitrary: postStep, weight: 10 },
        { arbitrary: blogStep, weight: 5 },
        { arbitrary: maskStep, weight: 4 },
        { arbitrary: tickStep, weight: 2 },
        { arbitrary: eraseStep, weight: 1 },
      )
      .map((record): Step => ({ type: 'fold', record })),
    weight: 10,
  },
  {
    arbitrary: fc
      .record({ nowMs: timeMs, hours: fc.constantFrom(...RELATION_HOURS), blog: blogNumber })
      .map((question): Step => ({ type: 'ask', ...question })),
    weight: 5,
  },
  { arbitrary: fc.constant<Step>({ type: 'restart' }), weight: 1 },
);
const script = fc.array(step, { minLength: 1, maxLength: 70, size: 'max' });

/** Erased items stay away: the log refuses them. */
class Gate {
  readonly #gone = new Set<string>();

  lets(record: LogRecord): boolean {
    if (record.kind === 'blog') return !this.#gone.has(record.slug);
    if (record.kind === 'post')
      return !this.#gone.has(record.blog) && !this.#gone.has(`${record.id}`);
    if (record.kind === 'erase') this.#gone.add(record.id === null ? record.key : `${record.id}`);
    return true;
  }
}

function same(actual: RelationsBody | null, expected: RelationsBody | null): void {
  if (actual !== null) actual.coverage.method = '';
  assert.deepEqual(actual, expected);
}

t.test('relations equal a naive recount', async (t) => {
  fc.assert(
    fc.property(script, (steps) => {
      const world = new World();
      const oracle = new Oracle();
      const gate = new Gate();
      for (const step of steps) {
        if (step.type === 'fold' && gate.lets(step.record)) {
          world.fold(step.record);
          oracle.apply(step.record);
        }
        if (step.type === 'restart') world.restart(world.snapshot());
        if (step.type !== 'ask') continue;
        const { nowMs, hours, blog } = step;
        same(world.relations(nowMs, hours), oracle.relations(nowMs, hours));
        const slug = `blog-${blog}`;
        same(world.profile(nowMs, slug, hours), oracle.profile(nowMs, hours, slug));
      }
      for (const hours of RELATION_HOURS) {
        const nowMs = START_MS + 60 * 24 * HOUR_MS;
        same(world.relations(nowMs, hours), oracle.relations(nowMs, hours));
      }
    }),
    { numRuns: RUNS },
  );
  t.pass(`${RUNS} scripts`);
});

t.test('restart equals no restart, and the same entries give the same bytes', async (t) => {
  fc.assert(
    fc.property(script, fc.nat(70), (steps, at) => {
      const gate = new Gate();
      const records = steps
        .flatMap((step) => (step.type === 'fold' ? [step.record] : []))
        .filter((record) => gate.lets(record));
      const whole = new World().fold(...records);
      const cut = new World().fold(...records.slice(0, at));
      // Questions come at any time and leave no trace.
      cut.relations(START_MS + 8 * 24 * HOUR_MS);
      cut.restart(cut.snapshot()).fold(...records.slice(at));
      assert.deepEqual(cut.snapshot(), whole.snapshot());
      for (const hours of RELATION_HOURS) {
        const nowMs = START_MS + 31 * 24 * HOUR_MS;
        assert.deepEqual(cut.relations(nowMs, hours), whole.relations(nowMs, hours));
      }
    }),
    { numRuns: RUNS / 3 },
  );
  t.pass('the same');
});

const CROWD = 40;
const CROWD_RUNS = 20;
const crowdPost = fc.record({
  blog: fc.integer({ min: 1, max: CROWD }),
  atMs: timeMs,
  targets: fc.array(fc.integer({ min: 1, max: CROWD }), { minLength: 30, maxLength: 60 }),
});
const crowdScript = fc.record({
  posts: fc.array(crowdPost, { minLength: 60, maxLength: 90 }),
  times: fc.array(timeMs, { minLength: 3, maxLength: 6 }),
  hidden: fc.integer({ min: 1, max: CROWD }),
});

/** Compares item by item: whole answers of this size take minutes to be told apart in print. */
function sameLists(actual: RelationsBody, expected: RelationsBody): void {
  for (const list of ['nodes', 'edges', 'mostMentioned', 'mutual'] as const) {
    assert.equal(actual[list].length, expected[list].length, list);
    for (const [index, item] of actual[list].entries()) {
      assert.deepEqual(item, expected[list][index]);
    }
  }
  assert.deepEqual({ ...actual.coverage, method: '' }, expected.coverage);
}

t.test('lists are cut as in a recount, wherever the windows move', async (t) => {
  let cut = 0;
  fc.assert(
    fc.property(crowdScript, ({ posts, times, hidden }) => {
      const world = new World();
      const oracle = new Oracle();
      const fold = (record: LogRecord): void => {
        world.fold(record);
        oracle.apply(record);
      };
      for (let blog = 1; blog <= CROWD; blog++) fold(blogOf(blog));
      for (const [index, { blog, atMs, targets }] of posts.entries()) {
        fold(postOf(index + 1, blog, atMs, targets.map(homeOf)));
      }
      for (const [index, nowMs] of times.entries()) {
        if (index === 1) fold(blogMaskOf('hide', hidden));
        if (index === 2) fold(blogMaskOf('show', hidden));
        for (const hours of RELATION_HOURS) {
          const body = world.relations(nowMs, hours);
          sameLists(body, oracle.relations(nowMs, hours));
          if (body.edges.length === 500 && body.mutual.length === 100) cut += 1;
        }
      }
    }),
    { numRuns: CROWD_RUNS },
  );
  t.ok(cut > CROWD_RUNS, `${cut} answers with full lists`);
});
