/**
 * The pages of the blog service, on one screen; those of people and administration are among them.
 */
import { adminBlogsPage } from '../admin/blogs.js';
import { adminItemsPage, adminMediaPage } from '../admin/masks.js';
import { adminSourcesPage } from '../admin/sources.js';
import { adminAuditPage, adminStorePage } from '../admin/store.js';
import { adminUsersPage } from '../admin/users.js';
import type { Desk } from '../desk.js';
import { overviewPage } from '../my/overview.js';
import { signInPage } from '../my/sign-in.js';
import { webhooksPage } from '../my/webhooks.js';
import type { Page } from '../page.js';
import { blogPage } from './blog.js';
import { directoryPage } from './directory.js';
import { blogFrontPage } from './front.js';
import { relationsPage } from './relations.js';
import { statusPage } from './status.js';
import { topicPage } from './topic.js';
import { topicsPage } from './topics.js';

/** With a desk on the front. The thread for pages needs none, because it calls views alone. */
export function blogPages(desk: Desk): Page[] {
  return [
    blogFrontPage,
    directoryPage,
    blogPage(desk),
    topicsPage,
    topicPage(desk),
    relationsPage,
    statusPage,
    signInPage(desk),
    overviewPage(desk),
    webhooksPage(desk),
    adminBlogsPage(desk),
    adminMediaPage(desk),
    adminItemsPage(desk),
    adminSourcesPage(desk),
    adminUsersPage(desk),
    adminStorePage(desk),
    adminAuditPage(desk),
  ];
}
