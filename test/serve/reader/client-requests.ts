/**
 * What readers of feeds ask, in the order in which they do: written down from what their sources send, request by
 * request. `{T}` stands for the token of changes, `{unread}` for ids of items as that reader writes them.
 */
export interface ClientRequest {
  method: 'GET' | 'POST';
  path: string;
  form?: string;
  /** How ids stand in the form. */
  ids?: 'long' | 'short';
  /** Follows the continuation until there is none. */
  paged?: true;
  expects: 'token' | 'user' | 'subscriptions' | 'tags' | 'ids' | 'items' | 'ok' | 'counts';
}

const STATE = 'user/-/state/com.google';

/** NetNewsWire: ids by the thousand, contents by long ids, marks of many items in one form. */
export const NETNEWSWIRE: readonly ClientRequest[] = [
  { method: 'GET', path: 'token', expects: 'token' },
  { method: 'GET', path: 'tag/list?output=json', expects: 'tags' },
  { method: 'GET', path: 'subscription/list?output=json', expects: 'subscriptions' },
  {
    method: 'GET',
    path: `stream/items/ids?n=5&output=json&ot=1765324800&s=${STATE}/reading-list`,
    paged: true,
    expects: 'ids',
  },
  {
    method: 'GET',
    path: `stream/items/ids?n=5&output=json&s=${STATE}/reading-list&xt=${STATE}/read`,
    paged: true,
    expects: 'ids',
  },
  { method: 'GET', path: `stream/items/ids?n=5&output=json&s=${STATE}/starred`, expects: 'ids' },
  {
    method: 'POST',
    path: 'stream/items/contents',
    form: 'T={T}&output=json&{unread}',
    ids: 'long',
    expects: 'items',
  },
  {
    method: 'POST',
    path: 'edit-tag',
    form: `T={T}&{unread}&a=${STATE}/read`,
    ids: 'long',
    expects: 'ok',
  },
  {
    method: 'POST',
    path: 'edit-tag',
    form: `T={T}&{unread}&r=${STATE}/read`,
    ids: 'long',
    expects: 'ok',
  },
];

/** Newsflash: who somebody is, folders, unread and starred items as streams with contents, short ids in marks. */
export const NEWSFLASH: readonly ClientRequest[] = [
  { method: 'GET', path: 'user-info', expects: 'user' },
  { method: 'GET', path: 'token', expects: 'token' },
  { method: 'GET', path: 'tag/list?output=json', expects: 'tags' },
  { method: 'GET', path: 'subscription/list?output=json', expects: 'subscriptions' },
  {
    method: 'GET',
    path: `stream/contents?s=${STATE}/reading-list&n=4&xt=${STATE}/read&output=json`,
    paged: true,
    expects: 'items',
  },
  { method: 'GET', path: `stream/contents?s=${STATE}/starred&n=4&output=json`, expects: 'items' },
  {
    method: 'GET',
    path: `stream/items/ids?s=${STATE}/reading-list&n=10000&xt=${STATE}/read`,
    expects: 'ids',
  },
  {
    method: 'POST',
    path: 'edit-tag',
    form: `T={T}&{unread}&a=${STATE}/starred`,
    ids: 'short',
    expects: 'ok',
  },
  {
    method: 'POST',
    path: 'mark-all-as-read',
    form: `T={T}&s=${STATE}/reading-list`,
    expects: 'ok',
  },
];

/** Read You: the parameter `output` in every path, read ids since a time, hex ids in contents. */
export const READ_YOU: readonly ClientRequest[] = [
  { method: 'GET', path: 'token', expects: 'token' },
  { method: 'GET', path: 'user-info?output=json', expects: 'user' },
  { method: 'GET', path: 'subscription/list?output=json', expects: 'subscriptions' },
  {
    method: 'GET',
    path: `stream/items/ids?output=json&s=${STATE}/reading-list&xt=${STATE}/read&n=10000`,
    expects: 'ids',
  },
  {
    method: 'GET',
    path: `stream/items/ids?output=json&s=${STATE}/starred&n=10000`,
    expects: 'ids',
  },
  {
    method: 'GET',
    path: `stream/items/ids?output=json&s=${STATE}/read&ot=1772000000&n=10000`,
    expects: 'ids',
  },
  {
    method: 'POST',
    path: 'stream/items/contents?output=json',
    form: '{unread}&T={T}',
    ids: 'long',
    expects: 'items',
  },
  {
    method: 'POST',
    path: 'edit-tag?output=json',
    form: `{unread}&a=${STATE}/read&T={T}`,
    ids: 'long',
    expects: 'ok',
  },
  { method: 'GET', path: 'unread-count?output=json', expects: 'counts' },
];
