import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ManualClock } from '../../../src/kernel/clock.js';
import { type OutletSetDraft, SETS } from '../../../src/kernel/outlet-set.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';

const DRAFT: OutletSetDraft = {
  title: 'Two houses',
  author: 'Mei',
  grounds: 'Who owns which paper, after the registry.',
  links: ['https://registry.example/papers'],
  camps: [
    { label: 'House A', colour: '', outlets: ['harbour', 'alpha'] },
    { label: 'House B', colour: '#AA0000', outlets: ['beta'] },
  ],
  unknown: ['gamma'],
};

function openIn(t: Test): { open(): Accounts; data: string; clock: ManualClock } {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-sets-'));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  const clock = new ManualClock(1000);
  return { data, clock, open: () => Accounts.open(data, clock) };
}

t.test('a set comes back as it was saved, and with a change', async (t) => {
  const { open, clock } = openIn(t);
  const accounts = open();
  const mei = await accounts.addUser('mei', 'Mei');
  const { id } = await accounts.sets.add(mei, DRAFT);
  const saved = open().sets.get(id)!;
  t.match(saved, { title: 'Two houses', author: 'Mei', madeMs: 1000, isPublic: false });
  t.strictSame(saved.outlets, [
    { media: 'alpha', camp: 'house-a' },
    { media: 'beta', camp: 'house-b' },
    { media: 'gamma', camp: 'unknown' },
    { media: 'harbour', camp: 'house-a' },
  ]);
  t.equal(saved.camps[1]?.colour, '#aa0000');
  t.match(saved.camps[0]?.colour, /^#[0-9a-f]{6}$/, 'a colour is chosen where none is given');
  clock.set(5000);
  await accounts.sets.change(mei, id, { ...DRAFT, title: 'Three houses' });
  t.match(open().sets.get(id), { title: 'Three houses', madeMs: 1000, changedMs: 5000 });
});

t.test(
  'a secret address opens its set until it is replaced, revoked, or its set goes',
  async (t) => {
    const { open, data } = openIn(t);
    const accounts = open();
    const mei = await accounts.addUser('mei', 'Mei');
    const { id } = await accounts.sets.add(mei, DRAFT);
    const first = await accounts.sets.giveAddress(mei, id);
    t.equal(open().sets.bySecret(first)?.id, id);
    t.notOk(
      readFileSync(join(data, 'accounts', 'journal'), 'utf8').includes(first),
      'the journal has its digest alone',
    );
    await accounts.sets.publish(mei, id, true);
    t.equal(accounts.sets.bySecret(first)?.id, id, 'publishing keeps it');
    await accounts.sets.change(mei, id, DRAFT);
    t.equal(accounts.sets.bySecret(first)?.id, id, 'so does a change');
    const second = await accounts.sets.giveAddress(mei, id);
    t.equal(accounts.sets.bySecret(first), null, 'a new one takes its place');
    await accounts.sets.revokeAddress(mei, id);
    t.equal(accounts.sets.bySecret(second), null);
    t.equal(accounts.sets.get(id)?.isPublic, true, 'it is public all the same');
    const third = await accounts.sets.giveAddress(mei, id);
    await accounts.sets.remove(mei, id);
    t.equal(open().sets.bySecret(third), null);
  },
);

t.test('sets go with their user, from the journal, too', async (t) => {
  const { open, data } = openIn(t);
  const accounts = open();
  const mei = await accounts.addUser('mei', 'Mei');
  const { id } = await accounts.sets.add(mei, DRAFT);
  await accounts.sets.publish(mei, id, true);
  await accounts.removeUser('mei');
  t.strictSame(accounts.sets.listed(), []);
  await accounts.erase();
  t.notOk(readFileSync(join(data, 'accounts', 'journal'), 'utf8').includes('Two houses'));
  const ann = await accounts.addUser('ann', '');
  t.ok((await accounts.sets.add(ann, DRAFT)).id > id, 'a number is not given again');
});

t.test('nobody changes a set of somebody else, and nobody has too many', async (t) => {
  const { open } = openIn(t);
  const accounts = open();
  const mei = await accounts.addUser('mei', '');
  const ann = await accounts.addUser('ann', '');
  const { id } = await accounts.sets.add(mei, DRAFT);
  await t.rejects(accounts.sets.change(ann, id, DRAFT), { code: 'INPUT_INVALID' });
  await t.rejects(accounts.sets.publish(ann, id, true), { code: 'INPUT_INVALID' });
  await t.rejects(accounts.sets.giveAddress(ann, id), { code: 'INPUT_INVALID' });
  await t.rejects(accounts.sets.remove(ann, id), { code: 'INPUT_INVALID' });
  for (let more = 1; more < SETS.perUserMax; more++) await accounts.sets.add(mei, DRAFT);
  await t.rejects(accounts.sets.add(mei, DRAFT), { message: /at most 20 sets/ });
});

t.test('a set that is not one is refused in words', async (t) => {
  const { open } = openIn(t);
  const accounts = open();
  const mei = await accounts.addUser('mei', '');
  const refusals: [Partial<OutletSetDraft>, RegExp][] = [
    [{ title: ' ' }, /title is missing/],
    [{ author: '' }, /who made it is missing/],
    [{ grounds: '' }, /on what grounds/],
    [{ links: ['javascript:alert(1)'] }, /no address of a page/],
    [{ camps: [], unknown: [] }, /at least one outlet/],
    [{ camps: DRAFT.camps.slice(0, 1) }, /no camps, or two or more/],
    [{ unknown: ['beta'] }, /"beta" is named twice/],
    [{ unknown: Array.from({ length: 61 }, (_, at) => `m${at}`) }, /at most 60 outlets/],
    [{ camps: DRAFT.camps.map((camp) => ({ ...camp, label: 'x' })) }, /two camps are called/],
    [{ camps: DRAFT.camps.map((camp) => ({ ...camp, colour: 'red' })) }, /colour of camp/],
    [{ camps: DRAFT.camps.map((camp) => ({ ...camp, outlets: [] })) }, /names no outlet/],
  ];
  for (const [wrong, message] of refusals) {
    await t.rejects(accounts.sets.add(mei, { ...DRAFT, ...wrong }), { message }, String(message));
  }
  t.strictSame(accounts.sets.of(mei), []);
});
