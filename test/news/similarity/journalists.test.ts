import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import {
  journalistOf,
  journalistsOf,
  relationOf,
} from '../../../src/news/similarity/answers/journalists.js';
import type { JournalistQuestion } from '../../../src/news/similarity/answers/journalists-codec.js';
import { mediaOf } from '../catalog/records.js';
import {
  apartMs,
  DAY,
  lineOf,
  type Pair,
  type Piece,
  PieceWorld,
  START,
  told,
} from './journalists-world.js';

const MINUTE = 60_000;
const NAMES = ['陳沐芮', '林朔岳', '吳棠', 'Ana Serrin'];
const MEDIA = ['tide', 'summer', 'cloud'];

interface Changes extends Partial<Omit<JournalistQuestion, 'period'>> {
  fromMs?: number;
  untilMs?: number;
}

function questionOf(
  name: string,
  { fromMs = START - DAY, untilMs = START + 10 * DAY, ...changes }: Changes = {},
): JournalistQuestion {
  return {
    type: 'journalist',
    name,
    period: { fromMs, untilMs },
    threshold: 0.65,
    articlesMax: 1000,
    pairsMax: 5000,
    ...changes,
  };
}

function pieceOf(id: number, changes: Partial<Piece> = {}): Piece {
  return {
    id,
    media: 'tide',
    sortMs: START + id * MINUTE,
    isDay: false,
    names: ['陳沐芮'],
    credited: true,
    compared: true,
    sources: [],
    hidden: false,
    ...changes,
  };
}

function worldOf(pieces: readonly Piece[], pairs: readonly Pair[] = []): PieceWorld {
  const world = new PieceWorld();
  world.pairs = [...pairs];
  for (const piece of pieces) world.pieces.set(piece.id, piece);
  return world;
}

t.test(
  'times less than a minute apart are the same, and so are those of a bare date',
  async (t) => {
    const own = { sortMs: START + 5 * DAY, isDay: false };
    const at = (apart: number, isDay = false) => ({ sortMs: own.sortMs + apart, isDay });
    t.strictSame(relationOf(own, at(59_999)), { minutes: 0, relation: 'same' });
    t.strictSame(relationOf(own, at(-59_999)), { minutes: 0, relation: 'same' });
    t.strictSame(relationOf(own, at(60_000)), { minutes: 1, relation: 'earlier' });
    t.strictSame(relationOf(own, at(-60_000)), { minutes: -1, relation: 'later' });
    t.strictSame(relationOf(own, at(90 * MINUTE)), { minutes: 90, relation: 'earlier' });
    t.strictSame(relationOf(own, at(90 * MINUTE, true)), { minutes: 0, relation: 'same' });
    t.strictSame(relationOf(own, at(DAY, true)), { minutes: 1440, relation: 'earlier' });
    t.strictSame(relationOf(own, at(-1 * MINUTE, true)), { minutes: -1, relation: 'later' });
  },
);

t.test('a pair counts as later or earlier unless both carry the name', async (t) => {
  const pieces = [
    pieceOf(1),
    pieceOf(2, { media: 'summer', names: ['林朔岳'], sources: ['tide'] }),
    pieceOf(3, { media: 'cloud', names: ['陳沐芮', '吳棠'] }),
    pieceOf(4, { media: 'cloud', names: [], credited: false, sortMs: START }),
  ];
  const pairs = [
    { a: 1, b: 2, score: 0.7, identical: false },
    { a: 1, b: 3, score: 1, identical: true },
    { a: 1, b: 4, score: 0.9, identical: false },
    { a: 2, b: 4, score: 0.6, identical: false },
  ];
  const answer = journalistOf(worldOf(pieces, pairs).state(), questionOf('陳沐芮'), 7)!;
  t.strictSame(answer.similar, {
    pairs: 3,
    articles: 2,
    later: 1,
    earlier: 1,
    sameAuthor: 1,
    identical: 1,
  });
  t.strictSame(
    answer.pairs.map(({ own, other, score, relation, sameAuthor, minutes }) => [
      own,
      other,
      score,
      relation,
      sameAuthor,
      minutes,
    ]),
    [
      [1, 3, 1, 'earlier', true, 2],
      [1, 4, 0.9, 'later', false, -1],
      [1, 2, 0.7, 'earlier', false, 1],
    ],
    'the most similar first, a pair of two own articles once',
  );
  t.strictSame(
    answer.own.map(({ id, matches, coauthors }) => [id, matches, coauthors]),
    [
      [3, 1, ['吳棠']],
      [1, 3, []],
    ],
    'the newest first, with every match',
  );
  t.match(answer.articlesNamed, [
    { id: 3, sortMs: START + 3 * MINUTE, citations: [] },
    { id: 1, citations: [] },
    { id: 4, citations: [] },
    { id: 2, citations: [{ media: 'tide', name: 'Title of tide', evidence: 'by tide' }] },
  ]);
});

t.test(
  'an article counts in the period of its publication, its pairs wherever they lie',
  async (t) => {
    const pieces = [pieceOf(1), pieceOf(2, { media: 'summer', names: ['林朔岳'] })];
    const state = worldOf(pieces, [{ a: 1, b: 2, score: 0.8, identical: false }]).state();
    const fromMs = START + 2 * MINUTE;
    t.equal(journalistOf(state, questionOf('陳沐芮', { fromMs }), 7), null);
    t.match(journalistOf(state, questionOf('林朔岳', { fromMs }), 7)?.similar, {
      pairs: 1,
      later: 1,
    });
    t.equal(
      journalistOf(state, questionOf('林朔岳', { untilMs: fromMs }), 7),
      null,
      'until, exclusive',
    );
    const early = journalistOf(state, questionOf('陳沐芮', { untilMs: fromMs }), 7)!;
    t.equal(early.similar.pairs, 0, 'what is still to come has no pairs yet');
    t.equal(journalistOf(state, questionOf('林朔岳', { threshold: 0.8 }), 7)?.similar.pairs, 1);
    t.equal(journalistOf(state, questionOf('林朔岳', { threshold: 0.81 }), 7)?.similar.pairs, 0);
    t.equal(journalistOf(state, questionOf('吳棠'), 7), null, 'a name that nobody carries');
  },
);

t.test('details are bounded, their counts are of everything', async (t) => {
  const own = Array.from({ length: 12 }, (_, at) => pieceOf(at + 1));
  const other = pieceOf(20, { media: 'summer', names: [], compared: false });
  const pairs = own.map(({ id }) => ({ a: id, b: 20, score: 0.9, identical: false }));
  const state = worldOf([...own, other], pairs).state();
  const answer = journalistOf(state, questionOf('陳沐芮', { articlesMax: 5, pairsMax: 3 }), 7)!;
  t.match(answer, { articles: 12, withBody: 12, compared: 12, pending: 0, similar: { pairs: 12 } });
  t.strictSame(
    answer.own.map(({ id }) => id),
    [12, 11, 10, 9, 8],
  );
  t.strictSame(
    answer.pairs.map(({ own: id }) => id),
    [12, 11, 10],
    'of equally similar ones the newest first',
  );
});

t.test('hidden and syndicated articles make no pairs', async (t) => {
  const pieces = [pieceOf(1), pieceOf(2, { media: 'summer', names: ['林朔岳'] })];
  const world = worldOf(pieces, [{ a: 1, b: 2, score: 0.8, identical: false }]);
  const pairsOf = (): number | undefined =>
    journalistOf(world.state(), questionOf('陳沐芮'), 7)?.similar.pairs;
  t.equal(pairsOf(), 1);
  world.pieces.get(2)!.hidden = true;
  t.equal(pairsOf(), 0);
  world.pieces.get(2)!.hidden = false;
  world.hiddenMedia.add('summer');
  t.equal(pairsOf(), 0);
  world.hiddenMedia.clear();
  const state = world.state();
  state.media.put(mediaOf('summer', { syndicated: true }));
  t.match(journalistOf(state, questionOf('陳沐芮'), 7)?.similar, { pairs: 0 });
  t.match(journalistOf(state, questionOf('林朔岳'), 7), { articles: 1, similar: { pairs: 0 } });
  world.hiddenMedia.add('tide');
  t.equal(journalistOf(world.state(), questionOf('陳沐芮'), 7), null);
});

const pieceArbitrary: fc.Arbitrary<Piece> = fc.record({
  id: fc.integer({ min: 1, max: 25 }),
  media: fc.constantFrom(...MEDIA),
  sortMs: fc.integer({ min: 0, max: 3 * 1440 }).map((halves) => START + halves * 30_000),
  isDay: fc.boolean(),
  names: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
  credited: fc.boolean(),
  compared: fc.boolean(),
  sources: fc.subarray(['wire', 'tide', 'summer']),
  hidden: fc.boolean(),
});
const pairArbitrary: fc.Arbitrary<Pair> = fc.record({
  a: fc.integer({ min: 1, max: 12 }),
  b: fc.integer({ min: 13, max: 25 }),
  score: fc.constantFrom(0.5, 0.6, 0.65, 0.9, 1),
  identical: fc.boolean(),
});

t.test('any world is read as a naive script reads it', async () => {
  const property = fc.property(
    fc.array(pieceArbitrary, { maxLength: 40 }),
    fc.uniqueArray(pairArbitrary, { maxLength: 40, selector: ({ a, b }) => `${a} ${b}` }),
    fc.subarray(MEDIA, { maxLength: 1 }),
    fc.integer({ min: 0, max: 36 }),
    fc.constantFrom(0.5, 0.65, 0.9),
    fc.integer({ min: 1, max: 5 }),
    (pieces, pairs, hidden, hours, threshold, limit) => {
      const world = worldOf(pieces, pairs);
      world.pairs = pairs.filter(({ a, b }) => world.pieces.has(a) && world.pieces.has(b));
      for (const media of hidden) world.hiddenMedia.add(media);
      const state = world.state();
      const [fromMs, untilMs] = [START + hours * 3600_000, START + DAY];
      const expected = world.list(fromMs, untilMs, threshold, limit);
      const period = { fromMs, untilMs };
      const list = journalistsOf(state, { type: 'journalists', period, threshold, limit }, 7);
      if (!isDeepStrictEqual(told(list), expected)) return false;
      return expected.journalists.every((line) => {
        const question = questionOf(line.name, { fromMs, untilMs, threshold });
        return isSound(world, line, journalistOf(state, question, 7)!);
      });
    },
  );
  fc.assert(property, { numRuns: 500 });
});

type Line = ReturnType<PieceWorld['line']>;
type Answer = NonNullable<ReturnType<typeof journalistOf>>;

/** The details agree with the line of the list, and each pair with its two articles. */
function isSound(world: PieceWorld, line: Line, answer: Answer): boolean {
  if (!isDeepStrictEqual(lineOf(line.name, answer), line)) return false;
  if (answer.pairs.length !== line.similar.pairs) return false;
  const scores = answer.pairs.map(({ score }) => score);
  if (scores.some((score, at) => at > 0 && score > scores[at - 1]!)) return false;
  return answer.pairs.every(({ own, other, minutes, relation, sameAuthor }) => {
    const apart = apartMs(world.pieces.get(own)!, world.pieces.get(other)!);
    const expected = apart >= MINUTE ? 'earlier' : apart <= -MINUTE ? 'later' : 'same';
    return (
      relation === expected &&
      minutes === Math.trunc(apart / MINUTE) + 0 &&
      sameAuthor === world.pieces.get(other)!.names.includes(line.name)
    );
  });
}
