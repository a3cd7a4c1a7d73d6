import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import t from 'tap';
import { paragraphsOf } from '../../../demo/sites/article-text.js';
import { METADATA, type SiteArticle, type SiteStyle, THEMES } from '../../../demo/sites/content.js';
import { listRuleOf } from '../../../demo/sites/list-pages.js';
import { pageAt } from '../../../demo/sites/site.js';
import { styleOf } from '../../../demo/sites/style.js';
import { PORTAL_RULE } from '../../../demo/sites/topic-pages.js';
import { extractHtml } from '../../../src/documents/html.js';
import { article, NOW_MS, nastyLine, owner, siteWith } from './example-site.js';

const RUNS = { numRuns: 12 };
const STYLES = THEMES.flatMap((theme) => METADATA.map((metadata) => ({ theme, metadata })));

function documentOf(one: SiteArticle, style: Partial<SiteStyle>, visit = 1) {
  const view = { ...siteWith([one, article(50), article(51)], style), visit };
  const page = pageAt(view, one.url.slice('http://news.example'.length));
  return parseHTML(String(page.content)).document;
}

/** Elements in their order, without any text. */
function skeleton(document: ReturnType<typeof documentOf>): string {
  return [...document.querySelectorAll('*')].map(({ localName }) => localName).join(' ');
}

for (const style of STYLES) {
  t.test(`no text breaks out of its place: ${style.theme}, ${style.metadata}`, async () => {
    const plain = article(1, { title: 'x', description: 'x', section: 'x', tags: ['x'] });
    const wanted = skeleton(documentOf({ ...plain, body: 'x', authors: ['x'] }, style));
    const check = fc.property(nastyLine, (text) => {
      const nasty = { title: text, description: text, section: text, body: text };
      const document = documentOf({ ...plain, ...nasty, authors: [text], tags: [text] }, style);
      const html = String(document.querySelector('h1')?.textContent);
      return skeleton(document) === wanted && html === text;
    });
    fc.assert(check, RUNS);
  });

  t.test(`the page holds the whole text in order: ${style.theme}, ${style.metadata}`, async (t) => {
    const sentences = Array.from(
      { length: 60 },
      (_, n) => `這是第${n}句，說明「海港${n}號」的事。`,
    );
    const body = sentences.join('');
    const document = documentOf(article(1, { body }), style);
    for (const script of document.querySelectorAll('script, .ad-break')) script.remove();
    const text = String(document.body.textContent).replace(/\s/g, '');
    t.ok(text.includes(body), 'with nothing but advertisements in between');
  });
}

t.test('paragraphs are the text, apart from white space', async () => {
  const sentence = fc.oneof(
    nastyLine,
    fc.constantFrom('說完。', '真的嗎？」', 'It ends. ', '\n\n'),
  );
  const check = fc.property(fc.array(sentence, { maxLength: 80 }), (parts) => {
    const body = parts.join('');
    const joined = paragraphsOf(body).join('');
    return joined.replace(/\s/g, '') === body.replace(/\s/g, '');
  });
  fc.assert(check, { numRuns: 100 });
});

t.test('HTML of a post is on the page as it is', async (t) => {
  const html = '<p>Hello <a href="http://friend.example/1">friend</a></p><pre>a &lt; b</pre>';
  for (const theme of ['journal', 'notebook'] as const) {
    const document = documentOf(article(1, { html, body: null }), { theme });
    t.ok(document.body.innerHTML.includes(html), theme);
  }
});

t.test('links around a text are told from its own by where they stand', async (t) => {
  const html = '<p>See <a href="http://quoted.example/1">this</a>.</p>';
  const friends = [{ name: 'f', url: 'http://friend.example/' }];
  for (const theme of THEMES) {
    const seen = new Set<string>();
    // Comments differ from article to article.
    for (let number = 0; number < 20; number++) {
      const one = article(number, { html, body: null });
      const view = siteWith([one], { theme }, { kind: 'blog', friends });
      const { links } = extractHtml(String(pageAt(view, `/news/${number}`).content), one.url);
      const friendly = links.filter(({ url }) => url === 'http://friend.example/');
      for (const { location } of friendly) seen.add(location);
      const own = links.filter(({ url }) => url === 'http://quoted.example/1');
      t.same(
        own.map(({ location }) => location),
        ['body'],
        theme,
      );
    }
    t.notOk(seen.has('body'), theme);
    if (theme === 'journal' || theme === 'notebook')
      t.same([...seen].sort(), ['blogroll', 'comment']);
  }
});

t.test('a day is shown as a day, and a time with its zone', async (t) => {
  const day = article(1, { precision: 'day', publishedMs: Date.UTC(2025, 4, 18, 16) });
  for (const metadata of METADATA) {
    const text = String(documentOf(day, { theme: 'cards', metadata }).documentElement.outerHTML);
    t.match(text, '2025-05-19', metadata);
    t.notMatch(text, '2025-05-19T', metadata);
  }
  const timed = documentOf(article(1), { theme: 'cards', metadata: 'bare' });
  t.equal(timed.querySelector('time')?.getAttribute('datetime'), '2025-05-20T02:01:00+08:00');
});

t.test('what stands around an article changes with the visit, the article does not', async (t) => {
  const one = article(1);
  const others = Array.from({ length: 30 }, (_, n) => article(n + 60));
  const at = (visit: number) => {
    const view = { ...siteWith([one, ...others], { theme: 'portal' }), visit };
    return parseHTML(String(pageAt(view, '/news/1').content)).document;
  };
  const around = (visit: number) => String(at(visit).querySelector('.related-posts')?.textContent);
  t.not(around(1), around(2));
  t.equal(around(1), around(1));
  t.equal(
    at(1).querySelector('.paragraph')?.textContent,
    at(2).querySelector('.paragraph')?.textContent,
  );
});

t.test('lists can be read by the rule of their site, page after page', async (t) => {
  const articles = Array.from({ length: 45 }, (_, number) => article(number));
  for (const theme of THEMES) {
    const view = siteWith(articles, { theme, tracking: 'none' });
    const rule = listRuleOf(view.style);
    const titles: string[] = [];
    let target: string | null = '/list';
    for (let page = 0; target !== null && page < 5; page++) {
      const { document } = parseHTML(String(pageAt(view, target).content));
      for (const item of document.querySelectorAll(rule.item)) {
        titles.push(String(item.querySelector(rule.title)?.textContent));
        t.match(
          item.querySelector(rule.link)?.getAttribute('href'),
          /^http:\/\/news\.example\/news\//,
        );
        t.ok(item.querySelector(rule.date.split('@')[0] as string), 'a date');
      }
      const next: string | null = document.querySelector(rule.next)?.getAttribute('href') ?? null;
      target = next === null ? null : next.slice('http://news.example'.length);
    }
    t.same(titles, articles.map(({ title }) => title).reverse(), theme);
  }
});

t.test('portals can be read by their rule', async (t) => {
  const view = siteWith([article(1)], { portal: true });
  for (let n = 0; n < 13; n++) {
    view.content.putTopic(
      {
        ...{ id: `t${n}`, kind: n === 5 ? 'feature' : 'topic', title: `專題 <${n}>` },
        ...{ url: `http://news.example/topic/t${n}`, image: 'http://news.example/a.jpg' },
        ...{
          sponsored: n === 3,
          stories: [{ url: article(1).url, title: '事', publishedMs: NOW_MS }],
        },
      },
      NOW_MS - 1000,
    );
  }
  const first = parseHTML(String(pageAt(view, '/topics').content)).document;
  const cards = [...first.querySelectorAll(PORTAL_RULE.item)];
  t.equal(cards.length, 10);
  t.equal(cards[0]?.getAttribute(PORTAL_RULE.id), 't12');
  t.equal(cards[0]?.querySelector(PORTAL_RULE.title)?.textContent, '專題 <12>');
  t.equal(first.querySelectorAll(PORTAL_RULE.sponsored).length, 1);
  t.match(first.querySelector(PORTAL_RULE.next)?.getAttribute('href'), /topics\?page=2$/);
  const topic = parseHTML(String(pageAt(view, '/topic/t12').content)).document;
  t.equal(topic.querySelectorAll(PORTAL_RULE.story).length, 1);
  const features = parseHTML(String(pageAt(view, '/features').content)).document;
  t.equal(features.querySelectorAll(PORTAL_RULE.item).length, 1);
});

t.test(
  'addresses with campaign parameters lead to the article, old feeds to the new one',
  async (t) => {
    const style = { oldFeedPath: 'feed', feed: 'rss', feedPath: 'rss.xml' } as const;
    const redirecting = siteWith([article(1)], { ...style, tracking: 'redirect' });
    const moved = pageAt(redirecting, '/news/1?utm_source=feed');
    t.same([moved.status, moved.location], [302, 'http://news.example/news/1']);
    const plain = siteWith([article(1)], { ...style, tracking: 'canonical' });
    const page = pageAt(plain, '/news/1?utm_source=feed');
    t.equal(page.status, 200);
    t.match(page.content, '<link rel="canonical" href="http://news.example/news/1">');
    const feed = pageAt(plain, '/feed');
    t.same([feed.status, feed.location], [301, 'http://news.example/rss.xml']);
  },
);

t.test('what is not there is 404, whatever is asked', async () => {
  const view = siteWith([article(1)]);
  const known =
    /^\/(?:$|[?#]|list|feed|rss|atom|about|contact|news\/1|section\/|tag\/|sitemap|.*\.(?:jpe?g|png|gif|webp|svg))/;
  const check = fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
    const target = `${path === '' ? '/' : path}?${query}`;
    const { status } = pageAt(view, target);
    // The parser takes dot segments away.
    const isAddress = URL.canParse(target, owner.home);
    const meant = isAddress ? new URL(target, owner.home).pathname : '';
    return known.test(meant) || status === 404;
  });
  fc.assert(check, { numRuns: 200 });
});

t.test('a style depends on nothing but the name of the owner', async (t) => {
  t.same(styleOf(owner), styleOf({ ...owner }));
  const themes = new Set(
    Array.from({ length: 60 }, (_, n) => styleOf({ kind: 'media', key: `paper${n}` }).theme),
  );
  t.equal(themes.size, 4, 'media use all four layouts');
});
