/**
 * A dump of any period, from the server that holds a store or from the store itself, into a file.
 */

import { DAY_MS, parseDate } from '../../kernel/clock.js';
import { createDumpEncoder } from '../../serve/dumps/dump-encoder.js';
import {
  DUMP_FORMATS,
  DUMP_KINDS,
  type DumpFormat,
  type DumpPeriod,
  type DumpPlace,
  type DumpService,
} from '../../serve/dumps/dump-kinds.js';
import type { IngestSink } from '../ingest/ingest-socket.js';

export interface DumpWanted {
  service: DumpService;
  kind: string;
  format: DumpFormat;
  period: DumpPeriod;
}

/** What was asked on a command line; `service` may be left out where only one has the kind. */
export interface DumpFlags {
  dump: string;
  service?: string;
  format: string;
  from: string;
  to: string;
}

/** Understands what was asked; a sentence where that is not possible. */
export function dumpWanted({ dump, service, format, from, to }: DumpFlags): DumpWanted | string {
  const services = (Object.keys(DUMP_KINDS) as DumpService[]).filter(
    (one) => Object.hasOwn(DUMP_KINDS[one], dump) && (service ?? one) === one,
  );
  const [first] = services;
  if (first === undefined) {
    const all = (Object.keys(DUMP_KINDS) as DumpService[])
      .map((one) => `${one}: ${Object.keys(DUMP_KINDS[one]).join(', ')}`)
      .join('; ');
    return `--dump: there is no ${service ?? ''} ${dump}; there are ${all}`.replace('no  ', 'no ');
  }
  if (!(DUMP_FORMATS as readonly string[]).includes(format)) {
    return `--format must be one of ${DUMP_FORMATS.join(', ')}`;
  }
  const [fromMs, lastMs] = [from, to].map(parseDate);
  if (fromMs == null || lastMs == null) return '--from and --to must be dates YYYY-MM-DD';
  if (lastMs < fromMs) return '--to must not be before --from';
  const period = { fromMs, untilMs: lastMs + DAY_MS };
  return { service: first, kind: dump, format: format as DumpFormat, period };
}

/** Writes a dump as it is made; the bytes written. */
export async function writeDump(
  sink: Pick<IngestSink, 'dump'>,
  { service, kind, format, period }: DumpWanted,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<number> {
  const encoder = createDumpEncoder(service, kind, format);
  let byteLength = 0;
  const put = async (bytes: Uint8Array): Promise<void> => {
    byteLength += bytes.length;
    if (bytes.length > 0) await write(bytes);
  };
  let after: DumpPlace = null;
  do {
    const { rows, next } = await sink.dump({ service, kind, ...period, after });
    await put(await encoder.rows(rows));
    after = next;
  } while (after !== null);
  await put(await encoder.finish());
  return byteLength;
}
