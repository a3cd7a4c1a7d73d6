/** The thread that renders pages, one at a time, from answers that the main thread got from the API. */
import { takeRank } from '../src/kernel/runtime/thread-priority.js';
import { type RenderTask, renderPage } from '../src/serve/web/rendering.js';

takeRank('derived');

export default (task: RenderTask): unknown => renderPage(task);
