/** Routes on the ports of the two services beside their APIs: pages, tools of agents, feeds. */
import { join } from 'node:path';
import { WorkPool } from '../engine/actor/work-pool.js';
import { type Clock, systemMonotonic } from '../kernel/clock.js';
import { PAGES } from '../kernel/limits.js';
import { ICON_FOLDER } from '../kernel/model/icon.js';
import type { BlogSources } from '../serve/api/blog/sources.js';
import type { NewsSources } from '../serve/api/news/sources.js';
import type { ServiceContext } from '../serve/api/services.js';
import type { HttpServer, HttpServerOptions, Refuse } from '../serve/http/server.js';
import type { Service } from '../serve/http/service-options.js';
import { Site, type SiteRoute, withSite } from '../serve/http/site.js';
import { McpEndpoint, withMcp } from '../serve/mcp/endpoint.js';
import { ReaderEndpoint, withReader } from '../serve/reader/endpoint.js';
import type { Backend } from '../serve/web/backend.js';
import { privateFeedRoutes } from '../serve/web/my/private-feeds.js';
import type { Page, ServiceFacts } from '../serve/web/page.js';
import { PageSite } from '../serve/web/page-site.js';
import { blogPages, NEWS_PAGES } from '../serve/web/page-table.js';
import { previewRoute } from '../serve/web/preview.js';
import {
  type Assets,
  blogFileRoutes,
  iconRoute,
  plainErrorPage,
  plainFiles,
  readAssets,
} from '../serve/web/site-files.js';
import { crawlFolderOf } from './crawling/source-list.js';
import { projectRoot, workerPath } from './paths.js';
import type { Addresses } from './serve-options.js';

/** What the pages of both services share, with their public addresses. */
interface PagesContext extends Omit<Addresses, 'adminUrl'> {
  clock: Clock;
  /** The indices: answers change with their generations. */
  indices: { readonly [name: string]: { readonly generation: number } };
  /** For the pages of a service, by the name that metrics and logs give them. */
  context(name: string): ServiceContext;
}

/** The pages of both services, on one thread. */
export class Pages {
  readonly #pool = new WorkPool({ ...PAGES, filename: workerPath('pages') });
  readonly #assets: Assets = readAssets(join(projectRoot, 'data', 'web'));
  readonly #context: PagesContext;

  constructor(context: PagesContext) {
    this.#context = context;
  }

  besideNews(api: Service): Service {
    return this.#beside(api, 'news', NEWS_PAGES, []);
  }

  /** @param backend serves the pages; it asks the same service. */
  besideBlog(api: Service, backend: Backend): Service {
    const routes = [...blogFileRoutes(backend), ...privateFeedRoutes(backend)];
    return this.#beside(api, 'blog', blogPages(backend), routes);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** @param routes files and feeds beside the pages. */
  #beside(
    api: Service,
    service: ServiceFacts['service'],
    pages: readonly Page[],
    routes: readonly SiteRoute[],
  ): Service {
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
        routes: [
          ...[...site.routes, ...this.#assets.routes, icons, previewRoute()],
          ...[...plainFiles(facts), ...routes],
        ],
      }),
    );
  }
}

function stateOf(indices: PagesContext['indices']): string {
  return Object.values(indices)
    .map(({ generation }) => generation)
    .join(' ');
}

/** The news service with its pages and `/mcp`. */
export function withAgents(
  outer: Service,
  services: { news: Service; blog: Service },
  publicUrl: string,
  context: ServiceContext,
): Service {
  const { config, version, monotonic, logger, ready, metrics } = context;
  const endpoint = new McpEndpoint({
    ask: async ({ service, target, body }) => {
      const answer = await services[service].ask(target, '', body);
      return { status: answer.status, body: JSON.parse(Buffer.from(answer.body!).toString()) };
    },
    rateLimit: config.rateLimitNews,
    trustedProxies: config.trustedProxies,
    origins: config.mcpOrigins,
    ...{ version, publicUrl, monotonic, logger, ready, metrics },
  });
  return withMcp(outer, endpoint);
}

/** The sources of both services. */
interface Sources {
  news: NewsSources;
  blogs: BlogSources;
}

/** The blog service with its pages and the feeds for feed readers. */
export function withReaders(
  outer: Service,
  { news, blogs }: Sources,
  backend: Backend,
  secret: Uint8Array,
  { config, logger, ready, metrics }: ServiceContext,
): Service {
  const { accounts, ask, askNews, blogsOfList } = backend;
  const endpoint = new ReaderEndpoint({
    ...{ accounts, ask, askNews, blogsOfList, news, blogs, secret, logger, ready, metrics },
    clock: blogs.clock,
    monotonic: systemMonotonic,
    publicUrl: blogs.publicUrl,
    newsUrl: news.publicUrl,
    trustedProxies: config.trustedProxies,
  });
  return withReader(outer, endpoint);
}

/** The address to listen on, and the limits of connections. */
type Place = Omit<HttpServerOptions, 'listener' | 'refusal'>;
type CreateServer = (options: HttpServerOptions) => HttpServer;

const NO_REFUSAL: Refuse = () => ({ headers: [], body: '' });

/**
 * The port of a service, opened before the service exists, because its addresses contain the port.
 *
 * Until a service is set, requests are answered with 503 and one second in `retry-after`.
 */
export class ServiceListener {
  readonly server: HttpServer;
  #port = 0;
  #service: Service | null = null;

  private constructor(
    createServer: CreateServer,
    place: Place,
    { monotonic, logger }: Pick<ServiceContext, 'monotonic' | 'logger'>,
  ) {
    const early = new Site({
      ...{ name: 'starting', publicUrl: 'http://localhost', routes: [], ready: () => false },
      ...{ monotonic, logger, rateLimit: 1, trustedProxies: [] },
      errorPage: ({ status, message }) => plainErrorPage(status, message),
    });
    this.server = createServer({
      ...place,
      listener: (req, res) => {
        if (this.#service === null) early.serve(req, res);
        else this.#service.listener(req, res);
      },
      refusal: (status, message) => (this.#service?.refusal ?? NO_REFUSAL)(status, message),
    });
  }

  /** @throws TagwireError PORT_UNAVAILABLE */
  static async open(
    createServer: CreateServer,
    place: Place,
    context: Pick<ServiceContext, 'monotonic' | 'logger'>,
  ): Promise<ServiceListener> {
    const opened = new ServiceListener(createServer, place, context);
    opened.#port = (await opened.server.listen()).port;
    return opened;
  }

  /** The port that the server listens on. */
  get port(): number {
    return this.#port;
  }

  answerBy(service: Service): void {
    this.#service = service;
  }
}
