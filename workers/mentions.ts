/** The thread of the mentions index: its writer in an actor. */
import { hostActor } from '../src/actor/host.js';
import type { MentionsOptions } from '../src/blogs/mentions/codec.js';
import { MentionsWriter } from '../src/blogs/mentions/writer.js';

export default hostActor((options: MentionsOptions) => new MentionsWriter(options));
