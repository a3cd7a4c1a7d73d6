import t from 'tap';
import { silentLogger } from '../../../src/kernel/logger.js';
import { type AnnouncedFeed, HubAnnouncer } from '../../../src/serve/streams/hub-announcer.js';
import type { Delivery, DeliveryResult } from '../../../src/serve/streams/webhook-message.js';

const HUB = 'https://hub.example/';
const ACCEPTED: DeliveryResult = { isAccepted: true, status: 204, message: '', retryAfterMs: null };
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Two feeds, a hub that may fail, and a clock that stands. */
function worldOf() {
  const states = new Map<string, string | null>([
    ['https://a.example/feed', 'one'],
    ['https://b.example/feed', 'one'],
  ]);
  const told: string[] = [];
  const world = {
    nowMs: 0,
    isOurs: true,
    told,
    states,
    deliveries: [] as Delivery[],
    resultOf: (_url: string): DeliveryResult => ACCEPTED,
    taken: () => told.splice(0),
  };
  const feeds: AnnouncedFeed[] = [...states.keys()].map((url) => ({
    url,
    state: async () => states.get(url) ?? null,
  }));
  const announcer = new HubAnnouncer({
    ...{ hub: HUB, feeds, logger: silentLogger },
    monotonicMs: () => world.nowMs,
    isOurs: () => world.isOurs,
    send: async (delivery) => {
      const url = new URLSearchParams(Buffer.from(delivery.body).toString()).get('hub.url')!;
      world.deliveries.push(delivery);
      told.push(new URL(url).hostname[0]!);
      return world.resultOf(url);
    },
  });
  return { world, announcer };
}

t.test('a feed is announced when it holds something else than what was announced', async (t) => {
  const { world, announcer } = worldOf();
  await announcer.look();
  t.same(world.taken(), ['a', 'b'], 'each once after a start');
  await announcer.look();
  t.same(world.taken(), []);
  world.states.set('https://b.example/feed', 'two');
  world.states.set('https://b.example/feed', 'three');
  await announcer.look();
  t.same(world.taken(), ['b'], 'two changes are one');
});

t.test('an announcement is what hubs understand', async (t) => {
  const { world, announcer } = worldOf();
  await announcer.look();
  const { url, headers, body } = world.deliveries[0]!;
  t.equal(url, HUB);
  t.same(headers, { 'content-type': 'application/x-www-form-urlencoded' });
  t.same(Object.fromEntries(new URLSearchParams(Buffer.from(body).toString())), {
    'hub.mode': 'publish',
    'hub.url': 'https://a.example/feed',
    'hub.topic': 'https://a.example/feed',
  });
});

t.test('a feed that cannot be made is announced when it can', async (t) => {
  const { world, announcer } = worldOf();
  world.states.set('https://a.example/feed', null);
  await announcer.look();
  t.same(world.taken(), ['b']);
  world.states.set('https://a.example/feed', 'one');
  await announcer.look();
  t.same(world.taken(), ['a']);
});

t.test('what the hub does not take is tried later each time, and holds up no other', async (t) => {
  const { world, announcer } = worldOf();
  const refused = {
    isAccepted: false,
    status: 500,
    message: 'It answered 500.',
    retryAfterMs: null,
  };
  world.resultOf = (url) => (url.includes('//a.') ? refused : ACCEPTED);
  const triedAt: number[] = [];
  for (; world.nowMs < 200 * MINUTE; world.nowMs += 5 * SECOND) {
    await announcer.look();
    if (world.taken().includes('a')) triedAt.push(world.nowMs / SECOND);
  }
  const gaps = triedAt.slice(1).map((at, place) => at - triedAt[place]!);
  t.same(gaps.slice(0, 9), [10, 20, 40, 80, 160, 320, 640, 1280, 2560]);
  t.ok(
    gaps.slice(9).every((gap) => gap === 3600),
    'at last once an hour',
  );
  world.resultOf = () => ACCEPTED;
  world.nowMs += 60 * MINUTE;
  await announcer.look();
  t.same(world.taken(), ['a']);
  await announcer.look();
  t.same(world.taken(), []);
});

t.test('a hub may ask for a longer pause, up to an hour', async (t) => {
  const { world, announcer } = worldOf();
  const busy = { isAccepted: false, status: 503, message: 'It answered 503.' };
  world.resultOf = () => ({ ...busy, retryAfterMs: 100 * 60 * MINUTE });
  await announcer.look();
  world.taken();
  world.nowMs = 59 * MINUTE;
  await announcer.look();
  t.same(world.taken(), []);
  world.nowMs = 60 * MINUTE;
  await announcer.look();
  t.same(world.taken(), ['a', 'b']);
});

t.test('looks do not run beside each other, and none begins after the end', async (t) => {
  const { world, announcer } = worldOf();
  await Promise.all([announcer.look(), announcer.look()]);
  t.same(world.taken(), ['a', 'b']);
  world.states.set('https://a.example/feed', 'two');
  await announcer.close();
  await announcer.look();
  t.same(world.taken(), []);
});

t.test('of several nodes one announces, and all of it when it takes over', async (t) => {
  const { world, announcer } = worldOf();
  world.isOurs = false;
  await announcer.look();
  t.same(world.taken(), [], 'another one writes');
  world.isOurs = true;
  await announcer.look();
  t.same(world.taken(), ['a', 'b']);
  world.isOurs = false;
  world.states.set('https://a.example/feed', 'two');
  await announcer.look();
  t.same(world.taken(), [], 'the other one has announced it');
  world.states.set('https://a.example/feed', 'one');
  world.isOurs = true;
  await announcer.look();
  t.same(world.taken(), ['a', 'b'], 'though here nothing differs from what was announced last');
});

t.test('a node that no longer writes stops in the middle', async (t) => {
  const { world, announcer } = worldOf();
  world.resultOf = () => {
    world.isOurs = false;
    return ACCEPTED;
  };
  await announcer.look();
  t.same(world.taken(), ['a']);
});
