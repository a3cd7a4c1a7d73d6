/**
 * What is said of documents that cannot be used, and of their parts that are left out.
 */
import { cutCodePoints } from '../kernel/text/text.js';
import type { DocumentFault, Dropped } from './documents.js';

/** From the type of `Dropped.what`. */
const WHAT_MAX = 300;

export function faultOf(reason: DocumentFault['reason'], message: string): DocumentFault {
  return { kind: 'fault', reason, message };
}

export function dropOf(reason: Dropped['reason'], what: string): Dropped {
  return { reason, what: cutCodePoints(what, WHAT_MAX) };
}
