/**
 * Every bound of the system, each with where it comes from.
 *
 * A queue, window, cache or buffer that can grow has its limit here. A limit that an operator
 * may want to change is a config key (config.ts) whose default is named here.
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
  /** Columns are as long as the highest id, so an id that is absurd must not make one. */
  idMax: 100_000_000,
  /** Longest address that browsers and servers agree on, with room to spare. */
  urlMax: 4096,
  /** Codes, slugs and keys are path segments: short and printable. */
  codeMax: 64,
  /** Names, labels, sections and other short texts. */
  nameMax: 200,
  storiesMax: 2000,
  /** Times before the web or far ahead are mistakes of the source. */
  yearMin: 1990,
  yearMax: 2200,
} as const;

/** What is registered by name. */
export const REGISTRY = {
  /**
   * Media stand in answers whole, and some answers count each by day or hour: with 100,000 one of them
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
  /** The same in bytes of blocks: as many as wait in memory, so that none is read from the log again. */
  lagBytesMax: 128 * 1024 * 1024,
  /** While requests queue up, derived indices wait for the flood to end, up to this part of the bounds. */
  yieldShareMax: 0.75,
  /**
   * No caller waits for a line of a replay, so it waits for every index: a replay that is ended leaves
   * some ten seconds of folding behind.
   */
  replayLagEntriesMax: 10_000,
  replayLagBytesMax: 32 * 1024 * 1024,
  /**
   * A thread that has work and neither takes a message nor folds an entry for this long is ended: many
   * times what the longest single step takes (an event run, the groups of a month), also on a machine
   * that is short of processors. Where it is given none, it has four times as long.
   */
  silentMsMax: 30 * SECOND_MS,
  /** A question waits this long for a thread that restarts, before it is told to come again. */
  questionWaitMsMax: 10 * SECOND_MS,
  /** Questions that wait for threads that restart; one more is refused at once. */
  questionsWaitingMax: 1024,
  /** Blocks that wait for an actor, which share their memory; beyond, the log is read again. */
  blockBytesMax: 128 * 1024 * 1024,
} as const;

/** The thread of the log. */
export const STORE = {
  /** Its event loop may stand still for this long while calls wait: no single step takes seconds. */
  silentMsMax: 60 * SECOND_MS,
  /** Who asks how it is doing is told after this long that it does not answer: in a flood it takes some tenths. */
  answerMsMax: 5 * SECOND_MS,
} as const;

/** Snapshots of actors. */
export const SNAPSHOTS = {
  /**
   * A piece of a chunk: small enough to move between threads and to check without a pause, and for
   * the front, which passes it on, not to collect garbage for it.
   */
  pieceBytesMax: 2 * 1024 * 1024,
} as const;

/** News windows. */
export const NEWS = {
  /** Bodies are kept for seven days after publication. From the contract. */
  bodyRetentionMs: 7 * DAY_MS,
  /** Articles dated further ahead than this wait, unlisted, until their time. Decision 27b. */
  futureSlackMs: 10 * MINUTE_MS,
  /** Fewest code points of a body that counts as one. Decision 23. */
  bodyComparableMin: 100,
  searchWindowMsMax: 31 * DAY_MS,
  /** Days in memory: the longest window, the day that it begins in, and one for late runs. */
  hotMs: 33 * DAY_MS,
  searchQueryMax: 60,
  searchMediaMax: 50,
} as const;

/**
 * Work for one article of the similarity index, whatever it resembles. Ordinary texts do not come
 * near; of what is left out, the article says so (`ARTICLE.limited`).
 */
export const SIMILARITY = {
  /**
   * Entries of the band table that one look goes through, a millisecond's work. The keys of a text
   * lead to 78,000 by chance alone when the window is as full as can be.
   */
  lookEntriesMax: 131_072,
  /** Near texts that an article is compared with: more than there are outlets that print one text. */
  candidatesMax: 400,
  /**
   * An article with more near texts is one of a mass and is compared with the nearest alone. They
   * tie it to its group, and a mass of any size has few pairs an article.
   */
  massCandidatesMax: 16,
  /**
   * Letters of other texts that an article is compared with, equal ones apart, which cost nothing:
   * some milliseconds' work, and more outlets than there are for one text of 1,000 letters.
   */
  comparedLettersMax: 200_000,
  /** Pairs that an article may come to have, those that later ones make included. */
  pairsOfArticleMax: 1024,
  /** Letters within which the longest passage of texts that repeat themselves is looked for. */
  passageLettersMax: 262_144,
  /** Articles that one group lists in an answer, and all groups of a page; the count tells of the rest. */
  groupArticlesMax: 500,
  pageArticlesMax: 2000,
} as const;

/** Blog windows. */
export const BLOGS = {
  /** Bodies of posts stay for re-matching. Decision 34. */
  bodyRetentionMs: 180 * DAY_MS,
} as const;

/** History on disk. */
export const COLD = {
  /** Chunks that stay in memory after they were asked for: a month of news days and some rankings. */
  bytesMax: 96 * 1024 * 1024,
} as const;

/** The HTTP front. */
export const HTTP = {
  /** A legal request (2,048-character cursor, 100-character CJK q) must pass. Decision 11. */
  headBytesMax: 16 * 1024,
  /**
   * Sockets open at once at each service; each costs about 1 KB here and more in the system. Streams
   * (`STREAMS.countMax`) leave some of them to everybody else.
   */
  connectionsMax: 12_000,
  /** Fixed windows of 60 s per client. Decision 5. */
  rateWindowMs: MINUTE_MS,
  /**
   * Buckets in memory at once, the least recently used goes first. A client that asks often enough to meet a
   * limit is recent; the rest only costs memory, and every full collection walks it (a million
   * buckets blocked the front for 8 ms each time).
   */
  rateBucketsMax: 131_072,
  cursorMax: 2048,
  /** Compressed answers in memory: some thousand pages of 50 articles. */
  packedBytesMax: 16 * 1024 * 1024,
  /** Compressed by the thread that answers: less than a millisecond with either coding. */
  packedAtOnceBytesMax: 48 * 1024,
  /** Longer answers are compressed by libuv's four threads; as many wait for each of them. */
  packingMax: 16,
  /**
   * The longest answer that is compressed while a request waits: some ten milliseconds. The largest ranking,
   * with trends and related tags, has 3 MB.
   */
  packedAnswerBytesMax: 4 * 1024 * 1024,
  /** An answer that took longer is worth a line in the log: the dearest questions take a tenth. */
  slowMs: SECOND_MS,
  /** Seconds that a shutdown waits for answers under way. */
  drainMsMax: 10_000,
} as const;

/** Replies that are given again (src/serve/api/replies). */
export const REPLIES = {
  /**
   * Of all routes together: a dozen of the largest rankings (48 MB), a dozen days of threads (24 MB),
   * and a thousand pages of articles.
   */
  bytesMax: 96 * 1024 * 1024,
  /** What a reply costs beside its body: headers, key, places in tables. */
  itemBytes: 512,
  /** The garbage collector walks them all: more than are asked for again within a minute. */
  itemsMax: 16_384,
  /** Names that a route remembers beside its replies; there are few ways to ask the same thing. */
  namesMax: 4096,
} as const;

/** The threads that make pages. */
export const PAGES = {
  /** A page takes milliseconds: one thread makes hundreds a second. */
  threads: 1,
  /** Pages that wait; the last of them waits a second or two. */
  waitingMax: 256,
  /** A page that takes this long is a bug; the longest takes a hundredth, on a busy machine a tenth. */
  taskMsMax: 5 * SECOND_MS,
  heapMb: 256,
} as const;

/** Passkeys that are made or shown. */
export const PASSKEYS = {
  /** A check takes a millisecond or two. */
  threads: 1,
  /** Who shows a passkey beyond these is told to try again. */
  waitingMax: 64,
  /** The first task of a thread waits for the library to be loaded, on a busy machine for seconds. */
  taskMsMax: 20 * SECOND_MS,
  heapMb: 128,
} as const;

/** Streams of changes. */
export const STREAMS = {
  /** Open at once at each service: sockets and some hundred bytes each. */
  countMax: 10_000,
  /** How often it is looked whether something changed, while a client listens: well below 50 ms. */
  lookMs: 20,
  /** Between two signs of life to one client: proxies end what is silent for a minute, most later. */
  heartbeatMs: 15 * SECOND_MS,
  /** Bytes handed to a socket at once, and so all that waits for a client that does not read. */
  pieceBytesMax: 64 * 1024,
  /**
   * A client that takes nothing for this long is let go; it may come back with the last id it has.
   * uWebSockets.js lets it go by itself 8 to 12 seconds after a write that the socket did not take.
   */
  stallMs: 8 * SECOND_MS,
  /** Clients are written to for this long before requests get their turn: what one of them waits. */
  turnMs: 0.5,
  /** And for this long nothing is written to them: their clients read meanwhile, on the same processors. */
  restMs: 1,
  /** Changes read at once for clients that are behind. */
  pageMax: 256,
} as const;

/** Announcements of feeds to a WebSub hub. */
export const HUB = {
  /** How often it is looked whether a feed has changed: a feed takes some milliseconds to make. */
  lookMs: 10 * SECOND_MS,
  /** After a failure: this long, doubled with each further one, up to an hour. */
  backoffMsMin: 10 * SECOND_MS,
  backoffMsMax: HOUR_MS,
} as const;

/** Webhooks of people. */
export const WEBHOOKS = {
  /** Of one person: a handful of programs. */
  perUserMax: 5,
  /** For so long after a secret was replaced, deliveries are signed with the former one as well. */
  formerSecretMs: DAY_MS,
  /** Of all people: what each look costs (a filter over what changed) stays below a tenth of a second. */
  countMax: 1000,
  /** How often it is looked whether something changed. */
  lookMs: SECOND_MS,
  /** Deliveries under way at once, and so what waits in memory: 64 bodies. */
  underWayMax: 64,
  /** Changes of one delivery, and bytes of its body where one change alone is not longer. */
  batchMax: 100,
  batchBytesMax: 256 * 1024,
  /** Pages of the log that are read for one webhook before others get their turn. */
  pagesPerTurnMax: 20,
  /** How often it is looked whether something came whose time was to come. */
  arrivalMs: 30 * SECOND_MS,
  /** What was accepted is written down this often, so many webhooks at once: what is lost with a crash comes again. */
  noteMs: SECOND_MS,
  notesMax: 100,
  /** The same after a write that failed. */
  noteAgainMs: 10 * SECOND_MS,
  /** Places that filters have passed are written down this often: after a crash they are passed again. */
  passedNoteMs: 10 * MINUTE_MS,
  /** After a failure: this long, doubled with each further one, up to an hour. */
  backoffMsMin: 10 * SECOND_MS,
  backoffMsMax: HOUR_MS,
  /** A receiver that has failed for this long is not tried again until its owner says so. */
  failingMsMax: DAY_MS,
  /** Between two test deliveries of one webhook. */
  testGapMs: 10 * SECOND_MS,
  /** For one delivery: until the connection stands, until the answer's headers are there, and in all. */
  connectMs: 10 * SECOND_MS,
  headersMs: 15 * SECOND_MS,
  totalMs: 20 * SECOND_MS,
  /** A server that ends waits this long for answers; what has none by then comes again. */
  drainMs: 2 * SECOND_MS,
  /** The thread that sends: a task that takes this long means that it hangs. */
  taskMsMax: MINUTE_MS,
  heapMb: 128,
} as const;

/** Files of whole days. */
export const DUMPS = {
  /** Downloads at once: each has a thread and some ten megabytes. */
  countMax: 8,
  /** Downloads at once of one address. */
  perAddressMax: 2,
  /** Days that are read at once for their entity tags, and questions that wait for it. */
  readingMax: 2,
  readingWaitMax: 32,
  /** Entity tags in memory. */
  tagsMax: 1024,
  /** Bytes handed to a socket at once. */
  writeBytesMax: 64 * 1024,
  /** A client that takes nothing for this long is let go, as by `STREAMS.stallMs`. */
  stallMs: 8 * SECOND_MS,
  /** The longest step of the thread that makes a file, a row group, takes a hundredth. */
  taskMsMax: 30 * SECOND_MS,
  heapMb: 256,
} as const;

/** The crawler. */
export const CRAWL = {
  /** Steps of sources under way at once: more connections than a small machine can use well. */
  stepsMax: 128,
  /** Pause between two requests to one host: what a reader who clicks quickly asks. */
  hostGapMs: SECOND_MS,
  /** Longest pause that a robots.txt may ask; a longer one would mean that a host is never read. */
  hostGapMsMax: MINUTE_MS,
  /** Requests under way at once, over all hosts. */
  underWayMax: 128,
  /** Requests that wait for one host; with the usual pause the last waits a minute. */
  waitingPerHostMax: 64,
  /** Shortest and longest interval between two polls of a channel. The shortest is the contract's. */
  pollMsMin: 2 * MINUTE_MS,
  pollMsMax: 6 * HOUR_MS,
  /** A feed may ask to be left alone for this long; many ask for an hour and change every minute. */
  ttlMsMax: 15 * MINUTE_MS,
  /** A channel whose hub tells of changes is polled this often all the same. */
  toldPollMs: HOUR_MS,
  /** After a failure: at least this long, doubled with each further one, up to a day. */
  backoffMsMin: 5 * MINUTE_MS,
  backoffMsMax: DAY_MS,
  /** A page is looked at again this long after it was stored. */
  revisitMs: [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS],
  /** A page that could not be read is tried again this long after. */
  retryMs: [5 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS],
  /** Items taken from one reading of a channel: as many as the largest feeds of whole archives. */
  itemsMax: 2000,
  /** Addresses of one sitemap: the protocol's own limit. */
  sitemapEntriesMax: 50_000,
  /** Sitemaps of an index that are read in one poll, the newest first. */
  sitemapsMax: 10,
  /** Undated addresses of a sitemap that are visited when it is read for the first time. */
  firstEntriesMax: 50,
  /** A sitemap's entries older than this are not visited: what is listed there is mostly archive. */
  sitemapAgeMsMax: 2 * DAY_MS,
  /** Visits that wait for one source; one more is left to the next poll. */
  visitsMax: 5000,
  /** Characters of a summary that count as a whole text. */
  wholeTextMin: 1500,
  /** A crawl record of a source that goes well, at most this often. */
  crawlRecordMs: 10 * MINUTE_MS,
  /** Items are remembered for this long after a channel listed them last. */
  seenMsMax: 100 * DAY_MS,
  /** Pages of a list that are read while everything on them is new. */
  listPagesMax: 5,
  /** Pages of one portal list, and items whose stories are read in one run. */
  portalPagesMax: 10,
  portalItemsMax: 60,
  /** State that has changed is written at least this often. */
  flushMs: 250,
  /** How often the crawler looks at the clock. */
  lookMs: 500,
  /** One extraction may take this long, and use this much memory. */
  extractMsMax: 20 * SECOND_MS,
  extractHeapMb: 256,
  /** Documents that wait for the extraction threads. */
  extractWaitingMax: 512,
} as const;

/** When the system's clock is believed (kernel/guarded-clock.ts). */
export const CLOCK = {
  /** What a time server may put right at once, and what a person does not notice. */
  slackMs: MINUTE_MS,
  /** The machine's age is told in hundredths of a second. */
  sleepMsMin: SECOND_MS,
  /** A machine without a battery for its clock asks a time server within minutes of its start. */
  provingMs: 10 * MINUTE_MS,
  /** A store that was off for longer than this waits until its clock is proven. */
  offMsMax: 400 * DAY_MS,
  /** No server of this version runs before, or so long after, it was written. */
  plausibleFromMs: Date.UTC(2025, 0, 1),
  plausibleUntilMs: Date.UTC(2050, 0, 1),
} as const;
