/**
 * Parses query strings strictly: each known parameter at most once, well-formed escapes, valid
 * UTF-8, values that fit their schema. A route's parameters are compiled once into a reader.
 *
 * `reject` answers 400 to unknown parameters, `ignore` ignores them; a repeated parameter is 400 in
 * either case, unknown or not. Empty pieces (`a=1&&b=2`, a trailing `&`) are skipped. Plain text
 * costs no regular expression and no decoding.
 */

import { assert } from '../../kernel/errors.js';
import { invalidQuery } from './errors.js';
import { compileParameter, type Parameter, type ParameterValue } from './parameter.js';
import { isOptional, type TProperties } from './type.js';

export type UnknownParameters = 'reject' | 'ignore';

/**
 * Values by parameter name, with defaults. Absent optional parameters have the value undefined:
 * writing to a key that exists is four times faster than adding a key.
 */
type QueryValues = Record<string, ParameterValue | undefined>;

/**
 * Reads a query string without its `?`. @throws HttpError 400 with a sentence for people.
 * @param note gets the names of ignored parameters.
 */
export type QueryReader = (
  rawQuery: string,
  note?: (names: readonly string[]) => void,
) => QueryValues;

/** A percent-encoded word outside of ASCII, as an example. */
const UTF8_EXAMPLE = '%E5%8F%B0%E7%81%A3';

const PERCENT = 0x25;
const PLUS = 0x2b;
const EQUALS = 0x3d;
const REPLACEMENT = '\ufffd';
/** Bits of the "seen" mask. */
const PARAMETERS_MAX = 31;

/** The compiled parameters of a route, in the order of their declaration. */
export function compileParameters(properties: TProperties): Parameter[] {
  return Object.entries(properties).map(([name, schema]) =>
    compileParameter(name, schema, isOptional(schema)),
  );
}

export function compileQuery(properties: TProperties, unknown: UnknownParameters): QueryReader {
  const parameters = compileParameters(properties);
  assert(parameters.length <= PARAMETERS_MAX, `a route has at most ${PARAMETERS_MAX} parameters`);
  const indexes = new Map(parameters.map((parameter, index) => [parameter.name, index]));
  const defaults: QueryValues = {};
  let requiredMask = 0;
  parameters.forEach((parameter, index) => {
    defaults[parameter.name] = parameter.default;
    if (parameter.required) requiredMask |= 1 << index;
  });

  return (rawQuery, note) => {
    const values = { ...defaults };
    let seen = 0;
    let strangers: string[] | null = null;
    for (let start = 0; start < rawQuery.length; ) {
      const end = pieceEnd(rawQuery, start);
      const equals = equalsAt(rawQuery, start, end);
      const name = decode(rawQuery, start, equals, null);
      const index = indexes.get(name);
      if (index !== undefined) {
        if ((seen & (1 << index)) !== 0) throw repeated(name);
        seen |= 1 << index;
        const parameter = parameters[index]!;
        const text = decode(rawQuery, equals + 1, end, name);
        const value = parameter.parse(text);
        if (value === undefined) throw invalidQuery(parameter.explain(text));
        values[name] = value;
      } else if (end > start) {
        strangers = stranger(strangers, name, unknown, parameters);
        decode(rawQuery, equals + 1, end, name);
      }
      start = end + 1;
    }
    if (strangers !== null) note?.(strangers);
    if ((seen & requiredMask) !== requiredMask) throw missing(parameters, seen);
    return values;
  };
}

function pieceEnd(rawQuery: string, start: number): number {
  const end = rawQuery.indexOf('&', start);
  return end < 0 ? rawQuery.length : end;
}

/** Position of the first `=` of a piece, or its end. */
function equalsAt(rawQuery: string, start: number, end: number): number {
  let index = start;
  while (index < end && rawQuery.charCodeAt(index) !== EQUALS) index++;
  return index;
}

function stranger(
  seen: string[] | null,
  name: string,
  unknown: UnknownParameters,
  parameters: readonly Parameter[],
): string[] {
  if (unknown === 'reject') {
    const [first] = parameters;
    const names = parameters.map((parameter) => parameter.name).join(', ');
    const known = names === '' ? 'it takes none' : `known ones are ${names}`;
    throw invalidQuery(
      `${shown(name)} is not a parameter of this endpoint; ${known}`,
      first?.example,
    );
  }
  if (seen === null) return [name];
  if (seen.includes(name)) throw repeated(name);
  seen.push(name);
  return seen;
}

function repeated(name: string): Error {
  return invalidQuery(`${shown(name)} must be given once, not several times`);
}

function missing(parameters: readonly Parameter[], seen: number): Error {
  const absent = parameters.find((one, index) => one.required && (seen & (1 << index)) === 0)!;
  return invalidQuery(
    `${absent.name} is required and must be ${absent.expectation}`,
    absent.example,
  );
}

/** Names of the request in messages, shortened. */
function shown(name: string): string {
  return name === '' ? 'a parameter without a name' : name.slice(0, 64);
}

/** Decoded text of a part of the query. `name` is for the error message; null for a name itself. */
function decode(rawQuery: string, start: number, end: number, name: string | null): string {
  if (start >= end) return '';
  for (let index = start; index < end; index++) {
    const code = rawQuery.charCodeAt(index);
    if (code === PERCENT || code === PLUS || code > 0x7e || code <= 0x20) {
      return decodeSlow(rawQuery.slice(start, end), name);
    }
  }
  return rawQuery.slice(start, end);
}

function decodeSlow(raw: string, name: string | null): string {
  const text = decodeStrictly(raw.replaceAll('+', ' '));
  if (text !== null) return text;
  throw malformed(name === null ? 'a parameter name' : shown(name));
}

function malformed(what: string): Error {
  return invalidQuery(`${what} must be valid UTF-8, percent-encoded`, UTF8_EXAMPLE);
}

/**
 * Percent-decoded text, or null for invalid escapes and invalid UTF-8. Raw bytes arrive decoded,
 * with U+FFFD for invalid bytes; no person types this character.
 */
export function decodeStrictly(raw: string): string | null {
  if (raw.includes(REPLACEMENT)) return null;
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}

/** A query without the pieces of these names: ignored parameters do not change a cache key. */
export function withoutParameters(rawQuery: string, names: readonly string[]): string {
  const isKept = (piece: string): boolean => {
    const equals = equalsAt(piece, 0, piece.length);
    return !names.includes(decode(piece, 0, equals, null));
  };
  return rawQuery.split('&').filter(isKept).join('&');
}

/** The parameters of a path, as its route declares them. @throws HttpError for a malformed one. */
export function readParams(
  params: readonly Parameter[],
  rawParams: readonly string[],
): { [name: string]: ParameterValue } {
  const values: { [name: string]: ParameterValue } = {};
  params.forEach((parameter, index) => {
    const text = decodeStrictly(rawParams[index]!);
    if (text === null) throw malformed(parameter.name);
    const value = parameter.parse(text);
    if (value === undefined) throw invalidQuery(parameter.explain(text));
    values[parameter.name] = value;
  });
  return values;
}
