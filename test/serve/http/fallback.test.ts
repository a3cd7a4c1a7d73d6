/** The service once more, and what attacks it, against node:http. */
process.env.TAGWIRE_HTTP_SERVER = 'node';

await import('./service.test.js');
await import('./attack.test.js');
