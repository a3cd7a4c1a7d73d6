/**
 * Every index, by the name of its actor, which is also that of its worker module.
 */
import { CatalogReader } from '../news/catalog/reader.js';

/** New readers, empty until their actors have started. */
export function createIndices() {
  return {
    catalog: new CatalogReader(),
  };
}

export type Indices = ReturnType<typeof createIndices>;
export type IndexName = keyof Indices;
