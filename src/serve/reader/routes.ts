/** The requests of the Google Reader API, on one screen, and one of them as its handler sees it. */
import type { User } from '../../store/accounts/roster-events.js';
import { invalidQuery } from '../http/errors.js';
import { PRIVATE_NO_STORE, type Reply, textReply } from '../http/reply.js';
import {
  answer,
  itemContents,
  itemIds,
  streamContents,
  subscriptionList,
  tagList,
  unreadCount,
  userInfo,
} from './answers.js';
import {
  changeLabel,
  editSubscription,
  editTag,
  follow,
  importList,
  markAllAsRead,
} from './edits.js';
import type { ItemLists } from './item-list.js';
import type { ReaderSources } from './sources.js';
import { foldersOf, OPML_TYPE, opmlOf, subscriptionsOf } from './subscriptions.js';

/** A request that was read. */
export interface ReaderRequest {
  isPost: boolean;
  /** Of the query and of the form. */
  parameters: URLSearchParams;
  /** Of a body that is no form. */
  text: string;
}

/**
 * A request of a reader, as the handlers of the protocol see it.
 *
 * A request of somebody who has signed in.
 */
interface ReaderCall {
  sources: ReaderSources;
  lists: ItemLists;
  user: User;
  /** What the path has behind the route's own, decoded. */
  rest: string;
  request: ReaderRequest;
}

const BASE = '/reader/api/0/';
/** Where FreshRSS has it: some readers know no other place. */
const PREFIX = '/api/greader.php';
const TEXT = 'text/plain; charset=utf-8';

interface ReaderRoute {
  /** Whether something is changed: by POST, with a token. */
  changes: boolean;
  answer(call: ReaderCall, changeToken: () => string): Reply | Promise<Reply>;
}

const ROUTES: { readonly [path: string]: ReaderRoute } = {
  token: reading((_, changeToken) => plain(`${changeToken()}\n`)),
  'user-info': reading(({ user }) => userInfo(user)),
  'subscription/list': reading(({ sources, user }) => subscriptionList(sources, user)),
  'subscription/export': reading(({ sources, user }) => {
    const text = opmlOf(foldersOf(subscriptionsOf(sources, user)));
    return textReply(text, OPML_TYPE, {
      cacheControl: PRIVATE_NO_STORE,
      headers: [['content-disposition', 'attachment; filename="tagwire.opml"']],
    });
  }),
  'subscription/import': changing(({ sources, user, request }) =>
    importList(sources, user, request.text),
  ),
  'subscription/edit': changing(({ sources, user, request }) =>
    editSubscription(sources, user, request.parameters),
  ),
  'subscription/quickadd': { changes: true, answer: quickAdd },
  'tag/list': reading(({ sources, user }) => tagList(sources, user)),
  'rename-tag': changing(({ sources, user, request }) =>
    changeLabel(sources, user, request.parameters, true),
  ),
  'disable-tag': changing(({ sources, user, request }) =>
    changeLabel(sources, user, request.parameters, false),
  ),
  'unread-count': reading(({ sources, lists, user }) => unreadCount(sources, lists, user)),
  'stream/items/ids': reading(({ sources, lists, user, request }) =>
    itemIds(sources, lists, user, request.parameters),
  ),
  'stream/items/contents': reading(({ sources, lists, user, request }) =>
    itemContents(sources, lists, user, request.parameters),
  ),
  'stream/contents': reading(({ sources, lists, user, rest, request: { parameters } }) =>
    streamContents(sources, lists, user, rest || (parameters.get('s') ?? ''), parameters),
  ),
  'edit-tag': changing(({ sources, user, request }) => editTag(sources, user, request.parameters)),
  'mark-all-as-read': changing(({ sources, lists, user, request }) =>
    markAllAsRead(sources, lists, user, request.parameters),
  ),
  'preference/list': reading(() => answer({ prefs: [] })),
  'preference/stream/list': reading(() => answer({ streamprefs: {} })),
  'friend/list': reading(() => answer({ friends: [] })),
};

/** A path as this endpoint names it, still escaped. */
export function pathOf(path: string): string {
  return path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : path;
}

/** The route of a path, with what comes behind its name, decoded; null for none. */
export function routeOf(path: string): { name: string; route: ReaderRoute; rest: string } | null {
  if (!path.startsWith(BASE)) return null;
  const asked = path.slice(BASE.length).replace(/\/$/, '');
  const exact = Object.hasOwn(ROUTES, asked) ? ROUTES[asked] : undefined;
  if (exact !== undefined) return { name: BASE + asked, route: exact, rest: '' };
  const stream = /^stream\/contents\/(.+)$/s.exec(asked)?.[1];
  if (stream === undefined) return null;
  const name = 'stream/contents';
  return { name: BASE + name, route: ROUTES[name]!, rest: decoded(stream) };
}

async function quickAdd({ sources, user, request }: ReaderCall): Promise<Reply> {
  const query = request.parameters.get('quickadd') ?? '';
  if (query === '') throw invalidQuery('quickadd must be an address');
  const streamId = await follow(sources, user, query).catch(noneFound);
  if (streamId === null) return answer({ query, numResults: 0 });
  const known = subscriptionsOf(sources, user).find(({ id }) => id === streamId);
  return answer({ query, numResults: 1, streamId, streamName: known?.title ?? '' });
}

/** Nothing there is an answer; what else went wrong is not. */
function noneFound(error: unknown): null {
  if ((error as { status?: number }).status === 404) return null;
  throw error;
}

function reading(answer: ReaderRoute['answer']): ReaderRoute {
  return { changes: false, answer };
}

function changing(change: (call: ReaderCall) => Promise<void>): ReaderRoute {
  return {
    changes: true,
    answer: async (call) => {
      if (!call.request.isPost) throw invalidQuery('a change is sent by POST');
      await change(call);
      return plain('OK');
    },
  };
}

function plain(text: string): Reply {
  return textReply(text, TEXT, { cacheControl: PRIVATE_NO_STORE });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidQuery('the name of the stream is not well-formed');
  }
}
