/**
 * Bodies made to cost the similarity index as much as they can: masses of equal and nearly equal texts,
 * texts that repeat themselves, and texts that share what leads to others without being similar.
 */
import { MINUTE_MS, SECOND_MS } from '../src/kernel/clock.js';
import { type BenchArticle, Random } from './similarity-corpus.js';

const START_MS = Date.UTC(2026, 0, 5);
const OUTLETS = 5;
const LETTERS = 4000;

function hanOf(random: Random, length: number): string {
  let text = '';
  for (let at = 0; at < length; at++) text += String.fromCharCode(0x4e00 + random.below(LETTERS));
  return text;
}

/** A text with a few letters replaced. */
function changed(text: string, random: Random, letters: number): string {
  const units = [...text];
  for (let left = letters; left > 0; left--) units[random.below(units.length)] = hanOf(random, 1);
  return units.join('');
}

/** Each makes the body of the article with a number. */
type BodyMaker = (random: Random) => (at: number) => string;

/** Short bodies of a period, nearly equal to one another. */
const periodic: BodyMaker = (random) => {
  const period = hanOf(random, 12);
  return () => changed(period.repeat(9 + random.below(12)), random, random.below(4));
};

/** One body, always the same. */
const equal: BodyMaker = (random) => {
  const body = hanOf(random, 800);
  return () => body;
};

/** One body with some letters changed, never the same. */
const nearlyEqual: BodyMaker = (random) => {
  const body = hanOf(random, 800);
  return () => changed(body, random, 1 + random.below(30));
};

/** One character, again and again. */
const repeated: BodyMaker = (random) => () => '字'.repeat(100 + random.below(2000));

/** The same as long as a body may be. */
const repeatedLong: BodyMaker = (random) => () => '字'.repeat(199_000 + random.below(1000));

/** A few words in ever new orders: nearly every shingle stands in all of them, again and again. */
const fewWords: BodyMaker = (random) => {
  const words = Array.from({ length: 12 }, () => hanOf(random, 4));
  return () => Array.from({ length: 150 }, () => random.pick(words)).join('');
};

/** Bodies that share a third and are not similar: all lead to all, and nothing comes of it. */
const sharedThird: BodyMaker = (random) => {
  const common = hanOf(random, 300);
  return () => common + hanOf(random, 600);
};

export const FLOODS = {
  periodic,
  equal,
  'nearly equal': nearlyEqual,
  'one character': repeated,
  'one character, 200,000 times': repeatedLong,
  'few words': fewWords,
  'a third in common': sharedThird,
} as const satisfies Record<string, BodyMaker>;

export type FloodName = keyof typeof FLOODS;

/** Articles of a flood, a second apart, from five outlets in turn. */
export function* floodOf(name: FloodName, count: number, seed: number): Generator<BenchArticle> {
  const bodyOf = FLOODS[name](new Random(seed));
  for (let id = 1; id <= count; id++) {
    const sortMs = START_MS + MINUTE_MS + id * SECOND_MS;
    yield { id, media: id % OUTLETS, sortMs, body: Buffer.from(bodyOf(id)).toString() };
  }
}
