/** The page of a blog or topic that cannot be shown: unknown, gone, or not at the moment. */
import { ErrorView } from '../error-view.js';
import type { PageView, ViewContext } from '../page.js';

export function Missing<A extends object, D>(context: ViewContext<A, D>, status: number): PageView {
  const shown = status === 410 ? 410 : status >= 500 || status === 429 ? 503 : 404;
  return ErrorView(context as unknown as ViewContext, { status: shown, message: '' });
}
