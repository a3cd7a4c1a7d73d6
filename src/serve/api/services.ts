/**
 * The two services: their routes, and the rules for all routes of each.
 */
import type { Monotonic } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import type { Logger } from '../../kernel/logger.js';
import type { Route } from '../http/route.js';
import { createService } from '../http/service.js';
import type { Service, ServiceOptions } from '../http/service-options.js';
import { type Original, passedOn, type ReadingProgress, waiting } from './absent-answers.js';
import { BlogErrorBody } from './blog/schemas.js';
import type { BlogSources } from './blog/sources.js';
import { BLOG_INTRO, blogRoutes } from './blog/table.js';
import { legacyReply } from './news/legacy.js';
import { ErrorBody } from './news/schemas.js';
import type { NewsSources } from './news/sources.js';
import { NEWS_INTRO, newsRoutes } from './news/table.js';
import { BLOG_TEXTS, NEWS_TEXTS } from './texts.js';

/** What both services need besides their sources. */
export interface ServiceContext {
  config: Config;
  monotonic: Monotonic;
  logger: Logger;
  version: string;
  ready(): boolean;
  /** Whether an index is complete; routes that need an incomplete index answer 503. */
  isThere(index: string): boolean;
  progress?(indices: readonly string[]): ReadingProgress;
  /** Example answers of documents, by service and path. */
  examples?: { readonly [service: string]: { readonly [path: string]: unknown } };
  metrics: NonNullable<ServiceOptions['metrics']>;
  access?: ServiceOptions['access'];
  /** What is missing while `ready` is false. */
  starting?(): string;
  place?: ServiceOptions['place'];
  /** Base address of the server that this one copies; absent on an original server. */
  original?: Original;
}

/** The news service: errors are sentences, unknown parameters are ignored (decisions 6, 8). */
export function createNewsService(context: ServiceContext, sources: NewsSources): Service {
  const { config, version } = context;
  const routes: Route[] = [];
  const declared = newsRoutes(sources, () => routes);
  routes.push(...passedOn(waiting(declared, context), context.original));
  return createService({
    ...commonOf(context),
    name: 'news',
    routes,
    publicUrl: sources.publicUrl,
    errorBody: (_status, _code, message) => ({ error: message }),
    errorSchema: ErrorBody,
    texts: NEWS_TEXTS,
    examples: context.examples?.news ?? {},
    unknownParameters: 'ignore',
    legacy: (path, rawQuery) => legacyReply(sources.rules.legacyPaths, path, rawQuery),
    rateLimits: { anonymous: config.rateLimitNews },
    info: {
      title: 'Tagwire news service',
      version,
      description: `${NEWS_INTRO}\n\nAt most ${config.rateLimitNews} requests per minute and address.`,
      tags: [
        { name: 'service', description: 'The service itself' },
        { name: 'articles', description: 'Articles and their texts' },
        { name: 'tags', description: 'Tags of articles' },
        { name: 'media', description: 'Media and categories' },
        { name: 'events', description: 'Stories of the hour, and their threads' },
        { name: 'similarity', description: 'Near-duplicates and citations' },
        { name: 'journalists', description: 'Who signs the articles' },
        { name: 'topics', description: 'Topics that the media collect on their portals' },
        { name: 'feeds', description: 'RSS feeds and the sitemap' },
      ],
    },
  });
}

/** The blog service: errors are stable codes with a sentence, unknown parameters are errors. */
export function createBlogService(context: ServiceContext, sources: BlogSources): Service {
  const { config, version } = context;
  return createService({
    ...commonOf(context),
    name: 'blog',
    routes: passedOn(waiting(blogRoutes(sources), context), context.original),
    publicUrl: sources.publicUrl,
    errorBody: (_status, code, message) => ({ error: code, detail: message }),
    errorSchema: BlogErrorBody,
    texts: BLOG_TEXTS,
    examples: context.examples?.blog ?? {},
    unknownParameters: 'reject',
    rateLimits: { anonymous: config.rateLimitBlogAnonymous, key: config.rateLimitBlogKey },
    authenticate: sources.keys,
    privateWhenIdentified: true,
    noStore: true,
    faultStatus: 503,
    info: {
      title: 'Tagwire blog service',
      version,
      description: `${BLOG_INTRO}\n\nAt most ${config.rateLimitBlogAnonymous} requests per minute and address, ${config.rateLimitBlogKey} with a key.`,
      tags: [
        { name: 'service', description: 'The service itself' },
        { name: 'articles', description: 'Articles of verified blogs' },
        { name: 'blogs', description: 'The directory of verified blogs' },
        { name: 'topics', description: 'What the blogs write about' },
      ],
    },
  });
}

function commonOf(context: ServiceContext) {
  const { config, monotonic, logger, ready, metrics, access, starting, place = null } = context;
  const { trustedProxies } = config;
  return {
    ...{ trustedProxies, monotonic, logger, ready, metrics, access, place },
    starting: starting ?? (() => ''),
  };
}
