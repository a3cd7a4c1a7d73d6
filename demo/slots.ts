/**
 * The slots of templates: facts of a story, and figures.
 *
 * Invariants: ids are positions in these lists; a figure is picked from a table of texts, so no number is
 * formatted while a corpus is written. Ranges are such that pairs in one sentence make sense (a score of
 * n1 to n1b, n2 votes to n2b).
 */

const FACT_SLOTS = [
  ...['country', 'fc', 'fc2', 'fp', 'city', 'cityShort', 'dist', 'distShort'],
  ...['road', 'p1', 'p2', 'p3', 'p4'],
  ...['r1', 'r2', 'org', 'org2', 'co', 'co2', 'law', 'prod', 'illness', 'team', 'team2', 'show'],
  ...['school', 'storm', 'party', 'party2', 'date', 'month', 'weekday', 'due', 'next', 'clock'],
  ...['p5', 'r5', 'p6', 'r6', 'p7', 'r7', 'unit', 'place', 'place2'],
  ...['p5e', 'r5e', 'p6e', 'r6e', 'p7e', 'r7e'],
  ...['clock2', 'main', 'source', 'wire', 'by', 'spot', 'citySpot'],
  ...['citye', 'cityUpper', 'roade', 'diste', 'p1e', 'p2e', 'p3e', 'p4e', 'orge', 'orge2', 'coe'],
  ...['lawe', 'illnesse', 'teame', 'team2e', 'fce', 'fc2e', 'fpe', 'partye', 'storme'],
] as const;

export type Slot = (typeof FACT_SLOTS)[number];

export const SLOT_IDS: ReadonlyMap<string, number> = new Map(
  FACT_SLOTS.map((name, id) => [name, id]),
);
export const SLOT_COUNT = FACT_SLOTS.length;

function range(low: number, high: number, text: (value: number) => string, step = 1): string[] {
  const out: string[] = [];
  for (let value = low; value <= high; value += step) out.push(text(value));
  return out;
}

const plain = (value: number): string => String(value);

/** 1234 → 1,234 */
function grouped(value: number): string {
  const rest = String(value % 1000).padStart(3, '0');
  return value < 1000 ? String(value) : `${Math.floor(value / 1000)},${rest}`;
}

/** 12 → 1.2, 20 → 2 */
function tenths(value: number): string {
  const whole = Math.floor(value / 10);
  return value % 10 === 0 ? String(whole) : `${whole}.${value % 10}`;
}

const TABLES: readonly (readonly [string, readonly string[]])[] = [
  ['n1', range(3, 9, plain)],
  ['n1b', range(1, 2, plain)],
  ['n2', range(22, 58, plain)],
  ['n2b', range(11, 21, plain)],
  ['n2c', range(58, 83, plain)],
  ['n2d', range(8, 19, plain)],
  ['n2e', range(8, 14, plain)],
  ['n2f', range(35, 39, plain)],
  ['n2g', range(10, 13, plain)],
  ['n3', range(121, 986, plain)],
  ['n3b', range(61, 119, plain)],
  ['n3c', range(148, 157, plain)],
  ['n4', range(1010, 9890, grouped, 10)],
  ['pct', range(21, 249, (value) => `${tenths(value)}%`)],
  ['pct2', range(41, 69, (value) => `${value}%`)],
  ['pct0', range(71, 96, (value) => `${value}%`)],
  ['wan', range(11, 98, (value) => `${tenths(value)}萬`)],
  ['quake', range(58, 74, tenths)],
  ['batting', range(5, 49, (value) => `3成${String(value).padStart(2, '0')}`)],
  ['bento', range(75, 100, (value) => `${value}元`, 5)],
  ['bento2', range(105, 130, (value) => `${value}元`, 5)],
  ['price', range(8990, 42_990, (value) => `${grouped(value)}元`, 1000)],
  [
    'money',
    [
      ...range(11, 98, (v) => `${tenths(v)}億元`),
      ...range(1200, 9800, (v) => `${grouped(v)}萬元`, 100),
    ],
  ],
  ['money2', range(112, 890, (value) => `${value}億元`)],
];

const NUMBER_IDS: ReadonlyMap<string, number> = new Map(TABLES.map(([name], id) => [name, id]));

/** Texts of each number slot, by its id. */
export const NUMBERS: readonly (readonly string[])[] = TABLES.map(([, texts]) => texts);

export function isNumberSlot(name: string): boolean {
  return NUMBER_IDS.has(name);
}

export function numberSlot(name: string): number {
  return NUMBER_IDS.get(name) as number;
}

export function slotId(name: Slot): number {
  return SLOT_IDS.get(name) as number;
}
