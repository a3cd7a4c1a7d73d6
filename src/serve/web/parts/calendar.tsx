/**
 * A calendar of hours: a line for each local day, a square for each hour, the darker the higher it stood.
 */
import { DAY_MS, HOUR_MS, localDayStartMs } from '../../../kernel/clock.js';
import type { Translate } from '../texts.js';
import { shortDay, type TimeContext } from './time.js';

/** An hour: its beginning, and its darkness from 1 to `CALENDAR_SHADES`; 0 leaves it empty. */
export interface CalendarHour {
  atMs: number;
  shade: number;
}

export const CALENDAR_SHADES = 4;

const STEP = 14;
const SQUARE = 12;
const LEFT = 62;
const TOP = 16;
const HOURS = 24;
const WIDTH = LEFT + HOURS * STEP;
/** Hours that are written above. */
const NAMED_HOURS = [0, 6, 12, 18];

/** @param hours ascending. @param label what the squares say. */
export function Calendar({
  c,
  hours,
  label,
}: {
  c: TimeContext;
  hours: readonly CalendarHour[];
  label: string;
}) {
  const firstMs = localDayStartMs(hours[0]!.atMs);
  const days = Math.floor((hours.at(-1)!.atMs - firstMs) / DAY_MS) + 1;
  const paths = Array.from({ length: CALENDAR_SHADES + 1 }, () => '');
  for (const { atMs, shade } of hours) {
    const day = Math.floor((atMs - firstMs) / DAY_MS);
    const hour = Math.floor((atMs - firstMs) / HOUR_MS) % HOURS;
    const place = `${LEFT + hour * STEP} ${TOP + day * STEP}`;
    paths[shade] += `M${place}h${SQUARE}v${SQUARE}h-${SQUARE}z`;
  }
  return (
    <svg
      class="calendar"
      viewBox={`0 0 ${WIDTH} ${TOP + days * STEP}`}
      role="img"
      aria-label={label}
    >
      {NAMED_HOURS.map((hour) => (
        <text x={LEFT + hour * STEP} y={TOP - 5}>
          {hour}
        </text>
      ))}
      {Array.from({ length: days }, (_, day) => (
        <text x="0" y={TOP + day * STEP + SQUARE - 2}>
          {shortDay(firstMs + day * DAY_MS, c.viewer.language)}
        </text>
      ))}
      {paths.map((path, shade) =>
        path === '' ? null : <path class={`shade-${shade}`} d={path} />,
      )}
    </svg>
  );
}

/** What the squares of a calendar of ranks mean. */
export function RankLegend({ t }: { t: Translate }) {
  const words = ['calendarReported', 'calendarRanked', 'calendarTop50', 'calendarTop10'] as const;
  return (
    <p class="fine legend calendar-legend">
      {words.map((word, at) => (
        <span>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path class={`shade-${at + 1}`} d="M0 0h12v12H0z" />
          </svg>{' '}
          {t(word)}
        </span>
      ))}
    </p>
  );
}

/** The shade of an hour by the rank in it, and whether anything was reported. */
export function shadeOfRank(rank: number | null, isReported: boolean): number {
  if (rank === null) return isReported ? 1 : 0;
  if (rank <= 10) return CALENDAR_SHADES;
  return rank <= 50 ? 3 : 2;
}
