/**
 * Sets of outlets on pages: their colours, and their camps' coverage of a story.
 *
 * Users choose the colours, so these are in attributes of SVG, never in styles.
 */
import { UNKNOWN_CAMP } from '../../../kernel/outlet-set.js';
import type { SetCoverageAnswer, SetNoteAnswer } from '../../api/news/sets/sets.js';
import type { Translate } from '../texts.js';
import { withQuery } from './address.js';
import { StackedBar } from './graphics.js';
import { Choice } from './pieces.js';

const MARK = 10;
/** Sets in a choice; the others are on another page. */
const CHOICE_MAX = 5;

type Camp = SetNoteAnswer['camps'][number];

export function campLabel(t: Translate, { key, label }: Pick<Camp, 'key' | 'label'>): string {
  return key === UNKNOWN_CAMP ? t('unknownCamp') : label;
}

/** The colour of a camp, checked to be one. */
function colourOf({ colour }: Camp): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : 'currentColor';
}

export function CampMark({ camp }: { camp: Camp }) {
  return (
    <svg class="camp-mark" viewBox={`0 0 ${MARK} ${MARK}`} aria-hidden="true">
      <rect width={MARK} height={MARK} fill={colourOf(camp)} />
    </svg>
  );
}

/** The number of outlets of each camp, as one bar. */
export function SetBar({
  set,
  coverage,
  t,
}: {
  set: SetNoteAnswer;
  coverage: SetCoverageAnswer;
  t: Translate;
}) {
  const counts = set.camps.map((camp) => ({ camp, count: coverage.camps[camp.key] ?? 0 }));
  const label = counts.map(({ camp, count }) => `${campLabel(t, camp)} ${count}`).join(t('comma'));
  const parts = counts.map(({ camp, count }) => ({ count, look: { fill: colourOf(camp) } }));
  return <StackedBar label={label} parts={parts} numberText={(value) => value.toFixed(1)} />;
}

export function SetLegend({ set, t }: { set: SetNoteAnswer; t: Translate }) {
  return (
    <p class="fine legend">
      <span>{t('campLegend')}</span>
      {set.camps.map((camp) => (
        <span>
          <CampMark camp={camp} /> {campLabel(t, camp)}
        </span>
      ))}
    </p>
  );
}

/** Camps that hardly cover a story, otherwise the camp that covers it most. */
export function SetAlerts({
  set,
  coverage: { blindspot, tilt },
  t,
}: {
  set: SetNoteAnswer;
  coverage: SetCoverageAnswer;
  t: Translate;
}) {
  const called = (key: string): string => {
    const camp = set.camps.find((one) => one.key === key);
    return camp === undefined ? key : campLabel(t, camp);
  };
  return (
    <>
      {blindspot.map((key) => (
        <span class="alert">{t('setBlind', { camp: called(key) })}</span>
      ))}
      {blindspot.length === 0 && tilt !== null ? (
        <span class="alert">{t('setTilt', { camp: called(tilt) })}</span>
      ) : null}
    </>
  );
}

/** Links to choose a set or all outlets; empty without sets. */
export function SetChoice({
  t,
  sets,
  chosen,
  path,
  query,
}: {
  t: Translate;
  sets: readonly { name: string; title: string }[];
  /** The current value of `set=`. */
  chosen: string;
  path: string;
  query: { readonly [name: string]: string };
}) {
  if (sets.length === 0) return null;
  const shown = sets.filter(({ name }, at) => at < CHOICE_MAX || name === chosen);
  const entry = (name: string, text: string) => {
    return { href: withQuery(path, { ...query, set: name }), text, isChosen: name === chosen };
  };
  return (
    <Choice
      label={t('setChoice')}
      entries={[
        entry('', t('setAll')),
        ...shown.map(({ name, title }) => entry(name, title)),
        { href: '/sets/', text: t('setMore'), isChosen: false },
      ]}
    />
  );
}
