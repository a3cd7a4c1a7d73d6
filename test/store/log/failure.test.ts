import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import t from 'tap';
import { TagwireError } from '../../../src/kernel/errors.js';
import { Anchor } from '../../../src/store/anchor.js';
import { Database } from '../../../src/store/database.js';
import { tempFolder } from '../helper.js';
import { type Desk, entriesOf, MEDIA, makeDesk, news, readAll, recordsOf } from './helper.js';

type Teardown = Parameters<typeof makeDesk>[0];

/** Makes the next call of a method fail; `after` first lets it do its work. */
function failOnce(t: Teardown, owner: object, method: string, after = false): void {
  const methods = owner as { [name: string]: (...given: unknown[]) => unknown };
  const original = methods[method]!;
  const restore = (): void => {
    methods[method] = original;
  };
  methods[method] = function (this: unknown, ...given: unknown[]) {
    restore();
    const done = after ? original.apply(this, given) : undefined;
    const fail = (): never => {
      throw new TagwireError('STORE_WRITE_FAILED', 'No space left on device');
    };
    return owner === Anchor.prototype ? fail() : Promise.resolve(done).then(fail);
  };
  t.teardown(restore);
}

async function recovered({ log }: Desk): Promise<void> {
  while (log.trouble !== null) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function urls({ log }: Desk): Promise<string[]> {
  return (await recordsOf(log, 'news')).map(({ url }) => url.split('/').at(-1)!);
}

t.test(
  'a failed write acknowledges nothing, and after recovery nothing is lost or doubled',
  async (t) => {
    const failures: [what: string, fail: () => void][] = [
      ['before the batch was written', () => failOnce(t, Database.prototype, 'write')],
      ['after the batch was written', () => failOnce(t, Database.prototype, 'write', true)],
      ['between batch and anchor', () => failOnce(t, Anchor.prototype, 'write')],
      ['after the anchor was written', () => failOnce(t, Anchor.prototype, 'write', true)],
    ];
    for (const [what, fail] of failures) {
      const desk = await makeDesk(t);
      await desk.send([MEDIA, news(1)]);
      const before = desk.log.head.sequence;
      fail();
      const failed = desk.send([news(2), news(3)]);
      const repeated = desk.send([news(2)]);
      const waiting = desk.send([news(4)]);
      await t.rejects(failed, { code: 'STORE_WRITE_FAILED' }, what);
      await t.rejects(repeated, { code: 'STORE_WRITE_FAILED' }, 'a repeated line rests on it');
      await t.rejects(
        waiting,
        { code: 'STORE_WRITE_FAILED' },
        'a request that waited is refused as well',
      );
      t.not(desk.log.trouble, null);
      await t.rejects(desk.send([news(4)]), { code: 'STORE_WRITE_FAILED', message: /recovering/ });
      t.ok((await readAll(desk.log)).length >= before, 'reading goes on');
      await recovered(desk);
      const { blocks } = await desk.send([news(2), news(3), news(4)]);
      t.same(await urls(desk), ['1', '2', '3', '4'], what);
      const { sequence } = desk.log.head;
      t.equal(blocks.at(-1)!.firstSequence + blocks.at(-1)!.count - 1, sequence, 'up to the head');
      await desk.reopen();
      t.same(await urls(desk), ['1', '2', '3', '4'], `${what}, reopened`);
    }
  },
);

t.test(
  'a request that fails in its second half keeps its first, and says so when it is sent again',
  async (t) => {
    const desk = await makeDesk(t);
    await desk.send([MEDIA, news(1)]);
    const lines = [
      news(2),
      { kind: 'erase', target: 'news', key: 'https://abc.example/1' },
      news(3),
    ];
    failOnce(t, Database.prototype, 'compact');
    await t.rejects(desk.send(lines), { code: 'STORE_WRITE_FAILED' });
    await recovered(desk);
    const again = await desk.send(lines);
    t.match(again, { accepted: 1, unchanged: 2, rejects: [] });
    t.equal(again.blocks.at(-1)!.firstSequence, desk.log.head.sequence);
    const repeated = await desk.send(lines);
    t.match(repeated.blocks, [{ firstSequence: desk.log.head.sequence + 1, count: 0 }]);
    t.same(
      repeated.blocks.flatMap((block) => entriesOf(block)),
      [],
    );
  },
);

t.test(
  'bodies that cannot be deleted close the store for writing until it is reopened',
  async (t) => {
    const desk = await makeDesk(t);
    await desk.send([MEDIA]);
    failOnce(t, Database.prototype, 'getMany');
    const order = { atMs: 0, coveredSequence: 0 };
    await t.rejects(desk.log.expireBodies(order, false), { code: 'STORE_WRITE_FAILED' });
    await t.rejects(desk.send([news(1)]), { code: 'STORE_WRITE_FAILED' });
    await recovered(desk);
    t.match(await desk.send([news(1)]), { accepted: 1 });
  },
);

t.test('recovery goes on until the store can be reopened', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([MEDIA]);
  failOnce(t, Database.prototype, 'write');
  failOnce(t, Database.prototype, 'recover');
  await t.rejects(desk.send([news(1)]), { code: 'STORE_WRITE_FAILED' });
  await recovered(desk);
  t.match(await desk.send([news(1)]), { accepted: 1 });
});

t.test('a store that comes back without what was acknowledged takes no writes', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([MEDIA]);
  const places = ['log', 'anchor'].map((name) => join(desk.folder, name));
  const older = tempFolder(t);
  await desk.log.close();
  for (const place of places) cpSync(place, join(older, basename(place)), { recursive: true });
  await desk.reopen();
  await desk.send([news(1)]);
  failOnce(t, Database.prototype, 'write');
  await t.rejects(desk.send([news(2)]), { code: 'STORE_WRITE_FAILED' });
  // Both are of yesterday, so they fit each other.
  rmSync(places[0]!, { recursive: true });
  cpSync(join(older, 'log'), places[0]!, { recursive: true });
  writeFileSync(places[1]!, readFileSync(join(older, 'anchor')));
  const firstTrouble = desk.log.trouble;
  while (desk.log.trouble === firstTrouble) await new Promise((wait) => setTimeout(wait, 20));
  t.match(desk.log.trouble, /entry 2 of the log is missing/);
  await t.rejects(desk.send([news(2)]), { code: 'STORE_WRITE_FAILED' });
});

t.test('closing during a recovery closes for good', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([MEDIA]);
  failOnce(t, Database.prototype, 'write');
  await t.rejects(desk.send([news(1)]), { code: 'STORE_WRITE_FAILED' });
  await desk.reopen();
  t.match(await desk.send([news(1)]), { accepted: 1 });
});

t.test('refused lines that cannot be set aside cost nothing that was accepted', async (t) => {
  const desk = await makeDesk(t);
  mkdirSync(join(desk.folder, 'rejects.ndjson'));
  const { accepted, rejects } = await desk.send([MEDIA, '{"kind":"nonsense"}', news(1)]);
  t.equal(accepted, 2);
  t.equal(rejects.length, 1);
});

t.test(
  'requests sent at once, and again after each failure, are all there in the end, each once',
  async (t) => {
    const desk = await makeDesk(t);
    await desk.send([MEDIA]);
    const { write } = Database.prototype;
    t.teardown(() => {
      Database.prototype.write = write;
    });
    let writes = 0;
    Database.prototype.write = async function (this: Database, given): Promise<void> {
      writes += 1;
      const fault = new TagwireError('STORE_WRITE_FAILED', 'No space left on device');
      if (writes % 4 === 2) throw fault;
      await write.call(this, given);
      if (writes % 4 === 0) throw fault;
    };
    let refusals = 0;
    const sendUntilTaken = async (lines: Parameters<Desk['send']>[0]): Promise<void> => {
      for (;;) {
        try {
          const { rejects, blocks } = await desk.send(lines);
          t.same(rejects, []);
          const last = blocks.at(-1)!;
          t.ok(last.firstSequence + last.count - 1 <= desk.log.head.sequence, 'acknowledged');
          return;
        } catch (error) {
          t.match(error, { code: 'STORE_WRITE_FAILED' });
          refusals += 1;
          await recovered(desk);
        }
      }
    };
    // Each repeats a line of the one before, which may be on its way or lost.
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    await Promise.all(numbers.map((one) => sendUntilTaken([news(one), news(one + 1)])));
    t.ok(refusals > numbers.length, 'writes did fail');
    Database.prototype.write = write;
    await desk.reopen();
    t.same((await urls(desk)).toSorted(), ['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  },
);
