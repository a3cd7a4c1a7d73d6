/** Accounts that several nodes share: each rule with an engine in memory that loses, refuses and cuts. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { ManualClock, systemMonotonic } from '../../../src/kernel/clock.js';
import { SETS } from '../../../src/kernel/outlet-set.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import { AccountStream } from '../../../src/store/nodes/account-stream.js';
import { MemoryEngine, MemoryStream } from '../nodes/memory-engine.js';

const LEASE_MS = 5000;
const BELIEVED_MS = 1000;
/** Nodes in memory hear each other at once, and follow when a test says so: nothing is waited for. */
const WAITS = { listenMs: 2, settleMsMax: 2 };
const ANN = 'ann@example.org';

interface TestNode {
  name: string;
  folder: string;
  engine: MemoryEngine;
  accounts: Accounts;
  told: string[];
  /** Moved forward, a node has heard of nobody for that long. */
  awayMs: { now: number };
}

function nodeOf(t: Test, stream: MemoryStream, name: string, at: string | null = null): TestNode {
  const { leaseMs } = stream;
  const folder = at ?? mkdtempSync(join(tmpdir(), 'tagwire-shared-'));
  if (at === null) t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const engine = new MemoryEngine(stream);
  const told: string[] = [];
  const awayMs = { now: 0 };
  const order = new AccountStream({ engine, log: 'news', node: name, leaseMs, ...WAITS });
  const monotonic = { nowMs: () => systemMonotonic.nowMs() + awayMs.now };
  const sharing = { order, monotonic, believedMs: BELIEVED_MS, tell: (w: string) => told.push(w) };
  const accounts = Accounts.open(folder, new ManualClock(1000), { sharing });
  return { name, folder, engine, accounts, told, awayMs };
}

function three(
  t: Test,
  leaseMs = LEASE_MS,
): { stream: MemoryStream; nodes: [TestNode, TestNode, TestNode] } {
  const stream = new MemoryStream(leaseMs);
  return {
    stream,
    nodes: [nodeOf(t, stream, 'a'), nodeOf(t, stream, 'b'), nodeOf(t, stream, 'c')],
  };
}

/** Everything that is there, as one can ask for it. */
function contentOf({ accounts }: TestNode): unknown {
  const users = accounts.users();
  return {
    entry: accounts.entry,
    users,
    keys: users.map((user) => accounts.keysOf(user)),
    sessions: users.map((user) => accounts.signIn.sessionsOf(user)),
    follows: users.map((user) => accounts.follows.of(user)),
    sets: users.map((user) => accounts.sets.of(user)),
    tokens: accounts.tokens(),
    audit: accounts.audit(1000),
  };
}

async function areSame(t: Test, nodes: readonly TestNode[]): Promise<void> {
  for (const { accounts } of nodes) await accounts.follow();
  const [first, ...others] = nodes.map(contentOf);
  for (const other of others) t.same(other, first, 'all nodes have the same');
  for (const { folder } of nodes) {
    const again = Accounts.open(folder, new ManualClock(1000));
    t.same(again.users(), nodes[0]!.accounts.users(), 'and on their disks');
    t.equal(again.entry, nodes[0]!.accounts.entry);
  }
}

t.test('A key of one node is valid on all, and revoked on all', async (t) => {
  const { nodes } = three(t);
  const [a, b, c] = nodes;
  await a.accounts.addUser(ANN, 'Ann');
  const { key, apiKey } = await b.accounts.createKey(ANN, 'of b');
  await c.accounts.follow();
  t.equal(c.accounts.keyOf(apiKey)?.id, key.id);
  await c.accounts.revokeKey(key.id);
  for (const node of nodes) await node.accounts.follow();
  for (const { accounts } of nodes) t.equal(accounts.keyOf(apiKey), null);
  await areSame(t, nodes);
});

t.test(
  'A sign-in link of one node signs in on another, once, and the session holds on all',
  async (t) => {
    const { nodes } = three(t);
    const [a, b, c] = nodes;
    const user = await a.accounts.addUser(ANN, 'Ann');
    const text = await a.accounts.signIn.linkFor(user, null);
    const used = await Promise.all(
      [a, b, c].map(({ accounts }) => accounts.signIn.byLink(text, '', 'Firefox')),
    );
    const signedIn = used.filter((one) => typeof one !== 'string');
    t.equal(signedIn.length, 1, 'of three at the same moment one signs in');
    t.same(
      used.filter((one) => typeof one === 'string'),
      ['unknown', 'unknown'],
    );
    const session = (signedIn[0] as { text: string }).text;
    await areSame(t, nodes);
    for (const { accounts } of nodes) t.equal(accounts.signIn.who(session)?.user.login, ANN);
  },
);

t.test(
  'Rules are decided on the newest state, whatever node is asked at the same time',
  async (t) => {
    const { nodes } = three(t);
    await nodes[0].accounts.addUser(ANN, 'Ann');
    const asked = Array.from({ length: 9 }, (_, at) =>
      nodes[at % 3]!.accounts.createKey(ANN, `key ${at}`),
    );
    const made = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled');
    t.equal(made.length, 3, 'three keys for a person, of all nodes together');
    await areSame(t, nodes);
  },
);

t.test('What somebody has read on one node is read on all', async (t) => {
  const [a, b] = three(t).nodes;
  const ann = await a.accounts.addUser(ANN, '');
  await b.accounts.follow();
  await Promise.all([
    a.accounts.reading.mark(ann, 'read', true, { news: [7], blog: [] }),
    b.accounts.reading.mark(ann, 'read', true, { news: [9], blog: [4] }),
  ]);
  const password = await b.accounts.appPasswords.add(ann, '');
  for (const { accounts } of [a, b]) {
    await accounts.follow();
    t.same([...accounts.reading.of(ann).ids('read', 'news')], [7, 9]);
    t.same([...accounts.reading.of(ann).ids('read', 'blog')], [4]);
    t.ok(accounts.appPasswords.check(ANN, password));
  }
});

t.test('A set that was saved on one node is there on all, and its address opens it', async (t) => {
  const [a, b, c] = three(t).nodes;
  const ann = await a.accounts.addUser(ANN, '');
  const camps = ['harbour', 'alpha'].map((outlet) => {
    return { label: `House ${outlet}`, colour: '', outlets: [outlet] };
  });
  const draft = { title: 'Mine', author: 'Ann', grounds: 'Why.', links: [], camps, unknown: [] };
  await b.accounts.follow();
  const { id } = await b.accounts.sets.add(ann, draft);
  const secret = await c.accounts.sets.giveAddress(ann, id);
  await a.accounts.sets.change(ann, id, { ...draft, title: 'Ours' });
  for (const { accounts } of [a, b, c]) {
    await accounts.follow();
    t.match(accounts.sets.bySecret(secret), { id, title: 'Ours' });
  }
  const made = await Promise.allSettled(
    Array.from({ length: SETS.perUserMax + 4 }, (_, at) =>
      [a, b, c][at % 3]!.accounts.sets.add(ann, draft),
    ),
  );
  const kept = made.filter(({ status }) => status === 'fulfilled');
  t.equal(1 + kept.length, SETS.perUserMax, 'as many as a person may have, of all nodes together');
  await areSame(t, [a, b, c]);
});

t.test('What was decided and did not get into the order is undone', async (t) => {
  const { nodes } = three(t);
  const [a, b] = nodes;
  await a.accounts.addUser(ANN, 'Ann');
  await b.accounts.follow();
  b.engine.isCut = true;
  await t.rejects(b.accounts.addUser('bob', 'Bob'), { code: 'STORE_WRITE_FAILED' });
  t.equal(b.accounts.find('bob'), null);
  b.engine.isCut = false;
  await b.accounts.addUser('carl', 'Carl');
  await areSame(t, nodes);
});

t.test('A change whose answer was lost is in the order once', async (t) => {
  const { nodes } = three(t);
  const [a] = nodes;
  await a.accounts.addUser(ANN, 'Ann');
  a.engine.losesAnswer = true;
  const { id } = await a.accounts.addUser('bob', 'Bob');
  t.equal(id, 2);
  await areSame(t, nodes);
  t.equal(a.accounts.users().length, 2);
});

t.test('A node that was away reads what came since, and a new one everything', async (t) => {
  const { stream, nodes } = three(t);
  const [a, b, c] = nodes;
  await a.accounts.addUser(ANN, 'Ann');
  const { key, apiKey } = await a.accounts.createKey(ANN, '');
  await c.accounts.follow();
  await b.accounts.revokeKey(key.id);
  const back = nodeOf(t, stream, 'c', c.folder);
  t.not(back.accounts.keyOf(apiKey), null, 'its journal still has the key');
  t.notOk(back.accounts.isCurrent, 'but nothing of it is believed');
  await back.accounts.follow();
  t.ok(back.accounts.isCurrent);
  t.equal(back.accounts.keyOf(apiKey), null);
  await areSame(t, [a, b, back, nodeOf(t, stream, 'd')]);
});

t.test(
  'A node that cannot reach the others believes what it has for a while, and then nothing',
  async (t) => {
    const { nodes } = three(t);
    const [a, b] = nodes;
    await a.accounts.addUser(ANN, 'Ann');
    await b.accounts.follow();
    b.engine.isCut = true;
    await t.rejects(b.accounts.follow(), { code: 'STORE_WRITE_FAILED' });
    t.ok(b.accounts.isCurrent);
    b.awayMs.now += BELIEVED_MS;
    t.notOk(b.accounts.isCurrent);
    b.engine.isCut = false;
    await b.accounts.follow();
    t.ok(b.accounts.isCurrent);
  },
);

t.test(
  'The first node brings its own accounts, and a second one with others is refused',
  async (t) => {
    const stream = new MemoryStream(LEASE_MS);
    const folders = ['a', 'b'].map(() => mkdtempSync(join(tmpdir(), 'tagwire-shared-')));
    t.teardown(() => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
    const own = Accounts.open(folders[0]!, new ManualClock(1000));
    await own.addUser(ANN, 'Ann');
    const { apiKey } = await own.createKey(ANN, 'of before');
    await Accounts.open(folders[1]!, new ManualClock(1000)).addUser('bob', 'Bob');
    const a = nodeOf(t, stream, 'a', folders[0]);
    await a.accounts.follow();
    t.match(a.told, [/has the users and keys of this node/]);
    const b = nodeOf(t, stream, 'b', folders[1]);
    await t.rejects(b.accounts.follow(), {
      code: 'CONFIG_INVALID',
      message: /move accounts\/ away/,
    });
    t.notOk(b.accounts.isCurrent);
    const c = nodeOf(t, stream, 'c');
    await c.accounts.follow();
    t.equal(c.accounts.keyOf(apiKey)?.label, 'of before');
    await areSame(t, [a, c]);
  },
);

t.test(
  'Changes that the engine has lost are appended again by the node that has them',
  async (t) => {
    const { stream, nodes } = three(t);
    const [a, b] = nodes;
    await a.accounts.addUser(ANN, 'Ann');
    const { key, apiKey } = await a.accounts.createKey(ANN, '');
    for (const { accounts } of nodes) await accounts.follow();
    await a.accounts.revokeKey(key.id);
    stream.loseNewest(1);
    // The other one knows from the first that there is more, and waits for it.
    const adding = b.accounts.addUser('bob', 'Bob');
    await a.accounts.follow();
    await adding;
    t.match(a.told, [/appended them again/]);
    await areSame(t, nodes);
    t.equal(b.accounts.keyOf(apiKey), null);
  },
);

t.test('A node with another history folds nothing, and nothing holds there', async (t) => {
  // So short that nobody waits for what another one may have.
  const { stream, nodes } = three(t, 1);
  const [a, b, c] = nodes;
  await a.accounts.addUser(ANN, 'Ann');
  await a.accounts.addUser('eve', 'Eve');
  await c.accounts.follow();
  stream.loseNewest(1);
  await b.accounts.addUser('bob', 'Bob');
  await t.rejects(c.accounts.follow(), { code: 'STORE_DAMAGED', message: /does not go on/ });
  t.notOk(c.accounts.isCurrent);
  await t.rejects(c.accounts.addUser('dan', 'Dan'), { code: 'STORE_DAMAGED' });
  t.equal(c.accounts.find('bob'), null);
});

t.test('Who was removed leaves the order and the journals of all nodes', async (t) => {
  const { stream, nodes } = three(t);
  const [a, b, c] = nodes;
  await a.accounts.addUser(ANN, 'Ann');
  await b.accounts.addUser('secret-name', 'Somebody');
  for (const { accounts } of nodes) await accounts.follow();
  await c.accounts.removeUser('secret-name');
  for (const { accounts } of nodes) {
    await accounts.follow();
    await accounts.erase();
  }
  t.equal(stream.messages.length, 1, 'one change has everything');
  t.notOk(Buffer.concat(stream.messages).includes('secret-name'));
  for (const { folder } of nodes) {
    t.notOk(readFileSync(join(folder, 'accounts', 'journal')).includes('secret-name'));
  }
  await areSame(t, [...nodes, nodeOf(t, stream, 'd')]);
});

t.test('Nodes that begin at the same moment have one owner', async (t) => {
  const { nodes } = three(t);
  const owners = await Promise.all(nodes.map(({ accounts }) => accounts.owner()));
  t.same(
    owners.map(({ id, login }) => [id, login]),
    owners.map(() => [1, 'owner']),
  );
  await areSame(t, nodes);
});

t.test('An order that is shortened while it is read is read again', async (t) => {
  const { stream, nodes } = three(t);
  const [a, b, c] = nodes;
  await a.accounts.addUser(ANN, 'Ann');
  await a.accounts.addUser('bob', 'Bob');
  const { engine } = b;
  const message = engine.message.bind(engine);
  engine.message = async (number) => {
    engine.message = message;
    await c.accounts.removeUser('bob');
    return message(number);
  };
  await b.accounts.follow();
  t.ok(stream.first > 1, 'what was to be read had gone');
  t.same(
    b.accounts.users().map(({ login }) => login),
    [ANN],
  );
  await areSame(t, nodes);
});

t.test(
  'The folder of a node takes no change of its own, until it is a store of its own',
  async (t) => {
    const { nodes } = three(t);
    await nodes[0].accounts.addUser(ANN, 'Ann');
    const [{ folder }] = nodes;
    const clock = new ManualClock(1000);
    const refused = { code: 'CONFIG_INVALID', message: /name it with --log/ };
    await t.rejects(Accounts.open(folder, clock).addUser('bob', 'Bob'), refused);
    const own = Accounts.open(folder, clock, { takesOver: true });
    await own.addUser('bob', 'Bob');
    t.equal(own.entry, null);
    await Accounts.open(folder, clock).addUser('carl', 'Carl');
    t.equal(Accounts.open(folder, clock).users().length, 3);
  },
);

t.test('Whatever happens in whatever order, all nodes have what was acknowledged', async (t) => {
  const step = fc.record({
    node: fc.nat(2),
    does: fc.constantFrom('add', 'key', 'revoke', 'remove', 'follow', 'restart', 'cut', 'lost'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { stream, nodes } = three(t);
      const users = new Set<string>();
      const revoked = new Set<string>();
      const keys = new Map<string, number>();
      for (const [at, { node, does }] of steps.entries()) {
        const one = nodes[node]!;
        const { accounts, engine } = one;
        const login = [...users][at % Math.max(1, users.size)] ?? '';
        const [apiKey, id] = [...keys][at % Math.max(1, keys.size)] ?? ['', 0];
        if (does === 'restart') nodes[node] = nodeOf(t, stream, one.name, one.folder);
        if (does === 'lost') engine.losesAnswer = true;
        if (does === 'cut') {
          engine.isCut = true;
          await accounts.addUser(`cut-${at}`, '').catch(() => undefined);
          engine.isCut = false;
        }
        if (does === 'follow') await accounts.follow();
        if (does === 'add') users.add((await accounts.addUser(`user-${at}`, '')).login);
        if (does === 'key' && login !== '') {
          const made = await accounts.createKey(login, '').catch(() => null);
          if (made !== null) keys.set(made.apiKey, made.key.id);
        }
        if (does === 'revoke' && id > 0 && !revoked.has(apiKey)) {
          const done = await accounts.revokeKey(id).then(
            () => true,
            () => false,
          );
          if (done) revoked.add(apiKey);
        }
        if (does === 'remove' && login !== '') {
          await accounts.removeUser(login);
          users.delete(login);
        }
      }
      await areSame(t, nodes);
      for (const { accounts } of nodes) {
        const named = accounts.users().map(({ login }) => login);
        if (named.join() !== [...users].join()) throw new Error(`${named} for ${[...users]}`);
        for (const apiKey of revoked) if (accounts.keyOf(apiKey) !== null) throw new Error(apiKey);
      }
    }),
    { numRuns: 15, seed: 32 },
  );
});
