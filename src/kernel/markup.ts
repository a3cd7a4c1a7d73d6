/**
 * Escapes texts for HTML and XML.
 */

/** A text inside an element. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A text inside an attribute within double quotation marks, or inside an element. */
export function escapeQuoted(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}

/** What XML 1.0 forbids, escaped or not, with lone surrogates; and C1 controls, which it discourages. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\p{Cs}]/gu;

/** The text without characters that XML forbids; not yet escaped. */
export function xmlText(text: string): string {
  return text.replace(FORBIDDEN, '');
}
