/**
 * Splits a stream of bytes into lines, in bounded memory.
 *
 * Invariants: a line keeps its bytes unchanged. Of a line that is longer than any record may be, only
 * the beginning is kept (the line will be refused). A broken stream is reported after its complete lines.
 */

import { readStamp } from '../../documents/stamp.js';
import { HOUR_MS, isoOf, MINUTE_MS, parseInstant } from '../../kernel/clock.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import { INGEST } from '../../kernel/limits.js';
import { zoneOffsetNamed } from '../../kernel/zone-offset.js';
import { RECORDS } from '../../store/log/parse/declaration.js';
import type { FieldDeclarations } from '../../store/log/parse/field-types.js';

const LINE_FEED = 0x0a;

export interface SourceLine {
  bytes: Buffer;
  /** Counts from 1. */
  number: number;
}

/** Lines in groups, as they arrive; errors name `path`. @throws TagwireError INPUT_INVALID */
export async function* linesOf(
  path: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<SourceLine[]> {
  let number = 0;
  let parts: Buffer[] = [];
  let partBytes = 0;
  const keep = (part: Buffer): void => {
    const bytesLeft = INGEST.lineBytesMax + 1 - partBytes;
    if (bytesLeft <= 0) return;
    parts.push(part.subarray(0, bytesLeft));
    partBytes += Math.min(part.length, bytesLeft);
  };
  const finish = (): SourceLine => {
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    parts = [];
    partBytes = 0;
    number += 1;
    return { bytes, number };
  };
  try {
    for await (const chunk of chunks) {
      const lines: SourceLine[] = [];
      let from = 0;
      for (let feed = chunk.indexOf(LINE_FEED); feed >= 0; feed = chunk.indexOf(LINE_FEED, from)) {
        keep(chunk.subarray(from, feed));
        lines.push(finish());
        from = feed + 1;
      }
      keep(chunk.subarray(from));
      if (lines.length > 0) yield lines;
    }
  } catch (cause) {
    if (cause instanceof TagwireError) throw cause;
    // Lines before the break are complete; the rest of the broken line is not passed on.
    const reason = messageOf(cause);
    throw new TagwireError(
      'INPUT_INVALID',
      `${path}:${number + 1}: the file breaks off: ${reason}`,
      {
        cause,
      },
    );
  }
  if (partBytes > 0) yield [finish()];
}

/** Lines with their line feeds, in a buffer of their own that can be transferred to another thread. */
export function joinLines(lines: readonly Buffer[], byteLength: number): Uint8Array {
  const joined = new Uint8Array(byteLength);
  let at = 0;
  for (const line of lines) {
    joined.set(line.subarray(0, INGEST.lineBytesMax + 1), at);
    at += line.length;
    joined[at] = 0x0a;
    at += 1;
  }
  return joined;
}

/** The offset of a zone at a local time, in milliseconds. */
export type Zone = (localMs: number) => number;

const OFFSET = /^([+-])(\d{2}):?(\d{2})$/;

/**
 * The zone of a name: `+08:00`, or one of the time zone database. `tagwire ingest --zone` gives it to times
 * of records, before lines are sent.
 *
 * Only times without a zone of their own change; dates alone stay days. A line that cannot be parsed is
 * passed on unchanged, and refused with the others. A local hour that a zone skips or has twice, when
 * clocks are changed, is read with the offset before the change.
 * @throws TagwireError CONFIG_INVALID.
 */
export function zoneOf(name: string): Zone {
  if (/^(z|utc)$/i.test(name)) return () => 0;
  const [, sign, hours, minutes] = OFFSET.exec(name) ?? [];
  if (sign !== undefined) {
    const offsetMs = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
    if (offsetMs > 14 * HOUR_MS) throw noZone(name);
    return () => (sign === '-' ? -offsetMs : offsetMs);
  }
  const offset = zoneOffsetNamed(name);
  if (offset === null) throw noZone(name);
  return offset;
}

function noZone(name: string): TagwireError {
  return new TagwireError(
    'CONFIG_INVALID',
    `--zone: expected an offset such as +08:00 or a zone such as Europe/Vienna, got ${name}`,
  );
}

/** The line with a zone for each of its times. */
export function zonedLine(line: Buffer, zone: Zone): Buffer {
  let record: unknown;
  try {
    record = JSON.parse(line.toString());
  } catch {
    return line;
  }
  const kind = (record as { kind?: unknown } | null)?.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(RECORDS, kind)) return line;
  const isChanged = addZones(record, RECORDS[kind as keyof typeof RECORDS].fields, zone);
  return isChanged ? Buffer.from(JSON.stringify(record)) : line;
}

function addZones(value: unknown, fields: FieldDeclarations, zone: Zone): boolean {
  if (Array.isArray(value)) {
    return value.map((member) => addZones(member, fields, zone)).some(Boolean);
  }
  if (typeof value !== 'object' || value === null) return false;
  const object = value as { [name: string]: unknown };
  let isChanged = false;
  for (const [name, { type, members }] of Object.entries(fields)) {
    const inner = Object.hasOwn(object, name) ? object[name] : undefined;
    if (members !== undefined) isChanged = addZones(inner, members, zone) || isChanged;
    if (typeof inner !== 'string' || !type.startsWith('time')) continue;
    const localMs = localTime(inner);
    if (localMs === null) continue;
    object[name] = isoOf(localMs - zone(localMs));
    isChanged = true;
  }
  return isChanged;
}

/** The local time of a text without a zone; null for all other texts. */
function localTime(text: string): number | null {
  if (parseInstant(text) !== null) return null;
  const [stamp, elsewhere] = [readStamp(text, 0), readStamp(text, HOUR_MS)];
  if (stamp === null || stamp.precision === 'day') return null;
  return elsewhere?.atMs === stamp.atMs ? null : stamp.atMs;
}
