import t from 'tap';
import type { Accounts } from '../../../src/accounts/accounts.js';
import { newApiKey } from '../../../src/accounts/api-key.js';
import { KeyGate } from '../../../src/api/blog/key-gate.js';
import { ManualClock } from '../../../src/kernel/clock.js';

t.test('A node that cannot know whether a key was revoked refuses it with 503', async (t) => {
  const state = { isCurrent: true };
  const accounts = {
    get isCurrent() {
      return state.isCurrent;
    },
    mayHold: () => true,
    keyOf: () => ({ id: 1 }),
    wasUsed: () => true,
    refresh: () => undefined,
  };
  const gate = new KeyGate(accounts as unknown as Accounts, new ManualClock(0));
  const key = newApiKey();
  t.equal(gate.cached(key), 'key 1');
  state.isCurrent = false;
  t.equal(gate.cached(key), null, 'also one that was used a moment ago');
  t.throws(() => gate.verify(key), { status: 503, code: 'unavailable' });
  state.isCurrent = true;
  t.equal(gate.verify(key), 'key 1');
});
