/**
 * Calendar months in local time (a fixed offset), counted from January of the year 0.
 */
import { ZONE_OFFSET_MS } from '../../kernel/clock.js';

const TEXT = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** The month that holds an instant. */
export function monthOf(atMs: number): number {
  const local = new Date(atMs + ZONE_OFFSET_MS);
  return 12 * local.getUTCFullYear() + local.getUTCMonth();
}

/** When a month begins; it ends where the next one begins. */
export function monthStartMs(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12) - ZONE_OFFSET_MS;
}

/** `YYYY-MM`. */
export function monthText(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** The month of a text `YYYY-MM`; null when it is none. */
export function parseMonth(text: string): number | null {
  const match = TEXT.exec(text);
  return match === null ? null : 12 * Number(match[1]) + Number(match[2]) - 1;
}
