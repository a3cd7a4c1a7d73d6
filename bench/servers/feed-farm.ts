/**
 * Many invented sites on loopback, a host each (127.0.x.y, one port): feeds, articles, robots.txt.
 * Argument: port. `/same` answers 304 to a client that knows it; `/fresh?items=30` lists other items at every
 * request, with whole texts; `/pages?items=20` lists articles that lie on this server; `/hung` never
 * answers.
 */
import { App, type HttpResponse } from 'uWebSockets.js';

const [port] = process.argv.slice(2);
const ETAG = '"constant"';
const WORDS =
  'harbour bridge council evening market winter lantern garden engine river letter stone'.split(
    ' ',
  );
let serial = 0;

/** Some sentences that depend on the seed alone. */
function prose(seed: number, sentences: number): string {
  let text = '';
  for (let at = 0; at < sentences; at++) {
    const words = Array.from(
      { length: 14 },
      (_, word) => WORDS[(seed * 7 + at * 5 + word * 3) % WORDS.length],
    );
    text += `The ${words.join(' ')} ${seed}. `;
  }
  return text;
}

function item(host: string, number: number, path: string, content: string): string {
  const date = new Date(Date.now() - 600_000 + (number % 500) * 1000).toUTCString();
  return `<item><guid>${path}</guid><link>http://${host}${path}</link><title>Headline number ${number}</title><pubDate>${date}</pubDate>${content}</item>`;
}

function feed(host: string, items: string[]): string {
  return `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Site ${host}</title><link>http://${host}/</link>${items.join('')}</channel></rss>`;
}

function page(host: string, number: number): string {
  const link = (at: number): string =>
    `<li><a href="/page/${number + at}">Related headline ${number + at}</a></li>`;
  const menu = Array.from(
    { length: 40 },
    (_, at) => `<li><a href="/section/${at}">Section ${at}</a></li>`,
  );
  const paragraphs = Array.from({ length: 14 }, (_, at) => `<p>${prose(number + at, 4)}</p>`);
  const scripts = `<script>var state = ${JSON.stringify(prose(number, 60))};</script>`;
  return `<!doctype html><html><head><title>Headline number ${number} - Site</title><link rel="canonical" href="http://${host}/page/${number}"><meta property="article:published_time" content="2026-03-01T08:00:00Z">${scripts}</head><body><nav><ul>${menu.join('')}</ul></nav><article><h1>Headline number ${number}</h1><p class="byline">By Ann Example</p>${paragraphs.join('')}</article><aside><ul>${Array.from({ length: 30 }, (_, at) => link(at + 1)).join('')}</ul></aside><footer>${prose(1, 3)}</footer></body></html>`;
}

function send(response: HttpResponse, type: string, body: string): void {
  response.cork(() => response.writeHeader('content-type', type).end(body));
}

const count = (query: string | undefined): number => Number(query ?? '30');

App()
  .get('/robots.txt', (response) => {
    response.writeStatus('404 Not Found').end('');
  })
  .get('/same', (response, request) => {
    if (request.getHeader('if-none-match') === ETAG) {
      response.writeStatus('304 Not Modified').endWithoutBody();
      return;
    }
    const host = request.getHeader('host');
    response.writeHeader('etag', ETAG);
    send(
      response,
      'application/rss+xml',
      feed(host, [item(host, 1, '/same/1', '<description>Same</description>')]),
    );
  })
  .get('/fresh', (response, request) => {
    const host = request.getHeader('host');
    const items = Array.from({ length: count(request.getQuery('items')) }, () => {
      const number = serial++;
      return item(
        host,
        number,
        `/fresh/${number}`,
        `<content:encoded><![CDATA[<p>${prose(number, 8)}</p>]]></content:encoded>`,
      );
    });
    send(response, 'application/rss+xml', feed(host, items));
  })
  .get('/pages', (response, request) => {
    const host = request.getHeader('host');
    const items = Array.from({ length: count(request.getQuery('items')) }, (_, at) =>
      item(host, at, `/page/${at}`, '<description>A teaser.</description>'),
    );
    send(response, 'application/rss+xml', feed(host, items));
  })
  .get('/page/:number', (response, request) => {
    send(response, 'text/html', page(request.getHeader('host'), Number(request.getParameter(0))));
  })
  .get('/hung', (response) => {
    response.onAborted(() => undefined);
  })
  .listen('0.0.0.0', Number(port), () => undefined);
