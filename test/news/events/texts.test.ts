import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/clock.js';
import { finished } from '../../../src/kernel/pauses.js';
import { hashesOf } from '../../../src/news/events/text-terms.js';
import { Texts } from '../../../src/news/events/texts.js';
import { newsOf } from '../catalog/records.js';
import { START_MS } from './script.js';

const DAYS = 9;
const LONG_AGO_DAYS = 6;

/** So many articles on each of nine days, the last of which is today's. */
function textsOf(articlesOfDay: number): Texts {
  const texts = new Texts();
  for (let day = 0; day < DAYS; day++) {
    const atMs = START_MS + day * DAY_MS;
    for (let at = 0; at < articlesOfDay; at++) {
      const id = day * articlesOfDay + at + 1;
      texts.put(newsOf(id, 'one', atMs, { title: `quake of day${id}` }), null, id);
    }
    texts.moveTo(atMs + HOUR_MS);
  }
  return texts;
}

t.test('where articles are few, days before the window tell which words are rare', async (t) => {
  const texts = textsOf(10);
  t.equal(texts.size, (LONG_AGO_DAYS + 1) * 10);
  t.equal(texts.articlesWith[hashesOf('quake')[0]!], (LONG_AGO_DAYS + 1) * 10);
});

t.test('where articles are many, those of the window are enough', async (t) => {
  t.equal(textsOf(400).size, 2 * 400);
});

t.test('days are let go of as soon as newer ones hold enough articles', async (t) => {
  t.equal(textsOf(150).size, 3 * 150);
});

t.test(
  'what no comparison looked at is counted, where a word is in very many articles',
  async (t) => {
    t.equal(textsOf(400).missedPostings, 0);
    t.ok(textsOf(2500).missedPostings > 4000);
  },
);

t.test('what is not heard is neither counted nor found, after a restart either', async (t) => {
  const before = new Texts();
  for (let id = 1; id <= 4; id++) {
    const record = newsOf(id, 'one', START_MS, { title: `quake shakes coast of island${id}` });
    before.put(record, null, id, id <= 2);
  }
  const after = new Texts();
  for (const [dayMs, revision] of before.revisions) {
    after.restoreDay(dayMs, revision, before.encodeDay(dayMs));
  }
  finished(after.settle());
  for (const texts of [before, after]) {
    t.equal(texts.articlesWith[hashesOf('quake')[0]!], 2);
    const { terms } = texts.byId(4)!;
    const found = texts.neighboursOf(terms, START_MS).map(({ id }) => id);
    t.strictSame(found, [1, 2]);
  }
});

t.test('a word in one article tells not much more than one in two', async (t) => {
  const texts = new Texts();
  for (let id = 1; id <= 200; id++) {
    const title = id === 1 ? 'quake rescue' : id === 2 ? 'quake' : `weather of day${id}`;
    texts.put(newsOf(id, 'one', START_MS, { title }), null, id);
  }
  const [one, two, many] = ['rescue', 'quake', 'weather'].map((word) =>
    texts.weightOf(hashesOf(word)[0]!),
  );
  t.ok(one! > two! && two! > many! && many! > 0);
  t.ok(one! - two! < 0.1 * one!);
});

t.test('a day whose articles are all gone is let go of after a restart too', async (t) => {
  const one = new Texts();
  one.put(newsOf(1, 'one', START_MS), null, 1);
  one.remove(1, 2);
  const other = new Texts();
  for (const [dayMs, revision] of one.revisions) {
    other.restoreDay(dayMs, revision, one.encodeDay(dayMs));
  }
  for (const texts of [one, other]) texts.moveTo(START_MS + 20 * DAY_MS);
  t.strictSame([one.revisions, other.revisions], [[], []]);
});

t.test('texts that share one word and a tag are no neighbours, but very short ones', async (t) => {
  const texts = new Texts();
  const put = (id: number, title: string): void => {
    texts.put(newsOf(id, `m${id}`, START_MS, { title, tags: ['harbour'] }), null, id);
  };
  const neighbours = (id: number): number[] => {
    return texts.neighboursOf(texts.byId(id)!.terms, START_MS).map((one) => one.id);
  };
  put(1, 'Ministers argue about ferries, fares and old timetables');
  put(2, 'Swimmers want more ferries without dogs');
  put(3, 'Swimmers ask again: fewer dogs, please');
  put(4, 'Ferries sail');
  t.strictSame(neighbours(1).sort(), [1, 4]);
  t.strictSame(neighbours(2).sort(), [2, 3, 4]);
});
