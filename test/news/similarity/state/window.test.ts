/** The window of bodies: recall, odd texts, growth, removal. */
import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/clock.js';
import { type FoundPair, SimilarityWindow } from '../../../../src/news/similarity/state/window.js';
import { naiveComparison, naiveForm } from '../naive.js';
import { proseOf } from '../prose.js';

const START_MS = Date.UTC(2026, 2, 2);

class Window {
  readonly window = new SimilarityWindow();
  readonly rows = new Map<number, number>();

  /** Adds a text; returns the ids that it pairs with. */
  add(id: number, text: string, media = id, sortMs = START_MS): number[] {
    return this.pairsOf(id, text, media, sortMs).map(({ otherRow }) => this.window.idOf(otherRow));
  }

  pairsOf(id: number, text: string, media = id, sortMs = START_MS): FoundPair[] {
    const pairs: FoundPair[] = [];
    this.window.read(text);
    const arrival = { id, sortMs, media, textHash: id };
    this.rows.set(
      id,
      this.window.add(
        arrival,
        () => true,
        (pair) => pairs.push(pair),
      ),
    );
    return pairs;
  }

  remove(id: number): void {
    this.window.remove(this.rows.get(id)!);
  }
}

/** A text that shares about `share` of its letters with proseOf(seed, 0, 300), in `blocks` pieces. */
function variantOf(seed: number, share: number, blocks: number, own: number): string {
  let text = '';
  const length = 300 / blocks;
  for (let block = 0; block < blocks; block++) {
    const kept = Math.round(length * share);
    text += proseOf(seed, block * length, kept);
    text += proseOf(own, block * length, length - kept);
  }
  return text;
}

t.test('finds every pair of 0.65 and above, and nearly every one from 0.5', async (t) => {
  const window = new Window();
  const missed: number[] = [];
  let due = 0;
  for (let id = 1; id <= 1200; id += 2) {
    const base = proseOf(id, 0, 300);
    const variant = variantOf(id, 0.55 + (id % 40) / 100, 1 + (id % 3), id + 50_000);
    const { score } = naiveComparison(naiveForm(base), naiveForm(variant));
    window.add(id, base);
    const found = window.add(id + 1, variant);
    if (score >= 0.5) due += 1;
    if (score >= 0.5 && !found.includes(id)) missed.push(score);
    t.equal(found.length, score >= 0.5 && found.includes(id) ? 1 : 0, 'no false pair');
  }
  t.ok(due > 300);
  t.same(
    missed.filter((score) => score >= 0.65),
    [],
  );
  t.ok(missed.length <= 1, `${missed.length} of ${due} missed`);
});

t.test('what was removed is found no more, the rest still is, over many generations', async (t) => {
  const window = new Window();
  for (let id = 1; id <= 6000; id++) {
    window.add(id, proseOf(id % 500, 0, 120), 1, START_MS + id * 60_000);
    if (id > 900) window.remove(id - 900);
  }
  t.equal(window.window.size, 900);
  const found = window.add(9999, proseOf(77, 0, 120), 2, START_MS + 6000 * 60_000);
  t.same(found, [5577], 'the one of the last 900 that has the text');
});

t.test('a window that grows finds what came before, and lets go of all of it', async (t) => {
  const window = new Window();
  const count = 14_000;
  const missed: number[] = [];
  for (let id = 1; id <= count; id++) {
    window.add(id, proseOf(id, 0, 100), 1);
    const before = 1 + ((id * 7919) % id);
    const copy = count + id;
    if (id % 50 === 0 && !window.add(copy, proseOf(before, 0, 100), 2).includes(before)) {
      missed.push(before);
    }
  }
  t.same(missed, []);
  for (const id of window.rows.keys()) window.remove(id);
  t.equal(window.window.size, 0);
  t.same(window.add(1, proseOf(5, 0, 100), 3), []);
});

t.test('pairs only different media, at most seven days apart', async (t) => {
  const window = new Window();
  const text = proseOf(1, 0, 200);
  window.add(1, text, 1, START_MS);
  t.same(window.add(2, text, 1, START_MS), [], 'the same media');
  t.same(window.add(3, text, 2, START_MS + 7 * DAY_MS).sort(), [1, 2]);
  t.same(window.add(4, text, 3, START_MS + 7 * DAY_MS + 1), [3], 'a millisecond more');
  t.same(window.add(5, text, 4, START_MS - HOUR_MS).sort(), [1, 2], 'the order of arrival is free');
});

t.test('300 identical copies make every pair', async (t) => {
  const window = new Window();
  const text = proseOf(8, 0, 400);
  let pairs = 0;
  for (let id = 1; id <= 300; id++) {
    const found = window.pairsOf(id, text);
    pairs += found.length;
    t.ok(found.every(({ identical, shared, size }) => identical && shared === size));
  }
  t.equal(pairs, (300 * 299) / 2);
});

t.test('a paragraph that 2,000 articles share makes no pairs of them', async (t) => {
  const window = new Window();
  const boilerplate = proseOf(0, 0, 150);
  let pairs = 0;
  for (let id = 1; id <= 2000; id++) {
    pairs += window.add(id, `${proseOf(id, 0, 700)}。${boilerplate}`).length;
  }
  t.equal(pairs, 0);
});

t.test('odd texts are taken like others', async (t) => {
  const odd: [string, string][] = [
    ['one repeated character', '字'.repeat(200_000)],
    ['a short period', '甲乙丙丁戊己'.repeat(30_000)],
    ['right to left', 'שלום עולם וברוכים הבאים '.repeat(40)],
    ['letters beyond the first plane', '𠮷𨭎𩸽𪚥'.repeat(60)],
    ['unpaired surrogates', `${'\ud800字\udc00'.repeat(90)}${proseOf(3, 0, 60)}`],
    ['marks that pile up', 'e\u0301\u0302\u0303'.repeat(120)],
    ['emoji between letters', proseOf(4, 0, 120).replaceAll('，', '😀')],
  ];
  const window = new Window();
  for (const [at, [what, text]] of odd.entries()) {
    window.add(10 * at, text);
    const [pair] = window.pairsOf(10 * at + 1, `${text}。！`);
    t.match(pair, { identical: true }, what);
    t.ok([...pair!.passage].length <= 100, `${what}: at most 100 characters`);
    const isWhole = (pair!.passage as string & { isWellFormed(): boolean }).isWellFormed();
    t.ok(isWhole, `${what}: no half of a pair`);
  }
});

t.test('the passage is spelled as in the later article', async (t) => {
  const window = new Window();
  const text = proseOf(6, 0, 200);
  window.add(1, text.replaceAll('，', '、'), 1, START_MS + HOUR_MS);
  const [earlier] = window.pairsOf(2, text.replaceAll('，', ''), 2, START_MS);
  t.ok(earlier!.passage.includes('、'), 'who came first may be later');
  const pairs = window.pairsOf(3, `${text}後記`, 3, START_MS + 2 * HOUR_MS);
  t.ok(pairs.every(({ passage }) => text.startsWith(passage) && passage.includes('，')));
});
