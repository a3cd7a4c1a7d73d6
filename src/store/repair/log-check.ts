/**
 * Checks a log's database, from files or from a server: entries against checksums and the chain,
 * head and anchor against the entries, identities and pointers against records, bodies against
 * hashes.
 *
 * Identities and pointers are compared as sums: each entry adds the identities and pointers of its
 * item and subtracts those of the item's entry before, so the final sum must equal that of the
 * database. Single values are looked up only when a sum differs.
 *
 * Invariants: reads all data once, in bounded memory except for the facts about bodies, which the
 * store has for a few days. Not here: the files of the database (leveldb/check.ts).
 */
import { decode } from '../../kernel/codec.js';
import { hash64 } from '../../kernel/hash.js';
import type { Draft } from '../../kernel/model/drafts.js';
import type { LogRecord } from '../../kernel/model/records.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import type { AnchorPoint } from '../anchor.js';
import type { KeyRange } from '../level.js';
import { idOf } from '../log/admission.js';
import { bodyKeyOf } from '../log/batch.js';
import { CHAIN_START, damageOf, decodeFrame, type Frame } from '../log/frame.js';
import type { StoredHead } from '../log/head.js';
import {
  BODIES,
  decodeIdentity,
  ENTRIES,
  entryKey,
  HEAD_KEY,
  IDENTITIES,
  Identities,
  itemKey,
  kindOfByte,
  MARKS,
  POINTERS,
  REWINDS,
  SECRET_KEY,
  SWEPT_KEY,
  sequenceOf,
} from '../log/keys.js';
import { rewindNote } from '../log/rewinds.js';
import type { Report } from './report.js';

const SECRET_BYTES = 32;
const NEVER = Number.POSITIVE_INFINITY;
const SUM_BITS = 64;

/** Reads the database of a log as of one moment. */
export interface LogView {
  entries(
    range: KeyRange,
  ): AsyncIterable<readonly [Buffer, Buffer]> | Iterable<readonly [Buffer, Buffer]>;
  get(key: Buffer): Promise<Buffer | undefined>;
}

/** Facts about a log that was read. */
export interface LogFacts {
  /** The last entry that the chain proves. */
  sequence: number;
  chain: bigint;
  /** The end of the log according to its head; null without a head. */
  head: StoredHead | null;
  sweptSequence: number;
  /** Chain hashes at the wanted places, hex. */
  chains: ReadonlyMap<number, string>;
}

/** A body in the database, and whether its item's newest record names it. */
interface FoundBody {
  hash: bigint;
  expiresMs: number;
  isNamed: boolean;
}

export interface LogCheckOptions {
  view: LogView;
  report: Report;
  /** The file named in findings. */
  file: string;
  /** Places whose chain hash is wanted. */
  places: ReadonlySet<number>;
}

export class LogCheck {
  readonly #options: LogCheckOptions;
  readonly #identities = new Identities();
  readonly #bodies = new Map<string, FoundBody>();
  /** Bodies that records name and the database lacks, by item: the record's sequence. */
  readonly #missing = new Map<string, { sequence: number; expiresMs: number }>();
  readonly #purged = new Set<number>();
  readonly #chains = new Map<number, string>();
  /** Expected sums of identities, pointers, marks of entries set aside, and rewinds. */
  readonly #sums = { identities: 0n, pointers: 0n, marks: 0n, rewinds: 0n };
  #nextIds: { [kind: string]: number } = { news: 1, post: 1, blog: 1, 'portal-item': 1 };
  #sequence = 0;
  #chain = CHAIN_START;
  #isBroken = false;

  constructor(options: LogCheckOptions) {
    this.#options = options;
  }

  async run(): Promise<LogFacts> {
    const { view, report } = this.#options;
    await this.#readBodies();
    await this.#readEntries();
    const head = await this.#checkHead();
    const swept = await view.get(SWEPT_KEY);
    const sweptSequence = swept === undefined ? 0 : sequenceOf(swept);
    if (!this.#isBroken) {
      await this.#checkIdentities();
      await this.#checkPointers();
      await this.#checkMarks();
      this.#checkBodies(head, sweptSequence);
    }
    await this.#checkSecret();
    report.done(
      'log',
      `${this.#sequence} entries, ${this.#bodies.size} bodies, ${this.#purged.size} erased records`,
    );
    const [sequence, chain, chains] = [this.#sequence, this.#chain, this.#chains];
    return { sequence, chain, head, sweptSequence, chains };
  }

  async #readBodies(): Promise<void> {
    for await (const [key, body] of this.#options.view.entries(BODIES)) {
      const name = key.toString('latin1', 7);
      const expiresMs = key.readUIntBE(1, 6);
      if (this.#bodies.has(name)) {
        this.#damage('bodies', `two bodies of ${nameOf(key, 7)}`, 'the content of that item');
      }
      this.#bodies.set(name, { hash: hash64(body), expiresMs, isNamed: false });
    }
  }

  async #readEntries(): Promise<void> {
    for await (const [key, value] of this.#options.view.entries(ENTRIES)) {
      const sequence = key.readUIntBE(1, 6);
      const frame = sequence === this.#sequence + 1 ? decodeFrame(value) : null;
      const damage =
        frame === null
          ? `entry ${this.#sequence + 1} is missing or unreadable`
          : damageOf(frame, sequence, this.#chain);
      if (frame === null || damage !== null) {
        this.#isBroken = true;
        this.#damage('entries', damage!, 'everything from that entry on');
        return;
      }
      this.#sequence = sequence;
      this.#chain = frame.chain;
      if (this.#options.places.has(sequence)) this.#chains.set(sequence, frame.chain.toString(16));
      this.#look(sequence, frame);
    }
  }

  /** Adds an entry to the expected values. */
  #look(sequence: number, frame: Frame): void {
    if (frame.purged) {
      this.#purged.add(sequence);
      return;
    }
    const record = decodeRecord(frame.payload);
    if (record.kind === 'skip') {
      this.#sums.marks += markOf(record.actor, record.sequence);
      const { actor, sequence } = record;
      this.#options.report.setAside.push({ actor, sequence, about: '' });
    }
    if (record.kind === 'rewind') {
      const { key, value } = rewindNote(sequence, record);
      this.#sums.rewinds += hash64(value, hash64(key));
    }
    if (record.kind === 'skip' || record.kind === 'tick' || record.kind === 'rewind') return;
    const id = idOf(record);
    if (record.kind in this.#nextIds) {
      this.#nextIds[record.kind] = Math.max(this.#nextIds[record.kind]!, id + 1);
    }
    const { key } = this.#identities.ownOf(record as unknown as Draft);
    this.#move('identities', key, id, sequence, frame.previous);
    if (record.kind !== 'news' && record.kind !== 'post') return;
    this.#move('pointers', itemKey(record.kind, id), id, sequence, frame.previous);
    this.#lookForBody(record, sequence, frame.bodyHash);
  }

  #move(
    sum: 'identities' | 'pointers',
    key: Buffer,
    id: number,
    sequence: number,
    before: number,
  ): void {
    let change = placeOf(key, id, sequence);
    if (before > 0) change -= placeOf(key, id, before);
    this.#sums[sum] += change;
  }

  #lookForBody(record: LogRecord, sequence: number, bodyHash: bigint): void {
    const key = bodyKeyOf(record);
    const id = idOf(record);
    const name = itemKey(record.kind, id).toString('latin1', 1);
    const kept = this.#bodies.get(name);
    const expiresMs = key === null ? 0 : key.readUIntBE(1, 6);
    if (kept !== undefined) {
      kept.isNamed = key !== null && kept.hash === bodyHash && kept.expiresMs === expiresMs;
      return;
    }
    if (key === null) this.#missing.delete(name);
    else this.#missing.set(name, { sequence, expiresMs });
  }

  async #checkHead(): Promise<StoredHead | null> {
    const bytes = await this.#options.view.get(HEAD_KEY);
    if (bytes === undefined) {
      if (this.#sequence > 0) this.#damage('head', 'the log has no head', 'where the log ends');
      return null;
    }
    let head: StoredHead;
    try {
      head = decode(bytes) as StoredHead;
    } catch {
      this.#damage('head', 'the head of the log cannot be read', 'where the log ends');
      return null;
    }
    if (this.#isBroken) return head;
    if (head.sequence !== this.#sequence || BigInt(head.chain) !== this.#chain) {
      const what = `the head says entry ${head.sequence}, the entries end at ${this.#sequence}`;
      this.#damage('head', what, 'where the log ends');
    }
    for (const [kind, next] of Object.entries(this.#nextIds)) {
      const said = (head.nextIds as { [kind: string]: number })[kind] ?? 0;
      if (said >= next) continue;
      this.#damage('head', `the head would give the id ${said} of a ${kind} again`, 'new items');
    }
    return head;
  }

  async #checkIdentities(): Promise<void> {
    let sum = 0n;
    for await (const [key, value] of this.#options.view.entries(IDENTITIES)) {
      const { id, sequence, erased } = decodeIdentity(value);
      if (erased || this.#purged.has(sequence)) {
        if (erased && this.#purged.has(sequence)) continue;
        // The identity is marked as erased though the content is there, or the other way round.
        this.#damage('identities', `the identity of ${nameOf(key, 1)} is wrong`, 'that item');
        continue;
      }
      sum += placeOf(key, id, sequence);
    }
    this.#compare('identities', sum, 'which item a line of input is about');
  }

  async #checkPointers(): Promise<void> {
    let sum = 0n;
    for await (const [key, value] of this.#options.view.entries(POINTERS)) {
      const sequence = sequenceOf(value);
      if (this.#purged.has(sequence)) continue;
      sum += placeOf(key, key.readUIntBE(2, 6), sequence);
    }
    this.#compare('pointers', sum, 'the newest record of articles and posts');
  }

  async #checkMarks(): Promise<void> {
    let sum = 0n;
    for await (const [key] of this.#options.view.entries(MARKS)) {
      const end = key.length - 7;
      sum += markOf(key.toString('latin1', 1, end), key.readUIntBE(end + 1, 6));
    }
    this.#compare('marks', sum, 'which entries indices pass over');
    let rewinds = 0n;
    for await (const [key, value] of this.#options.view.entries(REWINDS)) {
      rewinds += hash64(value, hash64(key));
    }
    this.#compare('rewinds', rewinds, 'which ticks do not count');
    for (const aside of this.#options.report.setAside) {
      const frame = decodeFrame(await this.#options.view.get(entryKey(aside.sequence)));
      aside.about =
        frame === null || frame.purged ? 'an erased record' : aboutOf(decodeRecord(frame.payload));
    }
  }

  #compare(
    what: 'identities' | 'pointers' | 'marks' | 'rewinds',
    found: bigint,
    means: string,
  ): void {
    if (BigInt.asUintN(SUM_BITS, found) === BigInt.asUintN(SUM_BITS, this.#sums[what])) return;
    this.#damage(what, `${what} do not follow from the entries`, means);
  }

  #checkBodies(head: StoredHead | null, sweptSequence: number): void {
    const means = 'the content of that item, and what is made of it when an index folds it again';
    for (const [name, { isNamed }] of this.#bodies) {
      if (isNamed) continue;
      const what = `the body of ${nameOf(Buffer.from(name, 'latin1'), 0)} does not match its record`;
      this.#damage('bodies', what, means);
    }
    const nowMs = head?.lastTickMs ?? NEVER;
    for (const [name, { sequence, expiresMs }] of this.#missing) {
      if (sequence <= sweptSequence || expiresMs <= nowMs) continue;
      const what = `the body of ${nameOf(Buffer.from(name, 'latin1'), 0)} is missing`;
      this.#damage('bodies', what, means);
    }
  }

  async #checkSecret(): Promise<void> {
    const secret = await this.#options.view.get(SECRET_KEY);
    if (secret?.length === SECRET_BYTES || (secret === undefined && this.#sequence === 0)) return;
    this.#damage('secret', 'the secret of the store is missing', 'cursors that callers hold');
  }

  #damage(group: string, what: string, means: string): void {
    const { report, file } = this.#options;
    report.valueDamage(group, { part: 'log', file, at: null, what, means });
  }
}

/** Chain hash at a wanted place, hex; undefined beyond the end of the log. */
export function chainHexAt(
  { sequence, chain, chains }: Pick<LogFacts, 'sequence' | 'chain' | 'chains'>,
  at: number,
): string | undefined {
  return at === sequence ? chain.toString(16) : chains.get(at);
}

/** Compares the anchor with the log. */
export function checkPoint(point: AnchorPoint | null, facts: LogFacts, report: Report): void {
  const { sequence } = facts;
  const place = { part: 'anchor', file: 'anchor', at: null } as const;
  if (point === null) {
    if (sequence === 0) return;
    const means = 'whether the end of the log is missing';
    report.damage({ ...place, what: 'it is missing or unreadable', means });
    return;
  }
  if (point.sequence > sequence) {
    const what = `the anchor names entry ${point.sequence}, the log is whole up to ${sequence}`;
    const means = `${point.sequence - sequence} acknowledged entries`;
    report.damage({ part: 'log', file: 'log', at: null, what, means });
    return;
  }
  if (point.sequence > 0 && chainHexAt(facts, point.sequence) !== point.chain.toString(16)) {
    const what = `at entry ${point.sequence} it names another log`;
    report.damage({ ...place, what, means: 'whether this is the log that was acknowledged' });
  } else if (point.sequence < sequence) {
    const what = `it names entry ${point.sequence}, the log goes on to ${sequence}`;
    report.note({ ...place, what, means: 'nothing; the next start moves it on' });
  }
}

/** An item and its newest entry, as a number for the sum. */
function placeOf(key: Buffer, id: number, sequence: number): bigint {
  const numbers = Buffer.allocUnsafe(12);
  numbers.writeUIntLE(id, 0, 6);
  numbers.writeUIntLE(sequence, 6, 6);
  return hash64(numbers, hash64(key));
}

function markOf(actor: string, sequence: number): bigint {
  return hash64(Buffer.from(`${actor} ${sequence}`));
}

/** Names an item whose key has its kind at byte `at`. */
function nameOf(key: Buffer, at: number): string {
  const kind = kindOfByte(key[at]!) ?? 'item';
  if (key.length - at === 7) return `${kind} ${key.readUIntBE(at + 1, 6)}`;
  const isHashed = (key[at]! & 0x80) !== 0;
  return `${kind} ${isHashed ? key.toString('hex', at + 1) : key.toString('utf8', at + 1)}`;
}

function aboutOf(record: LogRecord): string {
  if ('url' in record && typeof record.url === 'string') return `${record.kind} ${record.url}`;
  if ('media' in record && record.media !== null) return `${record.kind} ${record.media}`;
  if ('key' in record) return `${record.kind} ${record.key}`;
  return record.kind;
}
