/** Commands that come while a server has its store, and not yet its socket. */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setImmediate as soon } from 'node:timers/promises';
import t from 'tap';
import { socketOfStarting } from '../../../src/app/ingest/ingest-socket.js';
import { listeningPathOf, listenOn } from '../../../src/app/ingest/sockets.js';
import {
  lockAsServer,
  lockFolder,
  lockWithoutSocket,
  servingProcessOf,
} from '../../../src/store/lock.js';
import { tempFolder } from '../../store/helper.js';

const nobody = (): void => void t.fail('there is nothing to wait for');

t.test('what is no server is not waited for', async (t) => {
  const folder = tempFolder(t);
  t.equal(await socketOfStarting(folder, nobody), 'no server', 'where nothing holds the folder');
  const release = lockFolder(folder);
  t.equal(servingProcessOf(folder), null);
  t.equal(await socketOfStarting(folder, nobody), 'no server', 'where a command does');
  release();
});

t.test('the socket of a server is waited for, and that is said once', async (t) => {
  const folder = tempFolder(t);
  lockAsServer();
  const release = lockFolder(folder);
  const told: number[] = [];
  const server = createServer((socket) => socket.resume());
  const waiting = socketOfStarting(folder, (pid) => told.push(pid));
  while (told.length === 0) await soon();
  await listenOn(server, listeningPathOf(folder, 'ingest'));
  const sink = await waiting;
  t.same(told, [process.pid]);
  if (typeof sink === 'string') return void t.fail(sink);
  await sink.close();
  server.close();
  release();
});

t.test('a server that ends before it has a socket leaves the folder to the command', async (t) => {
  const folder = tempFolder(t);
  const release = lockFolder(folder);
  const told: number[] = [];
  const waiting = socketOfStarting(folder, (pid) => told.push(pid));
  while (told.length === 0) await soon();
  rmSync(listeningPathOf(folder, 'ingest'), { force: true });
  release();
  t.equal(await waiting, 'gone');
});

t.test('a server that has no place for a socket is not waited for', async (t) => {
  const folder = tempFolder(t);
  const release = lockFolder(folder);
  t.equal(servingProcessOf(folder), process.pid);
  lockWithoutSocket(folder);
  t.equal(await socketOfStarting(folder, nobody), 'no server');
  t.throws(() => lockFolder(folder), { code: 'STORE_LOCKED' }, 'and still holds the folder');
  release();
});
