/** What a recorded process stores, so that another one knows what must be there. */

export const NOW_MS = Date.parse('2024-05-01T00:00:00.000Z');
export const ACTOR = 'index';
export const FORMAT = 1;
export const MEDIA = { kind: 'media', media: 'abc', title: 'ABC' };

const CHUNK_REPEATS = 200;

interface Article {
  kind: 'news';
  media: string;
  url: string;
  title: string;
  body: string;
  publishedAt: string;
}

/** An article; its id is one more than the number. */
export function articleOf(number: number): Article {
  const url = `https://abc.example/${number}`;
  const body = `Sentence ${number}. `.repeat(1 + ((number * 7) % 90)).trim();
  const publishedAt = new Date(NOW_MS).toISOString();
  return { kind: 'news', media: 'abc', url, title: url, body, publishedAt };
}

/** The bytes of a chunk follow from its name. */
export function chunkOf(name: string): Buffer {
  return Buffer.from(`${name} `.repeat(CHUNK_REPEATS));
}
