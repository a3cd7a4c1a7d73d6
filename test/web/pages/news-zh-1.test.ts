/** One half of the pages of the news service, for readers of Chinese. */
import { everyPage } from '../every-page.js';

everyPage('news', 'zh', { part: 0, parts: 2 });
