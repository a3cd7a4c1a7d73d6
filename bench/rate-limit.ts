/**
 * What do a million addresses and a hundred thousand unknown keys in one minute cost?
 *
 * Limits: memory of all buckets and remembered keys under 100 MB; at most 2 µs a request for the
 * decision alone (addresses first seen and seen again, keys known and unknown). Beside it one
 * client that asks again and again. Processor time of this thread.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock, systemClock } from '../src/kernel/clock.js';
import { KeyGate } from '../src/serve/api/blog/key-gate.js';
import { keyOfAddress } from '../src/serve/http/client-address.js';
import { RateLimiter } from '../src/serve/http/rate-limit.js';
import { Accounts } from '../src/store/accounts/accounts.js';
import { newApiKey } from '../src/store/accounts/secret.js';
import { round, table, verdict } from './lab.js';

const ADDRESSES = 1_000_000;
const KEYS = 100_000;
const KNOWN_USERS = 100;
const WARM_UP = 20_000;
const MINUTE_MS = 60_000;
const MB = 1e6;

interface Measured {
  name: string;
  micros: number;
  bytes: number;
}

/** Processor time of each of `count` decisions, and what stays in memory after them. */
function measure(name: string, count: number, decide: (at: number) => void): Measured {
  const heapBefore = memoryBytes();
  const before = process.cpuUsage();
  for (let at = 0; at < count; at++) decide(at);
  const { user, system } = process.cpuUsage(before);
  return { name, micros: (user + system) / count, bytes: memoryBytes() - heapBefore };
}

function memoryBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Bytes of an IPv4 address; of every second client an IPv6 one. */
function addressOf(at: number): Uint8Array {
  const bytes = [(at >>> 16) & 0xff, (at >>> 8) & 0xff, at & 0xff];
  if (at % 2 === 0) return Uint8Array.of(10, ...bytes);
  return Uint8Array.of(0x20, 1, 0xd, 0xb8, ...bytes, 1, 0, 0, 0, 0, 0, 0, 0, 1);
}

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-bench-'));
  try {
    await runIn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runIn(folder: string): Promise<void> {
  const accounts = Accounts.open(folder, systemClock);
  const known: string[] = [];
  for (let user = 0; user < KNOWN_USERS; user++) {
    await accounts.addUser(`user-${user}`, '');
    known.push((await accounts.createKey(`user-${user}`, '')).apiKey);
  }
  // As they come off the wire: newly made strings are two halves that are joined when first read.
  const unknown = Array.from({ length: KEYS }, () => Buffer.from(newApiKey()).toString('latin1'));
  const addresses = Array.from({ length: ADDRESSES }, (_, at) => addressOf(at));
  const clock = new ManualClock();
  const start = memoryBytes();
  const gate = new KeyGate(accounts, clock);
  const anonymous = new RateLimiter({ limit: 60 });
  const keyed = new RateLimiter({ limit: 1000 });
  const stepMs = MINUTE_MS / ADDRESSES;
  const anonymously = (at: number): void => {
    clock.advance(stepMs);
    anonymous.take(keyOfAddress(addresses[at % ADDRESSES]!), clock.nowMs());
  };
  /** As the service decides on a request with a key. */
  const withKey = (apiKey: string, at: number): void => {
    clock.advance(stepMs);
    const bucket = gate.cached(apiKey);
    if (bucket !== null) keyed.take(bucket, clock.nowMs());
    else if (anonymous.take(keyOfAddress(addresses[at % ADDRESSES]!), clock.nowMs())) {
      const verified = gate.verify(apiKey);
      if (verified !== null) keyed.take(verified, clock.nowMs());
    }
  };
  // A server that has run for a minute has compiled all of this.
  for (let at = 0; at < WARM_UP; at++) withKey(newApiKey(), at);
  clock.advance(MINUTE_MS);
  const rows = [
    measure('a million addresses, each first seen', ADDRESSES, anonymously),
    measure('the same again', ADDRESSES, anonymously),
    measure('100,000 unknown keys from as many addresses', KEYS, (at) => withKey(unknown[at]!, at)),
    measure('100,000 unknown keys from one address', KEYS, (at) => withKey(unknown[at]!, 0)),
    measure('known keys in turn', ADDRESSES, (at) => withKey(known[at % KNOWN_USERS]!, at)),
    measure('one address again and again', ADDRESSES, () => anonymously(0)),
  ];
  const bytesInAll = memoryBytes() - start;
  table(
    'deciding on requests of one minute',
    ['', 'µs a request', 'MB more'],
    rows.map(({ name, micros, bytes }) => [name, round(micros), round(bytes / MB, 1)]),
  );
  console.log(`  ${anonymous.buckets} buckets of addresses, ${gate.size} keys remembered`);
  verdict('µs a request, dearest', Math.max(...rows.map(({ micros }) => micros)), 2, false);
  verdict('MB in all', bytesInAll / MB, 100, false);
}
