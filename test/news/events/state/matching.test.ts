import fc from 'fast-check';
import t from 'tap';
import { HOUR_MS } from '../../../../src/kernel/clock.js';
import { finished } from '../../../../src/kernel/runtime/pause.js';
import {
  type Claim,
  claimsOn,
  type Evidence,
  likenessNeeded,
  matchThreads,
  type OpenThread,
} from '../../../../src/news/events/state/matching.js';

const matched = (...asked: Parameters<typeof matchThreads>) => finished(matchThreads(...asked));
const claimed = (...asked: Parameters<typeof claimsOn>) => finished(claimsOn(...asked));

const NOW_MS = Date.UTC(2026, 4, 1, 4, 34);

function counts(fields: { [tag: string]: number }, articles: readonly number[] = []): Evidence {
  return { counts: new Map(Object.entries(fields)), articles: Uint32Array.from(articles) };
}

function thread(id: number, fields: { [tag: string]: number }, hoursAgo = 1): OpenThread {
  return { id, seenMs: NOW_MS - hoursAgo * HOUR_MS, ...counts(fields) };
}

/** Threads with ids from 1 on, each last seen so many hours ago. */
function threadsOf(known: readonly (readonly [Evidence, hours: number])[]): OpenThread[] {
  return known.map(([evidence, hours], at) => ({
    id: at + 1,
    seenMs: NOW_MS - hours * HOUR_MS,
    ...evidence,
  }));
}

/** How alike an event is to a thread of an hour ago; empty where it is less than is needed. */
function likenesses(event: Evidence, fields: { [tag: string]: number }): number[] {
  return claimed([event], [thread(1, fields)], NOW_MS).map(({ likeness }) => likeness);
}

t.test('likeness is Σmin ÷ Σmax of article counts', async (t) => {
  const one = counts({ a: 10, b: 4 });
  t.strictSame(likenesses(one, { a: 10, b: 4 }), [1]);
  t.strictSame(likenesses(one, { a: 5, c: 1 }), [5 / 15]);
  t.strictSame(likenesses(one, { c: 9 }), []);
  t.strictSame(likenesses(counts({}), {}), [], 'nothing is like nothing');
});

t.test('nights are quiet: the longer a thread is silent, the more alike it must be', async (t) => {
  t.equal(likenessNeeded(0.5 * HOUR_MS), 0.25);
  t.equal(likenessNeeded(HOUR_MS), 0.25);
  t.equal(likenessNeeded(12.5 * HOUR_MS), 0.375);
  t.equal(likenessNeeded(24 * HOUR_MS), 0.5);
});

t.test('an event continues the thread that is most like it', async (t) => {
  const open = [thread(1, { a: 10, b: 10 }), thread(2, { a: 4, c: 9 })];
  const { threads, merged } = matched([counts({ a: 10, b: 9 })], open, NOW_MS);
  t.strictSame(threads, [1]);
  t.strictSame(merged, [], 'thread 2 has less than half of its articles there');
});

t.test('events and threads go one to one, the most alike first', async (t) => {
  const open = [thread(1, { a: 10, b: 10 })];
  const events = [counts({ a: 10 }), counts({ b: 9, a: 2 }), counts({ a: 9, b: 10 })];
  t.strictSame(matched(events, open, NOW_MS).threads, [null, null, 1]);
});

t.test('what is less alike than is needed is a new story', async (t) => {
  const event = counts({ a: 4, b: 6 });
  t.strictSame(matched([event], [thread(1, { a: 4, c: 6 })], NOW_MS).threads, [1]);
  t.strictSame(matched([event], [thread(1, { a: 4, c: 6 }, 2)], NOW_MS).threads, [null]);
});

t.test('a loser with half of its articles in the event is merged', async (t) => {
  const open = [thread(1, { a: 10, b: 8 }), thread(2, { c: 8, d: 4 })];
  const event = counts({ a: 10, b: 8, c: 8, d: 3 });
  const { threads, merged } = matched([event], open, NOW_MS);
  t.strictSame(threads, [1]);
  t.strictSame(merged, [{ from: 2, into: 1 }]);
});

t.test('a loser with exactly half of its articles in the event is merged as well', async (t) => {
  const open = [thread(1, { a: 10, b: 10 }), thread(2, { a: 4, c: 4 })];
  const { merged } = matched([counts({ a: 6, b: 3 })], open, NOW_MS);
  t.strictSame(merged, [{ from: 2, into: 1 }]);
});

t.test('a loser that finds another event is not merged', async (t) => {
  const open = [thread(1, { a: 10, b: 8 }), thread(2, { c: 8, d: 4 })];
  const events = [counts({ a: 10, b: 8, c: 8 }), counts({ d: 4 })];
  const { threads, merged } = matched(events, open, NOW_MS);
  t.strictSame(threads, [1, 2]);
  t.strictSame(merged, []);
});

t.test('equal claims go to the older thread and the earlier event', async (t) => {
  const same = { a: 3 };
  const { threads, merged } = matched(
    [counts(same), counts(same)],
    [thread(7, same), thread(3, same), thread(9, same)],
    NOW_MS,
  );
  t.strictSame(threads, [3, 7]);
  t.strictSame(merged, [{ from: 9, into: 3 }]);
});

const tagCounts = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 9 }), { minKeys: 1 })
  .map((fields) => counts({ ...fields }));

/** The same as the definition has it: an article is as three that both or one of them holds. */
function likenessOf(one: Evidence, other: Evidence): number {
  const all = ({ counts: tags, articles }: Evidence): Map<string, number> =>
    new Map([...tags, ...[...articles].map((id): [string, number] => [`article ${id}`, 3])]);
  const [mine, theirs] = [all(one), all(other)];
  const keys = [...new Set([...mine.keys(), ...theirs.keys()])];
  const both = (pick: (...counts: number[]) => number): number =>
    keys.reduce((sum, key) => sum + pick(mine.get(key) ?? 0, theirs.get(key) ?? 0), 0);
  return keys.length === 0 ? 0 : both(Math.min) / both(Math.max);
}

/** True where both are known by articles, and share none. */
function hasOthers({ articles: mine }: Evidence, { articles: theirs }: Evidence): boolean {
  const isKnown = mine.length > 0 && theirs.length > 0;
  return isKnown && mine.every((id) => !theirs.includes(id));
}

const known = fc
  .tuple(
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 9 })),
    fc.uniqueArray(fc.constantFrom(7, 8, 9)),
  )
  .map(([fields, articles]) => counts({ ...fields }, articles.sort()));

/** An article is in one event at most: it stays in the first that has it. */
function apart(events: readonly Evidence[]): Evidence[] {
  const taken = new Set<number>();
  return events.map(({ counts: tags, articles }) => {
    const own = articles.filter((id) => !taken.has(id));
    for (const id of own) taken.add(id);
    return { counts: tags, articles: own };
  });
}

t.test('claims are those of the definition, the most alike first', async (t) => {
  fc.assert(
    fc.property(
      fc.array(known, { maxLength: 5 }).map(apart),
      fc.array(fc.tuple(known, fc.integer({ min: 0, max: 24 })), { maxLength: 5 }),
      (events, threads) => {
        const open = threadsOf(threads);
        const wanted: Claim[] = events.flatMap((one, event) =>
          open
            .map((thread) => ({ event, thread, likeness: likenessOf(one, thread) }))
            .filter(
              ({ thread, likeness }) =>
                likeness >= likenessNeeded(NOW_MS - thread.seenMs) && !hasOthers(one, thread),
            ),
        );
        const found = claimed(events, open, NOW_MS);
        wanted.sort(
          (a, b) => b.likeness - a.likeness || a.thread.id - b.thread.id || a.event - b.event,
        );
        return JSON.stringify(found) === JSON.stringify(wanted);
      },
    ),
    { numRuns: 1000 },
  );
  t.pass();
});

t.test('matching is one to one, and no free pair is alike enough', async (t) => {
  fc.assert(
    fc.property(
      fc.array(tagCounts, { maxLength: 5 }),
      fc.array(fc.tuple(tagCounts, fc.integer({ min: 0, max: 24 })), { maxLength: 5 }),
      (events, known) => {
        const open = threadsOf(known);
        const { threads, merged } = matched(events, open, NOW_MS);
        const taken = threads.filter((id) => id !== null);
        if (new Set(taken).size !== taken.length) return false;
        const isFree = (thread: OpenThread): boolean =>
          !taken.includes(thread.id) &&
          events.some(
            (event, at) =>
              threads[at] === null &&
              likenessOf(event, thread) >= likenessNeeded(NOW_MS - thread.seenMs),
          );
        if (open.some(isFree)) return false;
        return merged.every(({ from, into }) => !taken.includes(from) && taken.includes(into));
      },
    ),
    { numRuns: 500 },
  );
  t.pass();
});

t.test('events that are known by articles and share none are different stories', async (t) => {
  const tags = { a: 10, b: 10 };
  const open = [{ id: 1, seenMs: NOW_MS - HOUR_MS, ...counts(tags, [7]) }];
  t.strictSame(matched([counts(tags, [8])], open, NOW_MS).threads, [null]);
  t.strictSame(matched([counts(tags, [7])], open, NOW_MS).threads, [1]);
  t.strictSame(matched([counts(tags)], open, NOW_MS).threads, [1], 'where articles are known');
});
