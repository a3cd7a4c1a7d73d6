import t from 'tap';
import { closeAll } from '../../src/app/resources.js';

t.test('what cannot be closed does not keep the rest open', async (t) => {
  const closed: string[] = [];
  const closers = [
    async () => void closed.push('first opened'),
    async () => {
      throw new Error('the disk is gone');
    },
    async () => {
      throw new Error('so is the network');
    },
    async () => void closed.push('last opened'),
  ];
  await t.rejects(closeAll(closers), /so is the network/);
  t.strictSame(closed, ['last opened', 'first opened']);
  await closeAll(closers);
  t.equal(closed.length, 2, 'each is closed once');
});
