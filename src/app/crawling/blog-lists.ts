/**
 * Reads lists of blogs, in the forms in which people share them, into candidates.
 *
 *   OPML        outlines with xmlUrl or htmlUrl
 *   CSV         columns are known by their headings, or by which of them hold addresses
 *   INI         a planet's configuration: [feed address], name = …
 *   text        one address a line, or links in Markdown
 *
 * Nothing is fetched. Where an entry names only a feed, the home page is guessed from the feed's
 * address. Where feeds of many sites are hosted under one name no guess is possible, and the feed
 * stands for the site until an operator corrects it.
 */
import { parse } from 'csv-parse/sync';
import { type Outline, readOpml } from '../../documents/opml.js';
import type { BlogRecord } from '../../kernel/model/records.js';
import { cleanCut } from '../../kernel/text/text.js';
import { httpUrl, siteKey, slugOf, withHash } from '../../kernel/text/url.js';
import { wordsOf } from '../../kernel/words.js';

/** A blog of a list. Addresses are absolute and checked. */
interface ListedBlog {
  name: string;
  siteUrl: string;
  feedUrl: string | null;
  category: string;
}

interface BlogList {
  blogs: ListedBlog[];
  /** Lines or outlines that name no usable address. */
  unusable: number;
}

const NAME_MAX = 200;
/** Hosts of feeds whose addresses say nothing about the site. */
const FEED_HOSTS =
  /(^|\.)(feedburner\.com|feedproxy\.google\.com|feedpress\.me|feeds\.[a-z0-9-]+\.[a-z]+)$/;
/** Words in the last segments of a feed's path: `feed_rss_created.xml`, `posts`. */
const FEED_WORDS = new Set(
  wordsOf(`
    feed feeds rss rss1 rss2 atom atom1 rdf index posts post default blog all main full summary
    created updated
  `),
);
/** A segment belongs to a feed when it has one of these words, or a file ending. */
const FEED_SIGNS = new Set(wordsOf('feed feeds rss rss1 rss2 atom atom1 rdf posts default index'));
const FEED_ENDINGS = new Set(wordsOf('xml rss atom rdf php json cfm'));
const MARKDOWN_LINK = /\[([^\]]+)\]\((https?:\/\/[^\s)]+)[^)]*\)/g;
const ADDRESS = /^https?:\/\/\S+$/i;

/** Reads a list; its form is recognised by its content and its file name. */
export function readBlogList(text: string, fileName: string): BlogList {
  return settled(outlinesOf(text.replace(/^\ufeff/, ''), fileName));
}

function outlinesOf(text: string, fileName: string): Outline[] {
  if (/<opml[\s>]/i.test(text.slice(0, 2000))) return readOpml(text);
  if (/\.csv$/i.test(fileName)) return readCsv(text);
  if (/^\s*\[https?:\/\/[^\]\s]+\]\s*$/im.test(text)) return readIni(text);
  return readText(text);
}

function readIni(text: string): Outline[] {
  const outlines: Outline[] = [];
  let open: Outline | null = null;
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[(.+)\]\s*$/.exec(line);
    if (section !== null) {
      const [, feedUrl = ''] = section;
      open = ADDRESS.test(feedUrl) ? { title: '', feedUrl, siteUrl: null, group: '' } : null;
      if (open !== null) outlines.push(open);
    }
    const name = /^\s*name\s*=\s*(.+)$/i.exec(line);
    if (name !== null && open !== null) open.title = name[1]!;
  }
  return outlines;
}

function readText(text: string): Outline[] {
  const outlines: Outline[] = [];
  for (const line of text.split(/\r?\n/)) {
    for (const [, title = '', siteUrl = ''] of line.matchAll(MARKDOWN_LINK)) {
      outlines.push({ title, feedUrl: null, siteUrl, group: '' });
    }
    const [first = ''] = line.trim().split(/\s/);
    if (!ADDRESS.test(first)) continue;
    const isFeed = homeOf(first) !== first;
    const addresses = isFeed
      ? { feedUrl: first, siteUrl: null }
      : { feedUrl: null, siteUrl: first };
    outlines.push({ title: '', ...addresses, group: '' });
  }
  return outlines;
}

function readCsv(text: string): Outline[] {
  const rows = csvRows(text);
  const heads = (rows[0] ?? []).map((head) => head.toLowerCase());
  const hasHeads = !heads.some((head) => ADDRESS.test(head));
  const headOf = (pattern: RegExp): number => heads.findIndex((head) => pattern.test(head));
  const feedAt = hasHeads ? headOf(/feed|rss|atom|xmlurl/) : -1;
  const tagsAt = hasHeads ? headOf(/tag|categor|topic/) : -1;
  return rows.slice(hasHeads ? 1 : 0).map((cells): Outline => {
    // A name may hold unquoted commas, so columns are counted from the first address on.
    const firstAt = cells.findIndex((cell) => ADDRESS.test(cell));
    const wanted = hasHeads
      ? heads.findIndex((_, at) => ADDRESS.test(rows[1]?.[at] ?? ''))
      : firstAt;
    const shift = Math.max(0, firstAt - wanted);
    const cell = (at: number): string => (at < 0 ? '' : (cells[at + shift] ?? ''));
    const addresses = cells.filter((one) => ADDRESS.test(one));
    const feedUrl = feedAt >= 0 ? cell(feedAt) : (addresses[1] ?? '');
    const siteUrl = addresses.find((one) => one !== feedUrl) ?? null;
    return {
      title: cells.slice(0, Math.max(firstAt, 0)).join(', '),
      feedUrl: ADDRESS.test(feedUrl) ? feedUrl : null,
      siteUrl,
      group: cell(tagsAt).split(/[;,]/)[0]!.trim(),
    };
  });
}

/** Rows of cells, of any number each; where a quotation mark is never closed, quotation marks are ordinary letters. */
function csvRows(text: string): string[][] {
  const rules = { trim: true, relax_column_count: true, skip_records_with_empty_values: true };
  try {
    return parse(text, { ...rules, relax_quotes: true });
  } catch {
    return parse(text, { ...rules, quote: false });
  }
}

function settled(outlines: readonly Outline[]): BlogList {
  const blogs: ListedBlog[] = [];
  for (const { title, feedUrl, siteUrl, group } of outlines) {
    const feed = feedUrl === null ? null : httpUrl(feedUrl.trim());
    const given = siteUrl === null ? null : httpUrl(siteUrl.trim());
    // Some lists give the feed's address as the site's, too.
    const site = given !== null && given !== feed ? given : feed === null ? null : homeOf(feed);
    if (site === null) continue;
    const name = cleanCut(title, 'line', NAME_MAX) || new URL(site).hostname.replace(/^www\./, '');
    const category = cleanCut(group, 'line', NAME_MAX);
    blogs.push({ name, siteUrl: site, feedUrl: feed, category });
  }
  return { blogs, unusable: outlines.length - blogs.length };
}

/** The home page that a feed's address suggests, or else the address itself. */
function homeOf(feedUrl: string): string {
  const url = new URL(feedUrl);
  if (FEED_HOSTS.test(url.hostname)) return feedUrl;
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const wasLong = segments.length;
  // Blogger appends a label: /feeds/posts/default/-/label.
  if (segments.at(-2) === '-') segments.splice(-2);
  while (segments.length > 0 && isOfFeed(segments.at(-1)!)) segments.pop();
  // Some hosts have the feed before the name: /feed/@somebody.
  if (segments.length > 1 && /^(feeds?|rss)$/i.test(segments[0]!)) segments.shift();
  const isFeed = segments.length < wasLong || /(feed|rss|atom)/i.test(url.search);
  if (!isFeed) return feedUrl;
  const path = segments.map((segment) => `${segment}/`).join('');
  return `${url.origin}/${path}`;
}

function isOfFeed(segment: string): boolean {
  const words = segment.toLowerCase().split(/[._-]+/);
  const hasEnding = words.length > 1 && FEED_ENDINGS.has(words.at(-1)!);
  const body = hasEnding ? words.slice(0, -1) : words;
  const hasSign = hasEnding || body.some((word) => FEED_SIGNS.has(word));
  return hasSign && body.every((word) => FEED_WORDS.has(word));
}

/** A record in the form of `tagwire ingest`. */
interface CandidateRecord {
  kind: 'blog';
  slug: string;
  name: string;
  sourceUrl: string;
  category: string;
  feeds: { url: string; type: 'rss' | 'atom' }[];
  verified: false;
}

/**
 * Records of unverified candidates from listed blogs, with codes of their own.
 *
 * Invariants: a code follows from the address of the site alone, so a list that is imported again gives
 * the same codes. A blog that is already registered, under whatever code, is left as it is. Two sites
 * whose addresses give the same code are distinguished by a hash.
 */
interface Candidates {
  records: CandidateRecord[];
  /** Listed blogs that are registered, or occur twice in the list. */
  known: number;
}

/** Candidates: the listed blogs that are not registered yet. */
export function candidatesOf(
  listed: readonly ListedBlog[],
  registered: readonly BlogRecord[],
): Candidates {
  const sites = new Set<string>();
  const slugs = new Set<string>();
  for (const { slug, sourceUrl, aliases } of registered) {
    slugs.add(slug);
    for (const address of [sourceUrl, ...aliases]) sites.add(siteKey(address));
  }
  const records: CandidateRecord[] = [];
  for (const blog of listed) {
    const site = siteKey(blog.siteUrl);
    if (sites.has(site)) continue;
    const plain = slugOf(site);
    const slug = slugs.has(plain) ? withHash(plain, site) : plain;
    if (slugs.has(slug)) continue;
    sites.add(site);
    slugs.add(slug);
    records.push(recordOf(blog, slug));
  }
  return { records, known: listed.length - records.length };
}

function recordOf({ name, siteUrl, feedUrl, category }: ListedBlog, slug: string): CandidateRecord {
  const type = feedUrl !== null && /atom/i.test(feedUrl) ? 'atom' : 'rss';
  const feeds = feedUrl === null ? [] : [{ url: feedUrl, type } as const];
  return { kind: 'blog', slug, name, sourceUrl: siteUrl, category, feeds, verified: false };
}
