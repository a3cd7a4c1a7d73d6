/**
 * The one spelling of a journalist's name.
 */

/** The dot of transcribed names. */
export const NAME_DOT = '·';

/** Its variants, after NFKC. */
const DOTS = /[\u00b7\u2022\u2027\u2219\u22c5\u30fb\u0387]/g;

/** A name or a byline with full-width letters narrowed, one kind of dot and no blanks around it. */
export function journalistName(text: string): string {
  return text.normalize('NFKC').replace(DOTS, NAME_DOT).trim();
}
