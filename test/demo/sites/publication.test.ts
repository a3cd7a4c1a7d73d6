import fc from 'fast-check';
import t from 'tap';
import { Publication } from '../../../demo/sites/publication.js';
import { ManualClock } from '../../../src/kernel/clock.js';
import { article } from './example-site.js';

interface Given {
  visibleMs: number;
  changes: number[];
}

const given = fc.array(
  fc.record({
    visibleMs: fc.integer({ min: 0, max: 50 }),
    changes: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 3 }),
  }),
  { maxLength: 30 },
);

function filled(all: readonly Given[], clock: ManualClock, max?: number): Publication {
  const publication = new Publication(clock, max);
  for (const [n, { visibleMs, changes }] of all.entries()) {
    const first = article(n, { visibleMs, title: 'v0' });
    publication.put(first, visibleMs);
    let atMs = visibleMs;
    for (const [index, later] of changes.entries()) {
      atMs += later;
      publication.put({ ...first, title: `v${index + 1}` }, atMs);
    }
  }
  return publication;
}

/** The same, article by article. */
function naive(all: readonly Given[], nowMs: number): string[] {
  return all
    .map((one, n) => ({ ...one, n }))
    .filter(({ visibleMs }) => visibleMs <= nowMs)
    .sort((a, b) => b.visibleMs - a.visibleMs || b.n - a.n)
    .map(({ n, visibleMs, changes }) => {
      let version = 0;
      let atMs = visibleMs;
      for (const later of changes) {
        atMs += later;
        if (atMs <= nowMs) version += 1;
      }
      return `${n} v${version}`;
    });
}

function labels(articles: readonly { url: string; title: string }[]): string[] {
  return articles.map(({ url, title }) => `${url.slice(url.lastIndexOf('/') + 1)} ${title}`);
}

t.test('at any time, what has begun is there in its newest version, the newest first', async () => {
  const nowMs = fc.integer({ min: 0, max: 120 });
  const check = fc.property(given, nowMs, fc.nat(10), fc.nat(10), (all, now, count, skipped) => {
    const clock = new ManualClock(now);
    const publication = filled(all, clock);
    const wanted = naive(all, now);
    const part = wanted.slice(skipped, skipped + count);
    return (
      publication.count === wanted.length &&
      labels(publication.newest(count, skipped)).join() === part.join() &&
      labels(publication.newestAt(now)).join() === wanted.join() &&
      all.every(
        ({ visibleMs }, n) => (publication.at(article(n).url) !== undefined) === visibleMs <= now,
      )
    );
  });
  fc.assert(check, { numRuns: 200 });
});

t.test('only the newest are kept where a bound is given', async () => {
  const check = fc.property(given, (all) => {
    const sorted = [...all].sort((a, b) => a.visibleMs - b.visibleMs);
    const publication = filled(sorted, new ManualClock(1000), 4);
    const wanted = naive(sorted, 1000);
    const kept = labels(publication.newestAt(1000));
    return kept.length <= 5 && kept.join() === wanted.slice(0, kept.length).join();
  });
  fc.assert(check);
});
