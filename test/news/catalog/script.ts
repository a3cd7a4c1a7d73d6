/**
 * Random lives of a catalog: what happens, as data that fast-check can shrink.
 *
 * A step names articles and outlets by small numbers; `Author` turns it into whole records, as
 * the log would have written them.
 */
import fc from 'fast-check';
import { DAY_MS, HOUR_MS, localDayStartMs, MINUTE_MS } from '../../../src/kernel/clock.js';
import {
  CAMPS,
  type LogRecord,
  type MaskRecord,
  type MediaRecord,
  type NewsRecord,
  SOURCE_KINDS,
} from '../../../src/kernel/model/records.js';
import { normalTag } from '../../../src/kernel/text/tag.js';
import type { Question } from './oracle.js';
import { categoryOf, mediaMaskOf, mediaOf, newsMaskOf, newsOf } from './records.js';

export const START_MS = localDayStartMs(Date.UTC(2026, 0, 15));

interface CategoryStep {
  type: 'category';
  key: string;
  label: string;
}

interface MediaStep {
  type: 'media';
  outlet: number;
  fields: Partial<MediaRecord>;
}

interface NewsStep {
  type: 'news';
  slot: number;
  outlet: number;
  sortMs: number;
  /** Seen before its date by this much. */
  earlyMs: number;
  fields: Partial<NewsRecord>;
}

interface MaskStep {
  type: 'mask';
  target: { slot: number } | { outlet: number };
  kind: MaskRecord['kind'];
}

/** Something that becomes entries of the log. */
export type FactStep = CategoryStep | MediaStep | NewsStep | MaskStep;
/** Something that the runtime does, which no answer and no snapshot may depend on. */
export type RuntimeStep = 'cut' | 'acknowledge' | 'compact' | 'restart';

const OUTLETS = 4;
const SLOTS = 12;

const glyph = fc.constantFrom(
  ...[
    'a',
    'A',
    'Ａ',
    'b',
    'ｂ',
    'é',
    'É',
    'ß',
    '台',
    '灣',
    '北',
    'ｶ',
    'ﾞ',
    'ガ',
    '😀',
    ' ',
    '１',
    '1',
  ],
);
/** Titles and needles of few glyphs meet often. */
const text = fc.string({ unit: glyph, minLength: 1, maxLength: 12 });
/** Few tags, some of them the same but for case, so that questions about them find something. */
const tag = fc
  .constantFrom('a', 'A', 'aé', 'AÉ', '台', '台灣', '1')
  .filter((form) => normalTag(form) === form);
const outlet = fc.nat({ max: OUTLETS - 1 });
const slot = fc.nat({ max: SLOTS - 1 });
const category = fc.constantFrom('politics', 'sport', 'blue');
const maskKind = fc.constantFrom<MaskRecord['kind']>('hide', 'show', 'erase');

/** Few distinct times on three days and their borders, so that ties and moves are common. */
const sortMs = fc
  .tuple(fc.integer({ min: 0, max: 2 }), fc.constantFrom(0, 1, HOUR_MS, 5 * HOUR_MS, DAY_MS - 1))
  .map(([day, offset]) => START_MS + day * DAY_MS + offset);

const categoryStep = fc
  .record({ key: category, label: text })
  .map((fields): FactStep => ({ type: 'category', ...fields }));

const mediaFields = fc.record({
  title: text,
  camp: fc.constantFrom(...CAMPS),
  categories: fc.uniqueArray(category, { maxLength: 2 }),
  sourceKind: fc.constantFrom(...SOURCE_KINDS, 'publisher' as const),
  syndicated: rarely(true, false),
  external: rarely(true, false),
  enabled: rarely(false, true),
});
const mediaStep = fc
  .record({ outlet, fields: mediaFields })
  .map((fields): FactStep => ({ type: 'media', ...fields }));

const newsFields = fc.record({
  title: text,
  description: fc.option(text),
  tags: fc.uniqueArray(tag, { maxLength: 3 }),
  datePending: fc.boolean(),
  image: fc.constantFrom(null, 'https://a.example/"x".png'),
  section: fc.option(text),
});
const earlyMs = fc.constantFrom(0, 0, 0, 10 * MINUTE_MS, 10 * MINUTE_MS + 1, DAY_MS);
const newsStep = fc
  .record({ slot, outlet, sortMs, earlyMs, fields: newsFields })
  .map((fields): FactStep => ({ type: 'news', ...fields }));

const newsMaskStep = fc
  .record({ target: fc.record({ slot }), kind: maskKind })
  .map((fields): FactStep => ({ type: 'mask', ...fields }));
const mediaMaskStep = fc
  .record({ target: fc.record({ outlet }), kind: maskKind })
  .map((fields): FactStep => ({ type: 'mask', ...fields }));

export const factStep: fc.Arbitrary<FactStep> = fc.oneof(
  { arbitrary: newsStep, weight: 12 },
  { arbitrary: newsMaskStep, weight: 3 },
  { arbitrary: mediaStep, weight: 2 },
  { arbitrary: mediaMaskStep, weight: 1 },
  { arbitrary: categoryStep, weight: 1 },
);
export const runtimeStep: fc.Arbitrary<RuntimeStep> = fc.oneof(
  { arbitrary: fc.constant('cut' as const), weight: 5 },
  { arbitrary: fc.constant('acknowledge' as const), weight: 3 },
  { arbitrary: fc.constant('compact' as const), weight: 2 },
  { arbitrary: fc.constant('restart' as const), weight: 1 },
);

export const question: fc.Arbitrary<Question> = fc
  .record({
    window: fc.option(fc.tuple(sortMs, sortMs)),
    nowMs: fc.oneof(sortMs, fc.constant(START_MS + 9 * DAY_MS)),
    scope: fc.option(
      fc.oneof(
        fc.record({ codes: fc.uniqueArray(outlet.map(codeOf), { minLength: 1, maxLength: 3 }) }),
        fc.record({ category: fc.oneof(category, fc.constantFrom('all', 'green', 'none')) }),
        fc.record({ camp: fc.constantFrom(...CAMPS) }),
      ),
    ),
    tag: fc.option(tag, { freq: 2 }),
    q: fc.option(
      fc.oneof(
        glyph,
        tag,
        fc.string({ unit: fc.constantFrom('a', 'Ａ', '台', '１'), minLength: 2, maxLength: 2 }),
        fc.string({ unit: glyph, minLength: 1, maxLength: 6 }),
      ),
    ),
  })
  .map(({ window, ...rest }) => ({
    ...rest,
    sinceMs: window === null ? START_MS - DAY_MS : Math.min(...window),
    untilMs: window === null ? START_MS + 9 * DAY_MS : Math.max(...window) + 1,
  }));

export function codeOf(outletNumber: number): string {
  return `outlet-${outletNumber}`;
}

/** Gives ids and fills in what the log knows of earlier records. */
export class Author {
  /** Every article under every time that it ever had. */
  readonly places: { id: number; sortMs: number }[] = [];
  readonly #articles = new Map<number, NewsRecord>();
  readonly #media = new Map<string, MediaRecord>();
  #nextId = 1;

  write(step: FactStep): LogRecord[] {
    switch (step.type) {
      case 'category':
        return [categoryOf(step.key, step.label)];
      case 'media':
        return [this.#putMedia(mediaOf(codeOf(step.outlet), step.fields))];
      case 'news':
        return this.#writeNews(step);
      case 'mask':
        return this.#writeMask(step);
    }
  }

  #writeNews({
    slot: place,
    outlet: number,
    sortMs: atMs,
    earlyMs: ms,
    fields,
  }: NewsStep): LogRecord[] {
    const media = codeOf(number);
    const before: LogRecord[] = this.#media.has(media) ? [] : [this.#putMedia(mediaOf(media))];
    const known = this.#articles.get(place);
    const article = newsOf(known?.id ?? this.#nextId++, media, atMs, {
      ...fields,
      observedMs: atMs - ms,
      previousSortMs: known?.sortMs ?? null,
    });
    this.#articles.set(place, article);
    this.places.push({ id: article.id, sortMs: atMs });
    return [...before, article];
  }

  #writeMask({ target, kind }: MaskStep): LogRecord[] {
    if ('outlet' in target) {
      const code = codeOf(target.outlet);
      if (kind === 'erase') this.#forget(code);
      return [mediaMaskOf(kind, code)];
    }
    const article = this.#articles.get(target.slot);
    if (article === undefined) return [];
    if (kind === 'erase') this.#articles.delete(target.slot);
    return [newsMaskOf(kind, article)];
  }

  #putMedia(record: MediaRecord): MediaRecord {
    this.#media.set(record.media, record);
    return record;
  }

  /** What was erased comes back, if at all, as a new article. */
  #forget(media: string): void {
    for (const [place, article] of this.#articles) {
      if (article.media === media) this.#articles.delete(place);
    }
  }
}

function rarely<T>(seldom: T, mostly: T): fc.Arbitrary<T> {
  return fc.constantFrom(mostly, mostly, mostly, seldom);
}
