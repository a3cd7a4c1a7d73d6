/**
 * The chunks of the topics index, by name.
 */
import { ChunkNames } from '../../engine/index/chunk-name.js';

export const TOPICS_CHUNKS = new ChunkNames({
  notes: 'one',
  blogs: 'one',
  findings: 'one',
  open: 'one',
  media: 'one',
  pool: 'keyed',
  spellings: 'keyed',
  terms: 'keyed',
  words: 'keyed',
  posts: 'keyed',
  versions: 'keyed',
  rows: 'keyed',
  labels: 'keyed',
  // Texts of a week; the number of the part stands in the place of the revision.
  texts: 'keyed',
});

/** Kinds whose chunks are ranges of rows. */
export type RangeKind = 'spellings' | 'terms' | 'words' | 'posts' | 'versions' | 'rows' | 'labels';
