/** The rules of the news service, from their files. */
import { legacyPathsOf } from '../serve/api/news/legacy.js';
import { referenceMonthsOf } from '../serve/api/news/media/traffic.js';
import type { NewsSources } from '../serve/api/news/sources.js';
import { keywordNoiseOf } from '../serve/api/news/tags/keywords.js';
import { ruleFile } from './rule-files.js';

/** @throws TagwireError CONFIG_INVALID when a file is missing or does not hold rules. */
export function newsRules(): NewsSources['rules'] {
  return {
    legacyPaths: legacyPathsOf(ruleFile('legacy-paths')),
    referenceMonths: referenceMonthsOf(ruleFile('traffic-reference')),
    keywordNoise: keywordNoiseOf(ruleFile('keyword-noise')),
  };
}
