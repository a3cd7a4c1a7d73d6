/**
 * Declares routes, and stores the routes of a service by path. One declaration gives the types of
 * the handler, the validation and the OpenAPI entry.
 *
 * Invariants: a route is compiled once, when it is added; the cache of matched paths is bounded.
 * Not here: matching of paths (router.ts), the steps of a request (service.ts).
 */
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { assert } from '../../kernel/errors.js';
import type { Parameter } from './parameter.js';
import {
  compileParameters,
  compileQuery,
  type QueryReader,
  type UnknownParameters,
} from './query.js';
import type { Reply } from './reply.js';
import { paramNamesOf, Router } from './router.js';

/** The path of a request with its query. */
export function targetOf({ path, query }: Pick<RawRequest, 'path' | 'query'>): string {
  return query === '' ? path : `${path}?${query}`;
}

/** Path and headers as sent, for handlers that need more than validated values. */
export interface RawRequest {
  /** Query without `?`, still escaped. */
  readonly query: string;
  /** Path, still escaped. */
  readonly path: string;
  readonly ifNoneMatch: string;
  readonly acceptEncoding: string;
  readonly accept: string;
  /** `last-event-id`, and the client, for routes that stream; '' for all others. */
  readonly lastEventId: string;
  readonly client: number | string;
}

/** Argument of a handler: validated values, with defaults. */
export interface RouteRequest<Q extends TProperties, P extends TProperties> {
  readonly query: Static<TObject<Q>>;
  readonly params: Static<TObject<P>>;
  readonly raw: RawRequest;
  /** The body of a POST, checked against the route's rules; undefined for all other routes. */
  readonly body?: unknown;
}

export interface PostRules {
  /** Schema of the JSON body. */
  readonly body: TObject;
  readonly bodyExample: { [field: string]: unknown };
  readonly bytesMax: number;
  /** Questions a minute and client: a limit of this route alone. */
  readonly perMinute: number;
}

export interface RouteDeclaration<Q extends TProperties, P extends TProperties, R extends TSchema> {
  /** Template such as `/api/v1/articles/{id}/content`. */
  path: string;
  summary: string;
  description?: string;
  tag: string;
  /** Name of the operation for generated clients; made from the path by default. */
  operationId?: string;
  params?: P;
  query?: Q;
  response: R;
  responseExample?: unknown;
  /** Condition of each error status that this route adds to the common ones. */
  errors: { readonly [status: number]: string };
  /** Media type of the answer, JSON by default. */
  produces?: string;
  /** Counts against the rate limit and shows the quota; true by default. */
  counted?: boolean;
  /** Is in the OpenAPI document; true by default. */
  documented?: boolean;
  /** Answers have an entity tag and may be 304; true by default, false for POST. */
  revalidates?: boolean;
  /** Answers may be streams; the handler gets the client and its last event id. */
  streams?: boolean;
  /** Allows POST, and neither GET nor HEAD. */
  post?: PostRules;
  /** Indices that the route needs beyond those that every route of its service needs. */
  needs?: readonly string[];
  /**
   * How a copy of another server answers. Where absent, it passes on what needs an index that copies
   * have not in the same state, and answers the rest by itself. A copy has other ids for event
   * threads than its origin, so a question with such an id is not passed on: it is missing there.
   */
  onCopy?: 'passed on' | 'missing' | undefined;
  handle(request: RouteRequest<Q, P>): Reply | Promise<Reply>;
  /**
   * Called while an index that the route needs is missing: refuses requests that can never succeed.
   * @throws HttpError as `handle` would.
   */
  refuse?(request: RouteRequest<Q, P>): void;
  /**
   * Called after the rate limit and before parsing; an answer other than null is sent at once.
   * Handlers cache parsed questions by raw query here, and by raw path where it has parameters.
   */
  fast?(rawQuery: string, ifNoneMatch: string, rawPath: string): Reply | null;
}

/** A route without its type parameters, as tables and services hold it. */
export interface Route {
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly tag: string;
  readonly operationId: string;
  readonly params: TProperties;
  readonly query: TProperties;
  readonly response: TSchema;
  readonly responseExample: unknown;
  readonly errors: { readonly [status: number]: string };
  readonly produces: string;
  readonly counted: boolean;
  readonly documented: boolean;
  readonly revalidates: boolean;
  readonly streams: boolean;
  readonly post: PostRules | null;
  readonly needs: readonly string[];
  readonly onCopy: 'passed on' | 'missing' | undefined;
  handle(request: RouteRequest<TProperties, TProperties>): Reply | Promise<Reply>;
  readonly refuse: ((request: RouteRequest<TProperties, TProperties>) => void) | undefined;
  readonly fast:
    | ((rawQuery: string, ifNoneMatch: string, rawPath: string) => Reply | null)
    | undefined;
}

export function route<
  Q extends TProperties = Record<never, never>,
  P extends TProperties = Record<never, never>,
  R extends TSchema = TSchema,
>(declaration: RouteDeclaration<Q, P, R>): Route {
  const { path } = declaration;
  const params: TProperties = declaration.params ?? {};
  const names = paramNamesOf(path);
  assert(path.startsWith('/'), `path ${path} starts with a slash`);
  assert(
    names.length === Object.keys(params).length && names.every((name) => name in params),
    `path ${path} declares exactly the parameters that it names`,
  );
  return {
    path,
    summary: declaration.summary,
    description: declaration.description,
    tag: declaration.tag,
    operationId: declaration.operationId ?? operationIdOf(path),
    params,
    query: declaration.query ?? {},
    response: declaration.response,
    responseExample: declaration.responseExample,
    errors: declaration.errors,
    produces: declaration.produces ?? 'application/json',
    counted: declaration.counted ?? true,
    documented: declaration.documented ?? true,
    revalidates: declaration.revalidates ?? declaration.post === undefined,
    streams: declaration.streams ?? false,
    post: declaration.post ?? null,
    needs: declaration.needs ?? [],
    onCopy: declaration.onCopy,
    // The service gives each handler the values that its own declaration validated.
    handle: declaration.handle.bind(declaration) as Route['handle'],
    refuse: declaration.refuse?.bind(declaration) as Route['refuse'],
    fast: declaration.fast?.bind(declaration),
  };
}

/** `/api/v1/events/threads/{id}` gives `getEventsThreadsById`. */
function operationIdOf(path: string): string {
  const words = path
    .replace(/^\/api(\/v\d+)?/, '')
    .replaceAll('{', 'by-')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return 'getIndex';
  return `get${words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')}`;
}

/** Bounds of the cache of matched paths, number and length: a few megabytes at most. */
const MATCHES_MAX = 8192;
const MATCHED_PATH_UNITS_MAX = 256;

/** A route with its compiled parameters. */
export interface Endpoint {
  route: Route;
  readQuery: QueryReader;
  params: readonly Parameter[];
}

/** A matched path; `endpoint` is null where no route has it. */
export interface Target {
  endpoint: Endpoint | null;
  rawParams: readonly string[];
}

const NO_PARAMS: readonly string[] = [];

export class Endpoints {
  readonly #router = new Router<Endpoint>();
  /** Cache of matched paths with parameters: a walk of the tree takes ten times as long. */
  readonly #matches = new Map<string, Target>();

  constructor(routes: readonly Route[], unknown: UnknownParameters) {
    for (const route of routes) {
      const byName = new Map(compileParameters(route.params).map((each) => [each.name, each]));
      const params = paramNamesOf(route.path).map((name) => byName.get(name)!);
      const readQuery = compileQuery(route.query, unknown);
      this.#router.add(route.path, { route, readQuery, params });
    }
  }

  find(path: string): Target {
    const fixed = this.#router.fixed(path);
    if (fixed !== undefined) return { endpoint: fixed, rawParams: NO_PARAMS };
    return this.#matches.get(path) ?? this.#match(path);
  }

  #match(path: string): Target {
    const match = this.#router.match(path);
    if (match === null) return { endpoint: null, rawParams: NO_PARAMS };
    const target = { endpoint: match.target, rawParams: match.rawParams };
    if (path.length <= MATCHED_PATH_UNITS_MAX) {
      if (this.#matches.size >= MATCHES_MAX) this.#matches.clear();
      this.#matches.set(path, target);
    }
    return target;
  }
}
