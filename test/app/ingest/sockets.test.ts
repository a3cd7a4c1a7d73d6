import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { connectIngest } from '../../../src/app/ingest/ingest-socket.js';
import { connectingPathOf, listeningPathOf } from '../../../src/app/ingest/sockets.js';
import { startServer } from '../../serve/api/harness.js';
import { tempFolder } from '../../store/helper.js';

const NOW = '2024-05-01T00:00:00.000Z';

/** A data folder whose path is too long for a socket. */
function longFolder(t: Test): string {
  const folder = join(tempFolder(t), 'a'.repeat(60), 'b'.repeat(60));
  mkdirSync(folder, { recursive: true });
  t.teardown(() => {
    const record = join(folder, 'sockets');
    if (existsSync(record)) rmSync(readFileSync(record, 'utf8'), { recursive: true, force: true });
  });
  return folder;
}

t.test('a socket lies in the data folder where its path is short enough', async (t) => {
  const folder = tempFolder(t);
  t.equal(listeningPathOf(folder, 'ingest'), join(folder, 'ingest.sock'));
  t.equal(connectingPathOf(folder, 'ingest'), null, 'nobody listens yet');
});

t.test('otherwise in a private folder that nobody can guess or enter', async (t) => {
  const data = longFolder(t);
  t.equal(connectingPathOf(data, 'ingest'), null);
  await startServer(t, { now: NOW, flags: { data } });
  const path = listeningPathOf(data, 'ingest');
  t.equal(dirname(path), dirname(listeningPathOf(data, 'crawler')), 'both in the same');
  const sink = await connectIngest(data);
  t.not(sink, null, 'the other end finds it');
  await sink!.close();
  chmodSync(dirname(path), 0o755);
  t.throws(() => connectingPathOf(data, 'ingest'), { code: 'CONFIG_INVALID' }, 'others may enter');
  t.not(listeningPathOf(data, 'ingest'), path, 'and a new one is made');
});

t.test(
  'a socket of another user is not spoken to',
  { skip: process.getuid?.() !== 0 },
  async (t) => {
    const { chownSync } = await import('node:fs');
    const folder = tempFolder(t);
    writeFileSync(join(folder, 'ingest.sock'), '');
    chownSync(join(folder, 'ingest.sock'), 12345, 12345);
    await t.rejects(connectIngest(folder), { code: 'CONFIG_INVALID' });
  },
);
