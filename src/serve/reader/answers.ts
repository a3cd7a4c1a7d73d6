/** The answers of the protocol that only read: who somebody is, what they follow, streams and counts. */

import { SECOND_MS } from '../../kernel/clock.js';
import { READER } from '../../kernel/reader-limits.js';
import type { User } from '../../store/accounts/roster-events.js';
import { invalidQuery } from '../http/errors.js';
import { JSON_TYPE, jsonReply, PRIVATE_NO_STORE, type Reply, textReply } from '../http/reply.js';
import { contentsOf } from './contents.js';
import { idOf, kindOf, labelId, READING_LIST, readItemId, stateId } from './ids.js';
import type { ItemLists } from './item-list.js';
import type { ReaderSources } from './sources.js';
import { pageOf, pageQueryOf, rowsOf } from './stream-page.js';
import { subscriptionsOf } from './subscriptions.js';

const IDS_DEFAULT = 20;
const CONTENTS_DEFAULT = 20;
const MICROS_IN_MS = 1000;

export function answer(value: unknown): Reply {
  return jsonReply(value, { cacheControl: PRIVATE_NO_STORE });
}

export function userInfo({ id, login, name }: User): Reply {
  return answer({
    userId: String(id),
    userName: name === '' ? login : name,
    userProfileId: String(id),
    userEmail: login,
  });
}

export function subscriptionList(sources: ReaderSources, user: User): Reply {
  const subscriptions = subscriptionsOf(sources, user).map((one, at) => ({
    id: one.id,
    title: one.title,
    categories: one.labels.map((label) => ({ id: labelId(label), label, type: 'folder' })),
    sortid: at.toString(16).padStart(8, '0'),
    url: one.url,
    htmlUrl: one.htmlUrl,
    iconUrl: one.iconUrl ?? '',
  }));
  return answer({ subscriptions });
}

export function tagList(sources: ReaderSources, user: User): Reply {
  const folders = new Set(subscriptionsOf(sources, user).flatMap(({ labels }) => labels));
  const labels = sources.accounts.reading.of(user).labels.filter((label) => !folders.has(label));
  return answer({
    tags: [
      { id: stateId('starred') },
      ...[...folders].map((label) => ({ id: labelId(label), type: 'folder' })),
      ...labels.map((label) => ({ id: labelId(label), type: 'tag' })),
    ],
  });
}

/** Unread items of each subscription, of each label and of all. */
export async function unreadCount(
  sources: ReaderSources,
  lists: ItemLists,
  user: User,
): Promise<Reply> {
  const list = await lists.of(user);
  const state = sources.accounts.reading.of(user);
  const counts = new Map<string, { count: number; newestMs: number }>();
  const note = (id: string, timeMs: number): void => {
    const known = counts.get(id) ?? { count: 0, newestMs: 0 };
    counts.set(id, { count: known.count + 1, newestMs: Math.max(known.newestMs, timeMs) });
  };
  list.numbers.forEach((number, row) => {
    if (state.has('read', kindOf(number), idOf(number))) return;
    const timeMs = list.times[row]!;
    const origin = list.originOf(number);
    note(READING_LIST, timeMs);
    if (origin === null) return;
    note(origin.id, timeMs);
    for (const label of origin.labels) note(labelId(label), timeMs);
  });
  const unreadcounts = [...counts].map(([id, { count, newestMs }]) => ({
    ...{ id, count },
    newestItemTimestampUsec: String(newestMs * MICROS_IN_MS),
  }));
  return answer({ max: READER.itemsMax, unreadcounts });
}

/** `stream/items/ids`. */
export async function itemIds(
  sources: ReaderSources,
  lists: ItemLists,
  user: User,
  parameters: URLSearchParams,
): Promise<Reply> {
  const query = pageQueryOf(parameters, parameters.get('s') ?? '', {
    ...{ count: IDS_DEFAULT, countMax: READER.idsMax },
  });
  const list = await lists.of(user, query.after !== null);
  const state = sources.accounts.reading.of(user);
  const rows = await rowsOf(sources, query, list, state);
  const { numbers, times, continuation } = pageOf(rows, query, list, state);
  // Thousands of them, each of the same form: joined, because serialising took most of the answer (`bench reader`).
  const refs = Array.from(numbers, (number, row) => {
    return `{"id":"${number}","timestampUsec":"${times[row]! * MICROS_IN_MS}"}`;
  });
  const rest = continuation === null ? '' : `,"continuation":"${continuation}"`;
  const text = `{"itemRefs":[${refs.join(',')}]${rest}}`;
  return textReply(text, JSON_TYPE, { cacheControl: PRIVATE_NO_STORE });
}

/** `stream/contents`: a page of a stream with what its items say. */
export async function streamContents(
  sources: ReaderSources,
  lists: ItemLists,
  user: User,
  stream: string,
  parameters: URLSearchParams,
): Promise<Reply> {
  const query = pageQueryOf(parameters, stream === '' ? READING_LIST : stream, {
    ...{ count: CONTENTS_DEFAULT, countMax: READER.contentsMax },
  });
  const list = await lists.of(user, query.after !== null);
  const state = sources.accounts.reading.of(user);
  const rows = await rowsOf(sources, query, list, state);
  const { numbers, continuation } = pageOf(rows, query, list, state);
  const items = await contentsOf(sources, [...numbers], list, state);
  const known = list.subscriptions.find(({ id }) => id === stream);
  return answer({
    direction: 'ltr',
    id: stream === '' ? READING_LIST : stream,
    title: known?.title ?? 'Tagwire',
    updated: Math.floor(sources.clock.nowMs() / SECOND_MS),
    items,
    ...(continuation !== null && { continuation }),
  });
}

/** `stream/items/contents`: items by id. */
export async function itemContents(
  sources: ReaderSources,
  lists: ItemLists,
  user: User,
  parameters: URLSearchParams,
): Promise<Reply> {
  const numbers = [...new Set(parameters.getAll('i').filter(Boolean).map(readItemId))];
  if (numbers.length > READER.contentsMax) {
    throw invalidQuery(`i names at most ${READER.contentsMax} items`);
  }
  const list = await lists.of(user, true);
  const items = await contentsOf(sources, numbers, list, sources.accounts.reading.of(user));
  const updated = Math.floor(sources.clock.nowMs() / SECOND_MS);
  return answer({ direction: 'ltr', id: READING_LIST, title: 'Tagwire', updated, items });
}
