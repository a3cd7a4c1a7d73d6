/**
 * The examples of docs/programs.md, run as they stand there.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startServer } from '../serve/api/harness.js';
import { ARTICLES, article, CATALOG, NOW } from '../serve/api/news/fixture.js';
import { tempFolder } from '../store/helper.js';
import { root } from '../tidy/root.js';

const text = readFileSync(join(root, 'docs', 'programs.md'), 'utf8');
const examples = new Map(
  [...text.matchAll(/```js\n(\/\/ (\S+)[\s\S]*?)```/g)].map(([, code, name]) => [name!, code!]),
);

t.test('a copy is made, and a watcher tells of what comes', async (t) => {
  const folder = tempFolder(t);
  const { app, ingest } = await startServer(t, { now: NOW, records: [...CATALOG, ...ARTICLES] });
  const start = (name: string, ...args: string[]) => {
    const file = join(folder, name);
    writeFileSync(file, examples.get(name)!);
    const child = spawn(process.execPath, [file, app.newsUrl, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.teardown(() => void child.kill());
    child.stdout.setEncoding('utf8');
    return child;
  };
  const copy = start('copy.mjs');
  const [line] = (await once(copy.stdout, 'data')) as [string];
  t.match(line, new RegExp(`^${ARTICLES.length - 1} articles of \\d+ things; go on with \\S+`));
  const watch = start('watch.mjs', '颱風');
  t.same(await once(watch.stdout, 'data'), ['watching\n']);
  const told = once(watch.stdout, 'data');
  await ingest([
    article({ key: 'x', minutes: 2, title: '晴天' }),
    article({ key: 'y', minutes: 1, title: '颱風又來' }),
  ]);
  t.same(await told, ['颱風又來 https://sunrise.example/y\n']);
});
