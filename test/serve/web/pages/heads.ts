/**
 * What pages tell machines of themselves: addresses, previews, schema.org, feeds, and the answers of the
 * API that show the same.
 */
import { Parser } from 'htmlparser2';
import type { Test } from 'tap';
import type { App } from '../../../../src/app/app.js';
import { blogPaths, newsPaths } from '../world.js';

/** Pages about one thing, which others share. */
const SHARED = [/^\/eve\/\d/, /^\/articles\/\d/, /^\/journalists\/./, /^\/media\/./, /^\/blogs\/./];
/** For people alone, and not to be found by others. */
const PRIVATE = /^\/(my|admin)\//;
const FORMAT = /application\/(rss\+xml|feed\+json)/;

interface Head {
  meta: Map<string, string>;
  links: { rel: string; type: string; href: string }[];
  schemas: { '@context'?: string; '@type'?: string }[];
  /** Where links of the page itself lead. */
  hrefs: Set<string>;
}

function headOf(html: string): Head {
  const head: Head = { meta: new Map(), links: [], schemas: [], hrefs: new Set() };
  let isSchema = false;
  const parser = new Parser({
    onopentag: (name, { property, content = '', rel = '', type = '', href = '' }) => {
      if (name === 'meta' && property !== undefined) head.meta.set(property, content);
      if (name === 'link') head.links.push({ rel, type, href });
      if (name === 'a') head.hrefs.add(href);
      isSchema = name === 'script' && type === 'application/ld+json';
    },
    ontext: (text) => {
      if (isSchema) head.schemas.push(JSON.parse(text) as Head['schemas'][number]);
    },
    onclosetag: () => {
      isSchema = false;
    },
  });
  parser.end(html);
  return head;
}

/** Reads the head of every page of both services. */
export async function checkHeads(t: Test, app: App): Promise<void> {
  for (const [base, paths] of [
    [app.newsUrl, await newsPaths(app)],
    [app.blogUrl, await blogPaths(app)],
  ] as const) {
    const shown = paths.filter(({ path, status }) => status === 200 && !PRIVATE.test(path));
    for (const { path } of shown) {
      const response = await fetch(`${base}${path}`, { headers: { accept: 'text/html' } });
      const { meta, links, schemas, hrefs } = headOf(await response.text());
      for (const name of ['title', 'description', 'type', 'site_name']) {
        t.not(meta.get(`og:${name}`) ?? '', '', `${path} has og:${name}`);
      }
      const picture = new URL(meta.get('og:image') ?? '');
      const drawn = await fetch(base + picture.pathname + picture.search);
      t.same([drawn.status, drawn.headers.get('content-type')], [200, 'image/png'], path);
      const canonical = links.find(({ rel }) => rel === 'canonical')?.href;
      t.equal(meta.get('og:url'), canonical, `${path} is previewed as what it is`);
      if (canonical === undefined) {
        t.match(path, /\?|^\/api\/status$/, 'only what was asked for has no address that stays');
      } else {
        const again = await fetch(canonical, { headers: { accept: 'text/html' } });
        t.same([again.status, again.url], [200, canonical], `${path} has an address that stays`);
      }
      const json = links.find(({ type }) => type === 'application/json')?.href ?? '';
      t.ok(hrefs.has(json), `${path} leads to what it shows as JSON`);
      const answer = await fetch(`${base}${json}`, { headers: { accept: 'application/json' } });
      t.same([answer.status, typeof (await answer.json())], [200, 'object'], json);
      for (const { type, href } of links.filter(({ type }) => FORMAT.test(type))) {
        const feed = await fetch(`${base}${href}`);
        t.ok(feed.headers.get('content-type')?.startsWith(type), `${href} is ${type}`);
        t.ok(hrefs.has(href), `${path} leads to ${href}`);
      }
      if (!SHARED.some((form) => form.test(path))) continue;
      t.match(
        schemas,
        [{ '@context': 'https://schema.org', '@type': String }],
        `${path} has a type`,
      );
    }
  }
  for (const base of [app.newsUrl, app.blogUrl]) {
    const front = headOf(
      await (await fetch(`${base}/`, { headers: { accept: 'text/html' } })).text(),
    );
    const formats = front.links.map(({ type }) => FORMAT.exec(type)?.[1] ?? '').filter(Boolean);
    t.same(new Set(formats), new Set(['rss+xml', 'feed+json']), 'the front page has both feeds');
  }
}
