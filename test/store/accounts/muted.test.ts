/** What people mute: one list each, which stays in the journal and goes with its owner. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ManualClock } from '../../../src/kernel/clock.js';
import { NEWS } from '../../../src/kernel/limits.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import { MUTED_MAX, namesIn } from '../../../src/store/accounts/follows.js';
import type { FeedAddress } from '../../../src/store/accounts/records.js';

function openIn(t: Test): { open(): Accounts; data: string } {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-muted-'));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  return { data, open: () => Accounts.open(data, new ManualClock(1000)) };
}

t.test('the newest list counts, of each person their own, also after a rewrite', async (t) => {
  const { open } = openIn(t);
  const accounts = open();
  const [ann, bob] = [await accounts.addUser('ann', ''), await accounts.addUser('bob', '')];
  t.same(accounts.muted.of(ann), { words: [], media: [] });
  await accounts.muted.save(ann, { words: ['rain'], media: [] });
  await accounts.muted.save(bob, { words: [], media: ['harbour'] });
  const before = accounts.muted.revisionOf(ann);
  await accounts.muted.save(ann, { words: ['snow', 'hail'], media: ['sunrise'] });
  t.not(accounts.muted.revisionOf(ann), before);
  for (const rewritten of [false, true]) {
    if (rewritten) await accounts.erase();
    t.match(open().muted.of(ann), { words: ['snow', 'hail'], media: ['sunrise'] });
    t.match(open().muted.of(bob), { words: [], media: ['harbour'] });
  }
});

t.test('a list is bounded, and goes with its owner', async (t) => {
  const { open, data } = openIn(t);
  const accounts = open();
  const ann = await accounts.addUser('ann', '');
  const many = Array.from({ length: MUTED_MAX + 1 }, (_, at) => `word${at}`);
  await t.rejects(accounts.muted.save(ann, { words: many, media: [] }), /at most/);
  await t.rejects(accounts.muted.save(ann, { words: [], media: many }), /at most/);
  const long = 'x'.repeat(NEWS.searchQueryMax + 1);
  await t.rejects(accounts.muted.save(ann, { words: [long], media: [] }), /at most/);
  await accounts.muted.save(ann, { words: ['secretword'], media: [] });
  await accounts.removeUser('ann');
  await accounts.erase();
  t.notMatch(readFileSync(join(data, 'accounts', 'journal'), 'utf8'), 'secretword');
  t.same(open().muted.of(ann), { words: [], media: [] });
});

t.test(
  'a question of news is narrowed, and no other, and what it has muted itself stays',
  async (t) => {
    const { open } = openIn(t);
    const accounts = open();
    const { id: user } = await accounts.addUser('ann', '');
    const [words, media] = [
      ['snow', 'rain'],
      ['gone', 'sunrise'],
    ];
    await accounts.muted.save(accounts.user('ann'), { words, media });
    const narrowed = (service: FeedAddress['service'], query: string): [string, string][] => {
      const question = { id: 1, user, digest: '', service, query, label: '', atMs: 0 };
      const asked = accounts.muted.narrowed(question, (code) => code !== 'gone');
      return [...new URLSearchParams(asked.query)].sort();
    };
    t.same(narrowed('news', 'q=a&mute=rain,fog'), [
      ['mute', 'rain,fog,snow'],
      ['muteMedia', 'sunrise'],
      ['q', 'a'],
    ]);
    t.same(narrowed('blog', 'q=a'), [['q', 'a']]);
    t.same(narrowed('event', 'thread=3'), [['thread', '3']]);
    const own = Array.from({ length: 49 }, (_, at) => `w${at}`).join();
    t.equal(narrowed('news', `mute=${own}`)[0]![1].split(',').length, 2 * MUTED_MAX);
  },
);

t.test('names are read off a line with commas', async (t) => {
  t.same(namesIn(' rain, ,snow ,rain,'), ['rain', 'snow']);
  t.same(namesIn(''), []);
});
