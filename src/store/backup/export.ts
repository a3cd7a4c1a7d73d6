/**
 * The raw log as text, the way out of Tagwire and between its versions; docs/formats/export.md.
 *
 *   {"format":"tagwire-export","version":1,"head":…}
 *   {"sequence":…,"previous":…,"record":{…},"body":"…"}    an entry, with its body if that is still kept
 *   {"sequence":…,"previous":…,"purged":{"payloadHash":…,"bodyHash":…}}   one that was erased
 *   {"erased":{"key":…,"value":…}}                         the name of an erased item
 *   {"end":{"lines":…,"checksum":…}}
 *
 * Invariants: it holds the log at one acknowledged head. A text without its last line, or whose
 * checksum differs, is refused, so nothing that was cut off is taken for whole. Secrets and accounts
 * are no part of it.
 */
import { TagwireError } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import type { LogRecord } from '../../kernel/model/records.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import { bodyKeyOf } from '../log/batch.js';
import { atPlaces } from '../log/entries.js';
import { CHAIN_START, damageOf, decodeFrame, type Frame } from '../log/frame.js';
import { decodeIdentity, IDENTITIES } from '../log/keys.js';
import { EXPORT_FORMAT, EXPORT_VERSION } from './export-lines.js';
import type { BackupSource } from './source.js';

/** Entries whose bodies are asked for together. */
const ENTRIES_AT_ONCE = 64;

/** Takes text; resolves when it may be given more. */
export type WriteText = (text: Buffer) => Promise<void>;

export interface ExportReport {
  entries: number;
  bodies: number;
}

export async function exportLog(source: BackupSource, write: WriteText): Promise<ExportReport> {
  try {
    return await new Export(source, write).run();
  } finally {
    await source.end();
  }
}

class Export {
  readonly #source: BackupSource;
  readonly #write: WriteText;
  #checksum = 0n;
  #lines = 0;
  #bodies = 0;

  constructor(source: BackupSource, write: WriteText) {
    this.#source = source;
    this.#write = write;
  }

  async run(): Promise<ExportReport> {
    const { head } = await this.#source.begin();
    const { chain, ...rest } = head;
    await this.#put([{ format: EXPORT_FORMAT, version: EXPORT_VERSION, head: rest, chain }]);
    let before = CHAIN_START;
    let sequence = 0;
    let frames: Frame[] = [];
    for await (const [, value] of this.#source.entries(1, head.sequence)) {
      sequence += 1;
      const frame = decodeFrame(value);
      const damage =
        frame === null ? `entry ${sequence} is missing` : damageOf(frame, sequence, before);
      if (frame === null || damage !== null) throw new TagwireError('STORE_DAMAGED', damage ?? '');
      before = frame.chain;
      if (frames.push(frame) < ENTRIES_AT_ONCE) continue;
      await this.#putEntries(sequence - frames.length + 1, frames);
      frames = [];
    }
    await this.#putEntries(sequence - frames.length + 1, frames);
    if (sequence !== head.sequence) {
      throw new TagwireError('STORE_DAMAGED', `the log ends at entry ${sequence}`);
    }
    await this.#putErased();
    await this.#put([{ end: { lines: this.#lines, checksum: hexOf(this.#checksum) } }]);
    return { entries: sequence, bodies: this.#bodies };
  }

  async #putEntries(first: number, frames: readonly Frame[]): Promise<void> {
    const records = frames.map(({ purged, payload }) => (purged ? null : decodeRecord(payload)));
    const bodies = await this.#bodiesOf(frames, records);
    await this.#put(
      frames.map((frame, at) => {
        const place = { sequence: first + at, previous: frame.previous };
        const record = records[at]!;
        if (record !== null) return { ...place, record, body: bodies[at] };
        const { payloadHash, bodyHash } = frame;
        return { ...place, purged: { payloadHash: hexOf(payloadHash), bodyHash: hexOf(bodyHash) } };
      }),
    );
  }

  /** An older entry of an item does not get the newer one's body. */
  async #bodiesOf(
    frames: readonly Frame[],
    records: readonly (LogRecord | null)[],
  ): Promise<(string | undefined)[]> {
    const keys = records.map((record) => (record === null ? null : bodyKeyOf(record)));
    const found = await atPlaces(keys, (there) => this.#source.get(there));
    return found.map((pair, at) => {
      const body = pair?.[1];
      if (body === undefined || hash64(body) !== frames[at]!.bodyHash) return undefined;
      this.#bodies += 1;
      return body.toString('utf8');
    });
  }

  async #putErased(): Promise<void> {
    for await (const [key, value] of this.#source.range(IDENTITIES)) {
      if (!decodeIdentity(value).erased) continue;
      const [keyHex, valueHex] = [key, value].map((bytes) => bytes.toString('hex'));
      await this.#put([{ erased: { key: keyHex, value: valueHex } }]);
    }
  }

  async #put(lines: readonly object[]): Promise<void> {
    const texts = lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`));
    for (const text of texts) {
      this.#checksum = hash64(text, this.#checksum);
      this.#lines += 1;
    }
    if (texts.length > 0) await this.#write(Buffer.concat(texts));
  }
}
