/** The service once more, and what attacks it, against node:http. */
import '../../engine/actor/threads-here.js';

process.env.TAGWIRE_HTTP_SERVER = 'node';

await import('./attack.test.js');
await import('./news/service.js');
