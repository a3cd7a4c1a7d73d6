/**
 * Words of the news service's pages.
 */
export const NEWS_TEXTS = {
  navToday: ['今日', 'Today'],
  navTags: ['標籤', 'Tags'],
  navArticles: ['文章', 'Articles'],
  navSimilarity: ['相似與引用', 'Similarity'],
  navJournalists: ['記者', 'Journalists'],
  navTopics: ['媒體專題', 'Topics'],
  navMedia: ['媒體', 'Media'],
  navStats: ['收錄狀況', 'Statistics'],
} as const;
