/** Windows, borders, bounds, and the addresses that clients are told apart by. */
import fc from 'fast-check';
import t from 'tap';
import { ManualClock } from '../../../src/kernel/clock.js';
import { ClientAddresses, keyOfAddress } from '../../../src/serve/http/client-address.js';
import { RateLimiter } from '../../../src/serve/http/rate-limit.js';
import type { IncomingRequest } from '../../../src/serve/http/server.js';

const WINDOW_MS = 60_000;

t.test('A window starts with the first request and ends after a minute', async (t) => {
  const clock = new ManualClock(500);
  const limiter = new RateLimiter({ limit: 2, bucketsMax: 10 });
  t.ok(limiter.take(1, clock.nowMs()));
  t.same([limiter.remaining, limiter.resetSeconds], [1, 60]);
  clock.advance(59_001);
  t.ok(limiter.take(1, clock.nowMs()));
  t.same([limiter.remaining, limiter.resetSeconds], [0, 1]);
  t.notOk(limiter.take(1, clock.nowMs()));
  t.ok(limiter.take('other', clock.nowMs()));
  clock.advance(998);
  t.notOk(limiter.take(1, clock.nowMs()), 'one millisecond before the end');
  clock.advance(1);
  t.ok(limiter.take(1, clock.nowMs()));
  t.same([limiter.remaining, limiter.resetSeconds], [1, 60]);
});

t.test('Limits that mean nothing are refused', async (t) => {
  for (const limit of [0, -1, 1.5, Number.NaN, 10_000_000]) {
    t.throws(() => new RateLimiter({ limit }), {
      code: 'CONFIG_INVALID',
    });
  }
});

t.test('Never more than the limit per window and client, and buckets are bounded', async () => {
  const step = fc.record({ client: fc.nat(6), waitMs: fc.oneof(fc.nat(3), fc.nat(20_000)) });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(step, { maxLength: 200 }),
      (limit, steps) => {
        const clock = new ManualClock();
        const limiter = new RateLimiter({ limit, bucketsMax: 7 });
        const windows = new Map<number, { startMs: number; admitted: number }>();
        for (const { client, waitMs } of steps) {
          clock.advance(waitMs);
          let window = windows.get(client);
          if (window === undefined || clock.nowMs() - window.startMs >= WINDOW_MS) {
            window = { startMs: clock.nowMs(), admitted: 0 };
            windows.set(client, window);
          }
          const isAdmitted = limiter.take(client, clock.nowMs());
          if (isAdmitted !== window.admitted < limit) return false;
          if (isAdmitted) window.admitted++;
          if (limiter.remaining !== limit - window.admitted) return false;
        }
        return true;
      },
    ),
  );
});

t.test('The least recently seen client makes room, and slots are never shared', async (t) => {
  const limiter = new RateLimiter({ limit: 1, bucketsMax: 3 });
  for (const client of [1, 2, 3]) t.ok(limiter.take(client, 0));
  t.notOk(limiter.take(1, 0));
  t.ok(limiter.take(4, 0), 'evicts 2');
  t.equal(limiter.buckets, 3);
  for (const client of [1, 3, 4]) t.notOk(limiter.take(client, 0));
  t.ok(limiter.take(2, 0));
  const single = new RateLimiter({ limit: 1, bucketsMax: 1 });
  t.same(
    [single.take('a', 0), single.take('a', 0), single.take('b', 0), single.take('a', 0)],
    [true, false, true, true],
  );
  for (let client = 100; client < 1100; client++) t.ok(limiter.take(client, 0));
  t.equal(limiter.buckets, 3);
});

function requestFrom(socket: number[], forwarded: string): IncomingRequest {
  return {
    method: 'GET',
    path: '/',
    rawQuery: '',
    fault: '',
    header: () => '',
    headers: (name) => (name === 'x-forwarded-for' ? forwarded : ''),
    remoteAddress: () => Uint8Array.from(socket),
    readBody: async () => null,
  };
}

t.test('IPv4 in IPv6 is IPv4, and IPv6 counts per /64', async (t) => {
  const v4 = Uint8Array.of(203, 0, 113, 9);
  const mapped = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 203, 0, 113, 9);
  t.equal(keyOfAddress(v4), keyOfAddress(mapped));
  const v6 = (network: number, host: number) =>
    Uint8Array.of(0x20, 1, 0xd, 0xb8, 0, 0, 0, network, 0, 0, 0, 0, 0, 0, 0, host);
  t.equal(keyOfAddress(v6(1, 1)), keyOfAddress(v6(1, 2)));
  t.not(keyOfAddress(v6(1, 1)), keyOfAddress(v6(2, 1)));
});

t.test('The client is the rightmost address that no trusted proxy has', async (t) => {
  const clients = new ClientAddresses(['10.0.0.0/8', '2001:db8::/33', '192.0.2.7']);
  const keyOf = (socket: number[], forwarded: string) =>
    clients.keyOf(requestFrom(socket, forwarded));
  const client = keyOfAddress(Uint8Array.of(203, 0, 113, 9));
  const proxy = keyOfAddress(Uint8Array.of(10, 0, 0, 1));
  t.equal(keyOf([203, 0, 113, 9], '1.2.3.4'), client, 'from an untrusted socket it means nothing');
  t.equal(keyOf([10, 0, 0, 1], '1.2.3.4, 203.0.113.9'), client);
  t.equal(keyOf([10, 0, 0, 1], '1.2.3.4, 203.0.113.9, 10.9.9.9, 192.0.2.7'), client);
  t.equal(keyOf([10, 0, 0, 1], '203.0.113.9:4711, [2001:db8::1]:80'), client);
  const beyond = Uint8Array.of(0x20, 1, 0xd, 0xb8, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
  t.equal(
    keyOf([10, 0, 0, 1], '1.2.3.4, 2001:db8:8000::1'),
    keyOfAddress(beyond),
    'a network may end within a byte',
  );
  t.equal(keyOf([10, 0, 0, 1], ''), proxy);
  t.equal(keyOf([10, 0, 0, 1], 'unknown'), proxy);
  t.equal(keyOf([10, 0, 0, 1], '1.2.3.4, _hidden'), proxy, 'nothing left of rubbish is believed');
  t.throws(() => new ClientAddresses(['10.0.0.0/99']), { code: 'CONFIG_INVALID' });
  t.throws(() => new ClientAddresses(['proxy.local']), { code: 'CONFIG_INVALID' });
});
