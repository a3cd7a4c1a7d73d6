/**
 * `tagwire generate`: writes a seeded synthetic corpus as NDJSON.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { generateCorpus } from '../../generator/corpus.js';
import { HOUR_MS, parseInstant, systemClock, systemMonotonic } from '../../kernel/clock.js';
import { createProgress } from '../progress.js';
import { readVocabulary } from '../vocabulary-files.js';
import { type WorldName, worldOption } from '../worlds.js';

/** Lines are handed to the stream in pieces of about this size. */
const PIECE_BYTES = 256 * 1024;

interface GenerateOptions {
  seed: number;
  days: number;
  end?: number;
  media: number;
  perDay: number;
  blogs: number;
  out?: string;
  world?: WorldName;
}

export function addGenerate(program: Command): void {
  program
    .command('generate')
    .description('write a seeded, invented corpus of news and blogs as NDJSON')
    .addOption(
      new Option('--seed <integer>', 'names the world').default(1).argParser(whole(0, 2 ** 53 - 1)),
    )
    .addOption(new Option('--days <integer>', 'length').default(7).argParser(whole(1, 36_500)))
    .addOption(
      new Option('--end <time>', 'where it ends (default: the hour that has begun)').argParser(
        instant,
      ),
    )
    .addOption(new Option('--media <integer>', 'outlets').default(30).argParser(whole(1, 200)))
    .addOption(
      new Option('--per-day <integer>', 'articles a day')
        .default(2000)
        .argParser(whole(1, 100_000)),
    )
    .addOption(new Option('--blogs <integer>', 'blogs').default(40).argParser(whole(0, 20_000)))
    .addOption(worldOption())
    .option('--out <file>', 'file to write, gzip if it ends in .gz (default: standard output)')
    .action(generate);
}

async function generate(options: GenerateOptions): Promise<void> {
  const { seed, days, media, perDay, blogs, out, world } = options;
  const endMs = options.end ?? Math.floor(systemClock.nowMs() / HOUR_MS) * HOUR_MS;
  const lines = generateCorpus({ seed, days, endMs, media, perDay, blogs }, readVocabulary(world));
  const progress = createProgress('generate', systemMonotonic);
  const expected = days * perDay;
  let written = 0;
  const source = Readable.from(
    pieces(lines, (records) => {
      written = records;
      progress.update(Math.min(records, expected), expected, records);
    }),
  );
  const zipped = out?.endsWith('.gz') ? [createGzip()] : [];
  const target = out === undefined ? process.stdout : createWriteStream(out);
  await pipeline([source, ...zipped, target]);
  progress.stop();
  if (out !== undefined) process.stderr.write(`${out}: ${written} records\n`);
}

function* pieces(lines: Iterable<string>, onPiece: (records: number) => void): Generator<string> {
  let buffered: string[] = [];
  let bufferedLength = 0;
  let records = 0;
  for (const line of lines) {
    buffered.push(line, '\n');
    bufferedLength += line.length;
    records += 1;
    if (bufferedLength < PIECE_BYTES) continue;
    yield buffered.join('');
    onPiece(records);
    buffered = [];
    bufferedLength = 0;
  }
  yield buffered.join('');
  onPiece(records);
}

function whole(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= low && value <= high) return value;
    throw new InvalidArgumentError(`expected a whole number from ${low} to ${high}`);
  };
}

function instant(text: string): number {
  const atMs = parseInstant(text);
  if (atMs !== null) return atMs;
  throw new InvalidArgumentError('expected an ISO 8601 time with Z or an offset');
}
