/** Plans of pages: joined from an index for each request, in one state and at one "now". */
import t from 'tap';
import { Arena, createArenaMemory } from '../../../../src/engine/columns/arena.js';
import { FramedPage } from '../../../../src/engine/columns/framed-page.js';
import { REPLIES } from '../../../../src/kernel/limits.js';
import { PagePlans } from '../../../../src/serve/api/replies/replies.js';
import { ReplyCache } from '../../../../src/serve/api/replies/reply-cache.js';
import type { Reply } from '../../../../src/serve/http/reply.js';

const SCRATCH_BYTES = 1000;
const NOW_MS = 60_000;
const bytesOf = (text: string) => Buffer.from(text);

/** An index with one list, `"a",`, and plans over it. */
function listed() {
  const arena = new Arena(createArenaMemory(SCRATCH_BYTES));
  arena.bytes().set(bytesOf('"a",'), SCRATCH_BYTES);
  const index = { generation: 1 };
  const cache = new ReplyCache();
  const plans = new PagePlans(cache.partsOf('news')('/list'), index);
  const slices = [{ at: SCRATCH_BYTES, byteLength: 4 }];
  const page = () =>
    new FramedPage(arena, SCRATCH_BYTES, bytesOf('{"list":['), slices, bytesOf(']}'));
  const ask = (question: string, nowMs = NOW_MS): string | null =>
    textOf(plans.reply(question, nowMs));
  const make = (question: string) =>
    textOf(plans.add(question, page(), (body) => ({ status: 200, body })));
  return { arena, index, cache, plans, page, ask, make };
}

function textOf(reply: Reply | null): string | null {
  return reply === null ? null : Buffer.from(reply.body).toString();
}

t.test('a question that was understood is answered again', async (t) => {
  const { ask, make } = listed();
  t.equal(ask('q=a'), null);
  t.equal(make('q=a'), '{"list":["a"]}');
  for (let time = 0; time < 3; time++) t.equal(ask('q=a'), '{"list":["a"]}');
  t.equal(ask('q=b'), null);
});

t.test('another state of the index, or another now, forgets all of them', async (t) => {
  const { ask, make, index, cache } = listed();
  const isForgotten = (nowMs: number): void => {
    t.equal(ask('q=a', nowMs), null);
    t.match(cache.figures()[0], { items: 0, bytes: 0 });
    make('q=a');
    t.ok(ask('q=a', nowMs));
  };
  isForgotten(NOW_MS);
  isForgotten(NOW_MS + 1);
  index.generation += 1;
  isForgotten(NOW_MS + 1);
});

t.test('a page that is asked for again stays joined, and counts with its bytes', async (t) => {
  const { ask, make, arena, cache, page } = listed();
  ask('q=a');
  make('q=a');
  const { bytes } = cache.figures()[0]!;
  t.equal(bytes, REPLIES.itemBytes + page().memoryBytes);
  t.equal(ask('q=a'), '{"list":["a"]}');
  t.match(cache.figures()[0], { bytes: bytes + page().byteLength, hits: 1, misses: 1 });
  arena.bytes().set(bytesOf('"b",'), SCRATCH_BYTES);
  t.equal(ask('q=a'), '{"list":["a"]}', 'although its slice has changed');
});

t.test('a path with a parameter is part of the question', async (t) => {
  const { plans, page } = listed();
  const replyOf = (body: Uint8Array): Reply => ({ status: 200, body });
  plans.reply('q=a', NOW_MS, '/x');
  plans.add('q=a', page(), replyOf, '/x');
  t.equal(plans.reply('q=a', NOW_MS, '/y'), null);
  for (let time = 0; time < 2; time++) t.ok(plans.reply('q=a', NOW_MS, '/x'));
});

t.test('each reply has headers of its own', async (t) => {
  const { plans, page } = listed();
  plans.reply('q=a', NOW_MS);
  for (const [question, etag] of Object.entries({ 'q=a': 'first', 'q=b': 'second' })) {
    plans.add(question, page(), (body) => ({ status: 200, body, etag }));
  }
  t.equal(plans.reply('q=a', NOW_MS)?.etag, 'first');
  t.equal(plans.reply('q=b', NOW_MS)?.etag, 'second');
});
