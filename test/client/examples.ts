/**
 * The answers that the OpenAPI documents show: real ones, of an invented world, made short.
 *
 * `npm run generate:client` writes them to `data/api-examples.json`, before the documents are asked for.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS } from '../../src/kernel/clock.js';
import { type Harness, startServer } from '../serve/api/harness.js';
import { END, postOn, startInvented } from '../serve/api/invented-world.js';
import { root } from '../tidy/root.js';

/** Entries of a list or table that an example shows, and letters of a text. */
const SHOWN_MAX = 2;
const LETTERS_MAX = 160;

const PUBLIC = { newsPublicUrl: 'http://news.example', blogPublicUrl: 'http://blog.example' };

type Json = { [key: string]: unknown };
type Answers = { [path: string]: unknown };

/** Answers by service and path. */
async function makeExamples(): Promise<{ news: Answers; blog: Answers }> {
  const closers: (() => Promise<void> | void)[] = [];
  const owner = { teardown: (work: () => Promise<void> | void) => void closers.push(work) };
  try {
    const server = await startInvented(owner, PUBLIC);
    await postOn(server);
    const topics = await startTopics(owner);
    const blog = { ...(await blogAnswers(server)), ...(await topicAnswers(topics)) };
    return { news: await newsAnswers(server), blog };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

async function newsAnswers({ get, post }: Harness): Promise<Answers> {
  const { endpoints } = (await (await get('/api/v1')).json()) as {
    endpoints: { method: string; path: string; example: string }[];
  };
  const answers: Answers = {};
  for (const { method, path, example } of endpoints) {
    const { pathname, search } = new URL(example);
    if (method === 'POST') {
      answers[path] = shortened(await (await post(path, await comparedArticle(get))).json());
      continue;
    }
    // A stream has no end: only its beginning is shown.
    if (path.endsWith('/stream')) continue;
    const response = await get(pathname + search);
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/csv')) answers[path] = beginningOf(await response.text());
    // Other files are no example to print.
    if (!type.includes('json')) continue;
    answers[path] = shortened(await response.json());
    if (path === '/api/v1/tags/{tag}/articles') {
      const [, , , , tag] = pathname.split('/');
      answers['/feeds/tag/{tag}.xml'] = await feed(get, `/feeds/tag/${tag}.xml`);
    }
  }
  answers['/api/v1/stream'] = await beginningOfStream(get);
  answers['/feeds/events.xml'] = await feed(get, '/feeds/events.xml');
  answers['/sitemap.xml'] = await feed(get, '/sitemap.xml');
  return answers;
}

/** The line with names and the first rows of a CSV file. */
function beginningOf(csv: string): string {
  return csv
    .split('\r\n')
    .slice(0, 1 + SHOWN_MAX)
    .map((line) => `${line}\r\n`)
    .join('');
}

/** The address of an article that has near copies. */
async function comparedArticle(get: Harness['get']): Promise<{ url: string }> {
  const evidence = (await (await get('/api/v1/similarity/evidence?hours=168')).json()) as {
    articles: { [id: string]: { url: string } };
  };
  return { url: Object.values(evidence.articles)[0]!.url };
}

/** What a stream says first to somebody who knows one change: the next one, and how to go on. */
async function beginningOfStream(get: Harness['get']): Promise<string> {
  const { nextToken } = (await (await get('/api/v1/changes?limit=1')).json()) as {
    nextToken: string;
  };
  const { body } = await get(`/api/v1/stream?since=${nextToken}`);
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!/^id: /m.test(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error('a stream has ended');
    text += value;
  }
  await reader.cancel();
  const messages = text.split('\n\n');
  const first = messages.find((message) => message.startsWith('event: '))!;
  const [id] = /^id: .*$/m.exec(text)!;
  return `${first}\n\n${id}\n\n`;
}

/** A feed up to its first entry. */
async function feed(get: Harness['get'], path: string): Promise<string> {
  const text = await (await get(path)).text();
  const entry = /<\/(?:item|url)>/.exec(text);
  const end = text.includes('<rss') ? '</channel></rss>' : '</urlset>';
  return entry === null ? text : `${text.slice(0, entry.index + entry[0].length)}${end}`;
}

async function blogAnswers({ getBlog }: Harness): Promise<Answers> {
  const ask = async (path: string): Promise<Json> =>
    (await (await getBlog(path, { headers: { accept: 'application/json' } })).json()) as Json;
  const [{ slug }] = (await ask('/api/v1/blogs?limit=1')).items as [{ slug: string }];
  const { nodes, edges } = (await ask('/api/v1/relations')) as unknown as {
    nodes: { id: number; slug: string }[];
    edges: { sourceBlogId: number; targetBlogId: number }[];
  };
  const slugOf = (id: number): string => nodes.find((node) => node.id === id)!.slug;
  const [source, target] = [slugOf(edges[0]!.sourceBlogId), slugOf(edges[0]!.targetBlogId)];
  const questions: { [path: string]: string } = {
    '/api/status': '/api/status',
    '/api/v1/articles': '/api/v1/articles?limit=2',
    '/api/v1/changes': '/api/v1/changes?limit=2',
    '/api/v1/lookup': '/api/v1/lookup?id=1,2',
    '/api/v1/dumps': '/api/v1/dumps?limit=2',
    '/api/v1/blogs': '/api/v1/blogs?limit=2',
    '/api/v1/blogs/{slug}': `/api/v1/blogs/${slug}`,
    '/api/v1/blogs/{slug}/articles': `/api/v1/blogs/${slug}/articles?limit=2`,
    '/api/v1/relations': '/api/v1/relations?hours=720',
    '/api/v1/blogs/{slug}/relations': `/api/v1/blogs/${slug}/relations?hours=720`,
    '/api/v1/explain/relation': `/api/v1/explain/relation?source=${source}&target=${target}`,
  };
  const answers: Answers = {};
  for (const [path, question] of Object.entries(questions)) {
    answers[path] = shortened(await ask(question));
  }
  const blogs = await (await getBlog('/api/v1/blogs.csv?limit=2')).text();
  answers['/api/v1/blogs.csv'] = beginningOf(blogs);
  answers['/api/v1/stream'] = await beginningOfStream(getBlog);
  return answers;
}

const TAG = '晨港隧道';
const BLOGS = ['ada', 'ben', 'cem', 'dora'];

/** A topic that three blogs write about, among many posts that say nothing of it. */
async function startTopics(owner: Parameters<typeof startServer>[0]): Promise<Harness> {
  const at = (minutes: number): string =>
    new Date(Date.parse(END) - minutes * MINUTE_MS).toISOString();
  const post = (blog: string, name: string, minutes: number, title: string): object => {
    const [url, publishedAt] = [`https://${blog}.example/${name}`, at(minutes)];
    return { kind: 'post', blog, url, title, publishedAt, observedAt: publishedAt };
  };
  const news = ['a', 'b'].map((name, index) => ({
    ...{ kind: 'news', media: 'paper', url: `https://paper.example/${name}`, title: `${TAG}通車` },
    ...{ publishedAt: at(1500 + index), tags: [TAG] },
  }));
  return startServer(owner, {
    now: END,
    flags: PUBLIC,
    records: [
      { kind: 'category', key: 'news', label: '新聞' },
      { kind: 'media', media: 'paper', title: '晨港日報', categories: ['news'] },
      ...BLOGS.map((slug) => ({
        ...{ kind: 'blog', slug, name: `${slug} 的部落格`, sourceUrl: `https://${slug}.example/` },
      })),
      ...news,
      {
        ...post('ada', 'reading', 80, '今天讀到'),
        links: [{ url: 'https://paper.example/a', anchor: '報導', location: 'body' }],
      },
      ...Array.from({ length: 600 }, (_, at) => post('dora', `none-${at}`, 60 + at, '無題')),
      // Three, two and one of three blogs: just enough for a topic.
      ...['ada', 'ada', 'ada', 'ben', 'ben', 'cem'].map((blog, at) =>
        post(blog, `about-${at}`, 90 + at, `走進${TAG}`),
      ),
    ],
  });
}

async function topicAnswers({ app, clock, getBlog }: Harness): Promise<Answers> {
  clock.advance(10 * MINUTE_MS);
  await app.pipeline.tick(clock.nowMs());
  await app.pipeline.settle();
  const ask = async (path: string): Promise<Json> => (await (await getBlog(path)).json()) as Json;
  const topics = await ask('/api/v1/topics');
  const [topic] = topics.items as [{ id: string } | undefined];
  if (topic === undefined) throw new Error('the invented posts make no topic');
  const table = await (await getBlog('/api/v1/topics.csv')).text();
  const one = await ask(`/api/v1/topics/${encodeURIComponent(topic.id)}`);
  const explained = await ask(`/api/v1/explain/topic/${encodeURIComponent(topic.id)}`);
  return {
    '/api/v1/blogs/{slug}/reading': shortened(await ask('/api/v1/blogs/ada/reading')),
    '/api/v1/topics/{id}/news': shortened(
      await ask(`/api/v1/topics/${encodeURIComponent(topic.id)}/news`),
    ),
    '/api/v1/topics': shortened(topics),
    '/api/v1/topics.csv': beginningOf(table),
    '/api/v1/topics/{id}': shortened(one),
    '/api/v1/explain/topic/{id}': shortened(explained),
  };
}

/** The same with short lists, tables and texts. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  // Lists of numbers are rows of a table whose length means something.
  if (Array.isArray(value)) {
    return value.every((one) => one === null || typeof one === 'number')
      ? value
      : value.slice(0, SHOWN_MAX).map(shortened);
  }
  const entries = Object.entries(value);
  // Tables by id or code, as opposed to objects with fields.
  const isTable =
    entries.length > SHOWN_MAX && entries.every(([, one]) => isLike(one, entries[0]![1]));
  const shown = isTable ? entries.slice(0, SHOWN_MAX) : entries;
  return Object.fromEntries(shown.map(([key, one]) => [key, shortened(one)]));
}

function isLike(one: unknown, other: unknown): boolean {
  const keysOf = (value: unknown): string =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).sort().join()
      : '';
  return keysOf(one) !== '' && keysOf(one) === keysOf(other);
}

function cut(text: string): string {
  const letters = Array.from(text);
  const isAddress = /^https?:/.test(text);
  return isAddress || letters.length <= LETTERS_MAX
    ? text
    : `${letters.slice(0, LETTERS_MAX - 1).join('')}…`;
}

if (process.argv[2] === 'write') {
  const path = join(root, 'data', 'api-examples.json');
  writeFileSync(path, `${JSON.stringify(await makeExamples(), null, 1)}\n`);
}
