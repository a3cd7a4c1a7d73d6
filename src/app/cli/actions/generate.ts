/** `tagwire generate`: writes a seeded synthetic corpus as NDJSON. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Command } from 'commander';
import { generateCorpus } from '../../../../demo/corpus.js';
import { readVocabulary, type WorldName } from '../../../../demo/read-vocabulary.js';
import { HOUR_MS, systemClock, systemMonotonic } from '../../../kernel/clock.js';
import { instantOf } from '../answers.js';
import { createProgress } from '../progress.js';

/** Lines are handed to the stream in pieces of about this size. */
const PIECE_BYTES = 256 * 1024;

interface GenerateOptions {
  seed: number;
  days: number;
  end?: string;
  media: number;
  perDay: number;
  blogs: number;
  out?: string;
  world?: WorldName;
}

export async function generate(options: GenerateOptions, own: Command): Promise<void> {
  const { seed, days, media, perDay, blogs, out, world } = options;
  const endMs =
    instantOf(own, '--end', options.end) ?? Math.floor(systemClock.nowMs() / HOUR_MS) * HOUR_MS;
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
