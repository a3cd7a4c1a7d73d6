/**
 * Sentence templates: `{slot}` is a fact of the story, `[a|b|c]` one of several wordings.
 *
 * Invariants: a template is parsed once; an unknown slot is refused then, never at rendering.
 * Number slots take their value from the story and the template, so that two reports of one story
 * that use the same template give the same figure.
 */
import { assert } from '../kernel/assert.js';
import { mix, type Random } from './random.js';
import { isNumberSlot, NUMBERS, numberSlot, SLOT_IDS } from './slots.js';

/** Text, a fact (its id), a number slot (−1 − id) or a choice. */
type Node = string | number | Node[][];

export interface Template {
  /** Distinguishes the figures of one template from those of another. */
  id: number;
  nodes: Node[];
  /** The same figure wherever the story uses the slot: for headlines and leads. */
  shared: boolean;
}

/** What a story gives its templates. */
export interface Facts {
  values: string[];
  seed: number;
}

function slotNode(name: string, source: string): number {
  if (isNumberSlot(name)) return -1 - numberSlot(name);
  const id = SLOT_IDS.get(name);
  assert(id !== undefined, `unknown slot {${name}} in template: ${source}`);
  return id as number;
}

function parse(source: string, from: number, stops: string): { nodes: Node[]; at: number } {
  const nodes: Node[] = [];
  let text = '';
  let at = from;
  const flush = (): void => {
    if (text !== '') nodes.push(text);
    text = '';
  };
  while (at < source.length && !stops.includes(source[at] as string)) {
    const char = source[at] as string;
    if (char === '{') {
      const end = source.indexOf('}', at);
      assert(end > at, `open slot in template: ${source}`);
      flush();
      nodes.push(slotNode(source.slice(at + 1, end), source));
      at = end + 1;
    } else if (char === '[') {
      flush();
      const options: Node[][] = [];
      do {
        const part = parse(source, at + 1, '|]');
        options.push(part.nodes);
        at = part.at;
        assert(at < source.length, `open choice in template: ${source}`);
      } while (source[at] === '|');
      nodes.push(options);
      at += 1;
    } else {
      text += char;
      at += 1;
    }
  }
  flush();
  return { nodes, at };
}

export function compile(source: string, shared = false): Template {
  let id = 7;
  for (let i = 0; i < source.length; i++) id = (Math.imul(id, 31) + source.charCodeAt(i)) | 0;
  return { id, nodes: parse(source, 0, '').nodes, shared };
}

export function compileAll(sources: readonly string[], shared = false): Template[] {
  return sources.map((source) => compile(source, shared));
}

let occurrence = 0;

function renderNodes(nodes: Node[], template: Template, facts: Facts, random: Random): string {
  let text = '';
  for (const node of nodes) {
    if (typeof node === 'string') text += node;
    else if (typeof node !== 'number') {
      text += renderNodes(node[random.below(node.length)] as Node[], template, facts, random);
    } else if (node >= 0) text += facts.values[node];
    else {
      const key = template.shared ? 0 : template.id + occurrence++ * 977;
      text += numberText(-1 - node, facts.seed + key);
    }
  }
  return text;
}

function numberText(slot: number, key: number): string {
  const table = NUMBERS[slot] as readonly string[];
  return table[mix(key + slot * 7919) % table.length] as string;
}

export function render(template: Template, facts: Facts, random: Random): string {
  occurrence = 0;
  return renderNodes(template.nodes, template, facts, random);
}
