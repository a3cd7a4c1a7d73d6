/**
 * Descriptions of properties of the blog service; how keys are read stands in shared.ts.
 */
import { SHARED_TEXTS } from './shared.js';

/** Blogs, their articles, who mentions whom. */
const BLOGS = {
  iconUrl: "Address of the blog's icon; null when it has none",
  blogSlug: 'Code of the blog, for `/api/v1/blogs/{slug}`',
  blogName: 'Name of the blog',
  slug: 'Code of the blog; it never changes',
  lastPublishedAt: 'Newest article; null when there is none',
  blog: 'The blog',
  'Blog.description': 'What the blog says of itself',
  'BlogDetail.description': 'What the blog says of itself',
  blogId: 'Number of the blog',
  sourceBlogId: 'Number of the blog that mentions',
  targetBlogId: 'Number of the blog that is mentioned',
  firstMentionAt: 'First mention of the window; null when its time is not known',
  lastMentionAt: 'Last mention of the window; null when its time is not known',
  days: 'Length of the window in days',
  postId: 'Number of the article that mentions',
  postTitle: 'Title of the article that mentions',
  anchor: 'Text of the link',
  coverage: 'What the answer is counted from',
  'ExplainedRelation.source': 'The blog that mentions',
  'ExplainedRelation.target': 'The blog that is mentioned',
} as const;

/** Topics, their vocabulary and the rules of matching. */
const TOPICS = {
  source: 'Where the term comes from',
  posts: 'Articles that write about it',
  titlePosts: 'Articles that name it in the title',
  bodyOnlyPosts: 'Articles that name it in the text alone',
  recentShare: 'Part of the articles of the window, from 0 to 1; null when it cannot be said',
  baselineShare: 'Part of the articles before the window, from 0 to 1; null when it cannot be said',
  matchingRule: 'Rule by which articles are matched',
  matchingStatus: 'Whether articles are being matched with it',
  'low-frequency': 'They are too rare',
  'memory-budget': 'There is no more memory for them',
  'activeSet.version': 'Version of this choice; null while there is none',
  'frequencyBaseline.version': 'Version of the counting',
  sources: 'Where terms come from',
  reason: 'Why this rule',
  topic: 'The topic',
  history: 'All articles that ever wrote about it',
  score: 'What the blog counts for the topic',
  'Topics.nextCursor': 'Always null: the ranking is one page',
} as const;

/** What blogs read, and what the news write about a topic. */
const NEWS = {
  'ReadLink.article': 'The article as the news service shows it',
} as const;

/** Descriptions by key. */
export const BLOG_TEXTS: { readonly [key: string]: string } = {
  ...SHARED_TEXTS,
  ...BLOGS,
  ...TOPICS,
  ...NEWS,
};
