import fc from 'fast-check';
import t from 'tap';
import { clustersOf } from '../../../src/news/events/clusters.js';
import { communitiesOf } from '../../../src/news/events/communities.js';
import { type Corpus, CorpusBuilder } from '../../../src/news/events/corpus.js';
import { edgesOf } from '../../../src/news/events/graph.js';
import { CLUSTERING, FLOOD_FACTOR } from '../../../src/news/events/settings.js';
import { titleWordsOf } from '../../../src/news/events/title-words.js';

interface Piece {
  outlet: number;
  tags: number[];
  title?: string;
}

/** A corpus of pieces; candidates are the tags below `candidates`. */
function corpusOf(candidates: number, pieces: readonly Piece[]): Corpus {
  const tags = pieces.reduce((sum, piece) => sum + piece.tags.length, 0);
  const room = { articles: pieces.length, tags };
  const builder = new CorpusBuilder(candidates, FLOOD_FACTOR, room);
  for (const { outlet, tags: mine, title = '' } of pieces) {
    builder.add(outlet, mine, () => titleWordsOf(title));
  }
  return builder.build();
}

function times(count: number, make: (at: number) => Piece): Piece[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

/** Bursts that fall with the candidate's number. */
function bursts(count: number): number[] {
  return Array.from({ length: count }, (_, at) => 100 - at / count);
}

/** Members of the clusters. */
function tagsIn(candidates: number, pieces: readonly Piece[]): number[][] {
  const corpus = corpusOf(candidates, pieces);
  return clustersOf(bursts(candidates), corpus, CLUSTERING).map(({ members }) => members);
}

/** Articles that have nothing to do with any candidate. */
const elsewhere = times(60, (at) => ({ outlet: at % 6, tags: [900 + at] }));

t.test('tags that the same articles carry are one story, with its articles', async (t) => {
  const pieces = [
    ...times(6, (at) => ({ outlet: at % 3, tags: [0, 1] })),
    ...times(6, (at) => ({ outlet: at % 3, tags: [2, 3] })),
    ...elsewhere,
  ];
  const clusters = clustersOf(bursts(4), corpusOf(4, pieces), CLUSTERING);
  t.strictSame(
    clusters.map(({ members, articles }) => [members, articles]),
    [
      [
        [0, 1],
        [0, 1, 2, 3, 4, 5],
      ],
      [
        [2, 3],
        [6, 7, 8, 9, 10, 11],
      ],
    ],
  );
});

t.test('score and main tags follow decision 19', async (t) => {
  const pieces = [...times(6, (at) => ({ outlet: at % 3, tags: [0, 1, 2, 3] })), ...elsewhere];
  const [cluster] = clustersOf([40, 20, 19.9, 8], corpusOf(4, pieces), CLUSTERING);
  t.equal(cluster!.score, 40 + 0.5 * (20 + 19.9 * 0.5 + 8 * 0.25));
  t.strictSame(cluster!.majors, [0, 1], 'at least half of the top burst');
  const many = [
    ...times(6, (at) => ({ outlet: at % 3, tags: [0, 1, 2, 3, 4, 5, 6, 7] })),
    ...elsewhere,
  ];
  const [wide] = clustersOf(bursts(8), corpusOf(8, many), CLUSTERING);
  t.equal(wide!.majors.length, 6, 'at most six');
});

t.test('a broad tag does not tie stories together', async (t) => {
  const pieces = [
    ...times(6, (at) => ({ outlet: at % 3, tags: [0, 1, 4] })),
    ...times(6, (at) => ({ outlet: at % 3, tags: [2, 3, 4] })),
    ...times(40, (at) => ({ outlet: at % 3, tags: [4, 800 + at] })),
  ];
  const clusters = tagsIn(5, pieces);
  t.strictSame(
    clusters.map((members) => members.filter((tag) => tag !== 4)),
    [
      [0, 1],
      [2, 3],
    ],
  );
});

t.test('no bursting tag makes no event', async (t) => {
  t.strictSame(clustersOf([], corpusOf(0, elsewhere), CLUSTERING), []);
  t.strictSame(clustersOf([], corpusOf(0, []), CLUSTERING), []);
});

t.test('a tag in every article links nothing and is no story', async (t) => {
  const pieces = times(60, (at) => ({ outlet: at % 6, tags: [0, 1 + (at % 10), 700 + at] }));
  for (const members of tagsIn(11, pieces)) t.notOk(members.includes(0) && members.length > 1);
});

t.test('two stories that share their main tag are told apart', async (t) => {
  const pieces = [
    ...times(8, (at) => ({ outlet: at % 4, tags: [0, 1, 2] })),
    ...times(8, (at) => ({ outlet: at % 4, tags: [0, 3, 4] })),
    ...elsewhere,
  ];
  const clusters = tagsIn(5, pieces);
  const of = (tag: number): number => clusters.findIndex((members) => members.includes(tag));
  t.equal(of(1), of(2));
  t.equal(of(3), of(4));
  t.not(of(1), of(3));
});

t.test('an outlet that floods neither makes a story nor breaks one', async (t) => {
  const story = times(9, (at) => ({ outlet: at % 3, tags: [0, 1] }));
  const flood = times(500, (at) => ({ outlet: 7, tags: [1, 2, 600 + at] }));
  const clusters = tagsIn(3, [...story, ...flood, ...elsewhere]);
  t.ok(clusters.some((members) => members.includes(0)));
  t.notOk(
    clusters.some((members) => members.includes(2)),
    'one outlet is no story',
  );
});

t.test('twins are joined: other words for the same articles', async (t) => {
  const title = 'quake shakes the coast';
  const pieces = [
    ...times(5, (at) => ({ outlet: at % 3, tags: [0, 1, 2], title })),
    ...times(5, (at) => ({ outlet: at % 3, tags: [0, 1, 3], title })),
    ...elsewhere,
  ];
  const clusters = tagsIn(4, pieces);
  t.equal(clusters.length, 1);
});

t.test('a single tag is a story when its articles agree, or their headlines', async (t) => {
  const agree = times(4, (at) => ({ outlet: at % 2, tags: [0, 50, 51, 52] }));
  t.strictSame(tagsIn(1, [...agree, ...elsewhere]), [[0]]);
  const differ = times(4, (at) => ({ outlet: at % 2, tags: [0, 50 + 2 * at, 51 + 2 * at] }));
  t.strictSame(tagsIn(1, [...differ, ...elsewhere]), []);
  const filler = times(60, (at) => ({ outlet: at % 6, tags: [1, 900 + at], title: `word${at}` }));
  const headlines = differ.map((piece) => ({ ...piece, title: '總統府宣布新任閣員名單' }));
  t.ok(tagsIn(2, [...headlines, ...filler]).some((members) => members[0] === 0));
});

t.test('two articles or one outlet are no event', async (t) => {
  t.strictSame(tagsIn(2, [...times(2, (at) => ({ outlet: at, tags: [0, 1] })), ...elsewhere]), []);
  t.strictSame(tagsIn(2, [...times(5, () => ({ outlet: 1, tags: [0, 1] })), ...elsewhere]), []);
});

const press = fc.array(
  fc.record({
    outlet: fc.nat({ max: 4 }),
    tags: fc.uniqueArray(fc.nat({ max: 24 }), { minLength: 1, maxLength: 6 }),
    title: fc.constantFrom('', 'quake', '地震搖晃東岸', '選舉民調出爐'),
  }),
  { maxLength: 80 },
);

t.test('links are what a naive count says, when no outlet floods', async (t) => {
  fc.assert(
    fc.property(press, (pieces) => {
      const candidates = 12;
      const volumes = [0, 1, 2, 3, 4].map(
        (outlet) => pieces.filter((one) => one.outlet === outlet).length,
      );
      const present = volumes.filter((volume) => volume > 0).sort((a, b) => a - b);
      const cap = FLOOD_FACTOR * (present[present.length >> 1] ?? 1);
      if (volumes.some((volume) => volume > cap)) return true;
      const edges = edgesOf(corpusOf(candidates, pieces), CLUSTERING);
      const naive: string[] = [];
      for (let a = 0; a < candidates; a++) {
        for (let b = a + 1; b < candidates; b++) {
          const both = pieces.filter(({ tags }) => tags.includes(a) && tags.includes(b));
          const [one, other] = [a, b].map(
            (tag) => pieces.filter(({ tags }) => tags.includes(tag)).length,
          );
          const weight = both.length / Math.sqrt(one! * other!);
          const lift = (both.length * pieces.length) / (one! * other!);
          const outlets = new Set(both.map(({ outlet }) => outlet)).size;
          const isLinked = both.length >= 3 && outlets >= 2 && weight >= 0.25 && lift >= 3;
          if (isLinked) naive.push(`${a}-${b} ${weight.toFixed(9)}`);
        }
      }
      const told = edges.map(({ a, b, weight }) => `${a}-${b} ${weight.toFixed(9)}`);
      return JSON.stringify(told) === JSON.stringify(naive);
    }),
    { numRuns: 300 },
  );
  t.pass();
});

t.test('tags and articles belong to one event at most, and every event is a story', async (t) => {
  fc.assert(
    fc.property(press, (pieces) => {
      const candidates = 12;
      const corpus = corpusOf(candidates, pieces);
      const clusters = clustersOf(bursts(candidates), corpus, CLUSTERING);
      const members = clusters.flatMap((cluster) => cluster.members);
      const articles = clusters.flatMap((cluster) => cluster.articles);
      if (new Set(members).size !== members.length) return false;
      if (new Set(articles).size !== articles.length) return false;
      const scores = clusters.map(({ score }) => score);
      if (scores.some((score, at) => at > 0 && score > scores[at - 1]!)) return false;
      return clusters.every(({ articles: mine }) => {
        const outlets = new Set(mine.map((article) => corpus.outlets[article]!));
        return mine.length >= CLUSTERING.articlesMin && outlets.size >= CLUSTERING.outletsMin;
      });
    }),
    { numRuns: 300 },
  );
  t.pass();
});

t.test('communities are the same each time, and whole', async (t) => {
  const edges = [
    { a: 0, b: 1, weight: 0.9 },
    { a: 1, b: 2, weight: 0.8 },
    { a: 4, b: 5, weight: 0.7 },
  ];
  const nodes = [0, 1, 2, 3, 4, 5];
  const groups = communitiesOf(nodes, edges, 1);
  t.strictSame(groups, [[0, 1, 2], [3], [4, 5]]);
  t.strictSame(communitiesOf(nodes, edges, 1), groups);
  t.strictSame(communitiesOf([3, 4], edges, 1), [[3], [4]], 'links that leave do not count');
});
