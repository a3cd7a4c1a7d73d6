/**
 * Dumps and their recipe as DuckDB reads them. It is large and no part of the dependencies: install
 * `@duckdb/node-api` anywhere, and name its folder in TAGWIRE_TEST_DUCKDB.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { DUMP_KINDS, type DumpService } from '../../../src/serve/dumps/dump-kinds.js';
import { tempFolder } from '../../store/helper.js';
import { root } from '../../tidy/root.js';
import { startInvented } from '../api/invented-world.js';

type Row = { [name: string]: unknown };

/** What is used of it. */
interface DuckDb {
  DuckDBInstance: { create(): Promise<{ connect(): Promise<Connection> }> };
}

interface Connection {
  runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Row[] }>;
}

const DAY = '2026-03-31';
const TAG = /list_contains\(tags, '([^']+)'\)/;
const folder = process.env.TAGWIRE_TEST_DUCKDB;
const skip =
  folder === undefined ? 'TAGWIRE_TEST_DUCKDB names no folder of @duckdb/node-api' : false;

t.test(
  'DuckDB reads the dumps of a day, and runs the recipe',
  { skip, timeout: 240_000 },
  async (t) => {
    const { DuckDBInstance } = createRequire(import.meta.url)(folder!) as DuckDb;
    const connection = await (await DuckDBInstance.create()).connect();
    const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
    const { app } = await startInvented(t);
    const place = tempFolder(t);
    const download = async (service: DumpService, name: string): Promise<Buffer> => {
      const response = await fetch(`${app[`${service}Url`]}/api/v1/dumps/${name}`);
      t.equal(response.status, 200, name);
      return Buffer.from(await response.arrayBuffer());
    };
    const articles: Row[] = [];
    for (const service of ['news', 'blog'] as const) {
      for (const [kind, { columns }] of Object.entries(DUMP_KINDS[service])) {
        const file = join(place, `${service}-${kind}-${DAY}`);
        const parquet = await download(service, `${kind}/${DAY}.parquet`);
        const packed = await download(service, `${kind}/${DAY}.ndjson.gz`);
        writeFileSync(`${file}.parquet`, parquet);
        writeFileSync(`${file}.ndjson.gz`, packed);
        const told = gunzipSync(packed)
          .toString()
          .split('\n')
          .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]));
        if (service === 'news' && kind === 'articles') articles.push(...told);
        const read = await ask(`SELECT * FROM '${file}.parquet'`);
        t.same(
          read.map((row) =>
            Object.fromEntries(columns.map(({ name, type }) => [name, plain(row[name], type)])),
          ),
          told.map((row) =>
            Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])),
          ),
          `${service} ${kind} ${DAY}`,
        );
      }
    }
    const page = readFileSync(join(root, 'docs', 'programs.md'), 'utf8');
    const [writers, together, lines] = /```sql\n([^`]+)```/.exec(page)![1]!.split(/;\n/);
    const inPlace = (sql: string) =>
      sql.replace(/'(news-)/g, `'${place}/$1`).replace('2026-03-30', DAY);
    const counted = await ask(inPlace(writers!));
    const total = counted.reduce((sum, { articles: count }) => sum + Number(count), 0);
    t.equal(total, articles.length, 'articles by medium are all articles');
    const tag = (articles.find(({ tags }) => (tags as string[]).length > 0)!.tags as string[])[0]!;
    t.match(together, TAG, 'the recipe names a tag, which stands for one of this world');
    const beside = await ask(inPlace(together!).replace(TAG, `list_contains(tags, '${tag}')`));
    const carrying = articles.filter(({ tags }) => (tags as string[]).includes(tag)).length;
    const own = beside.filter((row) => row.tag === tag);
    t.equal(
      own.reduce((sum, { articles: count }) => sum + Number(count), 0),
      carrying,
      'a tag stands beside itself in all of its articles',
    );
    t.ok((await ask(inPlace(lines!))).length > 0, 'NDJSON is read as well');
  },
);

/** A value of DuckDB as NDJSON has it. */
function plain(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'time') return new Date(`${String(value).replace(' ', 'T')}Z`).toISOString();
  if (type === 'id') return Number(value);
  if (type === 'ids') return (value as string[]).map(Number);
  return value;
}
