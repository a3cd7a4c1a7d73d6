/**
 * Puts the pages of both services beside their APIs: the thread that makes them, the static files,
 * and how pages ask the API of the same process.
 */
import { join } from 'node:path';
import { WorkPool } from '../engine/actor/work-pool.js';
import type { Clock } from '../kernel/clock.js';
import { PAGES } from '../kernel/limits.js';
import { ICON_FOLDER } from '../kernel/model/icon.js';
import type { ServiceContext } from '../serve/api/services.js';
import type { Service } from '../serve/http/service-options.js';
import { Site, type SiteRoute, withSite } from '../serve/http/site.js';
import { type Assets, readAssets } from '../serve/web/assets.js';
import type { Backend } from '../serve/web/backend.js';
import { blogFileRoutes } from '../serve/web/blog/feeds.js';
import { blogPages } from '../serve/web/blog/table.js';
import { iconRoute } from '../serve/web/icons.js';
import { privateFeedRoutes } from '../serve/web/my/private-feeds.js';
import { NEWS_PAGES } from '../serve/web/news/table.js';
import type { Page, ServiceFacts } from '../serve/web/page.js';
import { PageSite } from '../serve/web/page-site.js';
import { plainFiles } from '../serve/web/plain-files.js';
import { crawlFolderOf } from './crawling/source-list.js';
import { projectRoot, workerPath } from './paths.js';

/** Where both services are, as people know them. */
interface Addresses {
  newsUrl: string;
  blogUrl: string;
}

/** What pages of both services share. */
export interface PagesContext extends Addresses {
  clock: Clock;
  /** The indices: what they answer changes with their generations. */
  indices: { readonly [name: string]: { readonly generation: number } };
  /** For the pages of a service, by the name that metrics and logs give them. */
  context(name: string): ServiceContext;
}

/** One service's pages. */
interface Part {
  service: ServiceFacts['service'];
  pages: readonly Page[];
  /** Files and feeds beside the pages. */
  routes: readonly SiteRoute[];
}

/** The pages of both services, on one thread. */
export class Pages {
  readonly #pool = new WorkPool({ ...PAGES, filename: workerPath('pages') });
  readonly #assets: Assets = readAssets(join(projectRoot, 'data', 'web'));
  readonly #context: PagesContext;

  constructor(context: PagesContext) {
    this.#context = context;
  }

  besideNews(service: Service): Service {
    return this.#beside(service, { service: 'news', pages: NEWS_PAGES, routes: [] });
  }

  /** @param backend what the pages of people need; it asks the same service. */
  besideBlog(service: Service, backend: Backend): Service {
    return this.#beside(service, {
      service: 'blog',
      pages: blogPages(backend),
      routes: [...blogFileRoutes(backend), ...privateFeedRoutes(backend)],
    });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #beside(api: Service, { service, pages, routes }: Part): Service {
    const { newsUrl, blogUrl, clock, indices, context } = this.#context;
    const [publicUrl, otherUrl] = service === 'news' ? [newsUrl, blogUrl] : [blogUrl, newsUrl];
    const name = `${service}-pages`;
    const { config, version, logger, monotonic, ready, metrics, access, original } = context(name);
    const icons = iconRoute(join(crawlFolderOf(config), ICON_FOLDER));
    const facts = { service, publicUrl, otherUrl, version, assets: this.#assets.paths };
    const site = new PageSite({
      facts,
      ...{ pages, pool: this.#pool, clock, logger, original },
      ask: (target, knownTag) => api.ask(target, knownTag),
      state: () => stateOf(indices),
      remembers: service === 'news',
    });
    return withSite(
      api,
      new Site({
        ...{ name, publicUrl, logger, monotonic, ready, metrics, access },
        trustedProxies: config.trustedProxies,
        rateLimit: config.rateLimitPages,
        errorPage: site.errorPage,
        routes: [...site.routes, ...this.#assets.routes, icons, ...plainFiles(facts), ...routes],
      }),
    );
  }
}

function stateOf(indices: PagesContext['indices']): string {
  return Object.values(indices)
    .map(({ generation }) => generation)
    .join(' ');
}
