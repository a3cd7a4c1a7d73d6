/**
 * A server that holds a day of an invented country's press, lived through as it went.
 */

import { World } from '../../../demo/corpus.js';
import { readVocabulary } from '../../../demo/read-vocabulary.js';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import { type Harness, startServer } from './harness.js';

/** Where the world's past ends. */
export const END = '2026-03-31T16:00:00.000Z';
const WORLD = { seed: 31, days: 1, media: 8, perDay: 240, blogs: 5 };
const SPAN_MS = 6 * HOUR_MS;

/** Where the shared server says that it is. */
export const PUBLIC = 'https://news.example';

let shared: Promise<Harness> | null = null;

/** One server for all tests of a process that only read. */
export function inventedWorld(owner: Parameters<typeof startServer>[0]): Promise<Harness> {
  shared ??= startInvented(owner, { newsPublicUrl: PUBLIC });
  return shared;
}

/** Starts the server and fills it; it is closed with the test. */
export async function startInvented(
  owner: Parameters<typeof startServer>[0],
  flags: { readonly [name: string]: unknown } = {},
  size = WORLD,
): Promise<Harness> {
  const endMs = Date.parse(END);
  const world = new World({ ...size, endMs }, readVocabulary());
  const startMs = endMs - size.days * 24 * HOUR_MS;
  const server = await startServer(owner, {
    ticksByHand: true,
    sets: { read: () => world.sets() },
    now: new Date(startMs).toISOString(),
    flags,
  });
  const { pipeline } = server.app;
  const send = (lines: readonly string[]) =>
    pipeline.ingest([new TextEncoder().encode(`${lines.join('\n')}\n`)], true, endMs);
  await send(world.catalog());
  for (let fromMs = startMs; fromMs < endMs; fromMs += SPAN_MS) {
    await send([...world.span(fromMs, fromMs + SPAN_MS)]);
  }
  await pipeline.advance(endMs);
  server.clock.set(endMs);
  await pipeline.settle();
  return server;
}

/** A post of one of the world's blogs that links to a report of its first event, and to its newest article. */
export async function postOn({ app, clock, get, getBlog, ingest }: Harness): Promise<void> {
  const { items } = (await (await getBlog('/api/v1/blogs?limit=1')).json()) as {
    items: [{ slug: string; sourceUrl: string }];
  };
  const { events } = (await (await get('/api/v1/events?limit=1')).json()) as {
    events: [{ news: [{ id: number }] }];
  };
  const { articles } = (await (await get('/api/v1/articles?limit=1')).json()) as {
    articles: [{ id: number }];
  };
  const [{ slug, sourceUrl }] = items;
  const ids = [events[0].news[0].id, articles[0].id];
  const read = await app.pipeline.newsItems(ids, false);
  const links = read.map((one, place) => {
    return { url: one!.record.url, anchor: `report ${place}`, location: 'body' };
  });
  const at = new Date(clock.nowMs() - MINUTE_MS).toISOString();
  await ingest([
    {
      ...{ kind: 'post', blog: slug, url: new URL('/on-this', sourceUrl).href, title: 'On this' },
      ...{ publishedAt: at, observedAt: at, links },
    },
  ]);
}
