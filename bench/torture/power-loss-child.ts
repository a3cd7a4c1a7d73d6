/**
 * Fills a data folder in several sessions, as a server does: batches, snapshots and history beside
 * them, users, now and then a compaction. The second session finds the lists of snapshots as an earlier
 * version wrote them. Says of each change on standard output when it is acknowledged.
 * Arguments: data folder, seed.
 */
import { writeSync } from 'node:fs';
import { systemClock } from '../../src/kernel/clock.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { Accounts } from '../../src/store/accounts/accounts.js';
import { IngestLog } from '../../src/store/log/ingest-log.js';
import { PROFILES, SnapshotStore } from '../../src/store/snapshots.js';
import { makeDice } from './fault.js';
import { ACTOR, articleOf, chunkOf, FORMAT, MEDIA, NOW_MS } from './recording/content.js';
import { toDatabase } from './recording/older-lists.js';

const SESSIONS = 3;
const STEPS_MAX = 12;
const BATCH_MAX = 4;
const STANDARD_OUTPUT = 1;
const [folder = '', seed = ''] = process.argv.slice(2);
const dice = makeDice(Number(seed));
let articles = 0;
let users = 0;

function tell(what: string): void {
  writeSync(STANDARD_OUTPUT, `${what}\n`);
}

async function ingest(log: IngestLog): Promise<void> {
  const count = articles === 0 ? 0 : 1 + dice(BATCH_MAX);
  const records: object[] = Array.from({ length: count }, (_, at) => articleOf(articles + at));
  if (articles === 0) records.push(MEDIA, articleOf(0));
  const bytes = new TextEncoder().encode(records.map((one) => JSON.stringify(one)).join('\n'));
  await log.ingest({ bytes, replay: false, nowMs: NOW_MS });
  articles += Math.max(1, count);
  tell(`articles ${articles}`);
}

/** Returns where the log stood. */
async function take(log: IngestLog, store: SnapshotStore): Promise<number> {
  const { sequence } = log.head;
  const chain = await log.chainHexAt(sequence);
  const cold = Array.from({ length: 1 + Math.floor(sequence / 8) }, (_, day) => `day-${day}`);
  const chunks = [`state-${sequence}`, 'fixed'];
  const writer = await store.begin(ACTOR, { chunks, cold });
  for (const name of writer.missing) await writer.add([{ name, bytes: chunkOf(name) }]);
  await writer.commit({ version: FORMAT, sequence, chain });
  return sequence;
}

async function snapshot(log: IngestLog, store: SnapshotStore, profile: string): Promise<void> {
  tell(`${profile} ${await take(log, store)}`);
}

async function changeAccounts(accounts: Accounts): Promise<void> {
  if (users > 0 && dice(3) === 0) {
    const login = `user-${dice(users)}`;
    if (!accounts.users().some((user) => user.login === login)) return;
    tell(`removing ${login}`);
    await accounts.removeUser(login);
    tell(`removed ${login}`);
    return;
  }
  const login = `user-${users++}`;
  await accounts.addUser(login, login);
  tell(`added ${login}`);
}

for (let session = 0; session < SESSIONS; session++) {
  const log = await IngestLog.open({ folder, logger: silentLogger });
  const stores = new Map<string, SnapshotStore>();
  for (const profile of PROFILES) {
    const warn = ({ reason }: { reason: string }): void => {
      throw new Error(reason);
    };
    stores.set(profile, await SnapshotStore.open(`${folder}/${profile}`, warn, profile));
  }
  const accounts = Accounts.open(folder, systemClock);
  await ingest(log);
  for (let step = dice(STEPS_MAX); step > 0; step--) {
    const beside: Promise<void>[] = [];
    for (const [profile, store] of stores) {
      const isOlder = session === 0 && profile === 'snapshots';
      if (dice(3) === 0 && !isOlder) beside.push(snapshot(log, store, profile));
    }
    if (dice(3) === 0) beside.push(changeAccounts(accounts));
    await ingest(log);
    await Promise.all(beside);
    if (dice(10) === 0) await log.compact();
  }
  const older = session === 0 ? await take(log, stores.get('snapshots')!) : null;
  for (const store of stores.values()) await store.close();
  if (older !== null) {
    await toDatabase(`${folder}/snapshots/lists`);
    tell(`snapshots ${older}`);
  }
  await log.close();
}
