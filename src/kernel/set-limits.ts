/** Limits of chosen outlets. As limits.ts, each with its reason. */

/** Sets of outlets that people choose: named ones, and those of a request. */
export const SETS = {
  /** Of one set: more than a country has of large outlets. */
  outletsMax: 60,
  /** Camps of one set beside `unknown`: as many colours as can be told apart in a bar. */
  campsMax: 6,
  labelMax: 40,
  titleMax: 80,
  /** The grounds of a set: a page of text. */
  groundsMax: 2000,
  linksMax: 10,
  linkMax: 500,
  /** Of one person: a handful of views. */
  perUserMax: 20,
  /** Of all people, so that they take at most 10 MB. */
  countMax: 1000,
  /** In the config file. */
  configuredMax: 50,
  /** Computations over sets that wait for their turn at one index: the last of them waits about a second. */
  waitingMax: 8,
} as const;
