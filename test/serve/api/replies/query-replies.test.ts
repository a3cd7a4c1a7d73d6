import { deepStrictEqual, strictEqual } from 'node:assert';
import t from 'tap';
import { REPLIES } from '../../../../src/kernel/limits.js';
import { QueryReplies } from '../../../../src/serve/api/replies/replies.js';
import { ReplyCache } from '../../../../src/serve/api/replies/reply-cache.js';

/** Replies of 40 bytes, of which two fit; `made` lists the names that had to be made. */
function twoFit() {
  let state = 0;
  const made: string[] = [];
  const cache = new ReplyCache({ bytesMax: 2 * (40 + REPLIES.itemBytes) + 20, itemsMax: 10 });
  const replies = new QueryReplies({
    part: cache.partsOf('news')('/'),
    clock: { nowMs: () => 0 },
    refreshMs: null,
    state: [() => state],
  });
  const ask = async (name: string): Promise<string> => {
    const known = replies.known(`q=${name}`);
    const reply =
      known ??
      (await replies.reply(`q=${name}`, name, () => {
        made.push(name);
        return Buffer.from(name.padEnd(40));
      }));
    return Buffer.from(reply.body as Uint8Array)
      .toString()
      .trim();
  };
  return { ask, made, change: () => state++ };
}

t.test('a reply is made once while there is budget', async () => {
  const { ask, made } = twoFit();
  for (const name of ['a', 'b', 'a', 'b', 'a']) strictEqual(await ask(name), name);
  deepStrictEqual(made, ['a', 'b']);
});

t.test('a client that walks through many replies drives none out that others ask for', async () => {
  const { ask, made } = twoFit();
  for (const name of ['a', 'b']) await ask(name);
  for (let hour = 0; hour < 50; hour++) strictEqual(await ask(`hour ${hour}`), `hour ${hour}`);
  made.length = 0;
  for (const name of ['a', 'b']) await ask(name);
  deepStrictEqual(made, []);
});

t.test('once the budget is used up, a reply comes in when it is asked for again', async () => {
  const { ask, made } = twoFit();
  for (const name of ['a', 'b', 'c', 'c', 'c', 'c']) await ask(name);
  deepStrictEqual(made, ['a', 'b', 'c', 'c']);
});

t.test('another state forgets replies, and what was refused', async () => {
  const { ask, made, change } = twoFit();
  for (const name of ['a', 'b', 'c']) await ask(name);
  change();
  for (const name of ['a', 'b', 'c', 'c', 'c']) await ask(name);
  deepStrictEqual(made, ['a', 'b', 'c', 'a', 'b', 'c', 'c']);
});
