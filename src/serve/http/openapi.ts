/**
 * Builds the OpenAPI 3.1 document of a service from its routes. TypeBox schemas are rewritten:
 * named schemas move to `components.schemas`, unions of literals become enums.
 *
 * A property without a description gets that of its schema, of the first member of its union that
 * has one, or a text of the service. A schema with an `$id` is named by it, and every use becomes a
 * reference. Two different schemas of one name stop the start. Every operation lists its
 * parameters, its answer with the common headers, and the errors of the service and of the route.
 */

import { assert } from '../../kernel/errors.js';
import { literalsOf } from './parameter.js';
import type { PostRules, Route } from './route.js';
import { isOptional, type TProperties, type TSchema } from './type.js';

/** Texts of a document that routes do not contain. */
export interface ServiceInfo {
  title: string;
  version: string;
  /** Purpose, attribution and rate limits, in Markdown. */
  description: string;
  /** License of the interface; MIT by default. */
  license?: { name: string; identifier?: string; url?: string };
  /** Groups of routes in display order; by default in the order of the routes. */
  tags?: readonly { name: string; description: string }[];
}

interface OpenApiOptions {
  info: ServiceInfo;
  publicUrl: string;
  routes: readonly Route[];
  errorSchema: TSchema;
  /** Whether the header `x-api-key` is accepted. */
  keyed: boolean;
  /** Descriptions of properties that their schemas do not describe. */
  texts?: PropertyTexts | undefined;
  /** Example answers by path, for routes that declare none. */
  examples?: { readonly [path: string]: unknown } | undefined;
  /** Whether unknown parameters are ignored and named in a header. */
  namesUnknown: boolean;
}

const QUOTA_HEADERS: JsonObject = {
  'x-ratelimit-limit': headerOf('integer', 'Requests admitted per window of 60 seconds.'),
  'x-ratelimit-remaining': headerOf('integer', 'Requests left in the current window.'),
  'x-ratelimit-reset': headerOf('integer', 'Seconds until the current window ends.'),
};
const CACHE_HEADER = { 'cache-control': headerOf('string', 'How long the answer may be kept.') };
const ETAG_HEADER = { etag: headerOf('string', 'Entity tag for if-none-match, where present.') };
const RETRY_HEADER = { 'retry-after': headerOf('integer', 'Seconds to wait before trying again.') };

const UNKNOWN_HEADER: JsonObject = {
  'x-unknown-parameters': headerOf(
    'string',
    'Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas.',
  ),
};

export function buildOpenApi(options: OpenApiOptions): JsonObject {
  const { info, publicUrl, keyed, examples = {} } = options;
  const collector = new SchemaCollector(options.texts);
  const parts: Parts = {
    collector,
    errorRef: collector.rewrite({ ...options.errorSchema, $id: 'Error' }),
    keyed,
    headers: options.namesUnknown ? UNKNOWN_HEADER : {},
    responses: {},
  };
  const paths: JsonObject = {};
  const { title, version, description, license = MIT } = info;
  const documented = options.routes.filter((route) => route.documented);
  const tags =
    info.tags ?? [...new Set(documented.map(({ tag }) => tag))].map((name) => ({ name }));
  for (const route of documented) {
    paths[route.path] = {
      [route.post === null ? 'get' : 'post']: operationOf(
        { ...route, responseExample: route.responseExample ?? examples[route.path] },
        parts,
      ),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description, license },
    servers: [{ url: publicUrl.replace(/\/$/, '') }],
    tags,
    security: keyed ? [{}, { apiKey: [] }] : [],
    paths,
    components: {
      schemas: collector.schemas,
      responses: parts.responses,
      ...(keyed ? { securitySchemes: { apiKey: KEY_SCHEME } } : {}),
    },
  };
}

const MIT = { name: 'MIT', identifier: 'MIT' };

const KEY_SCHEME = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description: 'Optional. Raises the request quota and nothing else.',
};

function headerOf(type: string, description: string): JsonObject {
  return { description, schema: { type } };
}

/** State that all operations of a document share. */
interface Parts {
  collector: SchemaCollector;
  errorRef: JsonObject;
  keyed: boolean;
  /** Headers of every answer with a body. */
  headers: JsonObject;
  /** Answers that many routes share, by name. */
  responses: JsonObject;
}

function operationOf(route: Route, parts: Parts): JsonObject {
  const { collector } = parts;
  const parameters = [
    ...parametersOf('path', route.params, collector),
    ...parametersOf('query', route.query, collector),
  ];
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: [route.tag],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.post === null ? {} : { requestBody: bodyOf(route.post, collector) }),
    responses: {
      200: successOf(route, parts),
      ...(route.revalidates ? { 304: sharedAs(304, route, unchangedOf(route), parts) } : {}),
      ...errorsOf(route, parts),
    },
  };
}

function parametersOf(
  place: 'path' | 'query',
  properties: TProperties,
  collector: SchemaCollector,
): JsonObject[] {
  return Object.entries(properties).map(([name, schema]) => {
    const { description = collector.textOf(name), ...rest } = collector.rewrite(
      schema,
    ) as JsonObject & { description?: string };
    const hasDefault = 'default' in schema;
    return {
      name,
      in: place,
      required: place === 'path' || !(isOptional(schema) || hasDefault),
      ...(description === undefined ? {} : { description }),
      ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
      schema: rest,
    };
  });
}

function bodyOf({ body, bodyExample }: PostRules, collector: SchemaCollector): JsonObject {
  const schema = collector.rewrite(body);
  return {
    required: true,
    content: { 'application/json': { schema, example: bodyExample } },
  };
}

function successOf(route: Route, { collector, headers }: Parts): JsonObject {
  const schema = collector.rewrite(route.response);
  const example = route.responseExample;
  return {
    description: `${route.summary}.`.replace('..', '.'),
    headers: {
      ...CACHE_HEADER,
      ...(route.revalidates ? ETAG_HEADER : {}),
      ...(route.counted ? QUOTA_HEADERS : {}),
      ...headers,
    },
    content: { [route.produces]: { schema, ...(example === undefined ? {} : { example }) } },
  };
}

function unchangedOf(route: Route): JsonObject {
  return {
    description: 'Not modified: `if-none-match` names the current entity tag.',
    headers: { ...CACHE_HEADER, ...ETAG_HEADER, ...(route.counted ? QUOTA_HEADERS : {}) },
  };
}

/** Errors of every route, then those of this route, which may replace the text of a status. */
function errorsOf(route: Route, parts: Parts): JsonObject {
  const { post, errors } = route;
  const common: { [status: number]: string } = {
    400:
      post === null
        ? 'A parameter is malformed, repeated or unknown, or the request has a body.'
        : 'The body or a parameter is malformed.',
    ...(parts.keyed ? { 401: 'The key is invalid or revoked.' } : {}),
    405: post === null ? 'The method is neither GET nor HEAD.' : 'The method is not POST.',
    ...(post === null ? {} : postErrors(post)),
    ...(route.counted ? { 429: 'Too many requests in the current window.' } : {}),
    503: 'The service cannot answer at the moment.',
  };
  const entries = Object.entries({ ...common, ...errors }).map(([status, description]) => {
    const retry = status === '429' || status === '503' ? RETRY_HEADER : {};
    const headers = { ...CACHE_HEADER, ...(route.counted ? QUOTA_HEADERS : {}), ...retry };
    const content = { 'application/json': { schema: parts.errorRef } };
    const response = { description, headers, content };
    return [status, status in errors ? response : sharedAs(Number(status), route, response, parts)];
  });
  return Object.fromEntries(entries);
}

const RESPONSE_NAMES: { readonly [status: number]: string } = {
  304: 'NotModified',
  400: 'BadRequest',
  401: 'Unauthorized',
  405: 'MethodNotAllowed',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  503: 'Unavailable',
};

/** A reference to the shared answer of this kind of route, where it has a name. */
function sharedAs(status: number, route: Route, response: object, parts: Parts): object {
  const name = RESPONSE_NAMES[status];
  if (name === undefined) return response;
  const kind = `${route.counted ? '' : 'Uncounted'}${route.post === null ? '' : 'Post'}${name}`;
  parts.responses[kind] = response;
  return { $ref: `#/components/responses/${kind}` };
}

function postErrors({ bytesMax }: PostRules): { [status: number]: string } {
  return {
    413: `The body is longer than ${bytesMax} bytes.`,
    415: 'The body is not sent as `application/json`, or compressed.',
  };
}

export type JsonObject = { [key: string]: unknown };

/** Texts for properties, by `name`, `parent.name` or `Schema.name`. */
export type PropertyTexts = { readonly [key: string]: string };

/** Collects named schemas while rewriting the schemas that use them. */
class SchemaCollector {
  readonly #named = new Map<string, string>();
  readonly #texts: PropertyTexts;
  readonly schemas: JsonObject = {};

  constructor(texts: PropertyTexts = {}) {
    this.#texts = texts;
  }

  /** The service's text for a name, in any place. */
  textOf(name: string): string | undefined {
    return this.#texts[name];
  }

  /** The schema in its OpenAPI form. */
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

  /** The service's text for a property: of the longest fitting key with enough words. */
  #text(place: readonly string[], wordsMin: number): string | undefined {
    for (let from = 0; from <= place.length - wordsMin; from++) {
      const text = this.#texts[place.slice(from).join('.')];
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /** Description of the schema that a property refers to, or of a member of its union. */
  #textOfMember(schema: JsonObject): string | undefined {
    const { $ref, anyOf } = schema as { $ref?: string; anyOf?: JsonObject[] };
    if ($ref !== undefined) {
      return descriptionOf(this.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] as JsonObject);
    }
    for (const member of anyOf ?? []) {
      // "A time" describes a property less than the name of the time does.
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
