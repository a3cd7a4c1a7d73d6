/** The routes of the Google Reader API, with their paths. */
import { invalidQuery } from '../http/errors.js';
import { PRIVATE_NO_STORE, privateJson, type Reply, TEXT_TYPE, textReply } from '../http/reply.js';
import {
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
import type { ReaderCall } from './item-list.js';
import { foldersOf, OPML_TYPE, opmlOf, subscriptionsOf } from './subscriptions.js';

const BASE = '/reader/api/0/';
/** The prefix of FreshRSS: some readers know no other. */
const PREFIX = '/api/greader.php';

interface ReaderRoute {
  /** Whether the route changes data: by POST, with a token. */
  changes: boolean;
  answer(call: ReaderCall, changeToken: () => string): Reply | Promise<Reply>;
}

const ROUTES: { readonly [path: string]: ReaderRoute } = {
  token: reading((_, changeToken) => plain(`${changeToken()}\n`)),
  'user-info': reading(userInfo),
  'subscription/list': reading(subscriptionList),
  'subscription/export': reading(({ sources, user }) => {
    const text = opmlOf(foldersOf(subscriptionsOf(sources, user)));
    return textReply(text, OPML_TYPE, {
      cacheControl: PRIVATE_NO_STORE,
      headers: [['content-disposition', 'attachment; filename="tagwire.opml"']],
    });
  }),
  'subscription/import': changing(importList),
  'subscription/edit': changing(editSubscription),
  'subscription/quickadd': { changes: true, answer: quickAdd },
  'tag/list': reading(tagList),
  'rename-tag': changing((call) => changeLabel(call, true)),
  'disable-tag': changing((call) => changeLabel(call, false)),
  'unread-count': reading(unreadCount),
  'stream/items/ids': reading(itemIds),
  'stream/items/contents': reading(itemContents),
  'stream/contents': reading(streamContents),
  'edit-tag': changing(editTag),
  'mark-all-as-read': changing(markAllAsRead),
  'preference/list': reading(() => privateJson({ prefs: [] })),
  'preference/stream/list': reading(() => privateJson({ streamprefs: {} })),
  'friend/list': reading(() => privateJson({ friends: [] })),
};

/** A path without prefix, percent-encoded. */
export function pathOf(path: string): string {
  return path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : path;
}

/** The route of a path, with the decoded rest after its name; null for none. */
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

async function quickAdd({ sources, user, parameters }: ReaderCall): Promise<Reply> {
  const query = parameters.get('quickadd') ?? '';
  if (query === '') throw invalidQuery('quickadd must be an address');
  const streamId = await follow(sources, user, query).catch(noneFound);
  if (streamId === null) return privateJson({ query, numResults: 0 });
  const known = subscriptionsOf(sources, user).find(({ id }) => id === streamId);
  return privateJson({ query, numResults: 1, streamId, streamName: known?.title ?? '' });
}

/** An empty result for 404; other errors are thrown again. */
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
      if (!call.isPost) throw invalidQuery('a change is sent by POST');
      await change(call);
      return plain('OK');
    },
  };
}

function plain(text: string): Reply {
  return textReply(text, TEXT_TYPE, { cacheControl: PRIVATE_NO_STORE });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidQuery('the name of the stream is not well-formed');
  }
}
