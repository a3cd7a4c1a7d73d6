/**
 * The batches of killed processes: what is in one follows from its number.
 */
import type { LogRecord } from '../../src/model/records.js';

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
    article(from + at, { body: `Body ${from + at}. `.repeat(100) }),
  );
  const url = `https://tea.example/${number}`;
  const post = { kind: 'post', blog: 'tea', url, title: `Post ${number}` };
  return [...articles, article(from, { title: `Again ${number}` }), post];
}

/** What is wrong with the records of a store in which these batches were acknowledged. */
export function wrongIn(
  records: readonly LogRecord[],
  acknowledged: ReadonlySet<number>,
): string[] {
  const wrong: string[] = [];
  const news = idsOf(records, 'news', wrong);
  const posts = idsOf(records, 'post', wrong);
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
  records: readonly LogRecord[],
  kind: 'news' | 'post',
  wrong: string[],
): Map<string, number> {
  const ids = new Map<string, number>();
  for (const record of records) {
    if (record.kind !== kind) continue;
    const known = ids.get(record.url) ?? record.id;
    if (known !== record.id) wrong.push(`${record.url} has two ids`);
    ids.set(record.url, record.id);
  }
  if (new Set(ids.values()).size !== ids.size) wrong.push(`an id of ${kind} was given twice`);
  return ids;
}
