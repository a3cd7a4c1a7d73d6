/**
 * Chooses among the feeds that a page names.
 */
import type { PageDocument } from '../../documents/documents.js';

type NamedFeed = PageDocument['feeds'][number];

/** Feeds that are looked at before another way is tried. */
const CHOICES_MAX = 6;

const COMMENTS =
  /comments?(?:[/_.?=-]|$)|\bcomments? (?:for|on|feed)\b|comentario|kommentar|commentaire|commenti|комментари|留言|回應|迴響|評論|评论|コメント|댓글/i;
const PODCAST = /podcast|itunes|\baudio\b/i;
const SUMMARY = /summary|excerpt|摘要/i;
const FULL = /\bfull\b|fulltext|全文/i;
/** Paths of a part of a site. */
const PART = /\/(?:categor(?:y|ies)|tags?|topics?|labels?|authors?|sections?|series)\//i;
/** Feeds that the head of the page names have a type, links that look like feeds have none. */
const NAMED_SCORE = 4;
const PENALTY = { comments: -100, podcast: -8, summary: -3, part: -5, odd: -1 } as const;
const REWARD = { full: 2, givenPart: 8 } as const;

export interface FeedChoice {
  url: string;
  score: number;
}

/**
 * Feeds worth a look, the best first: the main feed of the site before those of its parts, unless
 * the page is such a part itself; whole texts before summaries; never comments.
 */
export function feedChoices(feeds: readonly NamedFeed[], pageUrl: string): FeedChoice[] {
  const seen = new Set<string>([pageUrl]);
  const choices: FeedChoice[] = [];
  for (const feed of feeds) {
    if (seen.has(feed.url)) continue;
    seen.add(feed.url);
    const score = scoreOf(feed, pageUrl);
    if (score > PENALTY.comments / 2) choices.push({ url: feed.url, score });
  }
  return choices.sort((a, b) => b.score - a.score).slice(0, CHOICES_MAX);
}

function scoreOf({ url, title, type }: NamedFeed, pageUrl: string): number {
  const { pathname, search } = new URL(url);
  const address = pathname + search;
  const words = `${address} ${title}`;
  let score = type === '' ? 0 : NAMED_SCORE;
  if (COMMENTS.test(words)) score += PENALTY.comments;
  if (PODCAST.test(words)) score += PENALTY.podcast;
  if (SUMMARY.test(words)) score += PENALTY.summary;
  if (FULL.test(words)) score += REWARD.full;
  if (/json/i.test(type)) score += PENALTY.odd;
  const part = PART.test(pathname);
  if (part) score += isWithin(pathname, pageUrl) ? REWARD.givenPart : PENALTY.part;
  return score;
}

/** Whether the feed belongs to the very part of the site that the page shows. */
function isWithin(feedPath: string, pageUrl: string): boolean {
  const path = new URL(pageUrl).pathname.replace(/\/+$/, '');
  return PART.test(`${path}/`) && feedPath.startsWith(`${path}/`);
}
