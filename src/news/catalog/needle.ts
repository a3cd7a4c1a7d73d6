/**
 * What a text search looks for, in the forms that the ways of looking need.
 */
import { normalTag, searchForm } from '../../text/tag.js';
import { columnKeysOfTag } from './codec.js';

/** Text in title or description, or exactly this tag. */
export interface Needle {
  /** Search form, in UTF-16 units and, for native search, as the bytes of these. */
  units: Uint16Array;
  bytes: Buffer;
  /** Column keys of the tag. */
  tagKeys: readonly number[];
}

/** Reads a text as a search needle; null when nothing of it is left in search form. */
export function needleOf(text: string): Needle | null {
  const form = searchForm(text);
  if (form === '') return null;
  // Not from Buffer's pool, where a text may begin at an odd place.
  const bytes = Buffer.alloc(2 * form.length);
  bytes.write(form, 'utf16le');
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, form.length);
  return { units, bytes, tagKeys: columnKeysOfTag(normalTag(text) ?? text) };
}
