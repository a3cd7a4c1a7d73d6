/**
 * `tagwire inspect feed|page`: what the crawler would make of documents, as ingest records.
 */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { createCrawlTools } from '../../app/crawling/crawl-tools.js';
import { type Inspection, type InspectOptions, inspect } from '../../app/crawling/inspect.js';
import { createLogger } from '../../kernel/logger.js';
import { addOptions, configOf } from '../config-file.js';

/** Documents under way for each thread: one is read while another is taken apart. */
const PER_THREAD = 2;

interface Flags {
  url?: string;
  media?: string;
  blog?: string;
}

export function addInspect(program: Command): void {
  const command = program
    .command('inspect')
    .description('print, as ingest records, what the crawler would make of feeds or pages')
    .argument('<what>', 'feed or page')
    .argument('<source...>', 'files or addresses; several print a line of JSON each')
    .option('--url <address>', 'the address that a file came from')
    .option('--media <code>', 'records of articles of this media (default inspected)')
    .option('--blog <slug>', 'records of posts of this blog instead');
  addOptions(command, ['clock', 'crawlAllow', 'crawlContact', 'logLevel']).action(
    async (what: string, sources: string[]) => {
      if (what !== 'feed' && what !== 'page') {
        command.error(`expected feed or page, got ${what}`, { exitCode: 2 });
      }
      const { url = null, media = 'inspected', blog } = command.opts<Flags>();
      const owner: InspectOptions['owner'] =
        blog === undefined ? { kind: 'media', key: media } : { kind: 'blog', key: blog };
      await inspectAll(command, sources, { what: what as InspectOptions['what'], owner, url });
    },
  );
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
