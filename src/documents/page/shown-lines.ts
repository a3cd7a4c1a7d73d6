/**
 * The lines of a piece of HTML, each with what its markup says: how much of it is links, whether it
 * is a heading or program text.
 *
 * The HTML is read a second time with signs in it, which are noncharacters: no text has them.
 */
import { extractHtml } from '../html.js';

export interface ShownLine {
  text: string;
  /** Share of its text that is links. */
  linkedShare: number;
  isHeading: boolean;
  isProgram: boolean;
}

/** Signs of what opens, and those of what closes at the same places of the next text. */
const OPENING = '\ufdd0\ufdd2\ufdd4';
const CLOSING = '\ufdd1\ufdd3\ufdd5';
const SIGNS = /[\ufdd0-\ufdd5]/g;
const TAG = /<(\/?)(a|h[1-6]|pre)(?=[\s>])[^<>]*>/gi;
const LINK = 0;
const HEADING = 1;
const PROGRAM = 2;

/** The lines that are not blank, in the order of the page. */
export function shownLines(html: string, baseUrl: string): ShownLine[] {
  const texts = linesOf(extractHtml(html, baseUrl).text);
  const signed = linesOf(extractHtml(signedHtml(html), baseUrl).text);
  const reader = new SignReader();
  const lines = signed.map((line) => reader.read(line));
  const shown = lines.filter(({ text }) => text.trim() !== '');
  // A page that was cut has other ends; it is no article.
  return texts.map((text, at) => ({ ...(shown[at] ?? PLAIN), text }));
}

const PLAIN = { linkedShare: 0, isHeading: false, isProgram: false };

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** The signs stand inside of their elements, so that they share their lines. */
function signedHtml(html: string): string {
  return html.replace(SIGNS, '').replace(TAG, (tag, slash: string, name: string) => {
    const kind = kindOf(name.toLowerCase());
    return slash === '' ? tag + OPENING[kind] : CLOSING[kind] + tag;
  });
}

function kindOf(name: string): number {
  if (name === 'a') return LINK;
  return name === 'pre' ? PROGRAM : HEADING;
}

/** Follows the signs over all lines; elements may go on from one to the next. */
class SignReader {
  readonly #isOpen = [false, false, false];

  read(line: string): ShownLine {
    const seen = [...this.#isOpen];
    let text = '';
    let linked = 0;
    for (const part of line.split(/([\ufdd0-\ufdd5])/)) {
      if (this.#isSign(part)) {
        for (const kind of [LINK, HEADING, PROGRAM]) seen[kind] ||= this.#isOpen[kind] as boolean;
        continue;
      }
      text += part;
      if (this.#isOpen[LINK]) linked += unitsOf(part);
    }
    const units = unitsOf(text);
    return {
      text,
      linkedShare: units === 0 ? 0 : linked / units,
      isHeading: seen[HEADING] as boolean,
      isProgram: seen[PROGRAM] as boolean,
    };
  }

  #isSign(part: string): boolean {
    const opened = part === '' ? -1 : OPENING.indexOf(part);
    const closed = part === '' ? -1 : CLOSING.indexOf(part);
    if (opened >= 0) this.#isOpen[opened] = true;
    if (closed >= 0) this.#isOpen[closed] = false;
    return opened >= 0 || closed >= 0;
  }
}

function unitsOf(text: string): number {
  return text.replace(/\s+/g, '').length;
}
