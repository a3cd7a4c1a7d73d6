/**
 * Ids of items and streams as readers write them.
 *
 * An item is a number; its lowest bit distinguishes articles of the news from posts of blogs. A
 * stream is all subscriptions of a user, one subscription, a mark or a label.
 *
 *   number := id × 2 + (0 for an article, 1 for a post)
 *   long form := "tag:google.com,2005:reader/item/" and 16 hex digits; short form := decimal
 */

import { ID_MAX } from '../../store/accounts/reading-list.js';
import type { ItemKind } from '../../store/accounts/records.js';
import { invalidQuery, quoted } from '../http/errors.js';

const LONG = 'tag:google.com,2005:reader/item/';
const HEX_DIGITS = 16;

export function numberOf(kind: ItemKind, id: number): number {
  return id * 2 + (kind === 'blog' ? 1 : 0);
}

export function kindOf(number: number): ItemKind {
  return number % 2 === 0 ? 'news' : 'blog';
}

export function idOf(number: number): number {
  return Math.floor(number / 2);
}

export function longForm(number: number): string {
  return LONG + number.toString(16).padStart(HEX_DIGITS, '0');
}

/** The number of an item id in any form. @throws HttpError 400. */
export function readItemId(text: string): number {
  const bare = text.startsWith(LONG) ? text.slice(LONG.length) : text;
  // Our decimals are always shorter than the hex form without prefix.
  const isHex = bare !== text || bare.length === HEX_DIGITS;
  const form = isHex ? /^[0-9a-f]{1,16}$/i : /^\d{1,16}$/;
  const number = form.test(bare) ? Number.parseInt(bare, isHex ? 16 : 10) : Number.NaN;
  const id = idOf(number);
  if (id >= 1 && id <= ID_MAX) return number;
  throw invalidQuery(`i must be the id of an item, not ${quoted(text)}`, `i=${longForm(2)}`);
}

/** Separates numbers by kind, as ids. */
export function idsByKind(numbers: Iterable<number>): { news: number[]; blog: number[] } {
  const ids: { news: number[]; blog: number[] } = { news: [], blog: [] };
  for (const number of numbers) ids[kindOf(number)].push(idOf(number));
  return ids;
}

const STATE = /^user\/[^/]+\/state\/com\.google\/([\w-]+)$/;
const LABEL = /^user\/[^/]+\/label\/([\s\S]+)$/;

export const READING_LIST = 'user/-/state/com.google/reading-list';

export type StreamName =
  | { kind: 'all' }
  | { kind: 'feed'; id: string }
  /** `read`, `starred`, or an unknown state, which no item has. */
  | { kind: 'state'; state: string }
  | { kind: 'label'; label: string };

/** Parses the name of a stream. @throws HttpError 400. */
export function readStream(text: string): StreamName {
  if (text.startsWith('feed/')) return { kind: 'feed', id: text };
  const state = STATE.exec(text)?.[1];
  if (state === 'reading-list') return { kind: 'all' };
  if (state !== undefined) return { kind: 'state', state };
  const label = LABEL.exec(text)?.[1];
  if (label !== undefined) return { kind: 'label', label };
  throw invalidQuery(`there is no stream ${quoted(text)}`, `s=${READING_LIST}`);
}

export function stateId(state: string): string {
  return `user/-/state/com.google/${state}`;
}

export function labelId(label: string): string {
  return `user/-/label/${label}`;
}

/** The mark that all items of such a stream have; null for a stream without a mark. */
export function markOf(name: StreamName): string | null {
  if (name.kind === 'label') return `label/${name.label}`;
  return name.kind === 'state' ? name.state : null;
}
