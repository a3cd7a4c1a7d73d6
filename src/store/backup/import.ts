/**
 * Makes a store from an export.
 *
 * Ids, sequence numbers and times stay as they were. The secret is a new one, because an export may be
 * read by anybody: cursors of before are refused. What follows from records is folded again at the
 * first start.
 *
 * Invariant: the folder is a store only when the export was whole. Records are believed as they stand
 * under its checksum, as long as their kinds are known.
 */
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { isKnown } from '../../kernel/model/wire.js';
import { bodyKeyOf } from '../log/batch.js';
import { IngestLog } from '../log/ingest-log.js';
import { checkPlace } from '../log/place-mark.js';
import { LogRebuild } from '../log/rebuild.js';
import { fillFolder } from './draft-folder.js';
import { type EntryLine, LineCheck } from './export-lines.js';

const SECRET_BYTES = 32;

export interface ImportReport {
  entries: number;
  bodies: number;
  /** The chain hash came out as it was: every record is, byte for byte, what it was. */
  isSameLog: boolean;
}

/** @throws TagwireError INPUT_INVALID, BACKUP_DAMAGED, BACKUP_UNKNOWN. */
export function importLog(input: Readable, data: string, logger: Logger): Promise<ImportReport> {
  return fillFolder(data, async (draft) => {
    const report = await LogRebuild.make(draft, (log) => new Import(log).run(input));
    const opened = await IngestLog.open({ folder: draft, logger });
    await opened.close();
    return report;
  });
}

class Import {
  readonly #log: LogRebuild;
  readonly #check = new LineCheck();
  #bodies = 0;

  constructor(log: LogRebuild) {
    this.#log = log;
  }

  async run(input: Readable): Promise<ImportReport> {
    let begin: ReturnType<LineCheck['first']> | null = null;
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (begin === null) {
        begin = this.#check.first(text);
        checkPlace(begin.head, 'the export');
        continue;
      }
      const line = this.#check.next(text);
      if (line === null) continue;
      if ('erased' in line) {
        const { key, value } = line.erased;
        await this.#log.addErased(Buffer.from(key, 'hex'), Buffer.from(value, 'hex'));
      } else await this.#add(line);
    }
    this.#check.finish();
    if (begin === null) throw new TagwireError('BACKUP_DAMAGED', 'the export is empty');
    const { chain } = await this.#log.finish(begin.head, randomBytes(SECRET_BYTES));
    const { sequence: entries } = begin.head;
    return { entries, bodies: this.#bodies, isSameLog: chain === BigInt(begin.chain) };
  }

  async #add({ sequence, previous, record, body, purged }: EntryLine): Promise<void> {
    if (record !== undefined && !isKnown(record)) {
      throw new TagwireError(
        'BACKUP_UNKNOWN',
        `entry ${sequence} of the export is of a kind that this Tagwire does not know; use a newer one`,
      );
    }
    const bodyHash =
      purged?.bodyHash ?? (record !== undefined && 'bodyHash' in record && record.bodyHash);
    await this.#log.addRecord(sequence, {
      previous,
      record: record ?? null,
      payloadHash: BigInt(`0x${purged?.payloadHash ?? 0}`),
      bodyHash: bodyHash ? BigInt(`0x${bodyHash}`) : 0n,
    });
    const key = record === undefined || body === undefined ? null : bodyKeyOf(record);
    if (key === null) return;
    this.#bodies += 1;
    await this.#log.addBody(key, Buffer.from(body!));
  }
}
