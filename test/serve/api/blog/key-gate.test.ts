import t from 'tap';
import { ManualClock } from '../../../../src/kernel/clock.js';
import { KeyGate } from '../../../../src/serve/api/blog/key-gate.js';
import type { Accounts } from '../../../../src/store/accounts/accounts.js';
import { newApiKey } from '../../../../src/store/accounts/secret.js';

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

t.test('A flood of unknown keys looks at the accounts no more than once in a while', async (t) => {
  let looks = 0;
  const accounts = {
    isCurrent: true,
    mayHold: () => true,
    keyOf: () => null,
    refresh: () => {
      looks += 1;
    },
  };
  const clock = new ManualClock(0);
  const gate = new KeyGate(accounts as unknown as Accounts, clock);
  for (let at = 0; at < 10; at++) t.equal(gate.verify(newApiKey()), null);
  t.equal(looks, 1);
  clock.advance(1000);
  t.equal(gate.verify(newApiKey()), null);
  t.equal(looks, 2);
});
