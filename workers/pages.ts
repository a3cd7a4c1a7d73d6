/** The thread that makes pages: one at a time, from what the front has asked the API. */
import { takeRank } from '../src/runtime/thread-priority.js';
import type { RenderTask } from '../src/web/render-task.js';
import { renderPage } from '../src/web/rendering.js';

takeRank('derived');

export default (task: RenderTask): unknown => renderPage(task);
