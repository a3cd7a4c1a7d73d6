/**
 * The order of a search by relevance: BM25 over titles and summaries.
 *
 *   score = Σ over terms: idf × tf × (K1 + 1) ÷ (tf + K1 × (1 − B + B × length ÷ mean length))
 *   tf    = how often the summary has the term + TITLE_WEIGHT × how often the title has it, or 1 for a tag
 *   idf   = ln(1 + (articles − those with the term + ½) ÷ (those with the term + ½)), in the window
 *
 * Terms are those that a match may have; what stands under NOT counts nothing. How many articles have a term is
 * counted by the catalog's own index. Equal scores go by time, the newest first.
 */
import { setImmediate as frontsTurn } from 'node:timers/promises';
import { searchForm, tagKey } from '../../../../kernel/text/tag.js';
import type { ArticleFilter } from '../../../../news/catalog/reader.js';
import type { NewsSources } from '../sources.js';
import { type Article, newestFirst } from './article-lookup.js';
import { type QueryNode, scoringTerms } from './query-language.js';

const K1 = 1.2;
const B = 0.75;
/** A title is a sixth as long as a summary and says as much. */
const TITLE_WEIGHT = 2;
/** Scores are told, and compared, in so many parts of one: a cursor holds whole numbers. */
const SCORE_PARTS = 1e6;

type Term = ReturnType<typeof scoringTerms>[number];

/** An article with its score in `SCORE_PARTS` of one. */
export interface Scored {
  article: Article;
  units: number;
}

/** A place in a list by relevance. */
export interface Rank {
  article: Pick<Article, 'publishedAt' | 'id'>;
  units: number;
}

/** Articles by relevance. @param filter of the window alone: nothing else narrows what terms are rated by. */
export async function byRelevance(
  sources: NewsSources,
  node: QueryNode,
  window: ArticleFilter,
  articles: readonly Article[],
): Promise<Scored[]> {
  const terms = scoringTerms(node);
  const weights = await weightsOf(sources, terms, window);
  const lengths = articles.map(({ title, description }) => title.length + lengthOf(description));
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const scored = articles.map((article, at) => {
    const norm = K1 * (1 - B + (B * lengths[at]!) / mean);
    const title = searchForm(article.title);
    const summary = searchForm(article.description ?? '');
    let score = 0;
    terms.forEach((term, place) => {
      const tf = frequencyOf(term, title, summary, article.tags);
      score += (weights[place]! * tf * (K1 + 1)) / (tf + norm);
    });
    return { article, units: Math.round(score * SCORE_PARTS) };
  });
  return scored.sort(bestFirst);
}

/** A score as answers tell it. */
export function relevanceOf({ units }: Scored): number {
  return units / SCORE_PARTS;
}

/** The order of a list by relevance. */
export function bestFirst(a: Rank, b: Rank): number {
  return b.units - a.units || newestFirst(a.article, b.article);
}

/** How many articles of a filter there are, wherever they lie. */
export async function countOf(
  { catalog, history }: NewsSources,
  filter: ArticleFilter,
): Promise<number> {
  const onDisk = catalog.reachesDisk(filter, null);
  return (onDisk ? await history.facets(filter) : catalog.facets(filter)).total;
}

async function weightsOf(
  sources: NewsSources,
  terms: readonly Term[],
  window: ArticleFilter,
): Promise<number[]> {
  const all = await countOf(sources, window);
  const weights: number[] = [];
  for (const term of terms) {
    await frontsTurn();
    const needle = sources.catalog.needleOf(term.what === 'tag' ? term.tag : term.text);
    const having = await countOf(sources, { ...window, needle });
    weights.push(Math.log(1 + (all - having + 0.5) / (having + 0.5)));
  }
  return weights;
}

function frequencyOf(term: Term, title: string, summary: string, tags: readonly string[]): number {
  const tagged = tags.some((tag) => tagKey(tag) === term.tagKey) ? 1 : 0;
  if (term.what === 'tag') return tagged;
  const found = TITLE_WEIGHT * timesIn(title, term.form) + timesIn(summary, term.form);
  return Math.max(found, tagged);
}

function timesIn(text: string, form: string): number {
  let times = 0;
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) times += 1;
  return times;
}

function lengthOf(text: string | null): number {
  return text?.length ?? 0;
}
