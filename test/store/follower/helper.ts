/** A server, a copy that follows it, and how they are held against each other. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { ServerWorld } from '../../serve/streams/world.js';

const PATIENCE_MS = 60_000;

/** A copy of a world, or of servers at addresses, until its test ends. */
export async function follower(
  t: Test,
  origin: ServerWorld | readonly string[],
): Promise<ServerWorld> {
  const copy = await following(origin);
  t.teardown(() => copy.end());
  return copy;
}

/** The same, for somebody who ends it. */
export async function following(origin: ServerWorld | readonly string[]): Promise<ServerWorld> {
  const follow = origin instanceof ServerWorld ? [origin.newsUrl, origin.blogUrl] : origin;
  return new ServerWorld({ follow: follow.join(','), followSeconds: 1 }).start();
}

/** Tries again until it holds. */
export async function eventually(holds: () => Promise<void>): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await holds();
      return;
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
    await sleep(50);
  }
}

export async function readiness(world: ServerWorld): Promise<{ status: number; text: string }> {
  const response = await fetch(`${world.app.adminUrl}/readyz`);
  return { status: response.status, text: await response.text() };
}

export async function ready(world: ServerWorld): Promise<void> {
  await eventually(async () => {
    const { status, text } = await readiness(world);
    assert.equal(status, 200, text);
  });
}

/** Lists of both services become the same, all of each. */
export async function same(origin: ServerWorld, copy: ServerWorld): Promise<void> {
  copy.clock.set(origin.clock.nowMs());
  await eventually(async () => {
    for (const service of ['news', 'blog'] as const) {
      assert.deepEqual(await copy.listed(service), await origin.listed(service));
    }
  });
}

/** A question is answered with the same bytes. */
export async function equal(
  origin: ServerWorld,
  copy: ServerWorld,
  service: 'news' | 'blog',
  path: string,
): Promise<void> {
  const urlOf = (world: ServerWorld): string =>
    service === 'news' ? world.newsUrl : world.blogUrl;
  await eventually(async () => {
    const [here, there] = await Promise.all(
      [copy, origin].map(async (world) => (await fetch(`${urlOf(world)}${path}`)).text()),
    );
    assert.equal(here, there);
  });
}
