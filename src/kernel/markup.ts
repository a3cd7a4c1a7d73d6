/**
 * Escapes texts for HTML and XML.
 *
 * Not here: characters that XML cannot contain, escaped or not.
 */

/** A text inside an element. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A text inside an attribute within double quotation marks, or inside an element. */
export function escapeQuoted(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
