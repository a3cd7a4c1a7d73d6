import t from 'tap';
import { startServer } from '../harness.js';
import { ARTICLES, article, CATALOG, NOW } from './fixture.js';

const { get, ingest } = await startServer(t, { now: NOW, records: [...CATALOG, ...ARTICLES] });

/** Answers in which an article of `plain` without their tags does not show. */
const PATHS = [
  '/api/v1',
  '/api/v1/categories',
  '/api/v1/media',
  '/api/v1/media/harbour',
  '/api/v1/media/harbour/content',
  '/api/v1/media/harbour/keywords',
  '/api/v1/tags/ABC/articles',
  '/api/v1/tags/ABC/series',
  '/api/v1/tags/ABC/stats',
  '/api/v1/tags/ABC/status',
];

t.test('an answer that shows nothing of what arrived keeps its entity tag', async (t) => {
  const tags = new Map<string, string>();
  const bodies = new Map<string, string>();
  for (const path of PATHS) {
    const response = await get(path);
    t.equal(response.status, 200, path);
    tags.set(path, response.headers.get('etag')!);
    bodies.set(path, await response.text());
  }
  await ingest([article({ key: 'other', media: 'plain', minutes: 1, tags: ['別的'] })]);
  for (const path of PATHS) {
    const headers = { 'if-none-match': tags.get(path)! };
    t.equal(await (await get(path)).text(), bodies.get(path), path);
    t.equal((await get(path, { headers })).status, 304, path);
  }
});

t.test('an answer that shows what arrived has another entity tag', async (t) => {
  for (const path of ['/api/v1/media/harbour', '/api/v1/tags/ABC/articles']) {
    const headers = { 'if-none-match': (await get(path)).headers.get('etag')! };
    const key = `new-${path.length}`;
    await ingest([article({ key, media: 'harbour', minutes: 1, tags: ['ABC'] })]);
    t.equal((await get(path, { headers })).status, 200, path);
  }
});
