/** The other half of the pages of real articles, for readers of English. */
import { everyRealPage } from '../every-real-page.js';

everyRealPage('en', { part: 1, parts: 2 });
