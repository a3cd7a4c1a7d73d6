/**
 * What the commands about `sources.toml` do beside reading it: find, trace, add, remove, import and export
 * sources.
 *
 * Invariants: the file is replaced as a whole, so that a crawler that follows it never sees half of
 * it; what stood in it stays as it was.
 * Not here: the list as it is (source-list.ts), asking and printing (cli).
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  type FindOptions,
  findSource,
  type SourceSearch,
} from '../../crawler/finding/find-source.js';
import { addressesOf } from '../../crawler/finding/places.js';
import type { Wishes } from '../../crawler/finding/proposal.js';
import type { StoredForm } from '../../crawler/records/stored-form.js';
import { entriesOf, type Imported, outlinesOf } from '../../crawler/sources/listed-sites.js';
import type { SourceEntry } from '../../crawler/sources/model.js';
import { defaultsOf } from '../../crawler/sources/read-sources.js';
import { appendEntries, appendEntry, removeEntry } from '../../crawler/sources/write-sources.js';
import { type Trace, targetOf, targetsOf, traceFetch } from '../../crawler/trace.js';
import { writeOpml } from '../../documents/opml.js';
import type { Config } from '../../kernel/config.js';
import { reasonAt, TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { readBlogList } from './blog-lists.js';
import { type CrawlTools, createCrawlTools } from './inspect.js';
import { readText, type SourceList } from './source-list.js';

export { articleLines, oneLine, traceLines } from '../../crawler/trace-lines.js';
export type { Imported, SourceEntry, SourceSearch, StoredForm, Trace };
export type Found = SourceSearch & { kind: 'found' };

/** Finds out what stands behind an address. */
export async function findSourceOf(
  config: Config,
  logger: Logger,
  list: SourceList,
  input: string,
  wishes: Wishes & Pick<FindOptions, 'onAttempt'>,
): Promise<SourceSearch> {
  const options = { known: list.file.entries, defaults: defaultsOf(list.text), ...wishes };
  return withTools(config, logger, (tools) => findSource(input, tools, options));
}

/** Traces every channel of an entry, or an address. @throws TagwireError INPUT_INVALID for neither. */
export async function traceSource(
  config: Config,
  logger: Logger,
  list: SourceList,
  name: string,
): Promise<Trace[]> {
  const entries = entriesNamed(list, name);
  const [address] = addressesOf(name);
  const isBare = entries.length === 0 && !/[.:/]/.test(name);
  if (isBare || (entries.length === 0 && address === undefined)) {
    throw new TagwireError(
      'INPUT_INVALID',
      `"${name}" is no source in ${list.path} and no address`,
    );
  }
  const targets = entries.length > 0 ? entries.flatMap(targetsOf) : [targetOf(address!)];
  return withTools(config, logger, async (tools) => {
    const traces: Trace[] = [];
    for (const target of targets) traces.push(await traceFetch(tools, target));
    return traces;
  });
}

/** Entries of a name: a code, a slug, or either with its kind in front, as in `media:gazette`. */
export function entriesNamed({ file }: SourceList, name: string): SourceEntry[] {
  return file.entries.filter(({ kind, key }) => key === name || `${kind}:${key}` === name);
}

/** The text that would be put at the end of the file. */
export function entryText({ text }: SourceList, entry: SourceEntry): string {
  return appendEntry(text, entry).slice(text.length).trim();
}

/** Puts entries at the end of the file. */
export function addToList({ path, text }: SourceList, entries: readonly SourceEntry[]): void {
  if (entries.length > 0) replaceFile(path, appendEntries(text, entries));
}

/** Takes an entry out of the file. */
export function removeFromList({ path, text }: SourceList, entry: SourceEntry): void {
  const without = removeEntry(text, entry);
  if (without !== null) replaceFile(path, without);
}

/** Entries for the sites of a list in any form that `blog add --file` knows. */
export function importedFrom(
  { text, file }: SourceList,
  listPath: string,
  kind: SourceEntry['kind'],
): Imported & { unusable: number } {
  const { blogs, unusable } = readBlogList(readText(listPath), basename(listPath));
  return { ...entriesOf(blogs, file.entries, defaultsOf(text), kind), unusable };
}

/** Every feed of the file as OPML. */
export function opmlOf({ file }: SourceList): string {
  return writeOpml({ title: 'Tagwire sources', outlines: outlinesOf(file.entries) });
}

async function withTools<T>(
  config: Config,
  logger: Logger,
  work: (tools: CrawlTools) => Promise<T>,
): Promise<T> {
  const tools = createCrawlTools(config, logger);
  try {
    return await work(tools);
  } finally {
    await tools.close();
  }
}

function replaceFile(path: string, text: string): void {
  try {
    // It may name private feeds, and the folder is a store's: both are their owner's.
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // What a link points to is replaced, not the link.
    const target = existsSync(path) ? realpathSync(path) : path;
    const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
    writeFileSync(`${target}.new`, text, { mode: 0o600 });
    // A file that is there keeps the rights that its owner gave it.
    chmodSync(`${target}.new`, mode);
    renameSync(`${target}.new`, target);
  } catch (cause) {
    throw new TagwireError('CONFIG_INVALID', reasonAt(path, cause), { cause });
  }
}
