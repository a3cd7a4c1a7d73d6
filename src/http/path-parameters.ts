/** The parameters in a path, as a route declares them. */
import { invalidQuery } from './errors.js';
import type { JsonObject } from './openapi-schema.js';
import type { Parameter } from './parameter.js';
import { decodeStrictly, UTF8_EXAMPLE } from './query.js';

/** @throws HttpError for one that is malformed. */
export function readParams(params: readonly Parameter[], rawParams: readonly string[]): JsonObject {
  const values: JsonObject = {};
  params.forEach((parameter, index) => {
    const text = decodeStrictly(rawParams[index]!);
    if (text === null) {
      throw invalidQuery(`${parameter.name} must be valid UTF-8, percent-encoded`, UTF8_EXAMPLE);
    }
    const value = parameter.parse(text);
    if (value === undefined) throw invalidQuery(parameter.explain(text));
    values[parameter.name] = value;
  });
  return values;
}
