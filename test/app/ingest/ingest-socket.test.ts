/** The frames of the local socket, however they are cut on their way. */
import '../../engine/actor/threads-here.js';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { constants, getPriority } from 'node:os';
import t, { type Test } from 'tap';
import { connectIngest } from '../../../src/app/ingest/ingest-socket.js';
import { listeningPathOf } from '../../../src/app/ingest/sockets.js';
import { linesOf, startServer } from '../../serve/api/harness.js';
import { tempFolder } from '../../store/helper.js';

const NOW = '2024-05-01T00:00:00.000Z';
const MEDIA = { kind: 'media', media: 'tree', title: 'The Tree' };
const RECORDS = 40;

function article(number: number): object {
  const url = `https://tree.example/${number}`;
  return {
    kind: 'news',
    media: 'tree',
    url,
    title: `葉 ${number}`,
    publishedAt: '2024-04-30T23:00:00.000Z',
  };
}

/** An ingest request of one article. */
function frameOf(number: number): Buffer {
  const lines = linesOf([article(number)]);
  const frame = Buffer.alloc(6 + lines.length);
  frame.writeUInt32LE(2 + lines.length, 0);
  frame.write('i', 4, 'latin1');
  frame.set(lines, 6);
  return frame;
}

/** One server for all: each test sends articles of its own. */
const data = tempFolder(t);
const server = await startServer(t, { now: NOW, records: [MEDIA], flags: { data } });

async function socketOf(t: Test): Promise<Socket> {
  const socket = connect(listeningPathOf(data, 'ingest'));
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Sums up the answers to `count` requests. */
async function acceptedOf(socket: Socket, count: number): Promise<number> {
  let bytes = Buffer.alloc(0);
  const answers: { accepted: number }[] = [];
  while (answers.length < count) {
    bytes = Buffer.concat([bytes, (await once(socket, 'data'))[0] as Buffer]);
    while (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32LE(0)) {
      const end = 4 + bytes.readUInt32LE(0);
      answers.push(JSON.parse(bytes.toString('utf8', 4, end)));
      bytes = bytes.subarray(end);
    }
  }
  return answers.reduce((sum, { accepted }) => sum + accepted, 0);
}

t.test('requests that arrive together are all answered', async (t) => {
  const socket = await socketOf(t);
  const frames = Array.from({ length: RECORDS }, (_, at) => frameOf(20_000 + at));
  socket.write(Buffer.concat(frames));
  t.equal(await acceptedOf(socket, RECORDS), RECORDS);
});

for (const step of [1, 3, 97, 250]) {
  t.test(`requests may arrive in pieces of ${step} bytes`, async (t) => {
    const socket = await socketOf(t);
    socket.setNoDelay(true);
    const bytes = Buffer.concat(
      Array.from({ length: RECORDS }, (_, at) => frameOf(100 * step + at)),
    );
    const accepted = acceptedOf(socket, RECORDS);
    for (let at = 0; at < bytes.length; at += step) {
      socket.write(bytes.subarray(at, at + step));
      // The server reads what is there: a pause now and then makes it read pieces.
      if (at % (50 * step) === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    t.equal(await accepted, RECORDS);
  });
}

t.test('a request larger than what is read at once arrives whole', async (t) => {
  const sink = (await connectIngest(data))!;
  t.teardown(() => sink.close());
  const count = 4000;
  const summaries = await Promise.all(
    [0, 1, 2].map((part) =>
      sink.ingest(
        linesOf(Array.from({ length: count }, (_, at) => article(30_000 + part * count + at))),
        false,
      ),
    ),
  );
  for (const { accepted, rejects } of summaries) t.same([accepted, rejects], [count, []]);
  const { data: answer } = await server.news.GET('/api/v1/articles', {
    params: { query: { q: `葉 ${30_000 + 3 * count - 1}` } },
  });
  t.equal(answer?.articles.length, 1);
});

t.test('a request of no known type is refused, an endless one ends the connection', async (t) => {
  const socket = await socketOf(t);
  socket.write(Buffer.of(1, 0, 0, 0, 0x7a));
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  t.match(JSON.parse(bytes.toString('utf8', 4)), { code: 'INPUT_INVALID' });
  socket.write(Buffer.of(0xff, 0xff, 0xff, 0xff));
  await once(socket, 'close');
  t.pass('the server went away');
});

t.test('who only sends goes behind the front, where threads have priorities', async (t) => {
  const module = new URL('../../../src/app/ingest/ingest-socket.js', import.meta.url).href;
  const script = `import { getPriority } from 'node:os';
    import { giveWay } from '${module}';
    giveWay();
    console.log(getPriority());`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  t.equal(Number(stdout), process.platform === 'linux' ? PRIORITY_BELOW_NORMAL : getPriority());
});
