/** The thread of the similarity index: its writer in an actor. */
import { hostActor } from '../src/engine/actor/host.js';
import type { SimilarityOptions } from '../src/news/similarity/codec.js';
import { SimilarityWriter } from '../src/news/similarity/writer.js';

export default hostActor((options: SimilarityOptions) => new SimilarityWriter(options));
