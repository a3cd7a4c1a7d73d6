import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import net from 'node:net';
import { createInterface } from 'node:readline';
import t from 'tap';
import { connectionsOf, descriptorRefusal } from '../../../src/app/metrics/machine.js';
import { folderFor, main } from './run-command.js';

const PORTS = ['--news-port', '0', '--blog-port', '0', '--admin-port', '0'];
/** Connections to each service: more than there are descriptors. */
const CLIENTS = 400;
t.setTimeout(120_000);
const skip = process.platform !== 'linux' && 'only Linux tells how many files may be open';

/** Runs a command that may open only so many files. */
function limited(files: number, ...args: string[]) {
  const script = `ulimit -n ${files}; exec "$0" "$@"`;
  return spawn('sh', ['-c', script, process.execPath, main, ...args], {
    env: { PATH: process.env.PATH },
  });
}

/** A connection that is open, or was closed by the other end. */
async function connect(port: number): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

t.test(
  'With too few descriptors to load the program, one line says what to do',
  { skip },
  async (t) => {
    for (const command of [['serve', '--data', folderFor(t), ...PORTS], ['--version']]) {
      const child = limited(200, ...command);
      let said = '';
      child.stderr.on('data', (chunk) => {
        said += chunk;
      });
      t.strictSame(await once(child, 'close'), [1, null]);
      t.match(
        said,
        /^tagwire: this process may open 200 files at once, and needs \d+ .*ulimit -n.*\n$/,
      );
    }
  },
);

// The fallback server has its turn in the long run of all tests.
const kinds = process.env.TAGWIRE_TEST_ALL === '1' ? ['uws', 'node'] : ['uws'];

for (const kind of kinds) {
  t.test(
    `With few descriptors, ${kind} closes connections beyond and answers the rest`,
    { skip },
    async (t) => {
      const options = ['--data', folderFor(t), '--http-server', kind, ...PORTS];
      const child = limited(300, 'serve', ...options);
      const closed = once(child, 'close');
      const errors: string[] = [];
      child.stderr.on('data', (chunk) => errors.push(String(chunk)));
      const urls: { [service: string]: string } = {};
      for await (const line of createInterface({ input: child.stdout })) {
        const [, service, url] = /^(news|blog|metrics)\b.*?(http:\/\/[\d.:]+)/.exec(line) ?? [];
        if (service !== undefined) urls[service] = url!;
        if (service === 'metrics') break;
      }
      child.stdout.resume();
      t.match(errors.join(''), /few file descriptors/, 'the log says so');
      const open: net.Socket[] = [];
      for (const service of ['news', 'blog']) {
        const port = Number(new URL(urls[service]!).port);
        for (let client = 0; client < CLIENTS; client++) open.push(await connect(port));
      }
      const files = readdirSync(`/proc/${child.pid}/fd`).length;
      t.ok(files < 300, `${files} descriptors`);
      const metrics = await (await fetch(`${urls.metrics}/metrics`)).text();
      const counts = [...metrics.matchAll(/^tagwire_connections\{[^}]*\} (\d+)/gm)];
      t.equal(counts.length, 2);
      for (const [, count] of counts) t.equal(Number(count), connectionsOf(300, 2, 0));
      for (const socket of open) socket.destroy();
      for (const service of ['news', 'blog']) {
        t.equal(await statusOf(`${urls[service]}/docs`), 200, `${service} answers afterwards`);
      }
      t.equal(child.exitCode, null);
      child.kill('SIGTERM');
      t.strictSame(await closed, [0, null]);
      t.notMatch(errors.join(''), /EMFILE/);
    },
  );
}

t.test('Descriptors that are left are shared, and a crawler takes its part first', async (t) => {
  t.equal(descriptorRefusal(null), null);
  t.equal(descriptorRefusal(65_536), null);
  t.equal(connectionsOf(null, 2, 0), null);
  t.equal(connectionsOf(1192, 2, 0), 500);
  t.equal(connectionsOf(1192, 2, 100), 400);
  t.ok(connectionsOf(256, 2, 128)! > 0, 'some are always accepted');
});

/** The status once a connection is free again. */
async function statusOf(url: string): Promise<number> {
  for (;;) {
    try {
      return (await fetch(url)).status;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
