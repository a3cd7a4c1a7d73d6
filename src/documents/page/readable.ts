/**
 * Finds the article of a page that no markup points at: Readability over the tree.
 *
 * The tree is used up. Readability counts letters and Latin habits; a page in Chinese or Japanese
 * says as much in a third of the letters, and gets thresholds in proportion.
 */
import { Readability } from '@mozilla/readability';
import type { Masses } from './mass.js';
import type { Tree, TreeElement } from './tree.js';

/** Fewest characters of an article before Readability tries again with weaker rules. */
const LATIN_THRESHOLD = 300;
const CJK_THRESHOLD = 100;
/** Share of Han, kana and hangul in a sample above which a page counts as CJK. */
const CJK_SHARE = 0.2;
const SAMPLE_UNITS = 6000;

/**
 * Readability reads the text of every element again and again: its time grows with text times
 * depth. Real pages are far below; what is above is read by other rules.
 */
const WEIGHT_MAX = 12_000_000;
const TEXT_UNITS_MAX = 500_000;

/**
 * HTML of the article, or null. `title` is the headline, which is no part of the text; `masses` are
 * those of all that the body holds.
 */
export function readableHtml(tree: Tree, title: string | null, masses: Masses): string | null {
  if (masses.weight > WEIGHT_MAX || masses.text > TEXT_UNITS_MAX) return null;
  setTitle(tree, title ?? '');
  const charThreshold = isCjk(tree.body.textContent) ? CJK_THRESHOLD : LATIN_THRESHOLD;
  const reader = new Readability<TreeElement>(tree as never, {
    charThreshold,
    disableJSONLD: true,
    keepClasses: true,
    serializer: (node) => node as unknown as TreeElement,
  });
  try {
    const content = reader.parse()?.content;
    return content ? content.innerHTML : null;
  } catch {
    // It throws where the tree has too many nodes to be parsed again.
    return null;
  }
}

function setTitle(tree: Tree, title: string): void {
  const element = tree.createElement('title');
  element.textContent = title;
  tree.head.appendChild(element);
}

/** Whether a text is mostly written without spaces between words. */
export function isCjk(text: string): boolean {
  const sample = text.slice(0, SAMPLE_UNITS);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const cjk =
    sample.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)
      ?.length ?? 0;
  return letters > 0 && cjk / letters > CJK_SHARE;
}
