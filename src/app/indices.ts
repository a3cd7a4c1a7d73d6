/**
 * Every index, by the name of its actor, which is also that of its worker module.
 */

import { DirectoryReader } from '../blogs/directory/reader.js';
import { MentionsReader } from '../blogs/mentions/reader.js';
import { TopicsReader } from '../blogs/topics/reader.js';
import { CatalogReader } from '../news/catalog/reader.js';
import { EventsReader } from '../news/events/reader.js';
import { MediaReader } from '../news/media/reader.js';
import { PortalsReader } from '../news/portals/reader.js';
import { SimilarityReader } from '../news/similarity/reader.js';
import { TagsReader } from '../news/tags/reader.js';
import type { BlogDialogues } from '../serve/api/blog/sources.js';
import type { NewsDialogues } from '../serve/api/news/sources.js';
import { keywordNoiseOf } from '../serve/api/news/tags/keywords.js';
import { ruleFile } from './rule-files.js';

/** Indices that lists and searches are answered from: what is acknowledged stands in them. */
export const SEARCHED: ReadonlySet<string> = new Set(['catalog', 'directory']);

/** New readers, empty until their actors have started. */
export function createIndices() {
  return {
    catalog: new CatalogReader(),
    media: new MediaReader(),
    tags: new TagsReader(),
    events: new EventsReader(),
    portals: new PortalsReader(keywordNoiseOf(ruleFile('keyword-noise'))),
    similarity: new SimilarityReader({
      citations: ruleFile('citations'),
      bylines: ruleFile('bylines'),
    }),
    directory: new DirectoryReader(),
    mentions: new MentionsReader(),
    topics: new TopicsReader(ruleFile('topic-noise')),
  };
}

export type Indices = ReturnType<typeof createIndices>;
export type IndexName = keyof Indices;
export type { BlogDialogues, NewsDialogues };
/** Indices that answer in their threads. */
export type IndexDialogues = NewsDialogues & BlogDialogues;
