/**
 * Many sites in one process: each has no robots.txt, a feed that has not changed and a page of
 * 35 KB. Argument: number of sites. Prints their ports; ends with its standard input.
 */
import { createServer, type Socket } from 'node:net';

const sites = Number(process.argv[2]);
const page = Buffer.alloc(35_000, 'a line of a page ');
const ANSWERS = {
  missing: Buffer.from('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'),
  unchanged: Buffer.from('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n'),
  page: Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${page.length}\r\n\r\n`),
    page,
  ]),
};

/** Requests arrive whole: the client sends the next one only after an answer. */
function answer(socket: Socket, request: string): void {
  if (request.includes('GET /robots.txt')) socket.write(ANSWERS.missing);
  else socket.write(request.includes('if-none-match') ? ANSWERS.unchanged : ANSWERS.page);
}

const ports: number[] = [];
for (let at = 0; at < sites; at++) {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (data) => answer(socket, data.toString('latin1')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ports.push((server.address() as { port: number }).port);
}
console.log(JSON.stringify(ports));
process.stdin.on('end', () => process.exit(0)).resume();
