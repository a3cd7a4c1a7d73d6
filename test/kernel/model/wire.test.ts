import fc from 'fast-check';
import t from 'tap';
import { decode, encode } from '../../../src/kernel/codec.js';
import type {
  LogRecord,
  NewsRecord,
  PostRecord,
  TickRecord,
} from '../../../src/kernel/model/records.js';
import { decodeItemHead, decodeRecord, encodeRecord } from '../../../src/kernel/model/wire.js';
import { anyRecordOf, RECORD_KINDS } from './any-record.js';

for (const kind of RECORD_KINDS) {
  t.test(`any ${kind} record survives the wire, and equal records give equal bytes`, async (t) => {
    fc.assert(
      fc.property(anyRecordOf(kind), (record) => {
        const bytes = encodeRecord(record);
        const copy = decodeRecord(bytes);
        const turned = Object.fromEntries(Object.entries(record).reverse()) as unknown as LogRecord;
        return (
          t.same(copy, record) &&
          encodeRecord(copy).equals(bytes) &&
          encodeRecord(turned).equals(bytes)
        );
      }),
      { numRuns: 40 },
    );
  });
}

t.test('every kind has its own code, and codes do not move', async (t) => {
  const codes = RECORD_KINDS.map((kind) => {
    const [record] = fc.sample(anyRecordOf(kind), { numRuns: 1, seed: 1 });
    return [kind, (decode(encodeRecord(record!)) as unknown[])[0]];
  });
  t.same(Object.fromEntries(codes), {
    category: 0,
    media: 1,
    news: 2,
    'portal-item': 3,
    'portal-check': 4,
    crawl: 5,
    blog: 6,
    post: 7,
    hide: 8,
    show: 9,
    erase: 10,
    revoke: 11,
    tick: 12,
    skip: 13,
    rewind: 14,
  });
});

t.test('a field that an older record did not have reads as null', async (t) => {
  const tick: TickRecord = { kind: 'tick', atMs: 1, runs: [] };
  const short = (decode(encodeRecord(tick)) as unknown[]).slice(0, 2);
  t.same(decodeRecord(encode(short)), { kind: 'tick', atMs: 1, runs: null });
});

for (const kind of ['news', 'post'] as const) {
  t.test(`the head of any ${kind} record is what the whole says`, async (t) => {
    fc.assert(
      fc.property(anyRecordOf(kind), (record) => {
        const item = record as NewsRecord | PostRecord;
        const { id, url, sortMs } = item;
        const owner = item.kind === 'news' ? item.media : item.blog;
        return t.same(decodeItemHead(encodeRecord(record), kind), { id, owner, url, sortMs });
      }),
      { numRuns: 200 },
    );
  });
}

t.test('bytes of no known kind are refused', async (t) => {
  t.throws(() => decodeRecord(encode([99, 'x'])), /known kind/);
  t.throws(() => decodeRecord(encode(['tick'])), /known kind/);
  t.throws(() => decodeRecord(Buffer.alloc(0)));
});

t.test('later fields that say nothing take no bytes, also where they are absent', async (t) => {
  const later = ['ownTags', 'tagMethod', 'goneMs', 'replaced', 'lang', 'tagging', 'iconHash'];
  for (const kind of ['media', 'news', 'blog'] as const) {
    const record = fc.sample(anyRecordOf(kind), { numRuns: 1, seed: 1 })[0]!;
    const members = Object.entries(record).filter(([name]) => !later.includes(name));
    const older = Object.fromEntries(members) as unknown as LogRecord;
    const nothing = {
      ...older,
      ownTags: null,
      tagMethod: null,
      goneMs: null,
      replaced: null,
      lang: null,
      tagging: null,
      iconHash: null,
    } as unknown as LogRecord;
    t.same(encodeRecord(older), encodeRecord(nothing));
    t.equal((decode(encodeRecord(older)) as unknown[]).length, members.length);
  }
});
