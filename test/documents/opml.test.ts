/** Lists of feeds in OPML, read and written. */
import fc from 'fast-check';
import t from 'tap';
import { type Outline, readOpml, writeOpml } from '../../src/documents/opml.js';

t.test('outlines are read with their groups, whatever the case and state of the XML', async (t) => {
  const xml = `<?xml version="1.0"?><OPML><body><outline text="Tea &amp; Ink">
    <Outline TEXT="One" title="" xmlURL="https://a.example/f?a=1&amp;b=2" htmlUrl='https://a.example/'/>
    <outline text="Deeper"><outline title="Two" xmlUrl="https://b.example/f"></outline></outline>
    <!-- <outline xmlUrl="https://no.example/"/> --><outline text="no address"/></outline></outline>
    <outline type="link" text="Three" url="https://c.example/"/><outline xmlUrl="https://d.example/"`;
  t.same(readOpml(xml), [
    {
      title: 'One',
      feedUrl: 'https://a.example/f?a=1&b=2',
      siteUrl: 'https://a.example/',
      group: 'Tea & Ink',
    },
    { title: 'Two', feedUrl: 'https://b.example/f', siteUrl: null, group: 'Deeper' },
    { title: 'Three', feedUrl: null, siteUrl: 'https://c.example/', group: '' },
  ]);
});

t.test('outlines without end, closed or not, are read in linear time', async (t) => {
  const open = '<outline text="G"><a><outline xmlUrl="https://a.example/"></b>'.repeat(200_000);
  t.equal(readOpml(`<opml>${open}`).length, 200_000);
  t.equal(readOpml(`<opml>${open}${'</outline>'.repeat(400_000)}`).length, 200_000);
});

t.test('an address that is too long is left out and not cut', async (t) => {
  const long = `https://a.example/${'x'.repeat(5000)}`;
  t.same(readOpml(`<outline xmlUrl="${long}"/>`), []);
  const xml = `<outline xmlUrl="${long}" htmlUrl="https://a.example/"/>`;
  t.same(
    readOpml(xml).map(({ feedUrl, siteUrl }) => [feedUrl, siteUrl]),
    [[null, 'https://a.example/']],
  );
});

/** Texts as they stand in a list: one line, without white space at the ends. */
const texts = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .map((text) => text.replace(/[\p{C}\s\u0080-\u009f]+/gu, ' ').trim());
const addresses = fc.option(fc.webUrl({ withQueryParameters: true }), { nil: null });
const outlines = fc
  .record({
    title: texts,
    feedUrl: addresses,
    siteUrl: addresses,
    group: fc.constantFrom('', 'A "b" <c>', '組 & 組'),
  })
  .filter(({ feedUrl, siteUrl }) => feedUrl !== null || siteUrl !== null);

/** The order in which a list is written: by group, groups as they come. */
function arranged(list: readonly Outline[]): Outline[] {
  const groups = [...new Set(list.map(({ group }) => group))];
  return groups.flatMap((group) => list.filter((outline) => outline.group === group));
}

t.test('what is written is read back', async (t) => {
  fc.assert(
    fc.property(fc.array(outlines, { maxLength: 20 }), texts, (list, title) => {
      t.same(readOpml(writeOpml({ title, outlines: list })), arranged(list));
    }),
  );
});

t.test('what XML forbids is not written', async (t) => {
  const outline = {
    title: 'a\u0000b\u000bc\ufffe\ud800',
    feedUrl: 'https://a.example/?"<\n>',
    siteUrl: null,
    group: '\u0001',
  };
  const xml = writeOpml({
    title: ']]>&\u0007',
    outlines: [outline, { ...outline, feedUrl: null }],
  });
  t.notMatch(xml, /[\0-\x08\x0b-\x1f\ufffe]/);
  t.match(xml, /<title>\]\]&gt;&amp;<\/title>/);
  t.equal(xml.match(/<outline/g)?.length, 1, 'an outline without an address is left out');
});
