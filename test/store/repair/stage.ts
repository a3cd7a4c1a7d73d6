/** A whole store, closed, and what a verification says of it. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { verifyFolder } from '../../../src/app/cli/actions/verify.js';

/** Files that say nothing about a store. */
const IDLE = /(^|\/)(LOG|LOG\.old|LOCK|VERIFIED|clock|lock|ingest\.sock|rejects\.ndjson)$/;

/** The findings of a folder, as `file: what`. */
export async function findingsOf(data: string): Promise<string[]> {
  const { report } = await verifyFolder(data);
  return report.findings.map(({ level, file, what }) => `${level} ${file}: ${what}`);
}

/** Every file that something depends on, within the folder. */
export function filesIn(data: string): string[] {
  return readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(data, join(parentPath, name)))
    .filter((file) => !IDLE.test(file))
    .sort();
}
