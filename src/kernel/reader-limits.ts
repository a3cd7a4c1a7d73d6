/** Limits of marks, feed readers and standing questions, each with its reason, as in limits.ts. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.js';

/** Items that users have read, starred and labelled, in memory and in the journal of accounts. */
export const READING = {
  /** Read items of a user and kind that are stored: twice a busy month. All older items count as read. */
  readMax: 20_000,
  /** Of all users together: 16 MB. */
  totalMax: 4_000_000,
  /** The same of one user when all users have that many. */
  readMaxFull: 2000,
  /** Items of a user and kind that are starred, or have one label. */
  markedMax: 5000,
  labelsMax: 100,
  /** Items of one record: some 20 KB. */
  recordMax: 5000,
  /** Interval of writing marks, those of all users together. */
  writeMs: 200,
  /** Changes that wait to be written. */
  pendingMax: 1000,
} as const;

/** Standing questions and their mails. */
export const QUESTIONS = {
  /** Articles that are counted before a question is saved. */
  countMax: 20_000,
  /** Interval of looking for mails that are due, and the time limit of one look. */
  lookMs: MINUTE_MS,
  dailyMs: DAY_MS,
  /** Between two mails of a question that is mailed at once: a flood makes a handful of mails an hour. */
  immediateMs: 5 * MINUTE_MS,
  mailArticlesMax: 30,
} as const;

/** Feed readers that ask for items (src/serve/reader). */
export const READER = {
  /** Age up to which items are listed. Older ones are found by their id, and count as read. */
  windowMs: 30 * DAY_MS,
  /** Items of one subscription, and of one user: the newest. */
  itemsOfStreamMax: 2000,
  itemsMax: 20_000,
  /** Users whose lists are in memory: 1 MB each at most. */
  listsMax: 32,
  /** A list from which pages are read is made again after this long. */
  listMs: 2 * MINUTE_MS,
  /** Requests for new items still find an item that arrives this long after its publication. */
  lateMs: 6 * HOUR_MS,
  /** Ids in one answer, and items in one answer. */
  idsMax: 10_000,
  contentsMax: 1000,
  /** Requests of a user in a minute: a first reading of everything takes some 200. */
  perMinute: 1000,
  /** Requests of an address from which no user has signed in. */
  strangersPerMinute: 60,
  /** Sign-ins of an address in a minute, and of all addresses. */
  signInsPerMinute: 10,
  signInsPerMinuteAll: 300,
  /** The size of thousands of ids, or of a list of feeds. */
  bodyBytesMax: 1024 * 1024,
  bodiesMax: 32,
} as const;
