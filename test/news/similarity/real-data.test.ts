/** A real fortnight of six outlets: the pairs that two other programs found, and no others. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/clock.js';
import { sortMsOf } from '../../../src/store/log/resolve.js';
import { mediaOf } from '../catalog/records.js';
import { articleOf, World } from './world.js';

const folder = join(process.env.TAGWIRE_TEST_DATA ?? '', 'zh-politics');
const skip = existsSync(join(folder, 'pairs.tsv')) ? false : 'TAGWIRE_TEST_DATA is not set';

interface Line {
  media: string;
  url: string;
  title: string;
  publishedAt: string;
  publishedPrecision: 'second' | 'day';
  observedAt: string;
  authors?: string[];
  body?: string;
}

t.test('all pairs with their scores, and no others', { skip }, async (t) => {
  const lines = gunzipSync(readFileSync(join(folder, 'news.ndjson.gz')))
    .toString()
    .trim()
    .split('\n');
  const articles = lines.map((line) => JSON.parse(line) as Line);
  const world = new World();
  for (const media of new Set(articles.map(({ media }) => media))) world.fold(mediaOf(media));
  let nextTickMs = 0;
  articles.forEach(({ media, url, body, ...rest }, at) => {
    const observedMs = Date.parse(rest.observedAt);
    const publishedMs = Date.parse(rest.publishedAt);
    const precision = rest.publishedPrecision;
    const sortMs = sortMsOf({ publishedMs, precision, observedMs });
    if (observedMs >= nextTickMs) {
      world.writer.apply({
        sequence: ++world.sequence,
        record: { kind: 'tick', atMs: observedMs, runs: [] },
        body: null,
      });
      nextTickMs = observedMs + HOUR_MS;
    }
    const fields = { url, publishedMs, precision, observedMs, authors: rest.authors ?? [] };
    const record = articleOf(at + 1, media, sortMs, body ?? '', fields);
    world.writer.apply({ sequence: ++world.sequence, record, body: body ?? null });
    if (at === 1700) world.restart();
  });
  const found = new Map<string, string>();
  articles.forEach(({ url }, at) => {
    for (const { a, b, score, containment, sharedShingles, identical } of world.matches(at + 1)
      .pairs) {
      const urls = [articles[a - 1]!.url, articles[b - 1]!.url].sort().join(' ');
      if (a === at + 1) t.equal(articles[a - 1]!.url, url);
      found.set(
        urls,
        [score.toFixed(6), containment.toFixed(6), sharedShingles, identical ? 1 : 0].join(' '),
      );
    }
  });
  const wanted = readFileSync(join(folder, 'pairs.tsv'), 'utf8').trim().split('\n').slice(1);
  for (const line of wanted) {
    const [a, b, ...numbers] = line.split('\t');
    t.equal(found.get([a, b].sort().join(' ')), numbers.join(' '), `${a} ${b}`);
  }
  t.equal(found.size, wanted.length);
  const period = { fromMs: Date.UTC(2022, 4, 1), untilMs: Date.UTC(2022, 4, 1) + 60 * DAY_MS };
  t.equal(world.graph(period, 0.5).index.pairs, 636);
  t.equal(world.graph(period, 0.65).index.pairs, 333);
});
