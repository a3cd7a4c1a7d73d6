/**
 * Finds the route of a path: a map for fixed paths, a tree of segments for those with parameters.
 *
 * A template segment is literal or holds one `{name}` with optional fixed text around it
 * (`{tag}.xml`). Literal segments win over parameters, with backtracking when they lead to no
 * route. A parameter is a whole segment, never empty; an encoded slash (%2F) stays inside it. Paths
 * are compared as sent: an escaped letter of a literal does not match, nor does a trailing slash.
 */
import { assert } from '../../kernel/errors.js';

/** The target and the raw texts of the path's parameters, in the order of the template. */
export interface Match<T> {
  target: T;
  rawParams: readonly string[];
}

interface Slot<T> {
  prefix: string;
  suffix: string;
  node: Node<T>;
}

interface Node<T> {
  literals: Map<string, Node<T>>;
  slots: Slot<T>[];
  target: T | undefined;
}

/** Segments of the deepest template; longer paths have no route. */
const SEGMENTS_MAX = 16;

export function paramNamesOf(template: string): string[] {
  return [...template.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]!);
}

export class Router<T> {
  readonly #fixed = new Map<string, T>();
  readonly #root: Node<T> = emptyNode();

  add(template: string, target: T): void {
    if (!template.includes('{')) {
      assert(!this.#fixed.has(template), `one route only for ${template}`);
      this.#fixed.set(template, target);
      return;
    }
    let node = this.#root;
    for (const segment of segmentsOf(template)) node = childFor(node, segment);
    assert(node.target === undefined, `one route only for ${template}`);
    node.target = target;
  }

  /** The target of a path without parameters. */
  fixed(path: string): T | undefined {
    return this.#fixed.get(path);
  }

  /** The target of a path with parameters. */
  match(path: string): Match<T> | null {
    const segments = segmentsOf(path);
    if (segments.length > SEGMENTS_MAX) return null;
    const rawParams: string[] = [];
    const target = walk(this.#root, segments, 0, rawParams);
    return target === undefined ? null : { target, rawParams };
  }
}

function emptyNode<T>(): Node<T> {
  return { literals: new Map(), slots: [], target: undefined };
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split('/', SEGMENTS_MAX + 1);
}

function childFor<T>(node: Node<T>, segment: string): Node<T> {
  const open = segment.indexOf('{');
  if (open < 0) {
    const known = node.literals.get(segment) ?? emptyNode<T>();
    node.literals.set(segment, known);
    return known;
  }
  const prefix = segment.slice(0, open);
  const suffix = segment.slice(segment.indexOf('}') + 1);
  const known = node.slots.find((slot) => slot.prefix === prefix && slot.suffix === suffix);
  if (known !== undefined) return known.node;
  const slot = { prefix, suffix, node: emptyNode<T>() };
  node.slots.push(slot);
  // Most specific first: more fixed text around the parameter.
  node.slots.sort((a, b) => fixedLength(b) - fixedLength(a));
  return slot.node;
}

function fixedLength<T>(slot: Slot<T>): number {
  return slot.prefix.length + slot.suffix.length;
}

function walk<T>(node: Node<T>, segments: string[], at: number, params: string[]): T | undefined {
  if (at === segments.length) return node.target;
  const segment = segments[at]!;
  const literal = node.literals.get(segment);
  const found = literal === undefined ? undefined : walk(literal, segments, at + 1, params);
  if (found !== undefined) return found;
  for (const slot of node.slots) {
    const { prefix, suffix } = slot;
    if (segment.length <= fixedLength(slot)) continue;
    if (!segment.startsWith(prefix) || !segment.endsWith(suffix)) continue;
    params.push(segment.slice(prefix.length, segment.length - suffix.length));
    const target = walk(slot.node, segments, at + 1, params);
    if (target !== undefined) return target;
    params.pop();
  }
  return undefined;
}
