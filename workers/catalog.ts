/** The thread of the news catalog: its writer in an actor. */
import { hostActor } from '../src/engine/actor/host.js';
import type { CatalogOptions } from '../src/news/catalog/codec.js';
import { CatalogWriter } from '../src/news/catalog/writer.js';

export default hostActor((options: CatalogOptions) => new CatalogWriter(options));
