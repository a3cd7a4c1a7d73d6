/** The thread of the topics index: its writer in an actor. */

import type { TopicsOptions } from '../src/blogs/topics/codec.js';
import { TopicsWriter } from '../src/blogs/topics/writer.js';
import { hostActor } from '../src/engine/actor/host.js';

export default hostActor((options: TopicsOptions) => new TopicsWriter(options));
