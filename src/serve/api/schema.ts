/**
 * Schemas in fewer words: what is said of a value comes first, and what is in it last.
 */

import { HTTP } from '../../kernel/limits.js';
import * as Type from '../http/type.js';

/** An object that stands in documents under a name. */
export function named<P extends Type.TProperties>($id: string, properties: P): Type.TObject<P> {
  return Type.Object(properties, { $id });
}

/** An object of which something is said. */
export function described<P extends Type.TProperties>(
  description: string,
  properties: P,
): Type.TObject<P> {
  return Type.Object(properties, { description });
}

/** A list of objects, in the order that is said. */
export function listed<P extends Type.TProperties>(
  description: string,
  properties: P,
): Type.TArray<Type.TObject<P>> {
  return Type.Array(Type.Object(properties), { description });
}

/** Values of which something is said. */
export const text = (description: string) => Type.String({ description });
export const integer = (description: string) => Type.Integer({ description });
export const decimal = (description: string) => Type.Number({ description });
export const flag = (description: string) => Type.Boolean({ description });
/** A number of things. */
export const howMany = (description: string) => Type.Integer({ minimum: 0, description });

/** A time in ISO 8601, and a date YYYY-MM-DD. */
export const instant = (description: string) => Type.String({ format: 'date-time', description });
export const date = (description: string) => Type.String({ format: 'date', description });

/** A value that may be null: not known, or not there. */
export function nullable<T extends Type.TSchema>(
  schema: T,
  description?: string,
): Type.TUnion<[T, Type.TNull]> {
  const rest = description === undefined ? {} : { description };
  return Type.Union([schema, Type.Null()], rest);
}

/** The parameter of a page after the first; `rest` are the parameters that it goes with. */
export function cursorWith(rest: string) {
  const description = `\`nextCursor\` of the page before; ${rest} stay as they were`;
  return Type.Optional(Type.String({ maxLength: HTTP.cursorMax, description }));
}

/** Of an explanation: formulas in plain text, by the names of numbers. */
export const Formulas = Type.Record(Type.String(), Type.String(), {
  description: 'How each number is computed',
});
