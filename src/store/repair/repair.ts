/**
 * Repairs a damaged data folder from sound data: other generations, history, sound parts of damaged
 * files, a backup.
 *
 * ```
 *  verify ─► plan: data kept, data lost ─► (the operator agrees) ─► draft ─► verify the draft ─► move
 * ```
 *
 * Invariants: a checksum or the chain proves all data that is kept; there are no guesses. No file
 * changes before the operator has agreed to the plan, and no change is valid before the whole
 * resulting folder has been verified; otherwise the folder stays as it was. Damaged files are set
 * aside and never deleted.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Clock, isoOf } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import { mendJournal } from '../accounts/journal-lines.js';
import { Anchor, inspectAnchor } from '../anchor.js';
import { BackupReader } from '../backup/reader.js';
import { FREE_BYTES_MIN, hasFreeSpace } from '../folders.js';
import { isLockFile } from '../lock.js';
import type { Generation } from '../snapshot-lists.js';
import { PROFILES, type SnapshotProfile } from '../snapshots.js';
import { chainHexAt } from './log-check.js';
import { draftFolder, dropDraft, finishMoves, isCutOff, type Move, moveAll } from './moves.js';
import type { Finding, Report, StorePart } from './report.js';
import { LogSalvage, type Salvage } from './salvage.js';
import type { ReadFormats } from './snapshot-check.js';
import { SnapshotMending, type UsableGeneration } from './snapshot-mending.js';
import { type Verified, verify } from './verify.js';

export interface RepairOptions {
  /** A data folder that is locked. */
  data: string;
  formats: readonly ReadFormats[];
  /** A folder or a tar of `tagwire backup`. */
  backup: string | null;
  clock: Clock;
}

export interface Plan {
  damage: Finding[];
  /** The steps of the repair, with their sources. */
  steps: string[];
  /** Data that the repair loses, or that can no longer be proven. */
  losses: string[];
}

export class Repair {
  readonly #options: RepairOptions;
  readonly #backup: BackupReader | null;
  readonly #verified: Verified;
  readonly plan: Plan;
  readonly #moves: Move[] = [];
  readonly #builds: ((draft: string) => Promise<void>)[] = [];

  private constructor(options: RepairOptions, backup: BackupReader | null, verified: Verified) {
    this.#options = options;
    this.#backup = backup;
    this.#verified = verified;
    const damage = verified.report.findings.filter(({ level }) => level === 'damage');
    this.plan = { damage, steps: [], losses: [] };
  }

  /**
   * Makes a plan; changes no file, except to complete an interrupted repair.
   * @throws TagwireError INPUT_INVALID, BACKUP_DAMAGED, BACKUP_UNKNOWN for the backup.
   */
  static async plan(options: RepairOptions): Promise<Repair> {
    const { data, formats } = options;
    if (isCutOff(data)) await finishMoves(data);
    dropDraft(data);
    const backup = options.backup === null ? null : await BackupReader.open(options.backup);
    const verified = await verify({ data, formats, served: null });
    const repair = new Repair(options, backup, verified);
    await repair.#makePlan();
    return repair;
  }

  get isNeeded(): boolean {
    return this.plan.damage.length > 0;
  }

  /**
   * Carries out the plan; returns the quarantine folder.
   * @throws TagwireError STORE_DAMAGED when the result would not be sound; no file has changed
   * then.
   */
  async run(): Promise<string> {
    const { data, clock } = this.#options;
    this.#checkSpace();
    const draft = draftFolder(data);
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    let left: Report;
    try {
      for (const build of this.#builds) await build(draft);
      left = await this.#verifyDraft(draft);
    } catch (error) {
      dropDraft(data);
      throw error;
    }
    const first = left.findings.find(({ level }) => level === 'damage');
    if (first !== undefined) {
      dropDraft(data);
      throw new TagwireError(
        'STORE_DAMAGED',
        `${data} cannot be repaired from what is there (${first.file}: ${first.what}); nothing was changed. ` +
          'Name a backup with --from-backup, or restore one into an empty folder',
      );
    }
    return moveAll(data, this.#moves, isoOf(clock.nowMs()));
  }

  async close(): Promise<void> {
    await this.#backup?.close();
  }

  #isDamaged(...parts: StorePart[]): boolean {
    return this.plan.damage.some(({ part }) => parts.includes(part));
  }

  async #makePlan(): Promise<void> {
    if (!this.isNeeded) return;
    const { data, formats } = this.#options;
    const actors = formats.map(({ actor }) => actor);
    const mending = await SnapshotMending.open(data, this.#backup, actors);
    const salvage = this.#isDamaged('log') ? await LogSalvage.open(data, this.#backup) : null;
    const facts = (await salvage?.look(mending.places)) ?? null;
    const log = facts ?? this.#verified.facts;
    const kept = await this.#planSnapshots(mending, (generation) => isOurs(generation, log));
    if (salvage !== null && facts !== null) this.#planLog(salvage, facts, kept);
    else if (this.#isDamaged('anchor')) this.#planAnchor();
    if (salvage === null) this.#planFloor(kept);
    if (this.#isDamaged('accounts')) await this.#planAccounts();
    if (this.#isDamaged('crawler')) {
      this.#step('crawler/state is set aside; the crawler reads every source once more');
      this.#moves.push({ part: 'crawler/state', isReplaced: false });
    }
  }

  async #planSnapshots(
    mending: SnapshotMending,
    ours: (generation: Generation) => boolean,
  ): Promise<Map<SnapshotProfile, UsableGeneration[]>> {
    const all = new Map<SnapshotProfile, UsableGeneration[]>();
    for (const profile of PROFILES) {
      const kept = await mending.usable(profile, ours);
      all.set(profile, kept);
      if (!this.#isDamaged(profile) && !this.#isDamaged('log')) continue;
      if (!existsSync(join(this.#options.data, profile))) continue;
      const mended = kept.reduce((sum, { mended }) => sum + mended.size, 0);
      const count = new Set(kept.map(({ actor }) => actor)).size;
      const pieces = mended === 0 ? '' : `, ${mended} damaged pieces are taken from elsewhere`;
      this.#step(
        `${profile}: ${kept.length} sound generations of ${count} indices are kept${pieces}; the server makes the rest anew`,
      );
      this.#moves.push({ part: profile, isReplaced: true });
      this.#builds.push((draft) => mending.write(join(draft, profile), profile, kept));
    }
    return all;
  }

  #planLog(
    salvage: LogSalvage,
    facts: Salvage,
    kept: Map<SnapshotProfile, UsableGeneration[]>,
  ): void {
    const { data } = this.#options;
    const anchor = inspectAnchor(join(data, 'anchor'));
    const known = Math.max(facts.knownSequence, anchor.point?.sequence ?? 0);
    const fromBackup =
      facts.fromBackup === 0 ? '' : `, ${facts.fromBackup} of them from the backup`;
    this.#step(
      `log: entries 1 to ${facts.sequence} are kept${fromBackup}; each is proven by the hash chain`,
    );
    if (known > facts.sequence) {
      this.#lose(
        `${known - facts.sequence} acknowledged entries, ${facts.sequence + 1} to ${known}: a log is whole or ends, so what follows a gap goes too; erase again what was erased in them`,
      );
    } else if (anchor.point === null) this.#lose(unproven(facts.sequence));
    if (facts.lostBodies > 0) this.#lose(`the bodies of ${facts.lostBodies} articles and posts`);
    if (!facts.hasSecret)
      this.#lose('the secret of the store: cursors that callers hold are refused');
    const lacking = this.#lacking(kept, facts.sweptSequence);
    if (lacking.length > 0) this.#lose(floorLoss(lacking, facts.sweptSequence));
    this.#moves.push({ part: 'log', isReplaced: true }, { part: 'anchor', isReplaced: true });
    this.#builds.push((draft) => salvage.build(draft, lacking.length === 0));
  }

  /** For a sound log with a damaged anchor. */
  #planAnchor(): void {
    const { sequence, chain } = this.#verified.facts!;
    this.#step(`anchor: made anew at entry ${sequence}, where the log ends`);
    this.#lose(unproven(sequence));
    this.#moves.push({ part: 'anchor', isReplaced: true });
    this.#builds.push(async (draft) => {
      const anchor = new Anchor(join(draft, 'anchor'));
      anchor.write({ sequence, chain });
      anchor.close();
    });
  }

  /**
   * For a sound log without the content of deleted bodies: rewrites the log without the note of
   * these.
   */
  #planFloor(kept: Map<SnapshotProfile, UsableGeneration[]>): void {
    const floor = this.#verified.facts?.sweptSequence ?? 0;
    const lacking = this.#lacking(kept, floor);
    if (lacking.length === 0) return;
    this.#lose(floorLoss(lacking, floor));
    this.#step('log: written anew, so that indices fold it without those bodies');
    this.#moves.push({ part: 'log', isReplaced: true }, { part: 'anchor', isReplaced: true });
    this.#builds.push(async (draft) => {
      const salvage = await LogSalvage.open(this.#options.data, this.#backup);
      await salvage.look(new Set());
      await salvage.build(draft, false);
    });
  }

  /** Indices without a retained generation that has the content of deleted bodies. */
  #lacking(kept: Map<SnapshotProfile, UsableGeneration[]>, floor: number): string[] {
    if (floor === 0) return [];
    const all = [...kept.values()].flat();
    return this.#options.formats
      .filter(({ needsBodies }) => needsBodies)
      .filter(
        ({ actor, readsFrom, version }) =>
          !all.some(
            ({ actor: name, generation }) =>
              name === actor &&
              generation.sequence >= floor &&
              generation.version >= readsFrom &&
              generation.version <= version,
          ),
      )
      .map(({ actor }) => actor);
  }

  async #planAccounts(): Promise<void> {
    const { data } = this.#options;
    const [journal, anchor] = ['accounts/journal', 'accounts/journal.anchor'];
    const plain = (name: string) =>
      this.#backup?.found((one) => one.part === 'plain' && one.name === name);
    const [saved, savedAnchor] = [await plain(journal), await plain(anchor)];
    const path = join(data, journal);
    const found = mendJournal(existsSync(path) ? readFileSync(path) : Buffer.alloc(0));
    let files: [string, Buffer][];
    if (saved != null && !found.isWhole) {
      files = [[journal, saved]];
      if (savedAnchor != null) files.push([anchor, savedAnchor]);
      this.#step('accounts: users and keys are those of the backup');
      this.#lose(
        'changes of users and keys since the backup; keys that were revoked since are valid again: look at `tagwire key list`',
      );
    } else {
      files = [
        [journal, found.journal],
        [anchor, found.anchor],
      ];
      this.#step(`accounts: ${found.lines} whole lines of the journal are kept`);
      this.#lose(
        found.isWhole
          ? 'the proof that the journal of users and keys has not lost its end; look at `tagwire key list`'
          : 'later changes of users and keys; keys that were revoked then are valid again: look at `tagwire key list`',
      );
    }
    this.#moves.push(
      { part: journal, isReplaced: true },
      { part: anchor, isReplaced: files.length > 1 },
    );
    this.#builds.push(async (draft) => {
      mkdirSync(join(draft, 'accounts'), { recursive: true, mode: 0o700 });
      for (const [name, bytes] of files) {
        writeFileSync(join(draft, name), bytes, { mode: 0o600, flush: true });
      }
    });
  }

  /** Verifies the resulting folder: parts that stay are linked into the draft. */
  async #verifyDraft(draft: string): Promise<Report> {
    const { data, formats } = this.#options;
    const moved = new Set(this.#moves.map(({ part }) => part));
    for (const name of readdirSync(data)) {
      if (['repairing', 'quarantine', 'sockets'].includes(name) || isLockFile(name)) continue;
      const parts = ['accounts', 'crawler'].includes(name)
        ? readdirSync(join(data, name)).map((file) => `${name}/${file}`)
        : [name];
      for (const part of parts) {
        if (moved.has(part) || existsSync(join(draft, part))) continue;
        mkdirSync(dirname(join(draft, part)), { recursive: true, mode: 0o700 });
        symlinkSync(join(data, part), join(draft, part));
      }
    }
    const { report } = await verify({ data: draft, formats, served: null });
    return report;
  }

  #checkSpace(): void {
    const { data } = this.#options;
    if (!this.#moves.some(({ part }) => part === 'log')) return;
    const logBytes = bytesIn(join(data, 'log'));
    if (hasFreeSpace(data, logBytes)) return;
    const needed = logBytes + FREE_BYTES_MIN;
    throw new TagwireError(
      'STORE_WRITE_FAILED',
      `${data}: the log is written anew beside the old one, which takes ${Math.ceil(needed / 1e6)} MB; free some space. Nothing was changed`,
    );
  }

  #step(text: string): void {
    this.plan.steps.push(text);
  }

  #lose(text: string): void {
    this.plan.losses.push(text);
  }
}

function isOurs(
  { sequence, chain }: Generation,
  log: Parameters<typeof chainHexAt>[0] | null,
): boolean {
  if (log === null || sequence > log.sequence) return false;
  return sequence === 0 || chainHexAt(log, sequence) === chain;
}

function unproven(sequence: number): string {
  return `the proof that nothing was acknowledged after entry ${sequence}`;
}

function floorLoss(actors: readonly string[], floor: number): string {
  return `what bodies told up to entry ${floor} (pairs, citations, bylines, keyword counts, terms), in ${actors.join(', ')}`;
}

function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder)
    .map((name) => statSync(join(folder, name)).size)
    .reduce((sum, size) => sum + size, 0);
}
