/**
 * What is answered to methods that a path does not take.
 */
import { type HeaderPairs, HttpError, invalidQuery } from './errors.js';

const ALLOW: HeaderPairs = [['allow', 'GET, HEAD']];
export const METHOD_NOT_ALLOWED = new HttpError(
  405,
  'method_not_allowed',
  'only GET and HEAD are allowed',
  ALLOW,
);
export const POST_ONLY = new HttpError(405, 'method_not_allowed', 'only POST is allowed', [
  ['allow', 'POST'],
]);
/** A token of RFC 9110. */
export const METHOD_FORM = /^[\w!#$%&'*+.^`|~-]+$/;
export const METHOD_MALFORMED = invalidQuery('the method must be a word');
