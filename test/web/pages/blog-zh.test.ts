/** Every page of the blog service, for readers of Chinese. */
import { everyPage } from '../every-page.js';

everyPage('blog', 'zh');
