/**
 * What the files of the log's database hold, in words: for a report of damage.
 */
import { basename, join } from 'node:path';
import { readManifest } from '../leveldb/manifest.js';

/** By the first byte of a key, in the order of the keys. */
const TABLES: readonly (readonly [string, string])[] = [
  ['b', 'bodies'],
  ['i', 'identities'],
  ['l', 'entries'],
  ['n', 'pointers to newest records'],
  ['t', 'rewinds of the clock'],
  ['x', 'marks of entries that are set aside'],
];

/** What depends on a file of `log/`. */
export async function contentOfLogFile(data: string, path: string): Promise<string> {
  const name = basename(path);
  if (/^(CURRENT|MANIFEST)/.test(name))
    return 'everything: it says which files the log consists of';
  if (name.endsWith('.log')) return 'what was written last';
  const manifest = await readManifest(join(data, 'log')).catch(() => null);
  const number = Number.parseInt(name, 10);
  const table = manifest?.tables.find((one) => one.number === number);
  if (table === undefined) return 'a part of the log';
  const [from, to] = [table.smallest, table.largest].map((key) => key.subarray(0, -8));
  if (from![0] === 0x6c && to![0] === 0x6c && from!.length === 7 && to!.length === 7) {
    return `entries ${from!.readUIntBE(1, 6)} to ${to!.readUIntBE(1, 6)}`;
  }
  const held = TABLES.filter(([letter]) => {
    const byte = letter.charCodeAt(0);
    return byte >= from![0]! && byte <= to![0]!;
  });
  return held.map(([, words]) => words).join(', ') || 'the head of the log';
}
