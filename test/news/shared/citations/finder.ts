/** A finder with the project's rules and a few invented media. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedMedia } from '../../../../src/news/shared/bylines/bylines.js';
import { CitationFinder } from '../../../../src/news/shared/citations/citations.js';
import { type CitationRules, citationRulesOf } from '../../../../src/news/shared/citations/cues.js';

export const rules: CitationRules = citationRulesOf(
  JSON.parse(readFileSync(join(process.cwd(), 'data/citations.json'), 'utf8')),
);

export const MEDIA: NamedMedia[] = [
  { media: 'own', title: '本島報', aliases: ['本島'] },
  { media: 'wire', title: '晨嶼通訊社', aliases: ['晨嶼社', 'Chenyu'] },
  { media: 'river', title: '澄川時報', aliases: ['澄川'] },
  { media: 'rivertv', title: '澄川時報電視', aliases: [] },
  { media: 'norria', title: 'Norria Tribune', aliases: ['NT', 'Norria', '諾里亞論壇報'] },
  { media: 'taipei', title: '臺嶼週報', aliases: [] },
];

export function finderOf(media: readonly NamedMedia[] = MEDIA): CitationFinder {
  return new CitationFinder(rules, media);
}

const finder = finderOf();

/** Codes of what a body of `own` cites. */
export function cited(body: string, own = 'own'): string[] {
  return finder.find(body, own).map(({ media }) => media);
}
