/**
 * Declarations of a record's fields: type, meaning, reader; and a reader of all declared fields.
 * Not here: the fields themselves (declaration.ts).
 */
import { INGEST } from '../../../kernel/limits.js';
import {
  type Field,
  FieldFault,
  need,
  type Raw,
  readBoolean,
  readCount,
  readInstant,
  readKey,
  readLine,
  readLines,
  readObject,
  readObjects,
  readWord,
} from './fields.js';

/** Reads a field of an object. @throws FieldFault when it breaks a rule. */
export type ReadField = (raw: Raw, name: string) => Field<unknown>;

/** A field of a kind of record, or of a nested object. */
export interface FieldDeclaration {
  /** Type and bounds of the value, for the documentation. */
  type: string;
  means: string;
  required?: true;
  /** Missing for a field that needs other fields (line.ts). */
  read?: ReadField;
  /** Name in the draft, if it differs. */
  as?: string;
  /** The value in a complete object of an absent or empty field; null by default. */
  absent?: () => unknown;
  /** Fields of the nested object, or of the objects in the list. */
  members?: FieldDeclarations;
}

export interface FieldDeclarations {
  readonly [name: string]: FieldDeclaration;
}

/**
 * A reader of the fields of objects, in their order.
 * @param isWhole whether the result has all fields; otherwise it has those in the line.
 * @param oneOf two fields of which exactly one must be present.
 */
export function readerOf(
  fields: FieldDeclarations,
  isWhole = true,
  oneOf: readonly [string, string] | null = null,
): (raw: Raw, into?: object) => object {
  const readers = Object.entries(fields).flatMap(([name, one]) => {
    const { read, as = name, required = false, absent = () => null } = one;
    return read === undefined ? [] : [{ name, read, as, required, absent }];
  });
  return (raw, into = {}) => {
    const read = into as { [name: string]: unknown };
    for (const field of readers) {
      const value = field.read(raw, field.name);
      if (field.required) read[field.as] = need(field.name, value);
      else if (isWhole) read[field.as] = value ?? field.absent();
      else if (value !== undefined) read[field.as] = value;
      if (field.name !== oneOf?.[1]) continue;
      const [one, other] = oneOf;
      if ((read[one] === null) === (read[other] === null)) {
        throw new FieldFault(one, `expected exactly one of ${one} and ${other}`);
      }
    }
    return read;
  };
}

export function field(type: string, means: string, read?: ReadField): FieldDeclaration {
  return { type, means, ...(read !== undefined && { read }) };
}

export function code(means: string): FieldDeclaration {
  return field(`text, 1 to ${INGEST.codeMax} letters, digits, \`_\`, \`-\`, \`.\``, means, readKey);
}

/** A text of one line, unless `read` differs. */
export function line(
  means: string,
  max: number = INGEST.nameMax,
  read = readLine,
): FieldDeclaration {
  return field(`text, at most ${max} characters`, means, (raw, name) => read(raw, name, max));
}

export function word(means: string, words: readonly string[]): FieldDeclaration {
  const type = words.map((one) => `\`${one}\``).join(', ');
  return field(type, means, (raw, name) => readWord(raw, name, words));
}

/** @param as name in the draft. */
export function time(means: string, as: string, type = 'time'): FieldDeclaration {
  return { ...field(type, means, readInstant), as };
}

export function flag(means: string): FieldDeclaration {
  return field('`true` or `false`', means, readBoolean);
}

export function count(means: string, min = 0): FieldDeclaration {
  return field('whole number', means, (raw, name) => readCount(raw, name, min));
}

export function list(of: string, max: number, means: string, read?: ReadField): FieldDeclaration {
  return { ...field(`list of at most ${max} ${of}`, means, read), absent: () => [] };
}

export function texts(max: number, means: string, textMax: number): FieldDeclaration {
  return list('texts', max, means, (raw, name) => readLines(raw, name, max, textMax));
}

export function objects(
  max: number,
  means: string,
  members: FieldDeclarations,
  read: (member: Raw) => object | null = readerOf(members),
): FieldDeclaration {
  const all = list('objects', max, means, (raw, name) => readObjects(raw, name, max, read));
  return { ...all, members };
}

export function object(means: string, members: FieldDeclarations): FieldDeclaration {
  const read = readerOf(members);
  return { ...field('object', means, (raw, name) => readObject(raw, name, read)), members };
}

export function required(one: FieldDeclaration): FieldDeclaration {
  return { ...one, required: true };
}

/** @param value of an absent or empty field. */
export function orElse(one: FieldDeclaration, value: unknown): FieldDeclaration {
  return { ...one, absent: () => value };
}
