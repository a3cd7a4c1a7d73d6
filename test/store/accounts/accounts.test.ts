/** Users and keys: rules, durability, several processes at once, broken files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import t from 'tap';
import { ManualClock } from '../../../src/kernel/clock.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import { Journal } from '../../../src/store/accounts/journal.js';
import { JournalAnchor, lineOf } from '../../../src/store/accounts/journal-lines.js';
import { Roster } from '../../../src/store/accounts/roster.js';
import { digestOf, newApiKey } from '../../../src/store/accounts/secret.js';

interface Owner {
  teardown(work: () => void): void;
}

function folderFor(owner: Owner): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-accounts-'));
  owner.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(folder: string): Accounts {
  return Accounts.open(folder, new ManualClock(1000));
}

t.test(
  'a key looks like blog_ and 43 base64url characters; its digest and four of them are kept',
  async (t) => {
    const folder = folderFor(t);
    const accounts = open(folder);
    await accounts.addUser('ann@example.org', 'Ann');
    const { apiKey, key } = await accounts.createKey('ann@example.org', 'laptop');
    t.match(apiKey, /^blog_[A-Za-z0-9_-]{43}$/);
    t.equal(key.digest, digestOf(apiKey));
    const kept = readFileSync(join(folder, 'accounts', 'journal'), 'utf8');
    t.notOk(kept.includes(apiKey), 'the key is not on disk');
    t.notOk(kept.includes(apiKey.slice(9)));
    t.notOk(kept.includes(apiKey.slice(5, 10)), 'nor more of it than the hint');
    t.ok(kept.includes(JSON.stringify(apiKey.slice(5, 9))));
    t.ok(kept.includes(key.digest));
    if (process.platform !== 'win32') {
      t.equal(statSync(join(folder, 'accounts', 'journal')).mode & 0o077, 0, 'for the owner alone');
    }
    t.equal(open(folder).keyOf(apiKey)?.label, 'laptop');
    for (const wrong of [
      '',
      'blog_',
      apiKey.slice(0, -1),
      `${apiKey}A`,
      apiKey.replace('blog_', 'blog-'),
      newApiKey(),
    ]) {
      t.equal(accounts.keyOf(wrong), null, wrong);
    }
  },
);

t.test('a text may be a key only while a key with its hint is in force', async (t) => {
  const folder = folderFor(t);
  const accounts = open(folder);
  await accounts.addUser('ann@example.org', 'Ann');
  const first = await accounts.createKey('ann@example.org', '');
  const second = await accounts.createKey('ann@example.org', '');
  const like = ({ apiKey }: { apiKey: string }): string =>
    apiKey.slice(0, 9) + newApiKey().slice(9);
  t.ok(accounts.mayHold(first.apiKey));
  t.ok(accounts.mayHold(like(second)), 'the hint is all that is looked at');
  t.equal(accounts.keyOf(like(second)), null);
  t.notOk(accounts.mayHold(newApiKey()));
  for (const text of ['', 'blog_', 'blog_abc']) t.notOk(accounts.mayHold(text), text);
  await accounts.revokeKey(first.key.id);
  t.notOk(accounts.mayHold(first.apiKey));
  t.ok(open(folder).mayHold(second.apiKey), 'another process knows it, too');
  await accounts.removeUser('ann@example.org');
  t.notOk(accounts.mayHold(second.apiKey));
});

t.test('the first use of a key is noted once, for keys in force', async (t) => {
  const folder = folderFor(t);
  const accounts = open(folder);
  await accounts.addUser('ann', '');
  const { key } = await accounts.createKey('ann', '');
  t.notOk(accounts.wasUsed(key.id));
  await accounts.markUsed([key.id, 99]);
  const { size } = statSync(join(folder, 'accounts', 'journal'));
  await accounts.markUsed([key.id]);
  t.equal(statSync(join(folder, 'accounts', 'journal')).size, size);
  const other = open(folder);
  t.strictSame([other.wasUsed(key.id), other.wasUsed(99)], [true, false]);
  await other.revokeKey(key.id);
  t.notOk(other.wasUsed(key.id));
});

t.test('while a key without a hint is in force, every text may be it', async (t) => {
  const roster = new Roster();
  roster.apply({ type: 'user', id: 1, login: 'ann', name: '', atMs: 0 });
  roster.apply({ type: 'key', id: 1, user: 1, digest: 'd', label: '', atMs: 0 });
  t.ok(roster.keys.hasHint('abcd'));
  roster.apply({ type: 'key-revoked', id: 1, atMs: 0 });
  t.notOk(roster.keys.hasHint('abcd'));
});

t.test('every other spelling of a key is another key', async () => {
  const key = newApiKey();
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom(...'AbQ_-9.é '), (at, letter) => {
      const other = key.slice(0, at) + letter + key.slice(at + 1);
      return other === key || digestOf(other) !== digestOf(key);
    }),
  );
});

t.test('at most three keys per person; a revoked one makes room', async (t) => {
  const accounts = open(folderFor(t));
  await accounts.addUser('ann', '');
  await accounts.addUser('bob', '');
  const keys = [];
  for (const label of ['a', 'b', 'c']) keys.push(await accounts.createKey('ann', label));
  await t.rejects(accounts.createKey('ann', 'd'), { code: 'INPUT_INVALID', message: /3 keys/ });
  await accounts.createKey('bob', 'his own');
  await accounts.revokeKey(keys[1]!.key.id);
  t.equal(accounts.keyOf(keys[1]!.apiKey), null);
  const fourth = await accounts.createKey('ann', 'd');
  t.not(fourth.key.id, keys[1]!.key.id, 'ids are not used again');
  await t.rejects(accounts.revokeKey(keys[1]!.key.id), { code: 'INPUT_INVALID' });
  await t.rejects(accounts.revokeKey(99), { code: 'INPUT_INVALID' });
});

t.test('a removed user has no keys, and the name is free again', async (t) => {
  const folder = folderFor(t);
  const accounts = open(folder);
  const first = await accounts.addUser('ann', '');
  const { apiKey } = await accounts.createKey('ANN', '');
  await t.rejects(accounts.addUser('Ann', ''), { message: /already/ });
  await accounts.removeUser('ann');
  t.equal(accounts.keyOf(apiKey), null);
  const second = await accounts.addUser('ann', '');
  t.not(second.id, first.id);
  t.strictSame(open(folder).users(), accounts.users());
  t.strictSame(accounts.keysOf(second), []);
  for (const login of ['', 'a b', 'a\u0000', 'x'.repeat(201)]) {
    await t.rejects(accounts.addUser(login, ''), { code: 'INPUT_INVALID' }, JSON.stringify(login));
  }
  await t.rejects(accounts.createKey('nobody', ''), { message: /no user/ });
});

t.test('what one writes another sees when it looks', async (t) => {
  const folder = folderFor(t);
  const server = open(folder);
  const before = server.generation;
  server.refresh();
  t.equal(server.generation, before, 'nothing happened');
  const command = open(folder);
  await command.addUser('ann', '');
  const { apiKey, key } = await command.createKey('ann', '');
  t.equal(server.keyOf(apiKey), null);
  server.refresh();
  t.equal(server.keyOf(apiKey)?.id, key.id);
  t.not(server.generation, before);
  await command.revokeKey(key.id);
  server.refresh();
  t.equal(server.keyOf(apiKey), null);
});

t.test('many processes that make keys at once break no rule', async (t) => {
  const folder = folderFor(t);
  await open(folder).addUser('ann', '');
  const script = fileURLToPath(new URL('./make-keys.js', import.meta.url));
  const children = Array.from({ length: 5 }, () =>
    spawn(process.execPath, [script, folder, 'ann', '6'], { stdio: 'ignore' }),
  );
  const exits = await Promise.all(children.map((child) => once(child, 'exit')));
  t.strictSame(new Set(exits.map(([code]) => code)), new Set([0]));
  const accounts = open(folder);
  const [ann] = accounts.users();
  t.equal(accounts.keysOf(ann!).length, 3);
  t.equal(new Set(accounts.keysOf(ann!).map(({ id }) => id)).size, 3);
});

t.test('a line that a crash cut off does not count and is overwritten', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'accounts', 'journal');
  const accounts = open(folder);
  await accounts.addUser('ann', '');
  const sound = statSync(path).size;
  const anchor = readFileSync(`${path}.anchor`);
  await accounts.addUser('bob', '');
  const whole = statSync(path).size;
  // The crash came before bob was acknowledged.
  writeFileSync(`${path}.anchor`, anchor);
  for (let size = sound; size < whole; size++) {
    const bytes = readFileSync(path);
    truncateSync(path, size);
    t.strictSame(
      open(folder)
        .users()
        .map(({ login }) => login),
      ['ann'],
      `cut at ${size}`,
    );
    writeFileSync(path, bytes);
  }
  truncateSync(path, whole - 3);
  appendFileSync(path, Buffer.alloc(20));
  const again = open(folder);
  const { generation } = again;
  again.refresh();
  t.equal(again.generation, generation, 'the rest of a line is no news');
  await again.addUser('eve', '');
  t.strictSame(
    open(folder)
      .users()
      .map(({ login }) => login),
    ['ann', 'eve'],
  );
});

t.test('any changed byte of a whole line is damage, and then no key is valid', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'accounts', 'journal');
  const accounts = open(folder);
  await accounts.addUser('ann', '');
  const { apiKey } = await accounts.createKey('ann', '');
  await accounts.addUser('bob', '');
  const sound = readFileSync(path);
  const lineFeeds = sound.filter((byte) => byte === 0x0a).length;
  t.equal(lineFeeds, 4, 'an anchor, two users and a key');
  for (let at = 0; at < sound.length - 1; at += 7) {
    const damaged = Buffer.from(sound);
    damaged[at]! ^= 0x04;
    writeFileSync(path, damaged);
    t.throws(() => open(folder), { code: 'STORE_DAMAGED' }, `byte ${at}`);
  }
  writeFileSync(path, Buffer.concat([sound, Buffer.from('0000000000000000 {}\n')]));
  t.throws(() => accounts.refresh(), { code: 'STORE_DAMAGED' });
  t.equal(accounts.keyOf(apiKey), null, 'in doubt no key is valid');
  writeFileSync(path, sound);
  accounts.refresh();
  t.ok(accounts.keyOf(apiKey), 'once it is whole again, they are');
});

t.test('a journal that is rewritten says the same to who reads on', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'journal');
  const writer = new Journal(path);
  const reader = new Journal(path);
  t.strictSame(reader.read(), { isWhole: false, records: [] });
  t.notOk(reader.hasChanges());
  for (const record of [1, 2, 3]) writer.append({ record });
  t.ok(reader.hasChanges());
  t.strictSame(reader.read(), {
    isWhole: true,
    records: [{ record: 1 }, { record: 2 }, { record: 3 }],
  });
  t.notOk(reader.hasChanges());
  writer.rewrite([{ record: 'all' }]);
  t.notOk(existsSync(`${path}.draft`));
  t.ok(reader.hasChanges());
  t.strictSame(reader.read(), { isWhole: true, records: [{ record: 'all' }] });
  writer.append({ record: 4 });
  t.strictSame(reader.read(), { isWhole: false, records: [{ record: 4 }] });
  rmSync(path);
  t.throws(() => reader.read(), { code: 'STORE_DAMAGED' });
});

t.test('a journal that has lost any of what was acknowledged is refused', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'accounts', 'journal');
  const accounts = open(folder);
  await accounts.addUser('ann', '');
  const { apiKey, key } = await accounts.createKey('ann', '');
  await accounts.revokeKey(key.id);
  const journal = readFileSync(path);
  const anchor = readFileSync(`${path}.anchor`);
  for (let size = 0; size < journal.length; size++) {
    writeFileSync(path, journal.subarray(0, size));
    const refused = { code: 'STORE_DAMAGED', message: /accounts\/journal.*`tagwire repair`/ };
    t.throws(() => open(folder), refused, `cut at ${size}`);
  }
  t.throws(() => accounts.refresh(), { code: 'STORE_DAMAGED' }, 'also while it runs');
  t.equal(accounts.keyOf(apiKey), null, 'the revoked key stays revoked');
  rmSync(path);
  t.throws(() => open(folder), { code: 'STORE_DAMAGED' }, 'without the file');
  await t.rejects(accounts.addUser('eve', ''), { code: 'STORE_DAMAGED' }, 'nothing is added');
  writeFileSync(path, journal);
  rmSync(`${path}.anchor`);
  t.throws(() => open(folder), { code: 'STORE_DAMAGED' }, 'without the anchor');
  for (let at = 0; at < anchor.length; at++) {
    const damaged = Buffer.from(anchor);
    damaged[at]! ^= 1;
    writeFileSync(`${path}.anchor`, damaged);
    t.throws(() => open(folder), { code: 'STORE_DAMAGED' }, `byte ${at} of the anchor`);
  }
  writeFileSync(`${path}.anchor`, anchor);
  t.equal(open(folder).users().length, 1, 'whole again');
});

t.test('a journal of a time before anchors is read, and gets one', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'accounts', 'journal');
  mkdirSync(join(folder, 'accounts'));
  const event = { type: 'user', id: 1, login: 'ann', name: '', atMs: 0 };
  writeFileSync(path, lineOf(event, 0n).line);
  t.equal(open(folder).users().length, 1);
  await open(folder).addUser('bob', '');
  t.equal(open(folder).users().length, 2);
  truncateSync(path, statSync(path).size - 1);
  t.throws(() => open(folder), { code: 'STORE_DAMAGED' });
});

t.test('a crash while a journal is rewritten leaves one of the two', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'journal');
  const writer = new Journal(path);
  for (const record of [1, 2, 3]) writer.append({ record });
  const old = readFileSync(path);
  const written: Buffer[] = [];
  const write = JournalAnchor.prototype.write;
  t.teardown(() => (JournalAnchor.prototype.write = write));
  JournalAnchor.prototype.write = function (points) {
    write.call(this, points);
    written.push(readFileSync(`${path}.anchor`));
  };
  writer.rewrite([{ record: 'all' }]);
  const between = written[0]!;
  writeFileSync(`${path}.anchor`, between);
  t.strictSame(new Journal(path).read().records, [{ record: 'all' }]);
  writeFileSync(path, old);
  t.strictSame(new Journal(path).read().records, [{ record: 1 }, { record: 2 }, { record: 3 }]);
  writeFileSync(path, old.subarray(0, old.length - 1));
  t.throws(() => new Journal(path).read(), { code: 'STORE_DAMAGED' });
});

t.test('a journal that is mostly about what is gone becomes short again', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'accounts', 'journal');
  const accounts = open(folder);
  await accounts.addUser('ann', '');
  const { apiKey, key } = await accounts.createKey('ann', 'kept');
  await accounts.markUsed([key.id]);
  // As long as the rule asks for, written in one go rather than with 10,000 syncs.
  const journal = new Journal(path);
  const records = [...journal.read().records];
  for (let id = 100; id < 5100; id++) {
    records.push({ type: 'key', id, user: 1, digest: `d${id}`, label: '', atMs: 0 });
    records.push({ type: 'key-revoked', id, atMs: 0 });
  }
  journal.rewrite(records);
  const long = statSync(path).size;
  const { key: next } = await accounts.createKey('ann', 'new');
  t.ok(statSync(path).size < long / 100, 'rewritten');
  t.equal(next.id, 5100, 'ids go on');
  const again = open(folder);
  t.equal(again.keyOf(apiKey)?.id, key.id);
  t.ok(again.wasUsed(key.id), 'that it was used stays known');
  t.equal((await again.createKey('ann', 'third')).key.id, 5101);
});

t.test('an older version that is put back revives no key and drops no user', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'accounts', 'journal');
  const server = open(folder);
  const versions: { journal: Buffer; anchor: Buffer }[] = [];
  const keep = () => {
    versions.push({ journal: readFileSync(path), anchor: readFileSync(`${path}.anchor`) });
    server.refresh();
  };
  const command = open(folder);
  await command.addUser('ann', '');
  keep();
  const { apiKey, key } = await command.createKey('ann', '');
  keep();
  const { token } = await command.createToken('feeder');
  keep();
  await command.addUser('bob', '');
  keep();
  await command.revokeToken(token.id);
  keep();
  await command.removeUser('bob');
  keep();
  await command.revokeKey(key.id);
  keep();
  const newest = versions.pop()!;
  for (const [index, { journal, anchor }] of versions.entries()) {
    writeFileSync(path, journal);
    t.throws(() => open(folder), { code: 'STORE_DAMAGED' }, `journal ${index} without its anchor`);
    writeFileSync(`${path}.anchor`, anchor);
    for (const look of [1, 2]) {
      t.throws(() => server.refresh(), { code: 'STORE_DAMAGED' }, `version ${index}, look ${look}`);
      t.equal(server.keyOf(apiKey), null, 'the revoked key stays revoked');
    }
    await t.rejects(server.addUser('eve', ''), { code: 'STORE_DAMAGED' }, 'nothing is added');
    writeFileSync(path, newest.journal);
    t.strictSame(
      open(folder)
        .users()
        .map(({ login }) => login),
      ['ann'],
      `anchor ${index} alone takes nothing away`,
    );
    writeFileSync(`${path}.anchor`, newest.anchor);
    server.refresh();
    t.equal(server.users().length, 1, 'whole again');
  }
  for (const name of [path, `${path}.anchor`]) rmSync(name);
  t.throws(() => server.refresh(), { code: 'STORE_DAMAGED' }, 'both files are gone');
  t.equal(server.keyOf(apiKey), null);
});
