import fc from 'fast-check';
import t from 'tap';
import { encodeOwn } from '../../../../src/kernel/codec.js';
import {
  isFlip,
  REVISIONS_MAX,
  type Revision,
  RevisionTable,
  type RevisionTexts,
} from '../../../../src/news/media/state/revision-table.js';

function revision(sequence: number, articleId: number, seenMs: number, flips = 0): Revision {
  const texts = encodeOwn([`title ${sequence}`, null, null, null, null, null, null]);
  return { sequence, articleId, seenMs, kinds: 1, flips, lastMs: seenMs, texts };
}

function allOf(table: RevisionTable): Revision[] {
  return Array.from({ length: table.count }, (_, row) => table.at(row));
}

const plain = (list: readonly Revision[]): unknown[] =>
  list.map(({ texts, ...rest }) => ({ ...rest, texts: [...texts] }));

t.test('a table holds what was put and not removed, in the order of time', async (t) => {
  const put = fc.record({ sequence: fc.nat(30), articleId: fc.nat(5) });
  const action = fc.oneof(put, fc.record({ erased: fc.nat(5) }));
  fc.assert(
    fc.property(fc.array(action, { maxLength: 50 }), (actions) => {
      const table = new RevisionTable();
      const naive = new Map<number, Revision>();
      for (const [flips, one] of actions.entries()) {
        if ('erased' in one) {
          table.remove((row) => table.articleIds[row] === one.erased);
          for (const [key, { articleId }] of naive) if (articleId === one.erased) naive.delete(key);
          continue;
        }
        // An entry tells of one article, at one time.
        const articleId = naive.get(one.sequence)?.articleId ?? one.articleId;
        const made = revision(one.sequence, articleId, 7 * (one.sequence % 4), flips);
        table.put(made);
        naive.set(one.sequence, made);
      }
      const wanted = [...naive.values()].sort(
        (a, b) => a.seenMs - b.seenMs || a.sequence - b.sequence,
      );
      t.same(plain(allOf(table)), plain(wanted));
      const restored = new RevisionTable();
      restored.decode(table.encode(() => true));
      t.same(plain(allOf(restored)), plain(wanted));
      for (let id = 0; id <= 5; id++) {
        const rows = [...table.rowsOf(id)].map((row) => table.sequences[row]);
        const own = wanted.filter(({ articleId }) => articleId === id);
        t.same(
          rows,
          own.map(({ sequence }) => sequence),
        );
      }
    }),
  );
});

t.test(
  'the oldest go where there are too many, and the table says since when it has all',
  async (t) => {
    const table = new RevisionTable();
    for (let sequence = 0; sequence < REVISIONS_MAX - 1; sequence++) {
      table.put(revision(sequence, sequence, sequence));
    }
    t.equal(table.keptSinceMs, null);
    t.same(table.trim(), []);
    for (let sequence = table.count; sequence < REVISIONS_MAX + 5000; sequence++) {
      table.put(revision(sequence, sequence, sequence));
    }
    t.equal(table.trim().length, 5000);
    t.equal(table.count, REVISIONS_MAX);
    t.equal(table.keptSinceMs, 5000);
  },
);

t.test('a title that goes back is the same revision, another one is not', async (t) => {
  const known = { title: ['Storm hits', 'Storm passes'] } as unknown as RevisionTexts;
  t.ok(isFlip(known, ['Storm passes', 'Storm hits']));
  t.ok(isFlip(known, ['Storm hits', 'Storm “passes”']));
  t.notOk(isFlip(known, ['Storm passes', 'Storm ends']));
});
