/** Summaries, addresses and the pace of a blog, each against what people would say. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import t from 'tap';
import { summaryOf, uriOf } from '../../../src/blogs/directory/state/item.js';
import { Timeline } from '../../../src/blogs/directory/state/timeline.js';
import { HOUR_MS } from '../../../src/kernel/clock.js';
import { canonicalUrl, httpUrl } from '../../../src/kernel/text/url.js';

t.test('a summary is what was given, or the start of the body, or nothing', async (t) => {
  t.equal(summaryOf('Given', 'Body'), 'Given');
  t.equal(summaryOf(null, 'Body\n\nof lines'), 'Body of lines');
  t.equal(summaryOf('<p> </p>', 'Body'), 'Body', 'nothing but markup is nothing');
  t.equal(summaryOf(null, null), '');
  t.equal(summaryOf('', ''), '');
});

t.test('markup goes, text stays', async (t) => {
  const cases: [string, string][] = [
    ['<p>One</p><p>Two</p>', 'One Two'],
    ['a <b>bold</b>word', 'a boldword'],
    ['<a href="https://x.example/?a=1&amp;b=2" title="a > b">link</a>', 'link'],
    ['Fish &amp; chips &#8211; &#x201C;hot&#x201D;&nbsp;now', 'Fish & chips – “hot” now'],
    ['&lt;p&gt;escaped twice&lt;/p&gt;', 'escaped twice'],
    ['Vec<T> and a < b > c', 'Vec<T> and a < b > c'],
    ['x<script>alert("<p>")</script>y', 'x y'],
    ['x<style>p { }', 'x'],
    ['x<!-- <p>comment --> y<!-- open', 'x y'],
    ['AT&T &unknown; &#0; &#x110000;', 'AT&T &unknown; &#0; &#x110000;'],
    ['&valueOf; &constructor; &__proto__;', '&valueOf; &constructor; &__proto__;'],
    ['<IMG SRC=x onerror=alert(1)>pic<BR/>ture', 'pic ture'],
    ['<svg/onload=alert(1)>text', 'text'],
    ['5 < 6 & 7 > 2', '5 < 6 & 7 > 2'],
    ['tab\tand\r\nbreak', 'tab and break'],
    ['&#xD800;', '\ufffd'],
  ];
  for (const [raw, wanted] of cases) t.equal(summaryOf(raw, null), wanted.trim(), raw);
});

t.test(
  'a summary has at most 500 code points, no controls, no elements, at any input',
  async () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<',
      '>',
      '&lt;',
      '&gt;',
      'b',
      ' ',
      '<script>',
      '<!--',
      '&#60;',
      '\u0000',
      '😀',
      '&amp;',
      '\ud800',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 3000, size: 'max' }), (pieces) => {
        const summary = summaryOf(pieces.join(''), null);
        const elements = /<\/?(p|b|script)(\s[^<>]*)?>/i;
        return (
          [...summary].length <= 500 && !/[\u0000-\u001f]/.test(summary) && !elements.test(summary)
        );
      }),
      { numRuns: 200 },
    );
  },
);

t.test('hostile markup of 200,000 characters costs milliseconds', async (t) => {
  const started = process.cpuUsage();
  for (const unit of [
    '<',
    '<p',
    '<script>',
    '<!--',
    '&#',
    '<a href="',
    '</script',
    `<p ${'x'.repeat(50)}`,
  ]) {
    summaryOf(unit.repeat(200_000 / unit.length), null);
  }
  const { user } = process.cpuUsage(started);
  t.comment(`${Math.round(user / 1000)} ms of processor time`);
  t.pass();
});

t.test('addresses are what RFC 3986 allows, and mean the same', async (t) => {
  const ajv = new Ajv2020();
  addFormats.default(ajv);
  const isUri = ajv.compile({ type: 'string', format: 'uri' });
  const cases: [string, string][] = [
    ['https://a.example/b', 'https://a.example/b'],
    ['https://a.example/%E5%8F%B0?x=1#y', 'https://a.example/%E5%8F%B0?x=1#y'],
    ['https://a.example/a|b', 'https://a.example/a%7Cb'],
    ['https://a.example/100%', 'https://a.example/100%25'],
    ['https://a.example/?q={x}', 'https://a.example/?q=%7Bx%7D'],
    ['https://a.example/#a#b', 'https://a.example/#a%23b'],
    ['https://[::1]/[x]', 'https://[::1]/%5Bx%5D'],
  ];
  for (const [raw, wanted] of cases) t.equal(uriOf(raw), wanted, raw);
  const glyph = fc.constantFrom(...'abc/?#[]{}|\\^`"\'<>%& ;=~!$*()+,:@é台'.split(''), '%41', '%z');
  const path = fc.string({ unit: glyph, maxLength: 12 });
  fc.assert(
    fc.property(path, fc.boolean(), (tail, isPage) => {
      const raw = `https://host.example/${tail}`;
      const address = isPage ? canonicalUrl(raw) : httpUrl(raw);
      if (address === null) return true;
      const uri = uriOf(address);
      return isUri(uri) && uriOf(uri) === uri;
    }),
    { numRuns: 2000 },
  );
});

t.test('the pace is the median gap of the last twenty dated posts', async (t) => {
  const timeline = new Timeline();
  t.same(timeline.pace(), { lastPublishedMs: null, intervalHours: 24 });
  timeline.add(100 * HOUR_MS, 1, true, false);
  timeline.add(90 * HOUR_MS, 2, true, false);
  t.same(timeline.pace(), { lastPublishedMs: 100 * HOUR_MS, intervalHours: 24 }, 'two say nothing');
  timeline.add(60 * HOUR_MS, 3, true, false);
  t.equal(timeline.pace().intervalHours, 20, 'gaps of 10 and 30 hours');
  timeline.add(110 * HOUR_MS, 4, false, false);
  timeline.add(120 * HOUR_MS, 5, true, true);
  t.same(
    timeline.pace(),
    { lastPublishedMs: 100 * HOUR_MS, intervalHours: 20 },
    'undated and masked ones do not count',
  );
  const busy = new Timeline();
  for (let id = 0; id < 100; id++) busy.add(id * id * HOUR_MS, id, true, false);
  t.equal(busy.pace().intervalHours, 179, 'the 19 gaps of the newest 20: 197, 195 … 161');
  const slow = new Timeline();
  for (let id = 0; id < 5; id++) slow.add(id * 5000 * HOUR_MS, id, true, false);
  t.equal(slow.pace().intervalHours, 720, 'at most 720');
  const twins = new Timeline();
  for (let id = 0; id < 5; id++) twins.add(0, id, true, false);
  t.equal(twins.pace().intervalHours, 1, 'at least 1');
});
