/**
 * Writes news without bodies and what it refers to, then says as JSON how many records of articles
 * these are, and how many bytes the last of each article has. In a process of its own, because what it
 * leaves behind would be collected while something else is measured.
 * Arguments: path, articles, days, end.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { generateCorpus } from '../../demo/corpus.js';
import { readVocabulary } from '../../demo/read-vocabulary.js';

const [path, articles, dayCount, end] = process.argv.slice(2);
const days = Number(dayCount);
const perDay = Math.ceil(Number(articles) / days);
const options = { seed: 3, days, endMs: Date.parse(end!), media: 100, perDay, blogs: 0 };
const out = createWriteStream(path!);
const bytesOf = new Map<string, number>();
let records = 0;
for (const line of generateCorpus(options, readVocabulary())) {
  const record = JSON.parse(line) as { kind: string; url: string; body?: string };
  if (!['news', 'media', 'category'].includes(record.kind)) continue;
  delete record.body;
  const json = JSON.stringify(record);
  if (record.kind === 'news') {
    records += 1;
    bytesOf.set(record.url, Buffer.byteLength(json));
  }
  if (!out.write(`${json}\n`)) await once(out, 'drain');
}
out.end();
await once(out, 'close');
let jsonBytes = 0;
for (const bytes of bytesOf.values()) jsonBytes += bytes;
console.log(JSON.stringify({ records, jsonBytes }));
