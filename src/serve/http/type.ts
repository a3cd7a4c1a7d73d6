/**
 * Builders of JSON schemas: the subset of TypeBox that routes use, with TypeBox's types, so that a
 * handler's result is checked against its schema. They make the same objects, with keys in the same
 * order.
 *
 * TypeBox itself is not loaded: 370 files, a fifth of a server's start time. Of its hidden
 * properties, schemas have only the mark of optional properties.
 */
import type * as TypeBox from 'typebox';

export type {
  Static,
  TArray,
  TEnum,
  TNull,
  TObject,
  TProperties,
  TSchema,
  TUnion,
} from 'typebox';

/** Further keys of a schema; they come last. */
type Options = object | undefined;

/** TypeBox's hidden mark of an optional property. */
const OPTIONAL = '~optional';
/** Pattern that matches any name. */
const ANY_NAME = '^.*$';

const ofType = (type: string) => (options?: Options) => ({ type, ...options });

function objectOf(properties: TypeBox.TProperties, options?: Options): object {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name]!));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

/** A record whose keys are any names, or all values of an enum. */
function recordOf(key: { enum?: string[] }, value: TypeBox.TSchema, options?: Options): object {
  if (key.enum !== undefined) {
    return objectOf(Object.fromEntries(key.enum.map((name) => [name, value])), options);
  }
  return { type: 'object', patternProperties: { [ANY_NAME]: value }, ...options };
}

/** The options of the object, its name included, do not apply to the new one. */
function without(from: TypeBox.TObject, names: readonly string[], options?: Options): object {
  const left = Object.entries(from.properties).filter(([name]) => !names.includes(name));
  return objectOf(Object.fromEntries(left), options);
}

function optionalOf(schema: TypeBox.TSchema): object {
  return Object.defineProperty({ ...schema }, OPTIONAL, { value: true });
}

function isOptional(schema: TypeBox.TSchema): schema is TypeBox.TOptional {
  return OPTIONAL in schema;
}

/** Named as in TypeBox, for the export. */
const builders = {
  String: ofType('string'),
  Integer: ofType('integer'),
  Number: ofType('number'),
  Boolean: ofType('boolean'),
  Null: ofType('null'),
  Unknown: (options?: Options) => ({ ...options }),
  Literal: (value: unknown, options?: Options) =>
    Object.assign({ type: typeof value, const: value }, options),
  Enum: (values: unknown, options?: Options) => ({ enum: values, ...options }),
  Array: (items: unknown, options?: Options) => Object.assign({ type: 'array', items }, options),
  Union: (anyOf: unknown, options?: Options) => ({ anyOf, ...options }),
  Object: objectOf,
  Record: recordOf,
  Omit: without,
  Optional: optionalOf,
  Unsafe: (schema: object) => schema,
};

const typed = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;
const { String: string, Integer, Number: number, Boolean: boolean, Null, Unknown } = typed;
const {
  Literal,
  Enum,
  Array: array,
  Union,
  Object: object,
  Record,
  Omit,
  Optional,
  Unsafe,
} = typed;

export {
  array as Array,
  boolean as Boolean,
  Enum,
  Integer,
  isOptional,
  Literal,
  Null,
  number as Number,
  Omit,
  Optional,
  object as Object,
  Record,
  string as String,
  Union,
  Unknown,
  Unsafe,
};
