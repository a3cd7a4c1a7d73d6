/**
 * Starts the parts of the process: store, actors, readers, services, servers.
 *
 *   lock ─► verify the log ─► ports open, answering 503 ─► fold ─► ready ─► ticks
 *
 * Closing has the reverse order: no new requests, answers under way, last snapshot, files.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, parseClock, systemClock, systemMonotonic } from '../kernel/clock.js';
import { HTTP } from '../kernel/limits.js';
import { tuneEngine } from '../kernel/runtime/garbage.js';
import { goBeforeHelpers } from '../kernel/runtime/thread-priority.js';
import { CatalogHistory } from '../news/catalog/answers/history.js';
import { KeyGate } from '../serve/api/blog/key-gate.js';
import type { BlogSources } from '../serve/api/blog/sources.js';
import { CursorSealer } from '../serve/api/cursor.js';
import { hubLinksOf } from '../serve/api/feeds.js';
import { createArticleLookup } from '../serve/api/news/articles/article-lookup.js';
import { trackedTopics } from '../serve/api/news/portals/topics-items.js';
import type { NewsSources } from '../serve/api/news/sources.js';
import { ReplyCache } from '../serve/api/replies/reply-cache.js';
import {
  createBlogService,
  createNewsService,
  type ServiceContext,
} from '../serve/api/services.js';
import { chooseServer, nameOfServer } from '../serve/http/choose-server.js';
import type { HttpServer } from '../serve/http/server.js';
import { blogView, newsView } from '../serve/streams/change-feed.js';
import { lockAsServer, lockWithoutSocket } from '../store/lock.js';
import type { NodeSettings } from '../store/log/node-state.js';
import { PeerServer } from '../store/nodes/peer-server.js';
import { peerTokenOf } from '../store/nodes/peers.js';
import { AccountWatch } from './account-watch.js';
import { createAdminServer } from './admin-server.js';
import { Pages, ServiceListener, withAgents, withReaders } from './beside-services.js';
import { type ClockWatch, watchOf } from './clock-watch.js';
import { CrawlWatch, startCrawl } from './crawling/crawl.js';
import type { CrawlThread } from './crawling/crawl-thread.js';
import { startHub, WebhookDeliveries } from './deliveries.js';
import { Following, originalOf } from './following.js';
import { IngestEndpoint } from './ingest/ingest-endpoint.js';
import { IngestSocket } from './ingest/ingest-socket.js';
import { DiskWatch, openFilesMax } from './metrics/machine.js';
import type { MetricSources } from './metrics/metrics.js';
import { RequestTally } from './metrics/requests.js';
import { joinedNode, makeOwn, storeSink, withOtherStore } from './open-store.js';
import { ServedSets } from './outlet-sets.js';
import { createBackend } from './pages-backend.js';
import { VERSION } from './paths.js';
import { Pipeline } from './pipeline.js';
import {
  closeServer,
  connectionBound,
  localUrlOf,
  openPort,
  openServer,
  publicUrlOf,
} from './ports.js';
import { placesBy, programSources } from './program-sources.js';
import type { StandingQuestions } from './questions.js';
import {
  progressLine,
  type ReadinessParts,
  RebuildProgress,
  readinessOf,
  type ServiceName,
} from './readiness.js';
import { type Closers, closeAll, whenWritable } from './resources.js';
import { apiExamples, newsRules } from './rule-files.js';
import { RunLog, storeFacts } from './run-log.js';
import { Scheduler } from './scheduler.js';
import type { Addresses, FillSink, ServeOptions } from './serve-options.js';

export interface App extends Addresses {
  pipeline: Pipeline;
  clock: Clock;
  /** Resolves when the server must be closed and started again with another store. */
  renews: Promise<void>;
  /** The crawler, where this process runs one. */
  crawl: CrawlThread | null;
  /** Sends the mails of standing questions. */
  questions: Pick<StandingQuestions, 'look'>;
  sets: ServedSets;
  sink: FillSink;
  /** Answers requests under way, takes a snapshot and closes the store. */
  close(): Promise<void>;
}

const NEVER = new Promise<void>(() => undefined);
/** The shortest time between two measurements of the disk usage of a store. */
const DISK_MS = 30_000;
/** A small store is read within this time. */
const MOMENT_MS = 2000;

/**
 * Opens the store, serves it, and returns when every query is answered.
 * @throws TagwireError STORE_LOCKED, STORE_DAMAGED, PORT_UNAVAILABLE, CONFIG_INVALID.
 */
export async function serve(options: ServeOptions): Promise<App> {
  return withOtherStore(options.config, options.logger, () => serveOnce(options));
}

async function serveOnce(options: ServeOptions): Promise<App> {
  goBeforeHelpers();
  tuneEngine('serving');
  lockAsServer();
  const { config, logger } = options;
  parseClock(config.clock);
  makeOwn(config.data, logger);
  const following = Following.of(config, logger);
  const node = await joinedNode(config, logger);
  const pipeline = await Pipeline.open(config.data, config, logger, options.threads, node);
  pipeline.readOnly = following?.refusal ?? null;
  const watch = watchOf(config, logger, pipeline, options);
  const { clock } = watch;
  if (config.rateLimitShared) pipeline.node?.countTogether();
  pipeline.expireWhen(() => watch.mayExpire);
  const closers: Closers = [() => pipeline.close(), async () => watch.stop()];
  try {
    if (options.prepare !== undefined) closers.push(await options.prepare(clock));
    return await start(options, watch, pipeline, following, closers, node);
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

async function start(
  { config, logger, fill, sets: setSource }: ServeOptions,
  watch: ClockWatch,
  pipeline: Pipeline,
  following: Following | null,
  closers: Closers,
  node: NodeSettings | null,
): Promise<App> {
  const { clock } = watch;
  let isReady = false;
  const startMs = systemMonotonic.nowMs();
  const createServer = chooseServer(config.httpServer, logger);
  const build = { version: VERSION, node: process.version, http: nameOfServer(createServer) };
  let crawl: CrawlThread | null = null;
  const tally = new RequestTally();
  const replies = new ReplyCache();
  const runLog = new RunLog(logger, tally);
  const progress = new RebuildProgress(pipeline, () => systemMonotonic.nowMs());
  closers.push(async () => progress.stop());
  let crawlWatch: CrawlWatch | null = null;
  let hooks: WebhookDeliveries | null = null;
  const servers: { service: string; server: HttpServer }[] = [];
  const connections = connectionBound(config);
  const connectionsMax = connections ?? HTTP.connectionsMax;
  const disk = new DiskWatch(config.data, DISK_MS, () => systemMonotonic.nowMs());
  const metrics: MetricSources = {
    ...{ tally, replies },
    pipeline: () => pipeline.figures(),
    services: () =>
      servers.map(({ service, server: { inFlight, openConnections } }) => ({
        service,
        inFlight,
        openConnections,
      })),
    crawl: () => crawlWatch?.digest ?? null,
    webhooks: () => hooks?.figures ?? null,
    clock: () => watch.report(),
    node: () => pipeline.node?.state ?? null,
    copies: following === null ? null : () => following.states,
    disk: () => disk.usage(),
    startedMs: systemClock.nowMs(),
    build,
  };
  const accounts = await AccountWatch.open(config.data, logger, node);
  closers.push(() => accounts.stop());
  const sets = new ServedSets(accounts.accounts, setSource ?? null);
  const sink = storeSink(pipeline, watch);
  const ingest = new IngestEndpoint({
    ...{ accounts: accounts.accounts, sink },
    isReady: () => isReady,
  });
  const readiness: ReadinessParts = {
    ...{ pipeline, accounts, following, watch, progress },
    lagMax: config.nodeLagMax,
    isReady: () => isReady,
  };
  const readinessFor = (service: ServiceName | null) => readinessOf(readiness, service);
  const admin = createAdminServer(ingest, metrics, readinessFor, config.adminNames);
  const adminPort = await openPort(config, 'adminPort', (host, port) =>
    openServer(admin, host, port),
  );
  closers.push(() => closeServer(admin));
  const logsAccess = config.accessLog || config.logLevel === 'debug';
  const context = (service: string): ServiceContext => ({
    config,
    ...originalOf(following, service),
    monotonic: systemMonotonic,
    logger,
    version: VERSION,
    ready: () => isReady,
    examples: apiExamples(),
    isThere: (index) => pipeline.isThere(index),
    progress: (names) => ({
      lines: progress.indices.filter(({ index }) => names.includes(index)).map(progressLine),
      secondsLeft: progress.secondsLeft(names),
    }),
    starting: () => progress.indices.map(progressLine).join('; '),
    place: pipeline.node,
    metrics: runLog.observer(service),
    ...(logsAccess && { access: (entry) => runLog.accessed(entry, config.accessLog) }),
  });
  const { catalog } = pipeline.indices;
  const history = new CatalogHistory(catalog, (name) => pipeline.cold('catalog', name));
  const article = (id: number, withEarlier?: boolean) => pipeline.item('news', id, withEarlier);
  const programs = {
    ...{ pipeline, clock, logger, streamsPerAddress: config.streamsPerAddress },
    onClose: (work: () => void) => void closers.push(async () => work()),
  };
  const newsListener = await listen('news');
  const blogListener = await listen('blog');
  const newsUrl = publicUrlOf(config.newsPublicUrl, config.host, newsListener.port);
  pipeline.indices.catalog.publicUrl = newsUrl;
  const newsPrograms = programSources(newsView(catalog, history), programs);
  const articles = createArticleLookup(history, clock, article);
  const newsSources: NewsSources = {
    ...pipeline.indices,
    history,
    articles,
    blogs: { ...pipeline.indices, ask: pipeline.ask.blogs },
    ...{ clock, cachePart: replies.partsOf('news') },
    cursors: new CursorSealer(pipeline.secret),
    ...newsPrograms,
    ...{ sets, ask: pipeline.ask.news },
    cold: (index, name) => pipeline.cold(index, name),
    article,
    articlesById: (ids, tellBodies) => pipeline.newsItems(ids, tellBodies),
    rules: newsRules(),
    mediaTopics: trackedTopics(pipeline.indices, newsUrl),
    crawlHealth: {
      get generation() {
        return crawlWatch?.generation ?? 0;
      },
      healthOf: (media) => crawlWatch?.healthOf(media) ?? null,
    },
    publicUrl: newsUrl,
    hubLinks: hubLinksOf('news', config.websubHub, newsUrl),
    version: VERSION,
  };
  const news = createNewsService(context('news'), newsSources);
  const blogUrl = publicUrlOf(config.blogPublicUrl, config.host, blogListener.port);
  pipeline.indices.directory.publicUrl = blogUrl;
  pipeline.indices.mentions.publicUrl = blogUrl;
  const blogPrograms = programSources(blogView(pipeline.indices.directory), programs);
  const blogSources: BlogSources = {
    ...pipeline.indices,
    ...{ clock, cachePart: replies.partsOf('blog') },
    cursors: new CursorSealer(pipeline.secret),
    ...blogPrograms,
    news: { catalog, history, articles },
    newsPlaces: placesBy(newsPrograms.lookup),
    keys: new KeyGate(accounts.accounts, systemMonotonic, (id) => accounts.noteUse(id)),
    ask: pipeline.ask.blogs,
    cold: (index, name) => pipeline.cold(index, name),
    isAvailable: async () => !(await pipeline.state()).degraded,
    publicUrl: blogUrl,
    hubLinks: hubLinksOf('blog', config.websubHub, blogUrl),
    version: VERSION,
  };
  const blog = createBlogService(context('blog'), blogSources);
  const pages = new Pages({ newsUrl, blogUrl, clock, indices: pipeline.indices, context });
  closers.push(() => pages.close());
  newsListener.answerBy(
    withAgents(pages.besideNews(news), { news, blog }, newsUrl, context('mcp')),
  );
  const feeds = { news: newsPrograms.changes, blog: blogPrograms.changes };
  const isOurs = (): boolean => pipeline.node?.isWriter ?? true;
  const webhooks = new WebhookDeliveries({
    ...{ config, logger, clock, pipeline, accounts: accounts.accounts },
    ...{ feeds, isOurs },
  });
  closers.push(() => webhooks.close());
  hooks = webhooks;
  const sources = { news: newsSources, blogs: blogSources };
  const backend = await createBackend({
    ...{ config, logger, clock, pipeline, publicUrl: blogUrl, blog, news, webhooks, isOurs },
    sources,
    accounts: accounts.accounts,
    crawl: () => crawl,
  });
  closers.push(() => backend.close());
  const pagesOfBlog = pages.besideBlog(blog, backend);
  blogListener.answerBy(
    withReaders(pagesOfBlog, sources, backend, pipeline.secret, context('reader')),
  );
  progress.start((indices) => runLog.progress(indices, systemMonotonic.nowMs()));
  await pipeline.start();
  if (pipeline.node !== null) {
    const node = pipeline.node.forPeers(() => clock.nowMs());
    const peers = new PeerServer(peerTokenOf(pipeline.secret), node);
    await openPort(config, 'nodePort', (host, port) => peers.listen(host, port));
    closers.push(() => peers.close());
  }
  const addresses = {
    newsUrl: localUrlOf(config.host, newsListener.port),
    blogUrl: localUrlOf(config.host, blogListener.port),
    adminUrl: localUrlOf(config.adminHost, adminPort),
  };
  if (fill !== undefined) {
    isReady = true;
    // Indices that are rebuilt during the filling would have to catch up after its end.
    await pipeline.rebuilt();
    await fill(sink, addresses);
  }
  watch.start();
  const scheduler = new Scheduler(pipeline, watch, logger);
  await scheduler.start();
  closers.push(() => scheduler.stop());
  const openSocket = async (): Promise<void> => {
    const socket = new IngestSocket(config.data, sink, { ...addresses, blogUrl });
    await socket.listen();
    closers.push(() => socket.close());
  };
  if (!(await whenWritable('the socket for ingest', openSocket, logger, closers))) {
    lockWithoutSocket(config.data);
  }
  isReady = true;
  following?.start(pipeline, clock, feeds);
  closers.push(async () => following?.close());
  await Promise.race([pipeline.rebuilt().catch(() => undefined), aMoment()]);
  webhooks.start();
  backend.questions.start();
  const hosted = {
    news: { service: news, publicUrl: newsUrl },
    blog: { service: blog, publicUrl: blogUrl },
  };
  closers.push(startHub({ config, logger, monotonic: systemMonotonic, isOurs, ...hosted }));
  if (config.crawl) {
    const openCrawler = async (): Promise<void> => {
      crawl = await startCrawl(config, logger, clock, sink, closers);
      const health = new CrawlWatch(crawl, logger);
      crawlWatch = health;
      closers.push(async () => health.stop());
      health.start();
    };
    await whenWritable('the crawler', openCrawler, logger, closers);
  }
  runLog.started({
    ...build,
    ...(await storeFacts(config.data, pipeline)),
    sources: (await (crawlWatch as CrawlWatch | null)?.sources()) ?? null,
    startMs: Math.round(systemMonotonic.nowMs() - startMs),
  });
  // Logged only now: a start that fails logs one line.
  if (connections !== null) runLog.limited(openFilesMax(), connections);
  runLog.watch(pipeline);
  closers.push(async () => runLog.stop());
  return {
    ...{ ...addresses, pipeline, clock, sets, sink, questions: backend.questions },
    renews: Promise.race([pipeline.node?.isBehind ?? NEVER, following?.isForeign ?? NEVER]),
    get crawl() {
      return crawl;
    },
    close: () => closeAll(closers),
  };

  async function listen(service: 'news' | 'blog'): Promise<ServiceListener> {
    const opened = await openPort(config, `${service}Port`, (host, port) =>
      ServiceListener.open(createServer, { host, port, connectionsMax }, context(service)),
    );
    servers.push({ service, server: opened.server });
    closers.push(() => opened.server.close());
    return opened;
  }
}

/** The server says that it listens after this time, or earlier when every index is rebuilt. */
const aMoment = (): Promise<void> => sleep(MOMENT_MS, undefined, { ref: false });
