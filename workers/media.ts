/** The thread of the media index: its writer in an actor. */
import { hostActor } from '../src/engine/actor/host.js';
import { MediaWriter } from '../src/news/media/writer.js';

export default hostActor(() => new MediaWriter());
