/** The thread of the portals index: its writer in an actor. */
import { hostActor } from '../src/engine/actor/host.js';
import type { PortalsOptions } from '../src/news/portals/codec.js';
import { PortalsWriter } from '../src/news/portals/writer.js';

export default hostActor((options: PortalsOptions) => new PortalsWriter(options));
