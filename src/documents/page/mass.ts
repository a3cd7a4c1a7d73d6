/**
 * How much text each element of a tree holds, and how much of it is in links.
 *
 * Counted once, before the tree is changed. Blank text counts nothing; white space inside text is not counted.
 */
import { wordsOf } from '../../kernel/words.js';
import { isElement, isText, type TreeElement, type TreeNode } from './tree.js';

export interface Mass {
  /** Code units of text, without white space. */
  text: number;
  /** Units of these in links. */
  linked: number;
  /** Units of these in blocks with the length of a paragraph and few links. */
  prose: number;
}

const NONE: Mass = { text: 0, linked: 0, prose: 0 };
/** Shortest paragraph: about ten words, or a clause in a script without spaces. */
const PROSE_UNITS_MIN = 60;
const PROSE_CJK_UNITS_MIN = 20;
const PROSE_LINKED_SHARE_MAX = 0.4;
/** A node costs as much as this many units of text. */
const NODE_UNITS = 10;
const WHITE = /\s/;
const WHITES = /\s+/g;
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

/** Text of one block, across its inline elements. */
interface Run {
  text: number;
  linked: number;
  isCjk: boolean;
}

/** An element that is being counted, with the elements around it. */
interface Open {
  element: TreeElement;
  outer: Open | null;
  mass: Mass;
  depth: number;
  isLinked: boolean;
  run: Run;
}

/** The masses of `root` and of the elements inside it, computed in one walk: each element adds to its parent. */
export class Masses {
  readonly #root: TreeElement;
  readonly #masses = new Map<TreeNode, Mass>();
  /** The cost of walks over every element's text: units times levels. */
  #weight = 0;

  constructor(root: TreeElement) {
    this.#root = root;
    let open: Open | null = this.#enter(root, null);
    let node = root.firstChild;
    while (open !== null) {
      if (node === null) {
        this.#leave(open);
        node = open.outer === null ? null : open.element.nextSibling;
        open = open.outer;
      } else if (isElement(node)) {
        open = this.#enter(node, open);
        node = node.firstChild;
      } else {
        if (isText(node)) this.#count(node.textContent, open);
        node = node.nextSibling;
      }
    }
  }

  of(element: TreeNode): Mass {
    return this.#masses.get(element) ?? NONE;
  }

  get weight(): number {
    return this.#weight;
  }

  get text(): number {
    return this.of(this.#root).text;
  }

  /** Share of an element's text that is in links. */
  linkedShare(element: TreeNode): number {
    const { text, linked } = this.of(element);
    return text === 0 ? 0 : linked / text;
  }

  /**
   * Whether an article or main, or another element that `isHolder` accepts, has less prose than `proseMin` outside
   * of this element: then the element is the article, whatever its name.
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

  /** Subtracts an element from its parents; to be called before it is removed. */
  forget(element: TreeElement): void {
    const { prose } = this.of(element);
    for (let at = element.parentNode; at !== null; at = at.parentNode) {
      this.of(at).prose -= prose;
      if (at === this.#root) break;
    }
  }

  #enter(element: TreeElement, outer: Open | null): Open {
    const mass = { ...NONE };
    this.#masses.set(element, mass);
    if (outer === null) {
      return { element, outer, mass, depth: 1, isLinked: false, run: newRun() };
    }
    const isLinked = outer.isLinked || element.localName === 'a';
    const run = isInline(element) ? outer.run : newRun();
    return { element, outer, mass, depth: outer.depth + 1, isLinked, run };
  }

  #count(text: string, { mass, depth, isLinked, run }: Open): void {
    const units = inkOf(text);
    if (units === 0) return;
    this.#weight += (units + NODE_UNITS) * depth;
    mass.text += units;
    run.text += units;
    if (isLinked) {
      mass.linked += units;
      run.linked += units;
    }
    // A run that is long enough in any script needs no check of its script.
    if (!run.isCjk && run.text < PROSE_UNITS_MIN) run.isCjk = CJK.test(text);
  }

  #leave({ mass, outer, run }: Open): void {
    if (run !== outer?.run && isProse(run)) mass.prose += run.text;
    if (outer === null) return;
    outer.mass.text += mass.text;
    outer.mass.linked += mass.linked;
    outer.mass.prose += mass.prose;
  }
}

function newRun(): Run {
  return { text: 0, linked: 0, isCjk: false };
}

function isProse({ text, linked, isCjk }: Run): boolean {
  const min = isCjk ? PROSE_CJK_UNITS_MIN : PROSE_UNITS_MIN;
  return text >= min && linked <= PROSE_LINKED_SHARE_MAX * text;
}

/** Number of code units without white space. */
function inkOf(text: string): number {
  return WHITE.test(text) ? text.replace(WHITES, '').length : text.length;
}

export function isArticle({ localName }: TreeElement): boolean {
  return localName === 'article' || localName === 'main';
}
