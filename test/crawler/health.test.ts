import t from 'tap';
import {
  type ChannelState,
  newChannelState,
  noteStored,
} from '../../src/crawler/state/channel-state.js';
import { healthOf } from '../../src/crawler/status.js';
import { DAY_MS, HOUR_MS } from '../../src/kernel/clock.js';

const NOW = Date.parse('2026-03-20T04:00:00Z');

/** A channel that has been read well for a month and lists something every two hours. */
function wellState(): ChannelState {
  const state = newChannelState(NOW - 40 * DAY_MS);
  Object.assign(state, { firstPolledMs: NOW - 40 * DAY_MS, lastOkMs: NOW, lastPolledMs: NOW });
  state.timesMs = Array.from({ length: 20 }, (_, at) => NOW - (19 - at) * 2 * HOUR_MS);
  state.ledger.listed = 20;
  return state;
}

function storePerDay(state: ChannelState, counts: readonly number[]): void {
  counts.forEach((count, ago) => {
    const atMs = NOW - (counts.length - 1 - ago) * DAY_MS;
    for (let at = 0; at < count; at++) noteStored(state.ledger, atMs, null);
  });
}

t.test('a channel that lists what it always listed is well', async (t) => {
  t.same(healthOf(wellState(), true, NOW), { health: 'ok', message: '' });
  t.equal(healthOf(newChannelState(NOW), true, NOW).health, 'new');
  t.equal(healthOf(wellState(), false, NOW).health, 'disabled');
});

t.test(
  'two failures in a row have a name: failing, blocked, and dead after three days',
  async (t) => {
    const state = wellState();
    state.lastFault = { reason: 'timeout', message: 'no answer' };
    state.failures = 1;
    t.equal(healthOf(state, true, NOW).health, 'ok', 'one is an accident');
    Object.assign(state, { failures: 2, failingSinceMs: NOW - HOUR_MS });
    t.same(healthOf(state, true, NOW), { health: 'failing', message: 'no answer' });
    state.failingSinceMs = NOW - 3 * DAY_MS;
    t.equal(healthOf(state, true, NOW).health, 'dead');
    state.lastFault = { reason: 'robots', message: 'forbidden' };
    t.equal(healthOf(state, true, NOW).health, 'blocked');
  },
);

t.test('a server that says gone has ended', async (t) => {
  const state = wellState();
  state.endedMs = NOW;
  t.equal(healthOf(state, true, NOW).health, 'ended');
});

t.test('a channel that lists nothing is empty', async (t) => {
  const state = wellState();
  state.ledger.listed = 0;
  t.equal(healthOf(state, true, NOW).health, 'empty');
});

t.test('silence counts when it is longer than the rhythm explains', async (t) => {
  const state = wellState();
  t.equal(healthOf(state, true, NOW + 11 * HOUR_MS).health, 'ok');
  t.equal(healthOf(state, true, NOW + 13 * HOUR_MS).health, 'stale');
  const rare = wellState();
  rare.timesMs = [NOW - 60 * DAY_MS, NOW - 40 * DAY_MS, NOW - 20 * DAY_MS, NOW];
  t.equal(healthOf(rare, true, NOW + 59 * DAY_MS).health, 'ok', 'twenty days are its rhythm');
  t.equal(healthOf(rare, true, NOW + 91 * DAY_MS).health, 'stale');
});

t.test('a volume that falls out of its own range is named', async (t) => {
  const state = { ...wellState(), firstPolledMs: NOW - 11 * DAY_MS };
  storePerDay(state, [20, 22, 18, 25, 20, 21, 19, 23, 20, 5, 3]);
  const { health, message } = healthOf(state, true, NOW);
  t.equal(health, 'low-volume');
  t.match(message, /5 items yesterday/);
  const steady = { ...wellState(), firstPolledMs: NOW - 11 * DAY_MS };
  storePerDay(steady, [20, 22, 18, 25, 20, 21, 19, 23, 20, 15, 3]);
  t.equal(healthOf(steady, true, NOW).health, 'ok');
});
