import fc from 'fast-check';
import t from 'tap';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import type { MediaReader } from '../../../src/news/media/reader.js';
import { newsMaskOf, newsOf } from '../catalog/records.js';
import { World } from './world.js';

const START_MS = Date.UTC(2026, 0, 31);
const CODES = ['a', 'b', 'c'];
const HOURS = 30;

const tick = (atMs: number) => ({ kind: 'tick' as const, atMs, runs: [] });
const crawl = (media: string, atMs: number, ok: boolean) => ({
  ...{ kind: 'crawl' as const, media, blog: null, atMs, ok },
  ...{ method: null, error: null, items: null },
});

/** What is counted of every media, as plain data. */
function told(figuresOf: (media: string) => { hours: Uint8Array; [name: string]: unknown }) {
  return CODES.map((code) => {
    const { hours, ...rest } = figuresOf(code);
    return { ...rest, hours: Buffer.from(hours).toString('hex') };
  });
}

function past(reader: MediaReader, hourMs: number) {
  const counting = reader.past(hourMs);
  for (;;) {
    const { done, value } = counting.next();
    if (done) return value;
  }
}

const arrival = fc.record({
  hour: fc.nat(HOURS - 1),
  media: fc.constantFrom(...CODES),
  // Published up to twenty days before it came, or a little ahead.
  ageMinutes: fc.integer({ min: -20, max: 20 * 24 * 60 }),
  tags: fc.constantFrom<string[]>([], ['x']),
});

t.test('what is said of a past hour is what was said then, after restarts too', (t) => {
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 60 }), fc.nat(HOURS - 1), (arrivals, restartAt) => {
      const world = new World();
      const firstMs = Math.ceil(START_MS / HOUR_MS) * HOUR_MS;
      const saidThen = new Map<number, unknown>();
      let id = 1;
      for (let hour = 0; hour < HOURS; hour++) {
        const untilMs = firstMs + hour * HOUR_MS;
        for (const { media, ageMinutes, tags } of arrivals.filter((one) => one.hour === hour)) {
          const observedMs = untilMs - MINUTE_MS;
          const sortMs = observedMs - ageMinutes * MINUTE_MS;
          world.fold(newsOf(id++, media, sortMs, { observedMs, tags }));
        }
        world.fold(crawl('a', untilMs - MINUTE_MS, hour % 7 < 3), tick(untilMs)).cut();
        if (hour === restartAt) world.restart(world.snapshot());
        saidThen.set(
          untilMs,
          told((code) => ({ ...world.reader.figuresOf(code, 'published', untilMs) })),
        );
      }
      for (const [hourMs, said] of saidThen) {
        const counted = past(world.reader, hourMs)!;
        const now = told((code) => ({ ...counted.figuresOf(code, 'published') }));
        if (JSON.stringify(now) !== JSON.stringify(said)) return false;
      }
      return past(world.reader, firstMs - HOUR_MS) === null;
    }),
    { numRuns: 60 },
  );
  t.end();
});

t.test('what is hidden or erased now is in no past hour, and crawls that failed are', (t) => {
  const world = new World();
  const hourMs = Math.ceil(START_MS / HOUR_MS) * HOUR_MS;
  const articles = [1, 2, 3].map((id) => newsOf(id, 'a', hourMs - id * MINUTE_MS));
  world.fold(...articles, crawl('a', hourMs - MINUTE_MS, false), tick(hourMs));
  world.fold(tick(hourMs + 5 * HOUR_MS)).cut();
  const countAt = (atMs: number): number =>
    past(world.reader, atMs)!.figuresOf('a', 'published').last24h;
  t.equal(countAt(hourMs), 3);
  t.equal(past(world.reader, hourMs)!.isFailing('a'), true);
  t.equal(past(world.reader, hourMs + 5 * HOUR_MS)!.isFailing('a'), false);
  t.equal(
    world.reader.nextIdAt(hourMs + 2 * HOUR_MS),
    4,
    'an hour without a tick is that of the next',
  );
  t.equal(world.reader.nextIdAt(hourMs + 6 * HOUR_MS), null, 'the future is not known');
  world.fold(newsMaskOf('hide', articles[0]!), newsMaskOf('erase', articles[1]!)).cut();
  t.equal(countAt(hourMs), 1);
  world.fold(newsMaskOf('show', articles[0]!)).cut();
  t.equal(countAt(hourMs), 2);
  t.end();
});

t.test('time that is set back voids the hours after it', (t) => {
  const world = new World();
  const hourMs = Math.ceil(START_MS / HOUR_MS) * HOUR_MS;
  world.fold(tick(hourMs), tick(hourMs + HOUR_MS), tick(hourMs + 2 * HOUR_MS)).cut();
  world.fold({ kind: 'rewind', atMs: hourMs, fromSequence: 2 });
  world.fold(newsOf(7, 'a', hourMs), tick(hourMs + HOUR_MS)).cut();
  t.equal(world.reader.nextIdAt(hourMs), 0);
  t.equal(world.reader.nextIdAt(hourMs + HOUR_MS), 8);
  t.equal(world.reader.nextIdAt(hourMs + 2 * HOUR_MS), null);
  t.end();
});
