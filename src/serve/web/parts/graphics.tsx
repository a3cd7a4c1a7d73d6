/**
 * Small drawings: sparklines, bars of camps, bars of time; and the texts and colours of the two
 * poles.
 *
 * SVG with attributes only, because the content security policy forbids inline styles; each has a
 * text alternative.
 */

import type { Child } from 'hono/jsx';
import { PLACE } from '../../../kernel/current-place.js';
import { CAMPS } from '../../../kernel/model/records.js';
import type { PoleColour } from '../../../kernel/place.js';
import type { Translate } from '../texts.js';
import { Time, type TimeContext } from './time.js';

const SPARK_WIDTH = 96;
const SPARK_HEIGHT = 24;
/** Minimum of a line's scale, so that a single report is not a full-height peak. */
const SPARK_TOP_MIN = 1 / 8;
const BAR_WIDTH = 120;
const BAR_HEIGHT = 8;

/** A line over the hours, with gaps for unknown values. */
export function Spark({
  values,
  label,
  wide = false,
}: {
  values: readonly (number | null)[];
  label: string;
  wide?: boolean;
}) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const top = Math.max(...known, SPARK_TOP_MIN);
  const [width, height] = wide ? [640, 160] : [SPARK_WIDTH, SPARK_HEIGHT];
  const step = width / Math.max(1, values.length - 1);
  const placeOf = (value: number, at: number): string =>
    `${round(at * step)} ${round(height - 1 - (value / top) * (height - 3))}`;
  const runs = runsOf(values).map((run) =>
    run.map(([value, at], index) => `${index === 0 ? 'M' : 'L'}${placeOf(value, at)}`).join(''),
  );
  return (
    <svg
      class={wide ? 'spark wide' : 'spark'}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path class="line" d={runs.join('')} />
    </svg>
  );
}

/** Ranks over the hours, 1 at the top; an hour without neighbours is not drawn. */
export function RankSpark({ ranks, label }: { ranks: readonly (number | null)[]; label: string }) {
  const worst = Math.max(...ranks.map((rank) => rank ?? 1), 2);
  return (
    <Spark values={ranks.map((rank) => (rank === null ? null : worst + 1 - rank))} label={label} />
  );
}

/** Counts side by side in one bar; empty without counts. `look` is the colour of a part. */
export function StackedBar({
  label,
  parts,
  numberText,
}: {
  label: string;
  parts: readonly { count: number; look: { class?: string; fill?: string } }[];
  numberText: (value: number) => string | number;
}) {
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  let x = 0;
  return (
    <svg
      class="camp-bar"
      viewBox={`0 0 ${BAR_WIDTH} ${BAR_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {parts.map(({ count, look }) => {
        const width = (count / all) * BAR_WIDTH;
        const from = numberText(x);
        x += width;
        const size = { width: numberText(Math.max(0, width - 1)), height: BAR_HEIGHT };
        return width === 0 ? null : <rect {...look} x={from} y="0" {...size} />;
      })}
    </svg>
  );
}

/** The number of outlets of each camp, as one bar. */
export function CampBar({ camps, t }: { camps: Record<string, number>; t: Translate }) {
  const parts = CAMPS.map((camp) => {
    return { count: camps[camp] ?? 0, look: { class: `fill-${campColour(camp)}` } };
  });
  const [a, b, other] = parts.map(({ count }) => count) as [number, number, number];
  return <StackedBar label={t('campBar', { a, b, other })} parts={parts} numberText={round} />;
}

/** Legend of such bars. */
export function CampLegend({ t }: { t: Translate }) {
  return (
    <p class="fine legend">
      <span>{t('campLegend')}</span>
      {CAMPS.map((camp) => (
        <span class={campColour(camp)}>■ {t(campText(camp))}</span>
      ))}
    </p>
  );
}

/** The axis of a drawing: its start and end, and the meaning of heights. */
export function Axis({
  c,
  from,
  to,
  hasClock = true,
  children,
}: {
  c: TimeContext;
  from: string | number;
  to: string | number;
  hasClock?: boolean;
  children?: Child;
}) {
  const as = hasClock ? 'moment' : 'day';
  return (
    <p class="axis fine">
      <Time c={c} at={from} as={as} />
      <span>{children}</span>
      <Time c={c} at={to} as={as} />
    </p>
  );
}

/** Bars side by side. */
export function Bars({ counts, label }: { counts: readonly number[]; label: string }) {
  if (counts.length === 0) return null;
  const top = Math.max(...counts, 1);
  const step = 640 / counts.length;
  return (
    <svg class="bars" viewBox="0 0 640 80" preserveAspectRatio="none" role="img" aria-label={label}>
      {counts.map((count, at) => (
        <rect
          class="fill-ink"
          x={round(at * step)}
          y={round(80 - (count / top) * 78)}
          width={round(Math.max(1, step - Math.min(2, step / 4)))}
          height={round((count / top) * 78)}
        />
      ))}
    </svg>
  );
}

/** Runs of values without a gap, each value with its position. */
function runsOf(values: readonly (number | null)[]): [value: number, at: number][][] {
  const runs: [number, number][][] = [[]];
  for (const [at, value] of values.entries()) {
    if (value === null) runs.push([]);
    else runs.at(-1)!.push([value, at]);
  }
  return runs.filter((run) => run.length > 1);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

type CampText = 'firstPole' | 'secondPole' | 'other';

export function campText(camp: string): CampText {
  return (['firstPole', 'secondPole'] as const)[placeOf(camp)] ?? 'other';
}

/** Class of a camp in the style sheet. */
export function campColour(camp: string): PoleColour | 'other' {
  return PLACE.poles[placeOf(camp)]?.colour ?? 'other';
}

function placeOf(camp: string): number {
  return PLACE.poles.findIndex(({ key }) => key === camp);
}
