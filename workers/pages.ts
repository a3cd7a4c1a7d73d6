/** The thread that makes pages: one at a time, from what the front has asked the API. */
import { takeRank } from '../src/kernel/runtime/thread-priority.js';
import { type RenderTask, renderPage } from '../src/serve/web/rendering.js';

takeRank('derived');

export default (task: RenderTask): unknown => renderPage(task);
