/** Broken files through the command line: what is sound goes in, the rest is reported by place. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { lockFolder } from '../../../src/store/lock.js';
import '../../engine/actor/threads-here.js';
import { runHere } from '../../app/cli/run-here.js';
import { tempFolder } from '../helper.js';
import { BLOG, bytesOf, type Line, MEDIA, news, openLog, post, recordsOf } from './helper.js';

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

interface Place {
  folder: string;
  /** Writes a file next to the store and returns its path. */
  file(name: string, content: Uint8Array | string | readonly (Line | string)[]): string;
  ingest(...args: string[]): Promise<Outcome>;
  rejects(): string;
}

function makePlace(t: Parameters<typeof tempFolder>[0]): Place {
  const base = tempFolder(t);
  const folder = join(base, 'data');
  return {
    folder,
    file: (name, content) => {
      const path = join(base, name);
      const isBytes = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(path, isBytes ? content : bytesOf(content));
      return path;
    },
    ingest: async (...args) => {
      const { code, out, err } = await runHere(folder, 'ingest', '--log-level', 'error', ...args);
      return { code, stdout: out, stderr: err };
    },
    rejects: () => {
      const path = join(folder, 'rejects.ndjson');
      return existsSync(path) ? readFileSync(path, 'utf8') : '';
    },
  };
}

t.test(
  'every broken line is reported by file and number and set aside; the others go in',
  async (t) => {
    const place = makePlace(t);
    const broken: [line: Line | string, reason: RegExp][] = [
      ['{"kind":"news",', /JSON|ends/],
      ['[1,2]', /expected a JSON object, got a list/],
      ['null', /expected a JSON object/],
      [{ kind: 'tick', atMs: 1 }, /kind: expected one of/],
      [{ kind: 'weather' }, /kind: expected one of .*"weather"/],
      [news(90, { kind: undefined }), /kind: is required/],
      [news(91, { title: 5 }), /title: expected a text, got 5/],
      [news(92, { title: '' }), /title: is required, but empty/],
      [news(93, { tags: 'one' }), /tags: expected a list/],
      [news(94, { url: 'abc' }), /url: expected an absolute http/],
      [news(95, { publishedAt: '0000-01-01T00:00:00Z' }), /publishedAt: expected a year from 1990/],
      [news(96, { publishedAt: '9999-12-31T23:59:59Z' }), /publishedAt: expected a year from 1990/],
      [news(97, { publishedAt: '2026-01-31T12:00:00' }), /publishedAt: expected an ISO 8601 time/],
      [news(98, { publishedAt: '2026-02-30' }), /publishedAt: expected an ISO 8601 time/],
      [news(99, { media: 'nobody' }), /media: "nobody" is not registered/],
      [post(99, { blog: 'nobody' }), /blog: "nobody" is not registered/],
      [{ kind: 'hide', target: 'news', key: 'https://abc.example/nope' }, /hide: there is no news/],
    ];
    const lines: (Line | string)[] = [MEDIA, BLOG];
    // A sound line between any two broken ones.
    broken.forEach(([line], at) => void lines.push(line, news(at)));
    const path = place.file('mixed.ndjson', lines);
    const { code, stdout, stderr } = await place.ingest(path);
    t.equal(code, 1);
    t.match(
      stdout,
      `accepted ${2 + broken.length}, updated 0, unchanged 0, rejected ${broken.length}`,
    );
    const reports = stderr.split('\n').filter((line) => line.startsWith(path));
    t.equal(reports.length, broken.length);
    broken.forEach(([line, reason], at) => {
      const report = reports[at] ?? '';
      t.ok(report.startsWith(`${path}:${3 + 2 * at}: `), JSON.stringify(line).slice(0, 60));
      t.match(report.slice(path.length), reason);
    });
    t.match(stderr, 'refused lines are set aside');
    t.equal(place.rejects(), Buffer.from(bytesOf(broken.map(([line]) => line))).toString());
    const again = await place.ingest(path);
    t.match(
      again.stdout,
      `accepted 0, updated 0, unchanged ${2 + broken.length}`,
      'duplicates change nothing',
    );
  },
);

t.test('bytes that are no UTF-8 and a line without end cost one line each', async (t) => {
  const place = makePlace(t);
  const path = place.file(
    'bytes.ndjson',
    Buffer.concat([
      Buffer.from('\ufeff'),
      bytesOf([MEDIA]),
      Buffer.from('\r\n\n  \n'),
      Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d, 0x0a]),
      Buffer.from(`{"kind":"news","x":"${'y'.repeat(4 * 1024 * 1024)}"}\n`),
      bytesOf([news(1)]).slice(0, -1),
    ]),
  );
  const { code, stdout, stderr } = await place.ingest(path);
  t.equal(code, 1);
  t.match(stdout, 'accepted 2, updated 0, unchanged 0, rejected 2');
  t.match(stderr, `${path}:5: the line is not valid UTF-8`);
  t.match(stderr, `${path}:6: the line is longer than 4194304 bytes`);
});

t.test('a line of just the greatest length goes in', async (t) => {
  const place = makePlace(t);
  const line = JSON.stringify(news(1, { padding: '' }));
  const padding = 'y'.repeat(4 * 1024 * 1024 - line.length);
  const path = place.file('long.ndjson', [MEDIA, news(1, { padding })]);
  const { code, stdout } = await place.ingest(path);
  t.match(stdout, 'accepted 2, updated 0, unchanged 0, rejected 0');
  t.equal(code, 0);
});

t.test('a gzip that breaks off gives what could be read, and says where it broke', async (t) => {
  const place = makePlace(t);
  const whole = [MEDIA, ...Array.from({ length: 3000 }, (_, at) => news(at))];
  const packed = gzipSync(bytesOf(whole));
  const broken = place.file('broken.ndjson.gz', packed.subarray(0, packed.length - 2000));
  const sound = place.file('sound.ndjson.gz', gzipSync(bytesOf([news(5000)])));
  const { code, stdout, stderr } = await place.ingest(broken, sound);
  t.equal(code, 1);
  const number = Number(/:(\d+): the file breaks off: /.exec(stderr)?.[1]);
  t.ok(number > 1, `broke off at line ${number}`);
  t.match(
    stdout,
    `accepted ${number}, updated 0, unchanged 0, rejected 0`,
    'what came before, and the other file',
  );
  t.match(stderr, '1 file(s) could not be read to the end');
  const log = await openLog(place.folder);
  t.equal((await recordsOf(log, 'news')).at(-1)?.url, 'https://abc.example/5000');
  await log.close();
});

t.test('a gzip that is none within, a missing file, a folder and an empty file', async (t) => {
  const place = makePlace(t);
  const head = [0x1f, 0x8b, 0xff];
  const fake = place.file('fake.gz', Buffer.concat([Buffer.from(head), bytesOf([MEDIA])]));
  const empty = place.file('empty.ndjson', '');
  const good = place.file('good.ndjson', [MEDIA]);
  const missing = join(place.folder, 'missing.ndjson');
  const { code, stdout, stderr } = await place.ingest(fake, missing, empty, place.folder, good);
  t.equal(code, 1);
  t.match(stdout, 'accepted 1, updated 0, unchanged 0, rejected 0');
  t.match(stderr, `${fake}:1: the file breaks off: `);
  t.match(stderr, `${missing}: there is no such file or folder`);
  t.match(stderr, `${place.folder}: this is a folder; name its files`);
  t.match(stderr, '3 file(s) could not be read');
  const alone = await place.ingest(empty);
  t.equal(alone.code, 0);
  t.match(alone.stdout, 'accepted 0, updated 0, unchanged 0, rejected 0');
  const plain = await place.ingest(place.file('plain.gz', [MEDIA]));
  t.match(plain.stdout, 'unchanged 1', 'what is packed is told by the content, not by the name');
});

t.test('a store that another process holds is left alone', async (t) => {
  const place = makePlace(t);
  const path = place.file('good.ndjson', [MEDIA]);
  t.equal((await place.ingest(path)).code, 0);
  const release = lockFolder(place.folder);
  const { code, stdout, stderr } = await place.ingest(path);
  release();
  t.equal(code, 1);
  t.equal(stdout, '');
  t.match(stderr, `is in use by process ${process.pid}; stop it`);
  t.match((await place.ingest(path)).stdout, 'unchanged 1');
});

t.test('a store that lost what it acknowledged is refused in one sentence', async (t) => {
  const place = makePlace(t);
  const path = place.file('good.ndjson', [MEDIA]);
  await place.ingest(path);
  await place.ingest(place.file('more.ndjson', [news(1)]));
  cpSync(join(place.folder, 'log'), join(place.folder, 'log-kept'), { recursive: true });
  await place.ingest(place.file('most.ndjson', [news(2)]));
  rmSync(join(place.folder, 'log'), { recursive: true });
  cpSync(join(place.folder, 'log-kept'), join(place.folder, 'log'), { recursive: true });
  const { code, stderr } = await place.ingest(path);
  t.equal(code, 1);
  t.match(stderr, 'entry 3 was acknowledged, the log ends at 2');
  t.notMatch(stderr, /\n\s+at /, 'without a stack');
});

t.test('wrong usage is told apart from bad input', async (t) => {
  const place = makePlace(t);
  t.equal((await place.ingest()).code, 2, 'no file');
  t.equal((await place.ingest('--no-such-option', 'x')).code, 2);
  t.equal((await place.ingest('--until', 'yesterday', 'x')).code, 2);
  const clock = await place.ingest('--clock', 'noon', place.file('good.ndjson', [MEDIA]));
  t.equal(clock.code, 2);
  t.match(clock.stderr, 'clock must be system, from:ISO or frozen:ISO');
});
