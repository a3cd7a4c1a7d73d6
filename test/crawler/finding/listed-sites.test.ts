/** Lists of sites into entries and back, with invented and with real lists. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import t from 'tap';
import { readBlogList } from '../../../src/app/crawling/blog-lists.js';
import { entriesOf, outlinesOf } from '../../../src/crawler/finding/proposal.js';
import { appendEntries } from '../../../src/crawler/sources/write-sources.js';
import { readOpml, writeOpml } from '../../../src/documents/opml.js';
import { keysOf, read } from '../sources/reading.js';

const NONE = { content: null, zoneOffsetMs: null, everyMs: null };
const site = (host: string, path = '', feedUrl: string | null = `https://${host}${path}/feed`) => ({
  name: `Name of ${host}`,
  siteUrl: `https://${host}${path}/`,
  feedUrl,
  category: 'Sea',
});

t.test('sites become entries with keys of their own, once', async (t) => {
  const sites = [
    site('quay.example'),
    site('www.quay.example'),
    site('quay-example', '', 'https://quay-example/feed'),
    site('knots.example', '', null),
    site('hosted.example', '/~ann'),
  ];
  const { entries, known, withoutFeed } = entriesOf(sites, [], NONE, 'blog');
  t.equal(known, 1);
  t.strictSame(
    withoutFeed.map(({ siteUrl }) => siteUrl),
    ['https://knots.example/'],
  );
  t.match(entries, [
    { key: 'quay-example', name: 'Name of quay.example', category: 'Sea', verified: null },
    { key: /^quay-example-[0-9a-f]{8}$/ },
    { key: 'hosted-example-ann', channels: [{ url: 'https://hosted.example/~ann/feed' }] },
  ]);
  t.match(entriesOf(sites, entries, NONE, 'blog'), { entries: [], known: 4 });
  const [media] = entriesOf(sites.slice(0, 1), [], NONE, 'media').entries;
  t.match(media, { kind: 'media', key: 'quay-example', homepage: 'https://quay.example/' });
});

t.test('entries become outlines of one group for each category', async (t) => {
  const sites = [
    { ...site('a.example'), category: 'Sea' },
    { ...site('b.example'), category: '' },
    { ...site('c.example'), category: 'Sea' },
  ];
  const blogs = entriesOf(sites, [], NONE, 'blog').entries;
  const media = entriesOf([site('d.example')], [], NONE, 'media').entries;
  const outlines = outlinesOf([...blogs, ...media]);
  t.strictSame(
    outlines.map(({ group, feedUrl }) => [group, feedUrl]),
    [
      ['Sea', 'https://a.example/feed'],
      ['Sea', 'https://c.example/feed'],
      ['Blogs', 'https://b.example/feed'],
      ['Media', 'https://d.example/feed'],
    ],
  );
  t.strictSame(readOpml(writeOpml({ title: 'x', outlines })), outlines);
});

const data = process.env.TAGWIRE_TEST_DATA;
const skip = data === undefined ? 'TAGWIRE_TEST_DATA is not set' : false;

t.test('real lists go into the file and come out again', { skip }, async (t) => {
  const folder = join(data!, 'blog-lists');
  const paths = (readdirSync(folder, { recursive: true }) as string[])
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && !/LICENSE|SOURCE|README/.test(path));
  t.ok(paths.length > 3);
  const sites = paths.flatMap(
    (path) => readBlogList(readFileSync(path, 'utf8'), basename(path)).blogs,
  );
  const { entries, known, withoutFeed } = entriesOf(sites, [], NONE, 'blog');
  t.equal(entries.length + known + withoutFeed.length, sites.length);
  const text = appendEntries('', entries);
  const file = read(text);
  t.strictSame(file.faults, []);
  t.strictSame(keysOf(file.entries), keysOf(entries));
  const again = readOpml(writeOpml({ title: 'x', outlines: outlinesOf(file.entries) }));
  t.equal(again.length, entries.length);
  t.comment(
    `${sites.length} sites, ${entries.length} entries, ${known} known, ${withoutFeed.length} without a feed`,
  );
  t.match(entriesOf(sites, file.entries, NONE, 'blog').entries, []);
});
