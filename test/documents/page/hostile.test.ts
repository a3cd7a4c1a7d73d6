import fc from 'fast-check';
import t from 'tap';
import { readPage } from '../../../src/documents/page.js';
import { times } from '../../all.js';
import { articleOf } from './fixtures.js';
import { jsonLd, outcomeOf, pageOf, rawOf } from './reading.js';

const { paragraphs } = articleOf(4, 'en', 5);
const article = `<h1>Rain</h1><article>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</article>`;
const repeat = (text: string, count: number): string => text.repeat(count);
const faultOf = (html: string): string | null => {
  const outcome = outcomeOf(html);
  return outcome.kind === 'fault' ? outcome.reason : null;
};

t.test('pages beyond the bounds of a tree are faults', async (t) => {
  t.equal(faultOf(repeat('<p><b><i>', 20_000)), 'too-deep');
  t.equal(faultOf(repeat('<div>', 200_000)), 'too-deep');
  t.equal(faultOf(`${repeat('<div>', 200_000)}x${repeat('</div>', 200_000)}`), 'too-deep');
  t.equal(faultOf(repeat('<table><tr><td>x', 5000)), 'too-deep');
  t.equal(faultOf(repeat('<p>x</p>', 15_001)), 'too-many-elements');
  t.equal(faultOf(`<p>${repeat('word ', 900_000)}</p>`), 'too-large');
});

t.test('such a page still gives the article that its metadata carries', async (t) => {
  const articleBody = paragraphs.join('\n');
  const script = jsonLd({ '@type': 'Article', headline: 'Rain', articleBody });
  for (const html of [
    `${script}${repeat('<div>', 1000)}`,
    `${repeat('<div>', 1000)}${script}`,
    `${script}${repeat('<p>x</p>', 20_000)}`,
  ]) {
    const page = pageOf(html);
    t.equal(page.title, 'Rain');
    t.equal(page.body, articleBody);
    t.equal(page.bodySource, 'json-ld');
    t.ok(page.linksTruncated);
  }
});

t.test('documents that are no pages are told apart', async (t) => {
  const outcome = (html: string, contentType: string) =>
    readPage(rawOf(html, undefined, contentType), { zoneOffsetMs: 0 });
  const reason = (html: string, contentType = 'text/html') => {
    const page = outcome(html, contentType);
    return page.kind === 'fault' ? page.reason : page.kind;
  };
  t.equal(reason(''), 'empty');
  t.equal(reason('  \n '), 'empty');
  t.equal(reason('%PDF-1.4 ...', 'application/pdf'), 'not-html');
  t.equal(reason('{"a":1}', 'application/json'), 'not-html');
  t.equal(reason('GIF89a\0\0\0', ''), 'not-html');
  t.equal(reason('<?xml version="1.0"?><rss version="2.0"><channel/></rss>'), 'not-html');
  t.equal(reason(article, 'application/octet-stream'), 'page');
  t.equal(reason(article, ''), 'page');
});

t.test('huge and broken parts cost no more than themselves', async (t) => {
  const parts: { [name: string]: string } = {
    'one attribute of megabytes': `<p title="${repeat('x', 3_000_000)}">`,
    'many attributes': `<p ${Array.from({ length: 50_000 }, (_, at) => `a${at}=1`).join(' ')}>`,
    'quotes without end in JSON-LD': `<script type="application/ld+json">{"a":"${repeat('\\"', 300_000)}</script>`,
    'comments without end in JSON-LD': `<script type="application/ld+json">{${repeat('/*', 300_000)}</script>`,
    'deep JSON-LD': `<script type="application/ld+json">${repeat('[', 300_000)}</script>`,
    'keywords without end': `<meta name="keywords" content="${repeat('a,', 200_000)}">`,
    'a title of blanks': `<title>${repeat(' ', 500_000)}</title>`,
    'separators without end': `<meta property="og:title" content="${repeat('a | ', 100_000)}">`,
    'ten thousand facts': repeat('<meta name="author" content="A B">', 10_000),
    'forms in forms': repeat('<form>', 10_000),
    comments: repeat('<!-- x -->', 50_000),
    'a list of links': `<ul>${repeat('<li><a href="/x">Some story</a></li>', 5000)}</ul>`,
    'related lists': repeat('<h3>Related news</h3><ul><li><a href="/x">Some</a></li></ul>', 2000),
  };
  for (const [name, part] of Object.entries(parts)) {
    t.equal(pageOf(`${part}</p>${article}`).body, paragraphs.join('\n'), name);
  }
});

t.test('text times depth beyond what Readability can bear is read without it', async (t) => {
  const deep = `${repeat('<div class="x">', 180)}${repeat(`<span>${paragraphs[0]}</span> `, 2000)}`;
  const page = pageOf(deep);
  t.equal(page.bodyState, 'ok');
  t.ok((page.body?.length ?? 0) > 100_000);
});

t.test('markup that is all entities or all brackets is no danger', async (t) => {
  t.equal(outcomeOf(repeat('&amp;', 300_000)).kind, 'page');
  t.equal(outcomeOf(repeat('<', 500_000)).kind, 'page');
});

t.test(
  'property: no soup of markup makes an exception or an address that is no address',
  async (t) => {
    const piece = fc.constantFrom(
      ...'<p> </p> <div> </div> <article> </article> <a> </a> <ul> <li> </ul> <table> <tr> <td> </table> <br> <br><br> <script> </script> <svg> </svg> <template> </template> <title> </title> <html> </html> <body> </body> <head> <!-- --> <![CDATA[ ]]> <plaintext> <select> <form> </form> <h1> </h1> <time> <pre> </pre> <noscript> </noscript> &amp; &#0; &lt;'.split(
        ' ',
      ),
      '<a href="/x">',
      '<a href="javascript:x">',
      '<a href="http://[">',
      '<base href="http://[">',
      '<base href="/b/">',
      '<link rel=canonical href="::">',
      '<link rel=alternate type="application/rss+xml" href="http://%zz">',
      '<meta property="og:image" content="http://">',
      '<meta http-equiv=refresh content="0;url=http://[">',
      '<div class="comments">',
      '<div class="related">',
      '<div itemprop="articleBody">',
      '<script type="application/ld+json">{"@type":"Article","author":{"@id":"#a"},"@id":"#a"}</script>',
      `<p>${paragraphs[0]}</p>`,
      '雨'.repeat(50),
      '\0',
      '\ud800',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const page = outcomeOf(pieces.join(''));
        if (page.kind === 'fault') return page.reason === 'empty' || page.reason === 'not-html';
        const urls = [
          page.canonicalUrl,
          page.image,
          page.iconUrl,
          page.hubUrl,
          page.refreshUrl,
          ...page.feeds.map(({ url }) => url),
          ...page.links.map(({ url }) => url),
        ];
        const isState = (page.body === null) === ['missing', 'blocked'].includes(page.bodyState);
        return isState && urls.every((url) => url === null || /^https?:\/\/[^/\s]+\//.test(url));
      }),
      { seed: 5, numRuns: times(150, 1000) },
    );
    t.pass('any soup');
  },
);
