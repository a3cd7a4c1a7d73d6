/**
 * Random lives of a newsroom over some days, as data that fast-check can shrink.
 */
import fc from 'fast-check';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kernel/clock.js';
import type {
  LogRecord,
  MaskRecord,
  MediaRecord,
  NewsRecord,
} from '../../../../src/kernel/model/records.js';
import { normalTag } from '../../../../src/kernel/text/tag.js';
import { categoryOf, mediaMaskOf, mediaOf, newsMaskOf, newsOf } from '../../catalog/records.js';

export const START_MS = Date.UTC(2026, 0, 15);

export type Step =
  | { type: 'media'; outlet: number; fields: Partial<MediaRecord> }
  | { type: 'news'; slot: number; outlet: number; agoMs: number; fields: Partial<NewsRecord> }
  | { type: 'mask'; target: { slot: number } | { outlet: number }; kind: MaskRecord['kind'] }
  | { type: 'tick'; onMs: number };

const OUTLETS = 4;
const SLOTS = 14;
const outlet = fc.nat({ max: OUTLETS - 1 });
const slot = fc.nat({ max: SLOTS - 1 });
const maskKind = fc.constantFrom<MaskRecord['kind']>('hide', 'show', 'show', 'erase');
/** Few tags, some the same but for case, some beyond U+FFFF or at its end, and names of outlets. */
const tag = fc
  .constantFrom('a', 'A', 'b', 'ﷺ', '😀', '台灣', '台', 'É', 'é', '\uffee', 'mu', 'Mu', 'ZETA')
  .map((text) => normalTag(text)!);
/** Ages that meet the borders of windows. */
const agoMs = fc
  .tuple(
    fc.constantFrom(0, 1, 3, 6, 12, 24, 27, 30, 36, 48, 72, 100, 168, 200),
    fc.constantFrom(0, 0, -1, 1, 10 * MINUTE_MS, -HOUR_MS),
  )
  .map(([hours, ms]) => hours * HOUR_MS + ms);

const mediaFields = fc.record({
  camp: fc.constantFrom('blue' as const, 'green' as const, 'other' as const),
  categories: fc.constantFrom<string[]>([], ['news'], ['news', 'tv']),
  enabled: fc.constantFrom(true, true, true, false),
  syndicated: fc.constantFrom(false, false, false, true),
  collectingSinceMs: fc.constantFrom(
    null,
    START_MS - 200 * HOUR_MS,
    START_MS - 50 * HOUR_MS + 1,
    START_MS + 5 * HOUR_MS,
  ),
});

const newsFields = fc.record({
  tags: fc.array(tag, { maxLength: 4 }).map((tags) => [...new Set(tags)]),
  datePending: fc.constantFrom(false, false, false, true),
});

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc
      .record({ slot, outlet, agoMs, fields: newsFields })
      .map((fields): Step => ({ type: 'news', ...fields })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ outlet, fields: mediaFields })
      .map((fields): Step => ({ type: 'media', ...fields })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ target: fc.record({ slot }), kind: maskKind })
      .map((fields): Step => ({ type: 'mask', ...fields })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ target: fc.record({ outlet }), kind: maskKind })
      .map((fields): Step => ({ type: 'mask', ...fields })),
  },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(
        10 * MINUTE_MS,
        4 * MINUTE_MS,
        HOUR_MS,
        5 * HOUR_MS,
        30 * HOUR_MS,
        120 * HOUR_MS,
      )
      .map((onMs): Step => ({ type: 'tick', onMs })),
  },
);

export function codeOf(outletNumber: number): string {
  return ['zeta', 'alpha', 'mu', 'beta'][outletNumber]!;
}

/** The records with which a life begins. */
export const PREFACE: LogRecord[] = [categoryOf('news', '新聞'), categoryOf('tv', '電視')];

/** Turns steps into whole records, as the log would write them. */
export class Author {
  nowMs = START_MS;
  readonly #articles = new Map<number, NewsRecord>();
  readonly #media = new Set<string>();
  #nextId = 1;

  write(step: Step): LogRecord[] {
    switch (step.type) {
      case 'media':
        this.#media.add(codeOf(step.outlet));
        return [mediaOf(codeOf(step.outlet), step.fields)];
      case 'news':
        return this.#writeNews(step);
      case 'mask':
        return this.#writeMask(step);
      case 'tick':
        this.nowMs += step.onMs;
        return [{ kind: 'tick', atMs: this.nowMs, runs: ['ranking'] }];
    }
  }

  #writeNews(step: Extract<Step, { type: 'news' }>): LogRecord[] {
    const code = codeOf(step.outlet);
    const known = this.#articles.get(step.slot);
    const records: LogRecord[] = [];
    if (!this.#media.has(code)) {
      this.#media.add(code);
      records.push(mediaOf(code, { categories: ['news'] }));
    }
    const article = newsOf(known?.id ?? this.#nextId++, code, this.nowMs - step.agoMs, {
      ...step.fields,
      observedMs: known?.observedMs ?? this.nowMs,
      previousSortMs: known?.sortMs ?? null,
    });
    this.#articles.set(step.slot, article);
    return [...records, article];
  }

  #writeMask({ target, kind }: Extract<Step, { type: 'mask' }>): LogRecord[] {
    if ('outlet' in target) {
      const code = codeOf(target.outlet);
      if (kind === 'erase') this.#forget((article) => article.media === code);
      return [mediaMaskOf(kind, code)];
    }
    const article = this.#articles.get(target.slot);
    if (article === undefined) return [];
    if (kind === 'erase') this.#articles.delete(target.slot);
    return [newsMaskOf(kind, article)];
  }

  #forget(isGone: (article: NewsRecord) => boolean): void {
    for (const [place, article] of this.#articles) {
      if (isGone(article)) this.#articles.delete(place);
    }
  }
}
