/**
 * Readers of lists and nested objects.
 *
 * Invariants: a list is cut at its limit, and members beyond it are not looked at; an over-long
 * or empty text in a list is dropped; a member of the wrong type refuses the line, and the reason
 * names its place (`feeds[2].url`).
 */
import { INGEST } from '../../../kernel/limits.js';
import { normalTag, tagKey } from '../../../kernel/text/tag.js';
import { cleanText, isLongerThan } from '../../../kernel/text/text.js';
import { FieldFault, isRaw, type Raw, refuse } from './fault.js';
import { checkedKey, type Field } from './fields.js';

/** Aliases, feeds, categories, sources and the like of one record. Real ones have under 20. */
export const MEMBERS_MAX = 200;

/** Tags in normal form, without repeats; the first spelling stays. */
export function readTags(raw: Raw, name: string): Field<string[]> {
  const list = readList(raw, name);
  if (!list) return list;
  const tags: string[] = [];
  const keys = new Set<string>();
  for (let index = 0; index < list.length && tags.length < INGEST.tagsMax; index++) {
    for (const raw of tagsIn(textAt(list, name, index))) {
      const tag = normalTag(raw);
      if (tag === null || tags.length === INGEST.tagsMax) continue;
      const key = tagKey(tag);
      if (keys.has(key)) continue;
      keys.add(key);
      tags.push(tag);
    }
  }
  return tags;
}

const HASH = /[#\uff03]/;
const HASHES: ReadonlySet<number> = new Set([0x23, 0xff03]);
const LATER_HASH = /[^\s#\uff03]\s*[#\uff03]/;

/** Some outlets send all tags as one text: `#one#two`. A single `#one` is a tag as it stands. */
function tagsIn(text: string): readonly string[] {
  const isList = HASHES.has(text.charCodeAt(0)) && LATER_HASH.test(text);
  return isList ? text.split(HASH) : [text];
}

/** Single-line texts of at most `textMax` code points each. */
export function readLines(
  raw: Raw,
  name: string,
  membersMax: number,
  textMax: number,
): Field<string[]> {
  const list = readList(raw, name);
  if (!list) return list;
  const lines: string[] = [];
  for (let index = 0; index < list.length && lines.length < membersMax; index++) {
    const line = cleanText(textAt(list, name, index), 'line');
    if (line !== '' && !isLongerThan(line, textMax)) lines.push(line);
  }
  return lines;
}

/** Codes, slugs or keys, without repeats. */
export function readKeys(raw: Raw, name: string): Field<string[]> {
  const list = readList(raw, name);
  if (!list) return list;
  const members = list.slice(0, MEMBERS_MAX);
  const keys = members.map((_, i) => checkedKey(`${name}[${i}]`, textAt(members, name, i)));
  return [...new Set(keys)];
}

/** A list of objects; `read` returns null for a member that is to be left out. */
export function readObjects<T>(
  raw: Raw,
  name: string,
  membersMax: number,
  read: (member: Raw) => T | null,
): Field<T[]> {
  const list = readList(raw, name);
  if (!list) return list;
  const members: T[] = [];
  for (let index = 0; index < list.length && members.length < membersMax; index++) {
    const member = within(list[index], name, index, read);
    if (member !== null) members.push(member);
  }
  return members;
}

/** A nested object. */
export function readObject<T>(raw: Raw, name: string, read: (member: Raw) => T): Field<T> {
  const value = raw[name];
  return value === undefined || value === null ? value : within(value, name, null, read);
}

/** The list itself, members unread. */
export function readList(raw: Raw, name: string): Field<readonly unknown[]> {
  const value = raw[name];
  if (value === undefined || value === null || Array.isArray(value)) return value;
  return refuse(name, 'a list', value);
}

function textAt(list: readonly unknown[], name: string, index: number): string {
  const member = list[index];
  return typeof member === 'string' ? member : refuse(`${name}[${index}]`, 'a text', member);
}

/** Reads a member; a fault inside is told with the member's place before it. */
function within<T>(
  value: unknown,
  name: string,
  index: number | null,
  read: (member: Raw) => T,
): T {
  const place = (): string => (index === null ? name : `${name}[${index}]`);
  if (!isRaw(value)) return refuse(place(), 'an object', value);
  try {
    return read(value);
  } catch (thrown) {
    if (thrown instanceof FieldFault) thrown.path = `${place()}.${thrown.path}`;
    throw thrown;
  }
}
