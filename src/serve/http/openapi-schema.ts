/**
 * TypeBox schemas as OpenAPI 3.1 shows them: named ones moved to `components.schemas`, unions of
 * literals written as enums.
 *
 * A property that says nothing of itself is described by its schema, by the first member of a
 * union that says something, or by a text of the service.
 *
 * A schema with an `$id` is named by it, and every use of it becomes a reference. Two different
 * schemas of one name are a mistake and stop the start.
 */
import { assert } from '../../kernel/errors.js';
import { literalsOf } from './parameter.js';

/** A JSON value that is an object. */
export type JsonObject = { [key: string]: unknown };

/** Texts for properties, by `name`, `parent.name` or `Schema.name`. */
export type PropertyTexts = { readonly [key: string]: string };

/** Collects named schemas while it rewrites the schemas that use them. */
export class SchemaCollector {
  readonly #named = new Map<string, string>();
  readonly #texts: PropertyTexts;
  readonly schemas: JsonObject = {};

  constructor(texts: PropertyTexts = {}) {
    this.#texts = texts;
  }

  /** What the service says of a name, wherever it stands. */
  textOf(name: string): string | undefined {
    return this.#texts[name];
  }

  /** The schema as it stands in the document. */
  rewrite(schema: object, place: readonly string[] = []): JsonObject {
    const { $id: name } = schema as { $id?: string };
    if (name === undefined) return this.#rewriteBody(schema as JsonObject, place);
    const text = JSON.stringify(schema);
    const known = this.#named.get(name);
    assert(known === undefined || known === text, `schema name ${name} means one schema`);
    if (known === undefined) {
      this.#named.set(name, text);
      this.schemas[name] = this.#rewriteBody(schema as JsonObject, [name]);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #rewriteBody(schema: JsonObject, place: readonly string[]): JsonObject {
    const literals = literalsOf(schema as never);
    if (literals !== null) return enumOf(schema, literals);
    const body: JsonObject = {};
    for (const [key, value] of Object.entries(schema)) {
      if (key !== '$id') body[key] = this.#rewriteKeyword(key, value, place);
    }
    return body;
  }

  #rewriteKeyword(key: string, value: unknown, place: readonly string[]): unknown {
    if (key === 'properties' || key === 'patternProperties') {
      const entries = Object.entries(value as JsonObject);
      return Object.fromEntries(
        entries.map(([name, inner]) => [name, this.#property(key, name, inner as object, place)]),
      );
    }
    if (key === 'items' || key === 'additionalProperties' || key === 'prefixItems') {
      if (Array.isArray(value)) return value.map((inner) => this.rewrite(inner, place));
      return typeof value === 'object' && value !== null ? this.rewrite(value, place) : value;
    }
    if (key === 'anyOf' || key === 'allOf' || key === 'oneOf') {
      return (value as object[]).map((inner) => this.rewrite(inner, place));
    }
    return value;
  }

  #property(keyword: string, name: string, schema: object, place: readonly string[]): JsonObject {
    // Names of pattern properties are patterns, not words.
    const inner = keyword === 'properties' ? [...place, name] : place;
    const rewritten = this.rewrite(schema, inner);
    if (keyword !== 'properties' || descriptionOf(rewritten) !== undefined) return rewritten;
    const description =
      this.#text(inner, 2) ?? this.#textOfMember(rewritten) ?? this.#text(inner, 1);
    return description === undefined ? rewritten : { ...rewritten, description };
  }

  /** What the service says of a property: the longest key that fits, of at least so many words. */
  #text(place: readonly string[], wordsMin: number): string | undefined {
    for (let from = 0; from <= place.length - wordsMin; from++) {
      const text = this.#texts[place.slice(from).join('.')];
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /** What the schema says that a property refers to, or a member of its union. */
  #textOfMember(schema: JsonObject): string | undefined {
    const { $ref, anyOf } = schema as { $ref?: string; anyOf?: JsonObject[] };
    if ($ref !== undefined) {
      return descriptionOf(this.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] as JsonObject);
    }
    for (const member of anyOf ?? []) {
      // That a time is a time is less than what it is the time of.
      if (member.format === 'date-time') continue;
      const text = descriptionOf(member) ?? this.#textOfMember(member);
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

function descriptionOf(schema: JsonObject): string | undefined {
  const { description } = schema;
  return typeof description === 'string' ? description : undefined;
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
