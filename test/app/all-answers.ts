/**
 * Everything that a server says: each list of both services, at several instants, and every page that
 * is about something in those lists.
 *
 * Not there: what tells of the process rather than of the store (memory, uptime, its own crawler).
 */
import { HOUR_MS } from '../../src/kernel/clock.js';
import { times } from '../all.js';

/** Instants before the newest, at which the past is asked for. */
const HOURS_BACK = [0, 5, 30, 100, 200];
/** Things of a kind whose own pages are asked for. */
const EACH_MAX = times(10, 25);

/** What is found in answers, with the pages that are about it. */
const PAGES: readonly { from: RegExp; key: RegExp; paths: readonly string[] }[] = [
  {
    from: /^\/api\/v1\/media$/,
    key: /"([^"]+)":\{"title"/g,
    paths: ['/media/$', '/media/$/keywords', '/media/$/content'],
  },
  {
    from: /^\/api\/v1\/articles/,
    key: /"id":(\d+)/g,
    paths: [
      '/articles/$/content',
      '/articles/$/similarity',
      '/articles/$/revisions',
      '/articles/$/mentions',
    ],
  },
  {
    from: /^\/api\/v1\/ranking/,
    key: /"tag":"([^"]+)"/g,
    paths: ['/tags/$/articles', '/tags/$/series', '/tags/$/stats', '/tags/$/status'],
  },
  {
    from: /^\/api\/v1\/events\/threads/,
    key: /"id":"?(\w+)/g,
    paths: ['/events/threads/$', '/events/threads/$/coverage', '/events/threads/$/series'],
  },
  { from: /^\/api\/v1\/journalists/, key: /"name":"([^"]+)"/g, paths: ['/journalists/$'] },
  {
    from: /^\/api\/v1\/blogs/,
    key: /"slug":"([^"]+)"/g,
    paths: ['/blogs/$', '/blogs/$/articles', '/blogs/$/relations', '/blogs/$/reading'],
  },
  { from: /^\/api\/v1\/topics/, key: /"id":"([^"]+)"/g, paths: ['/topics/$', '/topics/$/news'] },
];

const NEWS_LISTS = [
  '/articles?limit=100',
  '/media',
  '/categories',
  '/media-traffic-comparison',
  '/similarity',
  '/similarity/daily',
  '/journalists',
  '/topics',
  '/events/threads',
];
const NEWS_AT = ['/ranking?at=', '/events?at='];
const BLOG_LISTS = ['/blogs', '/articles', '/relations', '/topics'];

/** Answers by what was asked: status and body. `more` are questions about nothing in those lists. */
export async function allAnswers(
  urls: { news: string; blog: string },
  nowMs: number,
  more: { news: readonly string[]; blog: readonly string[] } = { news: [], blog: [] },
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const at = HOURS_BACK.map((hours) => new Date(nowMs - hours * HOUR_MS).toISOString());
  const past = NEWS_AT.flatMap((path) => at.map((instant) => `${path}${instant}`));
  await walk(urls.news, 'news', [...NEWS_LISTS, ...past, ...more.news], answers);
  await walk(urls.blog, 'blog', [...BLOG_LISTS, ...more.blog], answers);
  // Pages of either service name the ports of both, which change.
  for (const [asked, answer] of answers) {
    answers.set(asked, answer.replaceAll(urls.news, '').replaceAll(urls.blog, ''));
  }
  return answers;
}

async function walk(
  url: string,
  service: string,
  lists: readonly string[],
  answers: Map<string, string>,
): Promise<void> {
  const open = lists.map((path) => `/api/v1${path}`);
  const asked = new Set(open);
  for (const path of open) {
    const response = await fetch(`${url}${path}`);
    const body = await response.text();
    answers.set(`${service} ${path}`, `${response.status} ${body}`);
    for (const next of pagesIn(path, body)) {
      if (asked.has(next)) continue;
      asked.add(next);
      open.push(next);
    }
  }
}

function pagesIn(path: string, body: string): string[] {
  const pathname = path.split('?')[0]!;
  return PAGES.filter(({ from }) => from.test(pathname)).flatMap(({ key, paths }) => {
    const found = [...new Set([...body.matchAll(key)].map(([, one]) => one!))].slice(0, EACH_MAX);
    return found.flatMap((one) =>
      paths.map((page) => `/api/v1${page.replace('$', encodeURIComponent(one))}`),
    );
  });
}
