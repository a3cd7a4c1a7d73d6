/** Reads `sources.toml` in tests, with a check of selectors that knows two mistakes. */
import type { SourceEntry, SourceFile } from '../../../src/crawler/sources/model.js';
import { readSources } from '../../../src/crawler/sources/read-sources.js';

export function checkSelector(selector: string): string | null {
  if (/[>+~,]\s*$/.test(selector)) return 'it ends in the middle';
  return /^\s*[@\d]/.test(selector) ? 'it begins with what no selector begins with' : null;
}

export function read(text: string): SourceFile {
  return readSources(text, checkSelector);
}

export function keysOf(entries: readonly SourceEntry[]): string[] {
  return entries.map(({ kind, key }) => `${kind}:${key}`);
}
