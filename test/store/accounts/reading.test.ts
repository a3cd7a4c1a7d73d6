/** What people have read: bounds, several processes, rewriting, and removal with its user. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { ManualClock } from '../../../src/kernel/clock.js';
import { READING } from '../../../src/kernel/reader-limits.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import { APP_PASSWORDS_PER_USER } from '../../../src/store/accounts/credentials.js';
import { deltasOf, IdSet, idsOf } from '../../../src/store/accounts/reading-list.js';
import type { ReadingEvent } from '../../../src/store/accounts/records.js';
import { Roster } from '../../../src/store/accounts/roster.js';

const SECRET = new Uint8Array(32).fill(7);

async function house(owner: { teardown(work: () => void): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-reading-'));
  owner.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const accounts = Accounts.open(folder, new ManualClock(1000));
  const ann = await accounts.addUser('ann', '');
  return { folder, accounts, ann, open: () => Accounts.open(folder, new ManualClock(1000)) };
}

const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => from + at);

t.test('a set of ids is what a plain set would be, above its floor', (t) => {
  const id = fc.integer({ min: 1, max: 60 });
  const step = fc.record({ isOn: fc.boolean(), ids: fc.array(id, { maxLength: 20 }) });
  fc.assert(
    fc.property(fc.array(step), fc.integer({ min: 1, max: 12 }), (steps, max) => {
      const set = new IdSet();
      let naive = new Set<number>();
      let floor = 0;
      for (const { isOn, ids } of steps) {
        if (isOn) {
          set.add(ids, max);
          for (const one of ids) if (one > floor) naive.add(one);
          const all = [...naive].sort((a, b) => a - b);
          if (all.length > max) floor = all[all.length - max - 1]!;
          naive = new Set(all.filter((one) => one > floor));
        } else {
          set.remove(ids);
          for (const one of ids) naive.delete(one);
        }
        for (const one of range(1, 60)) {
          if (set.has(one) !== (one <= floor || naive.has(one))) return false;
        }
      }
      return set.size <= max && idsOf(deltasOf(set.ids)).every((one, at) => one === set.ids[at]);
    }),
  );
  t.end();
});

t.test('marks are seen by another process, and by the next one after a rewrite', async (t) => {
  const { accounts, ann, open } = await house(t);
  await Promise.all([
    accounts.reading.mark(ann, 'read', true, { news: [5, 3], blog: [4] }),
    accounts.reading.mark(ann, 'starred', true, { news: [3], blog: [] }),
  ]);
  await accounts.reading.mark(ann, 'read', false, { news: [5], blog: [] });
  await accounts.reading.shelve(ann, 'feed/blog:tea', { title: 'Tea', labels: ['Hot'] });
  const other = open();
  const state = other.reading.of(ann);
  t.same([...state.ids('read', 'news')], [3]);
  t.same([...state.ids('read', 'blog')], [4]);
  t.same([...state.ids('starred', 'news')], [3]);
  t.same(state.labels, ['Hot']);
  await other.reading.renameLabel(ann, 'Hot', 'Warm');
  accounts.refresh();
  t.same(accounts.reading.of(ann).labels, ['Warm']);
});

t.test('a person who reads more than is known one by one has read all that is older', async (t) => {
  const { accounts, ann } = await house(t);
  const all = range(1, READING.readMax + 100);
  await accounts.reading.mark(ann, 'read', true, { news: all, blog: [] });
  const state = accounts.reading.of(ann);
  t.equal(state.ids('read', 'news').length, READING.readMax);
  t.ok(state.has('read', 'news', 1), 'the oldest counts as read');
  t.notOk(state.has('read', 'news', all.length + 1));
  const stars = { news: range(1, READING.markedMax + 1), blog: [] };
  await t.rejects(
    accounts.reading.mark(ann, 'starred', true, stars),
    { code: 'INPUT_INVALID' },
    'stars are not forgotten, so there is a most',
  );
  const labels = range(0, READING.labelsMax + 1).map(String);
  await t.rejects(accounts.reading.shelve(ann, 'feed/blog:tea', { title: null, labels }), {
    code: 'INPUT_INVALID',
  });
});

t.test('a rewritten journal gives the same marks, and none of a removed user', async (t) => {
  const { folder, accounts, ann, open } = await house(t);
  const bob = await accounts.addUser('bob', '');
  await accounts.reading.mark(bob, 'label/private-words', true, { news: [77_777], blog: [] });
  await accounts.appPasswords.add(bob, 'telephone of bob');
  await accounts.reading.mark(ann, 'read', true, {
    news: range(1, READING.readMax + 7),
    blog: [9, 2],
  });
  await accounts.removeUser('bob');
  await accounts.erase();
  const journal = readFileSync(join(folder, 'accounts', 'journal'), 'utf8');
  t.notMatch(journal, /private-words|telephone of bob/);
  const state = open().reading.of(ann);
  t.equal(state.ids('read', 'news').length, READING.readMax);
  t.ok(state.has('read', 'news', 7));
  t.notOk(state.has('read', 'news', READING.readMax + 8));
  t.same([...state.ids('read', 'blog')], [2, 9]);
});

t.test('a journal that was put back from before is known by its marks', (t) => {
  const mark: Extract<ReadingEvent, { type: 'mark' }> = {
    ...{ type: 'mark', user: 1, mark: 'read', isOn: true, items: { news: [1] } },
    atMs: 1,
  };
  const older = new Roster();
  const newer = new Roster();
  for (const roster of [older, newer]) {
    roster.apply({ type: 'user', id: 1, login: 'a', name: '', atMs: 1 });
    roster.apply(mark);
  }
  newer.apply({ ...mark, isOn: false });
  t.ok(older.isBefore(newer));
  t.notOk(newer.isBefore(older));
  const again = new Roster();
  for (const event of newer.compacted()) again.apply(event);
  t.notOk(again.isBefore(newer), 'a rewritten one is none');
  t.end();
});

t.test(
  'an app password is kept as a digest, is one of few, and its tokens are for one use',
  async (t) => {
    const { folder, accounts, ann } = await house(t);
    const text = await accounts.appPasswords.add(ann, 'reader');
    t.match(text, /^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){4}$/);
    t.notMatch(readFileSync(join(folder, 'accounts', 'journal'), 'utf8'), text);
    const password = accounts.appPasswords.check('ann', text)!;
    t.equal(accounts.appPasswords.check('ann', `${text}a`), null);
    const token = accounts.appPasswords.token(password, 'ask', SECRET);
    t.equal(accounts.appPasswords.who(token, 'ask', SECRET)?.user.id, ann.id);
    t.equal(accounts.appPasswords.who(token, 'change', SECRET), null);
    t.equal(accounts.appPasswords.who(token, 'ask', new Uint8Array(32)), null, 'of another store');
    for (let at = 1; at < APP_PASSWORDS_PER_USER; at++) await accounts.appPasswords.add(ann, '');
    await t.rejects(accounts.appPasswords.add(ann, ''), { code: 'INPUT_INVALID' });
    await accounts.appPasswords.remove(ann, password.id);
    t.equal(accounts.appPasswords.who(token, 'ask', SECRET), null);
  },
);

t.test('marks that are on their way to the disk count once, whoever looks meanwhile', async (t) => {
  const { accounts, ann, open } = await house(t);
  const looking = setInterval(() => accounts.refresh(), 1);
  t.teardown(() => clearInterval(looking));
  for (let at = 1; at <= 3; at++) {
    await accounts.reading.mark(ann, 'read', true, { news: [at], blog: [] });
  }
  clearInterval(looking);
  t.same([...accounts.reading.of(ann).ids('read', 'news')], [1, 2, 3]);
  t.same([...open().reading.of(ann).ids('read', 'news')], [1, 2, 3]);
});
