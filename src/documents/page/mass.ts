/**
 * How much text each element of a tree holds, and how much of it is links.
 *
 * Counted once, before the tree is changed. Blank text counts nothing; runs of white space count
 * as they stand, which is near enough for comparing.
 */
import { wordsOf } from '../../kernel/words.js';
import { isElement, isText, type TreeElement, type TreeNode } from './tree.js';

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

/** Text of one block, whatever inline elements it is cut into. */
interface Run {
  text: number;
  linked: number;
  isCjk: boolean;
}

/** An element that is being counted, within those around it. */
interface Open {
  element: TreeElement;
  outer: Open | null;
  mass: Mass;
  depth: number;
  isLinked: boolean;
  run: Run;
}

/** The masses of the elements inside `root`, and its own: one walk, each element adds to its holder. */
export class Masses {
  readonly #root: TreeElement;
  readonly #masses = new Map<TreeNode, Mass>();
  /** Text that walks over every element's text would pass: units times levels. */
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
    // A run that is long enough in any script is not asked for its own.
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

/** Code units that are no white space. */
function inkOf(text: string): number {
  return WHITE.test(text) ? text.replace(WHITES, '').length : text.length;
}

export function isArticle({ localName }: TreeElement): boolean {
  return localName === 'article' || localName === 'main';
}
