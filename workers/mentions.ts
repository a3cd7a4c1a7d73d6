/** The thread of the mentions index: its writer in an actor. */

import type { MentionsOptions } from '../src/blogs/mentions/codec.js';
import { MentionsWriter } from '../src/blogs/mentions/writer.js';
import { hostActor } from '../src/engine/actor/host.js';

export default hostActor((options: MentionsOptions) => new MentionsWriter(options));
