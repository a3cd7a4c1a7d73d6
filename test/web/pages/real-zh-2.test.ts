/** The other half of the pages of real articles, for readers of Chinese. */
import { everyRealPage } from '../every-real-page.js';

everyRealPage('zh', { part: 1, parts: 2 });
