/**
 * All numbers of a topic with the articles that they count: those of the window and of the baseline by
 * id, so that a reader can count again.
 *
 * Invariant: where `complete` is true, the listed articles are exactly those that the numbers count. Not
 * here: the rules (ranking.ts), formulas in words (api/blog/explain).
 */
import { getOrInsert } from '../../../kernel/collections.js';
import type {
  BlogNumbers,
  DayTopic,
  DayTopics,
  NativeBlog,
  TopicNumbers,
  TopicNumbersAnswer,
  TopicNumbersQuestion,
  TopicsDayQuestion,
} from '../codec.js';
import type { TopicBlogs } from '../state/blogs.js';
import { IN_BODY, IN_TITLE } from '../state/matching/evidence.js';
import type { Findings } from '../state/matching/findings.js';
import { IN_PAST, IN_WINDOW } from '../state/matching/posts.js';
import type { Rankings } from './answers.js';
import { findTopic, standingOf } from './detail.js';
import { countingOf } from './ranking.js';
import type { TopicsView } from './view.js';

/** The most articles that are listed of the window, and of the baseline. */
export const NUMBERS_ARTICLES_MAX = 10_000;

export function numbersOf(
  findings: Findings,
  blogs: TopicBlogs,
  rankings: Rankings,
  { id, hours, nowMs }: TopicNumbersQuestion,
): TopicNumbersAnswer {
  const topic = findTopic(findings, blogs, { id, hours, nowMs, after: null });
  if (topic.found !== 'topic') return { found: topic.found };
  const { vocabulary, posts } = findings;
  const { term, judge } = topic;
  const { view } = judge;
  const { term: _, ...judgement } = judge.judge(term);
  const window = matchedIn(findings, view, term, IN_WINDOW);
  const past = matchedIn(findings, view, term, IN_PAST);
  const byBlog = new Map<number, Match[]>();
  for (const match of window.matched) {
    const blog = posts.blogs[match.id]!;
    getOrInsert(byBlog, blog, () => []).push(match);
  }
  const { baseline } = view;
  const matching = Array.from(
    judge.touched.subarray(0, judge.touchedCount),
    (blog): BlogNumbers => {
      const { slug, name } = blogs.byId(blog)!;
      const { score } = countingOf(judge.titles[blog]!, judge.bodies[blog]!, judgement.isFrequent);
      return { id: blog, slug, name, ...idsOf(byBlog.get(blog) ?? []), contribution: score };
    },
  ).sort((a, b) => b.contribution - a.contribution || a.id - b.id);
  const numbers: TopicNumbers = {
    id: vocabulary.idOf(term),
    label: vocabulary.labelOf(term),
    ...standingOf(findings, term),
    judgement,
    rank: judgement.refusal === null ? rankings.rankOf(term, hours, nowMs) : null,
    window: { sinceMs: view.sinceMs, untilMs: nowMs, articles: view.windowPosts },
    baseline:
      baseline === null
        ? null
        : {
            sinceMs: baseline.sinceMs,
            untilMs: baseline.untilMs,
            articles: baseline.posts,
            ...idsOf(past.matched),
          },
    blogs: matching.filter(({ contribution }) => contribution > 0),
    bodyBlogs: matching.filter(({ contribution }) => contribution === 0),
    natives: Array.from(judge.natives(term), ([blog, articleId]): NativeBlog => {
      return { id: blog, slug: blogs.byId(blog)!.slug, articleId };
    }).sort((a, b) => a.id - b.id),
    articles: window.matched.map(({ id }) => ({ id, sortMs: posts.times[id]! })),
    complete: window.isWhole && past.isWhole,
  };
  return { found: 'topic', numbers };
}

interface Match {
  id: number;
  inTitle: boolean;
}

/** Articles that match a term and have a state in the view, newest first. */
function matchedIn(
  { evidence, posts, vocabulary }: Findings,
  { states }: TopicsView,
  term: number,
  state: number,
): { matched: Match[]; isWhole: boolean } {
  const matched: Match[] = [];
  if (!vocabulary.isActive(term)) return { matched, isWhole: true };
  evidence.each(term, (version, bits, fresh) => {
    if (!fresh || states[version] !== state) return;
    matched.push({ id: posts.postOf[version]!, inTitle: (bits & IN_TITLE) !== 0 });
  });
  matched.sort((a, b) => posts.times[b.id]! - posts.times[a.id]! || b.id - a.id);
  const isWhole = matched.length <= NUMBERS_ARTICLES_MAX;
  return { matched: matched.slice(0, NUMBERS_ARTICLES_MAX), isWhole };
}

function idsOf(matched: readonly Match[]): { titleArticleIds: number[]; bodyArticleIds: number[] } {
  const ids = (inTitle: boolean): number[] =>
    matched.filter((one) => one.inTitle === inTitle).map(({ id }) => id);
  return { titleArticleIds: ids(true), bodyArticleIds: ids(false) };
}

/**
 * All terms in the articles of a period, a bounded part at a time.
 *
 * Invariants: only active terms, in current versions of articles of shown blogs; an article that exists
 * throughout is reported once.
 */
export function dayTopicsOf(
  { posts, byVersion, vocabulary }: Findings,
  blogs: TopicBlogs,
  { fromMs, untilMs, afterId, articlesMax }: TopicsDayQuestion,
): DayTopics {
  const topics: DayTopic[] = [];
  const { times } = posts;
  let articles = 0;
  for (let id = afterId + 1; id < posts.idsEnd; id++) {
    const sortMs = times[id]!;
    if (!(sortMs >= fromMs && sortMs < untilMs) || !posts.has(id)) continue;
    if (!posts.isPublic(id) || posts.isRevoked(id) || !blogs.isShown(posts.blogs[id]!)) continue;
    if (articles === articlesMax) return { topics, nextId: id - 1 };
    articles += 1;
    byVersion.each(posts.versionOf(id), (term, bits) => {
      if (!vocabulary.isActive(term)) return;
      topics.push({
        id,
        sortMs,
        topicId: vocabulary.idOf(term),
        topic: vocabulary.labelOf(term),
        inTitle: (bits & IN_TITLE) !== 0,
        inBody: (bits & IN_BODY) !== 0,
      });
    });
  }
  return { topics, nextId: null };
}
