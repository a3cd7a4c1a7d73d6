/** Tools of developers, as they are called by hand. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.js';

/** Runs a tool on the checkout. @returns how it ended, and what it said. */
export function runTool(name: string, args: string[]): { status: number | null; output: string } {
  const path = join(root, 'node_modules', '.bin', name);
  const { status, stdout, stderr } = spawnSync(path, args, { cwd: root, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}
