import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/clock.js';
import { finished } from '../../../../src/kernel/runtime/pause.js';
import { hashesOf } from '../../../../src/news/events/state/text-terms.js';
import { Texts } from '../../../../src/news/events/state/texts.js';
import { newsOf } from '../../catalog/records.js';
import { START_MS } from '../script.js';

const DAYS = 9;

/** So many articles on each of nine days, the last of which is today's. */
function textsOf(articlesOfDay: number): Texts {
  const texts = new Texts();
  for (let day = 0; day < DAYS; day++) {
    const atMs = START_MS + day * DAY_MS;
    for (let at = 0; at < articlesOfDay; at++) {
      const id = day * articlesOfDay + at + 1;
      texts.put(newsOf(id, 'one', atMs, { title: `quake of day${id}` }), null, id);
    }
    texts.moveTo(atMs + HOUR_MS, (day + 1) * articlesOfDay);
  }
  return texts;
}

t.test('texts of the window are held, and those before it still tell what is rare', async (t) => {
  const texts = textsOf(10);
  const [quake] = hashesOf('quake');
  t.equal(texts.size, 2 * 10);
  t.equal(texts.counts.knownWith(quake!), 2 * 10);
  const past = texts.counts.with(quake!) - 2 * 10;
  t.ok(past > 0.7 * 7 * 10 && past < 7 * 10, `${past} of seven days are left`);
});

t.test('the word of a story of today tells more than one of every day', async (t) => {
  const texts = textsOf(10);
  const atMs = START_MS + (DAYS - 1) * DAY_MS + HOUR_MS;
  for (let id = 1000; id < 1020; id++) {
    texts.put(newsOf(id, 'one', atMs, { title: `eruption of day${id}` }), null, id);
  }
  const [quake, eruption] = ['quake', 'eruption'].map((word) => hashesOf(word)[0]!);
  t.equal(texts.counts.knownWith(quake!), texts.counts.knownWith(eruption!));
  t.ok(texts.weightOf(eruption!) > 2 * texts.weightOf(quake!));
});

t.test('the past comes back from its bytes, and is named by what changed it', async (t) => {
  const texts = textsOf(10);
  t.equal(texts.pastChangedAt, 90);
  const again = new Texts();
  again.restorePast(texts.pastChangedAt, texts.encodePast());
  for (const [dayMs, revision] of texts.revisions) {
    again.restoreDay(dayMs, revision, texts.encodeDay(dayMs));
  }
  again.retainFor(START_MS + (DAYS - 1) * DAY_MS + HOUR_MS);
  finished(again.settle());
  const [quake] = hashesOf('quake');
  for (const one of [texts, again]) {
    one.moveTo(START_MS + DAYS * DAY_MS, 91);
    t.equal(one.pastChangedAt, 91);
  }
  t.equal(again.weightOf(quake!), texts.weightOf(quake!));
  t.strictSame(again.encodePast(), texts.encodePast());
  t.equal(again.counts.knownWith(quake!), 10);
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
    t.equal(texts.counts.knownWith(hashesOf('quake')[0]!), 2);
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
  for (const texts of [one, other]) texts.moveTo(START_MS + 20 * DAY_MS, 3);
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
