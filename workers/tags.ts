/** The thread of the tags index: its writer in an actor. */
import { hostActor } from '../src/engine/actor/host.js';
import { TagsWriter } from '../src/news/tags/writer.js';

export default hostActor(() => new TagsWriter());
