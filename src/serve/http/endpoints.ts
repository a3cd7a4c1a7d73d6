/**
 * The routes of a service, each with what is compiled from its declaration, by the paths of requests.
 *
 * Invariants: a route is compiled once, when it is added; what is remembered of paths is bounded.
 * Not here: how a path is matched (router.ts), what becomes of a request (service.ts).
 */
import type { Parameter } from './parameter.js';
import {
  compileParameters,
  compileQuery,
  type QueryReader,
  type UnknownParameters,
} from './query.js';
import type { Route } from './route.js';
import { paramNamesOf, Router } from './router.js';

/** Matched paths remembered, and the longest of them: a few megabytes at most. */
const MATCHES_MAX = 8192;
const MATCHED_PATH_UNITS_MAX = 256;

/** A route with what was compiled from its declaration. */
export interface Endpoint {
  route: Route;
  readQuery: QueryReader;
  params: readonly Parameter[];
}

/** A matched path; `endpoint` is null where there is nothing. */
export interface Target {
  endpoint: Endpoint | null;
  rawParams: readonly string[];
}

const NO_PARAMS: readonly string[] = [];

export class Endpoints {
  readonly #router = new Router<Endpoint>();
  /** Paths with parameters that were matched before: walking the tree takes ten times as long. */
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
