/**
 * Cuts the newest file of the log at every byte of its last batches, beside an anchor that names one
 * of them: what opens is a prefix of whole batches with all that the anchor names, or it is refused.
 */
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '../../src/kernel/logger.js';
import { IngestLog } from '../../src/store/log/ingest-log.js';
import type { Fault, Outcome } from './fault.js';

const NOW_MS = Date.parse('2024-05-01T00:00:00.000Z');
const BATCHES = 6;
const BATCH_MAX = 4;

/** The log after a batch. */
interface Point {
  sequence: number;
  /** Bytes of the newest file then. */
  byteLength: number;
  anchor: Buffer;
}

function newestLog(data: string): string {
  const folder = join(data, 'log');
  const names = readdirSync(folder).filter((name) => name.endsWith('.log'));
  return join(folder, names.sort().at(-1)!);
}

/** Writes a few batches; where the log stood before the first and after each. */
async function writeBatches(data: string, dice: (sides: number) => number): Promise<Point[]> {
  const log = await IngestLog.open({ folder: data, logger: silentLogger });
  const points: Point[] = [];
  let next = 1;
  const note = (): void => {
    points.push({
      sequence: log.head.sequence,
      byteLength: readFileSync(newestLog(data)).length,
      anchor: readFileSync(join(data, 'anchor')),
    });
  };
  const send = async (records: object[]): Promise<void> => {
    const bytes = new TextEncoder().encode(records.map((one) => JSON.stringify(one)).join('\n'));
    await log.ingest({ bytes, replay: false, nowMs: NOW_MS });
    note();
  };
  await send([{ kind: 'media', media: 'abc', title: 'ABC' }]);
  for (let batch = 0; batch < BATCHES; batch++) {
    const count = 1 + dice(BATCH_MAX);
    const items = Array.from({ length: count }, () => {
      const url = `https://abc.example/${next++}`;
      const body = 'A sentence. '.repeat(1 + dice(60));
      const publishedAt = new Date(NOW_MS).toISOString();
      return { kind: 'news', media: 'abc', url, title: url, body, publishedAt };
    });
    await send(items);
  }
  await log.close();
  return points;
}

/** The sequence that the store has; null when it was refused. */
async function openedAt(data: string): Promise<{ sequence: number | null; message: string }> {
  try {
    const log = await IngestLog.open({ folder: data, logger: silentLogger });
    try {
      const { sequence } = log.head;
      // Everything is read and verified.
      for (let from = 1; from <= sequence; ) {
        const block = await log.read(from, 'needed');
        if (block === null) break;
        from += block.count;
      }
      return { sequence, message: '' };
    } finally {
      await log.close();
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'STORE_DAMAGED') throw error;
    return { sequence: null, message: (error as Error).message };
  }
}

export const fault: Fault = {
  promise:
    'a log that is cut off is a prefix of whole batches with all that was acknowledged, or refused',
  rounds: 5000,
  async run({ rounds, dice, folder, progress }): Promise<Outcome> {
    const violations: string[] = [];
    const figures = { opened: 0, refused: 0, cuts: 0 };
    const cut = join(folder, 'cut');
    let data = '';
    let points: Point[] = [];
    let at = 0;
    let stores = 0;
    for (let round = 1; round <= rounds; round++) {
      const first = points[0];
      if (first === undefined || at < first.byteLength) {
        if (data !== '') rmSync(data, { recursive: true, force: true });
        stores += 1;
        data = join(folder, `whole-${stores}`);
        points = await writeBatches(data, dice);
        at = points.at(-1)!.byteLength;
      }
      const named = points[dice(points.length)]!;
      rmSync(cut, { recursive: true, force: true });
      cpSync(data, cut, { recursive: true });
      truncateSync(newestLog(cut), at);
      rmSync(join(cut, 'log', 'VERIFIED'), { force: true });
      writeFileSync(join(cut, 'anchor'), named.anchor);
      const whole = points.findLast(({ byteLength }) => byteLength <= at)?.sequence ?? 0;
      const { sequence, message } = await openedAt(cut);
      figures.cuts += 1;
      const what = `store ${stores}, cut at ${at}, anchor at ${named.sequence}`;
      if (sequence === null) {
        figures.refused += 1;
        if (whole >= named.sequence) violations.push(`${what}: refused, though all is there`);
        if (!message.includes(cut)) violations.push(`${what}: "${message}" names no place`);
      } else {
        figures.opened += 1;
        if (sequence < named.sequence) violations.push(`${what}: opened at ${sequence}`);
        if (sequence !== whole) violations.push(`${what}: ${sequence} instead of ${whole}`);
      }
      at -= 1;
      progress(`round ${round}: ${figures.opened} opened, ${figures.refused} refused`);
    }
    return { rounds, violations, figures };
  },
};
