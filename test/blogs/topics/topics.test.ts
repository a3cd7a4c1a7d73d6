import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { HistoryEntry, HistoryPlace } from '../../../src/blogs/topics/codec.js';
import { HOUR_MS } from '../../../src/kernel/clock.js';
import { times } from '../../all.js';
import { idOf, Oracle } from './oracle.js';
import { Author, type FactStep, type Step, script } from './script.js';
import { TINY_TEXTS, type TopicItem, World } from './world.js';

const HOURS = [168, 720, 2160];

/** Lets an index and the oracle live through a script. */
function live(
  steps: readonly Step[],
  isTiny: boolean,
): { world: World; oracle: Oracle; author: Author } {
  const world = new World(isTiny ? { texts: TINY_TEXTS } : {});
  const oracle = new Oracle();
  const author = new Author();
  const tell = (step: FactStep | null): void => {
    const entries = step === null ? author.opening() : author.write(step);
    for (const entry of entries) {
      // What was never a topic cannot be withdrawn.
      const topic = 'kind' in entry && entry.kind === 'revoke' ? entry.topic : null;
      if (topic !== null && !oracle.keys.some((key) => idOf(key) === topic)) continue;
      oracle.fold(entry);
      world.fold(entry);
    }
  };
  tell(null);
  for (const step of steps) {
    if (step === 'idle') world.idle();
    else if (step === 'snapshot') world.snapshot();
    else if (step === 'restart') world.restart(world.snapshot());
    else {
      tell(step);
      // The oracle knows no texts that wait for a set, and no titles that wait for their body: they
      // might change before their turn comes.
      if (step.type === 'tick' || step.type === 'retitle') world.settle();
    }
  }
  world.settle();
  return { world, oracle, author };
}

function close(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(a));
}

/** The page of a topic counts the same evidence as its place in the ranking. */
function checkPage(world: World, item: TopicItem, nowMs: number, hours: number): void {
  const answer = world.detail(item.id, nowMs, hours);
  assert.ok(answer.found === 'topic');
  const { blogs } = JSON.parse(answer.frame) as { blogs: TopicItem[] };
  const sum = (of: (one: TopicItem) => number): number =>
    blogs.reduce((total, one) => total + of(one), 0);
  assert.equal(blogs.length, item.blogs);
  assert.ok(blogs.length >= 2);
  assert.equal(
    sum(({ posts }) => posts),
    item.posts,
  );
  assert.equal(
    sum(({ titlePosts }) => titlePosts),
    item.titlePosts,
  );
  assert.ok(
    close(
      sum(({ score }) => score),
      item.score,
    ),
  );
  assert.equal(answer.articles.length, Math.min(100, item.posts));
}

function checkRanking(world: World, oracle: Oracle, nowMs: number): void {
  for (const hours of HOURS) {
    const { items, coverage, truncated, vocabulary } = world.ranking(nowMs, hours);
    const { topics, matchedPosts } = oracle.ranking(nowMs, hours);
    assert.equal(coverage.matchedPosts, matchedPosts, `matched articles of ${hours} hours`);
    assert.equal(truncated, false);
    assert.equal(vocabulary.status, oracle.ready ? 'ready' : 'unavailable');
    assert.equal(vocabulary.activeSet?.activeTerms ?? 0, oracle.active.size);
    const expected = new Map(topics.map((topic) => [idOf(topic.key), topic]));
    assert.deepEqual(
      new Set(items.map(({ id }) => id)),
      new Set(expected.keys()),
      `topics of ${hours} hours`,
    );
    items.forEach((item, at) => {
      const topic = expected.get(item.id)!;
      assert.ok(close(item.score, topic.score), `score of ${topic.key}`);
      assert.ok(at === 0 || items[at - 1]!.score >= item.score, 'by score');
      assert.equal(item.posts, topic.posts);
      assert.equal(item.blogs, topic.blogs);
      assert.equal(item.titlePosts, topic.titlePosts);
      assert.equal(item.bodyOnlyPosts, topic.posts - topic.titlePosts);
      assert.ok(close(item.recentShare, topic.recentShare), 'recentShare');
      assert.ok(close(item.baselineShare, topic.baselineShare), 'baselineShare');
      const hasLift = topic.baselineShare !== null && topic.baselineShare > 0;
      assert.ok(
        close(item.lift, hasLift ? topic.recentShare / topic.baselineShare! : null),
        'lift',
      );
      assert.equal(item.matchingRule, topic.frequent ? 'title-only' : 'title-and-body');
      checkPage(world, item, nowMs, hours);
    });
  }
}

/** All pages of a topic's history. */
function historyOf(world: World, id: string, nowMs: number): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (let after: HistoryPlace | null = null; ; ) {
    const answer = world.detail(id, nowMs, 720, after);
    if (answer.found !== 'topic') throw new Error('the topic is there');
    entries.push(...answer.history.entries);
    after = answer.history.next;
    if (after !== null) continue;
    const { confirmed, pending, total, lastObservedMs } = answer.history;
    const confirmedEntries = entries.filter(({ evidenceState }) => evidenceState === 'confirmed');
    assert.equal(confirmed, confirmedEntries.length);
    assert.equal(pending, entries.length - confirmed);
    assert.equal(total, entries.length);
    if (total > 0) assert.equal(lastObservedMs, Math.max(...entries.map((one) => one.observedMs)));
    return entries;
  }
}

function checkTopics(world: World, oracle: Oracle, nowMs: number): void {
  for (const key of oracle.keys) {
    const id = idOf(key);
    const expected = oracle.history(key, nowMs);
    const answer = world.detail(id, nowMs);
    if (expected === 'gone' || expected === 'nothing') {
      assert.equal(answer.found, expected, key);
      continue;
    }
    assert.equal(answer.found, 'topic', key);
    const entries = historyOf(world, id, nowMs).map(({ id, evidenceState, observedMs }) => ({
      id,
      confirmed: evidenceState === 'confirmed',
      seenMs: observedMs,
    }));
    assert.deepEqual(entries, expected, `history of ${key}`);
  }
}

t.test('rankings, shares and histories equal a recount by their definitions', async (t) => {
  fc.assert(
    fc.property(script, fc.boolean(), (steps, isTiny) => {
      const { world, oracle, author } = live(steps, isTiny);
      checkRanking(world, oracle, author.nowMs);
      checkTopics(world, oracle, author.nowMs);
    }),
    { numRuns: times(100, 300) },
  );
  t.pass('for 300 random lives');
});

t.test('idle work, snapshots and restarts change no answer', async (t) => {
  fc.assert(
    fc.property(script, (steps) => {
      const { world, author } = live(steps, true);
      const facts = steps.filter((step): step is FactStep => typeof step !== 'string');
      const plain = live(facts, false);
      const nowMs = author.nowMs + HOUR_MS;
      for (const hours of HOURS) {
        assert.deepEqual(
          world.ranking(nowMs, hours).items,
          plain.world.ranking(nowMs, hours).items,
        );
      }
    }),
    { numRuns: times(40, 100) },
  );
  t.pass('for 100 random lives');
});
