/**
 * Hostile texts in what crawlers tell of media: portals with their topics, checks and polls that failed,
 * addresses of pictures, pages and feeds. Nothing of them becomes markup or leads where it must not.
 */
import '../../engine/actor/threads-here.js';
import t from 'tap';
import { startServer } from '../api/harness.js';
import { ADDRESSES, faultsOf, MARK, SENT_TEXTS } from './hostile-texts.js';

const NOW = '2026-03-10T04:00:30.000Z';
/** Of a portal, as many items as a page shows. */
const AT_ONCE = 40;
const KINDS = ['topic', 'feature'] as const;

const at = (minutes: number): string => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();

/** A media with its polls, and a report of it; every text is the payload, and stands in every address. */
function mediaRecords(payload: string, place: number): object[] {
  const media = `m${place}`;
  const within = (path: string): string => `https://${media}.example/${path}?x=${payload}`;
  return [
    {
      ...{ kind: 'media', media, title: payload, camp: 'other', categories: ['news'] },
      ...{ country: payload, homepage: within(''), icon: within('icon.svg'), aliases: [payload] },
      ...{ schedule: payload, feeds: [{ url: within('feed'), type: payload }] },
      portal: { link: within('topics'), rulesUrl: within('rules') },
    },
    { kind: 'crawl', media, at: at(5), ok: false, method: payload, error: payload, items: 0 },
    {
      ...{ kind: 'news', media, url: within('1'), title: payload, image: within('1.png') },
      discovery: { media, title: payload, url: within('found'), discoveredAt: at(4) },
      ...{ publishedAt: at(4), observedAt: at(3) },
    },
  ];
}

/** The same with addresses that run something or are no addresses: what is taken must not harm either. */
function addressRecords(payload: string, place: number): object[] {
  const head = { kind: 'media', media: `m${place}`, title: 'Addresses', camp: 'other' };
  const news = { kind: 'news', media: `m${place}`, url: `https://m${place}.example/2`, title: 'A' };
  return [
    { ...head, homepage: payload },
    { ...head, icon: payload },
    { ...head, feeds: [{ url: payload, type: 'rss' }] },
    { ...head, portal: { link: payload } },
    { ...news, image: payload },
    { ...news, discovery: { media: `m${place}`, title: 'A', url: payload, discoveredAt: at(4) } },
    { ...news, url: payload },
  ];
}

function portalRecords(payloads: readonly string[]): object[] {
  return [
    ...payloads.flatMap((payload, place) =>
      KINDS.map((itemKind) => ({
        ...{ kind: 'portal-item', media: 'portal', id: `${itemKind}${place}`, itemKind },
        ...{ title: payload, image: `https://portal.example/i.png?x=${payload}` },
        url: `https://portal.example/${place}?x=${payload}`,
        stories: [{ url: `https://portal.example/s?x=${payload}`, title: payload, date: at(2) }],
        observedAt: at(1),
      })),
    ),
    {
      ...{ kind: 'portal-check', media: 'portal', checkedAt: at(1), status: 'failed' },
      ...{ error: payloads[0] },
    },
  ];
}

t.test('hostile media, polls and portals stay text on every page', async (t) => {
  const records = [
    { kind: 'category', key: 'news', label: 'News' },
    { kind: 'media', media: 'portal', title: 'Portal', camp: 'other', categories: ['news'] },
  ];
  const { app, ingest } = await startServer(t, { now: NOW, records });
  const taken: { [kind: string]: number } = {};
  const take = async (lines: readonly object[]): Promise<void> => {
    const { rejects } = await ingest(lines);
    const accepted = lines.length - rejects.length;
    const { kind } = lines[0] as { kind: string };
    taken[kind] = (taken[kind] ?? 0) + accepted;
    if (lines.length > 1) t.ok(accepted > lines.length / 2, rejects[0]?.reason ?? '');
  };
  let seen = 0;
  const check = async (path: string): Promise<void> => {
    const response = await fetch(`${app.newsUrl}${path}`, { headers: { accept: 'text/html' } });
    const html = await response.text();
    const faults = faultsOf(html);
    if (response.status >= 500) faults.push(`status ${response.status}`);
    t.same(faults, [], path);
    if (html.includes(MARK)) seen += 1;
  };

  await t.test('media and polls', async () => {
    const records = SENT_TEXTS.flatMap(mediaRecords) as { kind: string }[];
    for (const kind of ['media', 'crawl', 'news']) {
      await take(records.filter((record) => record.kind === kind));
    }
    const media = SENT_TEXTS.map((_, place) => `/media/m${place}/`);
    for (const path of ['/', '/media/', '/stats/', '/articles/', ...media]) await check(path);
  });

  await t.test('addresses', async () => {
    await ingest(ADDRESSES.flatMap(addressRecords));
    const media = ADDRESSES.map((_, place) => `/media/m${place}/`);
    for (const path of ['/', '/media/', '/stats/', '/articles/', ...media]) await check(path);
  });

  await t.test('portals', async () => {
    for (let from = 0; from < SENT_TEXTS.length; from += AT_ONCE) {
      await take(portalRecords(SENT_TEXTS.slice(from, from + AT_ONCE)));
      for (const path of ['/topics/', '/topics/?kind=feature', '/media/portal/', '/stats/']) {
        await check(path);
      }
    }
  });
  for (const kind of ['media', 'news', 'crawl', 'portal-item']) {
    t.ok(taken[kind]! > SENT_TEXTS.length / 2, `${taken[kind]} records of ${kind} were taken`);
  }
  t.ok(seen > SENT_TEXTS.length / 2, `texts are there, as texts: on ${seen} pages`);
});
