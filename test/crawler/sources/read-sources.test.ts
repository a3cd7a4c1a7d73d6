/** `sources.toml`: what is read, what is a fault, and that a fault costs nothing else. */
import fc from 'fast-check';
import t from 'tap';
import { emptySources } from '../../../src/crawler/sources/read-sources.js';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import { keysOf, read } from './reading.js';

const GAZETTE = `[[media]]
code = "gazette"
title = "The Gazette"
feed = "https://gazette.example/feed.xml"
`;

t.test('an entry has what it says, and defaults for the rest', async (t) => {
  const { entries, faults } = read(GAZETTE);
  t.strictSame(faults, []);
  t.strictSame(entries, [
    {
      kind: 'media',
      key: 'gazette',
      title: 'The Gazette',
      homepage: null,
      camp: null,
      categories: null,
      sourceKind: null,
      country: null,
      countryCode: null,
      icon: null,
      aliases: null,
      syndicated: null,
      tagging: null,
      enabled: true,
      obeyRobots: true,
      zoneOffsetMs: 8 * HOUR_MS,
      channels: [
        {
          type: 'feed',
          url: 'https://gazette.example/feed.xml',
          rule: null,
          content: 'page',
          include: null,
          exclude: null,
          section: null,
          everyMs: null,
        },
      ],
      line: 1,
      portal: null,
    },
  ]);
});

t.test(
  'channels come in a short and a long form, and take over what their owner says',
  async (t) => {
    const { entries, faults } = read(`
[defaults]
zone = "-03:30"
every = "1h"

[[blog]]
slug = "ann"
name = "Ann's notebook"
url = "https://ann.example"
content = "feed"
include = "/notes/"
feed = ["https://ann.example/feed", { url = "https://ann.example/two", every = "auto", include = "/two/" }]
[[blog.sitemap]]
url = "https://ann.example/sitemap.xml"
content = "page"
every = "90s"
[[blog.list]]
url = "https://ann.example/archive"
item = "li"
link = "a@href"
date = "time@datetime"
`);
    t.strictSame(faults, []);
    const [ann] = entries;
    t.equal(ann!.zoneOffsetMs, -3.5 * HOUR_MS);
    t.strictSame(
      ann!.channels.map(({ type, url, content, include, everyMs, rule }) => [
        type,
        url,
        content,
        include?.source,
        everyMs,
        rule,
      ]),
      [
        ['feed', 'https://ann.example/feed', 'feed', '/notes/', HOUR_MS, null],
        ['feed', 'https://ann.example/two', 'feed', '/two/', null, null],
        ['sitemap', 'https://ann.example/sitemap.xml', 'page', '/notes/', 1.5 * MINUTE_MS, null],
        [
          'list',
          'https://ann.example/archive',
          'feed',
          '/notes/',
          HOUR_MS,
          { item: 'li', link: 'a@href', date: 'time@datetime' },
        ],
      ],
    );
  },
);

t.test('an address may have what feed readers put in front', async (t) => {
  for (const written of ['feed:https://gazette.example/f', 'feed://gazette.example/f']) {
    const { entries, faults } = read(GAZETTE.replace(/https:.*xml/, written));
    t.strictSame(faults, []);
    t.equal(entries[0]!.channels[0]!.url, 'https://gazette.example/f');
  }
  t.equal(read(GAZETTE.replace('https:', 'feed:ftp:')).faults.length, 1);
});

t.test('a portal has lists, each with its rule', async (t) => {
  const { entries, faults } = read(`${GAZETTE}
[media.portal]
link = "https://gazette.example/topics"
[[media.portal.list]]
url = "https://gazette.example/topics?p=1"
kind = "feature"
pages = 3
item = ".topic"
link = "a"
story = ".story"
storyLink = "a"
id = "data-id"
`);
  t.strictSame(faults, []);
  t.match(entries[0], {
    portal: {
      link: 'https://gazette.example/topics',
      rulesUrl: null,
      sources: [
        {
          url: 'https://gazette.example/topics?p=1',
          kind: 'feature',
          pagesMax: 3,
          rule: { item: '.topic', link: 'a', story: '.story', storyLink: 'a', id: 'data-id' },
        },
      ],
    },
  });
});

t.test('every mistake is named with its line and key', async (t) => {
  const cases: [text: string, line: number, key: string, message: RegExp][] = [
    [`${GAZETTE}hompage = "x"`, 5, 'media[0].hompage', /did you mean "homepage"/],
    [`${GAZETTE}feeds = 1`, 5, 'media[0].feeds', /did you mean "feed"/],
    [`${GAZETTE}camp = "bleu"`, 5, 'media[0].camp', /did you mean "blue"/],
    [`${GAZETTE}syndicated = "yes"`, 5, 'media[0].syndicated', /true or false, got "yes"/],
    [`${GAZETTE}zone = "Taipei"`, 5, 'media[0].zone', /\+08:00/],
    [`${GAZETTE}every = "1s"`, 5, 'media[0].every', /10s to 31d/],
    [`${GAZETTE}include = "(a"`, 5, 'media[0].include', /regular expression/],
    [`${GAZETTE}homepage = "gazette.example"`, 5, 'media[0].homepage', /http/],
    [`${GAZETTE}aliases = ["a", 1]`, 5, 'media[0].aliases[1]', /text in quotes/],
    [`${GAZETTE}aliases = [\n  "a",\n  "",\n]`, 7, 'media[0].aliases[1]', /text in quotes/],
    [`${GAZETTE}countryCode = "Taiwan"`, 5, 'media[0].countryCode', /capital letters/],
    [`${GAZETTE}title = 2`, 5, 'media[0]', /redefine/],
    ['[[media]]\ntitle = "x"\nfeed = "https://x.example/"', 1, 'media[0]', /needs the key "code"/],
    ['[[media]]\ncode = "x"\ntitle = "x"', 1, 'media[0]', /names no feed/],
    ['[[media]]\ncode = "a b"\ntitle = "x"\nenabled = false', 2, 'media[0].code', /letters/],
    [`${GAZETTE}${GAZETTE}`, 6, 'media[1].code', /in use already, on line 1/],
    ['[media]\ncode = "x"', 1, 'media[0]', /should be \[\[media\]\]/],
    ['\n[[medai]]\ncode = "x"', 2, 'medai', /did you mean "media"/],
    ['# one\ncode = "x"\n', 2, 'code', /before the first table/],
    ['[[defaults]]\nzone = "Z"', 1, 'defaults', /should be \[defaults\]/],
    ['[defaults]\nzone = 8', 2, 'defaults.zone', /offset/],
    [`[[blog]]\nslug = "b"\n[[media.feed]]\nurl = "x"`, 3, 'blog[0].media', /under \[\[blog\]\]/],
    ['[[media]]\ncode = " "\ntitle = "x"\nfeed = "https://x.example/"', 1, 'media[0]', /"code"/],
    [`${GAZETTE}homepage = " "\naliases = ["\u200b", ""]`, 6, 'media[0].aliases[1]', /text/],
    ['[[category]]\nkey = "x"', 1, 'category[0]', /needs the key "label"/],
  ];
  for (const [text, line, key, message] of cases) {
    const { faults } = read(text);
    t.equal(faults.length, 1, text);
    t.match(faults[0], { line, key, message }, text);
  }
});

t.test('a fault in a channel costs only the channel', async (t) => {
  const text = `${GAZETTE.replace('feed = ', 'sitemap = ')}
[[media.feed]]
url = "gazette.example/rss"
[[media.feed]]
url = "https://gazette.example/rss"
content = "pages"
[[media.feed]]
url = "https://gazette.example/good"
[[media.feed]]
url = "https://gazette.example/good"
[[media.list]]
url = "https://gazette.example/list"
item = "li >"
link = "a"
[[media.list]]
url = "https://gazette.example/list"
item = "li"
`;
  const { entries, faults } = read(text);
  t.strictSame(
    faults.map(({ line, key }) => [line, key]),
    [
      [7, 'media[0].feed[0].url'],
      [10, 'media[0].feed[1].content'],
      [13, 'media[0].feed[3]'],
      [17, 'media[0].list[0].item'],
      [19, 'media[0].list[1]'],
    ],
  );
  t.strictSame(
    entries[0]!.channels.map(({ url }) => url),
    ['https://gazette.example/good', 'https://gazette.example/feed.xml'],
  );
});

t.test('a text may run over lines that look like tables', async (t) => {
  const { entries, faults } = read(`[[blog]]
slug = "a"
name = "A"
url = "https://a.example/"
feed = "https://a.example/feed"
description = """\\
first
[[media]]
last"""
[[blog]]
slug = "b"
name = "B"
url = "https://b.example/"
feed = "https://b.example/feed"
`);
  t.strictSame(faults, []);
  t.match(entries, [
    { key: 'a', description: 'first [[media]] last' },
    { key: 'b', line: 10 },
  ]);
});

t.test('a syntax error costs the table in which it stands', async (t) => {
  for (const broken of ['title = "x', 'title = """x', 'feed = [', 'x', '[media.', '= 1', 'a = {']) {
    const { entries, faults } = read(`${GAZETTE}
[[media]]
code = "broken"
${broken}
feed = "https://broken.example/"

[[media]]
code = "times"
title = "The Times of Quay"
feed = "https://times.example/feed"
`);
    t.strictSame(keysOf(entries), ['media:gazette', 'media:times'], broken);
    t.equal(faults.length, 1, broken);
    t.equal(faults[0]!.key, 'media[1]');
    t.ok(faults[0]!.line >= 6 && faults[0]!.line <= 11, `line ${faults[0]!.line} for ${broken}`);
  }
});

const word = fc.stringMatching(/^[a-z][a-z0-9]{7,12}$/);
const block = fc.tuple(word, fc.boolean(), fc.boolean(), fc.boolean()).map(
  ([key, isMedia, isLong, hasText]) => `[[${isMedia ? 'media' : 'blog'}]] # ${key}
${isMedia ? 'code' : 'slug'} = "${key}"
${isMedia ? 'title' : 'name'} = '${key} "quoted"'
${isMedia ? '' : `url = "https://${key}.example/"`}
${
  hasText
    ? `${isMedia ? 'aliases = [' : 'description ='} """
one
two """${isMedia ? ']' : ''}`
    : ''
}
${
  isLong
    ? `[[${isMedia ? 'media' : 'blog'}.feed]]\nurl = "https://${key}.example/feed"\ninclude = '/n/'`
    : `feed = [\n  "https://${key}.example/feed",\n]`
}
`,
);
const scrap = fc.oneof(
  fc.constantFrom('"', "'", '"""', "'''", '[', ']', '{', '}', '=', '\n', '#', '\\', '\0', ',', '.'),
  fc.constantFrom(
    '[[blog]]',
    '\n[[media]]\n',
    '[x]',
    '[[media',
    'blog]]',
    '\r',
    '\ufeff',
    '𝒳',
    '\ud800',
  ),
  fc.string({ maxLength: 5 }),
);

t.test('damage to one entry never changes what is read of the others', async (t) => {
  fc.assert(
    fc.property(
      fc.uniqueArray(block, { minLength: 2, maxLength: 5 }),
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 20 }), scrap), { minLength: 1, maxLength: 3 }),
      (blocks, pick, damages) => {
        const victim = pick % blocks.length;
        let damaged = blocks[victim]!;
        // The opening line stays one: without it, the rest belongs to the entry before.
        const start = damaged.indexOf('\n') + 1;
        for (const [at, length, put] of damages) {
          const from = start + (at % (damaged.length - start + 1));
          damaged = damaged.slice(0, from) + put + damaged.slice(from + length);
        }
        const others = (text: string): string[] => {
          const { entries, faults } = read(text);
          const lines = text.split('\n').length;
          for (const { line } of faults)
            if (line < 1 || line > lines) throw new Error(`line ${line}`);
          const own = blocks[victim]!.split('# ')[1]!.split('\n')[0]!;
          return entries
            .filter(({ key }) => blocks.some((one) => one.includes(`# ${key}\n`)) && key !== own)
            .map((entry) => JSON.stringify({ ...entry, line: 0 }));
        };
        const sound = others(blocks.join('\n'));
        if (sound.length !== blocks.length - 1) throw new Error('the blocks are not sound');
        const after = others(blocks.with(victim, `${damaged}\n`).join('\n'));
        return after.join() === sound.join();
      },
    ),
    { numRuns: 2000 },
  );
  t.pass();
});

t.test('any text is read, and every fault has a line that exists', async (t) => {
  fc.assert(
    fc.property(fc.array(fc.oneof(scrap, block, fc.string()), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const lines = text.split('\n').length;
      return read(text).faults.every(({ line }) => line >= 0 && line <= lines);
    }),
    { numRuns: 1000 },
  );
  t.strictSame(read(''), emptySources());
});

t.test('files beyond the limits are read as far as they go', async (t) => {
  const many = Array.from(
    { length: 50_001 },
    (_, at) =>
      `[[blog]]\nslug="b${at}"\nname="B"\nurl="https://b${at}.example"\nfeed="https://b${at}.example/f"\n`,
  ).join('');
  const { entries, faults } = read(many);
  t.equal(entries.length, 50_000);
  t.match(faults, [{ line: 250_001, message: /more than 50000/ }]);
  t.match(read('#'.repeat(9_000_000)), { entries: [], faults: [{ line: 0 }] });
  t.equal(read('x\n[y]\n'.repeat(5000)).faults.length, 1001);
});
