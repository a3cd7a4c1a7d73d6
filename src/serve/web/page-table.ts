/**
 * The pages of both services; those of users and of administration are on the blog service.
 */

import { adminBlogsPage, adminItemsPage, adminMediaPage } from './admin/masks.js';
import { adminAuditPage, adminSourcesPage, adminStorePage } from './admin/store.js';
import { adminUsersPage } from './admin/users.js';
import type { Backend } from './backend.js';
import { blogPage, directoryPage } from './blog/blogs.js';
import { blogFrontPage, statusPage } from './blog/front.js';
import { relationsPage } from './blog/relations.js';
import { topicPage, topicRankingPage } from './blog/topics.js';
import { overviewPage } from './my/overview.js';
import { ownSetsPage } from './my/sets.js';
import { signInPage, unsubscribePage } from './my/sign-in.js';
import { webhooksPage } from './my/webhooks.js';
import { articlePage } from './news/article.js';
import { articlesPage } from './news/articles.js';
import { eventPage } from './news/event.js';
import { eventArticlesPage } from './news/event-sections.js';
import { frontPage } from './news/front.js';
import { journalistPage, journalistsPage } from './news/journalists.js';
import { mediaListPage, mediaPage, statsPage } from './news/media.js';
import { revisionsPage } from './news/revisions.js';
import { setPage, setsPage } from './news/sets.js';
import { similarityPage } from './news/similarity.js';
import { sincePage } from './news/since.js';
import { tagByNamePage, tagPage } from './news/tag.js';
import { tagsPage } from './news/tags.js';
import { topicsPage } from './news/topics.js';
import type { Page } from './page.js';

export const NEWS_PAGES: readonly Page[] = [
  frontPage,
  sincePage,
  tagsPage,
  tagPage,
  tagByNamePage,
  eventPage,
  eventArticlesPage,
  articlesPage,
  articlePage,
  revisionsPage,
  similarityPage,
  journalistsPage,
  journalistPage,
  topicsPage,
  setsPage,
  setPage,
  mediaListPage,
  mediaPage,
  statsPage,
];

/** @param backend on the main thread. The pages thread has none, because it calls only views. */
export function blogPages(backend: Backend): Page[] {
  return [
    blogFrontPage,
    directoryPage,
    blogPage(backend),
    topicRankingPage,
    topicPage(backend),
    relationsPage,
    statusPage,
    signInPage(backend),
    overviewPage(backend),
    webhooksPage(backend),
    unsubscribePage(backend),
    ownSetsPage(backend),
    adminBlogsPage(backend),
    adminMediaPage(backend),
    adminItemsPage(backend),
    adminSourcesPage(backend),
    adminUsersPage(backend),
    adminStorePage(backend),
    adminAuditPage(backend),
  ];
}
