/**
 * How much text each element of a tree holds, and how much of it is links.
 *
 * Counted once, before the tree is changed. Blank text counts nothing; runs of white space count
 * as they stand, which is near enough for comparing.
 */
import { wordsOf } from '../../kernel/words.js';
import { isElement, isText, nextNode, type TreeElement, type TreeNode } from './tree.js';

export interface Mass {
  /** Code units of text, white space aside. */
  text: number;
  /** Of which in links. */
  linked: number;
  /** Of which in blocks long enough to be paragraphs and hardly linked. */
  prose: number;
}

const NONE: Mass = { text: 0, linked: 0, prose: 0 };
/** Shortest paragraph: about ten words, or a clause in a script without spaces. */
const PROSE_UNITS_MIN = 60;
const PROSE_CJK_UNITS_MIN = 20;
const PROSE_LINKED_SHARE_MAX = 0.4;
/** A node costs as much as so many units of text. */
const NODE_UNITS = 10;
const WHITE = /\s+/g;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
/** Elements that belong to the paragraph around them. */
const INLINE = new Set(
  wordsOf(`
    a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd label mark q rb rp
    rt ruby s samp small span strike strong sub sup time tt u var
  `),
);

export function isInline(element: TreeElement): boolean {
  return INLINE.has(element.localName);
}

/** The masses of the elements inside `root`, and its own. */
export class Masses {
  readonly #root: TreeElement;
  readonly #masses = new Map<TreeNode, Mass>();
  /** Text that walks over every element's text would pass: units times levels. */
  #weight = 0;

  constructor(root: TreeElement) {
    this.#root = root;
    this.#masses.set(root, { ...NONE });
    const runs = new Map<TreeElement, Mass & { isCjk: boolean }>();
    for (let node = nextNode(root, root); node !== null; node = nextNode(node, root)) {
      if (isElement(node)) this.#masses.set(node, { ...NONE });
      else if (isText(node)) this.#count(node, root, runs);
    }
    for (const [block, run] of runs) this.#countProse(block, root, run);
  }

  of(element: TreeNode): Mass {
    return this.#masses.get(element) ?? NONE;
  }

  get weight(): number {
    return this.#weight;
  }

  /** Text of the whole. */
  get text(): number {
    return this.of(this.#root).text;
  }

  /** Share of an element's text that is links. */
  linkedShare(element: TreeNode): number {
    const { text, linked } = this.of(element);
    return text === 0 ? 0 : linked / text;
  }

  /**
   * Whether an article or main, or another element that `isHolder` names, has less prose than `proseMin` beside
   * this part of it: then the part is the article, whatever it is called.
   */
  isAllOf(
    element: TreeElement,
    proseMin: number,
    isHolder: (one: TreeElement) => boolean = () => false,
  ): boolean {
    const { prose } = this.of(element);
    for (let at = element.parentNode; at !== null; at = at.parentNode) {
      const isText = isArticle(at) || isHolder(at);
      if (isText && this.of(at).prose - prose < proseMin) return true;
      if (at === this.#root) break;
    }
    return false;
  }

  /** Counts an element no longer among what holds it; to be called before it is taken out. */
  forget(element: TreeElement): void {
    const { prose } = this.of(element);
    for (let at = element.parentNode; at !== null; at = at.parentNode) {
      this.of(at).prose -= prose;
      if (at === this.#root) break;
    }
  }

  /** Adds a text to all elements around it, and to the run of its block. */
  #count(
    node: TreeNode,
    root: TreeElement,
    runs: Map<TreeElement, Mass & { isCjk: boolean }>,
  ): void {
    const text = node.textContent;
    const units = text.replace(WHITE, '').length;
    if (units === 0) return;
    const { isLinked, block } = aroundOf(node, root);
    for (let at = node.parentNode; at !== null; at = at.parentNode) {
      const mass = this.#masses.get(at);
      if (mass === undefined) break;
      mass.text += units;
      this.#weight += units + NODE_UNITS;
      if (isLinked) mass.linked += units;
    }
    const run = runs.get(block) ?? { ...NONE, isCjk: false };
    run.text += units;
    if (isLinked) run.linked += units;
    run.isCjk ||= CJK.test(text);
    runs.set(block, run);
  }

  #countProse(block: TreeElement, root: TreeElement, run: Mass & { isCjk: boolean }): void {
    const min = run.isCjk ? PROSE_CJK_UNITS_MIN : PROSE_UNITS_MIN;
    if (run.text < min || run.linked > PROSE_LINKED_SHARE_MAX * run.text) return;
    for (let at: TreeElement | null = block; at !== null; at = at.parentNode) {
      const mass = this.#masses.get(at);
      if (mass === undefined) break;
      mass.prose += run.text;
      if (at === root) break;
    }
  }
}

export function isArticle({ localName }: TreeElement): boolean {
  return localName === 'article' || localName === 'main';
}

/** Whether a text stands in a link, and the block that it is part of. */
function aroundOf(node: TreeNode, root: TreeElement): { isLinked: boolean; block: TreeElement } {
  let isLinked = false;
  let at = node.parentNode ?? root;
  while (at !== root && isInline(at)) {
    if (at.localName === 'a') isLinked = true;
    at = at.parentNode ?? root;
  }
  for (let up: TreeElement | null = at; up !== null && up !== root; up = up.parentNode) {
    if (up.localName === 'a') isLinked = true;
  }
  return { isLinked, block: at };
}
