/**
 * The rule files that operators may edit: JSON in `data/`, each read once, on first use.
 *
 * Not here: the shape of a file; the folders that use the rules check it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLACE } from '../kernel/current-place.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { foldsAlike, TAIWAN } from '../kernel/place.js';
import { legacyPathsOf } from '../serve/api/news/legacy.js';
import { referenceMonthsOf } from '../serve/api/news/media/media-lists.js';
import { keywordNoiseOf } from '../serve/api/news/media/media-page.js';
import type { NewsSources } from '../serve/api/news/sources.js';
import type { ServiceContext } from '../serve/api/services.js';
import { projectRoot } from './paths.js';

const known = new Map<string, unknown>();

/**
 * The parsed rules of `data/<name>.json`.
 * @throws TagwireError CONFIG_INVALID when the file is missing or is not JSON.
 */
export function ruleFile(name: string): unknown {
  if (known.has(name)) return known.get(name);
  try {
    const rules: unknown = JSON.parse(
      readFileSync(join(projectRoot, 'data', `${name}.json`), 'utf8'),
    );
    known.set(name, rules);
    return rules;
  } catch (error) {
    const reason = `data/${name}.json cannot be read as rules: ${messageOf(error)}`;
    throw new TagwireError('CONFIG_INVALID', reason, { cause: error });
  }
}

/** @throws TagwireError CONFIG_INVALID when a file is missing or does not hold rules. */
export function newsRules(): NewsSources['rules'] {
  return {
    legacyPaths: legacyPathsOf(ruleFile('legacy-paths')),
    referenceMonths: referenceMonthsOf(ruleFile('traffic-reference')),
    keywordNoise: keywordNoiseOf(ruleFile('keyword-noise')),
  };
}

/** Examples by service and operation: answers of a store of Taiwan; other places have none. */
export function apiExamples(): NonNullable<ServiceContext['examples']> {
  if (!foldsAlike(PLACE, TAIWAN)) return {};
  return ruleFile('api-examples') as NonNullable<ServiceContext['examples']>;
}
