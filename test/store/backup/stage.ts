/** A store with something of every kind, and its backups. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { withStore } from '../../../src/app/cli/actions/store.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { type BackupReport, makeBackup } from '../../../src/store/backup/make-backup.js';
import { decodeManifest, MANIFEST, type Manifest } from '../../../src/store/backup/manifest.js';
import { FolderTarget } from '../../../src/store/backup/target.js';
import { tempFolder } from '../helper.js';
import {
  BLOG,
  type Desk,
  dump,
  type Line,
  MEDIA,
  makeDesk,
  NOW_MS,
  news,
  post,
} from '../log/helper.js';

/** Everything that the database of a log holds. */
export const ALL_KEYS = 'hklinbx';
export const OTHER: Line = { kind: 'media', media: 'xyz', title: 'XYZ', enabled: true };

export function textOf(number: number): string {
  return `Body ${number}: ${'a longer text '.repeat(10)}end`;
}

/** Lines of every kind; some items come twice. */
export const LINES: Line[] = [
  { kind: 'category', key: 'politics', label: 'Politics' },
  MEDIA,
  OTHER,
  BLOG,
  ...[1, 2, 3, 4].map((number) => news(number, { body: textOf(number) })),
  news(5),
  news(2, { title: 'Another title', body: textOf(20) }),
  { ...news(100, { body: textOf(100) }), media: 'xyz', url: 'https://xyz.example/100' },
  { ...news(6), url: `https://abc.example/${'long/'.repeat(40)}` },
  post(1, { body: textOf(11), links: [{ url: 'https://abc.example/1' }] }),
  post(2),
  {
    kind: 'portal-item',
    media: 'abc',
    id: 'topic-1',
    itemKind: 'topic',
    title: 'A topic',
    url: 'https://abc.example/topic',
  },
  { kind: 'crawl', media: 'abc', at: '2026-01-31T03:00:00.000Z', ok: true },
  { kind: 'crawl', blog: 'tea', at: '2026-01-31T03:00:00.000Z', ok: false, error: 'away' },
  { kind: 'hide', target: 'news', key: 'https://abc.example/3' },
  { kind: 'revoke', topic: 'green' },
];

/** A log with all of `LINES`, closed. */
export async function makeStore(t: Pick<Test, 'teardown'>, lines = LINES): Promise<Desk> {
  const desk = await makeDesk(t);
  await desk.log.tick(NOW_MS);
  const { rejects } = await desk.send(lines);
  if (rejects.length > 0) throw new Error(rejects[0]!.reason);
  await desk.log.close();
  return desk;
}

/** Ingests into a store that is closed, and closes it again. */
export async function sendMore(desk: Desk, lines: readonly Line[]): Promise<void> {
  await desk.reopen();
  const { rejects } = await desk.send(lines);
  if (rejects.length > 0) throw new Error(rejects[0]!.reason);
  await desk.log.close();
}

/** Backs a store up, whichever process holds it. */
export async function backUp(data: string, target: string): Promise<BackupReport> {
  return withStore({ data, logLevel: 'silent' }, silentLogger, async (source) =>
    makeBackup(source, await FolderTarget.open(target)),
  );
}

export function manifestOf(backup: string): Manifest {
  return decodeManifest(readFileSync(join(backup, MANIFEST)), MANIFEST);
}

/** All files of a folder by path, with what tells whether they were written anew. */
export function filesOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const { ino, mtimeMs } = statSync(path);
      return [path.slice(folder.length + 1), `${ino} ${mtimeMs}`];
    }),
  );
}

/** True when any file of a folder holds a text, packed or not at all. */
export function holdsText(folder: string, text: string): boolean {
  return [...filesOf(folder).keys()].some((path) =>
    readFileSync(join(folder, path)).includes(text),
  );
}

export function emptyFolder(t: Pick<Test, 'teardown'>, name = 'new'): string {
  const folder = join(tempFolder(t), name);
  mkdirSync(folder);
  return folder;
}

/** Changes a byte of a file. */
export function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 0x10;
  writeFileSync(path, bytes);
}

export { dump };
