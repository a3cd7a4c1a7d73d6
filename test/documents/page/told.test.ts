/** Pages that are read by what the operator of their source says. */
import t from 'tap';
import type { PageDocument, PageRule } from '../../../src/documents/documents.js';
import { readPage } from '../../../src/documents/page.js';
import { isoOf, PAGE_URL, rawOf } from './reading.js';

const HTML = `<title>The Site</title><body><h1>The Site</h1><h2 class="head">Ferry stops</h2>
<p class="when" data-at="2026-02-03T04:05:00Z">today</p><span class="who">Ann Quay</span>
<div class="part">The ferry across the bay stops on Monday.<i class="ad">Buy a boat.</i></div>
<ul><li>Menu</li></ul><div class="part">Buses take its place.</div><a class="on" href="/2">On</a>`;

function told(rule: PageRule): PageDocument {
  return readPage(rawOf(HTML), { zoneOffsetMs: 0, rules: { page: rule } }) as PageDocument;
}

t.test('selectors say where text, headline, time, author and next page stand', async (t) => {
  const page = told({
    ...{ body: 'div.part', title: 'h2.head', date: '.when@data-at', author: '.who' },
    ...{ remove: '.ad', nextPage: 'a.on' },
  });
  t.match(page, { title: 'Ferry stops', authors: ['Ann Quay'], bodySource: 'selector' });
  t.equal(page.body, 'The ferry across the bay stops on Monday.\nBuses take its place.');
  t.equal(isoOf(page.published), '2026-02-03T04:05:00.000Z');
  t.equal(page.nextUrl, new URL('/2', PAGE_URL).href);
});

t.test('what a selector does not find is read as on any other page', async (t) => {
  const page = told({ body: '.none', title: '.none', date: '.none', author: '.none' });
  t.not(page.bodySource, 'selector');
  t.ok(page.title);
  t.equal(page.nextUrl, null);
});
