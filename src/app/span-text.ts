/**
 * Spans of time in words, in their largest unit.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.js';

const UNITS: readonly [ms: number, name: string][] = [
  [365.25 * DAY_MS, 'year'],
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
  [SECOND_MS, 'second'],
];

/** `8 days`, `1 hour`; less than a second is `0 seconds`. */
export function spanText(ms: number): string {
  const [unitMs, name] = UNITS.find(([unit]) => ms >= unit) ?? UNITS.at(-1)!;
  const count = Math.floor(ms / unitMs);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
