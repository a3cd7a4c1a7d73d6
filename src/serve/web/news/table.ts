/**
 * The pages of the news service, on one screen.
 */
import type { Page } from '../page.js';
import { articlePage } from './article.js';
import { articlesPage } from './articles.js';
import { eventPage } from './event.js';
import { eventArticlesPage } from './event-headlines.js';
import { frontPage } from './front.js';
import { journalistPage, journalistsPage } from './journalists.js';
import { mediaListPage, mediaPage } from './media.js';
import { revisionsPage } from './revisions.js';
import { setPage, setsPage } from './sets.js';
import { similarityPage } from './similarity.js';
import { sincePage } from './since.js';
import { statsPage } from './stats.js';
import { tagByNamePage, tagPage } from './tag.js';
import { tagsPage } from './tags.js';
import { topicsPage } from './topics.js';

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
