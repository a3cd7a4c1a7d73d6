/** The programs of docs/examples.md, run as they stand there beside the package. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { tempFolder } from '../store/helper.js';
import { root } from '../tidy/root.js';

const text = readFileSync(join(root, 'docs', 'examples.md'), 'utf8');
const examples = new Map(
  [...text.matchAll(/```js\n(\/\/ (\S+)[\s\S]*?)```/g)].map(([, code, name]) => [name!, code!]),
);

/** A folder in which the package is installed. */
export function folderOf(owner: Parameters<typeof tempFolder>[0]): string {
  const folder = tempFolder(owner);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'tagwire'), 'junction');
  for (const [name, code] of examples) writeFileSync(join(folder, name), code);
  return folder;
}

interface Owner {
  teardown(work: () => void): void;
}

export function start(owner: Owner, folder: string, name: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [join(folder, name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  owner.teardown(() => void child.kill('SIGKILL'));
  child.stdout!.setEncoding('utf8');
  return child;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Articles of a copy on disk, by id. */
export function copied(file: string): Map<string, unknown> {
  try {
    const { copy } = JSON.parse(readFileSync(file, 'utf8')) as { copy: [string, unknown][] };
    return new Map(copy.filter(([name]) => name.startsWith('article ')));
  } catch {
    return new Map();
  }
}
