/** One half of the pages of the news service, for readers of English. */
import { everyPage } from '../every-page.js';

everyPage('news', 'en', { part: 0, parts: 2 });
