/**
 * `tagwire inspect feed|page`: what the crawler would make of documents, as ingest records.
 */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { createLogger } from '../../../kernel/logger.js';
import {
  createCrawlTools,
  type Inspection,
  type InspectOptions,
  inspect,
} from '../../crawling/inspect.js';
import { configOf } from '../config-file.js';

/** Documents under way for each thread: one is read while another is taken apart. */
const PER_THREAD = 2;

interface Flags {
  url?: string;
  media?: string;
  blog?: string;
}

async function inspectAll(
  command: Command,
  sources: readonly string[],
  options: InspectOptions,
): Promise<void> {
  const threads = sources.length > 1 ? availableParallelism() : 1;
  const config = { ...configOf(command), crawlThreads: threads };
  const tools = createCrawlTools(config, createLogger(config, 'tagwire'));
  const print = sources.length === 1 ? printOne : printLine;
  try {
    await inOrder(
      sources,
      threads * PER_THREAD,
      (source) => inspect(tools, source, options),
      print,
    );
  } finally {
    await tools.close();
  }
}

/** Works on several at once and prints in the order of the list. */
async function inOrder<T>(
  sources: readonly string[],
  atOnce: number,
  work: (source: string) => Promise<T>,
  print: (result: T) => void,
): Promise<void> {
  const underWay: Promise<T>[] = [];
  for (const source of sources) {
    underWay.push(work(source));
    if (underWay.length >= atOnce) print(await underWay.shift()!);
  }
  for (const one of underWay) print(await one);
}

function printOne({ records, dropped, error }: Inspection): void {
  for (const record of records) process.stdout.write(`${JSON.stringify(record)}\n`);
  for (const { reason, what } of dropped) process.stderr.write(`left out: ${reason}: ${what}\n`);
  if (error === null) return;
  process.stderr.write(`tagwire: ${error}\n`);
  process.exitCode = 1;
}

function printLine(inspection: Inspection): void {
  const { error, ...rest } = inspection;
  process.stdout.write(`${JSON.stringify(error === null ? rest : inspection)}\n`);
  if (error !== null) process.exitCode = 1;
}

export async function inspectSources(
  what: string,
  sources: string[],
  flags: Flags,
  own: Command,
): Promise<void> {
  if (what !== 'feed' && what !== 'page') {
    own.error(`expected feed or page, got ${what}`, { exitCode: 2 });
  }
  const { url = null, media = 'inspected', blog } = flags;
  const owner: InspectOptions['owner'] =
    blog === undefined ? { kind: 'media', key: media } : { kind: 'blog', key: blog };
  await inspectAll(own, sources, { what: what as InspectOptions['what'], owner, url });
}
