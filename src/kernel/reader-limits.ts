/** Limits of what people read: marks, readers of feeds, standing questions. As limits.ts, each with its reason. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.js';

/** What people have read, starred and labelled, in memory and in the journal of accounts. */
export const READING = {
  /** Read items of a person and kind that are known one by one: twice a busy month. Older ones all count as read. */
  readMax: 20_000,
  /** Of all people together: 16 MB. */
  totalMax: 4_000_000,
  /** The same of one person where all have that many. */
  readMaxFull: 2000,
  /** Items of a person and kind that are starred, or have one label. */
  markedMax: 5000,
  labelsMax: 100,
  /** Items of one record: some 20 KB. */
  recordMax: 5000,
  /** Marks are written down this often, those of all people together. */
  writeMs: 200,
  /** Changes that wait for that. */
  pendingMax: 1000,
} as const;

/** Standing questions and their mails. */
export const QUESTIONS = {
  /** Articles that are counted before a question is saved. */
  countMax: 20_000,
  /** How often it is looked whose mail is due, and how long one look may take. */
  lookMs: MINUTE_MS,
  dailyMs: DAY_MS,
  /** Between two mails of a question that is mailed at once: a flood of articles is a handful of mails an hour. */
  immediateMs: 5 * MINUTE_MS,
  mailArticlesMax: 30,
} as const;

/** Readers of feeds that ask for items (src/serve/reader). */
export const READER = {
  /** How far back items go. Older ones are found by their id, and count as read. */
  windowMs: 30 * DAY_MS,
  /** Items of one subscription, and of one person: the newest. */
  itemsOfStreamMax: 2000,
  itemsMax: 20_000,
  /** People whose lists are in memory: 1 MB each at most. */
  listsMax: 32,
  /** A list that pages are read from is made again after this long. */
  listMs: 2 * MINUTE_MS,
  /** An item may come this long after its publication and is still told to who asks for what is new. */
  lateMs: 6 * HOUR_MS,
  /** Ids of one answer, and items of one. */
  idsMax: 10_000,
  contentsMax: 1000,
  /** Requests of a person in a minute: a first reading of everything is some 200. */
  perMinute: 1000,
  /** Requests of an address that nobody has signed in from. */
  strangersPerMinute: 60,
  /** Sign-ins of an address in a minute, and of all. */
  signInsPerMinute: 10,
  signInsPerMinuteAll: 300,
  /** Thousands of ids, or a list of feeds. */
  bodyBytesMax: 1024 * 1024,
  bodiesMax: 32,
} as const;
