/**
 * Times in the viewer's language, with the exact instant in `<time>`. Days and hours are local
 * ones, as in the contract.
 */
import {
  DAY_MS,
  HOUR_MS,
  localDayStartMs,
  MINUTE_MS,
  ZONE_OFFSET_MS,
} from '../../../kernel/clock.js';
import { wordsOf } from '../../../kernel/words.js';
import type { Translate } from '../texts.js';
import type { Language, Viewer } from '../viewer.js';

const MONTHS = wordsOf('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
const WEEKDAYS = {
  zh: ['日', '一', '二', '三', '四', '五', '六'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
};

const AHEAD_MS_MAX = 5 * MINUTE_MS;

/** Context for the display of times. */
export interface TimeContext {
  t: Translate;
  viewer: Viewer;
  nowMs: number;
}

type Instant = string | number;

/** A time; `as` selects its form, such as time passed (a date after long), clock or day. */
export function Time({
  c,
  at,
  as = 'ago',
}: {
  c: TimeContext;
  at: Instant | null;
  as?: keyof typeof FORMS;
}) {
  const ms = typeof at === 'number' ? at : Date.parse(at ?? '');
  if (!Number.isFinite(ms)) return <span>{c.t('unknown')}</span>;
  const full = FORMS.full(c, ms);
  return (
    <time datetime={new Date(ms).toISOString()} title={c.t('localTime', { text: full })}>
      {FORMS[as](c, ms)}
    </time>
  );
}

const FORMS = {
  next: ({ t, nowMs }: TimeContext, ms: number) => aheadText(t, Math.max(1, ms - nowMs)),
  ago: agoText,
  clock: (_: TimeContext, ms: number) => clockText(ms),
  day: ({ viewer }: TimeContext, ms: number) => dayText(ms, viewer.language),
  full: ({ viewer }: TimeContext, ms: number) => `${dayText(ms, viewer.language)} ${clockText(ms)}`,
  moment: ({ viewer }: TimeContext, ms: number) =>
    `${shortDay(ms, viewer.language)} ${clockText(ms)}`,
};

/** `12 分鐘前`, `in 12 minutes`; beyond a day the date, with the year unless it is the current one. */
function agoText({ t, viewer, nowMs }: TimeContext, ms: number): string {
  const ageMs = nowMs - ms;
  // Times of other clocks may be slightly in the future.
  if (ageMs > -AHEAD_MS_MAX && ageMs < MINUTE_MS) return t('justNow');
  if (ageMs >= 0 && ageMs < HOUR_MS) return t('minutesAgo', { n: Math.floor(ageMs / MINUTE_MS) });
  if (ageMs >= 0 && ageMs < DAY_MS) return t('hoursAgo', { n: Math.floor(ageMs / HOUR_MS) });
  if (ageMs < 0 && ageMs > -DAY_MS) return aheadText(t, -ageMs);
  const day = local(ms);
  const isThisYear = day.getUTCFullYear() === local(nowMs).getUTCFullYear();
  return `${isThisYear ? shortDay(ms, viewer.language) : dayText(ms, viewer.language)} ${clockText(ms)}`;
}

function aheadText(t: Translate, aheadMs: number): string {
  if (aheadMs < HOUR_MS) return t('inMinutes', { n: Math.ceil(aheadMs / MINUTE_MS) });
  return t('inHours', { n: Math.round(aheadMs / HOUR_MS) });
}

/** `14:05` */
export function clockText(ms: number): string {
  return local(ms).toISOString().slice(11, 16);
}

/** `2022年5月27日`, `27 May 2022` */
export function dayText(ms: number, language: Language): string {
  const day = local(ms);
  const year = day.getUTCFullYear();
  return language === 'zh'
    ? `${year}年${day.getUTCMonth() + 1}月${day.getUTCDate()}日`
    : `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${year}`;
}

/** `5月27日`, `27 May` */
export function shortDay(ms: number, language: Language): string {
  const day = local(ms);
  return language === 'zh'
    ? `${day.getUTCMonth() + 1}月${day.getUTCDate()}日`
    : `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
}

/** `星期五`, `Fri` */
export function weekdayText(ms: number, language: Language): string {
  const name = WEEKDAYS[language][local(ms).getUTCDay()]!;
  return language === 'zh' ? `星期${name}` : name;
}

function local(ms: number): Date {
  return new Date(ms + ZONE_OFFSET_MS);
}

/** An hour: its start, and its shade from 1 to `CALENDAR_SHADES`; 0 for an empty one. */
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
/** Hours with a label. */
const NAMED_HOURS = [0, 6, 12, 18];

/**
 * A calendar of hours: a line for each local day, a square for each hour, darker for higher ranks.
 * @param hours ascending. @param label meaning of the squares.
 */
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

/** The shade of an hour by its rank, and by whether there were reports. */
export function shadeOfRank(rank: number | null, isReported: boolean): number {
  if (rank === null) return isReported ? 1 : 0;
  if (rank <= 10) return CALENDAR_SHADES;
  return rank <= 50 ? 3 : 2;
}
