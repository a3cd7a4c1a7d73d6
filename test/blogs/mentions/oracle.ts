/**
 * Relations counted in the most obvious way: every post, every link, for every question.
 *
 * Shares nothing with the index: addresses are read by `URL` alone.
 */
import type { BlogRecord, LogRecord, PostRecord } from '../../../src/kernel/model/records.js';
import type { CoverageBody, EdgeBody, EvidenceBody, ProfileBody, RelationsBody } from './world.js';

const HOUR_MS = 3_600_000;

interface Place {
  host: string;
  segments: string[];
}

interface Mention {
  post: PostRecord;
  source: BlogRecord;
  target: BlogRecord;
  url: string;
  anchor: string;
}

export class Oracle {
  readonly blogs = new Map<string, BlogRecord>();
  readonly posts = new Map<number, PostRecord>();
  readonly hiddenBlogs = new Set<string>();
  readonly hiddenPosts = new Set<number>();
  /** What was found since the last record. */
  readonly #owners = new Map<string, BlogRecord | 'unresolved' | null>();

  apply(record: LogRecord): void {
    this.#owners.clear();
    if (record.kind === 'blog') this.blogs.set(record.slug, record);
    if (record.kind === 'post') this.posts.set(record.id, record);
    if (record.kind !== 'hide' && record.kind !== 'show' && record.kind !== 'erase') return;
    if (record.target === 'post') {
      if (record.kind === 'hide') this.hiddenPosts.add(record.id!);
      else this.hiddenPosts.delete(record.id!);
      if (record.kind === 'erase') this.posts.delete(record.id!);
    }
    if (record.target === 'blog') {
      if (record.kind === 'show') this.hiddenBlogs.delete(record.key);
      else this.hiddenBlogs.add(record.key);
      if (record.kind !== 'erase') return;
      this.blogs.delete(record.key);
      for (const [id, { blog }] of this.posts) if (blog === record.key) this.posts.delete(id);
    }
  }

  isShown(slug: string): boolean {
    return this.blogs.get(slug)?.verified === true && !this.hiddenBlogs.has(slug);
  }

  relations(nowMs: number, hours: number): RelationsBody {
    const mentions = this.#mentions(nowMs, hours);
    return this.#body(nowMs, hours, mentions, mentions, []);
  }

  profile(nowMs: number, hours: number, slug: string): ProfileBody | null {
    if (!this.isShown(slug)) return null;
    const blog = this.blogs.get(slug)!;
    const all = this.#mentions(nowMs, hours);
    const mine = all.filter(({ source, target }) => source === blog || target === blog);
    const body = this.#body(nowMs, hours, mine, all, [blog.id]);
    const evidence = mine
      .sort(
        (a, b) =>
          b.post.sortMs - a.post.sortMs || b.post.id - a.post.id || a.target.id - b.target.id,
      )
      .slice(0, 20)
      .map(evidenceOf);
    return {
      ...body,
      blogId: blog.id,
      outgoing: body.edges.filter(({ sourceBlogId }) => sourceBlogId === blog.id),
      incoming: body.edges.filter(({ targetBlogId }) => targetBlogId === blog.id),
      evidence,
      profileTruncated: mine.length > 20 || body.coverage.graphTruncated,
    };
  }

  /** The blog that a page belongs to; 'unresolved' on a known host, null elsewhere. */
  ownerOf(url: string): BlogRecord | 'unresolved' | null {
    let owner = this.#owners.get(url);
    if (owner === undefined) {
      owner = this.#ownerOf(url);
      this.#owners.set(url, owner);
    }
    return owner;
  }

  #ownerOf(url: string): BlogRecord | 'unresolved' | null {
    const place = placeOf(url);
    if (place === null) return null;
    const registered = this.#registered();
    let { host } = place;
    if (!registered.some((one) => one.place.host === host)) {
      host = host.replace(/^(m|mobile|amp|wap)\.(?=[^.]+\.)/, '');
      if (!registered.some((one) => one.place.host === host)) return null;
    }
    const above = registered.filter(
      (one) =>
        one.place.host === host &&
        one.place.segments.every((segment, at) => segment === place.segments[at]),
    );
    above.sort(
      (a, b) =>
        b.place.segments.length - a.place.segments.length ||
        Number(this.isShown(b.blog.slug)) - Number(this.isShown(a.blog.slug)) ||
        a.blog.id - b.blog.id,
    );
    return above[0]?.blog ?? 'unresolved';
  }

  #registered(): { blog: BlogRecord; place: Place }[] {
    return [...this.blogs.values()]
      .filter(({ verified }) => verified)
      .flatMap((blog) =>
        [blog.sourceUrl, ...blog.aliases].flatMap((text) => {
          const place = placeOf(/^https?:/i.test(text) ? text : `http://${text}`);
          return place === null ? [] : [{ blog, place }];
        }),
      );
  }

  #postsWithin(nowMs: number, hours: number): PostRecord[] {
    return [...this.posts.values()].filter(
      ({ id, blog, sortMs }) =>
        !this.hiddenPosts.has(id) &&
        this.isShown(blog) &&
        sortMs <= nowMs &&
        sortMs >= nowMs - hours * HOUR_MS,
    );
  }

  #mentions(nowMs: number, hours: number): Mention[] {
    const mentions: Mention[] = [];
    for (const post of this.#postsWithin(nowMs, hours)) {
      if (post.publishedMs === null) continue;
      const source = this.blogs.get(post.blog)!;
      const met = new Set<BlogRecord>();
      for (const { url, anchor, location } of post.links) {
        const target = location === 'body' ? this.ownerOf(url) : null;
        if (target === null || target === 'unresolved' || target === source) continue;
        if (!this.isShown(target.slug) || met.has(target)) continue;
        met.add(target);
        mentions.push({ post, source, target, url, anchor });
      }
    }
    return mentions;
  }

  /** `all` are the mentions that shares and mutuality are measured by. */
  #body(
    nowMs: number,
    hours: number,
    mentions: readonly Mention[],
    all: readonly Mention[],
    also: readonly number[],
  ): RelationsBody {
    const edges = edgesOf(mentions, all);
    const mostMentioned = mostMentionedOf(edges);
    const mutual = mutualOf(edges);
    const ids = new Set([
      ...also,
      ...edges.slice(0, 500).flatMap((edge) => [edge.sourceBlogId, edge.targetBlogId]),
      ...mostMentioned.slice(0, 100).map(({ blogId }) => blogId),
      ...mutual.slice(0, 100).flatMap((pair) => [pair.sourceBlogId, pair.targetBlogId]),
    ]);
    return {
      hours,
      days: hours / 24,
      generatedAt: new Date(nowMs).toISOString(),
      nodes: [...this.blogs.values()]
        .filter(({ id }) => ids.has(id))
        .sort((a, b) => a.id - b.id)
        .map(({ id, slug, name }) => ({ id, slug, name, iconUrl: null })),
      edges: edges.slice(0, 500),
      mostMentioned: mostMentioned.slice(0, 100),
      mutual: mutual.slice(0, 100),
      coverage: {
        ...this.#coverage(nowMs, hours),
        graphTruncated: edges.length > 500,
        aggregationTruncated: mostMentioned.length > 100 || mutual.length > 100,
      },
    };
  }

  #coverage(
    nowMs: number,
    hours: number,
  ): Omit<CoverageBody, 'graphTruncated' | 'aggregationTruncated' | 'method'> & { method: string } {
    const within = this.#postsWithin(nowMs, hours);
    const dated = within.filter(({ publishedMs }) => publishedMs !== null);
    const isObserved = ({ bodyChars, links }: PostRecord): boolean =>
      bodyChars > 0 || links.some(({ url, location }) => location === 'body' && URL.canParse(url));
    const linksAt = (wanted: string): string[] =>
      dated.flatMap(({ links }) =>
        links.filter(({ location }) => location === wanted).map(({ url }) => url),
      );
    const others = dated.filter((post) => !isObserved(post));
    const failed = others.filter(({ links }) => links.some(({ location }) => location !== 'body'));
    const newest = Math.max(...dated.map(({ observedMs }) => observedMs));
    return {
      observedPosts: dated.length - others.length,
      totalPosts: dated.length,
      failedPosts: failed.length,
      noBodyPosts: others.length - failed.length,
      unknownDatePosts: within.length - dated.length,
      unresolvedLinks: linksAt('body').filter((url) => this.ownerOf(url) === 'unresolved').length,
      truncatedPosts: dated.filter(({ linksTruncated }) => linksTruncated).length,
      sampledAt: dated.length === 0 ? null : new Date(newest).toISOString(),
      method: '',
      nonBodyLinks: {
        sidebar: linksAt('sidebar').length,
        blogroll: linksAt('blogroll').length,
        comment: linksAt('comment').length,
      },
    };
  }
}

function placeOf(text: string): Place | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, pathname } = new URL(text);
  if (!protocol.startsWith('http') || hostname === '') return null;
  const host = hostname.replace(/\.$/, '').replace(/^www\.(?=[^.]+\.)/, '');
  const segments = pathname.split('/').filter((segment) => segment !== '');
  return { host: port === '' ? host : `${host}:${port}`, segments };
}

function evidenceOf({ post, source, target, url, anchor }: Mention): EvidenceBody {
  return {
    postId: post.id,
    postTitle: post.title,
    postUrl: post.url,
    publishedAt: new Date(post.publishedMs!).toISOString(),
    sourceBlogId: source.id,
    targetBlogId: target.id,
    targetUrl: url,
    anchor,
    location: 'body',
  };
}

function edgesOf(mentions: readonly Mention[], all: readonly Mention[]): EdgeBody[] {
  const edges = new Map<string, Mention[]>();
  for (const mention of mentions) {
    const key = `${mention.source.id} ${mention.target.id}`;
    edges.set(key, [...(edges.get(key) ?? []), mention]);
  }
  return [...edges.values()]
    .map((list): EdgeBody => {
      const { source, target } = list[0]!;
      const times = list.map(({ post }) => post.publishedMs!).sort((a, b) => a - b);
      return {
        sourceBlogId: source.id,
        targetBlogId: target.id,
        count: list.length,
        share: list.length / all.filter((one) => one.source === source).length,
        firstMentionAt: new Date(times[0]!).toISOString(),
        lastMentionAt: new Date(times.at(-1)!).toISOString(),
        mutual: all.some((one) => one.source === target && one.target === source),
      };
    })
    .sort(
      (a, b) =>
        b.count - a.count || a.sourceBlogId - b.sourceBlogId || a.targetBlogId - b.targetBlogId,
    );
}

function mostMentionedOf(edges: readonly EdgeBody[]): RelationsBody['mostMentioned'] {
  return [...new Set(edges.map(({ targetBlogId }) => targetBlogId))]
    .map((blogId) => {
      const incoming = edges.filter(({ targetBlogId }) => targetBlogId === blogId);
      const mentions = incoming.reduce((sum, { count }) => sum + count, 0);
      return { blogId, mentions, incomingBlogs: incoming.length };
    })
    .sort(
      (a, b) => b.mentions - a.mentions || b.incomingBlogs - a.incomingBlogs || a.blogId - b.blogId,
    );
}

function mutualOf(edges: readonly EdgeBody[]): RelationsBody['mutual'] {
  const pairs: RelationsBody['mutual'] = [];
  for (const edge of edges) {
    const back = edges.find(
      (one) => one.sourceBlogId === edge.targetBlogId && one.targetBlogId === edge.sourceBlogId,
    );
    if (back === undefined) continue;
    const isForward =
      edge.count > back.count ||
      (edge.count === back.count && edge.sourceBlogId < back.sourceBlogId);
    if (!isForward) continue;
    const { sourceBlogId, targetBlogId, count: forwardCount } = edge;
    pairs.push({ sourceBlogId, targetBlogId, forwardCount, reverseCount: back.count });
  }
  const low = (pair: RelationsBody['mutual'][0]): number =>
    Math.min(pair.sourceBlogId, pair.targetBlogId);
  const high = (pair: RelationsBody['mutual'][0]): number =>
    Math.max(pair.sourceBlogId, pair.targetBlogId);
  return pairs.sort(
    (a, b) =>
      b.forwardCount + b.reverseCount - (a.forwardCount + a.reverseCount) ||
      b.reverseCount - a.reverseCount ||
      low(a) - low(b) ||
      high(a) - high(b),
  );
}
