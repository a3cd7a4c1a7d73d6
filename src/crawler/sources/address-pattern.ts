/**
 * Patterns on addresses, in the syntax of regular expressions, matched in linear time.
 *
 * Addresses come from foreign pages, which could make a backtracking pattern run for hours. A pattern is
 * compiled to a list of states, and all possible states are followed at the same time: the work is
 * states × characters, whatever the pattern.
 * Invariants: the result is that of `RegExp` with the flag `u`. Addresses are ASCII; other characters match
 * nothing.
 * Refused: back references, lookahead and lookbehind, word boundaries, named groups, more states than
 * `STATES_MAX`.
 */
import { INGEST } from '../../kernel/limits.js';
import type { AddressPattern } from './model.js';

/** A pattern that a person writes has dozens of states; counted repetitions are expanded. */
const STATES_MAX = 1000;
const SOURCE_UNITS_MAX = 500;
/** Nested groups: the parser calls itself for each. */
const DEPTH_MAX = 20;
const ASCII = 128;

/** One step of the machine. `next` is -1 until the state is connected. */
type State =
  | { step: 'class'; members: Uint8Array; next: number }
  | { step: 'split'; next: number; other: number }
  | { step: 'begin' | 'end'; next: number }
  | { step: 'match' };

/** A parsed piece: adds its states, which lead to `next`, and returns the first of them. */
type Compile = (machine: State[], next: number) => number;

const ESCAPED_CLASS = /^\\(?:[dDwWsS]|[-^$\\.*+?()[\]{}|/]|[tnrvf0]|x[0-9a-fA-F]{2})/;
const BRACKETS = /^\[(?:\\.|[^\]\\])*\]/;
const COUNTED = /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/;

/** The compiled pattern, or one sentence that says why it cannot be used. */
export function addressPattern(source: string): AddressPattern | string {
  if (source === '') return 'an empty pattern matches everything';
  if (source.length > SOURCE_UNITS_MAX) return `longer than ${SOURCE_UNITS_MAX} characters`;
  if (/[^\x20-\x7e]/.test(source)) return 'addresses hold only ASCII: write others as %XX';
  try {
    new RegExp(source, 'u');
    const compile = new PatternParser(source).parse();
    const machine: State[] = [{ step: 'match' }];
    const first = compile(machine, 0);
    return { source, test: (address) => matches(machine, first, address) };
  } catch (error) {
    return error instanceof Error ? sentenceOf(error) : String(error);
  }
}

/** The reason of a syntax error, without the pattern that engines quote in front of it. */
function sentenceOf(error: Error): string {
  const split = error.message.lastIndexOf(': ');
  return split < 0 ? error.message : error.message.slice(split + 2).toLowerCase();
}

/** Parses a source that the engine has already accepted. */
class PatternParser {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): Compile {
    return this.#alternatives();
  }

  get #rest(): string {
    return this.#source.slice(this.#at);
  }

  #alternatives(): Compile {
    const branches = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      branches.push(this.#sequence());
    }
    return branches.reduceRight((others, branch) => (machine, next) => {
      const other = others(machine, next);
      return add(machine, { step: 'split', next: branch(machine, next), other });
    });
  }

  #sequence(): Compile {
    const parts: Compile[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]!)) {
      parts.push(this.#repeated(this.#atom()));
    }
    return (machine, next) => parts.reduceRight((after, part) => part(machine, after), next);
  }

  #atom(): Compile {
    const char = this.#source[this.#at]!;
    if (char === '(') return this.#group();
    if (char === '^' || char === '$') {
      this.#at += 1;
      const step = char === '^' ? 'begin' : 'end';
      return (machine, next) => add(machine, { step, next });
    }
    return this.#class(char);
  }

  #group(): Compile {
    const open = this.#rest.startsWith('(?:') ? 3 : 1;
    if (open === 1 && this.#source[this.#at + 1] === '?') {
      throw new Error('looking ahead or behind and named groups are not known here');
    }
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw new Error(`more than ${DEPTH_MAX} groups in one another`);
    this.#at += open;
    const inner = this.#alternatives();
    this.#at += 1;
    this.#depth -= 1;
    return inner;
  }

  #class(char: string): Compile {
    const form = char === '\\' ? ESCAPED_CLASS : char === '[' ? BRACKETS : /^./;
    const written = form.exec(this.#rest)?.[0];
    if (written === undefined) throw new Error(`"${this.#rest.slice(0, 2)}" is not known here`);
    this.#at += written.length;
    const one = new RegExp(`^${written}$`, 'u');
    const members = Uint8Array.from({ length: ASCII }, (_, code) =>
      one.test(String.fromCharCode(code)) ? 1 : 0,
    );
    return (machine, next) => add(machine, { step: 'class', members, next });
  }

  #repeated(part: Compile): Compile {
    const char = this.#source[this.#at] ?? '';
    let written = '*+?'.includes(char) ? char : '';
    let [least, most] = char === '+' ? [1, Infinity] : char === '*' ? [0, Infinity] : [0, 1];
    const counted = COUNTED.exec(this.#rest);
    if (counted !== null) {
      written = counted[0];
      least = Number(counted[1]);
      most = counted[3] !== undefined ? Number(counted[3]) : counted[2] ? Infinity : least;
    }
    if (written === '') return part;
    this.#at += written.length;
    // A lazy repetition matches the same addresses.
    if (this.#source[this.#at] === '?') this.#at += 1;
    return repeated(part, least, most);
  }
}

function repeated(part: Compile, least: number, most: number): Compile {
  return (machine, next) => {
    let first = next;
    if (most === Infinity) {
      const loop: State = { step: 'split', next: -1, other: next };
      first = add(machine, loop);
      loop.next = part(machine, first);
    } else {
      for (let count = least; count < most; count++) {
        first = add(machine, { step: 'split', next: part(machine, first), other: next });
      }
    }
    for (let count = 0; count < least; count++) {
      const states = machine.length;
      first = part(machine, first);
      // A piece without states matches the empty text, however often it is repeated.
      if (machine.length === states) break;
    }
    return first;
  };
}

function add(machine: State[], state: State): number {
  if (machine.length >= STATES_MAX) throw new Error(`more than ${STATES_MAX} states`);
  return machine.push(state) - 1;
}

function matches(machine: readonly State[], first: number, address: string): boolean {
  const length = Math.min(address.length, INGEST.urlMax);
  // The position at which each state was last entered.
  const entered = new Int32Array(machine.length).fill(-1);
  let states: number[] = [];
  for (let at = 0; ; at++) {
    states.push(first);
    const open = closure(machine, states, entered, at, length);
    if (open === null) return true;
    if (at >= length) return false;
    const code = address.charCodeAt(at);
    states = [];
    for (const index of open) {
      const state = machine[index]!;
      if (state.step === 'class' && state.members[code] === 1) states.push(state.next);
    }
  }
}

/** The states that wait for a character; null where the pattern has already matched. */
function closure(
  machine: readonly State[],
  from: number[],
  entered: Int32Array,
  at: number,
  length: number,
): number[] | null {
  const open: number[] = [];
  for (let index = from.pop(); index !== undefined; index = from.pop()) {
    if (entered[index] === at) continue;
    entered[index] = at;
    const state = machine[index]!;
    if (state.step === 'match') return null;
    if (state.step === 'class') open.push(index);
    else if (state.step === 'split') from.push(state.next, state.other);
    else if (at === (state.step === 'begin' ? 0 : length)) from.push(state.next);
  }
  return open;
}
