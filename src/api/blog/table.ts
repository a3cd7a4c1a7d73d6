/**
 * The routes of the blog service, on one screen.
 */
import { docsRoutes } from '../../http/docs.js';
import type { Route } from '../../http/route.js';
import type { BlogSources } from './sources.js';

export const BLOG_INTRO =
  'Verified blogs: the endpoints follow in the next versions. Titles, images and texts belong to their authors: link to the ' +
  'original, and name this service as the source of the statistics.';

/** Every route of the blog service. */
export function blogRoutes({ publicUrl }: BlogSources): Route[] {
  return docsRoutes({
    title: 'Tagwire blog service',
    intro: BLOG_INTRO,
    openApiPath: '/api/v1/openapi.json',
    publicUrl,
  });
}
