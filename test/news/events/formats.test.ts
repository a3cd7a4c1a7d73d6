/** What the format before wrote is read: a store that was upgraded holds no other. */
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { decode, encode } from '../../../src/kernel/codec.js';
import { finished } from '../../../src/kernel/runtime/pause.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from '../../../src/news/events/chunks.js';
import { HASH_BITS } from '../../../src/news/events/state/text-terms.js';
import { eachLinkOf, Texts } from '../../../src/news/events/state/texts.js';
import { ThreadTable } from '../../../src/news/events/state/thread-table.js';
import { newsOf } from '../catalog/records.js';

const DAY_MS = Date.UTC(2026, 0, 15);

const SNAPSHOT: Snapshot = {
  hourMs: DAY_MS,
  builtMs: DAY_MS + 4,
  baseline: {
    outlets: { blue: 1, green: 0, other: 2 },
    articles: { blue: 3, green: 0, other: 5 },
  },
  events: [
    {
      score: 12.5,
      tags: [{ tag: 'quake', burst: 12.5 }],
      majors: 1,
      news: [{ id: 7, sortMs: DAY_MS }],
      thread: 3,
      prevRank: null,
      hours: 1,
      firstHourMs: DAY_MS,
      trail: Array(24).fill(0),
      coverage: { articles: 3, outlets: [{ media: 'a', camp: 'blue' }] },
      articles: [7, 9, 400],
    },
  ],
};

/** Articles by hash of a term. */
function countsOf({ counts }: Texts): Uint32Array {
  return Uint32Array.from({ length: 1 << HASH_BITS }, (_, hash) => counts.knownWith(hash));
}

/** The packed events of a snapshot without what is new. */
function before(bytes: Uint8Array): Buffer {
  const whole = structuredClone(decode(bytes)) as unknown[][][];
  for (const event of whole[4]!) event.pop();
  return encode(whole);
}

t.test(
  'a snapshot keeps the articles of its events; one of the format before has none',
  async (t) => {
    const bytes = encodeSnapshot(SNAPSHOT);
    t.strictSame(decodeSnapshot(bytes), SNAPSHOT);
    const [event] = SNAPSHOT.events;
    const old = { ...SNAPSHOT, events: [{ ...event!, articles: [] }] };
    t.strictSame(decodeSnapshot(before(bytes)), old);
  },
);

t.test('titles of the format before become texts', async (t) => {
  const texts = new Texts();
  texts.restoreTitles(DAY_MS, 5, encode([[7, 'Quake shakes coast']]));
  finished(texts.settle());
  t.equal(texts.of(7, DAY_MS), 'Quake shakes coast');
  t.equal(texts.size, 1);
  t.strictSame(texts.revisions, [[DAY_MS, 5]]);
});

t.test('texts of the format before are compared once, and not again at each start', async (t) => {
  const title = ['Quake shakes coast near Tainan', 'Quake shakes coast of Tainan county'];
  const old = new Texts();
  old.restoreTitles(DAY_MS, 5, encode(title.map((one, at) => [7 - at, one])));
  finished(old.settle());
  const linked: number[] = [];
  eachLinkOf(old.find(7, DAY_MS)!, (id) => linked.push(id));
  t.strictSame(linked, [6]);
  // Compared again, it would find nothing any more.
  old.remove(6, 9);
  const again = new Texts();
  again.restoreDay(DAY_MS, 9, old.encodeDay(DAY_MS));
  finished(again.settle());
  t.strictSame(again.encodeDay(DAY_MS), old.encodeDay(DAY_MS));
});

t.test('texts come back from their bytes, with what is counted over them', async (t) => {
  const texts = new Texts();
  for (const id of [1, 2, 3]) {
    texts.put(
      newsOf(id, 'a', DAY_MS, { title: `Quake of day${id}`, tags: ['coast'] }),
      'A lead.',
      id,
    );
  }
  texts.remove(2, 4);
  const again = new Texts();
  again.restoreDay(DAY_MS, 4, texts.encodeDay(DAY_MS));
  finished(again.settle());
  t.strictSame(again.encodeDay(DAY_MS), texts.encodeDay(DAY_MS));
  t.strictSame(countsOf(again), countsOf(texts));
  t.equal(again.size, 2);
});

t.test(
  'an article has the same text whether each of its records brings the body or only the first',
  async (t) => {
    const record = (title: string, over: object = {}) =>
      newsOf(1, 'a', DAY_MS, { title, bodyHash: '0123456789abcdef', ...over });
    const body = 'Rescue teams search the coast.';
    const texts = (bodies: (string | null)[], over: object = {}): Texts => {
      const texts = new Texts();
      texts.put(record('Quake'), bodies[0]!, 1);
      texts.put(record('Quake shakes coast', over), bodies[1]!, 2);
      return texts;
    };
    const later = { sortMs: 2 * DAY_MS };
    for (const [over, dayMs] of [
      [{}, DAY_MS],
      [later, 2 * DAY_MS],
    ] as const) {
      const followed = texts([body, null], over);
      t.strictSame(followed.encodeDay(dayMs), texts([body, body], over).encodeDay(dayMs));
      t.strictSame(countsOf(followed), countsOf(texts([null, body], over)));
      t.equal(followed.size, 1);
    }
    const other = { bodyHash: 'fedcba9876543210' };
    const [one, two] = [texts([body, null], other), texts([body, body])];
    t.notOk(isDeepStrictEqual(countsOf(one), countsOf(two)));
  },
);

t.test('threads of the format before go on with what was last seen of them', async (t) => {
  const table = new ThreadTable();
  const trace = [4, DAY_MS, [['quake', 3]], [7, 9]];
  const state = { nextId: 5, hourMs: DAY_MS, traces: [trace], before: [], tracesBefore: [] };
  table.restoreState(encode(state));
  t.strictSame([...table.membersOf(4)], [7, 9]);
  t.strictSame([...table.membersOf(5)], [], 'no such thread');
});
