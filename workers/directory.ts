/** The thread of the blog directory: its writer in an actor. */
import { hostActor } from '../src/actor/host.js';
import type { DirectoryOptions } from '../src/blogs/directory/codec.js';
import { DirectoryWriter } from '../src/blogs/directory/writer.js';

export default hostActor((options: DirectoryOptions) => new DirectoryWriter(options));
