/** Further tests of the services once more, against node:http. */
process.env.TAGWIRE_HTTP_SERVER = 'node';

await import('./news/articles/articles.test.js');
