/**
 * What the failures of a page's visit mean for the article.
 */
import type { DocumentFault } from '../documents/documents.js';
import type { BodyStatus } from '../kernel/model/records.js';
import type { FetchReason } from './fetch/outcome.js';

/** Failures that say something about the server and not about the page. */
export const OF_SERVER: ReadonlySet<FetchReason> = new Set([
  'dns',
  'connect',
  'tls',
  'timeout',
  'rate-limited',
  'server-error',
  'broken',
]);
/** Refusals: another try soon would not be welcome, and the headline is all that there is. */
export const REFUSALS: ReadonlySet<FetchReason> = new Set(['robots', 'blocked']);
/** Failures that no later try will mend. */
export const FINAL: ReadonlySet<FetchReason> = new Set(['private-address', 'bad-address', 'gone']);
/** Failures that say that there is no page. */
export const MISSING: ReadonlySet<FetchReason> = new Set(['not-found', 'gone']);
/** Pages that are set aside for good: reading them again would cost as much again. */
export const TOO_COSTLY: ReadonlySet<DocumentFault['reason']> = new Set([
  'too-deep',
  'too-many-elements',
  'too-large',
  'timeout',
  'memory',
]);

/** The state of a text that could not be read. */
export function statusOf(reason: FetchReason): BodyStatus {
  if (reason === 'robots') return 'not_fetched';
  return reason === 'blocked' || reason === 'rate-limited' ? 'blocked' : 'error';
}
