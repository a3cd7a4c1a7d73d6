/**
 * The catalog as a plain list: what it should answer, computed in the most obvious way.
 */
import { isoOf, MINUTE_MS } from '../../../src/kernel/clock.js';
import { getOrInsert } from '../../../src/kernel/collections.js';
import type {
  Camp,
  CategoryRecord,
  LogRecord,
  MediaRecord,
  NewsRecord,
} from '../../../src/kernel/model/records.js';
import { normalTag, searchForm, tagKey } from '../../../src/kernel/text/tag.js';
import type { Facets } from '../../../src/news/catalog/answers/directory.js';
import type { Position } from '../../../src/news/catalog/reader.js';

/** A question in the words of the API. */
export interface Question {
  sinceMs: number;
  untilMs: number;
  nowMs: number;
  scope: { codes: string[] } | { category: string } | { camp: Camp } | null;
  tag: string | null;
  q: string | null;
}

interface Article {
  record: NewsRecord;
  hidden: boolean;
}

interface Outlet {
  record: MediaRecord;
  hidden: boolean;
}

export class Oracle {
  readonly categories: CategoryRecord[] = [];
  readonly media = new Map<string, Outlet>();
  articles: Article[] = [];

  /** What was asked since the last change, by question: an index and the reading of texts are asked the same. */
  readonly #lists = new Map<string, NewsRecord[]>();

  apply(record: LogRecord): void {
    this.#lists.clear();
    if (record.kind === 'category') this.#putCategory(record);
    if (record.kind === 'media') {
      const hidden = this.media.get(record.media)?.hidden ?? false;
      this.media.set(record.media, { record, hidden });
    }
    if (record.kind === 'news') this.#putNews(record);
    if (record.kind !== 'hide' && record.kind !== 'show' && record.kind !== 'erase') return;
    if (record.target === 'news') {
      const article = this.articles.find((candidate) => candidate.record.id === record.id);
      if (article !== undefined) article.hidden = record.kind === 'hide';
      if (record.kind === 'erase') this.#drop((candidate) => candidate.record.id === record.id);
    } else {
      const outlet = this.media.get(record.key);
      if (outlet !== undefined) outlet.hidden = record.kind !== 'show';
      if (record.kind === 'erase') this.#drop(({ record: { media } }) => media === record.key);
    }
  }

  /** True when a question names only what is known. */
  understands({ scope }: Question): boolean {
    if (scope === null || 'camp' in scope) return true;
    if ('codes' in scope)
      return scope.codes.every((code) => this.media.get(code)?.hidden === false);
    const { category } = scope;
    const isImplied = ['all', 'blue', 'green'].includes(category);
    return isImplied || this.categories.some(({ key }) => key === category);
  }

  isShown(id: number, sortMs: number, nowMs: number): boolean {
    return this.articles.some(
      (article) =>
        article.record.id === id &&
        article.record.sortMs === sortMs &&
        this.#isVisible(article, nowMs),
    );
  }

  /** Everything that matches, newest first. */
  list(question: Question, after: Position | null = null): readonly NewsRecord[] {
    const all = getOrInsert(this.#lists, JSON.stringify(question), () => this.#listed(question));
    if (after === null) return all;
    const { timeMs, id: last } = after;
    return all.filter(({ sortMs, id }) => sortMs < timeMs || (sortMs === timeMs && id < last));
  }

  #listed(question: Question): NewsRecord[] {
    return this.articles
      .filter((article) => this.#matches(article, question))
      .map(({ record }) => record)
      .sort((a, b) => b.sortMs - a.sortMs || b.id - a.id);
  }

  facets(question: Question): Facets {
    const facets: Facets = { total: 0, camps: { blue: 0, green: 0, other: 0 }, media: [] };
    for (const { media } of this.list(question)) {
      facets.total += 1;
      facets.camps[this.media.get(media)!.record.camp]! += 1;
      const known = facets.media.find((entry) => entry.media === media);
      if (known === undefined) facets.media.push({ media, count: 1 });
      else known.count += 1;
    }
    facets.media.sort((a, b) => b.count - a.count || (a.media < b.media ? -1 : 1));
    return facets;
  }

  /** An article as the API shows it. */
  itemOf(record: NewsRecord): object {
    const { title, camp } = this.media.get(record.media)!.record;
    return {
      id: record.id,
      media: record.media,
      mediaTitle: title,
      camp,
      title: record.title,
      description: record.description,
      url: record.url,
      image: record.image,
      publishedAt: isoOf(record.sortMs),
      datePending: record.datePending,
      section: record.section,
      tags: record.tags,
    };
  }

  #putCategory(record: CategoryRecord): void {
    const at = this.categories.findIndex(({ key }) => key === record.key);
    if (at < 0) this.categories.push(record);
    else this.categories[at] = record;
  }

  #putNews(record: NewsRecord): void {
    const hidden =
      this.articles.find((article) => article.record.id === record.id)?.hidden ?? false;
    this.#drop((article) => article.record.id === record.id);
    this.articles.push({ record, hidden });
  }

  #drop(isGone: (article: Article) => boolean): void {
    this.articles = this.articles.filter((article) => !isGone(article));
  }

  #isVisible({ record, hidden }: Article, nowMs: number): boolean {
    const waits = record.sortMs > record.observedMs + 10 * MINUTE_MS;
    const isOpen = !waits || record.sortMs <= nowMs;
    return isOpen && !hidden && !this.media.get(record.media)!.hidden;
  }

  #matches(article: Article, question: Question): boolean {
    const { record } = article;
    const { sinceMs, untilMs, nowMs, scope, tag, q } = question;
    if (!this.#isVisible(article, nowMs)) return false;
    if (record.sortMs < sinceMs || record.sortMs >= untilMs) return false;
    if (tag !== null && !hasTag(record, tag)) return false;
    if (q !== null && searchForm(q) !== '' && !contains(record, q)) return false;
    return scope === null || this.#isIn(this.media.get(record.media)!.record, scope);
  }

  #isIn(outlet: MediaRecord, scope: NonNullable<Question['scope']>): boolean {
    if ('codes' in scope) return scope.codes.includes(outlet.media);
    if ('camp' in scope) return outlet.camp === scope.camp;
    const { enabled, sourceKind, syndicated, external, camp, categories } = outlet;
    if (!enabled || sourceKind !== 'publisher' || syndicated || external) return false;
    if (scope.category === 'all') return true;
    if (scope.category === 'blue' || scope.category === 'green') return camp === scope.category;
    return categories.includes(scope.category);
  }
}

/** The same texts are asked for in every question. */
function remembered(of: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => getOrInsert(known, text, () => of(text));
}

const formOf = remembered(searchForm);
const keyOf = remembered(tagKey);

function hasTag({ tags }: NewsRecord, wanted: string): boolean {
  const key = tagKey(normalTag(wanted) ?? wanted);
  return tags.some((tag) => keyOf(tag) === key);
}

function contains(record: NewsRecord, q: string): boolean {
  const form = searchForm(q);
  const fields = [record.title, record.description ?? ''];
  return fields.some((field) => formOf(field).includes(form)) || hasTag(record, q);
}
