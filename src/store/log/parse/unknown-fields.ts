/**
 * Fields of records that mean nothing: each name is noted once, with the known name that it
 * resembles.
 *
 * Invariant: bounded, whatever lines hold.
 */

import { cutCodePoints } from '../../../kernel/text/text.js';
import { nearestOf } from '../../../kernel/words.js';
import { RECORDS } from './declaration.js';
import type { FieldDeclarations } from './field-types.js';
import { isRaw, type Raw } from './fields.js';

/** Names that are told; a file that has more does not hold records of this kind. */
const NAMES_MAX = 50;
const LETTERS_MAX = 60;
/** Words that other systems use for the same. */
const SYNONYMS: { readonly [name: string]: string } = {
  content: 'body',
  text: 'body',
  link: 'url',
  guid: 'url',
  headline: 'title',
  keywords: 'tags',
  categories: 'tags',
  summary: 'description',
  byline: 'authors',
  creator: 'authors',
  date: 'publishedAt',
  pubdate: 'publishedAt',
  published: 'publishedAt',
};

export interface UnknownField {
  /** Line of the request, from 0, in which it came first. */
  index: number;
  /** `news.publishdAt`, `news.discovery.when`. */
  name: string;
  /** The known field that is probably meant; null where none is near. */
  nearest: string | null;
}

export class UnknownFields {
  readonly #seen = new Map<string, UnknownField>();

  get all(): UnknownField[] {
    return [...this.#seen.values()];
  }

  /** Notes what a line holds beside known fields, be it sound or not. */
  look(kind: keyof typeof RECORDS, raw: Raw, index: number): void {
    for (const name in raw) {
      if (name !== 'kind') this.#check(kind, RECORDS[kind].fields, name, raw[name], index);
    }
  }

  #check(
    place: string,
    fields: FieldDeclarations,
    name: string,
    value: unknown,
    index: number,
  ): void {
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (known === undefined) {
      this.#note(`${place}.${cutCodePoints(name, LETTERS_MAX)}`, name, fields, index);
      return;
    }
    const { members } = known;
    if (members === undefined) return;
    const objects = Array.isArray(value) ? value : [value];
    for (const object of objects) {
      if (!isRaw(object)) continue;
      for (const inner in object) {
        this.#check(`${place}.${name}`, members, inner, object[inner], index);
      }
    }
  }

  #note(path: string, name: string, fields: FieldDeclarations, index: number): void {
    if (this.#seen.has(path) || this.#seen.size >= NAMES_MAX) return;
    const synonym = SYNONYMS[name.toLowerCase()];
    const isThere = synonym !== undefined && Object.hasOwn(fields, synonym);
    const nearest = isThere ? synonym : nearestOf(name, Object.keys(fields));
    this.#seen.set(path, { index, name: path, nearest });
  }
}

/** `news.publishdAt: unknown field, ignored; did you mean publishedAt?` */
export function unknownText({ name, nearest }: Omit<UnknownField, 'index'>): string {
  const shown = JSON.stringify(name).slice(1, -1);
  return `${shown}: unknown field, ignored${nearest === null ? '' : `; did you mean ${nearest}?`}`;
}
