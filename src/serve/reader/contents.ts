/**
 * Items as readers show them: what the lists of the API say of an article or a post, in the form of the protocol.
 *
 * Invariants: what is not shown in lists now is in no answer; texts are the summaries of lists, never bodies, and
 * are escaped, because readers take them for HTML.
 */
import { SECOND_MS } from '../../kernel/clock.js';
import { escapeQuoted, escapeText } from '../../kernel/markup.js';
import type { ReadingState } from '../../store/accounts/reading-list.js';
import { ITEM_KINDS, type ItemKind } from '../../store/accounts/records.js';
import { idOf, kindOf, labelId, longForm, numberOf, READING_LIST, stateId } from './ids.js';
import type { ItemList } from './item-list.js';
import type { ReaderSources } from './sources.js';
import { oldRows } from './stream-page.js';

interface Article {
  id: number;
  title: string;
  url: string;
  description: string | null;
  mediaTitle: string;
  image: string | null;
  publishedAt: string;
  tags: string[];
}

interface Post {
  id: number;
  title: string;
  url: string;
  summary: string;
  author: string | null;
  blogSlug: string;
  blogName: string;
  imageUrl: string | null;
}

/** What both are, in the words of neither. */
interface Item {
  title: string;
  url: string;
  author: string;
  summary: string;
  image: string | null;
  tags: readonly string[];
}

/** Items by number, in that order; those that are not shown are left out. */
export async function contentsOf(
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

/** A text that is the same whether a reader takes it for HTML or not: readers differ. */
function plainOf(text: string): string {
  return text.replaceAll('<', '＜').replaceAll('>', '＞');
}

function htmlOf(summary: string, image: string | null): string {
  const isPicture = image !== null && /^https?:\/\//i.test(image);
  const picture = isPicture ? `<p><img src="${escapeQuoted(image)}" alt=""></p>` : '';
  const lines = summary.split(/\n+/).filter(Boolean);
  return picture + lines.map((line) => `<p>${escapeText(line)}</p>`).join('');
}
