/**
 * Which files a command loads: modules of its own and of packages, as the engine itself lists them for
 * coverage, whatever way they were loaded.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tagwire } from './lab.js';

export interface Loaded {
  code: number | null;
  err: string;
  /** Addresses of files. */
  files: string[];
  /** Names of packages, in the order of the alphabet. */
  packages: string[];
}

interface Coverage {
  result: { url: string }[];
}

/** Runs `tagwire` on a data folder, and lists what all threads of the process have loaded. */
export function loadedBy(data: string, args: readonly string[]): Loaded {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-loaded-'));
  try {
    const env = { PATH: process.env.PATH, TAGWIRE_DATA: data, NODE_V8_COVERAGE: folder };
    const { status, stderr } = spawnSync(process.execPath, [tagwire, ...args], {
      env,
      encoding: 'utf8',
    });
    const files = new Set<string>();
    for (const name of readdirSync(folder)) {
      const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage;
      for (const { url } of result) if (url.startsWith('file:')) files.add(url);
    }
    const packages = new Set([...files].flatMap(packageOf));
    return { code: status, err: stderr, files: [...files], packages: [...packages].sort() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function packageOf(url: string): string[] {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  return name === undefined ? [] : [name];
}
