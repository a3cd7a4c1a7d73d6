/** What `tagwire verify` finds, without a server and beside one. */
import '../../engine/actor/threads-here.js';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { INDEX_FORMATS, verifyFolder, withRepair } from '../../../src/app/cli/actions/verify.js';
import { systemClock } from '../../../src/kernel/clock.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import type { Database } from '../../../src/store/database.js';
import type { Operation } from '../../../src/store/level.js';
import { FolderReader } from '../../../src/store/leveldb/folder-reader.js';
import {
  entryKey,
  HEAD_KEY,
  identityKey,
  itemKey,
  sequenceValue,
  skipKey,
} from '../../../src/store/log/keys.js';
import { snapshotFoldersOf } from '../../../src/store/repair/snapshot-check.js';
import { fillStore } from '../../app/filled-store.js';
import { startServer } from '../../serve/api/harness.js';
import { root } from '../../tidy/root.js';
import { makeStore, sendMore } from '../backup/stage.js';
import { tempFolder } from '../helper.js';
import { NOW_MS, openLog, withDatabase } from '../log/helper.js';
import { filesIn, findingsOf } from './stage.js';

t.setTimeout(300_000);

const END = '2024-05-10T00:00:00.000Z';
const WORLD = { seed: 7, days: 3, endMs: Date.parse(END), media: 4, perDay: 20, blogs: 3 };
const ERASE = { kind: 'erase', target: 'news', key: 'https://abc.example/2' };
const ALL_BODIES = { gte: Buffer.from('b'), lt: Buffer.from('c') };

function put(key: Buffer, value: Buffer): Operation {
  return { type: 'put', key, value };
}

/** Whether the log and the lists of two folders read the same. */
async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = [await readsOf(one), await readsOf(other)];
  return isDeepStrictEqual(first, second);
}

async function readsOf(data: string): Promise<unknown[]> {
  const view = await FolderReader.counted(join(data, 'log'));
  const pairs: unknown[] = [];
  for await (const pair of view.entries({ gte: Buffer.alloc(0), lt: Buffer.of(0xff) }))
    pairs.push(pair);
  return [pairs, await snapshotFoldersOf(data)];
}

t.test('a log with items of every kind, set aside, erased and expired, is sound', async (t) => {
  const desk = await makeStore(t);
  await sendMore(desk, [ERASE]);
  await desk.reopen();
  await desk.log.skip('tags', 5);
  await desk.log.advance(NOW_MS + 3_600_000);
  await desk.log.rewind(NOW_MS);
  await desk.log.expireBodies({ atMs: NOW_MS + 200 * 86_400_000, coveredSequence: 9 }, true);
  await desk.log.close();
  const { report, facts } = await verifyFolder(desk.folder);
  t.same(
    report.findings.filter(({ part }) => part !== 'snapshots'),
    [],
  );
  t.equal(facts?.sweptSequence, 8);
  t.equal(facts?.head?.lastTickMs, NOW_MS);
  t.match(report.findings, [
    {
      file: 'snapshots and history of similarity',
      what: /holds what bodies told .* up to entry 8/,
    },
    { file: 'snapshots and history of directory' },
    { file: 'snapshots and history of topics' },
  ]);
  t.match(report.setAside, [{ actor: 'tags', sequence: 5, about: /^news https:/ }]);
});

t.test('a value that does not follow from the entries is named', async (t) => {
  const url = 'https://abc.example/1';
  const changes: { [what: string]: [RegExp, (database: Database) => Promise<Operation[]>] } = {
    'an identity is gone': [
      /identities do not follow/,
      async () => [{ type: 'del', key: identityKey('news', url) }],
    ],
    'an identity points elsewhere': [
      /identities do not follow/,
      async (database) => {
        const value = Buffer.from((await database.get(identityKey('news', url)))!);
        value[11]! ^= 1;
        return [put(identityKey('news', url), value)];
      },
    ],
    'an item counts as erased and is not': [
      /the identity of news https:\/\/abc.example\/1 is wrong/,
      async (database) => {
        const value = Buffer.from((await database.get(identityKey('news', url)))!);
        value[12] = 1;
        return [put(identityKey('news', url), value)];
      },
    ],
    'a pointer leads elsewhere': [
      /pointers do not follow/,
      async () => [put(itemKey('news', 1), sequenceValue(1))],
    ],
    'an entry is set aside without a record': [
      /marks do not follow/,
      async () => [put(skipKey('tags', 3), Buffer.alloc(0))],
    ],
    'a body is another one': [
      /the body of news 1 does not match its record/,
      async (database) => {
        for await (const [key] of database.entries(ALL_BODIES)) {
          if (key.readUIntBE(8, 6) === 1 && key[7] === 3) return [put(key, Buffer.from('other'))];
        }
        return [];
      },
    ],
    'a body is gone': [
      /the body of news 1 is missing/,
      async (database) => {
        for await (const [key] of database.entries(ALL_BODIES)) {
          if (key.readUIntBE(8, 6) === 1 && key[7] === 3) return [{ type: 'del', key }];
        }
        return [];
      },
    ],
    'an entry is gone': [/entry 5 is missing/, async () => [{ type: 'del', key: entryKey(5) }]],
    'the head is gone': [/the log has no head/, async () => [{ type: 'del', key: HEAD_KEY }]],
    'the secret is gone': [
      /the secret of the store is missing/,
      async () => [{ type: 'del', key: Buffer.from('k') }],
    ],
  };
  for (const [title, [what, change]] of Object.entries(changes)) {
    const desk = await makeStore(t);
    await withDatabase(desk.folder, async (database) => database.write(await change(database)));
    const found = await findingsOf(desk.folder);
    t.match(found[0], what, title);
    t.ok(
      found.every((one) => one.startsWith('damage')),
      title,
    );
  }
});

t.test('a log that ends before its anchor, or has none, is told of', async (t) => {
  const desk = await makeStore(t);
  const saved = join(tempFolder(t), 'saved');
  cpSync(desk.folder, saved, { recursive: true });
  await sendMore(desk, [{ kind: 'category', key: 'more', label: 'More' }]);
  cpSync(join(desk.folder, 'anchor'), join(saved, 'anchor'));
  const lost = /^damage log: the anchor names entry \d+, the log is whole up to \d+/;
  t.match(await findingsOf(saved), [lost]);
  rmSync(join(desk.folder, 'anchor'));
  t.match(await findingsOf(desk.folder), [/^damage anchor: it is missing or unreadable/]);
});

t.test('a whole store', async (t) => {
  const data = join(tempFolder(t), 'data');
  await fillStore(data, WORLD);
  const accounts = Accounts.open(data, systemClock);
  await accounts.addUser('tea', 'Tea');
  await accounts.createKey('tea', 'first');
  t.same(await findingsOf(data), [], 'is sound');

  await t.test('is verified without a change', async (t) => {
    const before = filesIn(data).map((file) => readFileSync(join(data, file)));
    await verifyFolder(data);
    t.same(
      filesIn(data).map((file) => readFileSync(join(data, file))),
      before,
    );
  });

  await t.test('names each file that is flipped, cut or missing', async (t) => {
    const copy = join(tempFolder(t), 'copy');
    for (const file of filesIn(data)) {
      const path = join(copy, file);
      for (const [how, spoil] of Object.entries({
        flipped: (bytes: Buffer) => {
          bytes[bytes.length >> 1]! ^= 0x10;
          writeFileSync(path, bytes);
        },
        cut: (bytes: Buffer) => writeFileSync(path, bytes.subarray(0, bytes.length >> 1)),
        missing: () => rmSync(path),
      })) {
        const bytes = readFileSync(join(data, file));
        const isPieces = file.includes('/pieces/');
        if (bytes.length === 0 || (isPieces && how === 'cut')) continue;
        rmSync(copy, { recursive: true, force: true });
        cpSync(data, copy, { recursive: true });
        spoil(bytes);
        const found = await findingsOf(copy);
        // What a list has lost is named by the files that it no longer names.
        const isList = /^(history|snapshots)\/lists\//.test(file);
        const named = isList ? file.split('/')[0]! : file.split('/').slice(0, -1).join('/') || file;
        const isNamed = found.some((one) => one.includes(named));
        const isHarmless = isNamed || (await isSame(copy, data));
        t.ok(isHarmless, `${file}, ${how}: ${found[0]?.slice(0, 90)}`);
      }
    }
  });

  await t.test('is verified beside the server that holds it', async (t) => {
    await startServer(t, { now: END, flags: { data } });
    const { report } = await verifyFolder(data);
    t.same(report.findings, []);
    t.match(report.checked, [{ part: 'log' }, { part: 'snapshots' }]);
  });
});

t.test('a folder without a store, or one that somebody verifies, is refused', async (t) => {
  const folder = tempFolder(t);
  await t.rejects(verifyFolder(folder), { code: 'INPUT_INVALID', message: /there is no store in/ });
  mkdirSync(join(folder, 'log'));
  t.match(await findingsOf(folder), [/^damage log\/CURRENT: /]);
});

t.test('a log of another format is refused in one line, by every command', async (t) => {
  for (const version of [1, 3]) {
    const desk = await makeStore(t);
    await withDatabase(desk.folder, async (database) => {
      const writes: Operation[] = [];
      for await (const [key, value] of database.entries({
        gte: entryKey(0),
        lt: Buffer.from('m'),
      })) {
        writes.push(put(key, Buffer.concat([Buffer.of(version), value.subarray(1)])));
      }
      await database.write(writes);
    });
    const before = filesIn(desk.folder);
    const refusal = {
      code: 'STORE_UNKNOWN',
      message: new RegExp(`its log is of format ${version}, `),
    };
    await t.rejects(openLog(desk.folder), refusal);
    await t.rejects(verifyFolder(desk.folder), refusal);
    await t.rejects(
      withRepair(desk.folder, null, async () => undefined),
      refusal,
    );
    t.same(filesIn(desk.folder), before, 'nothing was changed');
  }
});

t.test('the formats that are read are those of the writers', async (t) => {
  for (const { actor, needsBodies } of INDEX_FORMATS) {
    const service = ['directory', 'mentions', 'topics'].includes(actor) ? 'blogs' : 'news';
    const text = readFileSync(join(root, 'src', service, actor, 'writer.ts'), 'utf8');
    t.equal(/readonly bodies = 'needed';/.test(text), needsBodies, actor);
  }
});
