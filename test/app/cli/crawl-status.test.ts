/** Which channels `crawl status` shows, and in which order. */
import t from 'tap';
import { chosenOf } from '../../../src/app/cli/actions/crawl-status.js';
import type { ChannelStatus, CrawlStatus } from '../../../src/crawler/status.js';

const channel = (source: string, more: Partial<ChannelStatus>): ChannelStatus =>
  ({ source, group: null, health: 'ok', medianDelayMs: null, ...more }) as ChannelStatus;

const STATUS: CrawlStatus = {
  ...{ generatedMs: 0, faults: [] },
  figures: { sources: 4, active: 0, visitsWaiting: 0, steps: 0 },
  channels: [
    channel('blog:a', { group: 'Sea', medianDelayMs: 1000 }),
    channel('blog:b', { group: 'Land', health: 'failing', medianDelayMs: 9000 }),
    channel('blog:c', { group: 'Sea', health: 'dead' }),
    channel('blog:d', { health: 'new', medianDelayMs: 5000 }),
  ],
};

const shown = (choice: Parameters<typeof chosenOf>[0]): string =>
  chosenOf(choice)(STATUS)
    .channels.map(({ source }) => source.slice(-1))
    .join('');

t.test('channels are chosen by state and group, and put in order', async (t) => {
  t.equal(shown({}), 'cbda', 'what needs attention first');
  t.equal(shown({ failing: true }), 'cb');
  t.equal(shown({ group: 'Sea' }), 'ca');
  t.equal(shown({ group: 'Sea', failing: true }), 'c');
  t.equal(shown({ sort: 'delay' }), 'bdac');
});

t.test('an order or a group that there is not is told with those that there are', async (t) => {
  t.throws(() => shown({ sort: 'size' }), { code: 'CONFIG_INVALID', message: /state or delay/ });
  t.throws(() => shown({ group: 'Air' }), {
    code: 'CONFIG_INVALID',
    message: /there are Sea, Land/,
  });
});
