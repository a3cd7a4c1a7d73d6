/**
 * Processes of a fault: started, watched and killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../src/app/cli/main.js', import.meta.url));

/** Arguments of Node.js for every process of a fault. Tests add to them. */
export const nodeArguments: string[] = [];

/** Starts a file of this folder, without its ending. */
export function child(name: string, args: readonly string[], ipc = false): ChildProcess {
  const path = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  return spawn(process.execPath, [...nodeArguments, path, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  });
}

/** Starts the command line, with logs at `error`. */
export function tagwire(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...nodeArguments, MAIN, ...args, '--log-level', 'error'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Resolves when a process has ended. */
export async function endOf(process: ChildProcess): Promise<void> {
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
}

/** Kills a process at once. */
export async function kill(process: ChildProcess): Promise<void> {
  process.kill('SIGKILL');
  await endOf(process);
}
