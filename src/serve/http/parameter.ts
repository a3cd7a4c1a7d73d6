/**
 * Compiles the TypeBox schema of a query or path parameter into a function that parses its text.
 *
 * Supported: integer and number with bounds, string with `maxLength` and `minLength` (code points),
 * `pattern`, `format` date or date-time, enums and unions of literals, and arrays of strings
 * written as a comma list. A string may be empty only where its schema has `minLength: 0`; all
 * other empty values are malformed. Numbers are canonical decimals: no `+5`, `007`, `1e2`, `0x10`,
 * ` 5`. An unsupported keyword is an error at the start, so no schema is silently weaker.
 */
import type { TSchema } from 'typebox';
import { parseInstant } from '../../kernel/clock.js';
import { assert } from '../../kernel/errors.js';
import { quoted } from './errors.js';

export type ParameterValue = string | number | readonly string[];

/** Supported keywords. */
interface ParameterSchema {
  type?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  enum?: readonly (string | number)[];
  anyOf?: readonly { const?: string | number }[];
  const?: string | number;
  items?: ParameterSchema;
  default?: ParameterValue;
  examples?: readonly (string | number)[];
}

export interface Parameter {
  readonly name: string;
  /** The end of the sentence "name must be …". */
  readonly expectation: string;
  readonly required: boolean;
  readonly default: ParameterValue | undefined;
  /** The value of a decoded text, or undefined when it is malformed. */
  parse(text: string): ParameterValue | undefined;
  /** A full sentence: why a text is malformed, what is allowed, and an example. */
  explain(text: string): string;
  /** A part of a valid query: `limit=50`. */
  readonly example: string;
}

interface Reader {
  expectation: string;
  parse(text: string): ParameterValue | undefined;
}

/** Decimals with more digits are not exact. */
const DIGITS_MAX = 15;

export function compileParameter(name: string, schema: TSchema, optional: boolean): Parameter {
  const known = schema as ParameterSchema;
  const reader = readerOf(name, known);
  assert(
    known.default === undefined || sameValue(reader, known.default),
    `the default of ${name} is ${reader.expectation}`,
  );
  const sample = String(sampleOf(known));
  assert(reader.parse(sample) !== undefined, `${name} needs an example: "${sample}" is none`);
  return {
    name,
    expectation: reader.expectation,
    required: !optional && known.default === undefined,
    default: known.default,
    parse: reader.parse,
    explain: (text) => explain(name, known, reader, text),
    example: exampleOf(name, known),
  };
}

/** Literal values of an enum, a union of literals or a single literal; null for other schemas. */
export function literalsOf(schema: ParameterSchema): readonly (string | number)[] | null {
  if (schema.enum !== undefined) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  const members = schema.anyOf?.map((member) => member.const);
  if (members === undefined || members.some((member) => member === undefined)) return null;
  return members as (string | number)[];
}

function sameValue(reader: Reader, value: ParameterValue): boolean {
  return reader.parse(Array.isArray(value) ? value.join(',') : String(value)) !== undefined;
}

function readerOf(name: string, schema: ParameterSchema): Reader {
  const literals = literalsOf(schema);
  if (literals !== null) return literalReader(literals);
  switch (schema.type) {
    case 'integer':
      return numberReader(schema, 'an integer', false);
    case 'number':
      return numberReader(schema, 'a number', true);
    case 'string':
      return schema.format === undefined ? stringReader(schema) : timeReader(name, schema);
    case 'array':
      return listReader(name, schema);
    default:
      throw new Error(`parameter ${name} has a schema of no supported type`);
  }
}

function literalReader(literals: readonly (string | number)[]): Reader {
  const byText = new Map(literals.map((literal) => [String(literal), literal]));
  const texts = [...byText.keys()];
  const last = texts.pop();
  return {
    expectation: texts.length === 0 ? `${last}` : `${texts.join(', ')} or ${last}`,
    parse: (text) => byText.get(text),
  };
}

function numberReader(schema: ParameterSchema, noun: string, fractions: boolean): Reader {
  const low = schema.minimum ?? -Number.MAX_SAFE_INTEGER;
  const high = schema.maximum ?? Number.MAX_SAFE_INTEGER;
  return {
    expectation: `${noun}${rangeText(schema.minimum, schema.maximum)}`,
    parse: (text) => {
      const value = parseDecimal(text, fractions);
      return value >= low && value <= high ? value : undefined;
    },
  };
}

function rangeText(low: number | undefined, high: number | undefined): string {
  if (low !== undefined && high !== undefined) return ` from ${low} to ${high}`;
  if (low !== undefined) return ` of at least ${low}`;
  return high === undefined ? '' : ` of at most ${high}`;
}

/** Value of a canonical decimal; NaN for any other text. */
export function parseDecimal(text: string, fractions: boolean): number {
  const length = text.length;
  const start = text.charCodeAt(0) === 0x2d ? 1 : 0;
  if (length === start || length - start > DIGITS_MAX) return Number.NaN;
  let value = 0;
  let index = start;
  for (; index < length; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  const wholeDigits = index - start;
  if (wholeDigits === 0 || (wholeDigits > 1 && text.charCodeAt(start) === 48)) return Number.NaN;
  if (index === length) return start === 0 ? value : value === 0 ? Number.NaN : -value;
  if (!fractions || text.charCodeAt(index) !== 0x2e || index + 1 === length) return Number.NaN;
  for (index++; index < length; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
  }
  return Number(text);
}

function stringReader(schema: ParameterSchema): Reader {
  const { minLength = 1, maxLength = Number.POSITIVE_INFINITY } = schema;
  const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern, 'u');
  const parse = (text: string): string | undefined => {
    // Code points are counted only where the UTF-16 length does not decide.
    if (text.length > maxLength || text.length < 2 * minLength) {
      const length = codePointCount(text);
      if (length > maxLength || length < minLength) return undefined;
    }
    return pattern === null || pattern.test(text) ? text : undefined;
  };
  return { expectation: stringExpectation(schema, minLength, maxLength), parse };
}

function stringExpectation(schema: ParameterSchema, low: number, high: number): string {
  const length =
    high === Number.POSITIVE_INFINITY
      ? low === 0
        ? 'text'
        : `text of at least ${low} character${low === 1 ? '' : 's'}`
      : low === 0
        ? `text of at most ${high} characters`
        : `text of ${low} to ${high} characters`;
  return schema.pattern === undefined ? length : `${length} of the form ${schema.pattern}`;
}

function codePointCount(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xdc00 || unit > 0xdfff) count++;
  }
  return count;
}

function timeReader(name: string, schema: ParameterSchema): Reader {
  const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern, 'u');
  const fits = (text: string): boolean =>
    parseInstant(text) !== null && (pattern === null || pattern.test(text));
  switch (schema.format) {
    case 'date':
      return {
        expectation: 'a date of the form YYYY-MM-DD',
        parse: (text) => (text.length === 10 && fits(text) ? text : undefined),
      };
    case 'date-time':
      return {
        expectation: 'an ISO 8601 time with Z or an offset',
        parse: (text) => (text.length > 10 && fits(text) ? text : undefined),
      };
    default:
      throw new Error(`parameter ${name} has the unsupported format ${schema.format}`);
  }
}

function listReader(name: string, schema: ParameterSchema): Reader {
  assert(schema.items !== undefined, `the list ${name} says what its items are`);
  const item = readerOf(name, schema.items);
  const { minItems = 1, maxItems = Number.POSITIVE_INFINITY } = schema;
  const most = maxItems === Number.POSITIVE_INFINITY ? '' : ` of at most ${maxItems} items`;
  return {
    expectation: `a comma-separated list${most}, each ${item.expectation}`,
    parse: (text) => {
      const values = text.split(',', maxItems === Number.POSITIVE_INFINITY ? -1 : maxItems + 1);
      if (values.length < minItems || values.length > maxItems) return undefined;
      return values.every((value) => item.parse(value) !== undefined) ? values : undefined;
    },
  };
}

function explain(name: string, schema: ParameterSchema, reader: Reader, text: string): string {
  const example = exampleOf(name, schema);
  const sentence = `${name} must be ${reader.expectation}, not ${quoted(text)}; for example ${example}`;
  if (schema.format !== 'date-time') return sentence;
  const at = text.lastIndexOf(' ');
  const restored = `${text.slice(0, at)}+${text.slice(at + 1)}`;
  if (at < 0 || reader.parse(restored) === undefined) return sentence;
  return `${sentence}. A + stands for a space in a query: send the + of the offset as %2B`;
}

function exampleOf(name: string, schema: ParameterSchema): string {
  return `${name}=${encodeURIComponent(String(sampleOf(schema)))}`;
}

function sampleOf(schema: ParameterSchema): string | number {
  const [given] = schema.examples ?? [];
  const literals = literalsOf(schema);
  if (schema.default !== undefined) return String(schema.default);
  if (given !== undefined) return given;
  if (literals !== null) return literals[0]!;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'array') return sampleOf(schema.items ?? {});
  if (schema.format === 'date') return '2026-01-31';
  if (schema.format === 'date-time') return '2026-01-31T08:00:00Z';
  const { minLength = 1, maxLength = SAMPLE.length } = schema;
  return SAMPLE.padEnd(minLength, 'x').slice(
    0,
    Math.max(minLength, Math.min(maxLength, SAMPLE.length)),
  );
}

const SAMPLE = 'word';
