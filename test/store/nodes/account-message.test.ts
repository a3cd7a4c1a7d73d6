import t from 'tap';
import type { AccountChange } from '../../../src/store/accounts/shared-roster-file.js';
import {
  AccountAssembly,
  accountPartsOf,
  attemptOf,
} from '../../../src/store/nodes/account-message.js';

function changeOf(isWhole: boolean, bytes: number): AccountChange {
  const label = 'x'.repeat(bytes);
  const events = [{ type: 'key-used' as const, id: 1, atMs: 2, label }];
  return { id: `try ${bytes}`, entry: 7, chain: 'abc', isWhole, events };
}

t.test('A change comes back from its parts, also after parts of one that was cut off', (t) => {
  const small = changeOf(false, 10);
  const large = changeOf(true, 1_200_000);
  const parts = accountPartsOf(large);
  t.equal(parts.length, 3);
  t.equal(attemptOf(parts[2]!), large.id);
  const assembly = new AccountAssembly();
  const found = [...parts.slice(0, 2), ...accountPartsOf(small), parts[2]!, ...parts].map((part) =>
    assembly.add(part),
  );
  t.same(
    found.filter((one) => one !== null),
    [small, large],
  );
  t.end();
});

t.test('What was changed on its way, and what a later version wrote, is refused', (t) => {
  const [part] = accountPartsOf(changeOf(false, 10)) as [Buffer];
  const text = part.toString();
  const read = (changed: string) => () => new AccountAssembly().add(Buffer.from(changed));
  t.throws(read(text.replace('xxx', 'xyx')), { code: 'STORE_DAMAGED' });
  t.throws(read(text.replace('"version":1', '"version":2')), { code: 'STORE_UNKNOWN' });
  t.throws(() => accountPartsOf(changeOf(false, 600_000)), { code: 'INPUT_INVALID' });
  t.end();
});
