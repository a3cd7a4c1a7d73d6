/**
 * The keys of the log's database. One byte names the table; numbers are big-endian, so keys sort
 * like the numbers.
 *
 *   h                                   → head (MessagePack)
 *   k                                   → secret of the store, 32 bytes
 *   s                                   → sequence up to which bodies were deleted, 6 bytes
 *   o                                   → name of the shared log, for a node of one
 *   e                                   → sequence of an erasure that snapshots may lack, 6
 *   l <sequence 6>                      → frame of an entry (frame.ts)
 *   i <kind 1> <identity>               → id 6, sequence of the newest record 6, erased 1
 *   n <kind 1> <id 6>                   → sequence of the newest record 6
 *   b <expires 6> <kind 1> <id 6>       → body, UTF-8
 *   p <expires 6> <sequence 6>          → text that the update at this entry replaced, UTF-8
 *   x <actor> 0x00 <sequence 6>         → set aside for this actor
 *   t <sequence 6>                      → note of the rewind at this entry (rewinds.ts)
 */

import { getOrInsert } from '../../kernel/collections.js';
import { hash64 } from '../../kernel/hash.js';
import type { Draft } from '../../kernel/model/drafts.js';
import type { RecordKind } from '../../kernel/model/records.js';

/** Longer identities are stored as a 128-bit hash. */
const IDENTITY_BYTES_MAX = 64;
/** Seeds of the two halves of an identity's hash. */
const SEEDS = [0n, 0x9e37_79b9_7f4a_7c15n] as const;

/** One byte for each kind that has an identity. Codes never change. */
const KIND_BYTES: { readonly [K in RecordKind]?: number } = {
  category: 1,
  media: 2,
  news: 3,
  'portal-item': 4,
  'portal-check': 5,
  crawl: 6,
  blog: 7,
  post: 8,
  hide: 9,
  revoke: 10,
};

export const HEAD_KEY = Buffer.from('h');
export const SECRET_KEY = Buffer.from('k');
export const SWEPT_KEY = Buffer.from('s');
export const ERASURE_KEY = Buffer.from('e');
export const SHARED_KEY = Buffer.from('o');

/** All keys of a table. */
export const ENTRIES = { gte: entryKey(0), lt: Buffer.from('m') };
export const IDENTITIES = tableOf('i');
export const POINTERS = tableOf('n');
export const BODIES = tableOf('b');
export const MARKS = tableOf('x');
export const REWINDS = tableOf('t');

function tableOf(letter: string): { gte: Buffer; lt: Buffer } {
  const byte = letter.charCodeAt(0);
  return { gte: Buffer.of(byte), lt: Buffer.of(byte + 1) };
}

function kindByte(kind: RecordKind): number {
  return KIND_BYTES[kind] ?? 0;
}

export function entryKey(sequence: number): Buffer {
  const key = Buffer.allocUnsafe(7);
  key[0] = 0x6c;
  key.writeUIntBE(sequence, 1, 6);
  return key;
}

/** Key of an item by its public identity. */
export function identityKey(kind: RecordKind, identity: string): Buffer {
  const text = Buffer.from(identity);
  const plain = text.length <= IDENTITY_BYTES_MAX;
  const key = Buffer.allocUnsafe(2 + (plain ? text.length : 16));
  key[0] = 0x69;
  key[1] = kindByte(kind) | (plain ? 0 : 0x80);
  if (plain) {
    text.copy(key, 2);
  } else {
    key.writeBigUInt64BE(hash64(text, SEEDS[0]), 2);
    key.writeBigUInt64BE(hash64(text, SEEDS[1]), 10);
  }
  return key;
}

/** The kind of item in the key of an identity, of an item or of a body. */
export function kindOfByte(byte: number): RecordKind | null {
  const plain = byte & 0x7f;
  const found = Object.entries(KIND_BYTES).find(([, code]) => code === plain);
  return (found?.[0] as RecordKind | undefined) ?? null;
}

/** Above every id of a store. */
const ID_MAX = 2 ** 48 - 1;

/** Key of an item by its integer id. An impossible id gives a key that does not exist. */
export function itemKey(kind: RecordKind, id: number): Buffer {
  const key = Buffer.allocUnsafe(8);
  key[0] = 0x6e;
  key[1] = kindByte(kind);
  key.writeUIntBE(Math.min(id, ID_MAX), 2, 6);
  return key;
}

export function bodyKey(expiresMs: number, kind: RecordKind, id: number): Buffer {
  const key = Buffer.allocUnsafe(14);
  key[0] = 0x62;
  key.writeUIntBE(Math.max(0, expiresMs), 1, 6);
  key[7] = kindByte(kind);
  key.writeUIntBE(id, 8, 6);
  return key;
}

/** Key of the text that an update replaced, by its expiry. */
export function earlierTextKey(expiresMs: number, sequence: number): Buffer {
  const key = Buffer.allocUnsafe(13);
  key[0] = 0x70;
  key.writeUIntBE(Math.max(0, expiresMs), 1, 6);
  key.writeUIntBE(sequence, 7, 6);
  return key;
}

export function skipKey(actor: string, sequence: number): Buffer {
  const key = Buffer.alloc(actor.length + 8);
  key.write(`x${actor}\0`, 'latin1');
  key.writeUIntBE(sequence, actor.length + 2, 6);
  return key;
}

export function rewindKey(sequence: number): Buffer {
  const key = Buffer.allocUnsafe(7);
  key[0] = 0x74;
  key.writeUIntBE(sequence, 1, 6);
  return key;
}

/** Value of a key that points at an entry. */
export function sequenceValue(sequence: number): Buffer {
  const value = Buffer.allocUnsafe(6);
  value.writeUIntBE(sequence, 0, 6);
  return value;
}

/** The inverse of `sequenceValue`. */
export function sequenceOf(value: Buffer): number {
  return value.readUIntBE(0, 6);
}

/** Key of the item to which a body belongs. */
export function itemKeyOfBody(key: Buffer): Buffer {
  return Buffer.concat([Buffer.from('n'), key.subarray(7)]);
}

/** Value of an identity key. */
interface IdentityValue {
  id: number;
  sequence: number;
  erased: boolean;
}

export function encodeIdentity({ id, sequence, erased }: IdentityValue): Buffer {
  const value = Buffer.allocUnsafe(13);
  value.writeUIntBE(id, 0, 6);
  value.writeUIntBE(sequence, 6, 6);
  value[12] = erased ? 1 : 0;
  return value;
}

export function decodeIdentity(value: Buffer): IdentityValue {
  const erased = value[12] === 1;
  return { id: value.readUIntBE(0, 6), sequence: value.readUIntBE(6, 6), erased };
}

/** An item that may or may not be in the store. */
export interface Identity {
  key: Buffer;
  /** The key as text, for maps. */
  name: string;
}

/** Identities of a request's drafts. The identity of a media that many drafts refer to is made once. */
export class Identities {
  readonly #referred = new Map<string, Identity>();

  /** The item of a draft. */
  ownOf(draft: Draft): Identity {
    const isMask = draft.kind === 'show' || draft.kind === 'erase';
    return named(identityKey(isMask ? 'hide' : draft.kind, nameOf(draft)));
  }

  /** The item that must be in the store before the draft; null when none must. */
  referredOf(draft: Draft): Identity | null {
    const reference = referenceOf(draft);
    if (reference === null) return null;
    const { kind, name } = reference;
    if (kind !== 'media' && kind !== 'blog') return named(identityKey(kind, name));
    return getOrInsert(this.#referred, kind + name, () => named(identityKey(kind, name)));
  }
}

/** The public identity that a draft refers to; null when it needs no other item. */
export function referenceOf(
  draft: Draft,
): { kind: 'media' | 'blog' | 'news' | 'post'; name: string } | null {
  switch (draft.kind) {
    case 'news':
    case 'portal-item':
    case 'portal-check':
      return { kind: 'media', name: draft.media };
    case 'crawl':
      return draft.media === null
        ? { kind: 'blog', name: draft.blog ?? '' }
        : { kind: 'media', name: draft.media };
    case 'post':
      return { kind: 'blog', name: draft.blog };
    case 'hide':
    case 'show':
    case 'erase':
      return { kind: draft.target, name: draft.key };
    case 'revoke':
      return draft.post === null ? null : { kind: 'post', name: draft.post };
    default:
      return null;
  }
}

/**
 * Identities of the items of drafts, and of items that drafts refer to.
 *
 * Invariant: two drafts have the same item exactly if their own names are equal.
 */
function named(key: Buffer): Identity {
  return { key, name: key.toString('latin1') };
}

/** The identity of a draft's item among those of its kind. */
function nameOf(draft: Draft): string {
  switch (draft.kind) {
    case 'category':
      return draft.key;
    case 'media':
    case 'portal-check':
      return draft.media;
    case 'news':
    case 'post':
      return draft.url;
    case 'portal-item':
      return `${draft.media} ${draft.id}`;
    case 'crawl':
      return draft.media === null ? `blog ${draft.blog}` : `media ${draft.media}`;
    case 'blog':
      return draft.slug;
    case 'hide':
    case 'show':
    case 'erase':
      return `${draft.target} ${draft.key}`;
    case 'revoke':
      return draft.topic === null ? `post ${draft.post}` : `topic ${draft.topic}`;
  }
}
