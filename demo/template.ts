/**
 * Sentence templates: `{slot}` is a fact of the story, `[a|b|c]` one of several wordings, `{@part}` one
 * of a list of clauses that many templates share.
 *
 * Invariants: a template is parsed once; an unknown slot or part is an error then, never at rendering.
 * Number slots take their value from the story and their place in the source, so that two articles of one
 * story with the same clause give the same figure.
 * Not here: synonyms (lexicon.ts).
 */
import { assert } from '../src/kernel/errors.js';
import { Synonyms } from './lexicon.js';
import { Choice, type ClauseList, Figure, type TemplateNode } from './nodes.js';
import { mix, type Random } from './random.js';
import { isNumberSlot, SLOT_IDS } from './slots.js';

/** A compiled sentence. */
export type Template = TemplateNode;

/** The values that a story gives its templates. */
export interface Facts {
  values: string[];
  seed: number;
}

/** A lexicon without synonyms and parts, for headlines and tags. */
const PLAIN = new Synonyms([], {}, () => '');

/** Neighbouring choices are joined while the result has at most this many texts. */
const TEXTS_MAX = 8;

/** The texts of which a node gives one, all equally often; null for a node with other parts. */
function textsOf(node: TemplateNode): readonly string[] | null {
  if (typeof node === 'string') return [node];
  if (!(node instanceof Choice)) return null;
  const { options } = node;
  return options.every((option) => typeof option === 'string') ? (options as string[]) : null;
}

/** Joins neighbours that are texts only, so that rendering chooses and joins fewer pieces. */
function joined(nodes: readonly TemplateNode[]): TemplateNode[] {
  const out: TemplateNode[] = [];
  for (const node of nodes) {
    const before = out.length === 0 ? null : textsOf(out[out.length - 1] as TemplateNode);
    const texts = textsOf(node);
    if (before === null || texts === null || before.length * texts.length > TEXTS_MAX) {
      out.push(node);
      continue;
    }
    const all = before.flatMap((first) => texts.map((second) => first + second));
    out[out.length - 1] = all.length === 1 ? (all[0] as string) : new Choice(all);
  }
  return out;
}

class Parser {
  readonly #source: string;
  readonly #lexicon: Synonyms;
  /** Distinguishes the figures of sources; 0 where a story has one figure per slot. */
  #key = 0;
  readonly #shared: boolean;
  #at = 0;

  constructor(source: string, lexicon: Synonyms, shared: boolean) {
    this.#source = source;
    this.#lexicon = lexicon;
    this.#shared = shared;
    for (let i = 0; i < source.length && !shared; i++) {
      this.#key = (Math.imul(this.#key, 31) + source.charCodeAt(i)) | 0;
    }
  }

  /** Parses up to one of the stops. */
  sequence(stops: string): TemplateNode {
    const nodes: TemplateNode[] = [];
    const source = this.#source;
    let from = this.#at;
    const flush = (): void => {
      if (from < this.#at) nodes.push(...this.#words(source.slice(from, this.#at)));
    };
    while (this.#at < source.length && !stops.includes(source[this.#at] as string)) {
      const char = source[this.#at];
      if (char !== '{' && char !== '[') {
        this.#at += 1;
        continue;
      }
      flush();
      nodes.push(char === '{' ? this.#slot() : this.#choice());
      from = this.#at;
    }
    flush();
    const all = joined(nodes);
    return all.length > 1 ? all : (all[0] ?? '');
  }

  #words(text: string): TemplateNode[] {
    return this.#lexicon
      .split(text)
      .map((words) => (typeof words === 'string' ? words : new Choice(words)));
  }

  #slot(): TemplateNode {
    const source = this.#source;
    const end = source.indexOf('}', this.#at);
    assert(end > this.#at, `open slot in template: ${source}`);
    const name = source.slice(this.#at + 1, end);
    this.#at = end + 1;
    if (name.startsWith('@')) {
      const part = this.#lexicon.part(name.slice(1));
      assert(part !== undefined, `unknown part {${name}} in template: ${source}`);
      return part as ClauseList;
    }
    if (isNumberSlot(name)) return new Figure(name, this.#shared ? 0 : this.#key + end * 977);
    const id = SLOT_IDS.get(name);
    assert(id !== undefined, `unknown slot {${name}} in template: ${source}`);
    return id as number;
  }

  #choice(): TemplateNode {
    const options: TemplateNode[] = [];
    do {
      this.#at += 1;
      options.push(this.sequence('|]'));
      assert(this.#at < this.#source.length, `open choice in template: ${this.#source}`);
    } while (this.#source[this.#at] === '|');
    this.#at += 1;
    return new Choice(options);
  }
}

/** With `shared`, a slot has the same figure everywhere in the story: for headlines and leads. */
export function compile(source: string, shared = false, lexicon = PLAIN): Template {
  return new Parser(source, lexicon, shared).sequence('');
}

export function compileAll(
  sources: readonly string[],
  shared = false,
  lexicon = PLAIN,
): Template[] {
  return sources.map((source) => compile(source, shared, lexicon));
}

export function lexiconOf(
  synonyms: readonly string[],
  parts: Readonly<Record<string, readonly string[]>>,
): Synonyms {
  return new Synonyms(synonyms, parts, (source, lexicon) => compile(source, false, lexicon));
}

export function render(node: Template, facts: Facts, random: Random): string {
  if (typeof node === 'string') return node;
  if (typeof node === 'number') return facts.values[node] as string;
  if (node instanceof Choice) {
    return render(node.options[random.below(node.options.length)] as TemplateNode, facts, random);
  }
  if (node instanceof Figure) {
    return node.texts[mix(facts.seed + node.key) % node.texts.length] as string;
  }
  return Array.isArray(node)
    ? renderAll(node, facts, random)
    : render(node.draw(random), facts, random);
}

function renderAll(nodes: readonly TemplateNode[], facts: Facts, random: Random): string {
  let text = '';
  for (const node of nodes) {
    // Most nodes are text, facts and choices of text, which need no further call.
    let part = node;
    if (part instanceof Choice)
      part = part.options[random.below(part.options.length)] as TemplateNode;
    if (typeof part === 'string') text += part;
    else if (typeof part === 'number') text += facts.values[part];
    else text += render(part, facts, random);
  }
  return text;
}
