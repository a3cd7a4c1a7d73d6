/** Forms of times on sites. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/kernel/clock.js';
import { civil, pad } from '../calendar.js';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface Parts {
  day: number;
  year: number;
  month: number;
  date: number;
  time: string;
}

function partsOf(atMs: number, zoneOffsetMs: number): Parts {
  const localMs = atMs + zoneOffsetMs;
  const day = Math.floor(localMs / DAY_MS);
  const ofDayMs = localMs - day * DAY_MS;
  const hour = Math.floor(ofDayMs / HOUR_MS);
  const minute = Math.floor(ofDayMs / MINUTE_MS) % 60;
  const second = Math.floor(ofDayMs / SECOND_MS) % 60;
  return { day, ...civil(day), time: `${pad(hour)}:${pad(minute)}:${pad(second)}` };
}

function zoneOf(offsetMs: number, colon: string): string {
  const minutes = Math.abs(Math.round(offsetMs / MINUTE_MS));
  return `${offsetMs < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${colon}${pad(minutes % 60)}`;
}

/** `Sat, 21 May 2022 04:50:00 +0800`. */
export function mailTime(atMs: number, zoneOffsetMs: number): string {
  const { day, year, month, date, time } = partsOf(atMs, zoneOffsetMs);
  const weekday = WEEKDAYS[(((day + 4) % 7) + 7) % 7];
  return `${weekday}, ${pad(date)} ${MONTHS[month - 1]} ${year} ${time} ${zoneOf(zoneOffsetMs, '')}`;
}

/** The form of HTTP headers. */
export function httpTime(atMs: number): string {
  return mailTime(atMs, 0).replace('+0000', 'GMT');
}

/** `2022-05-21`. */
export function dateText(atMs: number, zoneOffsetMs: number): string {
  const { year, month, date } = partsOf(atMs, zoneOffsetMs);
  return `${pad(year, 4)}-${pad(month)}-${pad(date)}`;
}

/** `2022-05-21T04:50:00+08:00`. */
export function isoTime(atMs: number, zoneOffsetMs: number): string {
  const { time } = partsOf(atMs, zoneOffsetMs);
  const zone = zoneOffsetMs === 0 ? 'Z' : zoneOf(zoneOffsetMs, ':');
  return `${dateText(atMs, zoneOffsetMs)}T${time}${zone}`;
}

/** For readers: `2022-05-21 04:50`, with seconds unless they are 0. */
export function shownTime(atMs: number, zoneOffsetMs: number): string {
  const { time } = partsOf(atMs, zoneOffsetMs);
  return `${dateText(atMs, zoneOffsetMs)} ${time.endsWith(':00') ? time.slice(0, 5) : time}`;
}
