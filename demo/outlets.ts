/**
 * The outlets of a world: their names, how much they write, and about which topics.
 *
 * Invariants: outlets depend on the seed and their number alone; the first outlet is the wire agency, the
 * second the syndicated source; codes, hosts and titles are unique.
 * Not here: their records (catalog.ts), their articles (stories.ts).
 */
import { CAMPS, type Camp } from '../src/kernel/model/records.js';
import type { WorldNames } from './names.js';
import { derive, Random, Weighted } from './random.js';
import type { OutletWords, Spelled, TopicWords, WorldWords } from './vocabulary.js';

/** Weights of the camps for a story: even, leaning to one pole, or in one pole only. */
const SKEW_WEIGHTS: readonly (readonly number[])[] = [
  [100, 100, 100],
  [220, 35, 90],
  [35, 220, 90],
  [100, 0, 12],
  [0, 100, 12],
];

/** How much each kind of outlet writes about the topics of each desk. */
const AFFINITY: Record<string, Record<string, number>> = {
  general: { politics: 100, news: 100, business: 80, life: 90, tv: 60, world: 90 },
  business: { politics: 25, news: 15, business: 300, life: 30, tv: 0, world: 70 },
  life: { politics: 8, news: 40, business: 15, life: 280, tv: 130, world: 10 },
  politics: { politics: 300, news: 25, business: 20, life: 5, tv: 0, world: 110 },
  tv: { politics: 120, news: 150, business: 60, life: 100, tv: 150, world: 90 },
};

const CATEGORIES: Record<string, string[]> = {
  general: ['news'],
  business: ['news', 'business'],
  life: ['life'],
  politics: ['news', 'politics'],
  tv: ['news', 'tv'],
};

/** An outlet; most write the language of the invented country, some English, and some are special. */
export interface Outlet {
  index: number;
  code: string;
  title: string;
  /** The name by which other outlets cite it. */
  short: string;
  aliases: string[];
  host: string;
  camp: Camp;
  kind: string;
  categories: string[];
  country: Spelled;
  english: boolean;
  syndicated: boolean;
  /** Publishes dates without times. */
  dayPrecision: boolean;
  untagged: boolean;
  urlStyle: number;
  bylineStyle: number;
  /** Seconds between publication and first sight. */
  delayS: number;
  weight: number;
  staff: Spelled[];
  /** Its portal is tracked. */
  portal: boolean;
}

const CAMP_CYCLE = [0, 1, 2, 1, 0, 2, 2];
const ENGLISH_PERCENT = 10;
const PORTALS = 4;

/** Title, code and kind of every possible Chinese outlet, well mixed. */
function titles(words: OutletWords, random: Random): [string, string, string, string][] {
  const rounds = words.kinds.map((_, shift) =>
    random.shuffle(
      words.prefixes.map(([prefix, latin], index): [string, string, string, string] => {
        const [suffix, code, kind] = words.kinds[(index + shift) % words.kinds.length] as [
          string,
          string,
          string,
        ];
        return [prefix + suffix, latin + code, kind, prefix];
      }),
    ),
  );
  return rounds.flat();
}

function blank(index: number, country: Spelled, random: Random, worldNames: WorldNames): Outlet {
  return {
    index,
    code: '',
    title: '',
    short: '',
    aliases: [],
    host: '',
    camp: 'other',
    kind: 'general',
    categories: [],
    country,
    english: false,
    syndicated: false,
    dayPrecision: random.chance(6),
    untagged: random.chance(8),
    urlStyle: random.below(4),
    bylineStyle: random.below(6),
    delayS: random.between(30, 900),
    weight: Math.floor(100_000 / (index + 6)),
    staff: Array.from({ length: random.between(6, 24) }, () => worldNames.person(random)),
    portal: false,
  };
}

/** The wire agency, whose articles all outlets copy. */
function wireOutlet(outlet: Outlet, words: OutletWords): void {
  const [title, short, code] = words.wire;
  Object.assign(outlet, { title, short, code, aliases: [short], categories: ['news'] });
  Object.assign(outlet, { dayPrecision: false, untagged: false, delayS: 45 });
}

function syndicatedOutlet(outlet: Outlet, words: OutletWords): void {
  const [title, code] = words.syndicated;
  Object.assign(outlet, { title, short: title, code, categories: [], syndicated: true });
  outlet.weight = Math.floor(outlet.weight / 4);
}

/**
 * A regular outlet. Only the first of a family is known by the family's bare name, and only in Chinese:
 * in English the name is an ordinary word.
 */
function ownOutlet(
  outlet: Outlet,
  taken: [string, string, string, string],
  families: Set<string>,
): void {
  const [title, code, kind, prefix] = taken;
  Object.assign(outlet, { title, short: title, code, kind });
  outlet.categories = CATEGORIES[kind] as string[];
  if (!outlet.english && !families.has(prefix) && kind !== 'tv') outlet.aliases = [prefix];
  families.add(prefix);
  outlet.camp = CAMPS[CAMP_CYCLE[outlet.index % CAMP_CYCLE.length]!]!;
}

function englishOutlet(outlet: Outlet, words: OutletWords, number: number): void {
  const [title, code] = words.english[number % words.english.length] as Spelled;
  const round = Math.floor(number / words.english.length);
  const full = round === 0 ? title : `${title} ${round + 1}`;
  Object.assign(outlet, { title: full, short: full, english: true, kind: 'general' });
  outlet.code = round === 0 ? code : `${code}${round + 1}`;
  outlet.country = words.countries[1 + (number % (words.countries.length - 1))] as Spelled;
  outlet.categories = ['news'];
}

export function makeOutlets(
  seed: number,
  count: number,
  { language, outlets: words }: WorldWords,
  worldNames: WorldNames,
): Outlet[] {
  const random = new Random(derive(seed, 0x6f75746c));
  const names = titles(words, random).filter(
    ([title]) => !title.startsWith(words.wire[0].slice(0, 2)),
  );
  const isEnglish = language === 'en';
  const englishCount = isEnglish ? 0 : Math.max(1, Math.floor((count * ENGLISH_PERCENT) / 100));
  const families = new Set<string>();
  const outlets: Outlet[] = [];
  for (let index = 0; index < count; index++) {
    const outlet = blank(index, words.countries[0] as Spelled, random, worldNames);
    outlet.english = isEnglish;
    if (index === 0) wireOutlet(outlet, words);
    else if (index >= count - englishCount) englishOutlet(outlet, words, count - 1 - index);
    else if (index === 1 && count > 5) syndicatedOutlet(outlet, words);
    else ownOutlet(outlet, names.pop() as [string, string, string, string], families);
    outlet.host = `${outlet.code}.example`;
    outlet.portal = index > 1 && index < 2 + PORTALS && outlet.english === isEnglish;
    outlets.push(outlet);
  }
  if (!isEnglish) shareEnglish(outlets);
  return outlets;
}

/** Gives the English outlets a tenth of all articles. */
function shareEnglish(outlets: Outlet[]): void {
  const english = outlets.filter((outlet) => outlet.english);
  let others = 0;
  for (const outlet of outlets) if (!outlet.english) others += outlet.weight;
  const share = Math.floor((others * ENGLISH_PERCENT) / (100 - ENGLISH_PERCENT) / english.length);
  for (const outlet of english) outlet.weight = share;
}

/** Picks outlets for a topic and a skew. */
export class Newsstand {
  readonly #tables: Weighted[][];

  constructor(outlets: readonly Outlet[], topics: readonly TopicWords[]) {
    this.#tables = topics.map((topic) =>
      SKEW_WEIGHTS.map((camps) => {
        const weights = outlets.map((outlet) => {
          const affinity = AFFINITY[outlet.kind]?.[topic.desk] ?? 50;
          return Math.floor(
            (outlet.weight * affinity * camps[CAMPS.indexOf(outlet.camp)]!) / 10_000,
          );
        });
        // A tiny world may have no outlet of the camp: then all outlets write.
        return new Weighted(weights.some((w) => w > 0) ? weights : outlets.map((o) => o.weight));
      }),
    );
  }

  pick(topic: number, skew: number, random: Random): number {
    return ((this.#tables[topic] as Weighted[])[skew] as Weighted).pick(random);
  }
}
