/**
 * A set of outlets that the demo offers: the larger outlets by their trade, instead of their political side.
 */
import { type OutletSet, outletSetOf } from '../src/kernel/outlet-set.js';
import type { Outlet } from './outlets.js';

/** Numbers of outlets: the largest are in camps, a few more in `unknown`. */
const IN_CAMPS = 18;
const UNKNOWN = 3;

const WORDS = {
  zh: {
    title: '報社、電視與專業媒體',
    author: '示範伺服器',
    grounds:
      '依媒體種類分組，不看立場：綜合報紙、電視台，以及財經、政論與生活媒體。分類取自各媒體自己的名稱。',
    camps: ['綜合報紙', '電視台', '專業媒體'],
  },
  en: {
    title: 'Papers, television and trade titles',
    author: 'the demo',
    grounds:
      'By what kind of outlet each one is, not by what side it is on: general papers, television, and titles on business, politics or living. The kind is the one in their own names.',
    camps: ['General papers', 'Television', 'Trade titles'],
  },
} as const;

const CAMP_OF_KIND: { readonly [kind: string]: number } = { general: 0, tv: 1 };
const OTHER_KIND = 2;
/** With fewer camps there would be nothing to compare. */
const CAMPS_MIN = 2;

/** By name; none in a world that is too small. */
export function setsOfWorld(
  outlets: readonly Outlet[],
  language: 'zh' | 'en',
  madeMs: number,
): Map<string, OutletSet> {
  const { camps, ...words } = WORDS[language];
  const ranking = outlets.filter(({ syndicated }) => !syndicated);
  const inCamps = ranking.slice(0, IN_CAMPS);
  const grouped = camps
    .map((label, at) => ({
      ...{ label, colour: '' },
      outlets: inCamps
        .filter(({ kind }) => (CAMP_OF_KIND[kind] ?? OTHER_KIND) === at)
        .map(({ code }) => code),
    }))
    .filter(({ outlets: mine }) => mine.length > 0);
  if (grouped.length < CAMPS_MIN) return new Map();
  const unknown = ranking.slice(IN_CAMPS, IN_CAMPS + UNKNOWN).map(({ code }) => code);
  const set = outletSetOf({ ...words, links: [], camps: grouped, unknown });
  return new Map([['trades', { ...set, madeMs, changedMs: madeMs }]]);
}
