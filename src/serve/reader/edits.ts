/**
 * Changes by a reader: subscriptions and their labels, marks of items.
 *
 * Invariants: a whole request is checked before its first change, and each change is in the journal
 * of accounts before it is acknowledged.
 */

import { SECOND_MS } from '../../kernel/clock.js';
import type { FeedAddress } from '../../store/accounts/records.js';
import type { User } from '../../store/accounts/roster-events.js';
import { type HttpError, invalidQuery, notFound, quoted } from '../http/errors.js';
import { idOf, idsByKind, kindOf, markOf, readItemId, readStream, type StreamName } from './ids.js';
import type { ReaderCall } from './item-list.js';
import type { ReaderSources } from './sources.js';
import { memberOf } from './stream-page.js';
import {
  blogStream,
  FEED_LABELS,
  followableOf,
  questionStream,
  subscriptionsOf,
  titleOf,
} from './subscriptions.js';

/** Readers send the time of their newest item in microseconds; a smaller number is seconds. */
const MICROSECONDS_FROM = 1e14;
const MICROS_IN_MS = 1000;
/** Marks that this service supports. */
const MARKS = new Set(['read', 'starred']);
/** Marks that mean the opposite of `read`. */
const UNREAD = new Set(['kept-unread', 'unread']);
const DEFAULT_LABELS: ReadonlySet<string> = new Set(Object.values(FEED_LABELS));

/** `edit-tag`: adds and removes marks and labels of items. */
export async function editTag({ sources, user, parameters }: ReaderCall): Promise<void> {
  const { reading } = sources.accounts;
  const items = idsByKind(parameters.getAll('i').map(readItemId));
  if (items.news.length + items.blog.length === 0) throw invalidQuery('i must name an item');
  const changes = (['a', 'r'] as const).flatMap((name) =>
    parameters
      .getAll(name)
      .filter(Boolean)
      .map((text) => changeOf(readStream(text), name === 'a')),
  );
  const wanted = changes.filter((change) => change !== null);
  await Promise.all(wanted.map(({ mark, isOn }) => reading.mark(user, mark, isOn, items)));
}

/** The change of a mark by adding or removing a tag; null for a tag that is not supported. */
function changeOf(name: StreamName, isOn: boolean): { mark: string; isOn: boolean } | null {
  const mark = markOf(name);
  if (mark === null) throw invalidQuery('a and r name a state or a label');
  if (name.kind === 'label' || MARKS.has(mark)) return { mark, isOn };
  return UNREAD.has(mark) && isOn ? { mark: 'read', isOn: false } : null;
}

/**
 * `mark-all-as-read`: marks the items of a stream up to `ts`, but only those that the user's reader
 * has been shown: newer ones stay unread.
 */
export async function markAllAsRead(call: ReaderCall): Promise<void> {
  const { sources, lists, user, parameters } = call;
  const untilMs = untilOf(parameters.get('ts') ?? '');
  const list = lists.shown(user) ?? (await lists.of(user));
  const state = sources.accounts.reading.of(user);
  const names = parameters.getAll('s').filter(Boolean).map(readStream);
  if (names.length === 0) throw invalidQuery('s must name a stream');
  const tests = names.map((name) => memberOf(name, list, state));
  const numbers: number[] = [];
  list.numbers.forEach((number, row) => {
    const isRead = state.has('read', kindOf(number), idOf(number));
    if (isRead || list.times[row]! > untilMs) return;
    if (tests.some((isIn) => isIn(number))) numbers.push(number);
  });
  await sources.accounts.reading.mark(user, 'read', true, idsByKind(numbers));
}

function untilOf(text: string): number {
  if (text === '') return Number.POSITIVE_INFINITY;
  if (!/^\d{1,17}$/.test(text)) throw invalidQuery(`ts is microseconds, not ${quoted(text)}`);
  const value = Number(text);
  if (value === 0) return Number.POSITIVE_INFINITY;
  return value >= MICROSECONDS_FROM ? value / MICROS_IN_MS : value * SECOND_MS;
}

/** `subscription/edit`: adds, removes, renames and labels subscriptions. */
export async function editSubscription({ sources, user, parameters }: ReaderCall): Promise<void> {
  const action = parameters.get('ac') ?? '';
  const streams = parameters.getAll('s').filter(Boolean);
  if (streams.length === 0) throw invalidQuery('s must name a subscription');
  if (!['subscribe', 'unsubscribe', 'edit'].includes(action)) {
    throw invalidQuery('ac must be subscribe, unsubscribe or edit');
  }
  for (const [at, name] of streams.entries()) {
    const shelf = { title: parameters.getAll('t')[at] ?? null, ...labelsIn(parameters) };
    if (action === 'unsubscribe') await leave(sources, user, name);
    else {
      const stream = action === 'subscribe' ? await follow(sources, user, name) : name;
      await shelve(sources, user, stream, shelf);
    }
  }
}

function labelsIn(parameters: URLSearchParams): { added: string[]; removed: string[] } {
  const labels = (name: string): string[] =>
    parameters
      .getAll(name)
      .filter(Boolean)
      .map((text) => {
        const stream = readStream(text);
        if (stream.kind !== 'label') throw invalidQuery(`${name} must name a label`);
        return stream.label;
      });
  return { added: labels('a'), removed: labels('r') };
}

/** Follows the blog or question of an address; returns its stream. @throws HttpError 404. */
export async function follow(sources: ReaderSources, user: User, name: string): Promise<string> {
  const address = name.replace(/^(feed\/)+/, '');
  const known = subscriptionsOf(sources, user).find(
    ({ id, url }) => id === name || url === address,
  );
  if (known !== undefined) return known.id;
  const found = await followableOf(sources, address.replace(/^blog:/, ''));
  if (found === null) throw notFound(`nothing that can be followed is at ${quoted(address)}`);
  if ('blog' in found) return followBlog(sources, user, found.blog);
  return followQuestion(sources, user, found);
}

async function followBlog(
  { accounts, blogs }: ReaderSources,
  user: User,
  blog: string,
): Promise<string> {
  if (blogs.directory.bySlug(blog) === null) throw notFound(`there is no blog ${quoted(blog)}`);
  await accounts.follows.follow(user, [blog]);
  return blogStream(blog);
}

async function followQuestion(
  { accounts, askNews, ask }: ReaderSources,
  user: User,
  { service, query }: Pick<FeedAddress, 'service' | 'query'>,
): Promise<string> {
  const thread = new URLSearchParams(query).get('thread');
  const path =
    service === 'event'
      ? `/api/v1/events/threads/${thread}/articles?limit=1`
      : `/feeds/articles.json?${query}`;
  const { status } = await (service === 'blog' ? ask : askNews)(path);
  if (status !== 200) throw notFound('that question is not understood');
  await accounts.feeds.add(user, { service, query, label: titleOf({ query }).slice(0, 200) });
  const made = accounts.feeds
    .of(user)
    .findLast((one) => one.service === service && one.query === query);
  return questionStream(made!.id);
}

async function leave({ accounts }: ReaderSources, user: User, stream: string): Promise<void> {
  const blog = /^feed\/blog:(.+)$/s.exec(stream)?.[1];
  const question = /^feed\/question:(\d{1,15})$/.exec(stream)?.[1];
  if (blog !== undefined) await accounts.follows.unfollow(user, blog);
  else if (question !== undefined) await accounts.feeds.remove(user, Number(question));
  else throw noSubscription(stream);
  if (accounts.reading.of(user).shelves.has(stream)) {
    await accounts.reading.shelve(user, stream, { title: null, labels: [] });
  }
}

async function shelve(
  sources: ReaderSources,
  user: User,
  stream: string,
  { title, added, removed }: { title: string | null; added: string[]; removed: string[] },
): Promise<void> {
  if (!subscriptionsOf(sources, user).some(({ id }) => id === stream)) throw noSubscription(stream);
  if (title === null && added.length + removed.length === 0) return;
  const { reading } = sources.accounts;
  const before = reading.of(user).shelves.get(stream) ?? { title: null, labels: [] };
  const kept = before.labels.filter((label) => !removed.includes(label));
  // A default label counts as given only beside labels that the user gave.
  const given = added.filter((label) => !DEFAULT_LABELS.has(label) || kept.length > 0);
  const labels = [...new Set([...kept, ...given])];
  await reading.shelve(user, stream, { title: title || before.title, labels });
}

/** `rename-tag` and `disable-tag`: `dest` is the new label, if there is one. */
export async function changeLabel(
  { sources, user, parameters }: ReaderCall,
  isRenamed: boolean,
): Promise<void> {
  const labelOf = (name: string): string => {
    // Some readers send only the label, as `t`.
    const text = parameters.get(name) || (name === 's' ? (parameters.get('t') ?? '') : '');
    if (text !== '' && !text.startsWith('user/')) return text;
    const stream = text === '' ? null : readStream(text);
    if (stream?.kind === 'label') return stream.label;
    throw invalidQuery(`${name} must name a label`, `${name}=user/-/label/News`);
  };
  const { reading } = sources.accounts;
  await reading.renameLabel(user, labelOf('s'), isRenamed ? labelOf('dest') : null);
}

/** `subscription/import`: follows every blog of an OPML list that is listed here. */
export async function importList({ sources, user, text }: ReaderCall): Promise<void> {
  if (!text.includes('<')) throw invalidQuery('the body must be OPML');
  const { blogs } = await sources.blogsOfList(text);
  await sources.accounts.follows.follow(user, blogs);
}

function noSubscription(stream: string): HttpError {
  return notFound(`you follow nothing of the name ${quoted(stream)}`);
}
