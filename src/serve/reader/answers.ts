/**
 * The read-only answers of the protocol: the user, subscriptions, streams and counts; and items in
 * the form of the protocol.
 *
 * Invariants: answers contain only items that lists show now; texts are the summaries of lists,
 * never bodies, and are escaped, because readers interpret them as HTML.
 */
import { SECOND_MS } from '../../kernel/clock.js';
import { escapeQuoted, escapeText } from '../../kernel/markup.js';
import { READER } from '../../kernel/reader-limits.js';
import type { ReadingState } from '../../store/accounts/reading-list.js';
import { ITEM_KINDS, type ItemKind } from '../../store/accounts/records.js';
import { invalidQuery } from '../http/errors.js';
import { JSON_TYPE, PRIVATE_NO_STORE, privateJson, type Reply, textReply } from '../http/reply.js';
import {
  idOf,
  kindOf,
  labelId,
  longForm,
  numberOf,
  READING_LIST,
  readItemId,
  stateId,
} from './ids.js';
import type { ItemList, ReaderCall } from './item-list.js';
import type { ReaderSources } from './sources.js';
import { oldRows, pageOf, pageQueryOf, rowsOf } from './stream-page.js';
import { subscriptionsOf } from './subscriptions.js';

const IDS_DEFAULT = 20;
const CONTENTS_DEFAULT = 20;
const MICROS_IN_MS = 1000;

export function userInfo({ user: { id, login, name } }: ReaderCall): Reply {
  return privateJson({
    userId: String(id),
    userName: name === '' ? login : name,
    userProfileId: String(id),
    userEmail: login,
  });
}

export function subscriptionList({ sources, user }: ReaderCall): Reply {
  const subscriptions = subscriptionsOf(sources, user).map((one, at) => ({
    id: one.id,
    title: one.title,
    categories: one.labels.map((label) => ({ id: labelId(label), label, type: 'folder' })),
    sortid: at.toString(16).padStart(8, '0'),
    url: one.url,
    htmlUrl: one.htmlUrl,
    iconUrl: one.iconUrl ?? '',
  }));
  return privateJson({ subscriptions });
}

export function tagList({ sources, user }: ReaderCall): Reply {
  const folders = new Set(subscriptionsOf(sources, user).flatMap(({ labels }) => labels));
  const labels = sources.accounts.reading.of(user).labels.filter((label) => !folders.has(label));
  return privateJson({
    tags: [
      { id: stateId('starred') },
      ...[...folders].map((label) => ({ id: labelId(label), type: 'folder' })),
      ...labels.map((label) => ({ id: labelId(label), type: 'tag' })),
    ],
  });
}

/** Unread items of each subscription, of each label and in total. */
export async function unreadCount({ sources, lists, user }: ReaderCall): Promise<Reply> {
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
  return privateJson({ max: READER.itemsMax, unreadcounts });
}

/** The page of a stream for some parameters, with the data that it was made from. */
async function askedPage(
  { sources, lists, user, parameters }: ReaderCall,
  stream: string,
  limits: Parameters<typeof pageQueryOf>[2],
) {
  const query = pageQueryOf(parameters, stream, limits);
  const list = await lists.of(user, query.after !== null);
  const state = sources.accounts.reading.of(user);
  const rows = await rowsOf(sources, query, list, state);
  return { list, state, ...pageOf(rows, query, list, state) };
}

/** `stream/items/ids`. */
export async function itemIds(call: ReaderCall): Promise<Reply> {
  const limits = { count: IDS_DEFAULT, countMax: READER.idsMax };
  const stream = call.parameters.get('s') ?? '';
  const { numbers, times, continuation } = await askedPage(call, stream, limits);
  // Joined as text: serialising thousands took most of the answer's time (`bench reader`).
  const refs = Array.from(numbers, (number, row) => {
    return `{"id":"${number}","timestampUsec":"${times[row]! * MICROS_IN_MS}"}`;
  });
  const rest = continuation === null ? '' : `,"continuation":"${continuation}"`;
  const text = `{"itemRefs":[${refs.join(',')}]${rest}}`;
  return textReply(text, JSON_TYPE, { cacheControl: PRIVATE_NO_STORE });
}

/** `stream/contents`: a page of a stream with the contents of its items. */
export async function streamContents(call: ReaderCall): Promise<Reply> {
  const { sources, rest, parameters } = call;
  const id = rest || parameters.get('s') || READING_LIST;
  const limits = { count: CONTENTS_DEFAULT, countMax: READER.contentsMax };
  const { list, state, numbers, continuation } = await askedPage(call, id, limits);
  const items = await contentsOf(sources, [...numbers], list, state);
  const known = list.subscriptions.find((one) => one.id === id);
  return privateJson({
    direction: 'ltr',
    id,
    title: known?.title ?? 'Tagwire',
    updated: Math.floor(sources.clock.nowMs() / SECOND_MS),
    items,
    ...(continuation !== null && { continuation }),
  });
}

/** `stream/items/contents`: items by id. */
export async function itemContents(call: ReaderCall): Promise<Reply> {
  const { sources, lists, user, parameters } = call;
  const numbers = [...new Set(parameters.getAll('i').filter(Boolean).map(readItemId))];
  if (numbers.length > READER.contentsMax) {
    throw invalidQuery(`i names at most ${READER.contentsMax} items`);
  }
  const list = await lists.of(user, true);
  const items = await contentsOf(sources, numbers, list, sources.accounts.reading.of(user));
  const updated = Math.floor(sources.clock.nowMs() / SECOND_MS);
  return privateJson({ direction: 'ltr', id: READING_LIST, title: 'Tagwire', updated, items });
}

interface Article {
  title: string;
  url: string;
  description: string | null;
  mediaTitle: string;
  image: string | null;
  tags: string[];
}

interface Post {
  title: string;
  url: string;
  summary: string;
  author: string | null;
  blogName: string;
  imageUrl: string | null;
}

/** The common fields of an article and a post. */
interface Item {
  title: string;
  url: string;
  author: string;
  summary: string;
  image: string | null;
  tags: readonly string[];
}

/** Items by number, in that order, without those that are not shown. */
async function contentsOf(
  sources: ReaderSources,
  numbers: readonly number[],
  list: ItemList,
  state: ReadingState,
): Promise<object[]> {
  const times = new Map<number, number>();
  for (const number of numbers) {
    const timeMs = list.timeOf(number);
    if (timeMs !== null) times.set(number, timeMs);
  }
  const old = numbers.filter((number) => !times.has(number));
  for (const { number, timeMs } of await oldRows(sources, old)) times.set(number, timeMs);
  const items = new Map<number, Item>();
  for (const kind of ITEM_KINDS) {
    const refs = [...times]
      .filter(([number]) => kindOf(number) === kind)
      .map(([number, sortMs]) => ({ id: idOf(number), sortMs }));
    for (const [number, item] of await shownItems(sources, kind, refs)) items.set(number, item);
  }
  return numbers.flatMap((number) => {
    const item = items.get(number);
    return item === undefined ? [] : [entryOf(number, times.get(number)!, item, list, state)];
  });
}

async function shownItems(
  sources: ReaderSources,
  kind: ItemKind,
  refs: readonly { id: number; sortMs: number }[],
): Promise<[number, Item][]> {
  if (refs.length === 0) return [];
  const { view, clock } = (kind === 'news' ? sources.news : sources.blogs).lookup;
  const found = await view.items(refs, clock.nowMs());
  return refs.flatMap(({ id }, at): [number, Item][] => {
    const bytes = found[at] ?? null;
    if (bytes === null) return [];
    const value = JSON.parse(Buffer.from(bytes).toString()) as unknown;
    const item = kind === 'news' ? ofArticle(value as Article) : ofPost(value as Post);
    return [[numberOf(kind, id), item]];
  });
}

function ofArticle({ title, url, description, mediaTitle, image, tags }: Article): Item {
  return { title, url, author: mediaTitle, summary: description ?? '', image, tags };
}

function ofPost({ title, url, summary, author, blogName, imageUrl }: Post): Item {
  return { title, url, author: author ?? blogName, summary, image: imageUrl, tags: [] };
}

function entryOf(
  number: number,
  timeMs: number,
  { title, url, author, summary, image, tags }: Item,
  list: ItemList,
  state: ReadingState,
): object {
  const origin = list.originOf(number);
  const kind = kindOf(number);
  const marks = state.marks.filter((mark) => state.has(mark, kind, idOf(number)));
  const isRead = origin === null || marks.includes('read');
  const labels = marks.flatMap((mark) => (mark.startsWith('label/') ? [mark.slice(6)] : []));
  return {
    id: longForm(number),
    crawlTimeMsec: String(timeMs),
    timestampUsec: `${timeMs}000`,
    published: Math.floor(timeMs / SECOND_MS),
    title: plainOf(title),
    author,
    canonical: [{ href: url }],
    alternate: [{ href: url, type: 'text/html' }],
    summary: { direction: 'ltr', content: htmlOf(summary, image) },
    categories: [
      READING_LIST,
      ...(isRead ? [stateId('read')] : []),
      ...(marks.includes('starred') ? [stateId('starred')] : []),
      ...[...(origin?.labels ?? []), ...labels].map(labelId),
      ...tags,
    ],
    origin: {
      streamId: origin?.id ?? stateId('starred'),
      title: origin?.title ?? author,
      htmlUrl: origin?.htmlUrl ?? url,
    },
  };
}

/** A text that means the same as HTML and as plain text, because readers differ. */
function plainOf(text: string): string {
  return text.replaceAll('<', '＜').replaceAll('>', '＞');
}

function htmlOf(summary: string, image: string | null): string {
  const isPicture = image !== null && /^https?:\/\//i.test(image);
  const picture = isPicture ? `<p><img src="${escapeQuoted(image)}" alt=""></p>` : '';
  const lines = summary.split(/\n+/).filter(Boolean);
  return picture + lines.map((line) => `<p>${escapeText(line)}</p>`).join('');
}
