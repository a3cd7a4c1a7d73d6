/** The thread of the topics index: its writer in an actor. */
import { hostActor } from '../src/actor/host.js';
import type { TopicsOptions } from '../src/blogs/topics/codec.js';
import { TopicsWriter } from '../src/blogs/topics/writer.js';

export default hostActor((options: TopicsOptions) => new TopicsWriter(options));
