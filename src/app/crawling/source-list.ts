/**
 * The list of sources of a store, as commands read it, with its path and that of the crawler's state.
 *
 * Not here: changing the list (cli/actions/source.ts), following its changes (crawler/sources).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceEntry, SourceFile } from '../../crawler/sources/model.js';
import { readSources } from '../../crawler/sources/read-sources.js';
import type { Config } from '../../kernel/config.js';
import { reasonAt, TagwireError } from '../../kernel/errors.js';

/** `sources.toml` in its present state; without a file, an empty list. */
export interface SourceList {
  path: string;
  text: string;
  file: SourceFile;
}

export function sourcesPathOf({ sources, data }: Config): string {
  return sources === '' ? join(data, 'sources.toml') : sources;
}

/** Folder of the crawler's state; it may be deleted while no crawler runs. */
export function crawlFolderOf({ data }: Config): string {
  return join(data, 'crawler');
}

/** Advice where there is no list of sources. */
export function noSources(path: string): string {
  return `there is no ${path}; write it as data/sources.example.toml shows, or begin with \`tagwire source add ADDRESS\``;
}

/** @throws TagwireError CONFIG_INVALID where the file exists and cannot be read. */
export async function openSourceList(config: Config): Promise<SourceList> {
  const path = sourcesPathOf(config);
  const text = existsSync(path) ? readText(path) : '';
  return { path, text, file: await checkedSources(text) };
}

/** The same for commands that only read or change existing entries. @throws TagwireError CONFIG_INVALID */
export async function knownSourceList(config: Config): Promise<SourceList> {
  const path = sourcesPathOf(config);
  if (existsSync(path)) return openSourceList(config);
  throw new TagwireError('CONFIG_INVALID', noSources(path));
}

/** Entries by name: a code, a slug, or either with its kind in front, as in `media:gazette`. */
export function entriesNamed({ file }: SourceList, name: string): SourceEntry[] {
  return file.entries.filter(({ kind, key }) => key === name || `${kind}:${key}` === name);
}

/** @throws TagwireError CONFIG_INVALID where the file cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new TagwireError('CONFIG_INVALID', reasonAt(path, cause), { cause });
  }
}

/** Checks selectors with the code that reads pages, which is 290 files and is loaded only for selectors. */
async function checkedSources(text: string): Promise<SourceFile> {
  let hasSelectors = false;
  const file = readSources(text, () => {
    hasSelectors = true;
    return null;
  });
  if (!hasSelectors) return file;
  const { checkSelector } = await import('../../documents/selector.js');
  return readSources(text, checkSelector);
}
