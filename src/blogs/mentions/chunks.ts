/**
 * The bytes of a day of posts on disk.
 *
 * A chunk is a MessagePack map of the posts' columns, by ascending id, their texts one after the other
 * (state/links.ts), and the list of hosts to which the links' numbers refer.
 * Invariant: the same posts give the same bytes, whatever was folded before: numbers of hosts, which
 * depend on that, are replaced by positions in the chunk's own list, in the order of first use.
 */
import { columnBytes, columnOf, rowBytes } from '../../engine/columns/columns.js';
import { decode, encodeOwn } from '../../kernel/codec.js';
import { getOrInsert } from '../../kernel/collections.js';
import { assert } from '../../kernel/errors.js';
import { LinkCursor } from './state/links.js';
import { type PostFacts, type Posts, STORED } from './state/posts.js';
import type { Families } from './state/registry.js';

interface DayChunk {
  count: number;
  families: string[];
  ids: Uint8Array;
  times: Uint8Array;
  observed: Uint8Array;
  blogs: Uint8Array;
  textBytes: Uint8Array;
  /** Sidebar, blogroll and comment links of each post. */
  around: Uint8Array;
  flags: Uint8Array;
  texts: Uint8Array;
}

export function encodeDay(posts: Posts, families: Families, rows: readonly number[]): Uint8Array {
  const { ids, times, observed, blogs, textBytes, sidebar, blogroll, comment, flags } = posts;
  const around = rows.flatMap((row) => [sidebar[row]!, blogroll[row]!, comment[row]!]);
  const { texts, names } = textsOf(posts, families, rows);
  const chunk: DayChunk = {
    count: rows.length,
    families: names,
    ids: rowBytes(ids, rows),
    times: rowBytes(times, rows),
    observed: rowBytes(observed, rows),
    blogs: rowBytes(blogs, rows),
    textBytes: rowBytes(textBytes, rows),
    around: columnBytes(Uint16Array.from(around)),
    flags: Uint8Array.from(rows, (row) => flags[row]! & STORED),
    texts,
  };
  return encodeOwn(chunk);
}

/** Calls `add` for each post of a chunk; the text is valid during the call. @throws on other bytes. */
export function decodeDay(
  bytes: Uint8Array,
  families: Families,
  add: (id: number, facts: PostFacts, text: Buffer) => void,
): void {
  const chunk = decode(bytes) as DayChunk;
  const { count } = chunk;
  const numbers = chunk.families.map((name) => families.numberOf(name));
  const ids = columnOf(Float64Array, chunk.ids, count);
  const times = columnOf(Float64Array, chunk.times, count);
  const observed = columnOf(Float64Array, chunk.observed, count);
  const blogs = columnOf(Int32Array, chunk.blogs, count);
  const textBytes = columnOf(Uint32Array, chunk.textBytes, count);
  const around = columnOf(Uint16Array, chunk.around, 3 * count);
  const flags = columnOf(Uint8Array, chunk.flags, count);
  const texts = Buffer.from(columnOf(Uint8Array, chunk.texts).buffer);
  const cursor = new LinkCursor();
  let at = 0;
  for (let index = 0; index < count; index++) {
    const text = texts.subarray(at, at + textBytes[index]!);
    at += textBytes[index]!;
    renumber(cursor, text, (place) => numbers[place]!);
    const [sidebar, blogroll, comment] = around.subarray(3 * index, 3 * index + 3);
    const facts: PostFacts = {
      timeMs: times[index]!,
      observedMs: observed[index]!,
      blog: blogs[index]!,
      flags: flags[index]!,
      sidebar: sidebar!,
      blogroll: blogroll!,
      comment: comment!,
    };
    add(ids[index]!, facts, text);
  }
  assert(at === texts.length, 'texts end with the last post');
}

/** Texts one after the other, their hosts numbered in the order of first use. */
function textsOf(
  posts: Posts,
  families: Families,
  rows: readonly number[],
): { texts: Buffer; names: string[] } {
  const places = new Map<number, number>();
  const placeOf = (family: number): number => getOrInsert(places, family, () => places.size);
  const total = rows.reduce((sum, row) => sum + posts.textBytes[row]!, 0);
  const texts = Buffer.alloc(total);
  const cursor = new LinkCursor();
  let at = 0;
  for (const row of rows) {
    const length = posts.textBytes[row]!;
    const from = posts.textAt(row);
    posts.bytesOf(row).copy(texts, at, from, from + length);
    renumber(cursor, texts.subarray(at, at + length), placeOf);
    at += length;
  }
  return { texts, names: [...places.keys()].map((family) => families.nameOf(family)) };
}

/** Replaces the family numbers of a text's links. */
function renumber(cursor: LinkCursor, text: Buffer, numberOf: (family: number) => number): void {
  if (text.length === 0) return;
  cursor.open(text, 0);
  while (cursor.next()) cursor.renumber(numberOf(cursor.family));
}
