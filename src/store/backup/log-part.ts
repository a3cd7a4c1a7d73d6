/**
 * The log's part of a backup: entries, bodies, and the identities of erased items.
 *
 *   log/<first>-<last>-<checksum>   entries one after the other, as in the store's database
 *   bodies/<kind>-<checksum>        bodies with their keys in the database, sorted
 *   erased/<checksum>               identities of erased items; others follow from entries
 *
 * Entries change only by an erasure, so an incremental backup adds files with the new ones. After
 * an erasure all older files are compared with the store, and files that differ are written again.
 * So are files with bodies that the store no longer has. A body that has expired but was not
 * deleted yet is copied: snapshots need not have its content.
 *
 * Invariant: every entry is verified against its checksum and the chain.
 */
import { DAY_MS } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import { hash64 } from '../../kernel/hash.js';
import type { LogRecord } from '../../kernel/model/records.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import {
  type BackupState,
  type Pair,
  packPairs,
  pairBytes,
  unpackPairs,
} from '../log/backup-session.js';
import { bodyKeyOf, expiresMsOf } from '../log/batch.js';
import { nextFrame } from '../log/entries.js';
import { CHAIN_START, decodeFrame, type Frame } from '../log/frame.js';
import type { StoredHead } from '../log/head.js';
import { decodeIdentity, entryKey, IDENTITIES } from '../log/keys.js';
import { type BackupFile, blocksOf, checksumOf, type Manifest } from './manifest.js';
import type { BackupSource } from './source.js';
import type { BackupTarget } from './target.js';

/** Bytes of a full file; bounds the cost of a small change. */
const FILE_BYTES = 4 * 1024 * 1024;
/** Bodies of one request. */
const BODIES_ASKED = 64;
/** The store deletes a body an hour or two after it expires, later while a disk is full. */
const EXPIRY_SLACK_MS = 2 * DAY_MS;

type EntriesFile = Extract<BackupFile, { part: 'entries' }>;
type BodiesFile = Extract<BackupFile, { part: 'bodies' }>;
type BodyKind = 'news' | 'post';

/** A body that exists according to its entry. */
interface Wanted {
  kind: BodyKind;
  key: Buffer;
  hash: bigint;
}

export class LogPart {
  readonly #source: BackupSource;
  readonly #target: BackupTarget;
  readonly #head: StoredHead;
  /** The newest record whose body the store has deleted; snapshots hold bodies' content up to there. */
  readonly #sweptSequence: number;
  /** Reused files of the older backup, before the new files: newer bodies win. */
  readonly #reused: BackupFile[] = [];
  readonly #files: BackupFile[] = [];
  /** Bodies for the next full file. */
  readonly #bodies = { news: [] as Pair[], post: [] as Pair[] };
  readonly #bodyBytes = { news: 0, post: 0 };
  #wanted: Wanted[] = [];
  #hasErased = false;

  constructor(
    source: BackupSource,
    target: BackupTarget,
    { head, marks }: Pick<BackupState, 'head' | 'marks'>,
  ) {
    this.#source = source;
    this.#target = target;
    this.#head = head;
    this.#sweptSequence = marks.sweptSequence;
  }

  /** Brings the log of the backup to the head; returns its files. */
  async run(): Promise<BackupFile[]> {
    const { older } = this.#target;
    const since = older?.head.sequence ?? 0;
    if (older !== null) await this.#checkOrigin(older);
    await this.#addEntries(since, older === null ? CHAIN_START : BigInt(older.head.chain));
    for (const kind of ['news', 'post'] as const) await this.#writeBodies(kind);
    for (const file of older?.files ?? []) {
      if (file.part === 'entries') this.#reused.push(await this.#olderEntries(file));
      if (file.part === 'bodies') await this.#takeOverBodies(file);
      if (file.part === 'erased' && !this.#hasErased) this.#reused.push(file);
    }
    if (older === null || this.#hasErased) await this.#writeErased();
    return [...this.#reused, ...this.#files];
  }

  /** @throws TagwireError INPUT_INVALID when the older backup is not from this store's past. */
  async #checkOrigin({ head }: Manifest): Promise<void> {
    if (head.sequence === 0) return;
    const [pair] = await this.#source.get([entryKey(head.sequence)]);
    const frame = decodeFrame(pair?.[1]);
    if (frame !== null && frame.chain === BigInt(head.chain)) return;
    throw new TagwireError(
      'INPUT_INVALID',
      `the folder holds a backup of another store, or of a later state of this one (entry ${head.sequence} differs); give an empty folder`,
    );
  }

  async #addEntries(since: number, chainBefore: bigint): Promise<void> {
    let chain = chainBefore;
    let sequence = since;
    let pairs: Pair[] = [];
    let bytes = 0;
    const until = this.#head.sequence;
    if (until > since) {
      for await (const pair of this.#source.entries(since + 1, until)) {
        sequence += 1;
        const frame = nextFrame(pair, sequence, chain);
        chain = frame.chain;
        await this.#look(frame, sequence);
        pairs.push(pair);
        bytes += pairBytes(pair);
        if (bytes < FILE_BYTES) continue;
        this.#files.push(await this.#writeEntries(pairs));
        pairs = [];
        bytes = 0;
      }
    }
    if (sequence !== until || chain !== BigInt(this.#head.chain)) {
      throw new TagwireError('STORE_DAMAGED', `the log ends at entry ${sequence}, not at ${until}`);
    }
    if (pairs.length > 0) this.#files.push(await this.#writeEntries(pairs));
    await this.#fetchBodies();
  }

  /** Notes the body or identity that an entry adds to the backup. */
  async #look(frame: Frame, sequence: number): Promise<void> {
    if (frame.purged) return;
    const record = decodeRecord(frame.payload);
    if (record.kind === 'erase') this.#hasErased = true;
    const wanted = this.#wantedOf(record, frame.bodyHash, sequence);
    if (wanted === null) return;
    this.#wanted.push(wanted);
    if (this.#wanted.length === BODIES_ASKED) await this.#fetchBodies();
  }

  #wantedOf(record: LogRecord, hash: bigint, sequence: number): Wanted | null {
    if ((record.kind !== 'news' && record.kind !== 'post') || hash === 0n) return null;
    const nowMs = this.#head.lastTickMs ?? Number.NEGATIVE_INFINITY;
    const isSwept = sequence <= this.#sweptSequence;
    if (isSwept && expiresMsOf(record) + EXPIRY_SLACK_MS < nowMs) return null;
    return { kind: record.kind, key: bodyKeyOf(record)!, hash };
  }

  /** An older entry of an item does not get the body of a newer one. */
  async #fetchBodies(): Promise<void> {
    const wanted = this.#wanted;
    this.#wanted = [];
    const found = await this.#source.get(wanted.map(({ key }) => key));
    for (const [at, pair] of found.entries()) {
      const { kind, hash } = wanted[at]!;
      const body = pair[1];
      if (body === undefined || hash64(body) !== hash) continue;
      this.#bodies[kind].push(pair);
      this.#bodyBytes[kind] += pairBytes(pair);
      if (this.#bodyBytes[kind] >= FILE_BYTES) await this.#writeBodies(kind);
    }
  }

  async #writeEntries(pairs: readonly Pair[]): Promise<EntriesFile> {
    const first = numberOf(pairs[0]!);
    const last = numberOf(pairs.at(-1)!);
    const range = [first, last].map((sequence) => String(sequence).padStart(15, '0')).join('-');
    const facts = await this.#write((checksum) => `log/${range}-${checksum}`, packPairs(pairs));
    return { ...facts, part: 'entries', first, last };
  }

  async #writeBodies(kind: BodyKind): Promise<void> {
    const pairs = this.#bodies[kind].sort(([a], [b]) => a.compare(b));
    this.#bodies[kind] = [];
    this.#bodyBytes[kind] = 0;
    if (pairs.length === 0) return;
    const facts = await this.#write((checksum) => `bodies/${kind}-${checksum}`, packPairs(pairs));
    this.#files.push({
      ...facts,
      part: 'bodies',
      expiresMsMin: numberOf(pairs[0]!),
      expiresMsMax: numberOf(pairs.at(-1)!),
    });
  }

  /** The older file, or a new one without the entries erased since. */
  async #olderEntries(file: EntriesFile): Promise<EntriesFile> {
    if (!this.#hasErased) return file;
    const pairs: Pair[] = [];
    for await (const pair of this.#source.entries(file.first, file.last)) pairs.push(pair);
    return checksumOf(packPairs(pairs)) === file.checksum ? file : this.#writeEntries(pairs);
  }

  async #takeOverBodies(file: BodiesFile): Promise<void> {
    const nowMs = this.#head.lastTickMs ?? Number.NEGATIVE_INFINITY;
    if (!this.#hasErased && file.expiresMsMin > nowMs) {
      this.#reused.push(file);
      return;
    }
    const pairs = unpackPairs(await this.#readOlder(file));
    const kind = file.path.startsWith('bodies/post') ? 'post' : 'news';
    const current: Pair[] = [];
    for (let at = 0; at < pairs.length; at += BODIES_ASKED) {
      const part = pairs.slice(at, at + BODIES_ASKED);
      const found = await this.#source.get(part.map(([key]) => key));
      current.push(...part.filter((pair, index) => found[index]![1]?.equals(pair[1]!)));
    }
    if (current.length === pairs.length) this.#reused.push(file);
    else {
      this.#bodies[kind].push(...current);
      await this.#writeBodies(kind);
    }
  }

  async #readOlder(file: BackupFile): Promise<Buffer> {
    const bytes = await this.#target.read(file.path);
    if (checksumOf(bytes) === file.checksum) return bytes;
    throw new TagwireError(
      'BACKUP_DAMAGED',
      `${file.path} of the older backup is damaged; back up into an empty folder`,
    );
  }

  async #writeErased(): Promise<void> {
    const erased: Pair[] = [];
    for await (const pair of this.#source.range(IDENTITIES)) {
      if (decodeIdentity(pair[1]).erased) erased.push(pair);
    }
    if (erased.length === 0) return;
    const facts = await this.#write((checksum) => `erased/all-${checksum}`, packPairs(erased));
    this.#files.push({ ...facts, part: 'erased' });
  }

  #write(pathOf: (checksum: string) => string, bytes: Buffer): ReturnType<BackupTarget['write']> {
    return this.#source.rested(() => this.#target.write(pathOf, blocksOf(bytes), bytes.length));
  }
}

/** The leading number of a key: sequence of an entry, expiry of a body. */
function numberOf([key]: Pair): number {
  return key.readUIntBE(1, 6);
}
