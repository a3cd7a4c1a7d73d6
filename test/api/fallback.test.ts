/** The tests of the services once more, against node:http. */
process.env.TAGWIRE_HTTP_SERVER = 'node';

await import('./attack.test.js');
await import('./news/articles/articles.test.js');
await import('./news/articles/content.test.js');
await import('./news/service.test.js');
