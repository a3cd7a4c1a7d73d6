/** Offsets of the zones of the time zone database that the runtime knows. */
import { HOUR_MS, MINUTE_MS } from './clock.js';
import { getOrInsert } from './collections.js';

type ZoneOffset = (localMs: number) => number;

/** More than there are zones; invalid names come from outside, in any number. */
const KNOWN_MAX = 1000;
/** By name: a feed has the same zone in every item, and a format is expensive to make. */
const known = new Map<string, ZoneOffset | null>();

/**
 * The offset of a named zone (`Europe/Vienna`, in any case) at a local time, both in milliseconds; null
 * for an unknown name. A local time that is skipped or occurs twice has the offset before the change.
 */
export function zoneOffsetNamed(timeZone: string): ZoneOffset | null {
  if (known.size >= KNOWN_MAX) known.clear();
  return getOrInsert(known, timeZone, () => offsetOf(timeZone));
}

function offsetOf(timeZone: string): ZoneOffset | null {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
  const offsetAt = (atMs: number): number => {
    const text = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')!.value;
    const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(text) ?? [];
    const offsetMs = Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS;
    return sign === '-' ? -offsetMs : offsetMs;
  };
  // The offset of the instant that the local time would be in UTC, corrected once.
  return (localMs) => offsetAt(localMs - offsetAt(localMs - offsetAt(localMs)));
}
