/** Makes and revokes keys as fast as it can; exits 0 unless anything but a refusal went wrong. */

import { systemClock } from '../../../src/kernel/clock.js';
import { TagwireError } from '../../../src/kernel/errors.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';

const [folder = '', login = '', rounds = '1'] = process.argv.slice(2);
const accounts = Accounts.open(folder, systemClock);

async function tolerating(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TagwireError) || error.code !== 'INPUT_INVALID') throw error;
  }
}

for (let round = 0; round < Number(rounds); round++) {
  await tolerating(() => accounts.createKey(login, `round ${round}`));
  const [oldest] = accounts.keysOf(accounts.user(login));
  if (round % 2 === 0 && oldest !== undefined)
    await tolerating(() => accounts.revokeKey(oldest.id));
}
// However the others ended, three are in force afterwards.
for (let round = 0; round < 3; round++) await tolerating(() => accounts.createKey(login, 'last'));
