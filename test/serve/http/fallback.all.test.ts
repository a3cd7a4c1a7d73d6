/** Further tests of the server and the service once more, against node:http. */
process.env.TAGWIRE_HTTP_SERVER = 'node';

await import('./server.test.js');
await import('./parameters.test.js');
await import('./malformed.test.js');
await import('./posted.test.js');
