/** What is written into `sources.toml` reads back equal, and the rest of the file stays. */
import fc from 'fast-check';
import t from 'tap';
import type { SourceEntry } from '../../../src/crawler/sources/model.js';
import {
  appendEntries,
  appendEntry,
  removeEntry,
} from '../../../src/crawler/sources/write-sources.js';
import { anyEntry } from './any-entry.js';
import { keysOf, read } from './reading.js';

const FILES = [
  '',
  '# sources of the quay\n',
  '[defaults]\ncontent = "feed"\nzone = "Z"\nevery = "7m"\n',
  '[[blog]]\r\nslug = "first!"\r\nname = "broken"\r\n',
  '[[category]]\nkey = "sea"\nlabel = "Sea" # no line end',
  '[[blog]]\nslug = "broken\ndescription = """',
];

const form = (entry: SourceEntry): string =>
  JSON.stringify(Object.entries({ ...entry, line: 0 }).sort(([a], [b]) => (a < b ? -1 : 1)));

t.test('an entry that is appended reads back equal, after what was there', async (t) => {
  fc.assert(
    fc.property(fc.constantFrom(...FILES), anyEntry, (file, entry) => {
      const text = appendEntry(file, entry);
      const { entries, faults } = read(text);
      const found = entries.at(-1);
      if (found === undefined || form(found) !== form(entry)) {
        throw new Error(
          `${text}\n${JSON.stringify(faults)}\n${found && form(found)}\n${form(entry)}`,
        );
      }
      return text.startsWith(file);
    }),
    { numRuns: 2000 },
  );
  t.pass();
});

t.test('a blog is written as a person would write it', async (t) => {
  const text = appendEntries('# mine\r\n', [
    blogOf('ann', ['https://ann.example/feed']),
    blogOf('bo', ['https://bo.example/a', 'https://bo.example/b']),
  ]);
  t.equal(
    text,
    [
      '# mine',
      '',
      '[[blog]]',
      'slug = "ann"',
      'name = "Name of ann"',
      'url = "https://ann.example/"',
      'feed = "https://ann.example/feed"',
      '',
      '[[blog]]',
      'slug = "bo"',
      'name = "Name of bo"',
      'url = "https://bo.example/"',
      'feed = ["https://bo.example/a", "https://bo.example/b"]',
      '',
    ].join('\r\n'),
  );
});

t.test('an entry that is removed takes its own comments along', async (t) => {
  const text = `# head

# about ann
[[blog]]
slug = "ann"
name = "Ann"
url = "https://ann.example/"
feed = "https://ann.example/feed"

# about bo
[[blog]]
slug = "bo"
name = "Bo"
url = "https://bo.example/"
[[blog.feed]]
url = "https://bo.example/feed"
# the end
`;
  const [ann, bo] = read(text).entries as [SourceEntry, SourceEntry];
  const withoutAnn = removeEntry(text, ann)!;
  t.equal(withoutAnn, `# head\n\n${text.slice(text.indexOf('# about bo'))}`);
  const withoutBo = removeEntry(text, bo)!;
  t.equal(withoutBo, text.slice(0, text.indexOf('# about bo')));
  t.strictSame(keysOf(read(withoutBo).entries), ['blog:ann']);
  t.equal(removeEntry(text, { ...ann, line: 5 }), null);
});

t.test('removing what was appended gives the file as it was', async (t) => {
  fc.assert(
    fc.property(fc.constantFrom(...FILES.slice(1, 3)), anyEntry, anyEntry, (file, one, two) => {
      const before = appendEntry(file, one);
      const found = read(appendEntry(before, two)).entries[1];
      fc.pre(found !== undefined);
      return removeEntry(appendEntry(before, two), found!)!.trimEnd() === before.trimEnd();
    }),
    { numRuns: 300 },
  );
  t.pass();
});

function blogOf(key: string, urls: readonly string[]): SourceEntry {
  return {
    kind: 'blog',
    key,
    name: `Name of ${key}`,
    sourceUrl: `https://${key}.example/`,
    category: null,
    description: null,
    aliases: null,
    verified: null,
    iconUrl: null,
    expectedIntervalHours: null,
    enabled: true,
    obeyRobots: true,
    zoneOffsetMs: 0,
    line: 0,
    channels: urls.map((url) => ({
      type: 'feed',
      url,
      rule: null,
      content: 'auto',
      include: null,
      exclude: null,
      section: null,
      everyMs: null,
    })),
  };
}
