/** One budget for what all routes may give again. */
import t from 'tap';
import { REPLIES } from '../../../../src/kernel/limits.js';
import { type CachePart, ReplyCache } from '../../../../src/serve/api/replies/reply-cache.js';

/** Bytes of a value that costs 1,000 with its item. */
const VALUE = 1000 - REPLIES.itemBytes;

/** A cache for three values of 1,000 bytes, with two parts. */
function threeFit(itemsMax = 100): { cache: ReplyCache; a: Part; b: Part } {
  const cache = new ReplyCache({ bytesMax: 3000, itemsMax });
  const part = cache.partsOf('news');
  return { cache, a: part('/a'), b: part('/b') };
}

type Part = CachePart<string>;

t.test('the least recently used goes first, whichever part it is in', async (t) => {
  const { a, b } = threeFit();
  a.put('1', 'one', VALUE);
  b.put('2', 'two', VALUE);
  b.put('3', 'three', VALUE);
  t.equal(a.get('1'), 'one');
  b.put('4', 'four', VALUE);
  t.same([a.get('1'), b.get('2'), b.get('3'), b.get('4')], ['one', undefined, 'three', 'four']);
  a.put('5', 'five', 2 * VALUE + REPLIES.itemBytes);
  t.same([a.get('1'), b.get('3'), b.get('4'), a.get('5')], [undefined, undefined, 'four', 'five']);
});

t.test('items are bounded, however small they are', async (t) => {
  const { a, b, cache } = threeFit(2);
  for (const key of ['1', '2', '3']) a.put(key, key, 0);
  b.put('4', '4', 0);
  t.same(
    ['1', '2', '3'].map((key) => a.get(key)),
    [undefined, undefined, '3'],
  );
  t.same(
    cache.figures().map(({ items }) => items),
    [1, 1],
  );
});

t.test('what alone is over the budget does not come in, and nothing goes for it', async (t) => {
  const { a } = threeFit();
  a.put('1', 'one', VALUE);
  a.put('2', 'two', 3000);
  t.same([a.get('1'), a.get('2')], ['one', undefined]);
});

t.test('a value that takes the place of another is counted once', async (t) => {
  const { a, cache } = threeFit();
  a.put('1', 'small', 0);
  a.put('1', 'large', 100);
  t.equal(a.get('1'), 'large');
  t.match(cache.figures()[0], { bytes: 100 + REPLIES.itemBytes, items: 1 });
});

t.test('a part that is cleared leaves its bytes to the others', async (t) => {
  const { a, b, cache } = threeFit();
  for (const key of ['1', '2', '3']) a.put(key, key, VALUE);
  a.clear();
  for (const key of ['4', '5', '6']) t.ok(b.offer(key, key, VALUE));
  t.same([a.get('1'), b.get('4')], [undefined, '4']);
  t.match(cache.figures(), [
    { service: 'news', route: '/a', bytes: 0, items: 0 },
    { service: 'news', route: '/b', bytes: 3000, items: 3 },
  ]);
});

t.test('once the budget is used up, what is offered again comes in', async (t) => {
  const { a, b } = threeFit();
  for (const key of ['1', '2', '3']) t.ok(a.offer(key, key, VALUE));
  for (const key of ['4', '5']) t.notOk(b.offer(key, key, VALUE));
  t.ok(b.offer('4', '4', VALUE));
  t.same([a.get('1'), a.get('2'), b.get('4')], [undefined, '2', '4']);
  b.clear();
  for (const key of ['2', '3', '6']) a.put(key, key, VALUE);
  t.notOk(b.offer('5', '5', VALUE), 'another state knows nothing of what was offered');
});

t.test(
  'the same key in two groups of a part is two items, which count, go and are cleared alike',
  async (t) => {
    const { a, b, cache } = threeFit();
    a.put('1', 'of x', VALUE, '/x');
    a.put('1', 'of y', VALUE, '/y');
    t.same([a.get('1', '/x'), a.get('1', '/y'), a.get('1')], ['of x', 'of y', undefined]);
    t.match(cache.figures()[0], { bytes: 2000, items: 2 });
    for (const key of ['2', '3']) b.put(key, key, VALUE);
    t.same([a.get('1', '/x'), a.get('1', '/y')], [undefined, 'of y'], 'the oldest went');
    t.notOk(a.offer('4', 'four', VALUE, '/x'));
    t.notOk(a.offer('4', 'four', VALUE, '/y'), 'offered in another group only');
    t.ok(a.offer('4', 'four', VALUE, '/x'));
    a.clear();
    t.same([a.get('1', '/y'), a.get('4', '/x')], [undefined, undefined]);
    t.match(cache.figures()[0], { bytes: 0, items: 0 });
  },
);

t.test('an item that takes the place of the last one of its group is found', async (t) => {
  const { a, cache } = threeFit();
  a.put('1', 'one', 2000, '/x');
  a.put('2', 'two', 2000, '/x');
  t.same([a.get('1', '/x'), a.get('2', '/x')], [undefined, 'two']);
  t.match(cache.figures()[0], { bytes: 2000 + REPLIES.itemBytes, items: 1 });
});

t.test('hits and misses are counted by route', async (t) => {
  const { a, cache } = threeFit();
  a.get('1');
  a.missed();
  a.put('1', 'one', VALUE);
  a.get('1');
  a.get('1');
  t.match(cache.figures()[0], { hits: 2, misses: 1 });
});

t.test('any run of puts, reads and clears leaves what a list by use would have', async (t) => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const cache = new ReplyCache({ bytesMax: 20_000, itemsMax: 12 });
  const part = cache.partsOf('blog');
  const parts: Part[] = [part('/0'), part('/1'), part('/2')];
  let list: { name: string; bytes: number }[] = [];
  for (let step = 0; step < 20_000; step++) {
    const at = random(3);
    const key = String(random(10));
    const name = `${at} ${key}`;
    const known = list.find((one) => one.name === name);
    const what = random(100);
    if (what < 1) {
      parts[at]!.clear();
      list = list.filter((one) => !one.name.startsWith(`${at} `));
    } else if (what < 50) {
      if ((parts[at]!.get(key) !== undefined) !== (known !== undefined)) t.fail(`${step} ${name}`);
      if (known !== undefined) list = [...list.filter((one) => one !== known), known];
    } else {
      const bytes = random(4000) + REPLIES.itemBytes;
      parts[at]!.put(key, key, bytes - REPLIES.itemBytes);
      list = [...list.filter((one) => one !== known), { name, bytes }];
      while (list.length > 12 || list.reduce((sum, one) => sum + one.bytes, 0) > 20_000) {
        list.shift();
      }
    }
  }
  const heldBytes = cache.figures().reduce((sum, { bytes }) => sum + bytes, 0);
  t.equal(
    heldBytes,
    list.reduce((sum, { bytes }) => sum + bytes, 0),
  );
});
