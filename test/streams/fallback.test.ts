/** The tests of streams once more, against node:http. */
process.env.TAGWIRE_HTTP_SERVER = 'node';

await import('./stream.test.js');
