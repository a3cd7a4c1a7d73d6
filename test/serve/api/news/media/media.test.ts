/** What is told of media, on servers of one process: loading one costs more than these tests. */
import '../../../../engine/actor/threads-here.js';
import '../portals/topics.js';
import './media-content.js';
import './media-page.js';
import './media-stats.js';
import './traffic.js';
