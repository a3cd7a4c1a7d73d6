/**
 * What is wrong with a line, as one sentence that names the field.
 *
 * Invariants: a reason never holds control characters and quotes at most `QUOTED_MAX` code points
 * of the input. A fault travels as an exception within this folder only; `parseLine` returns it.
 */
import { cutCodePoints } from '../../../kernel/text/text.js';

/** A parsed JSON object. A key `__proto__` is an own property like any other here. */
export type Raw = Readonly<Record<string, unknown>>;

/** Longest piece of input that a reason quotes. */
const QUOTED_MAX = 60;

/** The line breaks a rule; `path` grows as the fault leaves nested objects. */
export class FieldFault extends Error {
  path: string;
  readonly problem: string;

  constructor(path: string, problem: string) {
    super();
    this.path = path;
    this.problem = problem;
  }

  get reason(): string {
    return `${this.path}: ${this.problem}`;
  }
}

/** @throws FieldFault always. */
export function refuse(name: string, expected: string, value: unknown): never {
  throw new FieldFault(name, `expected ${expected}, got ${quoted(value)}`);
}

/** A value as a reason shows it: short, on one line. */
export function quoted(value: unknown): string {
  if (typeof value === 'string') {
    const cut = cutCodePoints(value, QUOTED_MAX);
    return `${JSON.stringify(cut)}${cut === value ? '' : '…'}`;
  }
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
