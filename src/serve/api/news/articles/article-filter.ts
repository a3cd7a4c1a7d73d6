/**
 * Filters of article lists: parameters, and the conditions for the catalog and for one article.
 */

import { NEWS } from '../../../../kernel/limits.js';
import type { Camp as CampCode } from '../../../../kernel/model/records.js';
import { columnKeyOfLanguage, columnKeysOfTag } from '../../../../news/catalog/codec.js';
import type { ArticleFilter, CatalogReader } from '../../../../news/catalog/reader.js';
import { invalidQuery, quoted } from '../../../http/errors.js';
import * as Type from '../../schema.js';
import { normalTagOf, unknownMedia } from '../parameters.js';
import { Camp } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import type { Article } from './article-lookup.js';
import { queryMatches, tagNode, textNode } from './query-language.js';

/** Muted words and outlets of a list. */
const MUTED_MAX = 50;

/** Parameters that every list of articles has. */
export const NarrowQuery = {
  country: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Z]{2,3}$', examples: ['TW'] }), {
      maxItems: NEWS.searchMediaMax,
      description:
        'Countries of outlets, separated by commas: codes as `/api/v1/similarity` tells them, `INT` for international, `ZZ` for unconfirmed',
    }),
  ),
  lang: Type.Optional(
    Type.Array(Type.String({ pattern: '^[a-z]{2,3}$', examples: ['en'] }), {
      maxItems: NEWS.searchMediaMax,
      description:
        'Languages of articles, separated by commas: codes such as `en`. An article whose language is not known is left out',
    }),
  ),
  mute: Type.Optional(
    Type.Array(Type.String({ maxLength: NEWS.searchQueryMax }), {
      maxItems: MUTED_MAX,
      description: 'Words, separated by commas: articles that `q` would find for one are left out',
    }),
  ),
  muteMedia: Type.codes(
    NEWS.searchMediaMax,
    'Media codes, separated by commas, whose articles are left out',
  ),
};

/** Parameters that select articles. */
export const FilterQuery = {
  q: Type.freeText(
    NEWS.searchQueryMax,
    'Text that the title or summary contains, or a tag that the article carries exactly; upper and lower case, full and half width are the same',
  ),
  media: Type.codes(NEWS.searchMediaMax, 'Media codes, separated by commas'),
  category: Type.optionalText(
    'Ranking category, see `/api/v1/categories`; with `media`, both must hold',
  ),
  camp: Type.Optional(Camp),
  tag: Type.optionalText('A tag that the article carries exactly'),
  ...NarrowQuery,
};

type Narrowing = Type.Static<Type.TObject<typeof NarrowQuery>>;
type Filters = Type.Static<Type.TObject<typeof FilterQuery>>;

/** The catalog's filter for parameters and a window. @throws HttpError 400. */
export function filterOf(
  { catalog }: NewsSources,
  query: Filters,
  { sinceMs, untilMs }: { sinceMs: number; untilMs: number },
  nowMs: number,
): ArticleFilter {
  const tag = query.tag === undefined ? null : normalTagOf(query.tag);
  return {
    ...{ sinceMs, untilMs, nowMs },
    media: maskOf(catalog, query),
    tagKeys: tag === null ? null : columnKeysOfTag(tag),
    needle: query.q ? catalog.needleOf(query.q) : null,
    ...contentFilterOf(catalog, query),
  };
}

/** The same filter for one article, without the window. @throws as `filterOf` does. */
export function matcherOf(query: Filters): (article: Article) => boolean {
  const nodes = [query.q ? textNode(query.q) : null, query.tag ? tagNode(query.tag) : null];
  const asked = nodes.filter((node) => node !== null);
  const isLeft = leavesOf(query);
  return (article) => isLeft(article) && asked.every((node) => queryMatches(node, article));
}

/** The condition of languages and muted words for one article. */
export function leavesOf({ lang, mute = [] }: Narrowing): (article: Article) => boolean {
  const muted = mute.map(textNode).filter((node) => node !== null);
  return (article) => {
    if (lang !== undefined && !lang.includes(article.lang ?? '')) return false;
    return !muted.some((node) => queryMatches(node, article));
  };
}

/** The condition of languages and muted words for the catalog. */
export function contentFilterOf(
  catalog: CatalogReader,
  { lang, mute = [] }: Narrowing,
): Pick<ArticleFilter, 'langKeys' | 'muted'> {
  const muted = mute.map((word) => catalog.needleOf(word)).filter((needle) => needle !== null);
  return {
    ...(lang === undefined ? {} : { langKeys: lang.map(columnKeyOfLanguage) }),
    ...(muted.length === 0 ? {} : { muted }),
  };
}

/** The parameters of `NarrowQuery` in normal form. */
export function narrowingScope({ country, lang, mute, muteMedia }: Narrowing): {
  [name: string]: unknown;
} {
  const sorted = (list: readonly string[] | undefined) => list && [...list].sort();
  return {
    country: sorted(country),
    lang: sorted(lang),
    mute: sorted(mute),
    muteMedia: sorted(muteMedia),
  };
}

/**
 * Parameters in normal form, for the scope of a cursor. @param later newer parameters: a cursor
 * that was made before they existed stays valid.
 */
export function scopeOf(
  list: string,
  first: readonly unknown[],
  later: { readonly [name: string]: unknown },
): string {
  const given = Object.values(later).some((value) => value !== undefined);
  return `${list} ${JSON.stringify(given ? [...first, later] : first)}`;
}

/** The media that all parameters allow; null without such a parameter. @throws HttpError 400. */
function maskOf(catalog: CatalogReader, query: Filters): Uint8Array | null {
  const { directory } = catalog;
  const masks: Uint8Array[] = [];
  if (query.media !== undefined) masks.push(mediaMaskOf(catalog, 'media', query.media));
  if (query.category !== undefined) {
    const mask = directory.categoryMask(query.category);
    if (mask === null)
      throw invalidQuery(
        `category: there is no category ${quoted(query.category)}; /api/v1/categories lists them`,
      );
    masks.push(mask);
  }
  if (query.camp !== undefined) masks.push(directory.campMask(query.camp as CampCode));
  return allOf([...masks, ...narrowMasksOf(catalog, query)]);
}

/** Masks of the countries and of the media that are not muted. @throws HttpError 400. */
export function narrowMasksOf(
  catalog: CatalogReader,
  { country, muteMedia }: Narrowing,
): Uint8Array[] {
  const masks: Uint8Array[] = [];
  if (country !== undefined) {
    const mask = catalog.directory.countryMask(country);
    if ('unknown' in mask) throw invalidQuery(`country: no outlet is of ${quoted(mask.unknown)}`);
    masks.push(mask);
  }
  if (muteMedia !== undefined) {
    masks.push(mediaMaskOf(catalog, 'muteMedia', muteMedia).map((bit) => 1 - bit));
  }
  return masks;
}

/** The intersection of masks; null for none. */
export function allOf([first, ...others]: readonly Uint8Array[]): Uint8Array | null {
  return (
    first?.map((bit, number) => others.reduce((all, mask) => all & mask[number]!, bit)) ?? null
  );
}

/** The media of codes. @param name of the parameter. @throws HttpError 400 for an unknown code. */
export function mediaMaskOf(
  catalog: CatalogReader,
  name: string,
  codes: readonly string[],
): Uint8Array {
  const mask = catalog.directory.mediaMask(codes);
  if ('unknown' in mask) throw unknownMedia(name, mask.unknown);
  return mask;
}
