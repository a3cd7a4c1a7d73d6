/**
 * The former site's `/api/*.php` paths: each answers 410 with the v1 path that replaces it, and
 * with the parameters that have an equivalent there (decision 27f).
 *
 * OpenAPI documents do not contain these paths, because they are no operations of this service. The
 * old names are in `data/legacy-paths.json`; an unknown name gets the address of the index.
 */

import { TagwireError } from '../../../kernel/errors.js';
import { decodeStrictly } from '../../http/query.js';
import { jsonReply, type Reply } from '../../http/reply.js';

/** The replacement of an old path. */
interface Successor {
  /** v1 path; each `{name}` is replaced by the first given parameter of `params.name`. */
  to: string;
  /** v1 path for the case that a `{name}` of `to` has no value. */
  without?: string;
  params?: { [name: string]: string[] };
  /** Old parameters, best first, by the equivalent v1 parameter. */
  query?: { [name: string]: string[] };
}

/** Replacements by old name: lower case, without `/api/` and `.php`, `_` for `-`. */
export type LegacyPaths = ReadonlyMap<string, Successor>;

const PREFIX = '/api/';
const SUFFIX = '.php';
const INDEX = '/api/v1';
const PLACEHOLDER = /\{(\w+)\}/g;
const GONE = 410;

/**
 * Checks the rules of `data/legacy-paths.json`.
 * @throws TagwireError CONFIG_INVALID with the name of the invalid entry.
 */
export function legacyPathsOf(rules: unknown): LegacyPaths {
  const paths = isObject(rules) && isObject(rules.paths) ? rules.paths : null;
  if (paths === null) throw invalid('it must have an object "paths"');
  const entries = Object.entries(paths);
  for (const [name, successor] of entries) {
    if (!isSuccessor(successor))
      throw invalid(`"${name}" must have "to", an /api/v1 path, ${FORM}`);
  }
  return new Map(entries as [string, Successor][]);
}

const FORM =
  'and for each {name} in it a list in "params" and a path "without"; "query" holds lists of names';

/** The answer to an old path; null for any other path. */
export function legacyReply(paths: LegacyPaths, path: string, rawQuery: string): Reply | null {
  if (!path.startsWith(PREFIX) || !path.endsWith(SUFFIX)) return null;
  const name = path.slice(PREFIX.length, -SUFFIX.length).toLowerCase().replaceAll('-', '_');
  const successor = paths.get(name);
  const replacement = successor === undefined ? INDEX : replacementOf(successor, rawQuery);
  const error = `this path of the former site is gone; ask ${replacement} instead`;
  return jsonReply({ error, replacement }, { status: GONE });
}

function replacementOf({ to, without, params = {}, query = {} }: Successor, raw: string): string {
  const given = valuesOf(raw);
  const firstOf = (names: string[]): string | undefined =>
    names.map((name) => given.get(name)).find((value) => value !== undefined && value !== '');
  // The segments `.` and `..` would change the path.
  const isSegment = (value: string | undefined): value is string =>
    value !== undefined && value !== '.' && value !== '..';
  let isFilled = true;
  const filled = to.replace(PLACEHOLDER, (_, name: string) => {
    const value = firstOf(params[name] ?? []);
    isFilled &&= isSegment(value);
    return encodeURIComponent(value ?? '');
  });
  const pairs = Object.entries(query).flatMap(([name, names]) => {
    const value = firstOf(names);
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  const path = isFilled ? filled : (without ?? INDEX);
  return pairs.length === 0 || !isFilled ? path : `${path}?${pairs.join('&')}`;
}

/** The well-formed parameters of a query, the first of each name. */
function valuesOf(rawQuery: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const piece of rawQuery.split('&')) {
    const split = piece.indexOf('=');
    if (split < 0) continue;
    const [name, value] = [piece.slice(0, split), piece.slice(split + 1)].map((text) =>
      decodeStrictly(text.replaceAll('+', ' ')),
    );
    if (name == null || value == null || values.has(name)) continue;
    values.set(name, value);
  }
  return values;
}

function isSuccessor(value: unknown): value is Successor {
  if (!isObject(value) || !isPath(value.to)) return false;
  const { to, without, params = {}, query = {} } = value;
  if (!isLists(params) || !isLists(query)) return false;
  if (without !== undefined && !isPath(without)) return false;
  const names = [...to.matchAll(PLACEHOLDER)].map((match) => match[1]!);
  const isFillable = names.every((name) => (params as { [name: string]: unknown })[name]);
  return isFillable && (names.length === 0 || without !== undefined);
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && (value === INDEX || value.startsWith(`${INDEX}/`));
}

function isLists(value: unknown): boolean {
  const isNames = (list: unknown): boolean =>
    Array.isArray(list) && list.every((name) => typeof name === 'string');
  return isObject(value) && Object.values(value).every(isNames);
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(reason: string): TagwireError {
  return new TagwireError('CONFIG_INVALID', `data/legacy-paths.json: ${reason}`);
}
