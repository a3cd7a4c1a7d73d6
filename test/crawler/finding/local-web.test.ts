/** Finding the sources of sites of many builds, over real connections. */
import '../../engine/actor/threads-here.js';
import t from 'tap';
import { createCrawlTools } from '../../../src/app/crawling/crawl-tools.js';
import { findSource } from '../../../src/crawler/finding/find-source.js';
import { readSources } from '../../../src/crawler/sources/read-sources.js';
import { targetsOf, traceFetch } from '../../../src/crawler/trace.js';
import { checkSelector } from '../../../src/documents/selector.js';
import { ManualClock } from '../../../src/kernel/clock.js';
import { resolveConfig } from '../../../src/kernel/config.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { inventedSet } from '../local-web/article-sets.js';
import { startLocalWeb } from '../local-web/local-web.js';

t.setTimeout(300_000);

const END_MS = Date.UTC(2025, 4, 20, 4);

t.test('what lists the articles of a site is found from its home page, and read', async (t) => {
  const clock = new ManualClock(END_MS);
  const web = await startLocalWeb({ clock, sets: [inventedSet({ endMs: END_MS })] });
  const flags = {
    crawlAllow: '127.0.0.0/8',
    crawlGapMs: '1',
    clock: 'frozen:2025-05-20T04:00:00Z',
  };
  const tools = createCrawlTools(resolveConfig({ flags, environment: {}, file: {} }), silentLogger);
  t.teardown(async () => {
    await tools.close();
    await web.close();
  });
  const defaults = { content: null, zoneOffsetMs: null, everyMs: null };
  const { entries, faults } = readSources(web.sourcesToml(), checkSelector);
  t.strictSame(faults, []);
  t.ok(entries.length > 8);
  for (const entry of entries) {
    const home = entry.kind === 'media' ? entry.homepage : entry.sourceUrl;
    const finding = await findSource(home!, tools, { known: [], defaults });
    const [target] = targetsOf(entry);
    const known = await traceFetch(tools, target!);
    t.equal(known.fault, null, target!.url);
    if (target!.type === 'list') {
      t.match(finding, { kind: 'refused', message: /can be read by selectors/ }, entry.key);
      continue;
    }
    if (finding.kind === 'refused') throw new Error(`${entry.key}: ${finding.message}`);
    t.equal(finding.entry.kind, entry.kind, entry.key);
    const found = await traceFetch(tools, targetsOf(finding.entry)[0]!);
    t.strictSame(found.document?.items, known.document?.items, entry.key);
    t.equal(finding.summary.items, known.document?.items.length);
    if (finding.summary.items > 0) t.ok(finding.sample?.title, `${entry.key} has an article`);
  }
});
