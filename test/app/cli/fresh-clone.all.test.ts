/**
 * What the README says under "Try it", from a fresh clone: the repository is compiled and its demo begun,
 * and every line that begins with curl is asked as it is written there, but for the ports.
 *
 * The clone borrows what this checkout has installed, and npm is out of its reach: it would empty that.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import t from 'tap';
import { root } from '../../tidy/root.js';
import { folderFor } from './run-command.js';

/** A busy machine may take most of it to compile. */
t.setTimeout(300_000);
const LOOKS = 1200;
const LOOK_MS = 100;
const OPTIONS = ['--news-port', '0', '--blog-port', '0', '--admin-port', '0', '--data', 'demo'];

/** Addresses of the lines that begin with curl, under a heading of the README. */
function asked(readme: string, heading: string): string[] {
  const section = readme.slice(readme.indexOf(`\n## ${heading}\n`)).split('\n## ')[1]!;
  return [...section.matchAll(/^curl '(http[^']+)'/gm)].map(([, url]) => url!);
}

t.test('the first answers of a fresh clone are those that the README promises', async (t) => {
  if (!existsSync(join(root, '.git'))) return void t.comment('skipped: this is no clone itself');
  const clone = join(folderFor(t), 'tagwire');
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', root, clone]);
  t.equal(status, 0, stderr.toString());
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'), 'junction');
  // What is installed is newer than the list of what should be.
  utimesSync(join(clone, 'package-lock.json'), 0, 0);

  const demo = spawn(process.execPath, ['setup.mjs', 'start', ...OPTIONS], {
    cwd: clone,
    env: { PATH: '' },
  });
  const ended = once(demo, 'close');
  t.teardown(() => demo.kill('SIGKILL'));
  let said = '';
  demo.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ports = new Map<string, string>();
  for await (const line of createInterface({ input: demo.stdout })) {
    const [, service, base] = /^(news|blog) service +(http:\/\/[\d.:]+)/.exec(line) ?? [];
    if (service !== undefined) ports.set(service === 'news' ? '8802' : '8801', base!);
    if (line.startsWith('metrics')) break;
  }
  if (ports.size < 2) t.comment(said);
  t.equal(ports.size, 2, 'both services say where they are');

  const urls = asked(readFileSync(join(clone, 'README.md'), 'utf8'), 'Try it');
  t.ok(urls.length >= 5, 'there is something to ask');
  for (const url of urls) {
    const address = url.replace(/^http:\/\/127\.0\.0\.1:(\d+)/, (_, port) => ports.get(port)!);
    let answer = { status: 0, items: 0 };
    for (let look = 0; look < LOOKS && answer.items === 0; look++) {
      if (look > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      answer = await lookAt(address);
    }
    t.equal(answer.status, 200, url);
    t.ok(answer.items > 0, `${url}: there is something in it`);
  }
  // How it ends in order is tested elsewhere; on a busy machine that waits for what is under way.
  demo.kill('SIGKILL');
  await ended;
});

/** Its status, and how many items the longest list in it has. */
async function lookAt(url: string): Promise<{ status: number; items: number }> {
  const response = await fetch(url);
  const answer = (await response.json()) as { [name: string]: unknown };
  const lists = Object.values(answer).filter(Array.isArray);
  return { status: response.status, items: Math.max(0, ...lists.map(({ length }) => length)) };
}
