/**
 * The pages of the blog service, on one screen; those of people and administration are among them.
 */
import { adminBlogsPage } from '../admin/blogs.js';
import { adminItemsPage, adminMediaPage } from '../admin/masks.js';
import { adminSourcesPage } from '../admin/sources.js';
import { adminAuditPage, adminStorePage } from '../admin/store.js';
import { adminUsersPage } from '../admin/users.js';
import type { Backend } from '../backend.js';
import { overviewPage } from '../my/overview.js';
import { setsPage } from '../my/sets.js';
import { signInPage } from '../my/sign-in.js';
import { unsubscribePage } from '../my/unsubscribe.js';
import { webhooksPage } from '../my/webhooks.js';
import type { Page } from '../page.js';
import { blogPage, directoryPage } from './blogs.js';
import { blogFrontPage } from './front.js';
import { relationsPage } from './relations.js';
import { statusPage } from './status.js';
import { topicPage, topicsPage } from './topics.js';

/** With a backend on the front. The thread for pages needs none, because it calls views alone. */
export function blogPages(backend: Backend): Page[] {
  return [
    blogFrontPage,
    directoryPage,
    blogPage(backend),
    topicsPage,
    topicPage(backend),
    relationsPage,
    statusPage,
    signInPage(backend),
    overviewPage(backend),
    webhooksPage(backend),
    unsubscribePage(backend),
    setsPage(backend),
    adminBlogsPage(backend),
    adminMediaPage(backend),
    adminItemsPage(backend),
    adminSourcesPage(backend),
    adminUsersPage(backend),
    adminStorePage(backend),
    adminAuditPage(backend),
  ];
}
