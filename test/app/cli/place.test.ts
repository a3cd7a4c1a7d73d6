/** A store keeps the place that it was begun at, and every command finds it there. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Line } from '../../store/log/helper.js';
import { loggedStore } from './logged-store.js';
import { folderFor, type Owner, run } from './run-command.js';
import { type Served, served } from './served.js';

t.setTimeout(300_000);

const PLACE = `
[place]
zone = "-05:00"
language = "en-us"
allLabel = "All"
otherLabel = "Other media"

[[place.poles]]
key = "left"
label = "Left-leaning media"

[[place.poles]]
key = "right"
label = "Right-leaning media"
`;

interface Store {
  base: string;
  data: string;
  config: string;
}

/** A folder with the lines of three media and an article on either side of a local midnight. */
function folderWithLines(owner: Owner): Store {
  const base = folderFor(owner);
  const [data, config, lines] = ['data', 'place.toml', 'lines'].map((name) => join(base, name));
  writeFileSync(config!, PLACE);
  const records = [
    ...[media('west', 'left'), media('east', 'right'), media('north', 'blue')],
    ...[article('west', 1, '2026-11-20T04:59:00Z'), article('west', 2, '2026-11-20T05:00:00Z')],
  ];
  writeFileSync(lines!, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return { base, data: data!, config: config! };
}

/** The store that the first test begins. */
const store = folderWithLines(t);

/** A copy of it. */
function copied(owner: Owner): Store {
  const base = join(folderFor(owner), 'copy');
  cpSync(store.base, base, { recursive: true });
  return { base, data: join(base, 'data'), config: join(base, 'place.toml') };
}

function media(code: string, camp: string): Line {
  const homepage = `https://${code}.example/`;
  return { kind: 'media', media: code, title: code, homepage, camp };
}

function article(code: string, number: number, publishedAt: string): object {
  const url = `https://${code}.example/${number}`;
  return { kind: 'news', media: code, url, title: `Article ${number}`, publishedAt };
}

async function titlesSince(server: Served, day: string): Promise<string[]> {
  const { articles } = await server.news<{ articles: { title: string }[] }>(
    `/api/v1/articles?since=${day}`,
  );
  return articles.map(({ title }) => title);
}

t.test('poles, days and labels are those of the configuration', async (t) => {
  const { base, data, config } = store;
  const first = join(base, 'first.toml');
  writeFileSync(first, PLACE.replace('"Left-leaning media"', '"The left"'));
  const fed = await run(data, 'ingest', '--config', first, join(base, 'lines'));
  t.match(fed, { code: 1, out: /accepted 4, updated 0, unchanged 0, rejected 1/ });
  t.match(
    fed.err,
    /camp.*left, right, other/,
    'a pole of elsewhere is refused, and those here named',
  );
  t.match(readFileSync(join(data, 'place.json'), 'utf8'), '"The left"');

  const now = ['--clock', 'from:2026-11-20T12:00:00Z'];
  const server = await served(t, data, '--config', config, ...now);
  t.match(readFileSync(join(data, 'place.json'), 'utf8'), '"Left-leaning', 'words may change');
  const categories =
    await server.news<{ key: string; label: string; media: number }[]>('/api/v1/categories');
  t.same(categories, [
    { key: 'all', label: 'All', media: 2 },
    { key: 'left', label: 'Left-leaning media', media: 1 },
    { key: 'right', label: 'Right-leaning media', media: 1 },
  ]);
  t.same(await titlesSince(server, '2026-11-20'), ['Article 2'], 'its day begins at 05:00 UTC');
  t.same(await titlesSince(server, '2026-11-19'), ['Article 2', 'Article 1']);
  const stats = await server.news<{ todayStart: string }>('/api/v1/media-stats');
  t.equal(stats.todayStart, '2026-11-20T05:00:00.000Z');
  const document = await server.news<object>('/api/v1/openapi.json');
  t.match(JSON.stringify(document), /"left":\{[^}]*"type":"integer"/);
  t.notMatch(JSON.stringify(document), /Taipei|blue/);
  const feed = await server.text('/feeds/articles.xml');
  t.match(feed, '<language>en-us</language>');
  const page = await server.text('/media/');
  t.match(
    page,
    /<html lang="en"[\s\S]*Left-leaning media/,
    'pages speak the language of the place',
  );
  t.equal(await server.stop(), 0);
});

t.test('a store is gone on with at its place alone', async (t) => {
  const { base, data } = copied(t);

  const taiwan = join(base, 'taiwan.toml');
  writeFileSync(taiwan, '[place]\n');
  const refusal = {
    code: 2,
    err: /was begun with days of UTC-05:00, poles left and right, and this process has days of UTC\+08:00, poles blue and green: give it the same \[place\]/,
  };
  t.match(await run(data, 'ingest', '--config', taiwan, join(base, 'lines')), refusal);

  writeFileSync(join(data, 'place.json'), '{');
  t.match(await run(data, 'doctor'), {
    code: 2,
    err: /place\.json cannot be read; give the place/,
  });
  rmSync(join(data, 'place.json'));
  t.match(await run(data, 'ingest', join(base, 'lines')), refusal, 'whatever note is missing');
});

t.test('a store of Taiwan needs no note, and is not gone on with by another place', async (t) => {
  const { base, config } = folderWithLines(t);
  // This process is one of Taiwan.
  const data = await loggedStore(t, [media('here', 'blue')]);
  t.notOk(existsSync(join(data, 'place.json')));
  t.match(await run(data, 'ingest', '--config', config, join(base, 'lines')), {
    code: 2,
    err: /was begun with days of UTC\+08:00, poles blue and green/,
  });
});

t.test('backups and exports keep the place', async (t) => {
  const { base, data, config } = copied(t);
  const noteOf = (folder: string): object =>
    JSON.parse(readFileSync(join(folder, 'place.json'), 'utf8')) as object;
  const restored = join(base, 'restored');
  const made = await run(data, 'backup', join(base, 'backup'));
  t.match(made, { code: 0 }, 'which a command is not told again');
  t.match(await run(restored, 'restore', join(base, 'backup')), { code: 0 });
  t.same(noteOf(restored), noteOf(data));

  const imported = join(base, 'imported');
  t.match(await run(restored, 'export', join(base, 'export')), { code: 0 });
  t.match(await run(imported, 'import', join(base, 'export')), { code: 2, err: /same \[place\]/ });
  t.match(await run(imported, 'import', '--config', config, join(base, 'export')), { code: 0 });
  t.same(noteOf(imported), noteOf(data));
  t.match(await run(imported, 'ingest', join(base, 'lines')), {
    code: 1,
    out: /unchanged 4, rejected 1/,
  });
});
