/** What a week of the invented world looks like from afar. */
import t from 'tap';
import { HOUR_MS } from '../../src/kernel/clock.js';
import { hash53 } from '../../src/kernel/hash.js';
import { type Line, lines } from './world.js';

interface Article {
  media: string;
  url: string;
  title: string;
  tags: string[];
  body: string;
  observedAt: string;
  publishedAt: string | undefined;
  /** The part of its address that all articles of its story share. */
  story: string;
}

const WEEK = lines({ days: 7, perDay: 1200, media: 60, blogs: 80 });

function articlesOf(all: readonly Line[]): Article[] {
  const known = new Map<string, Article>();
  for (const line of all) {
    if (line.kind !== 'news' || known.has(line.url as string)) continue;
    const key = /([0-9a-z]+)(\.html)?$/.exec(line.url as string)?.[1] as string;
    known.set(
      line.url as string,
      {
        tags: [],
        body: '',
        publishedAt: undefined,
        ...(line as unknown as Partial<Article>),
        story: key.slice(0, -2),
      } as Article,
    );
  }
  return [...known.values()];
}

const ARTICLES = articlesOf(WEEK);

/** Share of the articles for which a test holds. */
function share(test: (article: Article) => boolean): number {
  return ARTICLES.filter(test).length / ARTICLES.length;
}

/** Runs of five characters, as numbers in their order. */
function shingles(text: string): Float64Array {
  const normal = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  const out = new Set<number>();
  for (let i = 0; i + 5 <= normal.length; i++) out.add(hash53(normal.slice(i, i + 5)));
  return Float64Array.from(out).sort();
}

function dice(a: Float64Array, b: Float64Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i]! < b[j]!) i += 1;
    else if (a[i]! > b[j]!) j += 1;
    else {
      shared += 1;
      i += 1;
      j += 1;
    }
  }
  return (2 * shared) / (a.length + b.length);
}

/** Chinese articles with a text, by story. */
function byStory(): Map<string, Float64Array[]> {
  const stories = new Map<string, Float64Array[]>();
  for (const article of ARTICLES) {
    if (article.body.length < 200 || /^[A-Z]/.test(article.body)) continue;
    const list = stories.get(article.story) ?? [];
    list.push(shingles(article.body));
    stories.set(article.story, list);
  }
  return stories;
}

t.test('a week has about seven times the articles of a day', async (t) => {
  t.ok(ARTICLES.length > 7 * 1200 * 0.8 && ARTICLES.length < 7 * 1200 * 1.2, `${ARTICLES.length}`);
});

t.test('copies of every degree occur within stories and hardly any across them', async (t) => {
  const degrees = new Array<number>(6).fill(0);
  let own = 0;
  for (const list of byStory().values()) {
    for (const [i, a] of list.slice(0, 25).entries()) {
      for (const b of list.slice(i + 1, 25)) {
        const value = dice(a, b);
        if (value >= 0.5) degrees[Math.floor(value * 10) - 5]! += 1;
        else own += 1;
      }
    }
  }
  const copies = degrees.reduce((sum, count) => sum + count, 0);
  for (const [step, count] of degrees.entries()) t.ok(count > 0, `Dice from 0.${5 + step}`);
  t.ok(copies / (copies + own) > 0.02 && copies / (copies + own) < 0.25, `${copies} of ${own}`);
  const firsts = [...byStory().values()].map((list) => list[0] as Float64Array).slice(0, 400);
  let alike = 0;
  for (const [i, a] of firsts.entries()) {
    for (const b of firsts.slice(i + 1)) if (dice(a, b) >= 0.5) alike += 1;
  }
  t.ok(alike < 5, `${alike} pairs across stories`);
});

t.test('articles of different stories have hardly a phrase in common', async (t) => {
  const chinese = [...byStory().values()].map((list) => list[0] as Float64Array).slice(0, 400);
  const english = ARTICLES.filter(({ body }) => /^[A-Z]/.test(body) && body.length > 500);
  const samples = [chinese, english.slice(0, 200).map(({ body }) => shingles(body))];
  // English has few letters, so any two texts share many runs of five.
  for (const [at, mostOnAverage] of [0.02, 0.12].entries()) {
    let sum = 0;
    let pairs = 0;
    const sets = samples[at] as Float64Array[];
    for (const [i, a] of sets.entries()) {
      for (const b of sets.slice(i + 1)) sum += dice(a, b);
      pairs += sets.length - i - 1;
    }
    t.ok(sum / pairs < mostOnAverage, `${sum / pairs} of ${sets.length} texts`);
  }
});

t.test('tags are Zipfian: a broad head, bounded, and a long tail', async (t) => {
  const counts = new Map<string, number>();
  for (const article of ARTICLES) {
    for (const tag of article.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const ranked = [...counts.values()].sort((a, b) => b - a);
  const top = (ranked[0] as number) / ARTICLES.length;
  t.ok(top > 0.06 && top < 0.3, `top tag on ${top}`);
  t.ok((ranked[0] as number) > 3 * (ranked[19] as number));
  t.ok(ranked.filter((count) => count <= 5).length > ranked.length / 4, 'a long tail');
  const tagged = ARTICLES.filter((article) => article.tags.length > 0);
  t.ok(tagged.every(({ tags }) => tags.length >= 3 && tags.length <= 8));
});

t.test('nights are quiet, and so are week-ends', async (t) => {
  const hours = new Array<number>(24).fill(0);
  const days = new Array<number>(7).fill(0);
  for (const { observedAt } of ARTICLES) {
    const taipei = new Date(Date.parse(observedAt) + 8 * HOUR_MS);
    hours[taipei.getUTCHours()]! += 1;
    days[taipei.getUTCDay()]! += 1;
  }
  t.ok((hours[3] as number) * 3 < (hours[11] as number), hours.join(' '));
  t.ok((days[0] as number) < (days[3] as number), days.join(' '));
});

t.test('some stories are told by one camp only', async (t) => {
  const camps = new Map(WEEK.filter((l) => l.kind === 'media').map((l) => [l.media, l.camp]));
  const stories = new Map<string, Record<string, Set<string>>>();
  for (const { story, media } of ARTICLES) {
    const camp = camps.get(media) as string;
    const sets = stories.get(story) ?? { blue: new Set(), green: new Set(), other: new Set() };
    sets[camp]?.add(media);
    stories.set(story, sets);
  }
  const sizes = [...stories.values()].map((s) => [s.blue?.size ?? 0, s.green?.size ?? 0] as const);
  t.ok(
    sizes.some(([blue, green]) => blue >= 4 && green <= 1),
    'green does not see one',
  );
  t.ok(
    sizes.some(([blue, green]) => green >= 4 && blue <= 1),
    'blue does not see one',
  );
  t.ok(
    sizes.some(([blue, green]) => blue >= 4 && green >= 4),
    'both tell one',
  );
});

t.test('a tenth is English, a few are pending, dated by day, cited, late', async (t) => {
  const english = share(({ title }) => /^[\x20-\x7e]+$/.test(title));
  t.ok(english > 0.06 && english < 0.15, `English ${english}`);
  const pending = share(({ publishedAt }) => publishedAt === undefined);
  t.ok(pending > 0.005 && pending < 0.05, `pending ${pending}`);
  t.ok(share(({ publishedAt }) => publishedAt?.endsWith('+08:00') === true) > 0.005);
  t.ok(share(({ body }) => /據.*報導|引述|轉載自|社.{0,4}\d+日電）|ccording to/.test(body)) > 0.08);
  const late = share(
    ({ observedAt, publishedAt }) =>
      publishedAt?.endsWith('Z') === true &&
      Date.parse(observedAt) - Date.parse(publishedAt) > HOUR_MS,
  );
  t.ok(late > 0.01 && late < 0.06, `late ${late}`);
});

t.test('bodies and descriptions have the lengths of news', async (t) => {
  const full = WEEK.filter((line) => line.kind === 'news' && line.bodyStatus === 'ok');
  const lengths = full.map((line) => [...(line.body as string)].length);
  t.ok(Math.max(...lengths) <= 1600, `longest ${Math.max(...lengths)}`);
  t.ok(lengths.filter((n) => n < 250).length / lengths.length < 0.02);
  const short = full.filter((line) => [...((line.description ?? '') as string)].length <= 120);
  t.ok(short.length / full.length > 0.9);
});

t.test('updates correct articles that were there before', async (t) => {
  const seen = new Set<string>();
  const again = WEEK.filter((line) => {
    if (line.kind !== 'news') return false;
    const known = seen.has(line.url as string);
    seen.add(line.url as string);
    return known;
  });
  t.ok(
    again.some((line) => line.tags !== undefined && line.body === undefined),
    'tags',
  );
  t.ok(
    again.some((line) => /^(【更正】|更新／|（修訂）)/.test(line.title as string)),
    'titles',
  );
  t.ok(
    again.some((line) => line.discovery !== undefined),
    'discoveries',
  );
  t.ok(
    again.some((line) => line.publishedAt !== undefined),
    'pages of pending articles',
  );
});

t.test('no headline is everywhere', async (t) => {
  const counts = new Map<string, number>();
  for (const { title } of ARTICLES) counts.set(title, (counts.get(title) ?? 0) + 1);
  const most = Math.max(...counts.values());
  t.ok(most < 20, `${most} times`);
});

t.test('links of posts lead to posts of other blogs, and to reports that were out', async (t) => {
  const base = new Map(
    WEEK.filter((line) => line.kind === 'blog').map((line) => [
      line.slug,
      line.sourceUrl as string,
    ]),
  );
  const posts = WEEK.filter((line) => line.kind === 'post');
  const urls = new Set(posts.map((line) => line.url as string));
  const seenAt = new Map<string, string>();
  for (const { kind, url, observedAt } of WEEK) {
    const isFirst = kind === 'news' && !seenAt.has(url as string);
    if (isFirst) seenAt.set(url as string, observedAt as string);
  }
  const outlets = new Set([...seenAt.keys()].map((url) => new URL(url).host));
  let resolved = 0;
  let lost = 0;
  let reports = 0;
  for (const post of posts) {
    const listed = ((post.links ?? []) as { url: string; location: string }[]).map((l) => l.url);
    const inHtml = [...String(post.html ?? '').matchAll(/href="([^"]+)"/g)].map((m) => m[1]);
    for (const url of [...listed, ...inHtml] as string[]) {
      if (outlets.has(new URL(url).host)) {
        // Reports of the day before the corpus began are not in it.
        const reportedAt = seenAt.get(url);
        if (reportedAt !== undefined) t.ok(reportedAt < (post.observedAt as string), url);
        reports += 1;
        continue;
      }
      const owner = [...base].find(([, prefix]) => url.startsWith(prefix));
      t.ok(owner !== undefined && owner[0] !== post.blog, url);
      const date = /(2025)\/(\d\d)\/(\d\d)-/.exec(url);
      // Posts of the first days may have been observed before the corpus began.
      if (date === null || Number(date[2]) * 100 + Number(date[3]) < 315) continue;
      if (urls.has(url)) resolved += 1;
      else lost += 1;
    }
  }
  t.ok(resolved > 20 && lost === 0, `${resolved} resolved, ${lost} lost`);
  t.ok(reports > posts.length / 4, `${reports} links to reports in ${posts.length} posts`);
  t.equal(urls.size, posts.length);
  t.ok(
    posts.some((line) => line.publishedAt === undefined),
    'some have no date',
  );
});
