/** What the pages of the blog service use of the API's answers. */
export interface ArticleItem {
  iconUrl: string | null;
  id: number;
  title: string;
  url: string;
  author: string | null;
  publishedAt: string | null;
  observedAt: string | null;
  imageUrl: string | null;
  blogSlug: string;
  blogName: string;
  summary: string;
}

export interface ArticleList {
  items: ArticleItem[];
  nextCursor: string | null;
}

export interface BlogItem {
  id: number;
  slug: string;
  name: string;
  sourceUrl: string | null;
  category: string;
  description: string;
  iconUrl: string | null;
  lastPublishedAt: string | null;
  lastCrawlSuccessAt: string | null;
  expectedIntervalHours: number;
}

export interface BlogList {
  items: BlogItem[];
  nextCursor: string | null;
}

export interface BlogAnswer {
  blog: BlogItem & { feeds: { url: string; type: string }[] };
}

export interface Edge {
  sourceBlogId: number;
  targetBlogId: number;
  count: number;
  mutual: boolean;
}

export interface RelationsAnswer {
  hours: number;
  nodes: { id: number; slug: string; name: string }[];
  edges: Edge[];
  mostMentioned: { blogId: number; mentions: number; incomingBlogs: number }[];
  mutual: {
    sourceBlogId: number;
    targetBlogId: number;
    forwardCount: number;
    reverseCount: number;
  }[];
  coverage: {
    observedPosts: number;
    totalPosts: number;
    failedPosts: number;
    noBodyPosts: number;
    graphTruncated: boolean;
    aggregationTruncated: boolean;
  };
}

export interface BlogRelationsAnswer extends RelationsAnswer {
  blogId: number;
  outgoing: Edge[];
  incoming: Edge[];
  evidence: {
    postTitle: string;
    postUrl: string;
    targetUrl: string;
    anchor: string;
    publishedAt: string | null;
    sourceBlogId: number;
    targetBlogId: number;
  }[];
}

interface MatchingRule {
  matchingRule: 'title-only' | 'title-and-body';
  matchingReason: string | null;
}

export interface TopicItem extends MatchingRule {
  id: string;
  label: string;
  score: number;
  posts: number;
  blogs: number;
  titlePosts: number;
  bodyOnlyPosts: number;
  lift: number | null;
}

export interface DisplayGate {
  minimumSources: number;
  minimumTwiceSources: number;
  minimumPeakPosts: number;
  documentFrequencyRatio: number;
}

interface TopicsFrame {
  hours: number;
  vocabulary: { status: string };
  matchingPolicy: { displayGate?: DisplayGate };
}

export interface TopicsAnswer extends TopicsFrame {
  items: TopicItem[];
  truncated: boolean;
}

export interface TopicAnswer extends TopicsFrame {
  topic: MatchingRule & {
    id: string;
    label: string;
    matchingStatus: 'active' | 'inactive' | 'excluded';
    excludedReason: string | null;
    inactiveReason: string | null;
    lastPublishedAt: string | null;
  };
  blogs: {
    id: number;
    slug: string;
    name: string;
    posts: number;
    score: number;
    titlePosts: number;
    bodyOnlyPosts: number;
  }[];
  articles: {
    id: number;
    title: string;
    url: string;
    publishedAt: string | null;
    blogSlug: string;
    blogName: string;
  }[];
  history?: {
    articles: {
      id: number;
      title: string;
      url: string;
      publishedAt: string | null;
      blogSlug: string;
      blogName: string;
      evidenceState: 'confirmed' | 'pending';
    }[];
    nextCursor: string | null;
    confirmed: number;
    pending: number;
    total: number;
  };
}

/** Windows that relations and topics have. */
export const HOURS = [168, 720, 2160] as const;

/** The window that a page asks for; 30 days unless a known one was named. */
export function hoursOf(text: string | null): number {
  return HOURS.find((hours) => String(hours) === text) ?? 720;
}
