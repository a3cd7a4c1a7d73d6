/** The thread of the events index: its writer in an actor. */
import { hostActor } from '../src/engine/actor/host.js';
import { EventsWriter } from '../src/news/events/writer.js';

export default hostActor(() => new EventsWriter());
