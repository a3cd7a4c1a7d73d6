/** Sign-in links, sessions, roles, follows and passkeys: rules, abuse, several processes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, HOUR_MS, ManualClock, MINUTE_MS } from '../../../src/kernel/clock.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import { AUDIT_ENTRIES_MAX } from '../../../src/store/accounts/audit.js';
import { PASSKEYS_PER_USER } from '../../../src/store/accounts/credentials.js';
import { FOLLOWS_PER_USER } from '../../../src/store/accounts/follows.js';
import { Journal } from '../../../src/store/accounts/journal.js';
import { lineOf } from '../../../src/store/accounts/journal-lines.js';
import { Roster } from '../../../src/store/accounts/roster.js';
import type { AccountEvent } from '../../../src/store/accounts/roster-events.js';
import { LINK_MS, SESSION_IDLE_MS, SESSION_MS } from '../../../src/store/accounts/rules.js';
import {
  BROWSER_PREFIX,
  LINK_PREFIX,
  newSecret,
  SESSION_PREFIX,
} from '../../../src/store/accounts/secret.js';
import { SESSIONS_PER_USER, SignInLimits } from '../../../src/store/accounts/sign-in.js';

interface Owner {
  teardown(work: () => void): void;
}

function folderFor(owner: Owner): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-sign-in-'));
  owner.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function house(owner: Owner) {
  const folder = folderFor(owner);
  const clock = new ManualClock(1000);
  const accounts = Accounts.open(folder, clock);
  const ann = await accounts.addUser('ann@example.org', 'Ann');
  return { folder, clock, accounts, ann, browser: newSecret(BROWSER_PREFIX) };
}

const journalOf = (folder: string): string =>
  readFileSync(join(folder, 'accounts', 'journal'), 'utf8');

t.test(
  'a link signs in once, in the browser that asked for it, and nothing of it is kept',
  async (t) => {
    const { folder, accounts, ann, browser } = await house(t);
    const link = await accounts.signIn.linkFor(ann, browser);
    const other = newSecret(BROWSER_PREFIX);
    t.equal(await accounts.signIn.byLink(link, other, ''), 'other-browser');
    t.equal(
      await accounts.signIn.byLink(link, '', ''),
      'other-browser',
      'nor one without a cookie',
    );
    t.equal(accounts.signIn.stateOf(link, browser), 'usable', 'who was refused used nothing up');
    const made = await accounts.signIn.byLink(link, browser, 'Firefox');
    if (typeof made === 'string') throw new Error(made);
    t.equal(accounts.signIn.who(made.text)?.user.id, ann.id);
    t.equal(await accounts.signIn.byLink(link, browser, ''), 'unknown', 'twice');
    const again = Accounts.open(folder, new ManualClock(1000));
    t.equal(again.signIn.who(made.text)?.session.agent, 'Firefox', 'another process knows it');
    t.equal(await again.signIn.byLink(link, browser, ''), 'unknown');
    for (const secret of [link, made.text, browser]) {
      t.notOk(journalOf(folder).includes(secret.slice(9, 20)), secret.slice(0, 8));
    }
  },
);

t.test('a link that another process has just made is usable at once', async (t) => {
  const { folder, clock, accounts, ann, browser } = await house(t);
  const command = Accounts.open(folder, clock);
  const link = await command.signIn.linkFor(ann, null);
  t.equal(accounts.signIn.stateOf(link, browser), 'usable');
});

t.test('of many who use a link at once, one is signed in', async (t) => {
  const { folder, accounts, ann, browser } = await house(t);
  const link = await accounts.signIn.linkFor(ann, browser);
  const tries = Array.from({ length: 8 }, () =>
    Accounts.open(folder, new ManualClock(1000)).signIn.byLink(link, browser, ''),
  );
  const outcomes = await Promise.all(tries);
  t.equal(outcomes.filter((one) => typeof one !== 'string').length, 1);
});

t.test('a link is good for 15 minutes, a session for 30 days unused and 180 in all', async (t) => {
  const { clock, accounts, ann, browser } = await house(t);
  const late = await accounts.signIn.linkFor(ann, browser);
  clock.advance(LINK_MS - 1);
  t.equal(accounts.signIn.stateOf(late, browser), 'usable');
  clock.advance(1);
  t.equal(accounts.signIn.stateOf(late, browser), 'expired');
  t.equal(await accounts.signIn.byLink(late, browser, ''), 'expired');
  const made = await accounts.signIn.byPasskey(ann.id, '');
  const startMs = clock.nowMs();
  while (clock.nowMs() + 20 * DAY_MS < startMs + SESSION_MS) {
    clock.advance(20 * DAY_MS);
    t.ok(accounts.signIn.who(made.text), 'used');
    t.ok(accounts.signIn.isDue(accounts.signIn.who(made.text)!.session));
    await accounts.signIn.see(made.session.id);
    t.notOk(accounts.signIn.isDue(accounts.signIn.who(made.text)!.session), 'not twice at once');
  }
  clock.advance(startMs + SESSION_MS - clock.nowMs());
  t.equal(accounts.signIn.who(made.text), null, 'used or not');
  const idle = await accounts.signIn.byPasskey(ann.id, '');
  clock.advance(SESSION_IDLE_MS);
  t.equal(accounts.signIn.who(idle.text), null);
  t.strictSame(accounts.signIn.sessionsOf(ann), []);
});

t.test('a guessed or changed text is no link and no session', async (t) => {
  const { accounts, ann, browser } = await house(t);
  const link = await accounts.signIn.linkFor(ann, browser);
  const { text } = await accounts.signIn.byPasskey(ann.id, '');
  fc.assert(
    fc.property(
      fc.nat(50),
      fc.constantFrom(...'AZaz09_-= é\u0000'),
      fc.constantFrom(link, text),
      (at, letter, secret) => {
        const changed = secret.slice(0, at) + letter + secret.slice(at + 1);
        if (changed === secret) return true;
        return (
          accounts.signIn.stateOf(changed, browser) === 'unknown' &&
          accounts.signIn.who(changed) === null
        );
      },
    ),
  );
  for (const guess of ['', text.toUpperCase(), newSecret(LINK_PREFIX), newSecret(SESSION_PREFIX)]) {
    t.equal(accounts.signIn.who(guess), null);
    t.equal(accounts.signIn.stateOf(guess, browser), 'unknown');
  }
  t.equal(accounts.signIn.who(link), null, 'a link is no session');
});

t.test('sessions are listed and ended, one or all others, and the oldest gives way', async (t) => {
  const { clock, accounts, ann } = await house(t);
  const bob = await accounts.addUser('bob', '');
  const texts: string[] = [];
  for (let count = 0; count <= SESSIONS_PER_USER; count++) {
    clock.advance(1000);
    texts.push((await accounts.signIn.byPasskey(ann.id, `agent ${count}`)).text);
  }
  t.equal(accounts.signIn.sessionsOf(ann).length, SESSIONS_PER_USER);
  t.equal(accounts.signIn.who(texts[0]!), null, 'the oldest');
  const last = accounts.signIn.who(texts.at(-1)!)!.session;
  await t.rejects(accounts.signIn.end(bob, last.id), { code: 'INPUT_INVALID' }, 'not his');
  await accounts.signIn.end(ann, accounts.signIn.who(texts[5]!)!.session.id);
  t.equal(accounts.signIn.who(texts[5]!), null);
  t.equal(await accounts.signIn.endOthers(ann, last.id), SESSIONS_PER_USER - 2);
  t.strictSame(
    accounts.signIn.sessionsOf(ann).map(({ id }) => id),
    [last.id],
  );
});

t.test('a link for a login without a user adds it, when it is used', async (t) => {
  const { folder, accounts, browser } = await house(t);
  const link = await accounts.signIn.linkForNew('new@example.org', browser);
  t.equal(accounts.users().length, 1, 'not before');
  const made = await accounts.signIn.byLink(link, browser, '');
  if (typeof made === 'string') throw new Error(made);
  t.equal(made.user.login, 'new@example.org');
  t.equal(made.user.role, 'user');
  const second = await accounts.signIn.linkForNew('NEW@example.org', browser);
  const same = await accounts.signIn.byLink(second, browser, '');
  t.equal(typeof same === 'string' ? same : same.user.id, made.user.id, 'no second one');
  t.equal(Accounts.open(folder, new ManualClock(1000)).users().length, 2);
});

t.test('a link goes to the stored address, however the login was typed', async (t) => {
  const { accounts, browser } = await house(t);
  await accounts.addUser('kim@example.org', 'Kim');
  // U+212A, the sign of the unit kelvin, folds to k; it is another mailbox.
  const typed = '\u212Aim@example.org';
  const known = await accounts.signIn.linkToMail(typed, browser, true);
  t.equal(known?.to, 'kim@example.org');
  const made = await accounts.signIn.byLink(known!.text, browser, '');
  t.equal(typeof made === 'string' ? made : made.user.login, 'kim@example.org');
  const fresh = await accounts.signIn.linkToMail('\u212Aira@example.org', browser, true);
  t.equal(fresh?.to, 'kira@example.org', 'nor does a link wait for a user of another mailbox');
  const added = await accounts.signIn.byLink(fresh!.text, browser, '');
  t.equal(typeof added === 'string' ? added : added.user.login, 'kira@example.org');
  t.equal(await accounts.signIn.linkToMail('\u212Al@example.org', browser, false), null);
});

t.test('links beyond five put the older ones aside', async (t) => {
  const { accounts, ann, browser } = await house(t);
  const links: string[] = [];
  for (let count = 0; count < 7; count++) links.push(await accounts.signIn.linkFor(ann, browser));
  t.strictSame(
    links.map((link) => accounts.signIn.stateOf(link, browser) === 'usable'),
    [false, false, true, true, true, true, true],
  );
});

t.test('there is one owner to begin with, and never none again', async (t) => {
  const { folder, accounts, ann } = await house(t);
  await accounts.addUser('owner', 'a user of an older version');
  const made = await Promise.all([
    accounts.owner(),
    Accounts.open(folder, new ManualClock(0)).owner(),
  ]);
  t.strictSame(new Set(made.map(({ id }) => id)).size, 1);
  const [owner] = made;
  t.equal(owner!.role, 'owner');
  t.equal(accounts.user('owner').role, 'user', 'a name alone gives no rights');
  await t.rejects(accounts.removeUser(owner!.login), { message: /only owner/ });
  await t.rejects(accounts.giveRole(owner!.login, 'user'), { message: /only owner/ });
  await accounts.giveRole(ann.login, 'owner', owner!.id);
  await accounts.removeUser(owner!.login, ann.id);
  t.equal((await accounts.owner()).id, ann.id);
});

t.test(
  'what administrators change is written down with who and when; what people do is not',
  async (t) => {
    const { folder, clock, accounts, ann } = await house(t);
    const admin = await accounts.addUser('admin', '', { role: 'admin' });
    clock.advance(500);
    const own = await accounts.createKey(ann.login, 'mine', ann.id);
    await accounts.revokeKey(own.key.id, admin.id);
    await accounts.note(admin.id, 'blog verified', 'blog tea', 'on request');
    await accounts.removeUser(ann.login, admin.id);
    const said = (from: Accounts): string[] =>
      from
        .audit(10)
        .map(({ id, by, action, target, atMs }) => `${id} ${by} ${action} ${target} ${atMs}`);
    const expected = [
      `5 ${admin.id} user removed user ${ann.id} 1500`,
      `4 ${admin.id} blog verified blog tea 1500`,
      `3 ${admin.id} key revoked key ${own.key.id} 1500`,
      `2 0 user added user ${admin.id} 1000`,
      `1 0 user added user ${ann.id} 1000`,
    ];
    t.strictSame(said(accounts), expected);
    await accounts.erase();
    t.strictSame(said(accounts), expected, 'what is gone takes no entry along');
    t.strictSame(said(Accounts.open(folder, clock)), expected);
    t.strictSame(
      accounts.audit(2, 4).map(({ id }) => id),
      [3, 2],
      'older ones',
    );
    t.equal(accounts.auditOf(admin).length, 3);
  },
);

t.test('the audit log keeps its newest entries, and their numbers', async (t) => {
  const roster = new Roster();
  const entry = { type: 'audit', by: 1, action: 'a', target: 't', detail: '', atMs: 0 } as const;
  for (let count = 0; count < 2 * AUDIT_ENTRIES_MAX + 5; count++) roster.apply(entry);
  const again = new Roster();
  for (const event of roster.compacted()) again.apply(event);
  t.equal(again.audit.newest(1)[0]?.id, 2 * AUDIT_ENTRIES_MAX + 5);
  t.equal(again.audit.newest(2 * AUDIT_ENTRIES_MAX).length, AUDIT_ENTRIES_MAX);
  t.equal(again.audit.nextId, roster.audit.nextId);
});

t.test('a removed user stands in the journal no more', async (t) => {
  const { folder, accounts, ann, browser } = await house(t);
  await accounts.addUser('bob', 'Bob');
  await accounts.follows.follow(ann, ['tea-house']);
  await accounts.createKey(ann.login, 'secret project');
  const link = await accounts.signIn.linkFor(ann, browser);
  const made = await accounts.signIn.byPasskey(ann.id, 'Odd browser');
  await accounts.removeUser(ann.login);
  t.equal(accounts.signIn.who(made.text), null);
  t.equal(accounts.signIn.stateOf(link, browser), 'unknown');
  t.ok(accounts.holdsRemoved);
  await accounts.erase();
  t.notOk(accounts.holdsRemoved);
  for (const word of ['ann@', 'Ann', 'tea-house', 'secret project', 'Odd browser']) {
    t.notOk(journalOf(folder).includes(word), word);
  }
  const reader = Accounts.open(folder, new ManualClock(1000));
  t.strictSame(
    reader.users().map(({ login }) => login),
    ['bob'],
  );
  t.equal((await reader.addUser('eve', '')).id, 3, 'ids go on');
});

t.test('blogs are followed once each, a thousand at most, and left', async (t) => {
  const { folder, accounts, ann } = await house(t);
  t.equal(await accounts.follows.follow(ann, ['tea', 'rice', 'tea']), 2);
  t.equal(await accounts.follows.follow(ann, ['rice', 'sea']), 1);
  await accounts.follows.unfollow(ann, 'rice');
  await accounts.follows.unfollow(ann, 'never');
  const again = Accounts.open(folder, new ManualClock(1000));
  t.strictSame(
    again.follows.of(ann).map(({ blog }) => blog),
    ['tea', 'sea'],
  );
  const many = Array.from({ length: FOLLOWS_PER_USER - 2 }, (_, at) => `blog-${at}`);
  t.equal(await accounts.follows.follow(ann, many), many.length);
  await t.rejects(accounts.follows.follow(ann, ['more']), { code: 'INPUT_INVALID' });
  t.notOk(accounts.follows.has(ann, 'more'));
});

t.test('passkeys are found by credential, ten a person, and belong to one', async (t) => {
  const { folder, accounts, ann } = await house(t);
  const bob = await accounts.addUser('bob', '');
  const key = (at: number) => ({
    credential: `c${at}`,
    publicKey: 'k',
    counter: 0,
    transports: ['usb'],
  });
  for (let at = 0; at < PASSKEYS_PER_USER; at++) await accounts.passkeys.add(ann, key(at), 'phone');
  await t.rejects(accounts.passkeys.add(ann, key(10), ''), { message: /at most/ });
  await t.rejects(accounts.passkeys.add(bob, key(3), ''), { message: /already/ });
  const third = accounts.passkeys.byCredential('c3')!;
  await accounts.passkeys.use(third.id, 7);
  t.equal(Accounts.open(folder, new ManualClock(0)).passkeys.byCredential('c3')?.counter, 7);
  await t.rejects(accounts.passkeys.remove(bob, third.id), { code: 'INPUT_INVALID' }, 'not his');
  await accounts.passkeys.remove(ann, third.id);
  t.equal(accounts.passkeys.byCredential('c3'), null);
});

t.test(
  'a journal says of which format it is; older ones are read, newer ones refused',
  async (t) => {
    const folder = folderFor(t);
    const path = join(folder, 'accounts', 'journal');
    const old = Accounts.open(folder, new ManualClock(1000));
    await old.addUser('ann', '');
    const written = new Journal(path);
    const event = { type: 'user', id: 1, login: 'ann', name: '', atMs: 0 };
    // As the first version wrote it: no anchor, no format, no role.
    rmSync(`${path}.anchor`);
    writeFileSync(path, lineOf(event, 0n).line);
    const accounts = Accounts.open(folder, new ManualClock(1000));
    t.equal(accounts.user('ann').role, 'user');
    await accounts.follows.follow(accounts.user('ann'), ['tea']);
    t.match(journalOf(folder), /"format":3/);
    t.equal(Accounts.open(folder, new ManualClock(0)).follows.of(accounts.user('ann')).length, 1);
    written.read();
    rmSync(`${path}.anchor`);
    writeFileSync(path, lineOf({ type: 'anchored', format: 6 }, 0n).line);
    t.throws(() => Accounts.open(folder, new ManualClock(0)), { code: 'STORE_UNKNOWN' });
  },
);

t.test('a roster that is made short again answers as before', async (t) => {
  const id = fc.integer({ min: 1, max: 4 });
  const event = fc.oneof(
    fc.record({
      type: fc.constant('user' as const),
      id,
      login: fc.constantFrom('a', 'b'),
      name: fc.constant(''),
      atMs: id,
      by: fc.constant(0),
    }),
    fc.record({ type: fc.constant('user-removed' as const), id, atMs: id, by: id }),
    fc.record({
      type: fc.constant('role' as const),
      user: id,
      role: fc.constantFrom('owner' as const, 'user' as const),
      atMs: id,
      by: id,
    }),
    fc.record({
      type: fc.constant('follow' as const),
      user: id,
      blog: fc.constantFrom('x', 'y'),
      atMs: id,
    }),
    fc.record({
      type: fc.constant('unfollow' as const),
      user: id,
      blog: fc.constantFrom('x', 'y'),
      atMs: id,
    }),
    fc.record({
      type: fc.constant('session' as const),
      id,
      digest: fc.constantFrom('d', 'e'),
      user: id,
      way: fc.constant('link' as const),
      agent: fc.constant(''),
      atMs: id,
      seenMs: id,
    }),
    fc.record({ type: fc.constant('session-seen' as const), id, atMs: id }),
    fc.record({ type: fc.constant('session-ended' as const), id, atMs: id }),
    fc.record({
      type: fc.constant('link' as const),
      id,
      digest: fc.constant('l'),
      user: id,
      login: fc.constant(''),
      browser: fc.constant(null),
      atMs: id,
    }),
    fc.record({ type: fc.constant('link-used' as const), id, atMs: id }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const roster = new Roster();
      for (const one of events) roster.apply(one as AccountEvent);
      const again = new Roster();
      for (const one of roster.compacted()) again.apply(one);
      t.strictSame(again.compacted(), roster.compacted());
      return !again.isBefore(roster) && !again.holdsRemoved;
    }),
    { numRuns: 200 },
  );
});

t.test('10,000 mails asked for one mailbox are three; from one address, twenty', async (t) => {
  const clock = new ManualClock(0);
  const limits = new SignInLimits(clock);
  let admitted = 0;
  for (let at = 0; at < 10_000; at++) {
    if (limits.take(at % 2 === 0 ? 'ann@example.org' : 'ANN@example.org', `client ${at}`))
      admitted += 1;
  }
  t.equal(admitted, 3);
  admitted = 0;
  for (let at = 0; at < 10_000; at++) if (limits.take(`user ${at}`, 'one')) admitted += 1;
  t.equal(admitted, 20);
  admitted = 0;
  for (let at = 0; at < 10_000; at++) if (limits.take(`mail ${at}`, `other ${at}`)) admitted += 1;
  t.equal(admitted, 500 - 23, 'and 500 in all');
  clock.advance(15 * MINUTE_MS);
  t.notOk(limits.take('ann@example.org', 'x'), 'the limit of all still holds');
  clock.advance(HOUR_MS);
  t.ok(limits.take('ann@example.org', 'x'));
});
