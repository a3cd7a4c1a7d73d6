/** Dumps of days as programs download them, read with a reader of Parquet that is not ours. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import t from 'tap';
import '../../engine/actor/threads-here.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { createDumpEncoder } from '../../../src/serve/dumps/dump-encoder.js';
import {
  DUMP_KINDS,
  type DumpFormat,
  type DumpService,
} from '../../../src/serve/dumps/dump-kinds.js';
import { END, startInvented } from '../api/invented-world.js';

type Row = { [name: string]: unknown };

const DAY = '2026-03-31';
const SERVICES: readonly DumpService[] = ['news', 'blog'];
const PARTS_MAX = 500;

t.test('any text of a row comes back as it was, in rows of their own', async (t) => {
  const titles = ['"', '\\', '\\"', 'a\nb', '\r\n', '\u2028', '{"a": "b"}', '', '台灣😀'];
  const rows = titles.map((title, at) => ({ id: at + 1, title, tags: [title, title] }));
  const fileOf = async (format: DumpFormat): Promise<Buffer> => {
    const encoder = createDumpEncoder('news', 'articles', format);
    const parts: Uint8Array[] = [];
    // Two pieces: the rows of one do not run into those of the next.
    for (const piece of [rows.slice(0, 4), rows.slice(4)])
      parts.push(await encoder.rows(Buffer.from(JSON.stringify(piece))));
    return Buffer.concat([...parts, await encoder.finish()]);
  };
  const lines = gunzipSync(await fileOf('ndjson.gz'))
    .toString()
    .split('\n');
  t.equal(lines.pop(), '', 'the last line ends');
  t.same(
    lines.map((line) => JSON.parse(line)),
    rows,
  );
  const bytes = await fileOf('parquet');
  const file = Uint8Array.from(bytes).buffer;
  const compressors = { GZIP: (packed: Uint8Array) => gunzipSync(packed) };
  const read = (await parquetReadObjects({ file, compressors })) as Row[];
  t.same(
    read.map(({ id, title, tags }) => ({ id: Number(id), title, tags })),
    rows,
  );
});

t.test('CSV is RFC 4180, and no text of it is a formula to a spreadsheet', async (t) => {
  const titles = ['=1+1', '+1', '-1', '@a', '\t=1', '＝1', 'a,b', '"', 'a\nb', '', '台灣😀', "'"];
  const rows = titles.map((title, at) => ({
    id: at + 1,
    title,
    tags: [title],
    datePending: false,
  }));
  const encoder = createDumpEncoder('news', 'articles', 'csv.gz');
  const parts: Uint8Array[] = [];
  for (const piece of [[], rows.slice(0, 4), rows.slice(4)])
    parts.push(await encoder.rows(Buffer.from(JSON.stringify(piece))));
  const text = gunzipSync(Buffer.concat([...parts, await encoder.finish()])).toString();
  t.match(text, /^id,media,mediaTitle,camp,title,.*tagSource,lang\r\n1,/);
  t.ok(text.endsWith('\r\n'));
  const read = parse(text, { columns: true, record_delimiter: '\r\n' }) as Row[];
  t.same(
    read.map(({ title }) => title),
    ["'=1+1", "'+1", "'-1", "'@a", "'\t=1", "'＝1", ...titles.slice(6)],
  );
  t.same(
    read.map(({ tags, id }) => [JSON.parse(String(tags)), Number(id)]),
    rows.map(({ tags, id }) => [tags, id]),
  );
  t.notOk(/(?:^|,)"?[=+\-@\t]/m.test(text));
  const negative = createDumpEncoder('news', 'rankings', 'csv.gz');
  const one = await negative.rows(Buffer.from(JSON.stringify([{ score: -1.5, tag: '-1.5' }])));
  const line = gunzipSync(Buffer.concat([one, await negative.finish()])).toString();
  t.match(line, /,'-1\.5,-1\.5,/, 'a number stays a number');
  const empty = createDumpEncoder('news', 'pairs', 'csv.gz');
  t.match(gunzipSync(await empty.finish()).toString(), /^score,.*\r\n$/, 'without rows its head');
});

t.test('dumps of a day', { timeout: 240_000 }, async (t) => {
  const server = await startInvented(t);
  const { newsUrl, blogUrl } = server.app;
  const urls = { news: newsUrl, blog: blogUrl };
  const download = async (service: DumpService, kind: string, format: string) => {
    const response = await fetch(`${urls[service]}/api/v1/dumps/${kind}/${DAY}.${format}`);
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return response;
  };
  const lines = async (service: DumpService, kind: string): Promise<Row[]> => {
    const bytes = await (await download(service, kind, 'ndjson.gz')).arrayBuffer();
    const text = gunzipSync(Buffer.from(bytes)).toString();
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]));
  };
  const parquet = async (service: DumpService, kind: string): Promise<Row[]> => {
    const file = await (await download(service, kind, 'parquet')).arrayBuffer();
    const compressors = { GZIP: (bytes: Uint8Array) => gunzipSync(bytes) };
    return parquetReadObjects({ file, compressors });
  };

  for (const service of SERVICES) {
    for (const [kind, { columns }] of Object.entries(DUMP_KINDS[service])) {
      t.test(`${service} ${kind}: Parquet has the rows of NDJSON`, async (t) => {
        const told = await lines(service, kind);
        t.ok(told.length > 0, 'there are rows');
        const names = new Set(columns.map(({ name }) => name));
        const others = told.flatMap((row) => Object.keys(row).filter((name) => !names.has(name)));
        t.same(others, [], 'no member is told that is no column');
        t.same(
          (await parquet(service, kind)).map(plain),
          told.map((row) =>
            Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])),
          ),
        );
      });
    }
  }

  t.test('the articles of a day are those of the list', async (t) => {
    const listed: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const window = `since=${DAY}&until=${new Date(Date.parse(END)).toISOString()}&limit=200`;
      const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const answer = await fetch(`${newsUrl}/api/v1/articles?${window}${next}`);
      const page = (await answer.json()) as { articles: Row[]; nextCursor: string | null };
      listed.push(...page.articles);
      cursor = page.nextCursor;
    }
    t.same(await lines('news', 'articles'), listed);
  });

  t.test('days that are finished are listed, others are not there', async (t) => {
    for (const url of Object.values(urls)) {
      const list = (await (await fetch(`${url}/api/v1/dumps`)).json()) as { days: string[] };
      t.equal(list.days[0], DAY);
      t.ok(list.days.every((day) => day <= DAY));
      const before = await fetch(`${url}/api/v1/dumps?before=${DAY}`);
      t.notOk(((await before.json()) as { days: string[] }).days.includes(DAY));
      t.equal((await fetch(`${url}/api/v1/dumps/articles/2026-04-01.parquet`)).status, 404);
      t.equal((await fetch(`${url}/api/v1/dumps/articles/2001-01-01.parquet`)).status, 404);
      t.equal((await fetch(`${url}/api/v1/dumps/articles/${DAY}.csv`)).status, 404);
      for (const kind of ['nothing', 'constructor', 'toString', '__proto__']) {
        const { status } = await fetch(`${url}/api/v1/dumps/${kind}/${DAY}.parquet`);
        t.equal(status, 404, kind);
      }
      t.equal((await fetch(`${url}/api/v1/dumps/articles/2026-02-30.parquet`)).status, 404);
    }
  });

  t.test('who has the newest is told so; HEAD tells the tag and no length', async (t) => {
    const path = `${newsUrl}/api/v1/dumps/pairs/${DAY}.parquet`;
    const head = await fetch(path, { method: 'HEAD' });
    const tag = head.headers.get('etag')!;
    t.equal(head.status, 200);
    t.equal(head.headers.get('content-length'), null);
    t.equal((await download('news', 'pairs', 'parquet')).headers.get('etag'), tag);
    const again = await fetch(path, { headers: { 'if-none-match': tag } });
    t.equal(again.status, 304);
    t.equal((await again.arrayBuffer()).byteLength, 0);
    const other = await fetch(path.replace('parquet', 'ndjson.gz'), { method: 'HEAD' });
    t.not(other.headers.get('etag'), tag, 'other bytes have another tag');
  });

  t.test('what is hidden is in no dump from then on, and back when it is shown', async (t) => {
    const [pair] = await lines('news', 'pairs');
    const { laterId, laterUrl } = pair as { laterId: number; laterUrl: string };
    const path = `${newsUrl}/api/v1/dumps/articles/${DAY}.ndjson.gz`;
    const tag = (await fetch(path, { method: 'HEAD' })).headers.get('etag')!;
    await server.ingest([{ kind: 'hide', target: 'news', key: laterUrl }]);
    const has = async () => ({
      articles: (await lines('news', 'articles')).some(({ id }) => id === laterId),
      pairs: (await lines('news', 'pairs')).some((row) => Object.values(row).includes(laterId)),
      events: (await lines('news', 'events')).some(({ articleIds }) =>
        (articleIds as number[]).includes(laterId),
      ),
    });
    t.same(await has(), { articles: false, pairs: false, events: false });
    const changed = await fetch(path, { headers: { 'if-none-match': tag } });
    t.equal(changed.status, 200, 'the tag is another one');
    await changed.arrayBuffer();
    await server.ingest([{ kind: 'show', target: 'news', key: laterUrl }]);
    t.match(await has(), { articles: true, pairs: true });
    const [mention] = await lines('blog', 'mentions');
    await server.ingest([{ kind: 'hide', target: 'post', key: mention!.articleUrl }]);
    for (const kind of ['mentions', 'topics']) {
      const rows = await lines('blog', kind);
      t.notOk(
        rows.some(({ articleId }) => articleId === mention!.articleId),
        kind,
      );
    }
    await server.ingest([{ kind: 'hide', target: 'blog', key: mention!.mentionedBlog }]);
    t.notOk(
      (await lines('blog', 'mentions')).some((row) =>
        [row.blog, row.mentionedBlog].includes(mention!.mentionedBlog),
      ),
    );
  });

  t.test('downloads that are cut, or never read, leave nothing behind', async (t) => {
    const { hostname, port } = new URL(newsUrl);
    for (let round = 0; round < 12; round++) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(`GET /api/v1/dumps/rankings/${DAY}.parquet HTTP/1.1\r\nhost: x\r\n\r\n`);
      if (round % 2 === 0) await once(socket, 'data');
      socket.destroy();
    }
    for (let looks = 0; looks < PARTS_MAX; looks++) {
      const response = await fetch(`${newsUrl}/api/v1/dumps/articles/${DAY}.ndjson.gz`);
      await response.arrayBuffer();
      if (response.status === 200) return t.pass('there is room again');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return t.fail('downloads that are over still count');
  });

  t.test('a day that has just ended is there at once', async (t) => {
    server.clock.set(Date.parse(END) - 1);
    t.equal((await fetch(`${newsUrl}/api/v1/dumps/articles/${DAY}.parquet`)).status, 404);
    server.clock.set(Date.parse(END) + DAY_MS);
    t.equal((await fetch(`${newsUrl}/api/v1/dumps/articles/${DAY}.parquet`)).status, 200);
  });
});

/** A row of a Parquet file as JSON has it. */
function plain(row: Row): Row {
  const text = JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  return JSON.parse(text) as Row;
}
