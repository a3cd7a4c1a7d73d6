/** Streams that are opened and cut again and again. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startServer } from '../api/harness.js';
import { ARTICLES, CATALOG, NOW } from '../api/news/fixture.js';

/** As many as an address may hold at once, many times over. */
const CUTS = 400;
const LOOKS_MAX = 200;

t.test('streams that were cut count no more, at whatever moment', async (t) => {
  const server = await startServer(t, { now: NOW, records: [...CATALOG, ...ARTICLES] });
  const { hostname, port } = new URL(server.app.newsUrl);
  const open = () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write('GET /api/v1/stream?kind=article HTTP/1.1\r\nhost: x\r\n\r\n');
    return socket;
  };
  for (let cut = 0; cut < CUTS; cut++) {
    const socket = open();
    if (cut % 3 === 0) await once(socket, 'data');
    if (cut % 3 === 1) await once(socket, 'connect');
    socket.destroy();
  }
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const sockets = Array.from({ length: 16 }, open);
    const heads = await Promise.all(
      sockets.map(async (socket) => ((await once(socket, 'data')) as [Buffer])[0].toString()),
    );
    for (const socket of sockets) socket.destroy();
    if (heads.every((head) => head.startsWith('HTTP/1.1 200'))) return t.pass('all are gone');
    await sleep(50);
  }
  return t.fail('streams that were cut still count');
});
