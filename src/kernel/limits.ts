/**
 * Every bound of the system, each with its derivation.
 *
 * A queue, window, cache or buffer that can grow has its limit here. A limit that an operator may want to
 * change is a config key (config.ts) whose default is named here.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './clock.js';

/** Text and list limits of ingest records; lengths are code points. From the ingest format. */
export const INGEST = {
  titleMax: 500,
  descriptionMax: 500,
  summaryMax: 500,
  bodyMax: 200_000,
  tagsMax: 100,
  tagMax: 40,
  authorsMax: 50,
  authorMax: 200,
  linksMax: 2000,
  lineBytesMax: 4 * 1024 * 1024,
  /** Columns are as long as the highest id, so an absurd id must not make one. */
  idMax: 100_000_000,
  /** The longest address that browsers and servers agree on, with some reserve. */
  urlMax: 4096,
  /** Codes, slugs and keys are path segments: short and printable. */
  codeMax: 64,
  /** Names, labels, sections and other short texts. */
  nameMax: 200,
  storiesMax: 2000,
  /** Years before the web or far ahead are mistakes of the source. */
  yearMin: 1990,
  yearMax: 2200,
} as const;

/** Media and categories. */
export const REGISTRY = {
  /**
   * Answers contain all media, and some count each medium by day or hour: with 100,000 media one of these
   * took 46 seconds. The largest indices of news know some thousands.
   */
  mediaMax: 10_000,
  /** Categories are chosen by people. */
  categoriesMax: 1000,
} as const;

/** The actors that follow the log. */
export const ACTORS = {
  /** Ingest waits for an index that is farther behind than this: minutes of folding. */
  lagEntriesMax: 200_000,
  /** The same in bytes of blocks, equal to `blockBytesMax`, so that no block is read from the log again. */
  lagBytesMax: 128 * 1024 * 1024,
  /** While requests queue up, derived indices pause until there are fewer, up to this part of the bounds. */
  yieldShareMax: 0.75,
  /**
   * No caller waits for a line of a replay, so the replay waits for every index: a replay that is ended
   * leaves some ten seconds of folding behind.
   */
  replayLagEntriesMax: 10_000,
  replayLagBytesMax: 32 * 1024 * 1024,
  /**
   * A thread that has work and neither takes a message nor folds an entry for this long is ended: many
   * times the longest single step (an event run, the groups of a month), also with few processors. A
   * thread to which the system gives no processor has four times as long.
   */
  silentMsMax: 30 * SECOND_MS,
  /** A question waits this long for a thread that restarts, and is then refused with a request to retry. */
  questionWaitMsMax: 10 * SECOND_MS,
  /** Questions that wait for threads that restart; further ones are refused at once. */
  questionsWaitingMax: 1024,
  /** Memory of the blocks that wait for actors, which share them; beyond it the log is read again. */
  blockBytesMax: 128 * 1024 * 1024,
} as const;

/** The thread of the log. */
export const STORE = {
  /** The event loop of this thread may block for this long while calls wait: no single step takes seconds. */
  silentMsMax: 60 * SECOND_MS,
  /** A request for the thread's state fails after this long: in a flood it takes some tenths of a second. */
  answerMsMax: 5 * SECOND_MS,
} as const;

export const SNAPSHOTS = {
  /**
   * A piece of a chunk: small enough to move between threads and to check without a pause, and small
   * enough that the main thread, which passes it on, collects no garbage for it.
   */
  pieceBytesMax: 2 * 1024 * 1024,
} as const;

export const NEWS = {
  /** Bodies are stored for seven days after publication. From the contract. */
  bodyRetentionMs: 7 * DAY_MS,
  /** Articles dated further ahead than this wait, unlisted, until their time. Decision 27b. */
  futureSlackMs: 10 * MINUTE_MS,
  /** The fewest code points of a body that is compared. Decision 23. */
  bodyComparableMin: 100,
  searchWindowMsMax: 31 * DAY_MS,
  /** Days in memory: the longest window, the day in which it begins, and one day for late runs. */
  hotMs: 33 * DAY_MS,
  searchQueryMax: 60,
  searchMediaMax: 50,
} as const;

/**
 * Work for one article of the similarity index, however many texts it resembles. Ordinary texts do not
 * come near these bounds; an article for which something was left out has the flag `ARTICLE.limited`.
 */
export const SIMILARITY = {
  /**
   * Entries of the band table that one search reads, a millisecond's work. The keys of a text lead to
   * 78,000 by chance alone when the window is as full as it can be.
   */
  lookEntriesMax: 131_072,
  /** Near texts with which an article is compared: more than there are outlets that print one text. */
  candidatesMax: 400,
  /**
   * An article with more near texts belongs to a mass and is compared with the nearest ones only. They
   * connect it with its group, so a mass of any size has few pairs for each article.
   */
  massCandidatesMax: 16,
  /**
   * Letters of other texts with which an article is compared, without equal texts, which cost nothing:
   * some milliseconds' work, and more outlets than there are for one text of 1,000 letters.
   */
  comparedLettersMax: 200_000,
  /** Pairs that an article may have, including pairs that later articles make. */
  pairsOfArticleMax: 1024,
  /** Letters in which the longest common passage is searched, for texts that repeat themselves. */
  passageLettersMax: 262_144,
  /** Articles that an answer lists of one group, and of all groups of a page; the count includes the rest. */
  groupArticlesMax: 500,
  pageArticlesMax: 2000,
} as const;

export const BLOGS = {
  /** Bodies of posts are stored for re-matching. Decision 34. */
  bodyRetentionMs: 180 * DAY_MS,
} as const;

/** History on disk. */
export const COLD = {
  /** Chunks that stay in memory after a question needed them: a month of news days and some rankings. */
  bytesMax: 96 * 1024 * 1024,
} as const;

/** The HTTP server. */
export const HTTP = {
  /** A legal request (2,048-character cursor, 100-character CJK q) must pass. Decision 11. */
  headBytesMax: 16 * 1024,
  /**
   * Sockets open at once at each service; each costs about 1 KB here and more in the system. Streams
   * (`STREAMS.countMax`) leave some of them for other requests.
   */
  connectionsMax: 12_000,
  /** Fixed windows of 60 s per client. Decision 5. */
  rateWindowMs: MINUTE_MS,
  /**
   * Buckets in memory at once; the least recently used is dropped first. A client that asks often enough
   * to reach a limit is recent; the other buckets only cost memory, and every full garbage collection
   * visits them (a million buckets blocked the main thread for 8 ms each time).
   */
  rateBucketsMax: 131_072,
  cursorMax: 2048,
  /** Compressed answers in memory: some thousand pages of 50 articles. */
  packedBytesMax: 16 * 1024 * 1024,
  /** Answers up to this size are compressed on the main thread: less than a millisecond with either coding. */
  packedAtOnceBytesMax: 48 * 1024,
  /** Longer answers are compressed by libuv's four threads; as many wait for each thread. */
  packingMax: 16,
  /**
   * The longest answer that is compressed while a request waits: some ten milliseconds. The largest
   * ranking, with trends and related tags, has 3 MB.
   */
  packedAnswerBytesMax: 4 * 1024 * 1024,
  /** An answer that took longer is logged: the most expensive questions take a tenth of it. */
  slowMs: SECOND_MS,
  /** Time for which a shutdown waits for answers under way. */
  drainMsMax: 10_000,
} as const;

/** Cached replies (src/serve/api/replies). */
export const REPLIES = {
  /**
   * Of all routes together: a dozen of the largest rankings (48 MB), a dozen days of event threads (24
   * MB), and a thousand pages of articles.
   */
  bytesMax: 96 * 1024 * 1024,
  /** Memory of a reply beside its body: headers, key, entries of tables. */
  itemBytes: 512,
  /** The garbage collector visits all of them: more than are asked for again within a minute. */
  itemsMax: 16_384,
  /** Names that a route remembers beside its replies; few ways exist to ask the same question. */
  namesMax: 4096,
} as const;

/** The threads that render pages. */
export const PAGES = {
  /** A page takes milliseconds: one thread renders hundreds a second. */
  threads: 1,
  /** Pages that wait; the last of them waits a second or two. */
  waitingMax: 256,
  /** A page that takes this long is a bug; the longest takes a hundredth of it, on a busy machine a tenth. */
  taskMsMax: 5 * SECOND_MS,
  heapMb: 256,
} as const;

/** Passkeys that are registered or checked. */
export const PASSKEYS = {
  /** A check takes a millisecond or two. */
  threads: 1,
  /** Requests that wait; further ones are answered with a request to retry. */
  waitingMax: 64,
  /** The first task of a thread waits until the library is loaded, on a busy machine for seconds. */
  taskMsMax: 20 * SECOND_MS,
  heapMb: 128,
} as const;

/** Streams of changes. */
export const STREAMS = {
  /** Open at once at each service: sockets and some hundred bytes each. */
  countMax: 10_000,
  /** Interval of looking for changes while a client listens: well below 50 ms. */
  lookMs: 20,
  /** Between two keep-alive messages to a client: proxies close a silent connection after a minute or later. */
  heartbeatMs: 15 * SECOND_MS,
  /** Bytes written to a socket at once, which bounds the bytes that wait for a client that does not read. */
  pieceBytesMax: 64 * 1024,
  /**
   * A client that reads nothing for this long is disconnected; it may reconnect with its last id.
   * uWebSockets.js itself disconnects it 8 to 12 seconds after a write that the socket did not take.
   */
  stallMs: 8 * SECOND_MS,
  /** Changes are written to clients for this long before requests get a turn: the wait of a request. */
  turnMs: 0.5,
  /** Then nothing is written for this long: the clients read meanwhile, on the same processors. */
  restMs: 1,
  /** Changes read at once for clients that are behind. */
  pageMax: 256,
} as const;

/** Announcements of feeds to a WebSub hub. */
export const HUB = {
  /** Interval of checking whether a feed has changed: a feed takes some milliseconds to make. */
  lookMs: 10 * SECOND_MS,
  /** Wait after a failure, doubled with each further one, up to an hour. */
  backoffMsMin: 10 * SECOND_MS,
  backoffMsMax: HOUR_MS,
} as const;

export const WEBHOOKS = {
  /** Webhooks of one user: a handful of programs. */
  perUserMax: 5,
  /** For this long after a secret was replaced, deliveries are signed with the former secret as well. */
  formerSecretMs: DAY_MS,
  /** Webhooks of all users: one look at all (a filter over the changes) takes less than a tenth of a second. */
  countMax: 1000,
  lookMs: SECOND_MS,
  /** Deliveries under way at once, which bounds the memory for them: 64 bodies. */
  underWayMax: 64,
  /** Changes of one delivery, and bytes of its body unless a single change is longer. */
  batchMax: 100,
  batchBytesMax: 256 * 1024,
  /** Pages of the log that are read for one webhook before other webhooks get a turn. */
  pagesPerTurnMax: 20,
  /** Interval of checking whether an article dated in the future has reached its time. */
  arrivalMs: 30 * SECOND_MS,
  /** Interval of noting accepted deliveries, and webhooks of one write: a crash repeats later deliveries. */
  noteMs: SECOND_MS,
  notesMax: 100,
  /** Interval after a failed write. */
  noteAgainMs: 10 * SECOND_MS,
  /** Interval of writing positions that filters have passed: after a crash the filters pass them again. */
  passedNoteMs: 10 * MINUTE_MS,
  /** Wait after a failure, doubled with each further one, up to an hour. */
  backoffMsMin: 10 * SECOND_MS,
  backoffMsMax: HOUR_MS,
  /** A receiver that has failed for this long is not tried again until its owner resumes it. */
  failingMsMax: DAY_MS,
  /** Time between two test deliveries of one webhook. */
  testGapMs: 10 * SECOND_MS,
  /** Of one delivery: until the connection is open, until the answer's headers have arrived, and in all. */
  connectMs: 10 * SECOND_MS,
  headersMs: 15 * SECOND_MS,
  totalMs: 20 * SECOND_MS,
  /** A server that shuts down waits this long for answers; deliveries without an answer are sent again. */
  drainMs: 2 * SECOND_MS,
  /** The thread that sends: a task that takes this long is stuck. */
  taskMsMax: MINUTE_MS,
  heapMb: 128,
} as const;

/** Dumps: files of whole days. */
export const DUMPS = {
  /** Downloads at once: each has a thread and some ten megabytes. */
  countMax: 8,
  /** Downloads at once from one address. */
  perAddressMax: 2,
  /** Days that are read at once for their entity tags, and questions that wait for that. */
  readingMax: 2,
  readingWaitMax: 32,
  /** Entity tags in memory. */
  tagsMax: 1024,
  /** Bytes written to a socket at once. */
  writeBytesMax: 64 * 1024,
  /** A client that reads nothing for this long is disconnected, as by `STREAMS.stallMs`. */
  stallMs: 8 * SECOND_MS,
  /** The longest step of the thread that makes a file, a row group, takes a hundredth of it. */
  taskMsMax: 30 * SECOND_MS,
  heapMb: 256,
} as const;

export const CRAWL = {
  /** Steps of sources under way at once: more connections than a small machine can use well. */
  stepsMax: 128,
  /** Pause between two requests to one host: the pause of a reader who clicks quickly. */
  hostGapMs: SECOND_MS,
  /** The longest pause that a robots.txt may set; a longer one would mean that a host is never read. */
  hostGapMsMax: MINUTE_MS,
  /** Requests under way at once, over all hosts. */
  underWayMax: 128,
  /** Requests that wait for one host; with the usual pause the last waits a minute. */
  waitingPerHostMax: 64,
  /** Shortest and longest interval between two polls of a channel. The shortest is the contract's. */
  pollMsMin: 2 * MINUTE_MS,
  pollMsMax: 6 * HOUR_MS,
  /** The longest `ttl` of a feed that is respected; many feeds state an hour and change every minute. */
  ttlMsMax: 15 * MINUTE_MS,
  /** Interval of polling a channel whose hub announces changes. */
  toldPollMs: HOUR_MS,
  /** Wait after a failure, doubled with each further one, up to a day. */
  backoffMsMin: 5 * MINUTE_MS,
  backoffMsMax: DAY_MS,
  /** Times after which a stored page is visited again. */
  revisitMs: [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS],
  /** Times after which a page that could not be read is tried again. */
  retryMs: [5 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS],
  /** Items taken from one reading of a channel: as many as the largest feeds of whole archives. */
  itemsMax: 2000,
  /** Addresses of one sitemap: the protocol's own limit. */
  sitemapEntriesMax: 50_000,
  /** Sitemaps of an index that are read in one poll, the newest first. */
  sitemapsMax: 10,
  /** Undated addresses of a sitemap that are visited when it is read for the first time. */
  firstEntriesMax: 50,
  /** Entries of a sitemap that are older than this are not visited: most of them belong to an archive. */
  sitemapAgeMsMax: 2 * DAY_MS,
  /** Visits that wait for one source; further ones are left to the next poll. */
  visitsMax: 5000,
  /** Characters from which on a summary is taken as the whole text. */
  wholeTextMin: 1500,
  /** The shortest interval between crawl records of a source without failures. */
  crawlRecordMs: 10 * MINUTE_MS,
  /** Items are remembered for this long after a channel listed them last. */
  seenMsMax: 100 * DAY_MS,
  /** Pages of a list that are read while all their items are new. */
  listPagesMax: 5,
  /** Pages of one portal list, and items whose stories are read in one run. */
  portalPagesMax: 10,
  portalItemsMax: 60,
  /** State that has changed is written at least this often. */
  flushMs: 250,
  /** Interval at which the crawler reads the clock. */
  lookMs: 500,
  /** Time and memory of one extraction. */
  extractMsMax: 20 * SECOND_MS,
  extractHeapMb: 256,
  /** Documents that wait for the extraction threads. */
  extractWaitingMax: 512,
} as const;

/** When the system's clock is believed (kernel/guarded-clock.ts). */
export const CLOCK = {
  /** The largest correction that a time server makes at once, and that a person does not notice. */
  slackMs: MINUTE_MS,
  /** The least sleep that is counted: the time since the machine's start has steps of 10 ms. */
  sleepMsMin: SECOND_MS,
  /** A machine without a battery for its clock asks a time server within minutes of its start. */
  provingMs: 10 * MINUTE_MS,
  /** A store that was off for longer than this waits until its clock is proven. */
  offMsMax: 400 * DAY_MS,
  /** No server of this version runs before it was written, or after this year. */
  plausibleFromMs: Date.UTC(2025, 0, 1),
  plausibleUntilMs: Date.UTC(2050, 0, 1),
} as const;
