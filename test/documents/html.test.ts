import fc from 'fast-check';
import t from 'tap';
import { ANCHOR_MAX, DEPTH_MAX, ELEMENTS_MAX, extractHtml } from '../../src/documents/html.js';
import { INGEST } from '../../src/kernel/limits.js';
import { canonicalUrl } from '../../src/kernel/text/url.js';

const PAGE = 'https://blog.example/2026/post';
const textOf = (html: string): string => extractHtml(html, PAGE).text;
const linksOf = (html: string) => extractHtml(html, PAGE).links;

t.test('blocks become lines and inline elements do not', async (t) => {
  t.equal(
    textOf('<h1>One</h1><p>two <b>th</b>ree</p><ul><li>a<li>b</ul>tail'),
    'One\ntwo three\na\nb\ntail',
  );
  t.equal(textOf('one<br>two<br/>three'), 'one\ntwo\nthree');
  t.equal(textOf('<table><tr><td>a<td>b</tr><tr><td>c</table>'), 'a b\nc');
});

t.test('white space is collapsed except in pre', async (t) => {
  t.equal(textOf('  a \n b <i> c </i> d\n\n<p> e'), 'a b c d\ne');
  t.equal(textOf('<p>x</p><pre>if a:\n  b\r\n  c</pre><p>y'), 'x\nif a:\n  b\n  c\ny');
  t.equal(textOf('a&nbsp;b 中　文'), 'a\u00a0b 中　文');
});

t.test('entities are decoded and controls dropped', async (t) => {
  t.equal(
    textOf('a &amp; b &lt;c&gt; &#20013;&#x6587; &copy; &unknown; &#0;\0'),
    'a & b <c> 中文 © &unknown; \ufffd',
  );
});

t.test('scripts, styles, templates and other machinery leave nothing', async (t) => {
  for (const name of [
    'script',
    'style',
    'template',
    'noscript',
    'svg',
    'textarea',
    'title',
    'select',
  ]) {
    const html = `a<${name}><a href="https://x.example/">no</a></${name}>b`;
    t.equal(textOf(html), 'ab', name);
    t.same(linksOf(html), [], name);
  }
  t.equal(textOf('a<!-- no --><![CDATA[no]]><?no?>b'), 'ab');
});

t.test('links are absolute and carry their text', async (t) => {
  t.same(linksOf('<p>See <a href="../about?utm_source=x#me"> my\n <b>page</b> </a>.'), [
    { url: 'https://blog.example/about', anchor: 'my page', location: 'body' },
  ]);
  t.same(
    linksOf('<a href=//two.example/x>2</a><a href=" https://three.example ">3</a>').map(
      (link) => link.url,
    ),
    ['https://two.example/x', 'https://three.example/'],
  );
});

t.test('what leads nowhere on the web is left out', async (t) => {
  const html = [
    '#top',
    'mailto:a@b.example',
    'javascript:x()',
    'data:,x',
    'http://',
    '',
    ' ',
    'https://u:p@x.example/',
  ]
    .map((href) => `<a href="${href}">x</a>`)
    .join('');
  t.same(linksOf(`${html}<a>x</a><a name=y>x</a>`), []);
});

t.test('the first base of a page counts', async (t) => {
  const links = linksOf(
    '<base href="https://b.example/x/"><base href="https://c.example/"><a href=y>z</a>',
  );
  t.equal(links[0]?.url, 'https://b.example/x/y');
});

t.test('a link that opens in another ends that one', async (t) => {
  t.same(
    linksOf('<a href=/a>one <a href=/b>two</a> rest').map((link) => link.anchor),
    ['one', 'two'],
  );
  t.same(
    linksOf('<a href=/a>never closed').map((link) => link.anchor),
    ['never closed'],
  );
});

t.test('anchor texts are cut', async (t) => {
  t.equal(linksOf(`<a href=/a>${'😀'.repeat(900)}</a>`)[0]?.anchor, '😀'.repeat(ANCHOR_MAX));
});

t.test('the nearest landmark gives the location', async (t) => {
  const locationOf = (html: string) => linksOf(html.replace('@', '<a href=/x>x</a>'))[0]?.location;
  t.equal(locationOf('<p>@'), 'body');
  t.equal(locationOf('<aside>@</aside>'), 'sidebar');
  t.equal(locationOf('<nav><ul><li>@'), 'sidebar');
  t.equal(locationOf('<div role="complementary">@'), 'sidebar');
  t.equal(locationOf('<div class="widget-area"><p>@'), 'sidebar');
  t.equal(locationOf('<div id="Sidebar">@'), 'sidebar');
  t.equal(locationOf('<div class="left-sidebar">@'), 'sidebar');
  t.equal(locationOf('<aside class="widget"><ul class="blogroll"><li>@'), 'blogroll');
  t.equal(locationOf('<aside class="blogroll">@'), 'blogroll');
  t.equal(locationOf('<div id=comments><article class=comment-body>@'), 'comment');
  t.equal(locationOf('<ol class="commentlist"><li>@'), 'comment');
  t.equal(locationOf('<aside>x</aside><p>@'), 'body', 'a closed landmark is over');
  t.equal(
    locationOf('<div class="sidebar-left"><main>@'),
    'body',
    'main is the body whatever holds it',
  );
  t.equal(locationOf('<div class="post has-sidebar">@'), 'body');
  t.equal(locationOf('<body class="sidebar comments-open">@'), 'body');
  t.equal(locationOf('<pre><span class="comment">@'), 'body', 'program text is no comment section');
});

t.test('links beyond the limit are counted out', async (t) => {
  const some = extractHtml('<a href=/x>x</a>'.repeat(INGEST.linksMax), PAGE);
  t.equal(some.links.length, INGEST.linksMax);
  t.notOk(some.linksTruncated);
  const more = extractHtml('<a href=/x>x</a>'.repeat(INGEST.linksMax + 1), PAGE);
  t.equal(more.links.length, INGEST.linksMax);
  t.ok(more.linksTruncated);
});

t.test('the text has a greatest length', async (t) => {
  t.equal([...textOf('😀'.repeat(INGEST.bodyMax + 5))].length, INGEST.bodyMax);
  t.equal(textOf(`${'a'.repeat(INGEST.bodyMax)}<p>b`).length, INGEST.bodyMax);
});

t.test('nesting beyond the limit is forgotten, and no text or link with it', async (t) => {
  const levels = 3 * DEPTH_MAX + 7;
  const words = Array.from({ length: levels }, (_, level) => `w${level}`);
  const { text, links } = extractHtml(
    `${words.map((word) => `<span>${word} `).join('')}<script>no</script><a href=/x>end</a>${'</span>'.repeat(levels)}!`,
    PAGE,
  );
  t.equal(text, `${words.join(' ')} end!`);
  t.equal(links.length, 1);
  const edge = (depth: number) => textOf(`${'<b>'.repeat(depth)}a<script>no()</script>z`);
  for (let depth = DEPTH_MAX - 3; depth < DEPTH_MAX + 3; depth++)
    t.equal(edge(depth), 'az', `script at ${depth}`);
});

t.test('elements beyond the limit are not read', async (t) => {
  const { text } = extractHtml('<i>x</i>'.repeat(ELEMENTS_MAX + 100), PAGE);
  t.equal(text.length, ELEMENTS_MAX);
});

t.test('hostile nesting ends within the bounds', async (t) => {
  const html = '<p><b><i>x '.repeat(200_000 / 11);
  const { text } = extractHtml(html, PAGE);
  const groups = text.split('x').length - 1;
  t.ok(
    groups > 0.9 * (ELEMENTS_MAX / 3) && groups <= ELEMENTS_MAX / 3,
    `${groups} groups were read`,
  );
});

t.test('hostile repetition of any kind gives an answer', async (t) => {
  const pieces = [
    '</p>',
    '</x>',
    '<',
    '<!--',
    '<!---->',
    '&',
    '&amp;',
    '<a href=',
    '<a href="x">',
    '<a ',
    ' ',
    '<pre> ',
    '\n<b> ',
    '<svg>',
    '<svg/>',
    '<form>',
    '<table><tr>',
    '<a b="',
    "<script>'",
    '<template>',
    '</script>',
    '<title>',
    '<textarea>',
    '<base href=a>',
    '😀',
  ];
  for (const piece of pieces) {
    const { text, links } = extractHtml(
      `${'<b>'.repeat(190)}${piece.repeat(200_000 / piece.length)}`,
      PAGE,
    );
    t.ok(text.length <= 200_000 && links.length <= INGEST.linksMax, piece);
  }
});

t.test('any markup gives clean text and canonical links', async () => {
  const bit = fc.oneof(
    fc.constantFrom(
      '<p>',
      '</p>',
      '<div class=sidebar>',
      '</div>',
      '<a href=/x>',
      '<a href="http://[">',
      '</a>',
      '<pre>',
      '</pre>',
      '<br>',
      '<script>',
      '</script>',
      '<svg>',
      '</svg>',
      '<form>',
      '</form>',
      '<td>',
      ' ',
      '\n',
      '&amp;',
      '&#xd800;',
      '<',
      '>',
      '"',
      'word',
      '</br>',
      '<!--',
      '-->',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(bit, { maxLength: 40 }), (bits) => {
      const { text, links } = extractHtml(bits.join(''), PAGE);
      if (text !== text.trim() || /[\0-\x09\x0b-\x1f\x7f-\x9f]/.test(text)) return false;
      return links.every(
        (link) => canonicalUrl(link.url) === link.url && link.anchor === link.anchor.trim(),
      );
    }),
    { numRuns: 1000 },
  );
});

t.test('plain text comes through unchanged but for white space', async (t) => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z中文，]+$/), { minLength: 1 }), (words) => {
      t.equal(textOf(words.join(' \n')), words.join(' '));
      t.equal(textOf(words.map((word) => `<p>${word}`).join('')), words.join('\n'));
    }),
  );
});
