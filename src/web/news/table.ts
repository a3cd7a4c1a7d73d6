/**
 * The pages of the news service, on one screen.
 */
import type { Page } from '../page.js';
import { mediaListPage } from './media-list.js';

export const NEWS_PAGES: readonly Page[] = [mediaListPage];
