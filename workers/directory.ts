/** The thread of the blog directory: its writer in an actor. */

import type { DirectoryOptions } from '../src/blogs/directory/codec.js';
import { DirectoryWriter } from '../src/blogs/directory/writer.js';
import { hostActor } from '../src/engine/actor/host.js';

export default hostActor((options: DirectoryOptions) => new DirectoryWriter(options));
