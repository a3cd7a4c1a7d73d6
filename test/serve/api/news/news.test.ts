/** The smaller parts of the news service, on servers of one process: loading one costs more than these tests. */
import '../../../engine/actor/threads-here.js';
import '../article-feeds.js';
import './blogs/blogs-and-news.js';
import './blogs/thread-blogs.js';
import './entity-tags.js';
import './feeds/feeds.js';
import './history.js';
import './legacy.js';
import './revisions/revisions.js';
import './service.js';
import './tags/keywords.js';
import './tags/tag-articles.js';
