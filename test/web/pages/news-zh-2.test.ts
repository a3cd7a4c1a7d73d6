/** The other half of the pages of the news service, for readers of Chinese. */
import { everyPage } from '../every-page.js';

everyPage('news', 'zh', { part: 1, parts: 2 });
