/** Passkeys: made and shown once per challenge, for this origin and browser. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { ManualClock, MINUTE_MS } from '../../../src/kernel/clock.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import { WebAuthn } from '../../../src/store/accounts/webauthn.js';
import { PASSKEY_WORK, type PasskeyRunner } from '../../../src/store/accounts/webauthn-work.js';
import { SoftDevice } from './soft-device.js';

const ORIGIN = 'https://blogs.example.org';

async function house(owner: { teardown(work: () => void): void }, origin = ORIGIN) {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-webauthn-'));
  owner.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const clock = new ManualClock(1000);
  const accounts = Accounts.open(folder, clock);
  const ann = await accounts.addUser('ann', '');
  const secret = Buffer.alloc(32, 7);
  // As a thread has it: what it is given and gives back is copied.
  const run: PasskeyRunner = async (work, options) =>
    structuredClone(await PASSKEY_WORK[work](structuredClone(options) as never)) as never;
  const options = { origin, name: 'Tagwire', secret, nowMs: () => clock.nowMs(), run };
  const nodeOf = (own: Uint8Array) => new WebAuthn({ ...options, secret: own }, accounts.passkeys);
  return { clock, accounts, ann, nodeOf, web: nodeOf(secret) };
}

t.test('a passkey that was registered signs in, and its count goes on', async (t) => {
  const { accounts, ann, web } = await house(t);
  const device = new SoftDevice(ORIGIN);
  const asked = await web.registration(ann, 'browser');
  t.equal(asked.rp.id, 'blogs.example.org');
  const made = await web.registered(device.register(asked.challenge), 'browser');
  await accounts.passkeys.add(ann, made, 'phone');
  t.equal((await web.registration(ann, 'b')).excludeCredentials?.length, 1, 'no second one of it');
  for (const use of [1, 2]) {
    const { challenge } = await web.question('browser');
    const shown = await web.shown(device.show(challenge), 'browser');
    t.equal(shown.user, ann.id);
    t.equal(accounts.passkeys.of(ann)[0]?.counter, use);
  }
});

t.test('a service of this machine alone takes passkeys by the name of the machine', async (t) => {
  for (const origin of ['http://127.0.0.1:8642', 'http://[::1]:8642', 'http://localhost:8642']) {
    const { accounts, ann, web } = await house(t, origin);
    t.ok(web.isPossible, origin);
    const device = new SoftDevice('http://localhost:8642');
    const asked = await web.registration(ann, 'browser');
    t.equal(asked.rp.id, 'localhost');
    await accounts.passkeys.add(
      ann,
      await web.registered(device.register(asked.challenge), 'browser'),
      '',
    );
    const { challenge } = await web.question('browser');
    t.equal((await web.shown(device.show(challenge), 'browser')).user, ann.id);
  }
  const { web } = await house(t, 'http://192.0.2.7:8642');
  t.notOk(web.isPossible, 'an address of numbers that others reach has no name');
  t.equal(web.otherOrigin, null);
});

t.test('an answer counts once, in time, from this browser, origin and device', async (t) => {
  const { clock, accounts, ann, web } = await house(t);
  const device = new SoftDevice(ORIGIN);
  const { challenge } = await web.registration(ann, 'browser');
  const answer = device.register(challenge);
  const refused = { code: 'INPUT_INVALID' } as const;
  await t.rejects(web.registered(answer, 'other browser'), refused);
  const made = await web.registered(answer, 'browser');
  await t.rejects(web.registered(answer, 'browser'), refused, 'twice');
  await accounts.passkeys.add(ann, made, '');
  const ask = async () => (await web.question('browser')).challenge;
  const shown = device.show(await ask());
  await web.shown(shown, 'browser');
  await t.rejects(web.shown(shown, 'browser'), refused, 'twice');
  await ask();
  await t.rejects(web.shown(shown, 'browser'), refused, 'an answer to another challenge');
  await t.rejects(
    web.shown(new SoftDevice(ORIGIN).show(await ask()), 'browser'),
    refused,
    'unknown',
  );
  const late = device.show(await ask());
  clock.advance(5 * MINUTE_MS);
  await t.rejects(web.shown(late, 'browser'), refused, 'late');
  device.counter = 0;
  await t.rejects(web.shown(device.show(await ask()), 'browser'), refused, 'a copy of the device');
  for (const odd of [null, 1, 'x', {}, { id: 3 }, { ...shown, response: {} }]) {
    await ask();
    await t.rejects(web.shown(odd, 'browser'), refused, JSON.stringify(odd)?.slice(0, 20));
    const { challenge: next } = await web.registration(ann, 'browser');
    await t.rejects(web.registered(odd ?? next, 'browser'), refused);
  }
  const foreign = new SoftDevice('https://evil.example.org');
  const registration = await web.registration(ann, 'browser');
  await t.rejects(web.registered(foreign.register(registration.challenge), 'browser'), refused);
});

t.test('what one node asks another one checks, where they have one secret', async (t) => {
  const { accounts, ann, web, nodeOf } = await house(t);
  const device = new SoftDevice(ORIGIN);
  const { challenge } = await web.registration(ann, 'browser');
  const other = nodeOf(Buffer.alloc(32, 7));
  const made = await other.registered(device.register(challenge), 'browser');
  await accounts.passkeys.add(ann, made, '');
  const shown = device.show((await web.question('browser')).challenge);
  await t.rejects(nodeOf(Buffer.alloc(32, 8)).shown(shown, 'browser'), { code: 'INPUT_INVALID' });
  t.equal((await other.shown(shown, 'browser')).user, ann.id);
});
