import fc from 'fast-check';
import t from 'tap';
import { BlockCursor, packBlock } from '../../../src/kernel/model/block.js';
import { encodeRecord } from '../../../src/kernel/model/wire.js';
import { SpareBytes } from '../../../src/kernel/runtime/garbage.js';
import { anyRecord } from './any-record.js';

const body = fc.option(fc.string({ unit: 'grapheme', maxLength: 200 }));
const entries = fc.array(fc.tuple(anyRecord, body), { maxLength: 12 });

function pack(first: number, list: [Parameters<typeof encodeRecord>[0], string | null][]) {
  return packBlock(
    first,
    list.map(([record, text]) => ({
      payload: encodeRecord(record),
      body: text === null ? null : Buffer.from(text),
    })),
  );
}

t.test('a block gives back its entries in order, with their bodies', async (t) => {
  // Walks after the first find in their memory what the one before left there.
  const spare = new SpareBytes(1);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), entries, (first, list) => {
      const cursor = new BlockCursor(pack(first, list), spare);
      const read = list.map(() => cursor.next(true));
      const expected = list.map(([record, text], at) => ({
        sequence: first + at,
        record,
        body: text,
      }));
      return t.same(read, expected) && cursor.remaining === 0;
    }),
    { numRuns: 60 },
  );
});

t.test(
  'a reader that starts at any entry, with or without bodies, reads the same from there on',
  async (t) => {
    fc.assert(
      fc.property(entries, fc.nat(), (list, choice) => {
        const from = list.length === 0 ? 0 : choice % list.length;
        const cursor = new BlockCursor(pack(100, list));
        for (let at = 0; at < from; at++) cursor.next(at % 2 === 0);
        if (cursor.sequence !== 100 + from || cursor.remaining !== list.length - from) return false;
        const rest = list.slice(from).map(([, text], at) => {
          const withBody = at % 2 === 1;
          return cursor.next(withBody).body === (withBody ? text : null);
        });
        return t.ok(rest.every(Boolean));
      }),
      { numRuns: 60 },
    );
  },
);

t.test('an empty body is not a missing one', async (t) => {
  const record = { kind: 'skip', actor: 'a', sequence: 1 } as const;
  const cursor = new BlockCursor(
    pack(1, [
      [record, ''],
      [record, null],
    ]),
  );
  t.equal(cursor.next(true).body, '');
  t.equal(cursor.next(true).body, null);
});

t.test('nothing is read beyond the last entry', async (t) => {
  const cursor = new BlockCursor(packBlock(7, []));
  t.equal(cursor.remaining, 0);
  t.equal(cursor.sequence, 7);
  t.throws(() => cursor.next(true), /within its bounds/);
});

t.test('an entry that cannot be decoded can be passed over', async (t) => {
  const tick = { kind: 'tick', atMs: 1, runs: [] } as const;
  const block = packBlock(5, [
    { payload: Buffer.from([0xc1, 0xff]), body: Buffer.from('text') },
    { payload: encodeRecord({ ...tick, runs: [] }), body: null },
  ]);
  t.throws(() => new BlockCursor(block).next(true));
  const cursor = new BlockCursor(block);
  cursor.skip();
  t.equal(cursor.sequence, 6);
  t.same(cursor.next(true).record, tick);
});

t.test('the kind of every record can be told without decoding it', async (t) => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      const cursor = new BlockCursor(pack(1, [[record, null]]));
      return t.equal(cursor.kind, record.kind);
    }),
    { numRuns: 200 },
  );
});
