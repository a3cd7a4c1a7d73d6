/** What deriving costs the log's thread: the same articles with their tags given and with none. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workerPath } from '../../src/app/paths.js';
import { ruleFile } from '../../src/app/rule-files.js';
import { RestartingThread } from '../../src/engine/actor/after-crashes.js';
import { isoOf } from '../../src/kernel/clock.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { IngestLog } from '../../src/store/log/ingest-log.js';
import { tagNoiseOf } from '../../src/store/log/tag-noise.js';
import { taggerBy } from '../../src/store/log/tagging-link.js';
import { median, round, threadMs } from '../lab.js';
import type { TruthArticle } from '../truth-sets.js';

const ROUNDS = 5;
const BATCH_LINES = 500;
/** As workers/log.ts has it. */
const YOUNG_MB = 16;
/** The log's thread at 20,000 articles a second. */
const ARTICLE_MICROS = 50;

/** A line of the table: microseconds with tags given and with none, and what the rest is a part of. */
export async function costOf(
  name: string,
  articles: readonly TruthArticle[],
): Promise<(string | number)[]> {
  const given: number[] = [];
  const none: number[] = [];
  // The first round compiles.
  for (let turn = 0; turn <= ROUNDS; turn++) {
    const [one, other] = [await ingestMicros(articles, true), await ingestMicros(articles, false)];
    if (turn === 0) continue;
    given.push(one);
    none.push(other);
  }
  const [withTags, without] = [median(given), median(none)];
  const more = without - withTags;
  return [
    ...[name, round(withTags, 1), round(without, 1), round(more, 1)],
    ...[round(more / withTags, 2), round(more / ARTICLE_MICROS, 2)],
  ];
}

async function ingestMicros(articles: readonly TruthArticle[], isTagged: boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-cost-'));
  const noise = tagNoiseOf(ruleFile('tag-noise'));
  const thread = { name: 'tagging', filename: workerPath('tagging'), workerData: { noise } };
  const tagger = taggerBy(new RestartingThread({ ...thread, youngMb: YOUNG_MB }, silentLogger));
  const log = await IngestLog.open({ folder, logger: silentLogger, tagger });
  const outlets = [...new Set(articles.map(({ record }) => record.media))];
  const nowMs = Math.max(...articles.map(({ record }) => record.observedMs));
  const send = (lines: readonly object[]): Promise<unknown> => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    return log.ingest({ bytes: Uint8Array.from(Buffer.from(text)), replay: false, nowMs });
  };
  await send(outlets.map((media) => ({ kind: 'media', media, title: `${media}.example` })));
  let spentMs = 0;
  for (let from = 0; from < articles.length; from += BATCH_LINES) {
    const lines = articles.slice(from, from + BATCH_LINES).map(({ record, body }) => {
      const { media, url, title, tags, observedMs } = record;
      const line = { kind: 'news', media, url, title, observedAt: isoOf(observedMs) };
      return { ...line, tags: isTagged ? tags : [], ...(body === '' ? {} : { body }) };
    });
    const beforeMs = threadMs();
    await send(lines);
    spentMs += threadMs() - beforeMs;
  }
  await log.close();
  rmSync(folder, { recursive: true });
  return (1000 * spentMs) / articles.length;
}
