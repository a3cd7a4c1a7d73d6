/**
 * Sets of outlets on pages: their colours, and who of their camps has a story.
 *
 * Colours stand in attributes of drawings, never in styles: they come from people.
 */
import { UNKNOWN_CAMP } from '../../../kernel/outlet-set.js';
import type { SetCoverageAnswer, SetNoteAnswer } from '../../api/news/sets/sets.js';
import type { Translate } from '../texts.js';
import { withQuery } from './address.js';
import { StackedBar } from './graphics.js';
import { Choice } from './pieces.js';

const MARK = 10;
/** Sets among which a reader chooses at once; the others are a page away. */
const CHOICE_MAX = 5;

type Camp = SetNoteAnswer['camps'][number];

/** How a camp is called. */
export function campLabel(t: Translate, { key, label }: Pick<Camp, 'key' | 'label'>): string {
  return key === UNKNOWN_CAMP ? t('unknownCamp') : label;
}

/** What a picture is filled with: a colour, whatever an answer says. */
function colourOf({ colour }: Camp): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : 'currentColor';
}

/** The colour of a camp. */
export function CampMark({ camp }: { camp: Camp }) {
  return (
    <svg class="camp-mark" viewBox={`0 0 ${MARK} ${MARK}`} aria-hidden="true">
      <rect width={MARK} height={MARK} fill={colourOf(camp)} />
    </svg>
  );
}

/** How many outlets of each camp, as one bar. */
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

/** What the colours mean. */
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

/** Camps that hardly see a story, or else the one that clearly favours it. */
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

/** Choices of a set on a page, beside all outlets; nothing where there is no set. */
export function SetChoice({
  t,
  sets,
  chosen,
  path,
  query,
}: {
  t: Translate;
  sets: readonly { name: string; title: string }[];
  /** What `set=` says now. */
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
