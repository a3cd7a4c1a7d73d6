/**
 * Paths of the compiled project: worker modules and the data files that it ships. Also its version, its user agent,
 * and the settings with which tests break its threads.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../kernel/config.js';

const here = dirname(fileURLToPath(import.meta.url));

/** The folder of the compiled code: it holds `src` and `workers`. */
const compiledRoot = join(here, '..', '..');

/** The folder of the project: it holds `package.json` and `data`. */
export const projectRoot = existsSync(join(compiledRoot, 'package.json'))
  ? compiledRoot
  : join(compiledRoot, '..');

/** Absolute path of a worker module. */
export function workerPath(name: string): string {
  return join(compiledRoot, 'workers', `${name}.js`);
}

export const VERSION = (
  JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
).version;

/** Name, version, and an address of the operator. */
export function userAgentOf({ crawlContact, newsPublicUrl, blogPublicUrl }: Config): string {
  const contact = crawlContact || newsPublicUrl || blogPublicUrl;
  return `Tagwire/${VERSION}${contact === '' ? '' : ` (+${contact})`}`;
}

export interface ThreadSettings {
  /** Absolute path of the worker module of an index, or of `log`. */
  workerPath?: (name: string) => string;
  /** How long a thread with work may give no sign of life. */
  silentMsMax?: number;
}
