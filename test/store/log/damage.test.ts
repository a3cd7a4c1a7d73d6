import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Database } from '../../../src/store/database.js';
import { entryKey, HEAD_KEY } from '../../../src/store/log/keys.js';
import { times } from '../../all.js';
import { tempFolder } from '../helper.js';
import { at, type Desk, MEDIA, makeDesk, news, openLog, readAll, withDatabase } from './helper.js';

async function makeFilledDesk(t: Parameters<typeof makeDesk>[0]): Promise<Desk> {
  const desk = await makeDesk(t);
  const body = { body: 'text', publishedAt: at(0) };
  await desk.send([MEDIA, news(1, body), news(1, { title: 'New' }), news(2)]);
  return desk;
}

/** Changes the database of a log behind its back. */
async function tamper(desk: Desk, work: (database: Database) => Promise<void>): Promise<void> {
  await desk.log.close();
  await withDatabase(desk.folder, work);
  desk.log = await openLog(desk.folder);
}

t.test('whichever byte of an entry changes, reading it is refused', async (t) => {
  const desk = await makeFilledDesk(t);
  const sequence = 3;
  let whole = Buffer.alloc(0);
  await tamper(desk, async (database) => {
    whole = Buffer.from((await database.get(entryKey(sequence)))!);
  });
  await desk.log.close();
  await withDatabase(desk.folder, async (database) => {
    const { readEntries } = await import('../../../src/store/log/entries.js');
    for (let byte = 0; byte < whole.length; byte++) {
      for (const bits of [0x01, 0x80]) {
        const value = Buffer.from(whole);
        value[byte]! ^= bits;
        await database.write([{ type: 'put', key: entryKey(sequence), value }]);
        await t.rejects(
          readEntries(database, 1, 4, 'none'),
          { code: 'STORE_DAMAGED' },
          `byte ${byte}`,
        );
      }
    }
    await database.write([{ type: 'put', key: entryKey(sequence), value: whole }]);
    t.equal((await readEntries(database, 1, 4, 'none')).count, 4, 'whole again, it is read');
  });
  await desk.reopen();
});

t.test('a missing, truncated, swapped or foreign entry is refused', async (t) => {
  type Cut = (database: Database, values: Buffer[]) => Promise<void>;
  const put = (sequence: number, value: Buffer) =>
    ({ type: 'put', key: entryKey(sequence), value }) as const;
  const cuts: { [what: string]: Cut } = {
    missing: (database) => database.write([{ type: 'del', key: entryKey(2) }]),
    truncated: (database, values) => database.write([put(2, values[1]!.subarray(0, -1))]),
    short: (database, values) => database.write([put(2, values[1]!.subarray(0, 31))]),
    swapped: (database, values) => database.write([put(2, values[2]!), put(3, values[1]!)]),
    doubled: (database, values) => database.write([put(2, values[0]!)]),
  };
  for (const [what, cut] of Object.entries(cuts)) {
    const desk = await makeFilledDesk(t);
    await tamper(desk, async (database) => {
      const values = await database.getMany([1, 2, 3].map((sequence) => entryKey(sequence)));
      await cut(database, values as Buffer[]);
    });
    await t.rejects(readAll(desk.log), { code: 'STORE_DAMAGED' }, what);
    await desk.log.close();
  }
});

t.test('a body that does not match its hash is not handed out', async (t) => {
  const desk = await makeFilledDesk(t);
  await tamper(desk, async (database) => {
    const range = { gte: Buffer.from('b'), lt: Buffer.from('c') };
    for await (const [key] of database.entries(range)) {
      await database.write([{ type: 'put', key, value: Buffer.from('test') }]);
    }
  });
  t.equal((await desk.log.item('news', 1))?.body, null);
  t.ok((await readAll(desk.log)).every(({ body }) => body === null));
});

t.test('an item whose newest record is damaged is neither updated nor shown', async (t) => {
  const desk = await makeFilledDesk(t);
  await tamper(desk, async (database) => {
    const value = Buffer.from((await database.get(entryKey(4)))!);
    value[value.length - 1]! ^= 1;
    await database.write([{ type: 'put', key: entryKey(4), value }]);
  });
  await t.rejects(desk.send([news(2, { title: 'New' })]), { code: 'STORE_DAMAGED' });
  await t.rejects(desk.log.item('news', 2), { code: 'STORE_DAMAGED' });
  t.match(await desk.send([news(1, { title: 'Newer' })]), { updated: 1 }, 'others are');
});

t.test('a log that ends before its anchor is refused, and says what was lost', async (t) => {
  const desk = await makeFilledDesk(t);
  await desk.log.close();
  const saved = `${desk.folder}-saved`;
  cpSync(desk.folder, saved, { recursive: true });
  t.teardown(() => rmSync(saved, { recursive: true }));
  await desk.reopen();
  await desk.send([news(3)]);
  await desk.log.close();
  rmSync(join(desk.folder, 'log'), { recursive: true });
  cpSync(join(saved, 'log'), join(desk.folder, 'log'), { recursive: true });
  const lost = /entry 5 was acknowledged, the log ends at 4/;
  await t.rejects(openLog(desk.folder), { code: 'STORE_DAMAGED', message: lost });
  await t.rejects(openLog(desk.folder), { code: 'STORE_DAMAGED' }, 'again, with nothing left open');
  copyFileSync(join(saved, 'anchor'), join(desk.folder, 'anchor'));
  desk.log = await openLog(desk.folder);
  t.equal(desk.log.head.sequence, 4, 'a whole backup is accepted');
});

t.test('a log of the same length and other content is refused', async (t) => {
  const desk = await makeFilledDesk(t);
  const other = await makeDesk(t);
  await other.send([MEDIA, news(1), news(2), news(3)]);
  await desk.log.close();
  await other.log.close();
  copyFileSync(join(other.folder, 'anchor'), join(desk.folder, 'anchor'));
  await t.rejects(openLog(desk.folder), { code: 'STORE_DAMAGED' });
});

t.test('a head that lags behind the entries, or is lost, is refused', async (t) => {
  for (const [what, head] of [
    ['lost', null],
    ['first', 1],
  ] as const) {
    const desk = await makeDesk(t);
    let old: Buffer | undefined;
    await desk.send([MEDIA]);
    await tamper(desk, async (database) => {
      old = await database.get(HEAD_KEY);
    });
    await desk.send([news(1)]);
    const change = tamper(desk, (database) =>
      database.write([
        head === null
          ? { type: 'del', key: HEAD_KEY }
          : { type: 'put', key: HEAD_KEY, value: Buffer.from(old!) },
      ]),
    );
    await t.rejects(change, { code: 'STORE_DAMAGED' }, what);
  }
});

t.test('a store whose database is gone is not begun anew', async (t) => {
  const desk = await makeFilledDesk(t);
  await desk.log.close();
  rmSync(join(desk.folder, 'log'), { recursive: true });
  await t.rejects(openLog(desk.folder), { code: 'STORE_DAMAGED' });
});

t.test('a store without an anchor is not begun anew, whatever else it has lost', async (t) => {
  const desk = await makeFilledDesk(t);
  await desk.reopen();
  await desk.log.close();
  const log = join(desk.folder, 'log');
  const before = readdirSync(log).filter((name) => /\.(ldb|log)$/.test(name));
  rmSync(join(desk.folder, 'anchor'));
  rmSync(join(log, 'CURRENT'));
  await t.rejects(openLog(desk.folder), { code: 'STORE_DAMAGED' });
  t.same(
    readdirSync(log).filter((name) => /\.(ldb|log)$/.test(name)),
    before,
    'and nothing of it is deleted',
  );
  rmSync(log, { recursive: true });
  mkdirSync(join(desk.folder, 'history', 'lists'), { recursive: true });
  await t.rejects(openLog(desk.folder), { code: 'STORE_DAMAGED' }, 'nor with history alone');
});

t.test('a store that a crash has left half made is begun anew', async (t) => {
  const folder = tempFolder(t);
  mkdirSync(join(folder, 'log'));
  writeFileSync(join(folder, 'log', 'MANIFEST-000001'), '');
  const log = await openLog(folder);
  t.equal(log.head.sequence, 0);
  await log.close();
});

t.test(
  'wherever the newest table log is cut, nothing acknowledged is missing unnoticed',
  async (t) => {
    const desk = await makeDesk(t);
    await desk.send([MEDIA, news(1)]);
    await desk.send([news(2)]);
    await desk.log.close();
    const saved = `${desk.folder}-saved`;
    cpSync(desk.folder, saved, { recursive: true });
    t.teardown(() => rmSync(saved, { recursive: true }));
    const name = readdirSync(join(saved, 'log')).find((one) => one.endsWith('.log'))!;
    const { length } = readFileSync(join(saved, 'log', name));
    for (let at = 0; at < length; at += 7) {
      rmSync(desk.folder, { recursive: true });
      cpSync(saved, desk.folder, { recursive: true });
      truncateSync(join(desk.folder, 'log', name), at);
      await t.rejects(openLog(desk.folder), { code: 'STORE_DAMAGED' }, `cut at ${at}`);
    }
  },
);

t.test('a batch that is damaged before whole ones is missed at the start', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([MEDIA]);
  for (let number = 0; number < 60; number++) {
    await desk.send([news(number, { body: `${number} `.repeat(500), publishedAt: at(0) })]);
  }
  await desk.log.close();
  const name = readdirSync(join(desk.folder, 'log')).find((one) => one.endsWith('.log'))!;
  const path = join(desk.folder, 'log', name);
  const whole = readFileSync(path);
  // LevelDB leaves out what is damaged, with the rest of its 32 KiB, and opens.
  for (const place of [100, 40_000, 70_000]) {
    const flipped = Buffer.from(whole);
    flipped[place]! ^= 1;
    writeFileSync(path, flipped);
    const message = `${path} is damaged at byte `;
    await t.rejects(openLog(desk.folder), { code: 'STORE_DAMAGED', message }, `byte ${place}`);
  }
  writeFileSync(path, whole);
  desk.log = await openLog(desk.folder);
  t.equal((await readAll(desk.log)).length, 61);
});

/** What becomes of a log when one file of its database is changed: its entries, or a refusal. */
async function outcomeOf(folder: string): Promise<number | string> {
  try {
    const log = await openLog(folder);
    try {
      return (await readAll(log)).length;
    } finally {
      await log.close();
    }
  } catch (error) {
    return (error as { code: string }).code;
  }
}

t.test(
  'whatever happens to a file of the database, the loss is noticed or there is none',
  async (t) => {
    const desk = await makeDesk(t);
    await desk.send([MEDIA, news(1)]);
    await desk.reopen();
    await desk.send([news(2)]);
    await desk.reopen();
    await desk.send([news(3)]);
    await desk.log.close();
    const saved = `${desk.folder}-saved`;
    cpSync(desk.folder, saved, { recursive: true });
    t.teardown(() => rmSync(saved, { recursive: true }));
    const counts = { whole: 0, refused: 0 };
    const attempt = async (name: string, what: string, content: Buffer | null): Promise<void> => {
      rmSync(desk.folder, { recursive: true });
      cpSync(saved, desk.folder, { recursive: true });
      const path = join(desk.folder, 'log', name);
      if (content === null) rmSync(path);
      else writeFileSync(path, content);
      const outcome = await outcomeOf(desk.folder);
      if (outcome !== 4 && outcome !== 'STORE_DAMAGED') t.fail(`${name}, ${what}: ${outcome}`);
      counts[outcome === 4 ? 'whole' : 'refused'] += 1;
    };
    for (const name of readdirSync(join(saved, 'log'))) {
      const whole = readFileSync(join(saved, 'log', name));
      await attempt(name, 'deleted', null);
      const step = Math.max(1, Math.floor(whole.length / times(8, 40)));
      for (let at = 0; at < whole.length; at += step) {
        const flipped = Buffer.from(whole);
        flipped[at]! ^= 0x10;
        await attempt(name, `byte ${at}`, flipped);
        await attempt(name, `cut at ${at}`, whole.subarray(0, at));
      }
    }
    t.ok(counts.refused > 10 && counts.whole > 10, JSON.stringify(counts));
  },
);
