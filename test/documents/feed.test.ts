/** Feeds of every format, and what is sent in place of feeds. */
import fc from 'fast-check';
import t from 'tap';
import type { DocumentFault, FeedDocument, ReadingRules } from '../../src/documents/documents.js';
import { readFeed } from '../../src/documents/feed.js';
import { isoOf } from '../../src/kernel/clock.js';

const FEED_URL = 'https://blog.example/feeds/all.xml';

function read(text: string, itemsMax = 100, url = FEED_URL): FeedDocument | DocumentFault {
  const raw = { bytes: Buffer.from(text), contentType: 'application/xml', url };
  return readFeed(raw, { itemsMax, zoneOffsetMs: 0 });
}

function feedOf(text: string, itemsMax = 100, url = FEED_URL): FeedDocument {
  const document = read(text, itemsMax, url);
  if (document.kind === 'fault') throw new Error(`${document.reason}: ${document.message}`);
  return document;
}

/** An RSS feed of items; each is the inside of an `item`. */
function rss(items: string[], head = '', attributes = ''): string {
  const inside = items.map((item) => `<item>${item}</item>`).join('');
  return `<?xml version="1.0"?><rss version="2.0" ${attributes}><channel><title>Daily</title>${head}${inside}</channel></rss>`;
}

function atom(entries: string[], head = '', attributes = ''): string {
  const inside = entries.map((entry) => `<entry>${entry}</entry>`).join('');
  return `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><title>Daily</title>${head}${inside}</feed>`;
}

function reasonOf(text: string): string {
  const document = read(text);
  return document.kind === 'fault' ? document.reason : document.kind;
}

t.test('an RSS feed with the usual extensions is read whole', async (t) => {
  const feed = feedOf(`<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:a="http://www.w3.org/2005/Atom"
      xmlns:m="http://search.yahoo.com/mrss/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
    <channel><title>Tea &amp;amp; Ink</title><description>Notes</description>
      <link>https://blog.example/</link><language>en-gb</language>
      <a:link rel="self" href="https://blog.example/feed"/><a:link rel="hub" href="https://hub.example/"/>
      <image><url>/icon.png</url><title>no title</title><link>https://other.example/</link></image>
      <sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>
      <item><title>First &lt;b&gt;cup&lt;/b&gt; of Map&lt;K,V&gt;</title><link>/2026/first?a=1&amp;b=2</link>
        <guid isPermaLink="false">x-1</guid><pubDate>Sat, 31 Jan 2026 08:00:00 +0800</pubDate>
        <dc:creator>Ana Bell</dc:creator><dc:creator>Bo Lin</dc:creator>
        <category>Tea</category><category>Ink</category><category>Tea</category>
        <description>Short.</description><content:encoded><![CDATA[<p>Long & <b>bold</b></p>]]></content:encoded>
        <m:thumbnail url="https://cdn.example/t.jpg"/><m:content url="https://cdn.example/c.jpg" medium="image"/>
        <source url="https://agency.example/">Agency</source></item></channel></rss>`);
  const { items, dropped, ...head } = feed;
  t.same(head, {
    kind: 'feed',
    format: 'rss',
    title: 'Tea & Ink',
    description: 'Notes',
    language: 'en-gb',
    siteUrl: 'https://blog.example/',
    selfUrl: 'https://blog.example/feed',
    hubUrl: 'https://hub.example/',
    nextUrl: null,
    iconUrl: 'https://blog.example/icon.png',
    ttlMinutes: 30,
    charset: 'UTF-8',
  });
  t.same(dropped, []);
  t.same(items, [
    {
      guid: 'x-1',
      url: 'https://blog.example/2026/first?a=1&b=2',
      title: 'First cup of Map<K,V>',
      authors: ['Ana Bell', 'Bo Lin'],
      published: { atMs: Date.UTC(2026, 0, 31), precision: 'second' },
      updated: null,
      categories: ['Tea', 'Ink'],
      summary: 'Short.',
      content: '<p>Long & <b>bold</b></p>',
      image: 'https://cdn.example/c.jpg',
      source: { title: 'Agency', url: 'https://agency.example/' },
    },
  ]);
});

t.test('Atom is read by its links, types and bases', async (t) => {
  const feed = feedOf(
    atom(
      [
        '<id>urn:1</id><title type="html">A &amp;lt;i&amp;gt; &lt;em&gt;b&lt;/em&gt;</title>' +
          '<link rel="edit" href="/edit/1"/><link rel="alternate" type="application/json" href="/1.json"/>' +
          '<link rel="alternate" type="text/html" href="1.html"/><link rel="enclosure" type="image/png" href="/1.png"/>' +
          '<updated>2026-01-31T00:00:00Z</updated><category term="tea" label="Tea"/>' +
          '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>a &lt; b <a href="x">x</a><br/></p></div></content>',
        '<id>https://blog.example/2</id><title type="text">a &lt;b&gt; &amp;amp;</title><author><name>Bo</name></author>' +
          '<summary type="text">1 &lt; 2</summary><source><title>Other</title><link href="https://other.example/"/></source>',
      ],
      '<link href="https://blog.example/"/><link rel="hub" href="https://hub.example/"/><link rel="next" href="page2"/><author><name>Ana</name></author>',
      'xml:base="https://blog.example/base/" xml:lang="zh-TW"',
    ),
  );
  t.same([feed.format, feed.language, feed.hubUrl], ['atom', 'zh-TW', 'https://hub.example/']);
  t.equal(feed.nextUrl, 'https://blog.example/base/page2');
  const [one, two] = feed.items;
  t.equal(one!.url, 'https://blog.example/base/1.html');
  t.equal(one!.title, 'A <i> b');
  t.equal(one!.content, '<p>a &lt; b <a href="https://blog.example/base/x">x</a><br></p>');
  t.same(
    [one!.authors, one!.categories],
    [['Ana'], ['Tea']],
    'authors of the feed stand for its entries',
  );
  t.equal(one!.image, 'https://blog.example/1.png');
  t.equal(
    isoOf(one!.published!.atMs),
    '2026-01-31T00:00:00.000Z',
    'the update stands for publication',
  );
  t.same(
    [two!.url, two!.title, two!.summary],
    ['https://blog.example/2', 'a <b> &amp;', '1 &lt; 2'],
  );
  t.same([two!.authors, two!.source], [['Bo'], { title: 'Other', url: 'https://other.example/' }]);
});

t.test('RDF and JSON feeds are read', async (t) => {
  const rdf =
    feedOf(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
    xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://blog.example/rdf"><title>R</title>
    <link>https://blog.example/</link><items><rdf:Seq><rdf:li resource="x"/></rdf:Seq></items></channel>
    <item rdf:about="https://blog.example/1"><title>One</title><dc:date>2026-01-31</dc:date><dc:subject>S</dc:subject></item></rdf:RDF>`);
  t.same([rdf.format, rdf.title, rdf.siteUrl], ['rdf', 'R', 'https://blog.example/']);
  t.same([rdf.items[0]!.url, rdf.items[0]!.categories], ['https://blog.example/1', ['S']]);
  t.equal(rdf.items[0]!.published!.precision, 'day');
  const json = feedOf(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      home_page_url: 'https://blog.example/',
      authors: [{ name: 'Ana' }],
      hubs: [{ type: 'WebSub', url: 'https://hub.example/' }],
      next_url: '?page=2',
      items: [
        {
          id: 1,
          url: '/1',
          title: 'One',
          content_text: 'a < b',
          date_published: '2026-01-31T00:00:00Z',
          tags: ['x', 3],
        },
        { id: 'https://blog.example/2', content_html: '<p>Words of an entry without a title.</p>' },
        null,
        { id: '3', title: 'No address' },
      ],
    }),
  );
  t.same(
    json.items.map(({ url, title, guid }) => [url, title, guid]),
    [
      ['https://blog.example/1', 'One', '1'],
      ['https://blog.example/2', 'Words of an entry without a title.', 'https://blog.example/2'],
    ],
  );
  t.same(
    [json.items[0]!.content, json.items[0]!.authors, json.hubUrl, json.nextUrl],
    ['a &lt; b', ['Ana'], 'https://hub.example/', 'https://blog.example/feeds/all.xml?page=2'],
  );
  t.same(json.dropped, [{ reason: 'no-address', what: 'No address' }]);
});

t.test('an item without address or words is left out, and so is a repeated one', async (t) => {
  const feed = feedOf(
    rss([
      '<title>By guid</title><guid>https://blog.example/guid</guid>',
      '<title>No permalink</title><guid isPermaLink="false">https://blog.example/no</guid>',
      '<title>Only sound</title><enclosure url="https://cdn.example/a.mp3" type="audio/mpeg"/>',
      '<link>https://blog.example/words</link><description>&lt;p&gt;First words.&lt;/p&gt;</description>',
      '<link>https://blog.example/nothing</link>',
      '<title>Again</title><link>https://blog.example/guid</link>',
      '<title>Script</title><link>javascript:alert(1)</link>',
    ]),
  );
  t.same(
    feed.items.map(({ url, title }) => [url, title]),
    [
      ['https://blog.example/guid', 'By guid'],
      ['https://blog.example/words', 'First words.'],
    ],
  );
  t.same(feed.dropped, [
    { reason: 'no-address', what: 'No permalink' },
    { reason: 'no-address', what: 'Only sound' },
    { reason: 'no-title', what: 'https://blog.example/nothing' },
    { reason: 'repeated', what: 'https://blog.example/guid' },
    { reason: 'no-address', what: 'Script' },
  ]);
});

t.test('names stand without their mail addresses', async (t) => {
  const names = {
    'ana@blog.example (Ana Bell)': ['Ana Bell'],
    'Ana Bell (ana@blog.example)': ['Ana Bell'],
    'Ana Bell &lt;ana@blog.example&gt;': ['Ana Bell'],
    'ana@blog.example': [],
    '記者王小明/台北報導': ['記者王小明/台北報導'],
    'Ana &amp;amp; Bo': ['Ana & Bo'],
  };
  for (const [author, expected] of Object.entries(names)) {
    const item = `<title>T</title><link>/1</link><author>${author}</author>`;
    t.same(feedOf(rss([item])).items[0]!.authors, expected, author);
  }
});

t.test(
  'relative addresses follow the base, the feed, or the site where a service has the feed',
  async (t) => {
    const item = '<title>T</title><link>post/1</link>';
    const site = '<link>https://blog.example/</link>';
    const urlOf = (text: string, url: string): string => feedOf(text, 9, url).items[0]!.url;
    t.equal(urlOf(rss([item], site), FEED_URL), 'https://blog.example/feeds/post/1');
    t.equal(urlOf(rss([item], site), 'https://feeds.example/b'), 'https://blog.example/post/1');
    const based = rss([item], site, 'xml:base="https://base.example/x/"');
    t.equal(urlOf(based, FEED_URL), 'https://base.example/x/post/1');
  },
);

t.test(
  'a JSON feed is read like one of XML: entities of titles, and the base of addresses',
  async (t) => {
    const json = (fields: object): string =>
      JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'B', ...fields });
    const items = [
      {
        url: 'post/1',
        title: 'Fish &amp; Chips&#8217; day',
        summary: 'AT&T &lt; &#20320;&#22909;',
      },
      { url: '/2', title: 'Is 3 < 4 or a <b> tag?' },
    ];
    const [first, second] = feedOf(json({ items })).items;
    t.same([first!.title, first!.summary], ['Fish & Chips’ day', 'AT&amp;T &lt; 你好']);
    t.same([second!.title, second!.url], ['Is 3 < 4 or a <b> tag?', 'https://blog.example/2']);
    const hosted = json({ items, home_page_url: 'https://blog.example/' });
    t.equal(
      feedOf(hosted, 9, 'https://feeds.example/b').items[0]!.url,
      'https://blog.example/post/1',
    );
  },
);

t.test('broken XML is read as far as it goes', async (t) => {
  const item =
    '<title>Fish & Chips &amp; more &eacute; <3</title><link>https://blog.example/1</link>';
  const warned = `<br />\n<b>Warning</b>: file.php on line 3<br />\n${rss([item])}`;
  t.equal(feedOf(warned).items[0]!.title, 'Fish & Chips & more é <3', 'behind a warning');
  const whole = rss([item, '<title>Second</title><link>https://blog.example/2-and-more</link>']);
  const cut = whole.slice(0, whole.indexOf('-and-more'));
  t.same(
    feedOf(cut).items.map(({ url }) => url),
    ['https://blog.example/1'],
    'cut within an address',
  );
  const unclosed = rss([`${item}<description>a<br>b<p>c`, '<title>S</title><link>/2</link>']);
  t.equal(feedOf(unclosed).items.length, 2, 'markup that never closes');
  const open = rss([item]).replace('</item>', '<item><title>S</title><link>/2</link></item>');
  t.equal(feedOf(open).items.length, 2, 'an item that never closes');
  const prefixes = rss([`${item}<dc:creator>Ana</dc:creator><content:encoded>C</content:encoded>`]);
  const [first] = feedOf(prefixes).items;
  t.same([first!.authors, first!.content], [['Ana'], 'C'], 'prefixes that nobody declared');
  const proto = rss([
    `${item}<__proto__>x</__proto__><constructor a="1" __proto__="2">y</constructor>`,
  ]);
  t.equal(feedOf(proto).items.length, 1, 'tags named like parts of the language');
  const control = rss([
    '<title>a\u0001b&#2;c</title><link>/1</link><description>x\u0000&#8;y</description>',
  ]);
  t.same([feedOf(control).items[0]!.title, feedOf(control).items[0]!.summary], ['abc', 'xy']);
});

t.test('a feed in another charset is read by what it declares', async (t) => {
  const [head, tail] = rss(['<title>@</title><link>/1</link>']).split('@') as [string, string];
  const big5 = Buffer.from('a4b5a4e9b773bb44', 'hex');
  const declared = head.replace('version="1.0"', 'version="1.0" encoding="big5"');
  const bytes = Buffer.concat([Buffer.from(declared), big5, Buffer.from(tail)]);
  const raw = { bytes, contentType: 'text/xml', url: FEED_URL };
  const feed = readFeed(raw, { itemsMax: 9, zoneOffsetMs: 0 });
  t.match(feed, { kind: 'feed', charset: 'Big5', items: [{ title: '今日新聞' }] });
});

t.test('a field of base64, of white space or of a picture is what it declares', async (t) => {
  const entry = (content: string): string => `<title>T</title><link href="/1"/>${content}`;
  const contentOf = (content: string) => feedOf(atom([entry(content)])).items[0]!.content;
  t.equal(
    contentOf('<content type="text/html" mode="base64">PHA+dGVhPC9wPg==</content>'),
    '<p>tea</p>',
  );
  t.equal(contentOf('<content type="image/png">iVBORw0KGgo=</content>'), null);
  t.equal(contentOf('<content src="/1.html" type="text/html"/>'), null);
  t.equal(
    contentOf(`<content type="application/x">a${' '.repeat(300_000)}!</content>`)?.length,
    300_002,
  );
});

t.test('of many items the newest are taken, and the rest is counted', async (t) => {
  const count = 20_000;
  const item = (index: number, date: string) =>
    `<title>T${index}</title><link>https://blog.example/${index}</link>${date}`;
  const days = Array.from({ length: count }, (_, index) =>
    item(
      index,
      `<pubDate>${new Date(Date.UTC(2000, 0, 1) + ((index * 7919) % count) * 3_600_000).toUTCString()}</pubDate>`,
    ),
  );
  const dated = feedOf(rss(days), 10);
  const newest = Array.from({ length: count }, (_, index) => index).filter(
    (index) => (index * 7919) % count >= count - 10,
  );
  t.same(
    dated.items.map(({ title }) => title),
    newest.map((index) => `T${index}`),
  );
  t.equal(dated.dropped.length, count - 10);
  t.ok(dated.dropped.every(({ reason }) => reason === 'too-many'));
  const undated = feedOf(rss(days.map((_, index) => item(index, ''))), 3);
  t.same(
    undated.items.map(({ title }) => title),
    ['T0', 'T1', 'T2'],
    'without dates the first',
  );
  t.equal(undated.dropped.length, count - 3);
});

t.test('what is no feed is named', async (t) => {
  const html = '<!DOCTYPE html><html><body><p>Hello</p>';
  t.equal(reasonOf(''), 'empty');
  t.equal(reasonOf(' \n\t'), 'empty');
  t.equal(reasonOf(`${html}<rss></rss>`), 'not-a-feed');
  t.equal(reasonOf(`${html}<form><input name=p type="password"></form>`), 'login-wall');
  t.equal(reasonOf('<!doctype html><p>Hello'), 'not-a-feed');
  t.equal(reasonOf('just some words'), 'not-a-feed');
  const typed = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "x">${rss([])}`;
  t.equal(feedOf(typed).title, 'Daily', 'a feed with the document type of HTML');
  t.equal(reasonOf('<urlset><url><loc>https://blog.example/</loc></url></urlset>'), 'not-a-feed');
  t.equal(reasonOf('{"items":1}'), 'not-a-feed');
  t.equal(reasonOf('{"items":['), 'broken');
});

t.test('documents that would expand, nest or grow without end are refused', async (t) => {
  const levels = Array.from(
    { length: 10 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  );
  const laughs = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY l0 "ha">${levels.join('')}]>${rss(['<title>&l10;</title>'])}`;
  t.equal(reasonOf(laughs), 'broken', 'entities of entities');
  const file = `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/hosts">]>${rss(['<title>&x;</title><link>/1</link>'])}`;
  t.equal(reasonOf(file), 'broken', 'entities of files');
  const open = `<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(200_000)}`;
  t.equal(reasonOf(open), 'broken', 'a type without end');
  const harmless =
    '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.example/rss-0.91.dtd" ' +
    `[<!ENTITY % HTMLlat1 PUBLIC "-//W3C//ENTITIES" "x.ent"><!ENTITY nbsp "&#160;"><!ENTITY own "[words]>">]>${rss(
      ['<title>a&nbsp;b &own;</title><link>/1</link>'],
    )}`;
  t.equal(
    feedOf(harmless).items[0]!.title,
    'a b &own;',
    'lists of characters pass and do not expand',
  );
  t.equal(reasonOf(`<rss><channel>${'<a>'.repeat(200_000)}`), 'too-deep');
  t.equal(reasonOf(`<rss><channel><item><description>${'<p>'.repeat(200_000)}`), 'too-deep');
  t.equal(reasonOf('<a>'.repeat(200_000)), 'too-deep', 'before the feed begins');
  t.equal(reasonOf(`<rss><channel>${'<a/>'.repeat(2_000_001)}`), 'too-many-elements');
  const many = feedOf(
    `<rss><channel><item><link>/1</link><title>T</title>${'<category>c</category>'.repeat(50_000)}</item></channel></rss>`,
  );
  t.same(many.items[0]!.categories, ['c']);
});

t.test('no text throws, and every address is absolute', async (t) => {
  const pieces = fc.constantFrom(
    '<rss>',
    '<channel>',
    '<item>',
    '</item>',
    '<feed>',
    '<entry>',
    '<title>',
    '</title>',
    '<link>',
    '</link>',
    '<link href="/a"/>',
    '<![CDATA[',
    ']]>',
    '&amp;',
    '&',
    '<',
    '>',
    '"',
    'https://a.example/',
    '<!--',
    '-->',
    '<p a=',
    '<content type="xhtml">',
    '<x:y xmlns:x="',
    '<!DOCTYPE a [',
    ' ',
    'words',
    '<guid>',
    '</guid>',
    '{"items":[',
    '2026-01-31',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const document = read(parts.join(''), 5);
      if (document.kind === 'fault') return document.message.endsWith('.');
      const urls = document.items.map(({ url }) => url);
      return urls.every((url) => /^https?:\/\//.test(url)) && new Set(urls).size === urls.length;
    }),
    { numRuns: 1000 },
  );
  t.pass();
});

t.test('dates follow the language of the feed, and the rules of its source', async (t) => {
  const item =
    '<title>A</title><link>https://blog.example/a</link><pubDate>03/04/2026 15:00</pubDate>';
  const timesOf = (head: string, rules?: ReadingRules) => {
    const raw = { bytes: Buffer.from(rss([item], head)), contentType: '', url: FEED_URL };
    const feed = readFeed(raw, { itemsMax: 9, zoneOffsetMs: 0, rules });
    return feed.kind === 'feed'
      ? feed.items.map(({ published }) => published && isoOf(published.atMs))
      : feed;
  };
  t.same(timesOf(''), [null]);
  t.same(timesOf('<language>pt_BR</language>'), ['2026-04-03T15:00:00.000Z']);
  t.same(timesOf('<language>en-us</language>'), ['2026-03-04T15:00:00.000Z']);
  const german = { dateLanguage: 'de' };
  t.same(timesOf('<language>en-us</language>', german), ['2026-04-03T15:00:00.000Z']);
  t.same(timesOf('<language>de</language>', { dayFirst: false }), ['2026-03-04T15:00:00.000Z']);
});
