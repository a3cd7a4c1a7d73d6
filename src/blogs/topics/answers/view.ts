/**
 * The posts that count as of an instant: whether each is in the window or the baseline, and its blog.
 *
 *                 baseline                       window
 *   ───────┤ at most 90 days, at least 7 ├─┤ hours before now ├── now
 *
 * A view is made for one question and one state; making it for a million posts takes four milliseconds.
 */
import { HOUR_MS } from '../../../kernel/clock.js';
import type { TopicBlogs } from '../state/blogs.js';
import { IN_PAST, IN_WINDOW, type MatchedPosts, POST } from '../state/matching/posts.js';
import { BASELINE_MS_MAX, BASELINE_MS_MIN, type TopicBaseline } from './policy.js';

export class TopicsView {
  readonly hours: number;
  readonly nowMs: number;
  readonly sinceMs: number;
  /** By version: in the window, in the baseline, or in neither. */
  readonly states: Uint8Array;
  /** By version: the blog + 1 of a post in the window, 0 for all others. */
  readonly window: Uint32Array;
  /** The smallest version in the window. */
  windowFrom = Number.POSITIVE_INFINITY;
  /** Public articles in the window, including those with withdrawn evidence. */
  windowPosts = 0;
  /** Greater than all blog ids. */
  readonly blogsEnd: number;
  readonly #baseline: TopicBaseline;

  /** @param firstSeenMs by post; posts that were first seen after `nowMs` do not count. Null: all count. */
  constructor(
    posts: MatchedPosts,
    blogs: TopicBlogs,
    hours: number,
    nowMs: number,
    firstSeenMs: Float64Array | null = null,
  ) {
    this.hours = hours;
    this.nowMs = nowMs;
    this.sinceMs = nowMs - hours * HOUR_MS;
    this.blogsEnd = blogs.idsEnd;
    this.states = new Uint8Array(posts.versions);
    this.window = new Uint32Array(posts.versions);
    const isShown = Uint8Array.from({ length: this.blogsEnd }, (_, id) =>
      blogs.isShown(id) ? 1 : 0,
    );
    const fromMs = this.sinceMs - BASELINE_MS_MAX;
    const baseline = {
      sinceMs: Number.POSITIVE_INFINITY,
      untilMs: this.sinceMs,
      posts: 0,
      covered: 0,
    };
    const { live, times, flags, blogs: blogOf, idsEnd } = posts;
    for (let id = 1; id < idsEnd; id++) {
      const version = live[id]! - 1;
      const atMs = times[id]!;
      const flag = flags[id]!;
      if (version < 0 || atMs > nowMs || (flag & (POST.hidden | POST.erased)) !== 0) continue;
      if (firstSeenMs !== null && firstSeenMs[id]! > nowMs) continue;
      const blog = blogOf[id]!;
      if (isShown[blog] !== 1) continue;
      // The baseline is as long as there are articles, up to its bound.
      if (atMs < baseline.sinceMs) baseline.sinceMs = atMs;
      if (atMs < fromMs) continue;
      const isRecent = atMs >= this.sinceMs;
      if (isRecent) this.windowPosts += 1;
      else {
        baseline.posts += 1;
        if (posts.hasText(id)) baseline.covered += 1;
      }
      if ((flag & POST.revoked) !== 0) continue;
      this.states[version] = isRecent ? IN_WINDOW : IN_PAST;
      if (!isRecent) continue;
      this.window[version] = blog + 1;
      if (version < this.windowFrom) this.windowFrom = version;
    }
    baseline.sinceMs = Math.max(baseline.sinceMs, fromMs);
    this.#baseline = baseline;
  }

  /** The baseline; null when it is too short. */
  get baseline(): TopicBaseline | null {
    const { sinceMs, untilMs } = this.#baseline;
    return untilMs - sinceMs >= BASELINE_MS_MIN ? this.#baseline : null;
  }
}
