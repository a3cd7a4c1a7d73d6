/**
 * `tagwire source …`: finds, tests, removes, imports and exports the sources of the crawler.
 *
 * Invariants: the file is replaced as a whole, so that a crawler that follows it never reads half of it. Lines that a
 * command does not change stay as they were.
 * Not here: reading the list (crawling/source-list.ts).
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
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { findSource, type SourceSearch } from '../../../crawler/finding/find-source.js';
import { entriesOf, outlinesOf } from '../../../crawler/finding/proposal.js';
import type { StoredForm } from '../../../crawler/records/article-records.js';
import type { SourceEntry } from '../../../crawler/sources/model.js';
import { defaultsOf } from '../../../crawler/sources/read-sources.js';
import { appendEntries, appendEntry, removeEntry } from '../../../crawler/sources/write-sources.js';
import { articleLines, oneLine, traceLines } from '../../../crawler/trace-lines.js';
import { writeOpml } from '../../../documents/opml.js';
import { isoOf } from '../../../kernel/clock.js';
import { reasonAt, TagwireError } from '../../../kernel/errors.js';
import { createLogger } from '../../../kernel/logger.js';
import { readBlogList } from '../../crawling/blog-lists.js';
import { traceSource, withTools } from '../../crawling/crawl-tools.js';
import {
  entriesNamed,
  knownSourceList,
  openSourceList,
  readText,
  type SourceList,
} from '../../crawling/source-list.js';
import { refuse } from '../answers.js';
import { configOf } from '../config-file.js';

const LINKS_SHOWN = 10;
const KEY = /^[A-Za-z0-9_.-]{1,64}$/;

type Found = SourceSearch & { kind: 'found' };

interface AddFlags {
  yes?: boolean;
  media?: string;
  blog?: string;
}

export async function addSourceOf(address: string, flags: AddFlags, own: Command): Promise<void> {
  const config = configOf(own);
  const sources = await openSourceList(config);
  const wishes = wishesOf(flags, sources);
  const logger = createLogger(config, 'tagwire');
  const onAttempt = ({ url, result }: { url: string; result: string }): void => {
    process.stderr.write(`tried ${url}: ${oneLine(result)}\n`);
  };
  const known = { known: sources.file.entries, defaults: defaultsOf(sources.text) };
  const finding = await withTools(config, logger, (tools) =>
    findSource(address, tools, { ...known, ...wishes, onAttempt }),
  );
  if (finding.kind === 'refused') {
    const reason = oneLine(finding.message);
    refuse(reason.startsWith(address) ? reason : `${address}: ${reason}`);
  }
  printLines(foundLines(finding));
  printLines(['', entryText(sources, finding.entry), '']);
  const agreed = flags.yes ?? (await ask(`Add this to ${sources.path}?`));
  if (!agreed) return;
  // The list is read again: the file may have changed while the question was open.
  addToList(await openSourceList(config), [finding.entry]);
  process.stdout.write(`added ${finding.entry.kind} "${finding.entry.key}" to ${sources.path}\n`);
}

function wishesOf(
  { media, blog }: AddFlags,
  sources: SourceList,
): { kind?: SourceEntry['kind']; key?: string } {
  if (media !== undefined && blog !== undefined) refuse('give --media or --blog, not both');
  const key = media ?? blog;
  if (key === undefined) return {};
  if (!KEY.test(key)) refuse(`"${key}" is no code: letters, digits, "_", "-" or "."`);
  const kind = media === undefined ? 'blog' : 'media';
  const [taken] = entriesNamed(sources, `${kind}:${key}`);
  if (taken !== undefined) refuse(`${kind} "${key}" is there already, on line ${taken.line}`);
  return { kind, key };
}

/** The facts that a person needs before the source is added. */
function foundLines({ entry, summary, sample, stored, problems }: Found): string[] {
  const { title, siteUrl, format, language, items, pages, newestMs, wholeTexts, hubUrl } = summary;
  const newest = newestMs === null ? 'without dates' : `the newest of ${isoOf(newestMs)}`;
  const texts = wholeTexts ? ', with whole texts' : '';
  const lines = [`${title} (${siteUrl})`];
  for (const { url } of entry.channels) lines.push(`  ${format} ${url}`);
  const inPages = pages > 1 ? ` on ${pages} pages` : '';
  lines.push(`  ${items} items${inPages}, ${newest}${texts}`);
  if (language !== null) lines.push(`  language: ${language}`);
  if (hubUrl !== null) lines.push(`  tells of changes through ${hubUrl}`);
  if (sample !== null) lines.push('', ...articleLines(sample));
  if (stored !== null) lines.push(...storedLines(stored));
  if (problems.length > 0) lines.push('', ...problems.map((problem) => `note: ${problem}`));
  return lines.map(oneLine);
}

/** The stored form of the sample article, whatever else its page holds. */
function storedLines({ from, tags, links }: StoredForm): string[] {
  const lines = [`stored from the ${from}`, `  tags: ${tags.join(', ') || 'none'}`];
  if (links !== null) lines.push(`  links: ${links.length}`);
  for (const url of links?.slice(0, LINKS_SHOWN) ?? []) lines.push(`    ${url}`);
  return lines;
}

export async function testSource(
  name: string,
  { json }: { json?: boolean },
  own: Command,
): Promise<void> {
  const config = configOf(own);
  const logger = createLogger(config, 'tagwire');
  const traces = await traceSource(config, logger, await openSourceList(config), name);
  for (const [index, trace] of traces.entries()) {
    if (json) process.stdout.write(`${JSON.stringify(trace)}\n`);
    else printLines([...(index > 0 ? ['', ''] : []), ...traceLines(trace)]);
  }
  if (traces.some(({ fault }) => fault !== null)) process.exitCode = 1;
}

export async function removeSource(
  name: string,
  { yes }: { yes?: boolean },
  own: Command,
): Promise<void> {
  const config = configOf(own);
  const sources = await knownSourceList(config);
  const [entry, other] = entriesNamed(sources, name);
  if (entry === undefined) return refuse(`there is no source "${name}" in ${sources.path}`);
  if (other !== undefined) refuse(`"${name}" is two: write media:${name} or blog:${name}`);
  if (!yes && !(await ask(`Remove ${entry.kind} "${entry.key}" from ${sources.path}?`))) return;
  const now = await knownSourceList(config);
  const [removed = entry] = entriesNamed(now, `${entry.kind}:${entry.key}`);
  const without = removeEntry(now.text, removed);
  if (without !== null) replaceFile(now.path, without);
  process.stdout.write(`removed ${entry.kind} "${entry.key}"\n`);
}

interface ImportFlags {
  media?: boolean;
  dryRun?: boolean;
}

export async function importSources(
  path: string,
  { media, dryRun }: ImportFlags,
  own: Command,
): Promise<void> {
  const sources = await openSourceList(configOf(own));
  const { blogs, unusable } = readBlogList(readText(path), basename(path));
  const { entries, known, withoutFeed } = entriesOf(
    blogs,
    sources.file.entries,
    defaultsOf(sources.text),
    media ? 'media' : 'blog',
  );
  if (dryRun) {
    for (const entry of entries) printLines([entryText(sources, entry), '']);
    return;
  }
  addToList(sources, entries);
  for (const { siteUrl } of withoutFeed) {
    process.stderr.write(`no feed is named for ${siteUrl}: try tagwire source add\n`);
  }
  process.stdout.write(
    `added ${entries.length}, known already ${known}, without a feed ${withoutFeed.length}, without a usable address ${unusable}\n`,
  );
  if (entries.length > 0) process.stderr.write(`written to ${sources.path}\n`);
}

export async function exportSources({ out }: { out?: string }, own: Command): Promise<void> {
  const { entries } = (await knownSourceList(configOf(own))).file;
  const opml = writeOpml({ title: 'Tagwire sources', outlines: outlinesOf(entries) });
  if (out === undefined) process.stdout.write(opml);
  else writeFileSync(out, opml);
}

/** The text that would be appended to the file. */
function entryText({ text }: SourceList, entry: SourceEntry): string {
  return appendEntry(text, entry).slice(text.length).trim();
}

function addToList({ path, text }: SourceList, entries: readonly SourceEntry[]): void {
  if (entries.length > 0) replaceFile(path, appendEntries(text, entries));
}

function replaceFile(path: string, text: string): void {
  try {
    // The file may name private feeds, and the folder is a store's: both are private to their owner.
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // The target of a link is replaced, not the link.
    const target = existsSync(path) ? realpathSync(path) : path;
    const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
    writeFileSync(`${target}.new`, text, { mode: 0o600 });
    // An existing file keeps the mode that its owner gave it.
    chmodSync(`${target}.new`, mode);
    renameSync(`${target}.new`, target);
  } catch (cause) {
    throw new TagwireError('CONFIG_INVALID', reasonAt(path, cause), { cause });
  }
}

/** Asks at the terminal. @throws TagwireError INPUT_INVALID where there is no terminal. */
async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    refuse('nothing was changed: there is no terminal to ask at; say --yes');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

function printLines(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
