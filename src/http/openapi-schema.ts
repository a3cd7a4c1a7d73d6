/**
 * TypeBox schemas as OpenAPI 3.1 shows them: named ones moved to `components.schemas`, unions of
 * literals written as enums.
 *
 * A schema with an `$id` is named by it, and every use of it becomes a reference. Two different
 * schemas of one name are a mistake and stop the start.
 */
import { assert } from '../kernel/assert.js';
import { literalsOf } from './parameter.js';

/** A JSON value that is an object. */
export type JsonObject = { [key: string]: unknown };

/** Collects named schemas while it rewrites the schemas that use them. */
export class SchemaCollector {
  readonly #named = new Map<string, string>();
  readonly schemas: JsonObject = {};

  /** The schema as it stands in the document. */
  rewrite(schema: object): JsonObject {
    const { $id: name } = schema as { $id?: string };
    if (name === undefined) return this.#rewriteBody(schema as JsonObject);
    const text = JSON.stringify(schema);
    const known = this.#named.get(name);
    assert(known === undefined || known === text, `schema name ${name} means one schema`);
    if (known === undefined) {
      this.#named.set(name, text);
      this.schemas[name] = this.#rewriteBody(schema as JsonObject);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #rewriteBody(schema: JsonObject): JsonObject {
    const literals = literalsOf(schema as never);
    if (literals !== null) return enumOf(schema, literals);
    const body: JsonObject = {};
    for (const [key, value] of Object.entries(schema)) {
      if (key !== '$id') body[key] = this.#rewriteKeyword(key, value);
    }
    return body;
  }

  #rewriteKeyword(key: string, value: unknown): unknown {
    if (key === 'properties' || key === 'patternProperties') {
      const entries = Object.entries(value as JsonObject);
      return Object.fromEntries(
        entries.map(([name, inner]) => [name, this.rewrite(inner as object)]),
      );
    }
    if (key === 'items' || key === 'additionalProperties' || key === 'prefixItems') {
      if (Array.isArray(value)) return value.map((inner) => this.rewrite(inner));
      return typeof value === 'object' && value !== null ? this.rewrite(value) : value;
    }
    if (key === 'anyOf' || key === 'allOf' || key === 'oneOf') {
      return (value as object[]).map((inner) => this.rewrite(inner));
    }
    return value;
  }
}

function enumOf(schema: JsonObject, literals: readonly (string | number)[]): JsonObject {
  const rest = { ...schema };
  for (const key of ['anyOf', 'enum', 'const', 'type', '$id']) delete rest[key];
  const kinds = new Set(
    literals.map((literal) =>
      typeof literal === 'string' ? 'string' : Number.isInteger(literal) ? 'integer' : 'number',
    ),
  );
  const type = kinds.size === 1 ? [...kinds][0] : [...kinds];
  return { type, enum: [...literals], ...rest };
}
