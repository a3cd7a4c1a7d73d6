/** Entries of `sources.toml` of any shape, for properties. */
import fc from 'fast-check';
import { addressPattern } from '../../../src/crawler/sources/address-pattern.js';
import type { AddressPattern, Channel, SourceEntry } from '../../../src/crawler/sources/model.js';
import type { ListRule, PortalRule } from '../../../src/documents/documents.js';
import { MINUTE_MS, SECOND_MS } from '../../../src/kernel/clock.js';
import { TAGGING_CHOICES } from '../../../src/kernel/model/records.js';
import { cleanText } from '../../../src/kernel/text/text.js';

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(value, { nil: null });
const line = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('"""', "'''", '\\', '"', "it's", '# no comment', '[[media]]', '\u007f'),
  )
  .map((text) => cleanText(text, 'line') || 'x');
const lines = fc.array(line, { maxLength: 3 });
const code = fc.stringMatching(/^[a-z0-9][A-Za-z0-9_.-]{0,20}$/);
const url = fc
  .tuple(code, fc.stringMatching(/^[a-z0-9/?=&%2A-]{0,20}$/))
  .map(([host, path]) => `https://${host.toLowerCase().replaceAll('_', '-')}x.example/${path}`)
  // Not every label that begins with xn-- is one.
  .filter((made) => URL.canParse(made))
  .map((made) => new URL(made).href);
const selector = fc.constantFrom('li', 'div.item > a@href', "a[href='x']", 'time@datetime', '"q"');
const pattern: fc.Arbitrary<AddressPattern> = fc
  .constantFrom('/news/', '^https://a\\.example/\\d+$', "it's", '"x"', '\\\\', "a\\.b'c")
  .map((source) => addressPattern(source) as AddressPattern);
const content = fc.constantFrom('auto', 'page', 'feed', 'none');
const everyMs = fc.constantFrom(
  10 * SECOND_MS,
  90 * SECOND_MS,
  7 * MINUTE_MS,
  86_400_000,
  7_200_000,
);

function rule(optional: readonly string[]): fc.Arbitrary<{ [part: string]: string }> {
  return fc
    .tuple(selector, selector, fc.subarray([...optional]), selector)
    .map(([item, link, parts, other]) => ({
      item,
      link,
      ...Object.fromEntries(parts.map((part) => [part, other])),
    }));
}

const listRule = rule(['title', 'date', 'summary', 'image', 'author', 'next']).map(
  (made) => made as Partial<ListRule> as ListRule,
);
const portalRule = rule(['title', 'image', 'sponsored', 'next', 'story', 'storyLink']).map(
  (made) => made as Partial<PortalRule> as PortalRule,
);

function channels(sections: boolean): fc.Arbitrary<Channel[]> {
  const channel = fc.record({
    type: fc.constantFrom('feed' as const, 'sitemap' as const, 'list' as const),
    url,
    rule: listRule,
    content,
    include: maybe(pattern),
    exclude: maybe(pattern),
    section: sections ? maybe(line) : fc.constant(null),
    everyMs: maybe(everyMs),
  }) as fc.Arbitrary<Channel>;
  const types = ['feed', 'sitemap', 'list'];
  return fc
    .uniqueArray(channel, { selector: (one) => one.url, maxLength: 4 })
    .map((made) =>
      made
        .map((one) => (one.type === 'list' ? one : { ...one, rule: null }))
        .sort((a, b) => types.indexOf(a.type) - types.indexOf(b.type)),
    );
}

const owner = {
  key: code,
  enabled: fc.boolean(),
  obeyRobots: fc.boolean(),
  zoneOffsetMs: fc.constantFrom(0, 480, -210, 840, 345).map((minutes) => minutes * MINUTE_MS),
  line: fc.constant(0),
};

const portal = fc.record({
  link: maybe(url),
  rulesUrl: maybe(url),
  sources: fc.uniqueArray(
    fc.record({
      url,
      kind: fc.constantFrom('topic' as const, 'feature' as const, 'auto' as const),
      pagesMax: fc.integer({ min: 1, max: 50 }),
      rule: portalRule,
    }),
    { selector: (one) => one.url, maxLength: 3 },
  ),
});

export const anyEntry: fc.Arbitrary<SourceEntry> = fc.oneof(
  fc.record({
    kind: fc.constant('media' as const),
    title: line,
    homepage: maybe(url),
    camp: fc.constantFrom('blue' as const, 'green' as const, 'other' as const, null),
    categories: maybe(lines),
    sourceKind: fc.constantFrom('publisher' as const, 'discovery' as const, null),
    country: maybe(line),
    countryCode: fc.constantFrom('TW', 'INT', null),
    icon: maybe(url),
    aliases: maybe(lines),
    syndicated: maybe(fc.boolean()),
    tagging: maybe(fc.constantFrom(...TAGGING_CHOICES)),
    ...owner,
    channels: channels(true),
    portal: maybe(portal),
  }),
  fc.record({
    kind: fc.constant('blog' as const),
    name: line,
    sourceUrl: url,
    category: maybe(line),
    description: maybe(line),
    aliases: maybe(lines),
    verified: maybe(fc.boolean()),
    iconUrl: maybe(url),
    expectedIntervalHours: maybe(fc.constantFrom(1, 0.5, 168, 8784)),
    ...owner,
    channels: channels(false),
  }),
) as fc.Arbitrary<SourceEntry>;
