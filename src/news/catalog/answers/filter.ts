/** Filter of article queries, and the rows of a run whose text, tags and language match it. */
import type { Run } from '../../../engine/runs/run.js';
import {
  bothOf,
  type ContentRows,
  eitherOf,
  exceptOf,
  rowsWithKeys,
  rowsWithText,
  type TextNeedle,
  textNeedle,
} from '../../../engine/runs/walks.js';
import type { RowWalk } from '../../../engine/search/posting-lists.js';
import { normalTag, searchForm } from '../../../kernel/text/tag.js';
import { columnKeysOfTag } from '../codec.js';

export interface ArticleFilter {
  /** Start of the window, inclusive. */
  sinceMs: number;
  /** End of the window, exclusive. */
  untilMs: number;
  /** Articles with `FLAG.waits` are shown when their sort time is not after this time. */
  nowMs: number;
  /** 1 for each media number that may appear; null when all media may appear. */
  media: Uint8Array | null;
  /** Column keys of a tag that the article carries. */
  tagKeys: readonly number[] | null;
  /** Text in title or description, or exactly this tag. */
  needle: Needle | null;
  /** Column keys of languages: the article is in one of them. */
  langKeys?: readonly number[];
  /** Articles that match one of these needles are left out. */
  muted?: readonly Needle[];
}

/** Text in title or description, or exactly this tag. */
export interface Needle extends TextNeedle {
  tagKeys: readonly number[];
}

/** The needle of a text; null when the search form of the text is empty. */
export function needleOf(text: string): Needle | null {
  const form = searchForm(text);
  if (form === '') return null;
  return { ...textNeedle(form), tagKeys: columnKeysOfTag(normalTag(text) ?? text) };
}

/** The rows of a run that match text, tag and language of a filter, without muted rows. */
export function contentOf(run: Run, filter: ArticleFilter): ContentRows {
  const wanted = withLanguage(run, filter, wantedOf(run, filter));
  if (wanted === null || filter.muted === undefined) return wanted;
  const others = filter.muted.flatMap((needle) => rowsWithNeedle(run, needle) ?? []);
  return others.length === 0 ? wanted : exceptOf(wanted === 'all' ? null : wanted, others);
}

function withLanguage(run: Run, { langKeys }: ArticleFilter, wanted: ContentRows): ContentRows {
  if (langKeys === undefined || wanted === null) return wanted;
  const written = rowsWithKeys(run, langKeys);
  return wanted === 'all' ? written : bothOf(written, wanted);
}

function wantedOf(run: Run, { tagKeys, needle }: ArticleFilter): ContentRows {
  if (needle === null) return tagKeys === null ? 'all' : rowsWithKeys(run, tagKeys);
  const found = rowsWithNeedle(run, needle);
  return tagKeys === null ? found : bothOf(rowsWithKeys(run, tagKeys), found);
}

function rowsWithNeedle(run: Run, needle: Needle): RowWalk | null {
  return eitherOf(rowsWithText(run, needle), rowsWithKeys(run, needle.tagKeys));
}
