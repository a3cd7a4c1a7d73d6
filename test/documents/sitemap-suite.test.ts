/**
 * A public suite's sitemaps, and its expectations for addresses.
 *
 * The suite's own assertions are programs; how many entries a file has is read off the file.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { addressOn } from '../../src/documents/address.js';
import { readSitemap } from '../../src/documents/sitemap.js';
import { canonicalUrl, resolvedUrl } from '../../src/kernel/text/url.js';

const root = process.env.TAGWIRE_TEST_DATA;
const folder = root === undefined ? '' : join(root, 'sitemaps');
const isThere = existsSync(folder);

/** How many entries stand in a file, by its text alone. */
function countIn(bytes: Buffer): number {
  const text = bytes.toString('utf8');
  const elements = text.match(/<(?:\w+:)?(?:url|sitemap|item|entry)[\s>]/g);
  return elements?.length ?? text.trim().split(/\s+/).length;
}

t.test('every sitemap of the suite gives all of its entries', async (t) => {
  if (!isThere) {
    t.pass('TAGWIRE_TEST_DATA is not set: nothing to read');
    return;
  }
  const directories = ['sitemaps', 'sitemaps/extension', 'rss'].map((name) => join(folder, name));
  const files = directories.flatMap((directory) =>
    readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(directory, name)),
  );
  for (const file of files) {
    const bytes = readFileSync(file);
    const raw = { bytes, contentType: '', url: 'https://site.example/' };
    const document = readSitemap(raw, { entriesMax: 50_000, zoneOffsetMs: 0 });
    const plain = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    if (document.kind === 'fault') t.fail(`${file}: ${document.message}`);
    else {
      const { entries, sitemaps, dropped } = document;
      for (const { reason, what } of dropped) t.comment(`${file}: ${reason} ${what}`);
      t.equal(entries.length + sitemaps.length + dropped.length, countIn(plain), file);
    }
  }
  t.ok(files.length > 10);
});

interface AddressCase {
  input: string;
  base: string | null;
  href?: string;
  failure?: boolean;
}

/** What we want for an address: those of the web without credentials, all others not at all. */
function wanted({ href, failure }: AddressCase): string | null {
  if (failure === true || href === undefined) return null;
  const { protocol, username, password } = new URL(href);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username === '' && password === '' ? href : null;
}

t.test('addresses are resolved as the standard has it', async (t) => {
  if (!isThere) {
    t.pass('TAGWIRE_TEST_DATA is not set: nothing to read');
    return;
  }
  const text = readFileSync(join(folder, 'url-utils', 'wpt-urltestdata.json'), 'utf8');
  const cases = (JSON.parse(text) as unknown[]).filter(
    (one) => typeof one === 'object',
  ) as AddressCase[];
  let count = 0;
  for (const one of cases) {
    // An address without a base that stands in a document has one.
    if (one.base === null || !URL.canParse(one.base) || one.input.trim() === '') continue;
    count++;
    const expected = wanted(one);
    t.equal(
      addressOn(one.input, one.base),
      expected,
      `${JSON.stringify(one.input)} on ${one.base}`,
    );
    const page = expected === null ? null : canonicalUrl(expected);
    t.equal(resolvedUrl(one.input, one.base), page, 'as a page');
  }
  t.ok(count > 100, `${count} cases`);
});

/** Fields of a line of CSV; quotes only wrap a whole field. */
function fieldsOf(line: string): string[] {
  return line.split(/,\s+/).map((field) => field.trim().replace(/^"(.*)"$/, '$1'));
}

function linesOf(file: string): string[][] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).map(fieldsOf);
}

t.test(
  'relative addresses and weird ones become what the suite says, or are explained',
  async (t) => {
    if (!isThere) {
      t.pass('TAGWIRE_TEST_DATA is not set: nothing to read');
      return;
    }
    for (const [input, base, expected] of linesOf('url-utils/url-resolve.csv')) {
      const isOurs = /^https?:/.test(expected!) && !expected!.includes('user:');
      t.equal(addressOn(input!, base || 'https://site.example/'), isOurs ? expected : null, input!);
    }
    const lines = linesOf('normalizer/weirdToNormalizedUrls.csv').filter(
      (fields) => fields.length === 2,
    );
    const misses = lines.filter(([input, expected]) => {
      const canonical = canonicalUrl(input!);
      return canonical !== null && canonical !== canonicalUrl(expected!);
    });
    for (const [input, expected] of misses)
      t.comment(`${input} stays ${canonicalUrl(input!)}, not ${expected}`);
    t.comment(
      `${lines.length - misses.length} of ${lines.length} weird addresses are normalised alike`,
    );
    for (const [input] of lines) {
      const canonical = canonicalUrl(input!);
      t.ok(
        canonical === null || canonicalUrl(canonical) === canonical,
        'what is canonical stays so',
      );
    }
    for (const [input] of linesOf('normalizer/invalidUrls.csv'))
      t.equal(canonicalUrl(input!), null, input!);
  },
);
