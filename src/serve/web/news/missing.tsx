/**
 * What a page shows when the API does not answer with what it is about: a 404 with a way on, or that
 * an index is being read.
 */
import { ErrorView } from '../error-view.js';
import type { PageView, ViewContext } from '../page.js';

/** The page of an answer that is an error. */
export function missing(context: ViewContext, failed: { status: number; error: string }): PageView {
  return ErrorView(context, { status: failed.status, message: failed.error });
}
