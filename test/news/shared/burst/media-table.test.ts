import t from 'tap';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kernel/clock.js';
import type { MediaRecord } from '../../../../src/kernel/model/records.js';
import { MediaTable } from '../../../../src/news/shared/burst/media-table.js';
import { categoryOf, mediaOf } from '../../catalog/records.js';

const NOW = Date.UTC(2026, 0, 10, 5);

function table(...records: MediaRecord[]): MediaTable {
  const media = new MediaTable();
  media.putCategory(categoryOf('news', ''));
  for (const record of records) media.putMedia(record);
  return media;
}

t.test('the first basis of a category takes all of its ranking media', async (t) => {
  const media = table(
    mediaOf('b', { categories: ['news'], collectingSinceMs: NOW - HOUR_MS }),
    mediaOf('a', { categories: ['news'], collectingSinceMs: NOW - 5 * HOUR_MS + 1 }),
    mediaOf('off', { categories: ['news'], enabled: false }),
    mediaOf('found', { categories: ['news'], sourceKind: 'discovery' }),
    mediaOf('bought', { categories: ['news'], syndicated: true }),
    mediaOf('cited', { categories: ['news'], external: true }),
    mediaOf('other'),
  );
  t.equal(media.basisOf('news'), null, 'not before a tick');
  media.tick(NOW);
  t.strictSame(media.basisOf('news')?.codes, ['a', 'b']);
  t.strictSame(media.basisOf('all')?.codes, ['a', 'b', 'other']);
  t.equal(media.basisOf('blue'), null);
});

t.test('coverage begins with the first full hour after the last start', async (t) => {
  const media = table(
    mediaOf('a', { collectingSinceMs: NOW }),
    mediaOf('b', { collectingSinceMs: NOW - HOUR_MS }),
  );
  media.tick(NOW);
  t.equal(media.basisOf('all')?.coverageFromMs, NOW, 'a full hour itself');
  t.equal(media.basisOf('all')?.validFromMs, NOW + 24 * HOUR_MS);
  media.putMedia(mediaOf('b', { collectingSinceMs: NOW + 1 }));
  media.tick(NOW + HOUR_MS);
  t.equal(media.basisOf('all')?.coverageFromMs, NOW + HOUR_MS);
});

t.test('a media that comes later joins after 72 hours, one that leaves goes at once', async (t) => {
  const media = table(mediaOf('a'));
  media.tick(NOW);
  const first = media.basisOf('all')!.id;
  media.putMedia(mediaOf('b', { collectingSinceMs: NOW }));
  media.tick(NOW + 72 * HOUR_MS - 1);
  t.strictSame(media.basisOf('all')?.codes, ['a']);
  media.tick(NOW + 72 * HOUR_MS);
  t.strictSame(media.basisOf('all')?.codes, ['a', 'b']);
  t.not(media.basisOf('all')?.id, first);
  media.putMedia(mediaOf('b', { enabled: false }));
  media.tick(NOW + 73 * HOUR_MS);
  t.equal(media.basisOf('all')?.id, first, 'the same media are the same basis');
  media.hide(media.find('a'), true);
  media.tick(NOW + 74 * HOUR_MS);
  t.equal(media.basisOf('all'), null);
});

t.test('without a date, collection starts with the first article or tick', async (t) => {
  const media = table(mediaOf('a'));
  media.see(media.find('a'), NOW - 90 * MINUTE_MS);
  media.see(media.find('a'), NOW - 30 * MINUTE_MS);
  media.tick(NOW);
  t.equal(media.basisOf('all')?.coverageFromMs, NOW - HOUR_MS);
  const silent = table(mediaOf('a'));
  silent.tick(NOW + 1);
  silent.tick(NOW + 2 * HOUR_MS);
  t.equal(silent.basisOf('all')?.coverageFromMs, NOW + HOUR_MS);
});

t.test('the id is a hash of the sorted codes', async (t) => {
  const media = table(mediaOf('storm'), mediaOf('cna'));
  media.tick(NOW);
  // printf 'cna,storm' | sha256sum
  t.equal(media.basisOf('all')?.id, 'b5d7b72b9d3a');
});
