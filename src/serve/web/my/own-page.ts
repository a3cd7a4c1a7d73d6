/** What every page of one's own does: it asks for signing in, checks forms, and says why one was refused. */
import { TagwireError } from '../../../kernel/errors.js';
import type { User } from '../../../store/accounts/roster-events.js';
import type { Reply } from '../../http/reply.js';
import type { SitePost, SiteRequest } from '../../http/site.js';
import type { Backend } from '../backend.js';
import type { PageLoad } from '../page.js';
import { withQuery } from '../parts/address.js';
import { toSignIn, type Visit } from '../visitors.js';
import type { FormOutcome } from './parts.js';

type Shown = PageLoad | Promise<PageLoad>;

interface OwnPage {
  show(visit: Visit, request: SiteRequest): Shown;
  /** Does what a form asks for. @throws TagwireError for what it cannot do. */
  change(visit: Visit, user: User, post: SitePost): Promise<PageLoad | Reply>;
  /** The page again, with why its form was refused. */
  refused(visit: Visit, outcome: FormOutcome, post: SitePost): Shown;
}

/**
 * `load` and `post` of a page for those who are signed in; others are sent to sign in, and back to `path`.
 * @param backend is there when a page is asked for, not on the threads that render it.
 */
export function ownPage(backend: Backend, path: string, page: OwnPage) {
  return {
    load: (request: SiteRequest): Shown | Reply => {
      const visit = backend.visitors.visitOf(request);
      if (visit.signedIn !== null) return page.show(visit, request);
      return toSignIn(withQuery(path, Object.fromEntries(request.query)));
    },
    post: async (post: SitePost): Promise<PageLoad | Reply> => {
      const visit = backend.visitors.checked(post);
      if (visit.signedIn === null) return toSignIn(path);
      try {
        return await page.change(visit, visit.signedIn.user, post);
      } catch (error) {
        if (!(error instanceof TagwireError)) throw error;
        return page.refused(visit, { ok: false, reason: error.message }, post);
      }
    },
  };
}
