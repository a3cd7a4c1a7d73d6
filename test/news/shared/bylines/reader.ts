/** A reader with the project's rules and a few invented outlets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BylineReader, type NamedMedia } from '../../../../src/news/shared/bylines/bylines.js';
import { type BylineRules, bylineRulesOf } from '../../../../src/news/shared/bylines/rules.js';

export const rules: BylineRules = bylineRulesOf(
  JSON.parse(readFileSync(join(process.cwd(), 'data/bylines.json'), 'utf8')),
);

export const MEDIA: NamedMedia[] = [
  { media: 'tide', title: '海潮日報', aliases: ['海潮', 'Tide Daily'] },
  { media: 'summer', title: '夏林新聞網', aliases: ['夏林'] },
  { media: 'cloud', title: 'Qtoday新聞雲', aliases: ['Q today'] },
  { media: 'wire', title: '晨嶼通訊社', aliases: ['晨嶼社'] },
];

export function readerOf(media: readonly NamedMedia[] = MEDIA): BylineReader {
  return new BylineReader(rules, media);
}
