import '../../engine/actor/threads-here.js';
import t, { type Test } from 'tap';
import { METADATA, type Theme } from '../../../demo/sites/content.js';
import type { SiteLine } from '../../../demo/sites/records.js';
import { textOfHtml } from '../../../src/documents/html.js';
import { readPage } from '../../../src/documents/page.js';
import { DAY_MS, ManualClock } from '../../../src/kernel/clock.js';
import { times } from '../../all.js';
import { BLOG_THEMES } from '../../documents/page/blog-themes.js';
import { aroundOf } from '../../documents/page/fixtures.js';
import { type ArticleSet, realSet } from './article-sets.js';
import { type LocalWeb, type PublishedArticle, startLocalWeb } from './local-web.js';
import { normalForm } from './normal-form.js';

const folder = process.env.TAGWIRE_TEST_DATA;
const NEWS_THEMES = ['portal', 'cards', 'tables', 'wide'] as const;
const POST_THEMES = [...NEWS_THEMES, 'journal', 'notebook'] as const;
const SAMPLE = times(12, 120);
/** Articles on the sites for each that is read. */
const SPARE = 3;
const THEME_SAMPLE = times(5, 40);
/** Shorter texts are pages that say they have moved. */
const TEXT_UNITS_MIN = 20;
const EQUAL_SHARE_MIN = 0.99;
const VISITS = [5, 77_777] as const;

/** How often something was read as it was published, and how the rest differs. */
class Shares {
  all = 0;
  readonly #equal = new Map<string, number>();
  readonly #misses = new Map<string, number>();
  readonly #examples: string[] = [];

  count(what: string, isEqual: boolean): void {
    this.#equal.set(what, (this.#equal.get(what) ?? 0) + Number(isEqual));
  }

  miss(kind: string, example: string): void {
    this.#misses.set(kind, (this.#misses.get(kind) ?? 0) + 1);
    if (this.#examples.length < 5) this.#examples.push(`${kind}: ${example}`);
  }

  shareOf(what: string): number {
    return (this.#equal.get(what) ?? 0) / Math.max(1, this.all);
  }

  toString(): string {
    const shares = [...this.#equal.keys()].map(
      (what) => `${what} ${(100 * this.shareOf(what)).toFixed(1)}%`,
    );
    const misses = [...this.#misses].map(([kind, count]) => `${kind} ${count}`);
    return [`${this.all}: ${shares.join(', ')}`, ...misses, ...this.#examples].join('; ');
  }
}

function kindOf(body: string, wanted: string): string {
  if (body === '') return 'no text';
  if (wanted.endsWith(body)) return 'beginning lost';
  if (wanted.startsWith(body)) return 'end lost';
  if (body.includes(wanted)) return 'more around it';
  return body.length < wanted.length ? 'lost inside' : 'more inside';
}

function sampleOf<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, at) => items[Math.floor(at * step)]!,
  );
}

const textOf = ({ body, html }: Pick<PublishedArticle, 'body' | 'html'>): string =>
  html === null ? (body ?? '') : textOfHtml(html);

function compareBodies(
  shares: Shares,
  bodies: readonly string[],
  wanted: string,
  url: string,
): void {
  const [body, wantedForm] = [normalForm(bodies[0]!), normalForm(wanted)];
  shares.count('bodies', body === wantedForm);
  shares.count('stable', new Set(bodies).size === 1);
  if (body !== wantedForm) shares.miss(kindOf(body, wantedForm), url);
}

/** Reads an article's page at two visits and compares it with what was published. */
function compare(web: LocalWeb, article: PublishedArticle, shares: Shares): void {
  const { owner, host } = web.site(article.site);
  const { pathname, search } = new URL(article.url);
  const genre = article.kind;
  const pages = VISITS.map((visit) => {
    const content = host.page(pathname + search, visit).content as string;
    const raw = {
      bytes: Buffer.from(content),
      contentType: 'text/html; charset=utf-8',
      url: article.url,
    };
    return readPage(raw, { zoneOffsetMs: owner.zoneOffsetMs, genre });
  });
  const [page] = pages;
  shares.all++;
  if (page?.kind !== 'page') {
    shares.miss('fault', article.url);
    return;
  }
  const bodies = pages.map((one) => (one.kind === 'page' ? (one.body ?? '') : ''));
  compareBodies(shares, bodies, textOf(article), article.originalUrl);
  shares.count('titles', normalForm(page.title) === normalForm(article.title));
  shares.count('dates', page.published?.atMs === (article.publishedMs ?? undefined));
  shares.count('authors', `${page.authors}` === `${article.authors}`);
  shares.count('tags', `${page.keywords}` === `${article.tags}`);
}

/** The sites of a set with some of its items: a web of all of them is dear to make. */
function thinned({ name, lines }: ArticleSet, count: number): ArticleSet {
  const isItem = ({ kind }: SiteLine): boolean => kind === 'news' || kind === 'post';
  const urls = [...new Set(lines.filter(isItem).map(({ url }) => url))];
  const kept = new Set(sampleOf(urls, count));
  return { name, lines: lines.filter((line) => !isItem(line) || kept.has(line.url)) };
}

async function sharesOf(set: ArticleSet, theme: Theme): Promise<Shares> {
  const owners = set.lines.filter(({ kind }) => kind === 'media' || kind === 'blog');
  const keys = owners.map(({ kind, slug, media }) => String(kind === 'blog' ? slug : media));
  const styles = Object.fromEntries(
    keys.map((key, at) => [key, { theme, metadata: METADATA[at % METADATA.length]! }]),
  );
  const clock = new ManualClock(newestMs(set) + 2 * DAY_MS);
  const web = await startLocalWeb({ clock, sets: [set], styles });
  const shares = new Shares();
  const published = web
    .published(clock.nowMs())
    .filter((one) => textOf(one).length >= TEXT_UNITS_MIN);
  for (const article of sampleOf(published, SAMPLE)) compare(web, article, shares);
  await web.close();
  return shares;
}

function newestMs({ lines }: ArticleSet): number {
  return lines.reduce((ms, { observedAt }) => {
    const atMs = Date.parse(String(observedAt));
    return Number.isNaN(atMs) ? ms : Math.max(ms, atMs);
  }, 0);
}

function check(t: Test, what: string, shares: Shares): void {
  t.comment(`${what}: ${shares}`);
  t.ok(shares.all > 0, `${what}: there is something to compare`);
  const share = shares.shareOf('bodies');
  t.ok(share >= EQUAL_SHARE_MIN, `${what}: ${share} of the bodies are equal`);
  t.equal(shares.shareOf('stable'), 1, `${what}: another visit gives the same texts`);
}

t.test('news is read as it was published, in every layout', async (t) => {
  if (folder === undefined) {
    t.pass('TAGWIRE_TEST_DATA is not set: nothing to read');
    return;
  }
  for (const name of ['zh-politics', 'zh-referendum']) {
    const set = thinned(realSet(folder, name), SPARE * SAMPLE);
    for (const theme of NEWS_THEMES) check(t, `${name}, ${theme}`, await sharesOf(set, theme));
  }
});

t.test('posts are read as they were published, in every layout', async (t) => {
  if (folder === undefined) {
    t.pass('TAGWIRE_TEST_DATA is not set: nothing to read');
    return;
  }
  const set = thinned(realSet(folder, 'blogs-en'), SPARE * SAMPLE);
  for (const theme of POST_THEMES) check(t, `blogs-en, ${theme}`, await sharesOf(set, theme));
});

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

function isPost({ kind, html }: SiteLine): boolean {
  return kind === 'post' && typeof html === 'string' && textOfHtml(html).length >= 300;
}

t.test('posts are read in the themes of other systems', async (t) => {
  if (folder === undefined) {
    t.pass('TAGWIRE_TEST_DATA is not set: nothing to read');
    return;
  }
  const posts = sampleOf(realSet(folder, 'blogs-en').lines.filter(isPost), THEME_SAMPLE);
  for (const { name, page } of BLOG_THEMES) {
    const shares = new Shares();
    for (const line of posts) {
      const [url, html] = [String(line.url), String(line.html)];
      const post = {
        title: escaped(String(line.title)),
        author: 'Ada Quill',
        date: '2024-03-05T08:30:00Z',
        html,
      };
      const bodies = VISITS.map((visit) => {
        const bytes = Buffer.from(page(post, aroundOf(visit, 'en')));
        const read = readPage(
          { bytes, contentType: 'text/html; charset=utf-8', url },
          { zoneOffsetMs: 0, genre: 'post' },
        );
        return read.kind === 'page' ? (read.body ?? '') : '';
      });
      shares.all++;
      compareBodies(shares, bodies, textOfHtml(html), url);
    }
    check(t, name, shares);
  }
});
