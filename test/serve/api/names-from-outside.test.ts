/**
 * Names that every object has, and numbers beyond all ids, in each place of each route of both services:
 * nothing is found by them, and nothing fails.
 */
import '../../engine/actor/threads-here.js';
import t from 'tap';
import { startServer } from './harness.js';

const NAMES = ['constructor', '__proto__', 'toString', '999999999999999'];
/** Answers that go on until the caller ends them. */
const STREAMS = /\/stream$/;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  $ref?: string;
}
interface Operation {
  parameters?: Parameter[];
}
interface Document {
  paths: { [path: string]: { get?: Operation; post?: Operation } };
  components?: { parameters?: { [name: string]: Parameter } };
}

t.test('a name from outside is looked up among ours alone, in every route', async (t) => {
  const { app } = await startServer(t, {
    now: '2026-03-10T04:00:00Z',
    records: [
      { kind: 'media', media: 'gazette', title: 'The Gazette', camp: 'other' },
      { kind: 'news', media: 'gazette', url: 'https://gazette.example/1', title: 'Of roses' },
    ],
  });
  let asked = 0;
  for (const base of [app.newsUrl, app.blogUrl]) {
    const response = await fetch(`${base}/api/v1/openapi.json`);
    const document = (await response.json()) as Document;
    for (const [path, { get }] of Object.entries(document.paths)) {
      if (get === undefined || STREAMS.test(path)) continue;
      const parameters = (get.parameters ?? []).map(({ $ref, ...one }) =>
        $ref === undefined ? one : document.components!.parameters![$ref.split('/').at(-1)!]!,
      );
      for (const name of NAMES) {
        const named = path.replaceAll(/\{\w+\}/g, name);
        const queries = parameters
          .filter((one) => one.in === 'query')
          .map((one) => `?${one.name}=${name}`);
        for (const query of ['', `?${name}=1`, ...queries]) {
          const answer = await fetch(`${base}${named}${query}`);
          await answer.arrayBuffer();
          asked += 1;
          const isNotYet = answer.status === 503 && answer.headers.has('retry-after');
          if (answer.status >= 500 && !isNotYet) t.fail(`${answer.status} ${named}${query}`);
        }
      }
    }
  }
  t.ok(asked > 800, `${asked} were asked`);
});
