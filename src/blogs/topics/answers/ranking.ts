/**
 * Scores topics and decides which are listed: rules 2 and 4 to 8 of the contract.
 *
 * Counts that are maintained (blogs/topics/state/matching/posts.ts) decide first: too few articles, the
 * background rule, frequent terms. Of the remaining terms the rows are read, from the newest back to the
 * start of the window, in descending order of the points that a term can reach, until no further term can
 * be listed.
 * Invariants: every number is that of the current rows. A term is judged by the same code for the
 * ranking, for its own page and for `explain`.
 */
import { getOrInsert } from '../../../kernel/collections.js';
import type { TopicBlogs } from '../state/blogs.js';
import {
  capacityBefore,
  IN_TITLE,
  rowsBeforeEnd,
  VERSION_SHIFT,
} from '../state/matching/evidence.js';
import type { Findings } from '../state/matching/findings.js';
import { IN_WINDOW, type VersionTally } from '../state/matching/posts.js';
import {
  BACKGROUND,
  BODY_WEIGHT,
  blogScore,
  DOCUMENT_FREQUENCY,
  GATE,
  MINIMUM_BLOGS,
  TITLE_WEIGHT,
} from './policy.js';
import type { TopicsView } from './view.js';

/** The fewest articles that pass the gate: 3 of one blog, 2 of another, 1 of a third. */
const GATE_POSTS_MIN =
  GATE.peakPosts + 2 * (GATE.twiceSources - 1) + (GATE.sources - GATE.twiceSources);
/** Terms are processed in classes by the points that they can reach: four classes for each doubling. */
const CLASSES_PER_DOUBLING = 4;

/** For a term with at most this many points, rows are read first; for others, labels. */
const FEW_POINTS = 64;

/** Reasons for which a topic is not listed. */
export type UnlistedReason = 'not-matched' | 'too-few-blogs' | 'broad-gate' | 'background';

/** Counts of a term and the results of the rules. */
export interface Judgement {
  term: number;
  /** Articles of the window with the term in the title, and in the body only; before any rule. */
  titlePosts: number;
  bodyPosts: number;
  /** Only titles count for the score: the term is in more than 2% of the articles. */
  isFrequent: boolean;
  /** Articles that count for the score, and their blogs. */
  posts: number;
  blogs: number;
  /** For the broad gate: blogs that match, blogs with two such articles, and the most articles of one blog. */
  gateBlogs: number;
  twiceBlogs: number;
  peakPosts: number;
  score: number;
  /** Matched articles of the baseline, and those with the term in the title. */
  pastPosts: number;
  pastTitles: number;
  recentShare: number | null;
  baselineShare: number | null;
  lift: number | null;
  refusal: UnlistedReason | null;
}

export interface Ranking {
  /** The first listed topics: as many as requested, and one more if there is one. */
  listed: Judgement[];
  /** Articles of the window that match any term. Rule 7. */
  matchedPosts: number;
}

/** The articles of a blog that count for a term, and their contribution. Rules 2 and 5. */
export function countingOf(
  titles: number,
  bodies: number,
  isFrequent: boolean,
): { posts: number; bodies: number; score: number } {
  const counting = isFrequent ? 0 : bodies;
  return { posts: titles + counting, bodies: counting, score: blogScore(titles, counting) };
}

/** Rule 4, by titles and bodies. */
export function isBroad({
  gateBlogs,
  twiceBlogs,
  peakPosts,
}: Pick<Judgement, 'gateBlogs' | 'twiceBlogs' | 'peakPosts'>): boolean {
  return (
    gateBlogs >= GATE.sources && twiceBlogs >= GATE.twiceSources && peakPosts >= GATE.peakPosts
  );
}

/** Judges terms within one view. */
export class Judge {
  readonly #findings: Findings;
  readonly #blogs: TopicBlogs;
  readonly #tally: VersionTally;
  readonly view: TopicsView;
  /** Articles of the current term by blog. */
  readonly titles: Uint32Array;
  readonly bodies: Uint32Array;
  /** Blogs with articles that match the current term, counting or not: the first `touchedCount`. */
  readonly touched: Uint32Array;
  touchedCount = 0;
  /** The most articles of one blog for the current term. */
  #peak = 0;
  /** Blogs by the term that is their category. */
  #categories: Map<number, number[]> | null = null;

  constructor(findings: Findings, blogs: TopicBlogs, view: TopicsView) {
    this.#findings = findings;
    this.#blogs = blogs;
    this.#tally = findings.tallyOf(view.hours, view.states);
    this.view = view;
    this.titles = new Uint32Array(view.blogsEnd);
    this.bodies = new Uint32Array(view.blogsEnd);
    this.touched = new Uint32Array(view.blogsEnd);
  }

  /** Judges one term. The counts by blog stay until the next call. */
  judge(term: number): Judgement {
    this.#countBlogs(term);
    return this.#judgeCounted(term);
  }

  /** The first `limit` listed topics, and one more if there is one. */
  rank(limit: number): Ranking {
    let listed: Judgement[] = [];
    for (const { terms, pointsEnd } of this.#candidates()) {
      const worst = listed[limit];
      // Equal scores are ordered by other numbers.
      if (worst !== undefined && worst.score > pointsEnd) break;
      for (const term of terms) {
        // Takes less time than reading many rows, and often decides.
        if (pointsEnd > FEW_POINTS && this.#isBackground(term)) continue;
        this.#countBlogs(term);
        if (this.touchedCount < GATE.sources || this.#peak < GATE.peakPosts) continue;
        const judgement = this.#judgeCounted(term);
        if (judgement.refusal === null) listed.push(judgement);
      }
      listed = listed.sort((a, b) => this.#compare(a, b)).slice(0, limit + 1);
    }
    return { listed, matchedPosts: this.#matchedPosts() };
  }

  /** The number of public blogs that have the term as a label or as their category. Rule 6. */
  nativeBlogs(term: number): number {
    return this.natives(term).size;
  }

  /** These blogs, each with an article that has the label; null for a blog whose category is the term. */
  natives(term: number): Map<number, number | null> {
    const natives = new Map<number, number | null>();
    for (const blog of this.#categoriesOf(term)) natives.set(blog, null);
    this.#eachLabelling(term, (blog, id) => {
      if (!natives.has(blog)) natives.set(blog, id);
      return true;
    });
    return natives;
  }

  /** Rule 6 applies: in the baseline the term was in bodies rather than in titles. */
  asksForNatives({ pastPosts, pastTitles }: Pick<Judgement, 'pastPosts' | 'pastTitles'>): boolean {
    if (this.view.baseline === null || pastPosts < BACKGROUND.baselinePosts) return false;
    return pastTitles < BACKGROUND.titleShare * pastPosts;
  }

  /** Rule 6: blogs mention the term in passing, and hardly any blog uses it as a label. */
  #isBackground(term: number): boolean {
    const pastPosts = this.#tally.pastPosts[term] ?? 0;
    const pastTitles = this.#tally.pastTitles[term] ?? 0;
    return this.asksForNatives({ pastPosts, pastTitles }) && !this.#isNative(term);
  }

  #isNative(term: number): boolean {
    const native = [...this.#categoriesOf(term)];
    if (native.length < BACKGROUND.nativeBlogs) {
      this.#eachLabelling(term, (blog) => {
        if (!native.includes(blog)) native.push(blog);
        return native.length < BACKGROUND.nativeBlogs;
      });
    }
    return native.length >= BACKGROUND.nativeBlogs;
  }

  /** Calls `visit` with the blog and the id of each public article that has the term as a label. */
  #eachLabelling(term: number, visit: (blog: number, id: number) => boolean): void {
    const { labels, posts } = this.#findings;
    labels.each(term, (version) => {
      const id = posts.postOf[version]!;
      const isPublic =
        posts.isLive(version) && posts.isPublic(id) && posts.times[id]! <= this.view.nowMs;
      return !isPublic || !this.#blogs.isShown(posts.blogs[id]!) || visit(posts.blogs[id]!, id);
    });
  }

  /** Rule 5. */
  #isFrequent(term: number): boolean {
    const { titles, bodies } = this.#tally;
    const matched = (titles[term] ?? 0) + (bodies[term] ?? 0);
    return matched > DOCUMENT_FREQUENCY * this.view.windowPosts;
  }

  /** Terms that may be listed by their counts, those that can reach most points first. */
  #candidates(): { terms: number[]; pointsEnd: number }[] {
    const { vocabulary } = this.#findings;
    const { titles, bodies } = this.#tally;
    const classes: { terms: number[]; pointsEnd: number }[] = [];
    for (let term = 0; term < vocabulary.terms.length; term++) {
      const matched = titles[term]! + bodies[term]!;
      if (matched < GATE_POSTS_MIN || !vocabulary.isActive(term)) continue;
      const counting = this.#isFrequent(term) ? 0 : bodies[term]!;
      const points = TITLE_WEIGHT * titles[term]! + BODY_WEIGHT * counting;
      if (points === 0) continue;
      const place = Math.floor(CLASSES_PER_DOUBLING * Math.log2(points));
      while (classes.length <= place) {
        const pointsEnd = 2 ** ((classes.length + 1) / CLASSES_PER_DOUBLING);
        classes.push({ terms: [], pointsEnd });
      }
      classes[place]!.terms.push(term);
    }
    return classes.reverse();
  }

  /** Counts the rows of a term in the window by blog. */
  #countBlogs(term: number): void {
    const { evidence, vocabulary } = this.#findings;
    const { cells } = evidence;
    const { window, windowFrom } = this.view;
    const { titles, bodies, touched } = this;
    for (let at = 0; at < this.touchedCount; at++) {
      titles[touched[at]!] = 0;
      bodies[touched[at]!] = 0;
    }
    let touchedCount = 0;
    let peak = 0;
    const stale = evidence.staleOf(term);
    const oldest = evidence.isOrdered(term) ? windowFrom : 0;
    const count = vocabulary.isActive(term) ? evidence.countOf(term) : 0;
    let index = count - 1;
    let before = rowsBeforeEnd(count);
    for (let block = evidence.tailOf(term); index >= stale; block = cells[block]!) {
      const start = block + 1 - before;
      for (const end = Math.max(before, stale); index >= end; index--) {
        const row = cells[start + index]!;
        const version = row >>> VERSION_SHIFT;
        if (version < oldest) {
          index = -1;
          break;
        }
        const blog = window[version]! - 1;
        if (blog < 0) continue;
        const known = titles[blog]! + bodies[blog]!;
        if (known === 0) touched[touchedCount++] = blog;
        if (known >= peak) peak = known + 1;
        if ((row & IN_TITLE) !== 0) titles[blog]! += 1;
        else bodies[blog]! += 1;
      }
      before -= capacityBefore(before);
    }
    this.touchedCount = touchedCount;
    this.#peak = peak;
  }

  /** Applies the rules to the counts of the current term. */
  #judgeCounted(term: number): Judgement {
    const titlePosts = this.#tally.titles[term] ?? 0;
    const bodyPosts = this.#tally.bodies[term] ?? 0;
    const pastPosts = this.#tally.pastPosts[term] ?? 0;
    const pastTitles = this.#tally.pastTitles[term] ?? 0;
    const isFrequent = this.#isFrequent(term);
    const posts = titlePosts + (isFrequent ? 0 : bodyPosts);
    let blogs = 0;
    let twiceBlogs = 0;
    let peakPosts = 0;
    let score = 0;
    const gateBlogs = this.touchedCount;
    for (let at = 0; at < this.touchedCount; at++) {
      const blog = this.touched[at]!;
      const titles = this.titles[blog]!;
      const bodies = this.bodies[blog]!;
      if (titles + bodies >= 2) twiceBlogs += 1;
      peakPosts = Math.max(peakPosts, titles + bodies);
      const counting = countingOf(titles, bodies, isFrequent);
      if (counting.posts > 0) blogs += 1;
      score += counting.score;
    }
    const gate = { gateBlogs, twiceBlogs, peakPosts };
    const counts = { titlePosts, bodyPosts, posts, blogs, ...gate, score };
    const shares = this.#sharesOf(posts, isFrequent ? pastTitles : pastPosts);
    const past = { pastPosts, pastTitles };
    const judgement: Judgement = { term, isFrequent, ...counts, ...past, ...shares, refusal: null };
    judgement.refusal = this.#refusalOf(judgement);
    return judgement;
  }

  #sharesOf(
    posts: number,
    before: number,
  ): Pick<Judgement, 'recentShare' | 'baselineShare' | 'lift'> {
    const { windowPosts, baseline } = this.view;
    const recentShare = windowPosts === 0 ? null : posts / windowPosts;
    const hasBaseline = baseline !== null && baseline.posts > 0;
    const baselineShare = hasBaseline ? before / baseline.posts : null;
    const hasLift = recentShare !== null && baselineShare !== null && baselineShare > 0;
    return { recentShare, baselineShare, lift: hasLift ? recentShare / baselineShare : null };
  }

  /** Rules 4, 6 and 8. */
  #refusalOf(judgement: Judgement): UnlistedReason | null {
    const { term, blogs } = judgement;
    if (!this.#findings.vocabulary.isActive(term)) return 'not-matched';
    if (blogs < MINIMUM_BLOGS) return 'too-few-blogs';
    if (!isBroad(judgement)) return 'broad-gate';
    return this.#isBackground(term) ? 'background' : null;
  }

  #compare(a: Judgement, b: Judgement): number {
    if (a.score !== b.score) return b.score - a.score;
    if (a.blogs !== b.blogs) return b.blogs - a.blogs;
    if (a.posts !== b.posts) return b.posts - a.posts;
    const { terms } = this.#findings.vocabulary;
    return Buffer.compare(Buffer.from(terms.textOf(a.term)), Buffer.from(terms.textOf(b.term)));
  }

  /** Rule 7: articles with any row that counts; body rows of frequent terms do not count. */
  #matchedPosts(): number {
    const { states } = this.view;
    const { byVersion, evidence, vocabulary } = this.#findings;
    const excess = new Uint32Array(states.length);
    for (let term = 0; term < vocabulary.terms.length; term++) {
      if (this.#tally.bodies[term] === 0 || !this.#isFrequent(term)) continue;
      evidence.each(term, (version, bits, fresh) => {
        if (fresh && (bits & IN_TITLE) === 0) excess[version]! += 1;
      });
    }
    let matched = 0;
    for (let version = 0; version < states.length; version++) {
      const counts = byVersion.counts[version]! > excess[version]!;
      if (states[version] === IN_WINDOW && counts) matched += 1;
    }
    return matched;
  }

  #categoriesOf(term: number): readonly number[] {
    if (this.#categories === null) {
      const categories = new Map<number, number[]>();
      for (const { id, categoryKey } of this.#blogs.shown()) {
        const category = this.#findings.vocabulary.terms.find(categoryKey);
        getOrInsert(categories, category, () => []).push(id);
      }
      this.#categories = categories;
    }
    return this.#categories.get(term) ?? [];
  }
}
