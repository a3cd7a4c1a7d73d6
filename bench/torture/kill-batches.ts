/**
 * The batches of killed processes: what is in one follows from its number.
 */
import type { Entry } from '../../src/kernel/model/records.js';

const BATCH_ARTICLES = 40;

/** Batch 0 is the catalog; every other one has new articles, an update and a post. */
export function batchOf(number: number): Uint8Array {
  const lines = number === 0 ? CATALOG : itemsOf(number);
  return Uint8Array.from(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
}

const CATALOG: readonly object[] = [
  { kind: 'media', media: 'abc', title: 'ABC', enabled: true },
  { kind: 'blog', slug: 'tea', name: 'Tea', sourceUrl: 'https://tea.example/' },
];

function itemsOf(number: number): object[] {
  const article = (at: number, rest: object): object => {
    const url = `https://abc.example/${at}`;
    return { kind: 'news', media: 'abc', url, title: `Title ${at}`, ...rest };
  };
  const from = number * BATCH_ARTICLES;
  const articles = Array.from({ length: BATCH_ARTICLES }, (_, at) =>
    article(from + at, { body: bodyOf(from + at) }),
  );
  const url = `https://tea.example/${number}`;
  const post = { kind: 'post', blog: 'tea', url, title: `Post ${number}` };
  return [...articles, article(from, { title: `Again ${number}` }), post];
}

function bodyOf(article: number): string {
  return `Body ${article}. `.repeat(100).trim();
}

/** What is wrong with the entries of a store in which these batches were acknowledged. */
export function wrongIn(entries: readonly Entry[], acknowledged: ReadonlySet<number>): string[] {
  const wrong: string[] = [];
  const news = idsOf(entries, 'news', wrong);
  const posts = idsOf(entries, 'post', wrong);
  for (const { record, body } of entries) {
    if (record.kind !== 'news') continue;
    const article = Number(record.url.slice(record.url.lastIndexOf('/') + 1));
    if (body !== bodyOf(article)) wrong.push(`the body of ${record.url} is lost or another one`);
  }
  for (const number of acknowledged) {
    if (number > 0 && !posts.has(`https://tea.example/${number}`)) {
      wrong.push(`batch ${number} was acknowledged and is lost`);
    }
  }
  for (const url of posts.keys()) {
    const number = Number(url.slice(url.lastIndexOf('/') + 1));
    for (let at = 0; at < BATCH_ARTICLES; at++) {
      const article = `https://abc.example/${number * BATCH_ARTICLES + at}`;
      if (!news.delete(article)) wrong.push(`batch ${number} is there without ${article}`);
    }
  }
  for (const article of news.keys()) wrong.push(`${article} is there without its batch`);
  return wrong;
}

/** Ids by address: an address has one id, and an id one address. */
function idsOf(
  entries: readonly Entry[],
  kind: 'news' | 'post',
  wrong: string[],
): Map<string, number> {
  const ids = new Map<string, number>();
  for (const { record } of entries) {
    if (record.kind !== kind) continue;
    const known = ids.get(record.url) ?? record.id;
    if (known !== record.id) wrong.push(`${record.url} has two ids`);
    ids.set(record.url, record.id);
  }
  if (new Set(ids.values()).size !== ids.size) wrong.push(`an id of ${kind} was given twice`);
  return ids;
}
