/** Runs commands of the command line as a user does: one process each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAll } from '../../all.js';
import { cheapArguments } from '../../cheap.js';

export const main = fileURLToPath(new URL('../../../src/app/cli/main.js', import.meta.url));

/**
 * Arguments of Node.js with which a server or command costs less, and runs its threads within its own
 * (threads-here.ts): they compile nothing again.
 */
export const threadsHere: readonly string[] = isAll
  ? []
  : [
      ...cheapArguments,
      ...['--import', new URL('../../engine/actor/threads-here.js', import.meta.url).href],
    ];

export type Owner = { teardown(work: () => void): void };

/** A data folder that goes with its test. */
export function folderFor(owner: Owner): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-cli-'));
  owner.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Run {
  code: number;
  out: string;
  err: string;
}

/** Runs a command on a data folder. */
export async function run(data: string, ...args: string[]): Promise<Run> {
  const environment = { PATH: process.env.PATH, TAGWIRE_DATA: data, TAGWIRE_LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [...threadsHere, main, ...args], { env: environment });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...said };
}
