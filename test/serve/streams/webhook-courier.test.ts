/** What a courier sends, in which order, and what becomes of failures, over a log of a few lines. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, HOUR_MS, ManualClock, MINUTE_MS, SECOND_MS } from '../../../src/kernel/clock.js';
import { WEBHOOKS } from '../../../src/kernel/limits.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import {
  ChangeFeed,
  FEED_PLACE_MS_MAX,
  type FeedPlace,
  type FeedRequest,
} from '../../../src/serve/streams/change-feed.js';
import { type Hook, WebhookCourier } from '../../../src/serve/streams/webhook-courier.js';
import { batchIdOf, type Delivery, headersOf } from '../../../src/serve/streams/webhook-message.js';
import type { WebhookProgress } from '../../../src/store/accounts/records.js';

const START = Date.parse('2026-03-10T04:00:00.000Z');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

interface Entry {
  id: number;
  title: string;
}

interface Told {
  webhook: number;
  test?: true;
  changes: { id: number; article?: { title: string }; gone?: true }[];
  nextToken: string;
}

const decoder = new TextDecoder();
const toldBy = ({ body }: Delivery): Told => JSON.parse(decoder.decode(body)) as Told;

/** A courier over a log in memory; what is noted lives on when another courier takes over. */
class House {
  readonly clock = new ManualClock(START);
  readonly log: Entry[] = [];
  readonly hooks: Hook[] = [];
  readonly sent: Delivery[] = [];
  readonly notes: ({ id: number } & WebhookProgress)[] = [];
  /** The answer to a delivery. */
  answer: (delivery: Delivery) => number | Promise<number> = () => 204;
  retryAfterMs: number | null = null;
  reads = 0;
  courier = this.#courier();

  add(facts: Partial<Hook> = {}): Hook {
    const question = { kinds: null, q: null, tag: null, owners: null, category: null };
    const hook: Hook = {
      ...{ id: this.hooks.length + 1, service: 'news', url: 'https://a.example/', question },
      ...{ secret: SECRET, state: 'on', place: this.place(this.log.length), deliveredMs: null },
      ...{ failures: 0, failingSinceMs: null, nextTryMs: 0, message: '', ...facts },
    };
    this.hooks.push(hook);
    return hook;
  }

  place(sequence: number): FeedPlace {
    return { sequence, id: 0, chain: sequence, nowMs: this.clock.nowMs() };
  }

  /** Another process on the same log and notes. */
  restart(): void {
    this.courier = this.#courier();
  }

  async look(): Promise<void> {
    await this.courier.look();
    await this.courier.settled();
  }

  /** Ids of a webhook's changes, as receivers saw them. */
  idsOf(webhook: number): number[] {
    return this.sent
      .map(toldBy)
      .filter((told) => told.webhook === webhook)
      .flatMap(({ changes }) => changes.map(({ id }) => id));
  }

  #courier(): WebhookCourier {
    const service = {
      feed: this.#feed(),
      isIn: () => false,
      tokenOf: ({ sequence }: FeedPlace) => `token ${sequence}`,
      jsonOf: ({
        kind,
        id,
        json,
      }: {
        kind: string;
        id: number | string;
        json: Uint8Array | null;
      }) =>
        new TextEncoder().encode(
          json === null
            ? `{"kind":"${kind}","id":${id},"gone":true}`
            : `{"kind":"${kind}","id":${id},"${kind}":${decoder.decode(json)}}`,
        ),
    };
    return new WebhookCourier({
      hooks: () => this.hooks,
      services: { news: service, blog: service },
      send: async (delivery) => {
        const status = await this.answer(delivery);
        if (status >= 200 && status < 300) this.sent.push(delivery);
        const isAccepted = status >= 200 && status < 300;
        const message = isAccepted ? '' : `It answered ${status}.`;
        return { isAccepted, status, message, retryAfterMs: this.retryAfterMs };
      },
      note: async (told) => {
        this.notes.push(...told);
        for (const { id, ...progress } of told) {
          const hook = this.hooks.find((one) => one.id === id);
          if (hook !== undefined) Object.assign(hook, progress);
        }
      },
      nowMs: () => this.clock.nowMs(),
      logger: silentLogger,
    });
  }

  #feed(): ChangeFeed {
    const view = {
      ...({ kind: 'news', itemKind: 'article', ownerKind: 'media' } as const),
      sequence: () => this.log.length,
      arrived: () => [],
      items: async (refs: readonly { id: number }[]) =>
        refs.map(({ id }) => {
          const newest = this.log.findLast((entry) => entry.id === id)!;
          return new TextEncoder().encode(JSON.stringify({ title: newest.title, media: 'm' }));
        }),
      owner: () => null,
    };
    const changes = async ({ after, untilSequence, countMax }: FeedRequest) => {
      this.reads += 1;
      const isKnown = after.sequence <= this.log.length && after.chain === after.sequence;
      const end = Math.min(untilSequence, after.sequence + countMax);
      const part = this.log.slice(after.sequence, end);
      const next = { sequence: end, id: 0, chain: end };
      return {
        isKnown,
        ids: part.map(({ id }) => id),
        sortMs: part.map(() => 0),
        owners: [],
        next,
      };
    };
    return new ChangeFeed(view, { changes, entriesOf: async (ids) => ids.map(() => 0) });
  }
}

const entry = (id: number, title = `t${id}`): Entry => ({ id, title });

t.test('signatures are those of Standard Webhooks', async (t) => {
  // The example of its documentation.
  const body = new TextEncoder().encode('{"test": 2432232314}');
  const headers = headersOf('msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330_000, [SECRET], body);
  t.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  t.equal(headers['webhook-timestamp'], '1614265330');
  const place = { sequence: 1, id: 0, chain: 5, nowMs: 9 };
  const id = batchIdOf(1, place, [body]);
  t.equal(batchIdOf(1, place, [body]), id);
  t.not(batchIdOf(2, place, [body]), id);
  t.not(batchIdOf(1, { ...place, sequence: 2 }, [body]), id);
  t.not(batchIdOf(1, place, [body, body]), id);
});

t.test('changes after the place of a webhook are sent, in order, and once', async (t) => {
  const house = new House();
  house.log.push(entry(1));
  house.add();
  await house.look();
  t.strictSame(house.sent, [], 'nothing of before');
  house.log.push(entry(2), entry(3));
  await house.look();
  await house.look();
  t.strictSame(house.idsOf(1), [2, 3]);
  const [delivery] = house.sent;
  t.equal(toldBy(delivery!).nextToken, 'token 3');
  const { 'webhook-id': id, 'webhook-timestamp': time } = delivery!.headers;
  const key = Buffer.from(SECRET.slice(6), 'base64');
  const made = createHmac('sha256', key).update(`${id}.${time}.`).update(delivery!.body);
  t.equal(delivery!.headers['webhook-signature'], `v1,${made.digest('base64')}`);
  // Another process has delivered since, and noted it.
  house.log.push(entry(4));
  Object.assign(house.hooks[0]!, { place: house.place(4) });
  house.courier.forgetAll();
  await house.look();
  t.strictSame(house.idsOf(1), [2, 3]);
});

t.test('a filter leaves out what does not fit, and its place moves on', async (t) => {
  const house = new House();
  const question = { kinds: null, q: 'storm', tag: null, owners: null, category: null };
  const hook = house.add({ question });
  house.log.push(...Array.from({ length: 250 }, (_, at) => entry(at + 1)), entry(500, 'A Storm'));
  await house.look();
  t.strictSame(house.idsOf(1), [500]);
  t.equal(house.courier.progressOf(hook).place.sequence, 251);
});

t.test('deliveries have at most as many changes and bytes as they may', async (t) => {
  const house = new House();
  house.add();
  house.log.push(...Array.from({ length: 230 }, (_, at) => entry(at + 1)));
  await house.look();
  t.strictSame(
    house.sent.map((one) => toldBy(one).changes.length),
    [100, 100, 30],
  );
  house.sent.length = 0;
  house.log.push(...Array.from({ length: 64 }, (_, at) => entry(at + 300, 'x'.repeat(20_000))));
  await house.look();
  t.equal(house.idsOf(1).length, 64);
  for (const { body } of house.sent) t.ok(body.length < WEBHOOKS.batchBytesMax + 1000);
  house.sent.length = 0;
  house.log.push(entry(999, 'y'.repeat(2 * WEBHOOKS.batchBytesMax)));
  await house.look();
  t.strictSame(house.idsOf(1), [999], 'one change alone is sent whatever its length');
});

t.test('a failure is tried again later each time, and nothing is skipped', async (t) => {
  const house = new House();
  const hook = house.add();
  house.answer = () => 500;
  house.log.push(entry(1));
  const waits: number[] = [];
  for (let tries = 0; tries < 12; tries++) {
    await house.look();
    const { nextTryMs, failures, message } = house.courier.progressOf(hook);
    t.equal(failures, tries + 1);
    t.equal(message, 'It answered 500.');
    waits.push((nextTryMs - house.clock.nowMs()) / SECOND_MS);
    house.clock.advance(nextTryMs - house.clock.nowMs() - 1);
    await house.look();
    t.equal(house.courier.progressOf(hook).failures, tries + 1, 'not before its time');
    house.clock.advance(1);
  }
  t.strictSame(waits, [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
  house.log.push(entry(2));
  house.answer = () => 200;
  await house.look();
  t.strictSame(house.idsOf(1), [1, 2]);
  const { failures, failingSinceMs, message } = house.courier.progressOf(hook);
  t.strictSame(
    { failures, failingSinceMs, message },
    {
      ...{ failures: 0, failingSinceMs: null, message: '' },
    },
  );
});

t.test('a receiver may ask for a longer pause, up to an hour', async (t) => {
  const house = new House();
  const hook = house.add();
  house.answer = () => 429;
  house.log.push(entry(1));
  house.retryAfterMs = 5 * MINUTE_MS;
  await house.look();
  t.equal(house.courier.progressOf(hook).nextTryMs, START + 5 * MINUTE_MS);
  house.clock.advance(5 * MINUTE_MS);
  house.retryAfterMs = 7 * DAY_MS;
  await house.look();
  t.equal(house.courier.progressOf(hook).nextTryMs, house.clock.nowMs() + HOUR_MS);
});

t.test(
  'after a day of failures a webhook is off, through restarts; 410 ends it at once',
  async (t) => {
    const house = new House();
    const hook = house.add();
    const other = house.add();
    house.answer = ({ body }) => (decoder.decode(body).includes('"webhook":2') ? 410 : 500);
    house.log.push(entry(1));
    await house.look();
    t.equal(house.courier.progressOf(other).state, 'off');
    for (let hours = 0; hours < 23; hours++) {
      house.clock.advance(HOUR_MS);
      await house.look();
      await house.courier.close();
      house.restart();
      t.equal(hook.state, 'on');
    }
    t.equal(hook.failingSinceMs, START, 'the day is counted through restarts');
    house.clock.advance(HOUR_MS);
    await house.look();
    t.equal(house.courier.progressOf(hook).state, 'off');
    t.equal(house.courier.progressOf(hook).message, 'It answered 500.');
    house.answer = () => 200;
    house.clock.advance(DAY_MS);
    await house.look();
    t.strictSame(house.sent, [], 'nothing is sent to one that is off');
    await house.courier.flush();
    t.equal(hook.state, 'off');
    hook.state = 'on';
    Object.assign(hook, { nextTryMs: 0, failures: 0, failingSinceMs: null });
    house.courier.forget(hook.id);
    await house.look();
    t.strictSame(house.idsOf(1), [1], 'it goes on where it stopped');
  },
);

t.test('a place that the store does not have, or that is too old, switches off', async (t) => {
  const house = new House();
  house.log.push(entry(1));
  const foreign = house.add({ place: { sequence: 0, id: 0, chain: 77, nowMs: START } });
  const old = house.add({ place: { ...house.place(0), nowMs: START - FEED_PLACE_MS_MAX - 1 } });
  await house.look();
  for (const hook of [foreign, old]) {
    t.match(house.courier.progressOf(hook), { state: 'off', message: /does not have the place/ });
  }
  const resting = house.add();
  house.clock.advance(2 * FEED_PLACE_MS_MAX);
  house.answer = () => 200;
  await house.look();
  house.log.push(entry(2));
  await house.look();
  t.strictSame(house.idsOf(resting.id), [2], 'a store that rests makes no place too old');
});

t.test(
  'paused and deleted webhooks are sent nothing more, also in the middle of a turn',
  async (t) => {
    const house = new House();
    const [paused, deleted] = [house.add(), house.add()];
    house.log.push(...Array.from({ length: 300 }, (_, at) => entry(at + 1)));
    house.answer = () => {
      paused.state = 'paused';
      if (house.hooks.includes(deleted)) house.hooks.pop();
      return 200;
    };
    await house.look();
    await house.look();
    t.equal(house.idsOf(1).length, 100);
    t.equal(house.idsOf(2).length, 100);
    t.equal(house.courier.progressOf(paused).state, 'paused');
    t.equal(house.courier.progressOf(paused).place.sequence, 100, 'what was accepted counts');
  },
);

t.test(
  'a slow receiver holds up nobody else, and no more than one delivery of its own',
  async (t) => {
    const house = new House();
    house.add();
    house.add();
    let release = (): void => undefined;
    let slow = 0;
    house.answer = ({ body }) => {
      if (!decoder.decode(body).includes('"webhook":1')) return 200;
      slow += 1;
      return new Promise((resolve) => {
        release = () => resolve(200);
      });
    };
    house.log.push(entry(1));
    for (let looks = 0; looks < 50 && house.idsOf(2).length < 1; looks++) {
      await house.courier.look();
      await new Promise((resolve) => setImmediate(resolve));
    }
    house.log.push(entry(2));
    for (let looks = 0; looks < 50 && house.idsOf(2).length < 2; looks++) {
      await house.courier.look();
      await new Promise((resolve) => setImmediate(resolve));
    }
    t.strictSame(house.idsOf(2), [1, 2]);
    t.equal(slow, 1);
    t.equal(house.courier.figures().underWay, 1);
    house.answer = () => 200;
    release();
    await house.courier.settled();
    await house.look();
    t.strictSame(house.idsOf(1), [1, 2]);
  },
);

t.test('webhooks that are up to date share what is read of the log', async (t) => {
  const house = new House();
  for (let count = 0; count < 50; count++) house.add();
  house.log.push(entry(1));
  await house.look();
  t.equal(house.sent.length, 50);
  t.equal(house.reads, 1);
  house.log.push(entry(2));
  await house.look();
  t.equal(house.sent.length, 100);
  t.equal(house.reads, 2);
  for (let count = 50; count < 200; count++) house.add();
  house.log.push(entry(3));
  await house.courier.look();
  t.equal(house.courier.figures().underWay, WEBHOOKS.underWayMax, 'so many at once');
  await house.courier.settled();
  while (house.sent.length < 300) await house.look();
  t.strictSame(house.idsOf(200), [3]);
});

t.test('a server that dies after each delivery moves on all the same', async (t) => {
  const house = new House();
  house.add();
  for (let id = 1; id <= 5 * WEBHOOKS.batchMax; id++) house.log.push(entry(id));
  let deliveries = 0;
  // The first delivery of each server is accepted, and nothing happens after it.
  house.answer = () => (++deliveries % 2 === 1 ? 200 : new Promise<number>(() => undefined));
  for (let lives = 0; lives < 5; lives++) {
    await house.courier.look();
    while (deliveries < 2 * lives + 2 && house.courier.figures().underWay > 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    house.restart();
    house.clock.advance(10);
  }
  t.strictSame(
    house.idsOf(1),
    house.log.map(({ id }) => id),
  );
});

t.test(
  'places are written at most once a second, and a hundred of them in that time',
  async (t) => {
    const house = new House();
    for (let count = 0; count < WEBHOOKS.underWayMax; count++) house.add();
    const writes: { atMs: number; count: number }[] = [];
    const seen = (): number => writes.reduce((sum, { count }) => sum + count, 0);
    for (let step = 0; step < 100; step++) {
      house.log.push(entry(step));
      await house.look();
      const count = house.notes.length - seen();
      if (count > 0) writes.push({ atMs: house.clock.nowMs(), count });
      house.clock.advance(SECOND_MS / 10);
    }
    for (const [at, { atMs }] of writes.slice(1).entries()) {
      t.ok(atMs - writes[at]!.atMs >= WEBHOOKS.noteMs, `${atMs}`);
    }
    t.ok(writes.length > 5);
    house.notes.length = 0;
    for (let count = 0; count < 200; count++) house.add();
    house.clock.advance(HOUR_MS);
    const beganMs = house.clock.nowMs();
    for (let step = 0; step < 200; step++) {
      house.log.push(entry(step));
      for (let turns = 0; turns < 5; turns++) await house.look();
      house.clock.advance(SECOND_MS / 10);
    }
    const seconds = (house.clock.nowMs() - beganMs) / SECOND_MS;
    t.ok(house.notes.length <= seconds * WEBHOOKS.notesMax + house.hooks.length, 'bounded');
    t.ok(house.notes.length > (seconds * WEBHOOKS.notesMax) / 2, 'and used');
  },
);

t.test('a test delivery has no changes and moves nothing', async (t) => {
  const house = new House();
  const hook = house.add({ state: 'paused' });
  house.log.push(entry(1));
  t.match(await house.courier.test(hook), { isAccepted: true, status: 204 });
  t.match(toldBy(house.sent[0]!), { webhook: 1, test: true, changes: [] });
  house.answer = () => 500;
  t.match(await house.courier.test(hook), { isAccepted: false, message: 'It answered 500.' });
  t.equal(house.courier.progressOf(hook).failures, 0);
});

t.test('every change comes at least once and in order, through failures and crashes', async (t) => {
  const acts = fc.array(
    fc.oneof(
      fc.record({
        act: fc.constant('write' as const),
        ids: fc.array(fc.integer({ min: 1, max: 9 })),
      }),
      fc.record({ act: fc.constant('look' as const), ok: fc.boolean() }),
      fc.record({ act: fc.constantFrom('crash' as const, 'restart' as const, 'flush' as const) }),
    ),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const house = new House();
      house.add();
      let version = 0;
      for (const step of steps) {
        if (step.act === 'write') {
          for (const id of step.ids) house.log.push(entry(id, `v${++version}`));
        } else if (step.act === 'look') {
          house.answer = () => (step.ok ? 200 : 503);
          await house.look();
          house.clock.advance(MINUTE_MS);
        } else if (step.act === 'flush') await house.courier.flush();
        else {
          if (step.act === 'restart') await house.courier.close();
          house.restart();
        }
      }
      house.answer = () => 200;
      house.clock.advance(HOUR_MS);
      await house.look();
      // A receiver that lays what it gets over what it has ends with what the log says.
      const copy = new Map<number, string>();
      for (const { changes } of house.sent.map(toldBy)) {
        for (const { id, article } of changes) copy.set(id, article!.title);
      }
      const oracle = new Map(house.log.map(({ id, title }) => [id, title]));
      return JSON.stringify([...copy].sort()) === JSON.stringify([...oracle].sort());
    }),
    { numRuns: 200, seed: 31 },
  );
  t.pass();
});
