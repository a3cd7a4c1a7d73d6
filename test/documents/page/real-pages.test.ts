import t from 'tap';
import { readPage } from '../../../src/documents/page.js';
import {
  agreement,
  isSameDate,
  isSameTitle,
  pagesFolder,
  type RealPage,
  realPages,
} from './real-pages.js';

const folder = pagesFolder();

/** What is expected of one kind of field over all pages. */
class Tally {
  right = 0;
  all = 0;
  readonly misses: string[] = [];

  count(score: number, miss: string): void {
    this.all++;
    this.right += score;
    if (score < 0.97) this.misses.push(`${score.toFixed(2)} ${miss}`);
  }

  get share(): number {
    return this.all === 0 ? 1 : this.right / this.all;
  }
}

const names = ['body', 'title', 'date', 'authors', 'keywords'] as const;

function tallied(pages: readonly RealPage[]): Record<(typeof names)[number], Tally> {
  const tallies = Object.fromEntries(names.map((name) => [name, new Tally()]));
  const { body, title, date, authors, keywords } = tallies as ReturnType<typeof tallied>;
  for (const page of pages) {
    const { name, bytes, url } = page;
    const read = readPage({ bytes, url, contentType: '' }, { zoneOffsetMs: 0 });
    const of = read.kind === 'page' ? read : null;
    if (page.text !== null) body.count(agreement(of?.body ?? '', page).f1, name);
    if (page.title !== null) {
      title.count(Number(isSameTitle(of?.title ?? null, page.title)), `${name}: ${of?.title}`);
    }
    if (page.date !== null) {
      const isRight = isSameDate(of?.published?.atMs, page.date);
      date.count(Number(isRight), `${name}: ${of?.published?.atMs}, expected ${page.date}`);
    }
    if (page.authors !== null) {
      authors.count(shareOf(page.authors, of?.authors ?? []), `${name}: ${of?.authors}`);
    }
    if (page.keywords !== null) {
      keywords.count(shareOf(page.keywords, of?.keywords ?? []), `${name}: ${of?.keywords}`);
    }
  }
  return { body, title, date, authors, keywords };
}

/** Share of the expected names that are there. */
function shareOf(expected: readonly string[], actual: readonly string[]): number {
  const given = new Set(actual.map((one) => one.toLowerCase()));
  const found = expected.filter((one) => given.has(one.toLowerCase())).length;
  return expected.length === 0 ? 1 : found / expected.length;
}

t.test('pages of other projects are read as they expect', async (t) => {
  if (folder === null) {
    t.pass('TAGWIRE_TEST_DATA is not set: nothing to read');
    return;
  }
  const tallies = tallied(realPages(folder));
  for (const name of names) {
    const { share, all, misses } = tallies[name];
    t.comment(`${name}: ${share.toFixed(4)} of ${all}`);
    for (const miss of misses) t.comment(`  ${miss}`);
  }
  t.ok(tallies.body.all >= 60, 'there are texts to compare');
  t.ok(tallies.body.share >= 0.95, `body F1 ${tallies.body.share}`);
  t.ok(tallies.title.share >= 0.95, `titles ${tallies.title.share}`);
  t.ok(tallies.date.share >= 0.9, `dates ${tallies.date.share}`);
});
