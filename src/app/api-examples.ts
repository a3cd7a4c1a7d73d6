/**
 * Answers that the documentation shows as examples.
 */

import { PLACE } from '../kernel/current-place.js';
import { foldsAlike, TAIWAN } from '../kernel/place.js';
import type { ServiceContext } from '../serve/api/services.js';
import { ruleFile } from './rule-files.js';

/** By service and operation. They are answers of a store of Taiwan; elsewhere there are none. */
export function apiExamples(): NonNullable<ServiceContext['examples']> {
  if (!foldsAlike(PLACE, TAIWAN)) return {};
  return ruleFile('api-examples') as NonNullable<ServiceContext['examples']>;
}
