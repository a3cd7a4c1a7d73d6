/** Every page of the blog service, for readers of English. */
import { everyPage } from '../every-page.js';

everyPage('blog', 'en');
