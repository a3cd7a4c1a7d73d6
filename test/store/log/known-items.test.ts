/** What a request knows while it still asks the store. */
import t from 'tap';
import type { Database } from '../../../src/store/database.js';
import { payloadOf } from '../../../src/store/log/batch.js';
import { encodeFrame } from '../../../src/store/log/frame.js';
import { encodeIdentity, identityKey } from '../../../src/store/log/keys.js';
import { type AdmittedItem, KnownItems, recordOf } from '../../../src/store/log/known-items.js';
import type { ValidLine } from '../../../src/store/log/lines.js';

t.test('what was made of an item wins over a look-up that was begun before', async (t) => {
  const record = { kind: 'category', key: 'tech', label: 'Old' } as const;
  const facts = { purged: false, previous: 0, bodyHash: 0n, chain: 0n };
  const values = [encodeIdentity({ id: 1, sequence: 1, erased: false })];
  const frames = [encodeFrame({ ...facts, ...payloadOf(record) })];
  const found = [values, frames];
  const database = { getMany: async () => found.shift() } as unknown as Database;
  const own = { name: 'category tech', key: identityKey('category', 'tech') };
  const known = new KnownItems(database, null);
  const looked = known.look([{ own, referred: null } as unknown as ValidLine]);
  const newer: AdmittedItem = {
    id: 1,
    sequence: 2,
    previous: 1,
    erased: false,
    ...payloadOf({ ...record, label: 'New' }),
  };
  known.set(own.name, newer);
  await looked;
  t.match(recordOf(known.find(own)), { label: 'New' });
});
