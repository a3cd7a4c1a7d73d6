/**
 * Short builders of schemas. The description comes first, the content last.
 */

import { HTTP } from '../../kernel/limits.js';
import * as Type from '../http/type.js';

export * from '../http/type.js';

type Shape<P extends Type.TProperties> = Type.TObject<P>;

/** An object with a name in documents, and its description. */
export function named<P extends Type.TProperties>($id: string, properties: P): Shape<P>;
export function named<P extends Type.TProperties>(
  $id: string,
  description: string,
  properties: P,
): Shape<P>;
export function named($id: string, ...rest: [object] | [string, object]): Shape<never> {
  const properties = rest.at(-1) as never;
  return Type.Object(properties, rest.length === 1 ? { $id } : { $id, description: rest[0] });
}

/** An object with a description. */
export function described<P extends Type.TProperties>(
  description: string,
  properties: P,
): Shape<P> {
  return Type.Object(properties, { description });
}

export function describedOrNull<P extends Type.TProperties>(description: string, properties: P) {
  return nullable(described(description, properties));
}

/**
 * The fields of a value that a schema names, in the order of the schema; `own` wins. Takes two
 * objects, because spreading one into a literal with more fields takes twenty times as long.
 */
export function fieldsOf<P extends Type.TProperties, K extends keyof Type.Static<Shape<P>> = never>(
  { properties }: Shape<P>,
  value: NoInfer<Omit<Type.Static<Shape<P>>, K>>,
  own?: Pick<Type.Static<Shape<P>>, K>,
): Type.Static<Shape<P>> {
  const [base, first] = [value, own ?? {}] as { [name: string]: unknown }[];
  const row: { [name: string]: unknown } = {};
  for (const name of Object.keys(properties)) row[name] = (name in first! ? first : base)![name];
  return row as Type.Static<Shape<P>>;
}

/** Some properties of an object, in the order of the names. */
export function some<P extends Type.TProperties, K extends keyof P>(
  { properties }: Shape<P>,
  ...names: K[]
): Pick<P, K> {
  return Object.fromEntries(names.map((name) => [name, properties[name]])) as Pick<P, K>;
}

/** A list of objects; the description says the order. */
export function listed<P extends Type.TProperties>(
  description: string,
  properties: P,
): Type.TArray<Shape<P>> {
  return Type.Array(Type.Object(properties), { description });
}

/** A list of a limited number of objects. */
export function listedUpTo<P extends Type.TProperties>(
  maxItems: number,
  description: string,
  properties: P,
): Type.TArray<Shape<P>> {
  return Type.Array(Type.Object(properties), { maxItems, description });
}

/** A list of other values. */
export function arrayOf<T extends Type.TSchema>(
  item: T,
  description: string,
  maxItems?: number,
): Type.TArray<T> {
  return Type.Array(item, maxItems === undefined ? { description } : { maxItems, description });
}

/** Values by name, such as the code of a media. */
export function byName<T extends Type.TSchema>(value: T, description: string) {
  return Type.Record(Type.String(), value, { description });
}

/** One of several words. */
export function oneOf<V extends (string | number)[]>(
  values: readonly [...V],
  description: string,
): Type.TEnum<V> {
  return Type.Enum(values, { description });
}

/** Values with a description. */
export const text = (description: string) => Type.String({ description });
export const integer = (description: string) => Type.Integer({ description });
export const decimal = (description: string) => Type.Number({ description });
export const flag = (description: string) => Type.Boolean({ description });
/** A count. */
export const howMany = (description: string) => Type.Integer({ minimum: 0, description });

export const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

/** A time in ISO 8601, and a date YYYY-MM-DD. */
export const instant = (description: string) => Type.String({ format: 'date-time', description });
export const date = (description: string) => Type.String({ format: 'date', description });

/** A time without a further description. */
export const DateTime = instant('UTC, ISO 8601 with milliseconds and Z');

/** A value or null. */
export function nullable<T extends Type.TSchema>(
  schema: T,
  description?: string,
): Type.TUnion<[T, Type.TNull]> {
  const rest = description === undefined ? {} : { description };
  return Type.Union([schema, Type.Null()], rest);
}

/** Values or null; `whole` describes the union. */
export const textOrNull = (description: string, whole?: string) =>
  nullable(text(description), whole);
export const integerOrNull = (description: string, whole?: string) =>
  nullable(integer(description), whole);
export const decimalOrNull = (description: string, whole?: string) =>
  nullable(decimal(description), whole);
export const instantOrNull = (description: string, whole?: string) =>
  nullable(instant(description), whole);

/** Optional values. */
export const optionalText = (description: string, maxLength?: number) =>
  Type.Optional(
    maxLength === undefined ? text(description) : Type.String({ maxLength, description }),
  );
export const optionalInteger = (description: string) => Type.Optional(integer(description));
export const optionalInstant = (description: string) => Type.Optional(instant(description));
export const optionalDate = (description: string) => Type.Optional(date(description));

/** An integer parameter with a default. */
export function within(minimum: number, maximum: number, usual: number, description?: string) {
  const bounds = { minimum, maximum, default: usual };
  return Type.Integer(description === undefined ? bounds : { ...bounds, description });
}

/** An integer parameter without a default. */
export function optionalWithin(minimum: number, maximum: number, description: string) {
  return Type.Optional(Type.Integer({ minimum, maximum, description }));
}

/** A text parameter, which may be absent or empty. */
export function freeText(maxLength: number, description: string) {
  return Type.Optional(Type.String({ minLength: 0, maxLength, description }));
}

/** A parameter with a list of codes. */
export function codes(maxItems: number, description: string) {
  return Type.Optional(Type.Array(Type.String(), { maxItems, description }));
}

/** The parameter `cursor`; `rest` names the parameters that must be the same. */
export function cursorWith(rest: string) {
  const description = `\`nextCursor\` of the page before; ${rest} stay as they were`;
  return Type.Optional(Type.String({ maxLength: HTTP.cursorMax, description }));
}

/** Formulas of an explanation in plain text, by the names of numbers. */
export const Formulas = Type.Record(Type.String(), Type.String(), {
  description: 'How each number is computed',
});
