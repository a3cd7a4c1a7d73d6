import { deepStrictEqual, strictEqual } from 'node:assert';
import t from 'tap';
import { KeptAnswers } from '../../src/api/kept-answers.js';

/** Answers of 40 bytes with room for two; `made` lists the names that had to be made. */
function shelf() {
  let state = 0;
  const made: string[] = [];
  const answers = new KeptAnswers({
    clock: { nowMs: () => 0 },
    bytesMax: 100,
    refreshMs: null,
    state: [() => state],
  });
  const ask = async (name: string): Promise<string> => {
    const known = answers.known(`q=${name}`);
    const reply =
      known ??
      (await answers.answer(`q=${name}`, name, () => {
        made.push(name);
        return Buffer.from(name.padEnd(40));
      }));
    return Buffer.from(reply.body as Uint8Array)
      .toString()
      .trim();
  };
  return { ask, made, change: () => state++ };
}

t.test('an answer is made once while there is room', async () => {
  const { ask, made } = shelf();
  for (const name of ['a', 'b', 'a', 'b', 'a']) strictEqual(await ask(name), name);
  deepStrictEqual(made, ['a', 'b']);
});

t.test('who walks through many answers drives none out that others ask for', async () => {
  const { ask, made } = shelf();
  for (const name of ['a', 'b']) await ask(name);
  for (let hour = 0; hour < 50; hour++) strictEqual(await ask(`hour ${hour}`), `hour ${hour}`);
  made.length = 0;
  for (const name of ['a', 'b']) await ask(name);
  deepStrictEqual(made, []);
});

t.test('once the room is full, an answer comes in when it is asked for again', async () => {
  const { ask, made } = shelf();
  for (const name of ['a', 'b', 'c', 'c', 'c', 'c']) await ask(name);
  deepStrictEqual(made, ['a', 'b', 'c', 'c']);
});

t.test('another state forgets answers, and who was refused', async () => {
  const { ask, made, change } = shelf();
  for (const name of ['a', 'b', 'c']) await ask(name);
  change();
  for (const name of ['a', 'b', 'c', 'c', 'c']) await ask(name);
  deepStrictEqual(made, ['a', 'b', 'c', 'a', 'b', 'c', 'c']);
});
