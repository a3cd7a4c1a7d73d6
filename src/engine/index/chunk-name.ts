/**
 * Names of chunks in a snapshot: one grammar for all indices.
 *
 *   name     := kind [separator key] [separator revision]      `rows-1767225600000-4711`
 *   kind     := a-z+                 what the chunk holds; the index declares its kinds
 *   key      := [-] 0-9+             which chunk of the kind: a day, a range, a block
 *   revision := any text             differs whenever the bytes differ: mostly the last log entry that
 *                                    changed them
 *
 * Each kind has a shape. `one`: there is one chunk, with a revision. `keyed`: key and revision. `fixed`:
 * a key alone, because the content never changes. `reversed`: the revision comes first.
 *
 * Invariant: names are part of stores. A change of a shape needs another format of the index.
 */
import { assert } from '../../kernel/errors.js';

export type Shape = 'one' | 'keyed' | 'fixed' | 'reversed';
type Shapes = { readonly [kind: string]: Shape };

export interface ChunkName<Kind extends string> {
  kind: Kind;
  /** NaN for a kind that has a single chunk. */
  key: number;
  /** Empty for content that never changes. */
  revision: string;
}

type Revision = number | string;
type Parts<S extends Shape> = S extends 'one'
  ? [revision: Revision]
  : S extends 'fixed'
    ? [key: number]
    : [key: number, revision: Revision];

export class ChunkNames<S extends Shapes> {
  readonly #shapes: S;
  readonly #separator: string;

  /** @param separator differs from a hyphen where existing stores have another one. */
  constructor(shapes: S, separator = '-') {
    this.#shapes = shapes;
    this.#separator = separator;
  }

  format<K extends keyof S & string>(kind: K, ...parts: Parts<S[K]>): string {
    const ordered = this.#shapes[kind] === 'reversed' ? [parts[1], parts[0]] : parts;
    return [kind, ...ordered].join(this.#separator);
  }

  /** The parts of a name. @throws when the index has no chunk of that name. */
  parse(name: string): ChunkName<keyof S & string> {
    const end = name.indexOf(this.#separator);
    const kind = name.slice(0, end);
    const rest = name.slice(end + 1);
    const isKnown = end > 0 && Object.hasOwn(this.#shapes, kind);
    assert(isKnown, `there is no chunk ${name}: it is not part of the plan of this index`);
    const parts = this.#parts(this.#shapes[kind]!, rest);
    assert(parts !== null, `${name} is the name of a chunk`);
    return { kind, ...parts };
  }

  #parts(shape: Shape, rest: string): { key: number; revision: string } | null {
    if (shape === 'one') return { key: Number.NaN, revision: rest };
    if (shape === 'fixed') return /^-?\d+$/.test(rest) ? { key: Number(rest), revision: '' } : null;
    const at = rest.indexOf(this.#separator, 1);
    if (at < 0) return null;
    const halves = [rest.slice(0, at), rest.slice(at + 1)] as const;
    const [key, revision] = shape === 'keyed' ? halves : [halves[1], halves[0]];
    return /^-?\d+$/.test(key) ? { key: Number(key), revision } : null;
  }
}
