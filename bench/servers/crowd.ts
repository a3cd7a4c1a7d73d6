/**
 * Many streams that wait, in a process of its own, which gives way to what is measured.
 *
 * Arguments: the address of the server, how many streams, the query of each. It says a line when all are
 * open, and then, for each line that it gets, one as soon as that text has come on every stream: the time of
 * the last, in milliseconds since the epoch. The end of standard input closes all.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';

/** Clients are elsewhere, as a rule; here they must not take the server's processor. */
const PRIORITY = 10;

const [url = '', count = '0', query = ''] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const sockets: Socket[] = [];
let wanted = '';
let missing = 0;
let arrived = (): void => undefined;

async function open(): Promise<void> {
  const socket = connect(Number(port), hostname);
  socket.write(`GET /api/v1/stream${query} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  if (!head.includes(' 200 ')) throw new Error(head.toString());
  let isWanted = '';
  socket.on('data', (bytes) => {
    if (wanted === '' || isWanted === wanted || !bytes.includes(wanted)) return;
    isWanted = wanted;
    missing -= 1;
    if (missing === 0) arrived();
  });
  sockets.push(socket);
}

setPriority(PRIORITY);
for (let at = 0; at < Number(count); at++) await open();
console.log('open');
for await (const text of createInterface({ input: process.stdin })) {
  const last = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  wanted = text;
  missing = sockets.length;
  console.log('waiting');
  await last;
  console.log(performance.timeOrigin + performance.now());
}
for (const socket of sockets) socket.destroy();
