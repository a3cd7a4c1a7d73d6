/** One half of the pages of real articles, for readers of English. */
import { everyRealPage } from '../every-real-page.js';

everyRealPage('en', { part: 0, parts: 2 });
