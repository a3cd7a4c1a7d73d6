/** Computations over sets of outlets: a flood of questions is refused beyond a bound, and equal ones are one. */
import t from 'tap';
import { SETS } from '../../../../../src/kernel/outlet-set.js';
import { OnDemand } from '../../../../../src/serve/api/news/sets/on-demand.js';
import type { NewsSources } from '../../../../../src/serve/api/news/sources.js';
import { ReplyCache } from '../../../../../src/serve/api/replies/reply-cache.js';

// Its rests hold no process.
const holding = setInterval(() => undefined, 1000);
t.teardown(() => clearInterval(holding));

function started(): OnDemand<number> {
  const cachePart = new ReplyCache().partsOf('test');
  const sources = {
    monotonic: { nowMs: () => 0 },
    cachePart,
  } as unknown as NewsSources;
  return new OnDemand<number>(sources, 'test', () => 8);
}

t.test('one is computed, a few wait, and what comes beyond is refused at once', async (t) => {
  const made = started();
  let underWay = 0;
  let most = 0;
  let isOpen = false;
  const waiting: (() => void)[] = [];
  const compute = async (value: number): Promise<number> => {
    underWay += 1;
    most = Math.max(most, underWay);
    if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
    underWay -= 1;
    return value;
  };
  const asked = Array.from({ length: 3 * SETS.waitingMax }, (_, at) =>
    made.value('state', `question ${at}`, () => compute(at)),
  );
  const again = made.value('state', 'question 0', () => Promise.resolve(-1));
  const settled = Promise.allSettled(asked);
  await new Promise((resolve) => setImmediate(resolve));
  t.equal(underWay, 1, 'the thread has one of them');
  isOpen = true;
  for (const go of waiting) go();
  const outcomes = await settled;
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  t.equal(outcomes.length - refused.length, 1 + SETS.waitingMax);
  t.ok(refused.every((one) => (one as PromiseRejectedResult).reason.status === 503));
  t.equal(most, 1);
  t.equal(await again, 0, 'an equal question waits for the one that was asked');
  t.equal(await made.value('state', 'late', () => compute(7)), 7, 'afterwards others are answered');
});

t.test('what was computed is given again until the state is another one', async (t) => {
  const made = started();
  let count = 0;
  const compute = async (): Promise<number> => ++count;
  t.equal(await made.value('a', 'question', compute), 1);
  t.equal(await made.value('a', 'question', compute), 1);
  t.equal(await made.value('b', 'question', compute), 2);
  t.equal(await made.value('a', 'question', compute), 3, 'a state that came back is not known');
});

t.test('a computation that fails is not remembered, and the next one has its turn', async (t) => {
  const made = started();
  await t.rejects(made.value('a', 'question', () => Promise.reject(new Error('the thread died'))));
  t.equal(await made.value('a', 'question', () => Promise.resolve(4)), 4);
});
