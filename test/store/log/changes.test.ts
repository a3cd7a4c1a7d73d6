import t from 'tap';
import { entryKey } from '../../../src/store/log/keys.js';
import { type Desk, MEDIA, makeDesk, news, openLog, withDatabase } from './helper.js';

async function makeFilledDesk(t: Parameters<typeof makeDesk>[0]): Promise<Desk> {
  const desk = await makeDesk(t);
  await desk.send([MEDIA, news(1), news(2), news(3), news(2, { title: 'New' })]);
  return desk;
}

function changesOf({ log }: Desk, sequence: number, countMax: number, chain: number | null = null) {
  const untilSequence = log.head.sequence;
  return log.changes({
    kind: 'news',
    after: { sequence, id: 0, chain },
    untilSequence,
    countMax,
  });
}

t.test('a place has the same chain hash, however the walk came to it', async (t) => {
  const desk = await makeFilledDesk(t);
  const walked = new Map<number, number>();
  for (let sequence = 0; sequence < desk.log.head.sequence; ) {
    const { isKnown, next } = await changesOf(desk, sequence, 1, walked.get(sequence) ?? null);
    t.ok(isKnown, `${sequence}`);
    walked.set(next.sequence, next.chain);
    sequence = next.sequence;
  }
  t.ok(walked.size >= 4);
  await desk.reopen();
  for (const [sequence, chain] of [...walked].reverse()) {
    t.ok((await changesOf(desk, sequence, 1, chain)).isKnown, `after ${sequence}`);
    t.notOk((await changesOf(desk, sequence, 1, chain + 1)).isKnown, `not after ${sequence}`);
  }
});

t.test('the first mask of a store counts where changes were read before it', async (t) => {
  const desk = await makeFilledDesk(t);
  const before = await changesOf(desk, 0, 100);
  t.same([...before.ids], [0, 1, 3, 2]);
  await desk.send([{ kind: 'hide', target: 'news', key: 'https://abc.example/3' }]);
  const after = await changesOf(desk, 0, 100);
  t.same([...after.ids], [0, 1, 2, 3], 'the third changed last');
});

t.test('changes are not told past an entry that is missing or is another one', async (t) => {
  const desk = await makeFilledDesk(t);
  const key = entryKey(3);
  for (const change of ['missing', 'other'] as const) {
    await desk.log.close();
    let whole = Buffer.alloc(0);
    await withDatabase(desk.folder, async (database) => {
      whole = Buffer.from((await database.get(key))!);
      const value = Buffer.from(whole);
      value[value.length - 1]! ^= 1;
      await database.write([
        change === 'missing' ? { type: 'del', key } : { type: 'put', key, value },
      ]);
    });
    desk.log = await openLog(desk.folder);
    await t.rejects(changesOf(desk, 0, 100), { code: 'STORE_DAMAGED' }, change);
    await desk.log.close();
    await withDatabase(desk.folder, (database) =>
      database.write([{ type: 'put', key, value: whole }]),
    );
    desk.log = await openLog(desk.folder);
  }
  t.equal((await changesOf(desk, 0, 100)).ids.length, 4, 'whole again, they are told');
});
