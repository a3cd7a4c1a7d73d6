/**
 * `tagwire verify`: checks that everything in a data folder is as it was written, with or without a running
 * server, and changes nothing. Exit codes: 0 sound, 1 damage found (or the folder cannot be verified),
 * 2 wrong usage.
 *
 * `tagwire verify --pairs`: checks that the similarity window holds exactly the pairs that a sample of its
 * bodies makes, with the right numbers. Asks the server that holds the store, or opens the store where none
 * runs. Meant to be run every night.
 *
 * `tagwire repair`: repairs a damaged folder that no other process holds, after the operator has agreed to the plan.
 */
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { DIRECTORY_READS_FROM, DIRECTORY_VERSION } from '../../../blogs/directory/codec.js';
import { MENTIONS_READS_FROM, MENTIONS_VERSION } from '../../../blogs/mentions/codec.js';
import { TOPICS_READS_FROM, TOPICS_VERSION } from '../../../blogs/topics/codec.js';
import { systemClock } from '../../../kernel/clock.js';
import { TagwireError } from '../../../kernel/errors.js';
import { CATALOG_READS_FROM, CATALOG_VERSION } from '../../../news/catalog/codec.js';
import { EVENTS_READS_FROM, EVENTS_VERSION } from '../../../news/events/codec.js';
import { MEDIA_READS_FROM, MEDIA_VERSION } from '../../../news/media/codec.js';
import { PORTALS_READS_FROM, PORTALS_VERSION } from '../../../news/portals/codec.js';
import {
  type AuditAnswer,
  SIMILARITY_READS_FROM,
  SIMILARITY_VERSION,
} from '../../../news/similarity/codec.js';
import { TAGS_READS_FROM, TAGS_VERSION } from '../../../news/tags/codec.js';
import { readUndisturbed } from '../../../store/backup/make-backup.js';
import { BackupSource } from '../../../store/backup/source.js';
import { lockFolder, type Release } from '../../../store/lock.js';
import { holdsStore } from '../../../store/log/store-traces.js';
import { type Plan, Repair } from '../../../store/repair/repair.js';
import type { Finding, Report } from '../../../store/repair/report.js';
import type { ReadFormats } from '../../../store/repair/snapshot-check.js';
import { type Verified, verify } from '../../../store/repair/verify.js';
import type { IndexName } from '../../indices.js';
import { connectIngest, giveWay } from '../../ingest/ingest-socket.js';
import { refuse } from '../answers.js';
import { configOf } from '../config-file.js';
import { withSink } from '../open-sink.js';

/** Error codes of a folder that cannot be locked, because it cannot be written to. */
const UNWRITABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT']);

/**
 * Verifies a data folder, through the server that holds it or without one.
 * @throws TagwireError INPUT_INVALID when there is no store, STORE_LOCKED while another command has it.
 */
export async function verifyFolder(data: string): Promise<Verified> {
  checkThere(data);
  const served = await verifyServed(data);
  if (served !== null) return served;
  let release: Release;
  try {
    release = lockOf(data);
  } catch (error) {
    // A server that is just starting opens its socket last.
    const late = await verifyServed(data);
    if (late === null) throw error;
    return late;
  }
  try {
    return await verify({ data, formats: INDEX_FORMATS, served: null });
  } finally {
    release();
  }
}

async function verifyServed(data: string): Promise<Verified | null> {
  const sink = await connectIngest(data);
  if (sink === null) return null;
  try {
    return await readUndisturbed(() => {
      const served = new BackupSource(data, (request) => sink.backup(request), true);
      return verify({ data, formats: INDEX_FORMATS, served });
    });
  } finally {
    await sink.close();
  }
}

function lockOf(data: string): Release {
  try {
    return lockFolder(data);
  } catch (error) {
    if (UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? '')) return () => undefined;
    throw error;
  }
}

/**
 * Does some work with the plan of a repair, while no other process holds the folder.
 * @throws TagwireError STORE_LOCKED while a server runs on it.
 */
export async function withRepair<T>(
  data: string,
  backup: string | null,
  work: (repair: Repair) => Promise<T>,
): Promise<T> {
  checkThere(data);
  const release = lockFolder(data);
  try {
    const options = { data, formats: INDEX_FORMATS, backup, clock: systemClock };
    const repair = await Repair.plan(options);
    return await work(repair).finally(() => repair.close());
  } finally {
    release();
  }
}

function checkThere(data: string): void {
  if (holdsStore(data)) return;
  throw new TagwireError(
    'INPUT_INVALID',
    `there is no store in ${data}; give its folder as --data`,
  );
}

/** Snapshot formats of every index that this version reads, for commands that check a store without its indices. */
const VERSIONS: { readonly [N in IndexName]: readonly [number, number] } = {
  catalog: [CATALOG_READS_FROM, CATALOG_VERSION],
  media: [MEDIA_READS_FROM, MEDIA_VERSION],
  tags: [TAGS_READS_FROM, TAGS_VERSION],
  events: [EVENTS_READS_FROM, EVENTS_VERSION],
  portals: [PORTALS_READS_FROM, PORTALS_VERSION],
  similarity: [SIMILARITY_READS_FROM, SIMILARITY_VERSION],
  directory: [DIRECTORY_READS_FROM, DIRECTORY_VERSION],
  mentions: [MENTIONS_READS_FROM, MENTIONS_VERSION],
  topics: [TOPICS_READS_FROM, TOPICS_VERSION],
};

/** Indices that need bodies, as their writers say (`bodies`). */
const NEEDING_BODIES: ReadonlySet<string> = new Set(['similarity', 'directory', 'topics']);

export const INDEX_FORMATS: readonly ReadFormats[] = Object.entries(VERSIONS).map(
  ([actor, [readsFrom, version]]) => ({
    actor,
    readsFrom,
    version,
    needsBodies: NEEDING_BODIES.has(actor),
  }),
);

/** Wrong or missing pairs that are listed one by one. */
const NAMED_MAX = 20;

function reportText({ isSound, checked, findings, setAside, unnamed }: Report): string {
  const damage = findings.filter(({ level }) => level === 'damage');
  const lines = [
    ...checked.map(({ part, summary }) => `${part.padEnd(10)} ${summary}`),
    ...setAside.map(
      ({ actor, sequence, about }) =>
        `set aside  ${actor}: entry ${sequence} (${about}), which ended its thread three times`,
    ),
    ...findings.map(lineOf),
  ];
  if (unnamed > 0) lines.push(`damage     and ${unnamed} values more`);
  lines.push(
    isSound
      ? 'sound'
      : `${damage.length} places are damaged; \`tagwire repair\` says what can be made of it, and changes nothing before it is told to`,
  );
  return `${lines.join('\n')}\n`;
}

function lineOf({ level, file, at, what, means }: Finding): string {
  const place = at === null ? file : `${file} at byte ${at}`;
  return `${level.padEnd(10)} ${place}: ${what}; it concerns ${means}`;
}

function auditText({ bodies, sampled, pairs, leftOut, missing, wrong }: AuditAnswer): string {
  const named = (what: string, list: readonly (readonly [number, number])[]): string[] =>
    list.slice(0, NAMED_MAX).map(([a, b]) => `${what}: articles ${a} and ${b}`);
  return [
    `${sampled} of ${bodies} bodies compared with all others: ${pairs} pairs, counted from each sampled end`,
    `${missing.length} missing, ${wrong.length} wrong`,
    ...(leftOut === 0
      ? []
      : [
          `${leftOut} left out: one of the articles has more near copies than one is compared with`,
        ]),
    ...named('missing', missing),
    ...named('wrong', wrong),
    '',
  ].join('\n');
}

export async function verifyStore(
  { sample, pairs, json }: { sample: number; pairs?: true; json?: true },
  own: Command,
): Promise<void> {
  const config = configOf(own);
  if (pairs === true) {
    const answer = await withSink(config, (sink) =>
      sink.ask('similarity', { type: 'audit', sample }),
    );
    process.stdout.write(auditText(answer));
    if (answer.missing.length + answer.wrong.length > 0) process.exitCode = 1;
    return;
  }
  giveWay();
  const { report } = await verifyFolder(config.data);
  const { isSound, checked, findings, setAside, unnamed } = report;
  const facts = { sound: isSound, checked, findings, unnamed, setAside };
  process.stdout.write(json === true ? `${JSON.stringify(facts)}\n` : reportText(report));
  if (!isSound) process.exitCode = 1;
}

/** The words that an operator types to agree. */
const WORDS = { repair: 'repair', lose: 'repair and lose' } as const;

interface Answers {
  yes?: true;
  acceptLoss?: true;
  fromBackup?: string;
}

function planText({ damage, steps, losses }: Plan): string {
  return [
    ...damage.map(
      ({ file, at, what }) => `damaged  ${at === null ? file : `${file} at byte ${at}`}: ${what}`,
    ),
    ...steps.map((step) => `plan     ${step}`),
    ...(losses.length === 0 ? ['lost     nothing'] : losses.map((loss) => `lost     ${loss}`)),
    'aside    what is damaged or replaced goes to quarantine/; nothing is deleted',
  ].join('\n');
}

/** @throws TagwireError INPUT_INVALID unless the operator agrees. */
async function agree({ losses }: Plan, { yes, acceptLoss }: Answers): Promise<void> {
  const isLossy = losses.length > 0;
  if (yes === true && (!isLossy || acceptLoss === true)) return;
  if (yes === true) {
    refuse(
      'the plan loses something; nothing was changed. Name a backup with --from-backup, or add --accept-loss',
    );
  }
  if (!process.stdin.isTTY) {
    refuse(
      `nothing was changed; run it again with --yes${isLossy ? ' --accept-loss' : ''} to do this`,
    );
  }
  const word = isLossy ? WORDS.lose : WORDS.repair;
  const asker = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asker.question(`Type "${word}" to do this: `);
  asker.close();
  if (answer.trim() !== word) refuse('nothing was changed');
}

export async function repair(options: Answers, own: Command): Promise<void> {
  const { data } = configOf(own);
  if (options.acceptLoss === true && options.yes !== true) {
    own.error('--accept-loss goes with --yes');
  }
  await withRepair(data, options.fromBackup ?? null, async (repair) => {
    if (!repair.isNeeded) {
      process.stdout.write('sound: there is nothing to repair\n');
      return;
    }
    process.stdout.write(`${planText(repair.plan)}\n`);
    await agree(repair.plan, options);
    const aside = await repair.run();
    process.stdout.write(
      `repaired. What was damaged lies in ${aside}; it keeps what it holds, also what was erased or has expired since: delete it when nobody looks at it any more\n`,
    );
  });
}
