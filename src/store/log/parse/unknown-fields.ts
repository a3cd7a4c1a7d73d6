/**
 * Unknown fields of records: each name is noted once, with a similar known name.
 *
 * Invariant: bounded, whatever lines contain.
 */

import { cutCodePoints } from '../../../kernel/text/text.js';
import { nearestOf } from '../../../kernel/words.js';
import { RECORDS } from './declaration.js';
import type { FieldDeclarations } from './field-types.js';
import { isRaw, type Raw } from './fields.js';

/** Reported names; a file with more does not contain records of this kind. */
const NAMES_MAX = 50;
const LETTERS_MAX = 60;
/** Words of other systems for the same field. */
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
  /** First line with the field, counted from 0 in the request. */
  index: number;
  /** As in `news.publishdAt`, `news.discovery.when`. */
  name: string;
  /** The known field that is probably meant; null without a similar one. */
  nearest: string | null;
}

export class UnknownFields {
  readonly #seen = new Map<string, UnknownField>();

  get all(): UnknownField[] {
    return [...this.#seen.values()];
  }

  /** Notes the unknown fields of a line, accepted or not. */
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

/** As in `news.publishdAt: unknown field, ignored; did you mean publishedAt?` */
export function unknownText({ name, nearest }: Omit<UnknownField, 'index'>): string {
  const shown = JSON.stringify(name).slice(1, -1);
  return `${shown}: unknown field, ignored${nearest === null ? '' : `; did you mean ${nearest}?`}`;
}
