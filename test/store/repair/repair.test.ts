/** What `tagwire repair` makes of damaged stores, and what it never does. */
import '../../engine/actor/threads-here.js';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { withRepair } from '../../../src/app/cli/actions/verify.js';
import { systemClock } from '../../../src/kernel/clock.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import { moveAll } from '../../../src/store/repair/moves.js';
import type { Plan } from '../../../src/store/repair/repair.js';
import { backUp, makeStore, sendMore } from '../backup/stage.js';
import { tempFolder } from '../helper.js';
import { type Desk, dump, news, openLog } from '../log/helper.js';
import { filesIn, findingsOf } from './stage.js';

t.setTimeout(300_000);

const ERASE = { kind: 'erase', target: 'news', key: 'https://abc.example/2' };
const EVERYTHING = 'lihnbk';
/** Key of the head, as `contentOf` writes it. */
const HEAD = '68 ';

/** A log in a table and in a log of LevelDB's, with something erased. */
async function makeDamaged(t: Test): Promise<Desk> {
  const desk = await makeStore(t);
  await sendMore(desk, [ERASE]);
  await sendMore(desk, [news(50, { body: 'the newest of all' })]);
  return desk;
}

async function repair(data: string, backup: string | null = null): Promise<Plan> {
  return withRepair(data, backup, async (repair) => {
    if (repair.isNeeded) await repair.run();
    return repair.plan;
  });
}

function flip(path: string, at?: number): void {
  const bytes = readFileSync(path);
  bytes[at ?? bytes.length >> 1]! ^= 0x10;
  writeFileSync(path, bytes);
}

const inLog = (data: string, end: RegExp): string[] =>
  readdirSync(join(data, 'log'))
    .filter((name) => end.test(name))
    .sort()
    .map((name) => join(data, 'log', name));

/** Everything that the log of a folder holds, without what a repair sets anew. */
async function contentOf(data: string): Promise<string[]> {
  return (await dump(data, EVERYTHING)).map(([key, value]) => `${key} ${value}`);
}

t.test('a sound store is left alone', async (t) => {
  const { folder } = await makeDamaged(t);
  const before = filesIn(folder);
  const { damage, steps } = await repair(folder);
  t.same({ damage, steps }, { damage: [], steps: [] });
  t.same(filesIn(folder), before);
});

t.test('what follows from entries, and files that say where they are, cost nothing', async (t) => {
  const { folder } = await makeDamaged(t);
  const wanted = await contentOf(folder);
  const saved = join(tempFolder(t), 'saved');
  cpSync(folder, saved, { recursive: true });
  const spoils: { [what: string]: (data: string) => void } = {
    'CURRENT is gone': (data) => rmSync(join(data, 'log', 'CURRENT')),
    'the manifest is gone': (data) => rmSync(inLog(data, /^MANIFEST/)[0]!),
    'the manifest is cut': (data) => truncateSync(inLog(data, /^MANIFEST/)[0]!, 60),
    'the manifest is damaged': (data) => flip(inLog(data, /^MANIFEST/)[0]!),
  };
  for (const [what, spoil] of Object.entries(spoils)) {
    rmSync(folder, { recursive: true });
    cpSync(saved, folder, { recursive: true });
    spoil(folder);
    t.not((await findingsOf(folder)).length, 0, what);
    await t.rejects(openLog(folder), { code: 'STORE_DAMAGED' }, `${what}: it is not opened`);
    const { losses } = await repair(folder);
    t.same(losses, [], what);
    t.same(await contentOf(folder), wanted, `${what}: everything is there`);
    const found = await findingsOf(folder);
    t.match(found, [/^note quarantine: /], what);
    const log = await openLog(folder);
    await log.close();
  }
});

t.test('a damaged table is cut to a whole prefix, and what is lost is said', async (t) => {
  const { folder } = await makeDamaged(t);
  const [table] = inLog(folder, /ldb$/);
  const backup = join(tempFolder(t), 'backup');
  await backUp(folder, backup);
  const wanted = await contentOf(folder);
  const saved = join(tempFolder(t), 'saved');
  cpSync(folder, saved, { recursive: true });
  writeFileSync(table!, Buffer.alloc(300, 7));
  const plan = await withRepair(folder, null, async ({ plan }) => plan);
  t.match(plan.losses[0], /^\d+ acknowledged entries, 1 to \d+: a log is whole or ends/);
  t.same(
    readdirSync(folder).filter((name) => name === 'quarantine' || name === 'repairing'),
    [],
    'a plan changes nothing',
  );
  await t.test('with a backup nothing is lost', async (t) => {
    const { losses, steps } = await repair(folder, backup);
    t.same(losses, []);
    t.match(steps.join('\n'), /of them from the backup/);
    t.same(await contentOf(folder), wanted);
  });
  await t.test('without one it ends where it must', async (t) => {
    rmSync(folder, { recursive: true });
    cpSync(saved, folder, { recursive: true });
    writeFileSync(table!, Buffer.alloc(300, 7));
    await repair(folder);
    t.match(await findingsOf(folder), [/^note quarantine/]);
    const log = await openLog(folder);
    t.equal(log.head.sequence, 0);
    await log.close();
  });
});

t.test('what was erased does not come back with an older table', async (t) => {
  const desk = await makeStore(t);
  const old = join(tempFolder(t), 'old');
  cpSync(join(desk.folder, 'log'), old, { recursive: true });
  await sendMore(desk, [ERASE]);
  const backup = join(tempFolder(t), 'backup');
  await backUp(desk.folder, backup);
  // As after a power cut on a disk that had not let go of deleted files.
  for (const name of readdirSync(old).filter((name) => /(ldb|log)$/.test(name))) {
    cpSync(join(old, name), join(desk.folder, 'log', name.replace(/^0000/, '0090')));
  }
  rmSync(join(desk.folder, 'log', 'CURRENT'));
  const saved = join(tempFolder(t), 'saved');
  cpSync(desk.folder, saved, { recursive: true });
  const url = Buffer.from('https://abc.example/2').toString('hex');
  for (const isDamaged of [false, true]) {
    rmSync(desk.folder, { recursive: true });
    cpSync(saved, desk.folder, { recursive: true });
    // Then only the backup knows of the erasure.
    if (isDamaged) for (const path of inLog(desk.folder, /^0000.*ldb$/)) flip(path);
    const { losses } = await repair(desk.folder, isDamaged ? backup : null);
    t.same(losses, []);
    const values = await contentOf(desk.folder);
    const holders = values.filter((value) => value.split(' ')[1]!.includes(url));
    t.equal(holders.length, 1, 'the erasure itself names it');
    const log = await openLog(desk.folder);
    t.equal((await log.item('news', 2))?.record ?? null, null);
    await log.close();
  }
});

t.test('an anchor that is gone is made anew, and the doubt is said', async (t) => {
  const { folder } = await makeDamaged(t);
  rmSync(join(folder, 'anchor'));
  const { losses } = await repair(folder);
  t.match(losses, [/^the proof that nothing was acknowledged after entry \d+$/]);
  t.match(await findingsOf(folder), [], 'it is sound');
});

t.test('a log that is gone is made anew from a backup, with or without its anchor', async (t) => {
  const { folder } = await makeDamaged(t);
  const backup = join(tempFolder(t), 'backup');
  await backUp(folder, backup);
  // Where time began is no entry.
  const entriesOf = async (data: string): Promise<string[]> =>
    (await contentOf(data)).filter((one) => !one.startsWith(HEAD));
  const wanted = await entriesOf(folder);
  const saved = join(tempFolder(t), 'saved');
  cpSync(folder, saved, { recursive: true });
  for (const parts of [['log'], ['log', 'anchor'], ['log/CURRENT', 'anchor']]) {
    rmSync(folder, { recursive: true });
    cpSync(saved, folder, { recursive: true });
    mkdirSync(join(folder, 'snapshots', 'pieces'), { recursive: true });
    for (const part of parts) rmSync(join(folder, part), { recursive: true });
    await t.rejects(openLog(folder), { code: 'STORE_DAMAGED', message: /`tagwire repair`/ });
    await repair(folder, backup);
    t.same(await entriesOf(folder), wanted, `${parts.join(' and ')}: everything is there`);
    await (await openLog(folder)).close();
  }
});

t.test('accounts', async (t) => {
  const { folder } = await makeDamaged(t);
  const accounts = Accounts.open(folder, systemClock);
  await accounts.addUser('tea', 'Tea');
  const backup = join(tempFolder(t), 'backup');
  await backUp(folder, backup);
  await accounts.addUser('oolong', 'Oolong');
  const saved = join(tempFolder(t), 'saved');
  cpSync(folder, saved, { recursive: true });
  const journal = join(folder, 'accounts', 'journal');
  const loginsAfter = async (from: string | null): Promise<string[]> => {
    await repair(folder, from);
    t.match(await findingsOf(folder), [/^note quarantine/]);
    return Accounts.open(folder, systemClock)
      .users()
      .map(({ login }) => login);
  };
  const again = (): void => {
    rmSync(folder, { recursive: true });
    cpSync(saved, folder, { recursive: true });
  };
  flip(journal, readFileSync(journal).length - 20);
  t.same(await loginsAfter(null), ['tea'], 'whole lines are kept');
  again();
  flip(journal, readFileSync(journal).length - 20);
  t.same(await loginsAfter(backup), ['tea'], 'or those of a backup');
  again();
  rmSync(join(folder, 'accounts', 'journal.anchor'));
  t.same(await loginsAfter(null), ['tea', 'oolong'], 'an anchor is made anew');
});

t.test(
  'a repair that is cut off is ended by the next one, and nothing is served before',
  async (t) => {
    const { folder } = await makeDamaged(t);
    const wanted = await contentOf(folder);
    const draft = join(folder, 'repairing', 'new');
    mkdirSync(draft, { recursive: true });
    cpSync(join(folder, 'log'), join(draft, 'log'), { recursive: true });
    flip(inLog(folder, /ldb$/)[0]!);
    writeFileSync(join(draft, 'anchor'), readFileSync(join(folder, 'anchor')));
    const moves = [
      { part: 'log', isReplaced: true },
      { part: 'anchor', isReplaced: true },
    ];
    const quarantine = join('quarantine', 'one');
    writeFileSync(join(folder, 'repairing', 'moves.json'), JSON.stringify({ quarantine, moves }));
    t.match((await findingsOf(folder)).at(-1), /damage repairing: a repair did not end/);
    await t.rejects(openLog(folder), {
      code: 'STORE_DAMAGED',
      message: /a repair of it did not end/,
    });
    await repair(folder);
    t.notOk(existsSync(join(folder, 'repairing')));
    t.same(await contentOf(folder), wanted);
    t.same(readdirSync(join(folder, quarantine)).sort(), ['anchor', 'log']);
    // Moving everything twice changes nothing.
    mkdirSync(draft, { recursive: true });
    await moveAll(folder, [], '2026-01-01T00:00:00.000Z');
    t.same(await contentOf(folder), wanted);
  },
);
