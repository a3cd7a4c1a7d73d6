/**
 * Makes a log of the sound data in the files of a damaged one, and of a backup.
 *
 * ```
 *  tables, logs ─► every version of a key that is whole ─┐
 *                                                        ├─► the first that fits the chain ─► rebuild
 *  backup ───────► entries, where the files have none ───┘
 * ```
 *
 * Invariants: an entry is used only where the chain proves it; there are no guesses: the log ends
 * before the first entry that neither source has. Erased items stay erased: a purged version has
 * priority, and every item named by an erasure is purged again, even when the only remaining
 * version still has its content. Ids are not used again.
 * Not here: which files replace which (repair.ts).
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DAY_MS } from '../../kernel/clock.js';
import { decode } from '../../kernel/codec.js';
import { hash64 } from '../../kernel/hash.js';
import type { Draft } from '../../kernel/model/drafts.js';
import type { LogRecord } from '../../kernel/model/records.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import type { BackupReader } from '../backup/reader.js';
import { FolderReader, type Version } from '../leveldb/folder-reader.js';
import { idOf } from '../log/admission.js';
import { bodyKeyOf } from '../log/batch.js';
import { ownerOf } from '../log/erasure.js';
import {
  CHAIN_START,
  damageOf,
  decodeFrame,
  encodeFrame,
  type Frame,
  purgedFrame,
} from '../log/frame.js';
import type { StoredHead } from '../log/head.js';
import {
  BODIES,
  decodeIdentity,
  ENTRIES,
  encodeIdentity,
  HEAD_KEY,
  IDENTITIES,
  Identities,
  identityKey,
  itemKey,
  kindOfByte,
  SECRET_KEY,
  SWEPT_KEY,
  sequenceOf,
} from '../log/keys.js';
import { LogRebuild } from '../log/rebuild.js';

const SECRET_BYTES = 32;
/** Bodies that expired longer ago were deleted: a body that is still found is an old version. */
const EXPIRY_SLACK_MS = 2 * DAY_MS;

/** The recoverable part of a log. */
export interface Salvage {
  sequence: number;
  chain: bigint;
  /** The highest entry that any source says was written. */
  knownSequence: number;
  fromBackup: number;
  /** Articles and posts whose body is missing. */
  lostBodies: number;
  hasSecret: boolean;
  sweptSequence: number;
  /** Chain hashes at the wanted places, hex. */
  chains: Map<number, string>;
}

interface ErasedItem {
  key: Buffer;
  id: number;
  /** An entry of the item that is purged. */
  sequence: number;
}

export class LogSalvage {
  readonly #reader: FolderReader;
  readonly #backup: BackupReader | null;
  readonly #identities = new Identities();
  /** Identities of erased items, by key (latin1). */
  readonly #erased = new Map<string, ErasedItem>();
  /** Media and blogs that were erased, with all their items. */
  readonly #owners = new Set<string>();
  readonly #bodies = new Map<string, { hash: bigint; expiresMs: number }>();
  readonly #missing = new Map<string, { sequence: number; expiresMs: number }>();
  /** Existing bodies, by item: the record that names each. */
  readonly #present = new Map<string, { sequence: number; expiresMs: number }>();
  #head: StoredHead | null = null;
  #secret: Buffer | null = null;
  #place: StoredHead['place'];
  #nextIds: StoredHead['nextIds'] = { news: 1, post: 1, blog: 1, 'portal-item': 1 };
  #lastTickMs: number | null = null;
  #lastErasure = 0;
  #lastPurged = 0;
  #facts: Salvage | null = null;

  private constructor(reader: FolderReader, backup: BackupReader | null) {
    this.#reader = reader;
    this.#backup = backup;
  }

  static async open(data: string, backup: BackupReader | null): Promise<LogSalvage> {
    const reader = await FolderReader.all(join(data, 'log'));
    return new LogSalvage(reader, backup);
  }

  /** Reads all sources; writes nothing. */
  async look(places: ReadonlySet<number>): Promise<Salvage> {
    await this.#readErased();
    await this.#readBodies();
    const facts: Salvage = {
      sequence: 0,
      chain: CHAIN_START,
      knownSequence: 0,
      fromBackup: 0,
      lostBodies: 0,
      hasSecret: false,
      sweptSequence: 0,
      chains: new Map(),
    };
    for await (const { sequence, frame, isFromBackup } of this.#entries()) {
      facts.sequence = sequence;
      facts.chain = frame.chain;
      if (places.has(sequence)) facts.chains.set(sequence, frame.chain.toString(16));
      if (isFromBackup) facts.fromBackup += 1;
      this.#look(sequence, frame);
    }
    await this.#readNotes(facts);
    this.#facts = facts;
    return facts;
  }

  /**
   * Writes the log into an empty folder. `keepsSwept` false drops the note about deleted bodies:
   * indices fold the log without their content.
   */
  async build(folder: string, keepsSwept: boolean): Promise<void> {
    const facts = this.#facts!;
    await LogRebuild.make(folder, async (log) => {
      for await (const { sequence, frame } of this.#entries()) {
        const isErased = !frame.purged && this.#isErased(sequence, decodeRecord(frame.payload));
        await log.addEntry(sequence, encodeFrame(isErased ? purgedFrame(frame) : frame));
      }
      for (const { key, id, sequence } of this.#erased.values()) {
        // The entry is beyond the end of the salvaged log.
        if (sequence === 0 || sequence > facts.sequence) continue;
        await log.addErased(key, encodeIdentity({ id, sequence, erased: true }));
      }
      for await (const [key, body] of this.#allBodies()) await log.addBody(key, body);
      const head = {
        sequence: facts.sequence,
        chain: facts.chain.toString(),
        nextIds: this.#nextIds,
        lastTickMs: this.#lastTickMs,
        ...(this.#place === undefined ? {} : { place: this.#place }),
      };
      await log.finish(head, this.#secret ?? randomBytes(SECRET_BYTES), {
        sweptSequence: keepsSwept ? facts.sweptSequence : 0,
        // Snapshots may lack the newest erasure.
        erasureSequence: this.#lastErasure > 0 ? this.#lastErasure : null,
      });
    });
  }

  /** Entries from the first on, until one that neither the files nor the backup have. */
  async *#entries(): AsyncGenerator<{ sequence: number; frame: Frame; isFromBackup: boolean }> {
    let chain = CHAIN_START;
    let sequence = 1;
    let versions: Buffer[] = [];
    const next = async (): Promise<{ frame: Frame; isFromBackup: boolean } | null> => {
      const found = fitting(versions, sequence, chain);
      if (found !== null) return { frame: found, isFromBackup: false };
      const saved = await this.#backup?.entry(sequence);
      const frame = saved == null ? null : fitting([saved], sequence, chain);
      return frame === null ? null : { frame, isFromBackup: true };
    };
    const stored = this.#reader.versions(ENTRIES);
    for (;;) {
      const { value: version, done } = stored.next();
      // After the last stored entry the backup may continue.
      const at = done ? Number.POSITIVE_INFINITY : numberOf(version.key);
      while (at > sequence) {
        const found = await next();
        if (found === null) return;
        yield { sequence, ...found };
        chain = found.frame.chain;
        sequence += 1;
        versions = [];
      }
      if (at === sequence && version.value !== null) versions.push(version.value);
    }
  }

  /** Collects erasures from identities and a backup, before any entry is read. */
  async #readErased(): Promise<void> {
    for await (const { key, value } of this.#reader.versions(IDENTITIES)) {
      if (value !== null && value.length === 13) this.#noteErased(key, value);
    }
    for await (const [key, value] of this.#backup?.pairs('erased') ?? []) {
      this.#noteErased(key, value!);
    }
    // All entries are searched for erasures, even after a gap: damage must not undo an erasure.
    for await (const version of this.#reader.versions(ENTRIES)) {
      this.#noteErasure(version);
    }
  }

  #noteErased(key: Buffer, value: Buffer): void {
    const { id, sequence, erased } = decodeIdentity(value);
    if (!erased) return;
    this.#erased.set(key.toString('latin1'), { key: Buffer.from(key), id, sequence });
    const kind = kindOfByte(key[1]!);
    if (kind === 'media' || kind === 'blog') this.#owners.add(`${kind} ${key.toString('utf8', 2)}`);
  }

  #noteErasure({ value }: Version): void {
    const frame = decodeFrame(value ?? undefined);
    if (frame === null || frame.purged || hash64(frame.payload) !== frame.payloadHash) return;
    const record = decodeRecord(frame.payload);
    if (record.kind !== 'erase') return;
    const key = identityKey(record.target, record.key);
    const name = key.toString('latin1');
    if (!this.#erased.has(name)) this.#erased.set(name, { key, id: record.id ?? 0, sequence: 0 });
    if (record.target === 'media' || record.target === 'blog') {
      this.#owners.add(`${record.target} ${record.key}`);
    }
  }

  async #readBodies(): Promise<void> {
    for await (const [key, body] of this.#allBodies()) {
      const name = key.toString('latin1', 7);
      this.#bodies.set(name, { hash: hash64(body), expiresMs: key.readUIntBE(1, 6) });
    }
  }

  /** Bodies of the backup first: those of the files are newer. */
  async *#allBodies(): AsyncGenerator<[Buffer, Buffer]> {
    const oldestMs = (this.#lastTickMs ?? Number.NEGATIVE_INFINITY) - EXPIRY_SLACK_MS;
    for await (const [key, body] of this.#backup?.pairs('bodies') ?? []) {
      if (key.readUIntBE(1, 6) >= oldestMs) yield [key, body!];
    }
    for await (const [key, body] of this.#reader.entries(BODIES)) {
      if (key.length === 14 && key.readUIntBE(1, 6) >= oldestMs) yield [key, body];
    }
  }

  #look(sequence: number, frame: Frame): void {
    if (frame.purged) {
      this.#lastPurged = sequence;
      return;
    }
    const record = decodeRecord(frame.payload);
    if (record.kind === 'tick' || record.kind === 'rewind') this.#lastTickMs = record.atMs;
    if (record.kind === 'erase')
      this.#eraseBefore(sequence, identityKey(record.target, record.key));
    if (record.kind in this.#nextIds) {
      const kind = record.kind as keyof StoredHead['nextIds'];
      this.#nextIds[kind] = Math.max(this.#nextIds[kind], idOf(record) + 1);
    }
    if (this.#isErased(sequence, record)) {
      this.#lastPurged = sequence;
      return;
    }
    if (record.kind !== 'news' && record.kind !== 'post') return;
    const name = itemKey(record.kind, record.id).toString('latin1', 1);
    const key = bodyKeyOf(record);
    const kept = this.#bodies.get(name);
    this.#missing.delete(name);
    this.#present.delete(name);
    if (key === null) return;
    const place = { sequence, expiresMs: key.readUIntBE(1, 6) };
    if (kept?.hash === frame.bodyHash) this.#present.set(name, place);
    else this.#missing.set(name, place);
  }

  /** Registers an erased item that no entry names any more, for the purged entry before its erasure. */
  #eraseBefore(sequence: number, key: Buffer): void {
    this.#lastErasure = sequence;
    const item = this.#erased.get(key.toString('latin1'));
    if (item !== undefined && item.sequence === 0) item.sequence = this.#lastPurged;
  }

  #isErased(sequence: number, record: LogRecord): boolean {
    if (this.#erased.size === 0 || record.kind === 'tick' || record.kind === 'skip') return false;
    if (record.kind === 'rewind') return false;
    if (record.kind === 'hide' || record.kind === 'show' || record.kind === 'erase') return false;
    const { key } = this.#identities.ownOf(record as unknown as Draft);
    const name = key.toString('latin1');
    const owner = ownerOf(record);
    const isOwned =
      owner !== null && this.#owners.has(`${record.kind === 'news' ? 'media' : 'blog'} ${owner}`);
    if (!isOwned && !this.#erased.has(name)) return false;
    const id = idOf(record);
    this.#erased.set(name, { key, id, sequence });
    return true;
  }

  async #readNotes(facts: Salvage): Promise<void> {
    const heads = await this.#versionsOf(HEAD_KEY);
    for (const value of heads) this.#noteHead(value, facts);
    const saved = this.#backup?.manifest;
    if (saved !== undefined) {
      facts.knownSequence = Math.max(facts.knownSequence, saved.head.sequence);
      this.#raiseIds(saved.head.nextIds);
      this.#place ??= saved.head.place;
      facts.sweptSequence = saved.marks.sweptSequence;
    }
    if (this.#head !== null) this.#lastTickMs = this.#head.lastTickMs;
    for (const value of await this.#versionsOf(SWEPT_KEY)) {
      if (value.length === 6)
        facts.sweptSequence = Math.max(facts.sweptSequence, sequenceOf(value));
    }
    const secrets = await this.#versionsOf(SECRET_KEY);
    this.#secret = secrets.find(({ length }) => length === SECRET_BYTES) ?? null;
    if (this.#secret === null && saved !== undefined)
      this.#secret = Buffer.from(saved.secret, 'hex');
    facts.hasSecret = this.#secret !== null;
    const nowMs = this.#lastTickMs ?? Number.NEGATIVE_INFINITY;
    for (const { sequence, expiresMs } of this.#missing.values()) {
      if (sequence > facts.sweptSequence && expiresMs > nowMs) facts.lostBodies += 1;
    }
    const gone = [...this.#missing.values()];
    for (const place of this.#present.values()) {
      if (place.expiresMs < nowMs - EXPIRY_SLACK_MS) gone.push(place);
    }
    for (const { sequence } of gone) {
      facts.sweptSequence = Math.max(facts.sweptSequence, sequence);
    }
    facts.sweptSequence = Math.min(facts.sweptSequence, facts.sequence);
  }

  #noteHead(value: Buffer, facts: Salvage): void {
    let head: StoredHead;
    try {
      head = decode(value) as StoredHead;
    } catch {
      return;
    }
    facts.knownSequence = Math.max(facts.knownSequence, head.sequence);
    this.#raiseIds(head.nextIds);
    this.#place = head.place;
    if (head.sequence === facts.sequence && BigInt(head.chain) === facts.chain) this.#head = head;
  }

  #raiseIds(nextIds: StoredHead['nextIds']): void {
    for (const kind of Object.keys(this.#nextIds) as (keyof StoredHead['nextIds'])[]) {
      this.#nextIds[kind] = Math.max(this.#nextIds[kind], nextIds[kind] ?? 1);
    }
  }

  async #versionsOf(key: Buffer): Promise<Buffer[]> {
    const found: Buffer[] = [];
    const lt = Buffer.concat([key, Buffer.alloc(1)]);
    for await (const { value } of this.#reader.versions({ gte: key, lt })) {
      if (value !== null) found.push(value);
    }
    return found;
  }
}

/** The entry of a key; 0 for a key without an entry. */
function numberOf(key: Buffer): number {
  return key.length === 7 ? key.readUIntBE(1, 6) : 0;
}

/** The version that fits the chain; a version without content has priority. */
function fitting(versions: readonly Buffer[], sequence: number, before: bigint): Frame | null {
  let found: Frame | null = null;
  for (const bytes of versions) {
    const frame = decodeFrame(bytes);
    if (frame === null || damageOf(frame, sequence, before) !== null) continue;
    if (frame.purged) return frame;
    found ??= frame;
  }
  return found;
}
