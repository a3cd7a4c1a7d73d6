/**
 * What an article must be to stand in a list: parameters, and what they ask of the catalog and of one article.
 */
import { invalidQuery, quoted } from '../../../http/errors.js';
import * as Type from '../../../http/type.js';
import { NEWS } from '../../../kernel/limits.js';
import type { Camp as CampCode } from '../../../model/records.js';
import { columnKeysOfTag } from '../../../news/catalog/codec.js';
import type { ArticleFilter, CatalogReader } from '../../../news/catalog/reader.js';
import { normalTag } from '../../../text/tag.js';
import { text } from '../../schema.js';
import { Camp } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { unknownMedia } from '../unknown-names.js';
import type { Article } from './article-lookup.js';
import { queryMatches, tagNode, textNode } from './query-language.js';

/** What an article must be. */
export const FilterQuery = {
  q: Type.Optional(
    Type.String({
      minLength: 0,
      maxLength: NEWS.searchQueryMax,
      description:
        'Text that the title or summary contains, or a tag that the article carries exactly; upper and lower case, full and half width are the same',
    }),
  ),
  media: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: NEWS.searchMediaMax,
      description: 'Media codes, separated by commas',
    }),
  ),
  category: Type.Optional(
    text('Ranking category, see `/api/v1/categories`; with `media`, both must hold'),
  ),
  camp: Type.Optional(Camp),
  tag: Type.Optional(text('A tag that the article carries exactly')),
};

type Filters = Type.Static<Type.TObject<typeof FilterQuery>>;

/** What filters and a window ask of the catalog. @throws HttpError 400. */
export function filterOf(
  { catalog }: NewsSources,
  query: Filters,
  { sinceMs, untilMs }: { sinceMs: number; untilMs: number },
  nowMs: number,
): ArticleFilter {
  const tag = query.tag === undefined ? null : normalTag(query.tag);
  if (query.tag !== undefined && tag === null) {
    throw invalidQuery('tag must be a tag of 1 to 40 characters', 'tag=%E5%8F%B0%E7%81%A3');
  }
  return {
    ...{ sinceMs, untilMs, nowMs },
    media: maskOf(catalog, query),
    tagKeys: tag === null ? null : columnKeysOfTag(tag),
    needle: query.q ? catalog.needleOf(query.q) : null,
  };
}

/** The same of one article, but for the window. @throws as `filterOf` does. */
export function matcherOf(query: Filters): (article: Article) => boolean {
  const nodes = [query.q ? textNode(query.q) : null, query.tag ? tagNode(query.tag) : null];
  const asked = nodes.filter((node) => node !== null);
  return (article) => asked.every((node) => queryMatches(node, article));
}

/**
 * Parameters in one spelling, which a cursor is bound to. @param later those that came later: a cursor
 * without them stays good.
 */
export function scopeOf(
  list: string,
  first: readonly unknown[],
  later: { readonly [name: string]: unknown },
): string {
  const given = Object.values(later).some((value) => value !== undefined);
  return `${list} ${JSON.stringify(given ? [...first, later] : first)}`;
}

/** The media that all of `media`, `category` and `camp` allow; null when none of them is given. */
function maskOf(catalog: CatalogReader, query: Filters): Uint8Array | null {
  const { directory } = catalog;
  const masks: Uint8Array[] = [];
  if (query.media !== undefined) {
    const mask = directory.mediaMask(query.media);
    if ('unknown' in mask) throw unknownMedia('media', mask.unknown);
    masks.push(mask);
  }
  if (query.category !== undefined) {
    const mask = directory.categoryMask(query.category);
    if (mask === null)
      throw invalidQuery(
        `category: there is no category ${quoted(query.category)}; /api/v1/categories lists them`,
      );
    masks.push(mask);
  }
  if (query.camp !== undefined) masks.push(directory.campMask(query.camp as CampCode));
  const [first, ...others] = masks;
  return (
    first?.map((bit, number) => others.reduce((all, mask) => all & mask[number]!, bit)) ?? null
  );
}
