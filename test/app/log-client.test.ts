/** A thread of the log that hangs is noticed and told, and costs no answer. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { serve } from '../../src/app/app.js';
import { LogWatch } from '../../src/app/log-client.js';
import { workerPath } from '../../src/app/paths.js';
import { ManualClock } from '../../src/kernel/clock.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { type Logger, silentLogger } from '../../src/kernel/logger.js';
import { tempFolder } from '../store/helper.js';

const NOW = Date.parse('2024-05-01T00:00:00.000Z');
const SOUND = {
  sequence: 7,
  lastTickMs: null,
  degraded: false,
  trouble: null,
  learned: { bytes: 0, dropped: 0 },
  heap: { used: 1, held: 1, external: 0 },
};
/** Longer than it takes until somebody who asks is told. */
const SILENT_MS = 12_000;
/** Fails as it is told to (bench/torture/actors.ts). */
const breaking = fileURLToPath(new URL('../../bench/torture/actors-child.js', import.meta.url));

t.setTimeout(120_000);

t.test(
  'a log that is silent takes no writes, is told once, and again when it answers',
  async (t) => {
    const told: string[] = [];
    const note = (...said: unknown[]): number => told.push(String(said.at(-1)));
    const logger = { ...silentLogger, error: note, info: note } as unknown as Logger;
    let answer: () => Promise<typeof SOUND> = () => new Promise(() => undefined);
    const watch = new LogWatch(() => answer(), logger, 10);
    for (let times = 0; times < 2; times++) {
      t.match(await watch.state(SOUND), {
        sequence: 7,
        degraded: true,
        trouble: /does not answer/,
      });
    }
    answer = async () => SOUND;
    t.same(await watch.state(SOUND), SOUND);
    t.same(told.length, 2);
    answer = async () => {
      throw new Error('closed');
    };
    await t.rejects(watch.state(SOUND), { message: 'closed' }, 'what fails is no silence');
  },
);

t.test('while the thread of the log loops, lists answer and /readyz says so', async (t) => {
  const orders = tempFolder(t);
  process.env.TAGWIRE_TORTURE_ORDERS = orders;
  t.teardown(() => delete process.env.TAGWIRE_TORTURE_ORDERS);
  const ports = { newsPort: 0, blogPort: 0, adminPort: 0, logLevel: 'silent' };
  const flags = { data: tempFolder(t), ...ports };
  const { pipeline, newsUrl, adminUrl, close } = await serve({
    config: resolveConfig({ flags, environment: {}, file: {} }),
    logger: silentLogger,
    clock: () => new ManualClock(NOW),
    threads: {
      workerPath: (name) => (name === 'log' ? breaking : workerPath(name)),
      silentMsMax: SILENT_MS,
    },
  });
  t.teardown(close);
  await pipeline.rebuilt();
  const send = (media: string) =>
    pipeline.ingest(
      [Buffer.from(JSON.stringify({ kind: 'media', media, title: 'A' }))],
      false,
      NOW,
    );
  t.match(await send('one'), { accepted: 1 });
  writeFileSync(join(orders, 'log'), 'loop');
  const lost = t.rejects(send('two'), { code: 'STORE_WRITE_FAILED' });
  await sleep(200);
  const ready = await fetch(`${adminUrl}/readyz`);
  t.equal(ready.status, 503);
  t.match(await ready.text(), /degraded: .*the thread of the log does not answer/);
  t.equal((await fetch(`${newsUrl}/api/v1/articles`)).status, 200);
  await lost;
  t.match(await send('two'), { accepted: 1 }, 'a new thread takes its place');
  t.equal((await fetch(`${adminUrl}/readyz`)).status, 200);
});
