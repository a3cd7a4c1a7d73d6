import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/clock.js';
import {
  RHYTHM_HOURS,
  type Signs,
  silenceMsOf,
  standingOf,
} from '../../../src/news/media/answers/counts.js';

const NOW_MS = Date.UTC(2026, 2, 10, 4);

/** Hours of the last two weeks with articles at these hours before now. */
function hoursWith(...hoursAgo: number[]): Uint8Array {
  const hours = new Uint8Array(RHYTHM_HOURS);
  for (const ago of hoursAgo) hours[RHYTHM_HOURS - 1 - ago]! += 1;
  return hours;
}

/** One article every `step` hours, the newest `newest` hours ago. */
function every(step: number, newest = 0): Uint8Array {
  const count = Math.floor((RHYTHM_HOURS - 1 - newest) / step) + 1;
  return hoursWith(...Array.from({ length: count }, (_, at) => newest + at * step));
}

function standing(signs: Partial<Signs>): string {
  const plain: Signs = {
    crawls: true,
    crawledMs: null,
    crawledOkMs: null,
    lastMs: NOW_MS,
    hours: every(1),
  };
  return standingOf({ ...plain, ...signs }, NOW_MS);
}

t.test('without periodic crawling a media is disabled, whatever else holds', async (t) => {
  t.equal(standing({ crawls: false, crawledMs: NOW_MS, lastMs: null }), 'disabled');
});

t.test('failing: every crawl of the last three hours failed', async (t) => {
  const at = (hours: number): number => NOW_MS - hours * HOUR_MS;
  t.equal(standing({ crawledMs: at(1), crawledOkMs: null }), 'failing');
  t.equal(standing({ crawledMs: at(1), crawledOkMs: at(3) - 1 }), 'failing');
  t.equal(standing({ crawledMs: at(3), crawledOkMs: at(4) }), 'failing', 'three hours, inclusive');
  t.equal(standing({ crawledMs: at(1), crawledOkMs: at(3) }), 'ok', 'one of them went well');
  t.equal(standing({ crawledMs: at(3) - 1, crawledOkMs: at(9) }), 'ok', 'no crawl, no failure');
  t.equal(standing({ crawledMs: at(1), lastMs: at(99) }), 'failing', 'before stale');
});

t.test('stale: silent for longer than twice the longest pause', async (t) => {
  const silentFor = (hours: number, rhythm: Uint8Array): string =>
    standing({ lastMs: NOW_MS - hours * HOUR_MS, hours: rhythm });
  t.equal(silentFor(20, every(10, 20)), 'ok');
  t.equal(silentFor(20.1, every(10, 20)), 'stale');
  t.equal(silentFor(6, every(1, 6)), 'ok', 'six hours are nothing for anybody');
  t.equal(silentFor(6.1, every(1, 6)), 'stale');
  t.equal(silentFor(13 * 24, hoursWith(300, 310)), 'ok', 'too few articles to have a rhythm');
  t.equal(silentFor(14 * 24 + 1, hoursWith()), 'stale');
  t.equal(standing({ lastMs: null }), 'stale', 'nothing has ever come');
});

t.test('a pause between two hours counts, silence at either end does not', async (t) => {
  t.equal(silenceMsOf(hoursWith(0, 0, 0, 0, 1, 1, 1, 10)), 18 * HOUR_MS);
  t.equal(silenceMsOf(hoursWith(300, 300, 300, 300, 300, 300, 300, 300)), 6 * HOUR_MS);
  t.equal(silenceMsOf(hoursWith(0, 0, 0, 0, 0, 0, 0)), 14 * DAY_MS);
  t.equal(silenceMsOf(hoursWith(0, 0, 0, 0, 0, 0, 0, 335)), 14 * DAY_MS, 'two weeks at most');
});
