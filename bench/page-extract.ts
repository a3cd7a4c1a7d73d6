/**
 * Reading pages of articles: pages a second of one thread, beside Readability alone on the same
 * pages in the same run.
 *
 * Where `TAGWIRE_TEST_DATA` names a folder with real pages these are read, otherwise invented ones
 * in the manner of common systems. Readability alone is linkedom, Readability and nothing else: no
 * charset, no metadata, no links. Both read every page in turns, round for round.
 */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { decodeDocument } from '../src/documents/charset.js';
import type { RawDocument } from '../src/documents/documents.js';
import { readPage } from '../src/documents/page.js';
import { aroundOf, articleOf, TEMPLATES } from '../test/documents/page/fixtures.js';
import { pagesFolder, realPages } from '../test/documents/page/real-pages.js';
import { round, table, verdict } from './lab.js';

const ROUNDS = 4;
const INVENTED = 200;
const PARAGRAPHS = 20;
/** Teasers around an article: a page of a news site has many times the markup of its text. */
const FILLERS = 120;

function pages(): { name: string; documents: RawDocument[] } {
  const folder = pagesFolder();
  if (folder === null) return { name: 'invented pages', documents: inventedPages() };
  const documents = realPages(folder).map(({ bytes, url }) => ({ bytes, url, contentType: '' }));
  return { name: 'real pages', documents };
}

function inventedPages(): RawDocument[] {
  return Array.from({ length: INVENTED }, (_, at) => {
    const language = at % 2 === 0 ? 'en' : 'zh';
    const { page } = TEMPLATES[at % TEMPLATES.length]!;
    const around = aroundOf(at, language);
    const filler = Array.from(
      { length: FILLERS },
      () =>
        `<div class="teaser teaser--small"><div class="teaser__picture"><img src="/${around.count()}.jpg" alt=""></div><h3 class="teaser__title"><a href="/${around.count()}">${around.sentence()}</a></h3><span class="teaser__label">${around.word()}</span></div>`,
    );
    const html = page(articleOf(at, language, PARAGRAPHS), around);
    const bytes = new TextEncoder().encode(html.replace('</body>', `${filler.join('')}</body>`));
    return { bytes, url: `https://site.example/news/${at}`, contentType: 'text/html' };
  });
}

function readAlone(document: RawDocument): number {
  const { document: tree } = parseHTML(decodeDocument(document, 'html').text);
  return new Readability(tree).parse()?.textContent?.length ?? 0;
}

function readWhole(document: RawDocument): number {
  const page = readPage(document, { zoneOffsetMs: 0 });
  return page.kind === 'page' ? (page.body?.length ?? 0) : 0;
}

/** Seconds of processor time for each page. */
function secondsOf(
  documents: readonly RawDocument[],
  read: (one: RawDocument) => number,
): number[] {
  return documents.map((document) => {
    const before = process.cpuUsage();
    read(document);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
}

interface Measured {
  name: string;
  perSecond: number;
  worstMs: number;
}

function measured(name: string, rounds: readonly number[][]): Measured {
  const sums = rounds.map((seconds) => seconds.reduce((sum, one) => sum + one, 0));
  const best = rounds[sums.indexOf(Math.min(...sums))]!;
  return {
    name,
    perSecond: best.length / Math.min(...sums),
    worstMs: Math.max(...best) * 1000,
  };
}

export async function run(): Promise<void> {
  const { name, documents } = pages();
  const whole: number[][] = [];
  const alone: number[][] = [];
  for (let count = 0; count < ROUNDS; count++) {
    whole.push(secondsOf(documents, readWhole));
    alone.push(secondsOf(documents, readAlone));
  }
  const bytes = documents.reduce((sum, document) => sum + document.bytes.length, 0);
  const rows = [measured('readPage', whole), measured('Readability alone', alone)] as const;
  table(
    `${documents.length} ${name}, ${round(bytes / documents.length / 1024, 0)} KiB on average`,
    ['reader', 'pages/s', 'slowest page, ms'],
    rows.map((row) => [row.name, round(row.perSecond, 1), round(row.worstMs, 0)]),
  );
  const [ours, peer] = rows;
  verdict('pages/s of a thread', ours.perSecond, 25, true);
  verdict('share of the rate of Readability alone', ours.perSecond / peer.perSecond, 0.8, true);
}
