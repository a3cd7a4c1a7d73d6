/**
 * Text that XML can hold: XML 1.0 has no way to write most control characters, escaped or not.
 */
import { wellFormed } from '../../../../kernel/text/text.js';

/** What no XML 1.0 document may contain, and C1 controls, which it discourages. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g;

/** The text without what XML forbids; it still has to be escaped. */
export function xmlText(text: string): string {
  return wellFormed(text).replace(FORBIDDEN, '');
}
