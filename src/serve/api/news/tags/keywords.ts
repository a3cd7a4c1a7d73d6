/**
 * `/api/v1/media/{media}/keywords`: what a media writes about, in tags and words of its titles.
 */

import { HOUR_MS, isoOf } from '../../../../kernel/clock.js';
import { TagwireError } from '../../../../kernel/errors.js';
import { tagKey } from '../../../../kernel/text/tag.js';
import type { TagsQuestion } from '../../../../news/tags/codec.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { quantised } from '../../caching.js';
import { RouteReplies } from '../../replies/route-replies.js';
import { flag, integer, listed, named, text } from '../../schema.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { knownMedia } from '../unknown-names.js';

const HOURS_MAX = 168;

const Response = named('MediaKeywords', {
  media: Type.String(),
  hours: Type.Integer(),
  from: DateTime,
  to: DateTime,
  sampledArticles: integer('Articles looked at, the newest ones'),
  capped: flag('The period had more than 2,000 articles'),
  terms: listed('From the most articles to the fewest', {
    label: Type.String(),
    count: integer('Articles with the term'),
  }),
});

/** The answer, for those who show it. */
export type KeywordsAnswer = Type.Static<typeof Response>;

/** The route of a media's keywords. */
export function keywordsRoute(sources: NewsSources): Route {
  const { tags, clock, rules } = sources;
  const path = '/api/v1/media/{media}/keywords';
  const replies = new RouteReplies(sources.cachePart(path));
  return route({
    path,
    summary: 'Keywords of a media',
    description:
      'Tags of its newest articles, and tags of the whole press in their titles, each once for an article. Names of news categories and generic words are left out. Of terms at the same place of a title, the longest counts.',
    tag: 'media',
    params: { media: text('Media code') },
    query: {
      hours: Type.Integer({ minimum: 1, maximum: HOURS_MAX, default: HOURS_MAX }),
    },
    response: Response,
    errors: { 400: 'A parameter is malformed', 404: 'There is no such media' },
    handle: async ({ params: { media }, query: { hours } }) => {
      knownMedia(sources, media);
      const toMs = quantised(clock.nowMs());
      const fromMs = toMs - hours * HOUR_MS;
      const state = `${tags.entry} ${toMs}`;
      const question = `${hours} ${media}`;
      return replies.articles(state, question, async () => {
        const asked: TagsQuestion = { type: 'keywords', media, fromMs, toMs };
        const found = await sources.ask('tags', asked);
        const { sampledArticles, capped } = found;
        const terms = found.terms.filter(({ label }) => !rules.keywordNoise.has(tagKey(label)));
        const period = { from: isoOf(fromMs), to: isoOf(toMs) };
        return { media, hours, ...period, sampledArticles, capped, terms };
      });
    },
  });
}

/**
 * Reads the rules of `data/keyword-noise.json`: keys of words that are no keywords.
 * @throws TagwireError CONFIG_INVALID when they are no lists of words.
 */
export function keywordNoiseOf(rules: unknown): Set<string> {
  const { categories, generic } = (rules ?? {}) as { categories?: unknown; generic?: unknown };
  if (!isWords(categories) || !isWords(generic)) {
    const reason = 'data/keyword-noise.json: categories and generic must be lists of words';
    throw new TagwireError('CONFIG_INVALID', reason);
  }
  return new Set([...categories, ...generic].map(tagKey));
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}
